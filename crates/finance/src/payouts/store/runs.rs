//! Rows of payout runs, and of the payees that a run left out.

use db::{ToValue, Tx, Value, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PayoutState;
use access::auth::TenantKind;
use kernel::{
    dates::BusinessDate,
    ids::{PayoutRunId, PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{join_then, name_then};
use platform::error::Result;

/// Reason why a run has no payout to a payee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LeftOutReason {
    /// The payee owes money to the platform. The next run carries that forward.
    Negative,
    BelowMinimum,
    /// All of it is held back for recently sold cards.
    Reserved,
    /// Payouts to the payee are paused.
    Paused,
    /// The payee has a draft of an earlier run.
    Drafted,
}

db::text_enum! {
    LeftOutReason {
        Negative = "NEGATIVE",
        BelowMinimum = "BELOW_MINIMUM",
        Reserved = "RESERVED",
        Paused = "PAUSED",
        Drafted = "DRAFTED",
    }
}

db::row! {
    /// A payout run with the name of the administrator who drafted it.
    #[derive(Clone, Debug)]
    pub struct RunRow {
        pub id: PayoutRunId,
        pub last_day: BusinessDate,
        pub minimum: Cents,
        pub drafted_by: PersonId,
        pub drafted_at: Timestamp,
        pub drafted_by_name: Option<String>,
    }
}

db::row! {
    /// Payouts of a run in one state.
    #[derive(Clone, Copy, Debug)]
    pub struct StateSum {
        pub run_id: PayoutRunId,
        pub state: PayoutState,
        pub payouts: i64,
        pub amount: Cents,
        /// Number of reported failures that no second person has decided.
        pub reported: i64,
    }
}

db::row! {
    /// Payees that a run left out for one reason.
    #[derive(Clone, Copy, Debug)]
    pub struct LeftOutSum {
        pub run_id: PayoutRunId,
        pub reason: LeftOutReason,
        pub payees: i64,
        pub balance: Cents,
    }
}

db::row! {
    /// Payee that a run left out.
    #[derive(Clone, Debug)]
    pub struct LeftOutRow {
        pub tenant_id: TenantId,
        pub tenant_kind: TenantKind,
        pub tenant_name: String,
        pub reason: LeftOutReason,
        pub balance: Cents,
    }
}

const SELECT: &str = concat!(
    "SELECT r.id, r.last_day, r.minimum, r.drafted_by, r.drafted_at, ",
    name_then!("d"),
    " FROM payout_run r ",
    join_then!("d", "r.drafted_by", "r.drafted_at")
);

pub fn find(tx: &mut Tx<'_>, id: PayoutRunId) -> Result<Option<RunRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE r.id = $1"), params![id])?)
}

/// Returns one page of the runs, the newest first.
pub fn list(tx: &mut Tx<'_>, page: PageRequest) -> Result<Vec<RunRow>> {
    let sql = format!("{SELECT} ORDER BY r.drafted_at DESC, r.id DESC LIMIT $1 OFFSET $2");
    Ok(tx.rows(&sql, params![page.limit(), page.offset()])?)
}

pub fn count(tx: &mut Tx<'_>) -> Result<u64> {
    let (count,): (i64,) = tx.one("SELECT count(*) FROM payout_run", &[])?;
    Ok(count.unsigned_abs())
}

pub fn insert(
    tx: &mut Tx<'_>,
    (run, by, now): (PayoutRunId, PersonId, Timestamp),
    last_day: BusinessDate,
    minimum: Cents,
) -> Result<()> {
    tx.later(
        "INSERT INTO payout_run (id, last_day, minimum, drafted_by, drafted_at) VALUES ($1, $2, $3, $4, $5)",
        params![run, last_day, minimum, by, now],
    )?;
    Ok(())
}

pub fn insert_left_out(
    tx: &mut Tx<'_>,
    run: PayoutRunId,
    tenant: TenantId,
    reason: LeftOutReason,
    balance: Cents,
) -> Result<()> {
    tx.later(
        "INSERT INTO payout_left_out (run_id, tenant_id, reason, balance) VALUES ($1, $2, $3, $4)",
        params![run, tenant, reason, balance],
    )?;
    Ok(())
}

fn of_runs<'a>(runs: &'a [PayoutRunId]) -> (String, Vec<Value<'a>>) {
    let values: Vec<Value<'a>> = db::padded(runs).map(ToValue::to_value).collect();
    (db::places(1..=values.len()), values)
}

/// Sums the payouts of these runs by state.
pub fn sums_by_state(tx: &mut Tx<'_>, runs: &[PayoutRunId]) -> Result<Vec<StateSum>> {
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let (places, values) = of_runs(runs);
    let sql = format!(
        "SELECT run_id, state, count(*), CAST(SUM(amount) AS BIGINT),
             CAST(SUM(CASE WHEN failure_asked_by IS NOT NULL AND state <> 'FAILED' THEN 1 ELSE 0 END) AS BIGINT)
         FROM payout WHERE run_id IN ({places}) GROUP BY run_id, state"
    );
    Ok(tx.rows(&sql, &values)?)
}

/// Sums what these runs left out, by reason.
pub fn sums_left_out(tx: &mut Tx<'_>, runs: &[PayoutRunId]) -> Result<Vec<LeftOutSum>> {
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let (places, values) = of_runs(runs);
    let sql = format!(
        "SELECT run_id, reason, count(*), CAST(SUM(balance) AS BIGINT) FROM payout_left_out
         WHERE run_id IN ({places}) GROUP BY run_id, reason"
    );
    Ok(tx.rows(&sql, &values)?)
}

/// Returns one page of the payees that a run left out, sorted by reason, those with the smallest
/// balance first.
pub fn list_left_out(
    tx: &mut Tx<'_>,
    run: PayoutRunId,
    page: PageRequest,
) -> Result<Vec<LeftOutRow>> {
    Ok(tx.rows(
        "SELECT l.tenant_id, t.kind, t.display_name, l.reason, l.balance FROM payout_left_out l JOIN tenant t ON t.id = l.tenant_id
         WHERE l.run_id = $1 ORDER BY l.reason DESC, l.balance, l.tenant_id LIMIT $2 OFFSET $3",
        params![run, page.limit(), page.offset()],
    )?)
}

pub fn count_left_out(tx: &mut Tx<'_>, run: PayoutRunId) -> Result<u64> {
    let sql = "SELECT count(*) FROM payout_left_out WHERE run_id = $1";
    let (count,): (i64,) = tx.one(sql, params![run])?;
    Ok(count.unsigned_abs())
}
