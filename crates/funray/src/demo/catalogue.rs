//! The demo's shops and causes as the files in `assets/demo` describe them.

use serde::Deserialize;

use super::drawings::{Drawing, Ground};
use crate::{
    directory::{self, CategoryDraft, OrganizationDraft, RegionDraft},
    error::{Error, Result},
    files::FileKind,
};

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
    pub popular_name: Option<String>,
    pub is_popular: bool,
    pub picture: Drawing,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Organization {
    pub name: String,
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
    pub charity_rate: i64,
    pub picture: Drawing,
    pub about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    pub name: String,
    pub organization: String,
    pub region: String,
    pub street: String,
    pub postal_code: String,
    pub picture: Drawing,
    pub introduction: String,
    pub about: String,
    pub campaign: Vec<Campaign>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    pub name: String,
    pub mark: String,
    /// Days from the day on which the demo was filled.
    pub starts: i64,
    pub ends: i64,
    pub about: String,
}

impl Catalogue {
    pub fn read() -> Result<Catalogue> {
        let texts = FILES.join("\n");
        toml::from_str(&texts)
            .map_err(|error| Error::Internal(format!("the demo's files: {error}")))
    }

    /// The pictures that it takes, in the order in which they are hung.
    pub fn drawings(&self) -> Vec<(FileKind, Drawing)> {
        let categories = self.category.iter().map(|one| (FileKind::Category, one.picture.clone()));
        let shops = self.shop.iter().map(|shop| (FileKind::Vendor, shop.picture.clone()));
        let causes = self.cause.iter().flat_map(|cause| {
            let logo = (FileKind::Charity, cause.picture.clone());
            let scenes = cause.campaign.iter().map(|campaign| {
                let drawing = Drawing {
                    mark: campaign.mark.clone(),
                    ground: Ground::Scene,
                    colours: cause.picture.colours,
                };
                (FileKind::Campaign, drawing)
            });
            std::iter::once(logo).chain(scenes)
        });
        categories.chain(shops).chain(causes).collect()
    }
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
            popular_name: self.popular_name.clone(),
            is_popular: self.is_popular,
            ..CategoryDraft::named(&self.name)
        }
    }
}

impl Organization {
    pub fn draft(&self) -> OrganizationDraft {
        OrganizationDraft { name: self.name.clone(), description: Some(self.description.clone()) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_files_hold_what_the_demo_promises() {
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
    fn no_two_logos_are_alike() {
        let demo = Catalogue::read().expect("the files");
        let logos = demo.drawings().into_iter();
        let looks: Vec<String> = logos.map(|(_, drawing)| format!("{drawing:?}")).collect();
        let different: BTreeSet<&String> = looks.iter().collect();
        assert_eq!(different.len(), looks.len());
        let marks: BTreeSet<&str> =
            demo.shop.iter().map(|shop| shop.picture.mark.as_str()).collect();
        assert_eq!(marks.len(), demo.shop.len(), "each shop has a mark of its own");
    }
}
