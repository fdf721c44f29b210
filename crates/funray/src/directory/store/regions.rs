//! The rows of regions.

use db::{Tx, params};

use super::Listed;
use crate::{
    directory::RegionDraft,
    error::Result,
    id_type,
    kernel::{fold::search_key, timestamp::Timestamp},
};

id_type!(
    /// A region in which shops are.
    RegionId,
    "reg"
);

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

impl Listed for RegionRow {
    const TABLE: &'static str = "region";
    const COLUMNS: &'static str = RegionRow::COLUMNS;
    type Id = RegionId;
}

pub fn insert_region(tx: &mut Tx<'_>, now: Timestamp, region: &RegionDraft) -> Result<RegionId> {
    let id = RegionId::new(now);
    tx.execute(
        "INSERT INTO region (id, name, province, country, postal_code, search_key, is_active, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, TRUE, $7)",
        params![
            id,
            region.name,
            region.province,
            region.country,
            region.postal_code,
            search_key(&region.name),
            now
        ],
    )?;
    Ok(id)
}

/// False when there is no such region.
pub fn update_region(tx: &mut Tx<'_>, id: RegionId, region: &RegionDraft) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE region SET name = $1, province = $2, country = $3, postal_code = $4, search_key = $5
         WHERE id = $6",
        params![
            region.name,
            region.province,
            region.country,
            region.postal_code,
            search_key(&region.name),
            id
        ],
    )?;
    Ok(changed == 1)
}

pub fn has_regions(tx: &mut Tx<'_>) -> Result<bool> {
    let any: Option<(RegionId,)> = tx.first("SELECT id FROM region LIMIT 1", params![])?;
    Ok(any.is_some())
}
