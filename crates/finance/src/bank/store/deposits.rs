//! SQL for deposits of the gateway.

use db::{Tx, params};

use checkout::payments::Settlement;
use kernel::{
    date_range::DateRange,
    dates::BusinessDate,
    ids::{GatewayDepositId, TransferId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use platform::error::Result;

/// Returns the time of the newest known settlement.
pub fn newest(tx: &mut Tx<'_>) -> Result<Option<Timestamp>> {
    let (newest,) = tx.one("SELECT MAX(settled_at) FROM gateway_deposit", &[])?;
    Ok(newest)
}

/// Returns the time of the first settlement that is not booked, because its sums differ.
pub fn first_differing(tx: &mut Tx<'_>) -> Result<Option<Timestamp>> {
    let sql = "SELECT MIN(settled_at) FROM gateway_deposit WHERE booked_at IS NULL";
    let (first,) = tx.one(sql, &[])?;
    Ok(first)
}

pub fn is_booked(tx: &mut Tx<'_>, batch: &str) -> Result<bool> {
    let sql = "SELECT id FROM gateway_deposit WHERE batch_id = $1 AND booked_at IS NOT NULL";
    Ok(tx.first::<(GatewayDepositId,)>(sql, params![batch])?.is_some())
}

/// Inserts a batch that is not booked, unless it is known.
pub fn insert(
    tx: &mut Tx<'_>,
    id: GatewayDepositId,
    now: Timestamp,
    batch: &Settlement,
    net: Cents,
) -> Result<()> {
    tx.execute(
        "INSERT INTO gateway_deposit (id, batch_id, settled_at, settled_on, charges, charge_count, refunds, refund_count,
             net, listed, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10) ON CONFLICT (batch_id) DO NOTHING",
        params![
            id,
            batch.batch,
            batch.settled_at,
            BusinessDate::of(batch.settled_at),
            batch.charges,
            batch.charge_count,
            batch.refunds,
            batch.refund_count,
            net,
            now
        ],
    )?;
    Ok(())
}

/// Locks a batch. Returns whether it is booked.
pub fn lock(tx: &mut Tx<'_>, batch: &str) -> Result<bool> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT booked_at FROM gateway_deposit WHERE batch_id = $1{lock}");
    let (booked_at,): (Option<Timestamp>,) = tx.one(&sql, params![batch])?;
    Ok(booked_at.is_some())
}

/// Stores the sums of a batch that is not booked. The gateway may have corrected them.
pub fn set_sums(tx: &mut Tx<'_>, batch: &Settlement, net: Cents, listed: Cents) -> Result<()> {
    tx.execute(
        "UPDATE gateway_deposit SET charges = $2, charge_count = $3, refunds = $4, refund_count = $5, net = $6, listed = $7
         WHERE batch_id = $1",
        params![
            batch.batch,
            batch.charges,
            batch.charge_count,
            batch.refunds,
            batch.refund_count,
            net,
            listed
        ],
    )?;
    Ok(())
}

pub fn set_booked(
    tx: &mut Tx<'_>,
    batch: &str,
    now: Timestamp,
    transfer: Option<TransferId>,
) -> Result<()> {
    tx.execute(
        "UPDATE gateway_deposit SET booked_at = $2, transfer_id = $3 WHERE batch_id = $1",
        params![batch, now, transfer],
    )?;
    Ok(())
}

#[cfg(feature = "demo")]
db::row! {
    /// Amount that was charged at one moment.
    #[derive(Clone, Copy, Debug)]
    pub struct Charged {
        pub at: Timestamp,
        pub amount: Cents,
    }
}

/// Returns all charges of a demo, the earliest first.
#[cfg(feature = "demo")]
pub fn charges(tx: &mut Tx<'_>) -> Result<Vec<Charged>> {
    Ok(tx.rows(
        "SELECT created_at, CAST(-SUM(amount) AS BIGINT) FROM entry WHERE account = 'gateway_clearing' AND amount < 0
         GROUP BY created_at ORDER BY created_at",
        &[],
    )?)
}

pub fn count_differing(tx: &mut Tx<'_>) -> Result<u64> {
    let sql = "SELECT count(*) FROM gateway_deposit WHERE booked_at IS NULL";
    let (count,): (i64,) = tx.one(sql, &[])?;
    Ok(count.unsigned_abs())
}

db::row! {
    /// Deposit with the day on which it arrived in the bank account.
    #[derive(Clone, Debug)]
    pub struct DepositRow {
        pub id: GatewayDepositId,
        pub batch_id: String,
        pub settled_at: Timestamp,
        pub settled_on: BusinessDate,
        pub charges: Cents,
        pub charge_count: i64,
        pub refunds: Cents,
        pub refund_count: i64,
        pub net: Cents,
        pub listed: Cents,
        pub booked_at: Option<Timestamp>,
        pub arrived_on: Option<BusinessDate>,
    }
}

const IN_RANGE: &str = "d.settled_at >= $1 AND d.settled_at < $2";

pub fn list(tx: &mut Tx<'_>, days: DateRange, page: PageRequest) -> Result<Vec<DepositRow>> {
    let (from, until) = days.moments();
    let sql = format!(
        "SELECT d.id, d.batch_id, d.settled_at, d.settled_on, d.charges, d.charge_count, d.refunds, d.refund_count, d.net,
             d.listed, d.booked_at, l.day
         FROM gateway_deposit d LEFT JOIN bank_line l ON l.id = d.line_id
         WHERE {IN_RANGE} ORDER BY d.settled_at DESC, d.id DESC LIMIT $3 OFFSET $4"
    );
    Ok(tx.rows(&sql, params![from, until, page.limit(), page.offset()])?)
}

pub fn count(tx: &mut Tx<'_>, days: DateRange) -> Result<u64> {
    let (from, until) = days.moments();
    let sql = format!("SELECT count(*) FROM gateway_deposit d WHERE {IN_RANGE}");
    let (count,): (i64,) = tx.one(&sql, params![from, until])?;
    Ok(count.unsigned_abs())
}
