//! Payouts that are neither paid nor ended.

use db::{Tx, params};

use super::PayoutState;
use kernel::{
    dates::BusinessDate,
    ids::{PayoutId, TenantId},
    money::Cents,
};
use platform::error::Result;

/// Counts of payouts under way, by state.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenPayouts {
    pub drafted: u64,
    pub approved: u64,
    /// Number of payouts that are in a file for the bank.
    pub exported: u64,
}

impl OpenPayouts {
    pub fn total(self) -> u64 {
        self.drafted + self.approved + self.exported
    }
}

pub fn count(tx: &mut Tx<'_>) -> Result<OpenPayouts> {
    let counts: Vec<(PayoutState, i64)> = tx.rows(
        "SELECT state, count(*) FROM payout WHERE state IN ('DRAFT', 'APPROVED', 'EXPORTED') GROUP BY state",
        &[],
    )?;
    let mut open = OpenPayouts::default();
    for (state, count) in counts {
        let count = count.unsigned_abs();
        match state {
            PayoutState::Draft => open.drafted = count,
            PayoutState::Approved => open.approved = count,
            PayoutState::Exported => open.exported = count,
            _ => {}
        }
    }
    Ok(open)
}

/// Counts the reported failures that no second administrator has decided, and finds the first one.
pub fn failures_reported(tx: &mut Tx<'_>) -> Result<(u64, Option<PayoutId>)> {
    const WAITS: &str = "FROM payout WHERE failure_asked_by IS NOT NULL AND state <> 'FAILED'";
    let (count,): (i64,) = tx.one(&format!("SELECT count(*) {WAITS}"), &[])?;
    let oldest = format!("SELECT id {WAITS} ORDER BY failure_asked_at, id LIMIT 1");
    let oldest: Option<(PayoutId,)> = tx.first(&oldest, &[])?;
    Ok((count.unsigned_abs(), oldest.map(|(id,)| id)))
}

db::row! {
    /// A payout that is approved and not confirmed as paid.
    #[derive(Clone, Debug)]
    pub struct OnItsWay {
        pub id: PayoutId,
        pub state: PayoutState,
        pub amount: Cents,
        pub sealed_bank: Option<String>,
        /// Day on which the bank pays; `None` until the payout is in a bank file.
        pub funds_on: Option<BusinessDate>,
    }
}

/// Finds a payee's first payout under way.
pub fn find(tx: &mut Tx<'_>, tenant: TenantId) -> Result<Option<OnItsWay>> {
    Ok(tx.first(
        "SELECT p.id, p.state, p.amount, p.sealed_bank, x.funds_on FROM payout p LEFT JOIN payout_export x ON x.id = p.export_id
         WHERE p.tenant_id = $1 AND p.state IN ('APPROVED', 'EXPORTED') ORDER BY p.drafted_at, p.id LIMIT 1",
        params![tenant],
    )?)
}

/// Lists the payouts under way of all payees, with their amounts.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<(TenantId, PayoutState, Cents)>> {
    Ok(tx.rows(
        "SELECT p.tenant_id, p.state, p.amount FROM payout p WHERE p.state IN ('APPROVED', 'EXPORTED') ORDER BY p.drafted_at DESC, p.id DESC",
        &[],
    )?)
}
