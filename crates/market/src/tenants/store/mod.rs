//! Rows of vendors and charities.

mod admin_list;
mod bank;
mod narrowed;
pub mod questions;
mod record;
mod storefront;

use std::collections::BTreeMap;

use db::{ToValue, Tx, Value, params};

use super::TenantState;
use access::auth::TenantKind;
use kernel::{
    brand::Brand, ids::TenantId, language::Language, time_zones::Zone, timestamp::Timestamp,
};
use platform::error::Result;

pub use admin_list::{TenantFilter, TenantItem, TenantOrder, TenantRow, choices, items};
pub use bank::{BankOnFile, find_bank, list_banks, lock_bank, note_bank_change};
pub use record::{
    close, find, find_all, insert, insert_all, lock, set_rejection_reason, set_state, update,
};
pub use storefront::{
    ShownCharity, ShownFilter, ShownOrder, ShownVendor, find_charity, find_vendor, note_support,
    shown_charities, shown_vendors,
};

pub fn kind_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<TenantKind>> {
    let found: Option<(TenantKind,)> =
        tx.first("SELECT kind FROM tenant WHERE id = $1", params![id])?;
    Ok(found.map(|(kind,)| kind))
}

/// Returns the state of a tenant, and when it was closed, if ever.
pub fn state_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<(TenantState, Option<Timestamp>)>> {
    Ok(tx.first("SELECT state, closed_at FROM tenant WHERE id = $1", params![id])?)
}

/// Returns the kind of a tenant, and the time zone of its counter.
pub fn zone_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<(TenantKind, Zone)>> {
    let found: Option<(TenantKind, Option<Zone>, String, String, String)> = tx.first(
        "SELECT kind, time_zone, province, city, postal_code FROM tenant WHERE id = $1",
        params![id],
    )?;
    Ok(found.map(|(kind, zone, province, city, code)| {
        (kind, zone.unwrap_or_else(|| Zone::of_place(&province, &city, &code)))
    }))
}

/// Number of items that wait for a decision, with the age of the oldest.
pub struct Waiting {
    pub count: u64,
    /// Time since which the oldest item has been waiting; `None` if no item is waiting.
    pub oldest: Option<Timestamp>,
}

pub fn count_pending(tx: &mut Tx<'_>, kind: TenantKind) -> Result<Waiting> {
    let (count, oldest): (i64, Option<Timestamp>) = tx.one(
        "SELECT count(*), MIN(created_at) FROM tenant WHERE kind = $1 AND state = 'PENDING'",
        params![kind],
    )?;
    Ok(Waiting { count: count.unsigned_abs(), oldest })
}

pub fn count_active(tx: &mut Tx<'_>, kind: TenantKind) -> Result<i64> {
    let sql = "SELECT count(*) FROM tenant WHERE kind = $1 AND state = 'ACTIVE'";
    let (count,) = tx.one(sql, params![kind])?;
    Ok(count)
}

pub fn name_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<String>> {
    let found: Option<(String,)> =
        tx.first("SELECT display_name FROM tenant WHERE id = $1", params![id])?;
    Ok(found.map(|(name,)| name))
}

pub fn ids_by_name(
    tx: &mut Tx<'_>,
    kind: TenantKind,
    names: &[String],
) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for some in db::pieces(names) {
        let mut values = vec![kind.to_value()];
        values.extend(some.iter().map(ToValue::to_value));
        let places = db::places(2..=values.len());
        let sql = format!(
            "SELECT search_key, MIN(id) FROM tenant WHERE kind = $1 AND search_key IN ({places})
             GROUP BY search_key HAVING count(*) = 1 ORDER BY search_key"
        );
        found.extend(tx.rows::<(String, String)>(&sql, &values)?);
    }
    Ok(found)
}

pub fn names_of(tx: &mut Tx<'_>, ids: &[TenantId]) -> Result<BTreeMap<TenantId, String>> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let ids: Vec<Value<'_>> = db::padded(ids).map(ToValue::to_value).collect();
    let places = db::places(1..=ids.len());
    let sql = format!("SELECT id, display_name FROM tenant WHERE id IN ({places})");
    let found: Vec<(TenantId, String)> = tx.rows(&sql, &ids)?;
    Ok(found.into_iter().collect())
}

pub fn contact_look(tx: &mut Tx<'_>, id: TenantId) -> Result<(Language, Brand)> {
    Ok(tx.one("SELECT contact_language, contact_brand FROM tenant WHERE id = $1", params![id])?)
}

pub fn set_contact_look(
    tx: &mut Tx<'_>,
    id: TenantId,
    language: Language,
    brand: Brand,
) -> Result<()> {
    tx.later(
        "UPDATE tenant SET contact_language = $1, contact_brand = $2 WHERE id = $3",
        params![language, brand, id],
    )?;
    Ok(())
}
