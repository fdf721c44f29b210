//! The directory's rows.

use db::{Tx, params};

use crate::{
    error::Result,
    id_type,
    kernel::{fold::search_key, timestamp::Timestamp},
};

id_type!(
    /// A region in which shops are.
    RegionId,
    "reg"
);

id_type!(
    /// What a shop sells.
    CategoryId,
    "cat"
);
id_type!(
    /// A kind of organization: what a cause is.
    OrganizationId,
    "org"
);

db::row! {
    /// Something to choose by its name.
    pub struct ChoiceRow {
        pub id: String,
        pub name: String,
    }
}

db::row! {
    pub struct RegionRow {
        pub id: RegionId,
        pub name: String,
        pub province: String,
        pub country: String,
        pub postal_code: String,
        pub is_active: bool,
    }
}

pub struct NewRegion {
    pub name: &'static str,
    pub province: &'static str,
    pub postal_code: &'static str,
}

pub fn list_active_regions(tx: &mut Tx<'_>) -> Result<Vec<RegionRow>> {
    let sql = format!(
        "SELECT {} FROM region WHERE is_active = TRUE ORDER BY search_key, id LIMIT 1000",
        RegionRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![])?)
}

pub fn insert_region(tx: &mut Tx<'_>, now: Timestamp, region: &NewRegion) -> Result<RegionId> {
    let id = RegionId::new(now);
    tx.execute(
        "INSERT INTO region (id, name, province, country, postal_code, search_key, is_active, created_at)
         VALUES ($1, $2, $3, 'Canada', $4, $5, TRUE, $6)",
        params![id, region.name, region.province, region.postal_code, search_key(region.name), now],
    )?;
    Ok(id)
}

pub fn has_regions(tx: &mut Tx<'_>) -> Result<bool> {
    let any: Option<(RegionId,)> = tx.first("SELECT id FROM region LIMIT 1", params![])?;
    Ok(any.is_some())
}

pub fn list_active_categories(tx: &mut Tx<'_>) -> Result<Vec<ChoiceRow>> {
    let sql =
        "SELECT id, name FROM category WHERE is_active = TRUE ORDER BY search_key, id LIMIT 1000";
    Ok(tx.rows(sql, params![])?)
}

pub fn list_active_organizations(tx: &mut Tx<'_>) -> Result<Vec<ChoiceRow>> {
    let sql = "SELECT id, name FROM organization WHERE is_active = TRUE ORDER BY search_key, id LIMIT 1000";
    Ok(tx.rows(sql, params![])?)
}

pub fn insert_category(tx: &mut Tx<'_>, now: Timestamp, name: &str) -> Result<CategoryId> {
    let id = CategoryId::new(now);
    tx.execute(
        "INSERT INTO category (id, name, search_key, is_active, created_at)
         VALUES ($1, $2, $3, TRUE, $4)",
        params![id, name, search_key(name), now],
    )?;
    Ok(id)
}

pub fn insert_organization(tx: &mut Tx<'_>, now: Timestamp, name: &str) -> Result<OrganizationId> {
    let id = OrganizationId::new(now);
    tx.execute(
        "INSERT INTO organization (id, name, search_key, is_active, created_at)
         VALUES ($1, $2, $3, TRUE, $4)",
        params![id, name, search_key(name), now],
    )?;
    Ok(id)
}
