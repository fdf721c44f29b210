//! The demo: what an empty database is filled with so that the product can be tried out.

mod people;

use std::sync::Arc;

use crate::{
    app::App,
    directory::{self, CategoryDraft, OrganizationDraft, RegionDraft},
    error::Result,
    kernel::{fields::Checked, passwords::NewPassword},
};

/// The password of all demo accounts.
pub const PASSWORD: &str = "demo-password-1";

pub use people::ACCOUNTS;

const REGIONS: [(&str, &str, &str); 8] = [
    ("Ottawa", "Ontario", "K1P 1J1"),
    ("Toronto", "Ontario", "M5H 2N2"),
    ("Hamilton", "Ontario", "L8P 4Y5"),
    ("Kingston", "Ontario", "K7L 2Z3"),
    ("Montréal", "Québec", "H2Y 1C6"),
    ("Gatineau", "Québec", "J8X 3Y9"),
    ("Halifax", "Nova Scotia", "B3J 3A5"),
    ("Vancouver", "British Columbia", "V5Y 1V4"),
];

const CATEGORIES: [&str; 8] = [
    "Books & Toys",
    "Cafés & Bakeries",
    "Flowers & Garden",
    "Health & Beauty",
    "Home & Crafts",
    "Restaurants",
    "Sports & Outdoors",
    "Clothing & Shoes",
];

const ORGANIZATIONS: [&str; 4] =
    ["Animal Shelters", "Community & Food", "Health & Hospitals", "Schools & Youth Sports"];

/// Fills an empty database; one that holds anything stays as it is. True when it was filled.
pub async fn load(app: &Arc<App>) -> Result<bool> {
    if app.db.read(directory::has_regions).await? {
        return Ok(false);
    }
    // One hash for all of them: each costs what it is meant to cost.
    let password = NewPassword::check("Password", PASSWORD)
        .map_err(|error| crate::error::Error::Internal(error.into_owned()))?;
    let hash = app.passwords.hash(&password).await?;
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            if directory::has_regions(tx)? {
                return Ok(false);
            }
            for (name, province, postal_code) in REGIONS {
                let region = RegionDraft {
                    name: name.to_owned(),
                    province: province.to_owned(),
                    country: directory::COUNTRY.to_owned(),
                    postal_code: postal_code.to_owned(),
                };
                directory::add_region(tx, now, &region)?;
            }
            let mut categories = Vec::new();
            for name in CATEGORIES {
                categories.push(directory::add_category(tx, now, &CategoryDraft::named(name))?);
            }
            let mut organizations = Vec::new();
            for name in ORGANIZATIONS {
                organizations.push(directory::add_organization(
                    tx,
                    now,
                    &OrganizationDraft::named(name),
                )?);
            }
            people::add(tx, &shared.secrets, now, &hash, categories[0], organizations[1])?;
            Ok(true)
        })
        .await
}
