//! Bank account of a tenant, with the time and author of its last change.

use std::collections::BTreeMap;

use db::{ToValue, Tx, Value, params};

use kernel::{
    ids::{PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::error::Result;

db::row! {
    /// Stored bank account of a tenant, with the time and author of its last change.
    #[derive(Clone, Debug)]
    pub struct BankOnFile {
        pub sealed_bank: Option<String>,
        pub bank_changed_at: Option<Timestamp>,
        pub bank_changed_by: Option<PersonId>,
    }
}

db::row! {
    struct BankOfTenant {
        id: TenantId,
        ..bank: BankOnFile,
    }
}

pub fn find_bank(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<BankOnFile>> {
    let columns = BankOnFile::COLUMNS;
    Ok(tx.first(&format!("SELECT {columns} FROM tenant WHERE id = $1"), params![id])?)
}

/// Locks a tenant's bank account, so that it can't change while a payment to the account is
/// decided.
pub fn lock_bank(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<BankOnFile>> {
    let (columns, lock) = (BankOnFile::COLUMNS, tx.engine().for_update());
    Ok(tx.first(&format!("SELECT {columns} FROM tenant WHERE id = $1{lock}"), params![id])?)
}

/// Reads the bank accounts of these tenants, in the order of their ids.
pub fn list_banks(
    tx: &mut Tx<'_>,
    ids: &[TenantId],
    is_kept: bool,
) -> Result<BTreeMap<TenantId, BankOnFile>> {
    let mut found = BTreeMap::new();
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    for some in db::pieces(&ids) {
        let lock = if is_kept { tx.engine().for_share() } else { "" };
        let places = db::places(1..=some.len());
        let sql = format!(
            "SELECT id, {} FROM tenant WHERE id IN ({places}) ORDER BY id{lock}",
            BankOnFile::COLUMNS
        );
        let values: Vec<Value<'_>> = some.iter().map(ToValue::to_value).collect();
        found.extend(
            tx.rows::<BankOfTenant>(&sql, &values)?.into_iter().map(|row| (row.id, row.bank)),
        );
    }
    Ok(found)
}

pub fn note_bank_change(
    tx: &mut Tx<'_>,
    id: TenantId,
    now: Timestamp,
    by: Option<PersonId>,
) -> Result<()> {
    tx.later(
        "UPDATE tenant SET bank_changed_at = $1, bank_changed_by = $2 WHERE id = $3",
        params![now, by, id],
    )?;
    Ok(())
}
