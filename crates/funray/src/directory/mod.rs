//! What shops and causes are sorted by: regions, and later categories and kinds of organizations.

pub mod api;
mod store;

use db::{Db, Tx};

use crate::{error::Result, kernel::timestamp::Timestamp};

pub use store::{CategoryId, ChoiceRow, NewRegion, OrganizationId, RegionId, RegionRow};

/// The regions a visitor may choose from, by name.
pub async fn list_active_regions(db: &Db) -> Result<Vec<RegionRow>> {
    db.read(store::list_active_regions).await
}

pub fn add_region(tx: &mut Tx<'_>, now: Timestamp, region: &NewRegion) -> Result<RegionId> {
    store::insert_region(tx, now, region)
}

pub fn has_regions(tx: &mut Tx<'_>) -> Result<bool> {
    store::has_regions(tx)
}

/// The categories a shop can be in, by name.
pub async fn list_active_categories(db: &Db) -> Result<Vec<ChoiceRow>> {
    db.read(store::list_active_categories).await
}

/// The kinds of organizations a cause can be, by name.
pub async fn list_active_organizations(db: &Db) -> Result<Vec<ChoiceRow>> {
    db.read(store::list_active_organizations).await
}

pub fn add_category(tx: &mut Tx<'_>, now: Timestamp, name: &str) -> Result<CategoryId> {
    store::insert_category(tx, now, name)
}

pub fn add_organization(tx: &mut Tx<'_>, now: Timestamp, name: &str) -> Result<OrganizationId> {
    store::insert_organization(tx, now, name)
}
