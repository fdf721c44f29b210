//! SQL that reads or changes many payouts in few statements.

use db::{ToValue, Tx, Value, params};

use super::{PayoutRow, SELECT};
use kernel::{
    ids::{PayoutExportId, PayoutId, PayoutRunId, PersonId, TransferId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::error::Result;

db::row! {
    /// Payout of a run, with its amount.
    #[derive(Clone, Copy, Debug)]
    pub struct OfRun {
        pub id: PayoutId,
        pub amount: Cents,
    }
}

fn values<'a>(first: &'a [Value<'a>], ids: &'a [PayoutId]) -> Vec<Value<'a>> {
    first.iter().cloned().chain(ids.iter().map(ToValue::to_value)).collect()
}

/// Finds those of these payouts that belong to a run.
pub fn list_of_run(tx: &mut Tx<'_>, run: PayoutRunId, ids: &[PayoutId]) -> Result<Vec<OfRun>> {
    let mut found = Vec::new();
    for some in db::pieces(ids) {
        let places = db::places(2..some.len() + 2);
        let sql = format!(
            "SELECT id, amount FROM payout WHERE run_id = $1 AND id IN ({places}) ORDER BY id"
        );
        found.extend(tx.rows::<OfRun>(&sql, &values(params![run], some))?);
    }
    Ok(found)
}

/// Returns these payouts, sorted by id.
pub fn list(tx: &mut Tx<'_>, ids: &[PayoutId]) -> Result<Vec<PayoutRow>> {
    let mut found = Vec::new();
    for some in db::pieces(ids) {
        let places = db::places(1..=some.len());
        let sql = format!("{SELECT} WHERE p.id IN ({places})");
        found.extend(tx.rows::<PayoutRow>(&sql, &values(&[], some))?);
    }
    found.sort_by_key(|payout| payout.id);
    Ok(found)
}

/// Like [`list`], but locks the rows in the order of their ids.
pub fn lock(tx: &mut Tx<'_>, ids: &[PayoutId]) -> Result<Vec<PayoutRow>> {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    for some in db::pieces(&sorted) {
        let places = db::places(1..=some.len());
        let lock = tx.engine().for_update();
        let sql = format!("SELECT id FROM payout WHERE id IN ({places}) ORDER BY id{lock}");
        tx.rows::<(PayoutId,)>(&sql, &values(&[], some))?;
    }
    list(tx, ids)
}

/// Returns the ids of the payouts in a bank file that are not ended and not reported as failed.
pub fn list_open_in(tx: &mut Tx<'_>, file: PayoutExportId) -> Result<Vec<PayoutId>> {
    let sql = "SELECT id FROM payout WHERE export_id = $1 AND state = 'EXPORTED' AND failure_asked_by IS NULL ORDER BY id";
    let rows: Vec<(PayoutId,)> = tx.rows(sql, params![file])?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Approves drafts, each with its transfer, and stores the bank accounts that the payees have at this
/// moment.
pub fn approve(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PersonId,
    transfers: &[(PayoutId, TransferId)],
) -> Result<()> {
    for some in db::pieces(transfers) {
        let row = |row: usize| {
            let first = 3 + 2 * row;
            format!("(CAST(${first} AS TEXT), CAST(${} AS TEXT))", first + 1)
        };
        let rows: Vec<String> = (0..some.len()).map(row).collect();
        let sql = format!(
            "WITH approved AS (VALUES {}) UPDATE payout SET state = 'APPROVED', approved_at = $1, approved_by = $2,
                 transfer_id = approved.column2,
                 sealed_bank = (SELECT t.sealed_bank FROM tenant t WHERE t.id = payout.tenant_id)
             FROM approved WHERE payout.id = approved.column1",
            rows.join(", ")
        );
        let mut values: Vec<Value<'_>> = params![now, by].to_vec();
        values.extend(some.iter().flat_map(|(id, transfer)| [id.to_value(), transfer.to_value()]));
        tx.execute(&sql, &values)?;
    }
    Ok(())
}

/// Discards drafts, with a reason.
pub fn discard(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PersonId,
    reason: &str,
    ids: &[PayoutId],
) -> Result<()> {
    for some in db::pieces(ids) {
        let places = db::places(4..some.len() + 4);
        let sql = format!(
            "UPDATE payout SET state = 'DISCARDED', ended_at = $1, ended_by = $2, failure = $3 WHERE id IN ({places})"
        );
        tx.execute(&sql, &values(params![now, by, reason], some))?;
    }
    Ok(())
}

/// Marks payouts as paid, with the bank's reference.
pub fn pay(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PersonId,
    reference: &str,
    ids: &[PayoutId],
) -> Result<()> {
    for some in db::pieces(ids) {
        let places = db::places(4..some.len() + 4);
        let sql = format!(
            "UPDATE payout SET state = 'PAID', ended_at = $1, ended_by = $2, reference = $3 WHERE id IN ({places})"
        );
        tx.execute(&sql, &values(params![now, by, reference], some))?;
    }
    Ok(())
}
