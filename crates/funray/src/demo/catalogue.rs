//! The demo's shops and causes: read from the files in `assets/demo`, put into an empty database.

use std::{collections::HashMap, time::Duration};

use db::Tx;
use serde::Deserialize;

use super::{drawings::Drawing, people};
use crate::{
    auth::{TenantId, TenantKind},
    directory::{
        self, CategoryDraft, CategoryId, OrganizationDraft, OrganizationId, RegionDraft, RegionId,
    },
    error::{Error, Result},
    files::{self, FileKind, Kept},
    kernel::{fold, rates::CharityRate, timestamp::Timestamp},
    secrets::Secrets,
    tenants::{
        self, Address, BankNumbers, CardAmounts, Logo, Profile, Registration, SortedUnder,
        TenantState,
    },
};

const FILES: [&str; 3] = [
    include_str!("../../assets/demo/directory.toml"),
    include_str!("../../assets/demo/shops.toml"),
    include_str!("../../assets/demo/causes.toml"),
];
const DAY: Duration = Duration::from_secs(24 * 3600);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    region: Vec<Region>,
    category: Vec<Category>,
    organization: Vec<Organization>,
    shop: Vec<Shop>,
    cause: Vec<Cause>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Region {
    name: String,
    province: String,
    postal_code: String,
    area_code: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Category {
    name: String,
    popular_name: Option<String>,
    is_popular: bool,
    picture: Drawing,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Organization {
    name: String,
    description: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shop {
    name: String,
    category: String,
    region: String,
    street: String,
    postal_code: String,
    amounts: Vec<u32>,
    charity_rate: i64,
    picture: Drawing,
    about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cause {
    name: String,
    organization: String,
    region: String,
    street: String,
    postal_code: String,
    picture: Drawing,
    introduction: String,
    about: String,
}

/// What tenants are sorted under, by name.
#[derive(Default)]
struct Directory<'a> {
    regions: HashMap<&'a str, (RegionId, &'a Region)>,
    categories: HashMap<&'a str, CategoryId>,
    organizations: HashMap<&'a str, OrganizationId>,
}

impl Region {
    fn draft(&self) -> RegionDraft {
        RegionDraft {
            name: self.name.clone(),
            province: self.province.clone(),
            country: directory::COUNTRY.to_owned(),
            postal_code: self.postal_code.clone(),
        }
    }
}

impl Category {
    fn draft(&self) -> CategoryDraft {
        CategoryDraft {
            popular_name: self.popular_name.clone(),
            is_popular: self.is_popular,
            ..CategoryDraft::named(&self.name)
        }
    }
}

impl Organization {
    fn draft(&self) -> OrganizationDraft {
        OrganizationDraft { name: self.name.clone(), description: Some(self.description.clone()) }
    }
}

impl Catalogue {
    pub fn read() -> Result<Catalogue> {
        let texts = FILES.join("\n");
        toml::from_str(&texts)
            .map_err(|error| Error::Internal(format!("the demo's files: {error}")))
    }

    /// The pictures that it takes, in the order in which [`Catalogue::add`] hangs them.
    pub fn drawings(&self) -> Vec<(FileKind, Drawing)> {
        let categories = self.category.iter().map(|one| (FileKind::Category, one.picture.clone()));
        let shops = self.shop.iter().map(|shop| (FileKind::Vendor, shop.picture.clone()));
        let causes = self.cause.iter().map(|cause| (FileKind::Charity, cause.picture.clone()));
        categories.chain(shops).chain(causes).collect()
    }

    /// Fills an empty database. The tenants come back in the order of the files: shops, then causes.
    pub fn add(
        &self,
        tx: &mut Tx<'_>,
        secrets: &Secrets,
        now: Timestamp,
        pictures: &[Kept],
    ) -> Result<Vec<TenantId>> {
        let mut pictures = pictures.iter();
        let mut hang = |tx: &mut Tx<'_>| -> Result<Logo> {
            let picture = pictures.next();
            let picture =
                picture.ok_or_else(|| Error::Internal("a picture is missing".to_owned()))?;
            let key = files::record(tx, now, None, picture)?;
            let hue = files::attach(tx, picture.kind(), key)?;
            Ok(Logo { key, hue })
        };
        let mut directory = Directory::default();
        for region in &self.region {
            let id = directory::add_region(tx, now, &region.draft())?;
            directory.regions.insert(&region.name, (id, region));
        }
        for organization in &self.organization {
            let id = directory::add_organization(tx, now, &organization.draft())?;
            directory.organizations.insert(&organization.name, id);
        }
        for category in &self.category {
            let draft = CategoryDraft { logo: Some(hang(tx)?.key), ..category.draft() };
            let id = directory::add_category(tx, now, &draft)?;
            directory.categories.insert(&category.name, id);
        }
        let mut tenants = Vec::new();
        for shop in &self.shop {
            let profile =
                Profile { logo: Some(hang(tx)?), ..shop.profile(&directory, tenants.len())? };
            tenants.push(add_tenant(
                tx,
                secrets,
                now,
                TenantKind::Vendor,
                tenants.len(),
                &profile,
            )?);
        }
        for cause in &self.cause {
            let profile =
                Profile { logo: Some(hang(tx)?), ..cause.profile(&directory, tenants.len())? };
            tenants.push(add_tenant(
                tx,
                secrets,
                now,
                TenantKind::Charity,
                tenants.len(),
                &profile,
            )?);
        }
        Ok(tenants)
    }
}

/// A name in the files that stands for nothing.
fn unknown(name: &str) -> Error {
    Error::Internal(format!("the demo's files: nothing is called {name:?}"))
}

impl Shop {
    fn profile(&self, directory: &Directory<'_>, number: usize) -> Result<Profile> {
        let category = directory.categories.get(self.category.as_str());
        let category = category.ok_or_else(|| unknown(&self.category))?;
        let amounts: Vec<String> = self.amounts.iter().map(u32::to_string).collect();
        let place = (self.region.as_str(), self.street.as_str(), self.postal_code.as_str());
        Ok(Profile {
            description: Some(self.about.clone()),
            charity_rate: CharityRate::new(self.charity_rate).ok_or_else(|| unknown("the rate"))?,
            card_amounts: CardAmounts::parse(&amounts.join(","))
                .ok_or_else(|| unknown("the amounts"))?,
            ..profile(&self.name, place, SortedUnder::Category(*category), directory, number)?
        })
    }
}

impl Cause {
    fn profile(&self, directory: &Directory<'_>, number: usize) -> Result<Profile> {
        let organization = directory.organizations.get(self.organization.as_str());
        let organization = organization.ok_or_else(|| unknown(&self.organization))?;
        let place = (self.region.as_str(), self.street.as_str(), self.postal_code.as_str());
        Ok(Profile {
            introduction: Some(self.introduction.clone()),
            description: Some(self.about.clone()),
            ..profile(
                &self.name,
                place,
                SortedUnder::Organization(*organization),
                directory,
                number,
            )?
        })
    }
}

/// What shops and causes have in common. `number` counts them all: business, phone and bank numbers are made of it.
fn profile(
    name: &str,
    (region, street, postal_code): (&str, &str, &str),
    sorted_under: SortedUnder,
    directory: &Directory<'_>,
    number: usize,
) -> Result<Profile> {
    let (region_id, region) = directory.regions.get(region).ok_or_else(|| unknown(region))?;
    let site = fold::words(name).concat();
    let registration = Registration {
        kind: match sorted_under {
            SortedUnder::Category(_) => TenantKind::Vendor,
            SortedUnder::Organization(_) => TenantKind::Charity,
        },
        legal_name: name.to_owned(),
        business_number: format!("8{:08}", 10_007 * (number + 1)),
        sorted_under,
        address: Address {
            line1: street.to_owned(),
            line2: None,
            city: region.name.clone(),
            province: region.province.clone(),
            postal_code: postal_code.to_owned(),
        },
        contact: people::contact_of(number, &site, &region.area_code)?,
    };
    Ok(Profile {
        region: Some(*region_id),
        // Some have no site of their own.
        website: (number % 9 != 5).then(|| format!("https://{site}.example")),
        bank: Some(BankNumbers {
            institution: format!("{:03}", number % 7 + 1),
            transit: format!("{:05}", 10_133 + 611 * number),
            account: format!("{:07}", 1_000_003 + 7_919 * number),
        }),
        ..Profile::of(&registration)
    })
}

/// An active tenant that joined a while ago, the first one first.
fn add_tenant(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    kind: TenantKind,
    number: usize,
    profile: &Profile,
) -> Result<TenantId> {
    let days = u32::try_from(200_usize.saturating_sub(3 * number)).unwrap_or_default();
    let joined = now.minus(DAY * days);
    let id = tenants::add(tx, secrets, joined, kind, profile)?;
    tenants::set_state(tx, id, joined, TenantState::Active)?;
    Ok(id)
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
        let logos = demo.drawings().into_iter().filter(|(kind, _)| *kind != FileKind::Category);
        let looks: Vec<String> = logos.map(|(_, drawing)| format!("{drawing:?}")).collect();
        let different: BTreeSet<&String> = looks.iter().collect();
        assert_eq!(different.len(), looks.len());
        let marks: BTreeSet<&str> =
            demo.shop.iter().map(|shop| shop.picture.mark.as_str()).collect();
        assert_eq!(marks.len(), demo.shop.len(), "each shop has a mark of its own");
    }
}
