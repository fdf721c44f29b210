//! Database columns of payment attempts for the scheduled checks of charges.

use db::{Tx, params};

use super::super::{AttemptKey, State};
use kernel::{
    ids::{AttemptId, OrderId, PersonId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::error::Result;

db::row! {
    /// A charge that is due for a check at the gateway.
    #[derive(Clone, Debug)]
    pub struct WatchedCharge {
        pub person_id: PersonId,
        pub id: AttemptId,
        pub order_id: OrderId,
        pub transaction_id: Option<String>,
        pub state: State,
        pub refunded: Cents,
        pub sent_at: Timestamp,
        pub watch_due_at: Timestamp,
        pub watch_failures: i64,
        pub is_spent: bool,
    }
}

/// Lists charges that are due for a check. Equally overdue charges are sorted by id, which begins
/// with the time, so the oldest charge comes first.
pub fn due(
    tx: &mut Tx<'_>,
    now: Timestamp,
    is_spent: bool,
    limit: i64,
) -> Result<Vec<WatchedCharge>> {
    let sql = format!(
        "SELECT {} FROM payment_attempt
         WHERE is_spent = {} AND watch_due_at <= $1 AND (watch_after IS NULL OR watch_after <= $1)
         ORDER BY watch_due_at, id LIMIT $2",
        WatchedCharge::COLUMNS,
        if is_spent { "TRUE" } else { "FALSE" }
    );
    Ok(tx.rows(&sql, params![now, limit])?)
}

pub fn take(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charge: &WatchedCharge,
    until: Timestamp,
) -> Result<bool> {
    let taken = tx.execute(
        "UPDATE payment_attempt SET watch_after = $1
         WHERE person_id = $2 AND id = $3 AND watch_due_at = $4 AND (watch_after IS NULL OR watch_after <= $5)",
        params![until, charge.person_id, charge.id, charge.watch_due_at, now],
    )?;
    Ok(taken > 0)
}

pub fn release(tx: &mut Tx<'_>, charge: &WatchedCharge, until: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET watch_after = NULL WHERE person_id = $1 AND id = $2 AND watch_after = $3",
        params![charge.person_id, charge.id, until],
    )?;
    Ok(())
}

pub fn answer(
    tx: &mut Tx<'_>,
    charge: &WatchedCharge,
    answered_at: Option<Timestamp>,
    next_due: Option<Timestamp>,
) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt
         SET answered_at = COALESCE($1, answered_at), watch_due_at = $2, watch_after = NULL, watch_failures = 0
         WHERE person_id = $3 AND id = $4 AND watch_due_at = $5",
        params![answered_at, next_due, charge.person_id, charge.id, charge.watch_due_at],
    )?;
    Ok(())
}

pub fn fail(tx: &mut Tx<'_>, charge: &WatchedCharge, not_before: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET watch_after = $1, watch_failures = watch_failures + 1
         WHERE person_id = $2 AND id = $3 AND watch_due_at = $4",
        params![not_before, charge.person_id, charge.id, charge.watch_due_at],
    )?;
    Ok(())
}

pub fn watch_again(tx: &mut Tx<'_>, charge: AttemptKey, due: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET watch_due_at = COALESCE(watch_due_at, $1) WHERE person_id = $2 AND id = $3",
        params![due, charge.person, charge.id],
    )?;
    Ok(())
}

pub fn stop(tx: &mut Tx<'_>, charge: AttemptKey) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET watch_due_at = NULL WHERE person_id = $1 AND id = $2",
        params![charge.person, charge.id],
    )?;
    Ok(())
}

pub fn exclude(tx: &mut Tx<'_>, charge: AttemptKey, at: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET watch_due_at = NULL, answered_at = $1 WHERE person_id = $2 AND id = $3",
        params![at, charge.person, charge.id],
    )?;
    Ok(())
}

pub fn set_spent(tx: &mut Tx<'_>, charge: AttemptKey, is_spent: bool) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET is_spent = $1 WHERE person_id = $2 AND id = $3",
        params![is_spent, charge.person, charge.id],
    )?;
    Ok(())
}

pub fn longest_due(tx: &mut Tx<'_>) -> Result<Option<(AttemptId, Timestamp)>> {
    let mut longest: Option<(AttemptId, Timestamp)> = None;
    for is_spent in ["FALSE", "TRUE"] {
        let sql = format!(
            "SELECT id, watch_due_at FROM payment_attempt
             WHERE is_spent = {is_spent} AND watch_due_at IS NOT NULL ORDER BY watch_due_at, id LIMIT 1"
        );
        let first: Option<(AttemptId, Timestamp)> = tx.first(&sql, &[])?;
        longest = match (longest, first) {
            (Some(one), Some(other)) if other.1 < one.1 => Some(other),
            (longest, first) => longest.or(first),
        };
    }
    Ok(longest)
}
