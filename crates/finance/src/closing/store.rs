//! SQL for the checklist of a month, and for requests to reopen one.

use db::{Tx, params};

use kernel::{
    dates::BusinessDate,
    ids::{MonthReopeningId, PersonId},
    months::BusinessMonth,
    timestamp::Timestamp,
};
use people::identity::{column_then, join_then};
use platform::error::Result;

/// Counts the drafted payouts of days until this one.
pub fn count_drafts(tx: &mut Tx<'_>, last_day: BusinessDate) -> Result<u64> {
    let sql = "SELECT count(*) FROM payout WHERE state = 'DRAFT' AND last_day <= $1";
    let (count,): (i64,) = tx.one(sql, params![last_day])?;
    Ok(count.unsigned_abs())
}

db::row! {
    /// Request to reopen a closed month, with the names of those who asked and decided.
    #[derive(Clone, Debug)]
    pub struct ReopeningRow {
        pub id: MonthReopeningId,
        pub month: BusinessMonth,
        pub reason: String,
        pub asked_by: PersonId,
        pub asked_at: Timestamp,
        pub asker_first_name: Option<String>,
        pub asker_last_name: Option<String>,
        /// `None` while nobody has decided.
        pub is_approved: Option<bool>,
        pub decided_at: Option<Timestamp>,
        pub decider_first_name: Option<String>,
        pub decider_last_name: Option<String>,
    }
}

const SELECT: &str = concat!(
    "SELECT r.id, r.month, r.reason, r.asked_by, r.asked_at, ",
    column_then!("a", "first_name"),
    ", ",
    column_then!("a", "last_name"),
    ", r.is_approved, r.decided_at, ",
    column_then!("d", "first_name"),
    ", ",
    column_then!("d", "last_name"),
    " FROM month_reopening r ",
    join_then!("a", "r.asked_by", "r.asked_at"),
    " ",
    join_then!("d", "r.decided_by", "r.decided_at")
);

/// Lists all requests, the newest first.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<ReopeningRow>> {
    Ok(tx.rows(&format!("{SELECT} ORDER BY r.asked_at DESC, r.id DESC"), &[])?)
}

pub fn find(tx: &mut Tx<'_>, id: MonthReopeningId) -> Result<Option<ReopeningRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE r.id = $1"), params![id])?)
}

/// Like [`find`], but locks the row, so that one decision counts.
pub fn lock(tx: &mut Tx<'_>, id: MonthReopeningId) -> Result<Option<ReopeningRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT id FROM month_reopening WHERE id = $1{lock}");
    let locked: Option<(MonthReopeningId,)> = tx.first(&sql, params![id])?;
    if locked.is_none() { Ok(None) } else { find(tx, id) }
}

/// Inserts a request. Returns false if one for the month waits already.
pub fn insert(
    tx: &mut Tx<'_>,
    id: MonthReopeningId,
    month: BusinessMonth,
    reason: &str,
    by: PersonId,
    now: Timestamp,
) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO month_reopening (id, month, reason, asked_by, asked_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        params![id, month, reason, by, now],
    )?;
    Ok(inserted > 0)
}

pub fn decide(
    tx: &mut Tx<'_>,
    id: MonthReopeningId,
    is_approved: bool,
    by: PersonId,
    now: Timestamp,
) -> Result<()> {
    tx.execute(
        "UPDATE month_reopening SET is_approved = $2, decided_by = $3, decided_at = $4 WHERE id = $1",
        params![id, is_approved, by, now],
    )?;
    Ok(())
}
