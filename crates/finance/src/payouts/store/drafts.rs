//! Rows of new drafts, and what they follow.

use std::collections::{BTreeMap, BTreeSet};

use db::{Tx, Value, params};

use super::super::hold_back::Reserve;
use access::auth::TenantKind;
use kernel::{
    dates::BusinessDate,
    ids::{HoldBackTermsId, PayoutId, PayoutRunId, PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::Books;
use platform::error::Result;

/// Columns of a new draft.
#[derive(Clone, Debug)]
pub struct NewPayout {
    pub books: Books,
    pub tenant: TenantId,
    /// Last day of the payee's previous payout.
    pub follows: Option<BusinessDate>,
    pub first_day: BusinessDate,
    pub last_day: BusinessDate,
    pub opening: Cents,
    pub closing: Cents,
    /// Hold-back terms on the day of the draft, and the amount they hold back.
    pub terms: Option<HoldBackTermsId>,
    pub reserve: Option<Reserve>,
    pub amount: Cents,
}

/// Lists all tenants ever approved, with the date each joined.
pub fn payees(tx: &mut Tx<'_>) -> Result<Vec<(TenantId, TenantKind, Timestamp)>> {
    Ok(tx.rows(
        "SELECT id, kind, created_at FROM tenant WHERE approved_at IS NOT NULL ORDER BY created_at, id",
        &[],
    )?)
}

/// Finds the time at which a payee joined.
pub fn joined_at(tx: &mut Tx<'_>, tenant: TenantId) -> Result<Timestamp> {
    let sql = "SELECT created_at FROM tenant WHERE id = $1";
    let (created_at,): (Timestamp,) = tx.one(sql, params![tenant])?;
    Ok(created_at)
}

/// Returns the last day of each payee's latest payout, in any state except failed and discarded.
pub fn last_days(tx: &mut Tx<'_>) -> Result<BTreeMap<TenantId, BusinessDate>> {
    let sql = "SELECT tenant_id, MAX(last_day) FROM payout WHERE state NOT IN ('FAILED', 'DISCARDED') GROUP BY tenant_id";
    Ok(tx.rows(sql, &[])?.into_iter().collect())
}

/// Returns the payees that have a drafted payout.
pub fn drafted_payees(tx: &mut Tx<'_>) -> Result<BTreeSet<TenantId>> {
    let rows: Vec<(TenantId,)> =
        tx.rows("SELECT tenant_id FROM payout WHERE state = 'DRAFT'", &[])?;
    Ok(rows.into_iter().map(|(tenant,)| tenant).collect())
}

/// Number of columns of a new draft that differ between drafts.
const WIDTH: usize = 12;

/// Inserts drafts of a run. Leaves out payees that have a draft, or a payout for the period. Returns
/// the ids of the inserted ones.
pub fn insert_all(
    tx: &mut Tx<'_>,
    (run, by, now): (PayoutRunId, PersonId, Timestamp),
    drafts: &[(PayoutId, &NewPayout)],
) -> Result<BTreeSet<PayoutId>> {
    let mut inserted = BTreeSet::new();
    for some in db::pieces(drafts) {
        let row = |row: usize| {
            let first = 4 + row * WIDTH;
            format!("($1, $2, $3, 'DRAFT', 0, {})", db::places(first..first + WIDTH))
        };
        let rows: Vec<String> = (0..some.len()).map(row).collect();
        let sql = format!(
            "INSERT INTO payout (run_id, drafted_by, drafted_at, state, held_back, vendor_id, id, tenant_id, first_day, last_day,
                 opening, closing, amount, reserve, reserve_percent, reserve_until, hold_back_terms_id)
             VALUES {} ON CONFLICT DO NOTHING RETURNING id",
            rows.join(", ")
        );
        let mut values: Vec<Value<'static>> =
            params![run, by, now].iter().map(Value::owned).collect();
        for (id, new) in some {
            let reserve = new.reserve;
            let held = reserve.map_or(Cents::ZERO, |reserve| reserve.amount);
            values.extend(
                params![
                    new.books,
                    id,
                    new.tenant,
                    new.first_day,
                    new.last_day,
                    new.opening,
                    new.closing,
                    new.amount,
                    held,
                    reserve.map(|reserve| reserve.percent),
                    reserve.map(|reserve| reserve.until),
                    new.terms
                ]
                .iter()
                .map(Value::owned),
            );
        }
        inserted.extend(tx.rows::<(PayoutId,)>(&sql, &values)?.into_iter().map(|(id,)| id));
    }
    Ok(inserted)
}
