//! Bank account of a tenant, with the time and author of its last change.

use db::{Tx, params};

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
