//! Rows of bursts, and totals of a shop's redemptions in the last minutes.

use std::collections::BTreeSet;

use db::{ToValue, Tx, Value, params};

use access::open_cases::OpenCases;
use kernel::{
    ids::{BurstId, PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use people::identity::{join_then, name_then};
use platform::error::Result;

use super::Minutes;

db::row! {
    /// A burst with its shop and the administrator who closed it.
    #[derive(Clone, Debug)]
    pub struct BurstRow {
        pub id: BurstId,
        pub vendor_id: TenantId,
        pub vendor_name: String,
        pub began_at: Timestamp,
        pub last_at: Timestamp,
        pub cards: i64,
        pub amount: Cents,
        pub outstanding: Cents,
        pub found_at: Timestamp,
        pub closed_at: Option<Timestamp>,
        pub outcome: Option<String>,
        pub closed_by_name: Option<String>,
    }
}

const SELECT: &str = concat!(
    "SELECT b.id, b.vendor_id, v.display_name, b.began_at, b.last_at, b.cards, b.amount, b.outstanding, b.found_at,
         b.closed_at, b.outcome, ",
    name_then!("c"),
    " FROM burst b JOIN tenant v ON v.id = b.vendor_id ",
    join_then!("c", "b.closed_by", "b.closed_at")
);

/// Stores the time at which the enqueued check of a shop for bursts is due. Takes no lock, so
/// concurrent calls may each enqueue a check.
pub fn set_check(tx: &mut Tx<'_>, vendor: TenantId, due: Timestamp) -> Result<()> {
    tx.later(
        "INSERT INTO burst_check (vendor_id, due_at) VALUES ($1, $2)
         ON CONFLICT (vendor_id) DO UPDATE SET due_at = excluded.due_at",
        params![vendor, due],
    )?;
    Ok(())
}

pub fn due(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Option<Timestamp>> {
    let found: Option<(Timestamp,)> =
        tx.first("SELECT due_at FROM burst_check WHERE vendor_id = $1", params![vendor])?;
    Ok(found.map(|(due,)| due))
}

/// Locks a shop's row of burst checks, so that concurrent checks don't record the same burst twice.
pub fn lock_check(tx: &mut Tx<'_>, vendor: TenantId) -> Result<()> {
    let sql =
        format!("SELECT due_at FROM burst_check WHERE vendor_id = $1{}", tx.engine().for_update());
    let _: Option<(Timestamp,)> = tx.first(&sql, params![vendor])?;
    Ok(())
}

/// Sums a shop's redemptions and cash-outs since a time, without those that were reversed.
pub fn minutes_of(tx: &mut Tx<'_>, vendor: TenantId, since: Timestamp) -> Result<Minutes> {
    let (cards, amount, began_at, last_at) = tx.one(
        "SELECT count(DISTINCT t.card_id), CAST(COALESCE(SUM(-e.amount), 0) AS BIGINT), MIN(t.created_at), MAX(t.created_at)
         FROM transfer t
         JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id AND e.account = 'card:' || t.card_id
         WHERE t.vendor_id = $1 AND t.created_at > $2 AND t.kind IN ('REDEMPTION', 'CASH_OUT')
             AND NOT EXISTS (SELECT 1 FROM transfer r WHERE r.vendor_id = t.vendor_id AND r.reverses = t.id)",
        params![vendor, since],
    )?;
    Ok(Minutes { cards, amount, began_at, last_at })
}

/// Sums the balances of a shop's cards.
pub fn outstanding(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Cents> {
    let (sum,) = tx.one(
        "SELECT CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM card WHERE vendor_id = $1 AND balance > 0",
        params![vendor],
    )?;
    Ok(sum)
}

/// Finds the time at which the last burst of a shop was closed.
pub fn last_closed(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Option<Timestamp>> {
    let (closed,) =
        tx.one("SELECT MAX(closed_at) FROM burst WHERE vendor_id = $1", params![vendor])?;
    Ok(closed)
}

pub fn find_open(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Option<BurstRow>> {
    let sql = format!("{SELECT} WHERE b.vendor_id = $1 AND b.closed_at IS NULL");
    Ok(tx.first(&sql, params![vendor])?)
}

/// Returns those of these vendors that have an open burst.
pub fn open_among(tx: &mut Tx<'_>, vendors: &[TenantId]) -> Result<BTreeSet<TenantId>> {
    let mut found = BTreeSet::new();
    for some in db::pieces(vendors) {
        let places = db::places(1..=some.len());
        let sql = format!(
            "SELECT vendor_id FROM burst WHERE vendor_id IN ({places}) AND closed_at IS NULL"
        );
        let values: Vec<Value<'_>> = some.iter().map(ToValue::to_value).collect();
        found.extend(tx.rows::<(TenantId,)>(&sql, &values)?.into_iter().map(|(vendor,)| vendor));
    }
    Ok(found)
}

pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (vendor, id): (TenantId, BurstId),
    minutes: &Minutes,
    outstanding: Cents,
) -> Result<()> {
    tx.later(
        "INSERT INTO burst (vendor_id, id, began_at, last_at, cards, amount, outstanding, found_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            vendor,
            id,
            minutes.began_at.unwrap_or(now),
            minutes.last_at.unwrap_or(now),
            minutes.cards,
            minutes.amount,
            outstanding,
            now
        ],
    )?;
    Ok(())
}

/// Updates the totals of an open burst to cover all redemptions since the burst began.
pub fn extend(
    tx: &mut Tx<'_>,
    (vendor, id): (TenantId, BurstId),
    minutes: &Minutes,
    last: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE burst SET last_at = $1, cards = $2, amount = $3 WHERE vendor_id = $4 AND id = $5 AND closed_at IS NULL",
        params![last, minutes.cards, minutes.amount, vendor, id],
    )?;
    Ok(())
}

/// Lists the people who redeemed cards during a burst.
pub fn people_of(tx: &mut Tx<'_>, burst: &BurstRow) -> Result<Vec<PersonId>> {
    let rows: Vec<(String,)> = tx.rows(
        "SELECT DISTINCT t.actor FROM transfer t
         WHERE t.vendor_id = $1 AND t.created_at >= $2 AND t.created_at <= $3 AND t.kind IN ('REDEMPTION', 'CASH_OUT')
         ORDER BY t.actor LIMIT 200",
        params![burst.vendor_id, burst.began_at, burst.last_at],
    )?;
    Ok(rows.iter().filter_map(|(actor,)| PersonId::parse(actor)).collect())
}

/// Closes a burst. Returns true for the first caller, whose name is kept, and false for later
/// callers.
pub fn close(
    tx: &mut Tx<'_>,
    now: Timestamp,
    burst: &BurstRow,
    by: PersonId,
    outcome: &str,
) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE burst SET closed_at = $1, closed_by = $2, outcome = $3
         WHERE vendor_id = $4 AND id = $5 AND closed_at IS NULL",
        params![now, by, outcome, burst.vendor_id, burst.id],
    )?;
    Ok(changed > 0)
}

/// Bursts that no administrator has closed yet, newest first.
pub const OPEN: OpenCases<BurstRow> = OpenCases::new("burst", "b", "b.closed_at IS NULL")
    .listed(SELECT, "b.found_at DESC, b.id DESC");
