//! The demo's shops, causes and directory, read from the TOML files in `assets/demo`.

use serde::Deserialize;

use kernel::fold;
use market::{
    directory::{self, CategoryDraft, OrganizationDraft, RegionDraft},
    files::FileKind,
};
use platform::error::{Error, Result};

const FILES: [&str; 3] = [
    include_str!("../../assets/demo/directory.toml"),
    include_str!("../../assets/demo/shops.toml"),
    include_str!("../../assets/demo/causes.toml"),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    pub region: Vec<Region>,
    pub category: Vec<Category>,
    pub organization: Vec<Organization>,
    pub shop: Vec<Shop>,
    pub cause: Vec<Cause>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    pub name: String,
    pub province: String,
    pub postal_code: String,
    pub area_code: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Category {
    pub name: String,
    pub french_name: String,
    pub popular_name: Option<String>,
    pub is_popular: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Organization {
    pub name: String,
    pub french_name: String,
    pub description: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shop {
    pub name: String,
    pub category: String,
    pub region: String,
    pub street: String,
    pub postal_code: String,
    pub amounts: Vec<u32>,
    /// Minimum and maximum of the amounts that buyers may choose themselves. `None` if the shop
    /// sells fixed amounts only.
    pub custom_amounts: Option<String>,
    pub charity_rate: i64,
    pub about: String,
    pub products: String,
    pub hours: String,
    pub french_hours: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    pub name: String,
    pub organization: String,
    pub region: String,
    pub street: String,
    pub postal_code: String,
    pub introduction: String,
    pub about: String,
    pub campaign: Vec<Campaign>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    pub name: String,
    /// First day of the campaign, in days after the demo was filled. Negative for the past.
    pub starts: i64,
    pub ends: i64,
    pub about: String,
    /// Amount that the campaign aims to raise, in dollars.
    pub goal: Option<u32>,
    /// Thanks that buyers read.
    pub thanks: Option<String>,
}

impl Catalogue {
    pub fn read() -> Result<Catalogue> {
        let texts = FILES.join("\n");
        toml::from_str(&texts)
            .map_err(|error| Error::Internal(format!("the demo's files: {error}")))
    }

    /// Returns the kind and name of every category, shop, cause and campaign. Each of them has a
    /// picture.
    pub fn pictures(&self) -> impl Iterator<Item = (FileKind, &str)> {
        let categories = self.category.iter().map(|one| (FileKind::Category, one.name.as_str()));
        let shops = self.shop.iter().map(|shop| (FileKind::Vendor, shop.name.as_str()));
        let causes = self.cause.iter().map(|cause| (FileKind::Charity, cause.name.as_str()));
        let campaigns = self.cause.iter().flat_map(|cause| &cause.campaign);
        let campaigns = campaigns.map(|one| (FileKind::Campaign, one.name.as_str()));
        categories.chain(shops).chain(causes).chain(campaigns)
    }
}

/// Returns the path of a subject's picture within `assets/demo/pictures`.
pub fn picture_file(kind: FileKind, name: &str) -> String {
    format!("{}/{}.png", kind.word(), fold::words(name).join("-"))
}

impl Region {
    pub fn draft(&self) -> RegionDraft {
        RegionDraft {
            name: self.name.clone(),
            province: self.province.clone(),
            country: directory::COUNTRY.to_owned(),
            postal_code: self.postal_code.clone(),
        }
    }
}

impl Category {
    pub fn draft(&self) -> CategoryDraft {
        CategoryDraft {
            french_name: Some(self.french_name.clone()),
            popular_name: self.popular_name.clone(),
            is_popular: self.is_popular,
            ..CategoryDraft::named(&self.name)
        }
    }
}

impl Organization {
    pub fn draft(&self) -> OrganizationDraft {
        OrganizationDraft {
            name: self.name.clone(),
            french_name: Some(self.french_name.clone()),
            description: Some(self.description.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{borrow::Cow, collections::BTreeSet};

    use super::{super::PictureFiles, *};

    #[test]
    fn catalogue_read_finds_the_expected_seed_data() {
        let demo = Catalogue::read().expect("the files");
        assert_eq!((demo.region.len(), demo.category.len(), demo.organization.len()), (8, 8, 4));
        assert_eq!((demo.shop.len(), demo.cause.len()), (40, 16));
        let campaigns: Vec<&Campaign> =
            demo.cause.iter().flat_map(|cause| &cause.campaign).collect();
        assert_eq!(campaigns.len(), 40);
        assert!(campaigns.iter().any(|campaign| campaign.ends < 0), "some are over");
        assert!(campaigns.iter().any(|campaign| campaign.starts > 0), "some are to come");
        assert!(campaigns.iter().all(|campaign| campaign.starts < campaign.ends));
        for region in &demo.region {
            assert!(demo.shop.iter().any(|shop| shop.region == region.name), "{}", region.name);
        }
        for category in &demo.category {
            assert!(
                demo.shop.iter().any(|shop| shop.category == category.name),
                "{}",
                category.name
            );
        }
    }

    #[test]
    fn pictures_match_the_files() {
        let demo = Catalogue::read().expect("the files");
        let wanted: BTreeSet<String> =
            demo.pictures().map(|(kind, name)| picture_file(kind, name)).collect();
        assert_eq!(wanted.len(), demo.pictures().count(), "no two have the same file");
        assert_eq!(wanted, PictureFiles::iter().map(Cow::into_owned).collect());
    }
}
