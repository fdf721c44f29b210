//! SQL for the ledger's position: the newest transfer that a report's snapshot includes.

use db::{Tx, params};

use kernel::{
    ids::{TenantId, TransferId},
    timestamp::Timestamp,
};
use platform::error::Result;

db::row! {
    /// Newest transfer that a report covers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LedgerPosition {
        pub transfer: TransferId,
        pub created_at: Timestamp,
    }
}

/// Returns the newest transfer of the whole ledger. `None` if the ledger is empty.
pub fn newest(tx: &mut Tx<'_>) -> Result<Option<LedgerPosition>> {
    Ok(tx.first(
        "SELECT t.id, t.created_at FROM transfer t ORDER BY t.created_at DESC, t.id DESC LIMIT 1",
        &[],
    )?)
}

pub fn newest_of_vendor(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Option<LedgerPosition>> {
    Ok(tx.first(
        "SELECT t.id, t.created_at FROM transfer t WHERE t.vendor_id = $1
         ORDER BY t.created_at DESC, t.id DESC LIMIT 1",
        params![vendor],
    )?)
}

/// Returns the newest transfer that changed a charity's account. Other transfers don't count, so
/// that a charity doesn't learn when shops sell cards.
pub fn newest_of_charity(tx: &mut Tx<'_>, charity: TenantId) -> Result<Option<LedgerPosition>> {
    Ok(tx.first(
        "SELECT e.transfer_id, e.created_at FROM entry e
         WHERE e.account = $1 AND e.account >= 'charity_payable:' AND e.account < 'charity_payablf'
         ORDER BY e.created_at DESC, e.transfer_id DESC LIMIT 1",
        params![format!("charity_payable:{charity}")],
    )?)
}
