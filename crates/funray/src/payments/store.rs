//! The rows of payment attempts.

use db::{Column, FromColumn, ToValue, Tx, Value, params};

use super::{AttemptId, Finding, NewAttempt, State};
use crate::{
    error::Result,
    jobs::JobId,
    kernel::{money::Cents, timestamp::Timestamp},
    ledger::OrderId,
};

impl State {
    pub fn word(self) -> &'static str {
        match self {
            State::Sending => "SENDING",
            State::Approved => "APPROVED",
            State::Issued => "ISSUED",
            State::Declined => "DECLINED",
            State::Held => "HELD",
            State::Unknown => "UNKNOWN",
            State::NotCharged => "NOT_CHARGED",
            State::VoidPending => "VOID_PENDING",
            State::Voided => "VOIDED",
        }
    }
}

impl ToValue for State {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.word().into())
    }
}

impl FromColumn for State {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        let mut states = State::ALL.into_iter();
        states.find(|state| state.word() == text).ok_or_else(|| format!("{text:?} is no state"))
    }
}

db::row! {
    /// An attempt to pay.
    #[derive(Clone, Debug)]
    pub struct AttemptRow {
        pub id: AttemptId,
        pub order_id: OrderId,
        pub reference: String,
        pub amount: Cents,
        pub state: State,
        pub transaction_id: Option<String>,
        pub paid_with: Option<String>,
        /// What the gateway said, for the customer.
        pub message: Option<String>,
        pub job_id: Option<JobId>,
        pub sent_at: Timestamp,
        pub ended_at: Option<Timestamp>,
    }
}

pub fn insert(
    tx: &mut Tx<'_>,
    id: AttemptId,
    now: Timestamp,
    number: i64,
    reference: &str,
    attempt: &NewAttempt<'_>,
) -> Result<()> {
    tx.execute(
        "INSERT INTO payment_attempt (id, order_id, number, reference, amount, state, token_hash, failures, sent_at)
         VALUES ($1, $2, $3, $4, $5, 'SENDING', $6, 0, $7)",
        params![id, attempt.order, number, reference, attempt.amount, attempt.token_hash, now],
    )?;
    Ok(())
}

pub fn count_of_order(tx: &mut Tx<'_>, order: OrderId, since: Timestamp) -> Result<i64> {
    let (count,) = tx.one(
        "SELECT count(*) FROM payment_attempt WHERE order_id = $1 AND sent_at > $2",
        params![order, since],
    )?;
    Ok(count)
}

pub fn set_job(tx: &mut Tx<'_>, id: AttemptId, job: JobId) -> Result<()> {
    tx.execute("UPDATE payment_attempt SET job_id = $1 WHERE id = $2", params![job, id])?;
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: AttemptId) -> Result<Option<AttemptRow>> {
    let sql = format!("SELECT {} FROM payment_attempt WHERE id = $1", AttemptRow::COLUMNS);
    Ok(tx.first(&sql, params![id])?)
}

pub fn lock(tx: &mut Tx<'_>, id: AttemptId) -> Result<Option<AttemptRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT {} FROM payment_attempt WHERE id = $1{lock}", AttemptRow::COLUMNS);
    Ok(tx.first(&sql, params![id])?)
}

pub fn find_by_token(tx: &mut Tx<'_>, token_hash: &str) -> Result<Option<AttemptRow>> {
    let sql = format!("SELECT {} FROM payment_attempt WHERE token_hash = $1", AttemptRow::COLUMNS);
    Ok(tx.first(&sql, params![token_hash])?)
}

pub fn find_by_transaction(tx: &mut Tx<'_>, transaction: &str) -> Result<Option<AttemptRow>> {
    let sql =
        format!("SELECT {} FROM payment_attempt WHERE transaction_id = $1", AttemptRow::COLUMNS);
    Ok(tx.first(&sql, params![transaction])?)
}

pub fn find_by_reference(tx: &mut Tx<'_>, reference: &str) -> Result<Option<AttemptRow>> {
    let sql = format!("SELECT {} FROM payment_attempt WHERE reference = $1", AttemptRow::COLUMNS);
    Ok(tx.first(&sql, params![reference])?)
}

pub fn newest_of(tx: &mut Tx<'_>, order: OrderId) -> Result<Option<AttemptRow>> {
    let sql = format!(
        "SELECT {} FROM payment_attempt WHERE order_id = $1 ORDER BY number DESC, id LIMIT 1",
        AttemptRow::COLUMNS
    );
    Ok(tx.first(&sql, params![order])?)
}

pub fn list_of(tx: &mut Tx<'_>, order: OrderId) -> Result<Vec<AttemptRow>> {
    let sql = format!(
        "SELECT {} FROM payment_attempt WHERE order_id = $1 ORDER BY number, id",
        AttemptRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![order])?)
}

/// What the gateway told besides the state itself.
pub fn set_finding(tx: &mut Tx<'_>, id: AttemptId, finding: &Finding) -> Result<()> {
    let (transaction, paid_with, message) = match finding {
        Finding::Charged { transaction, paid_with } => (Some(transaction), Some(paid_with), None),
        Finding::Held { transaction } => (Some(transaction), None, None),
        Finding::Declined { message } | Finding::NotCharged { message } => {
            (None, None, Some(message))
        }
        Finding::InDoubt { why } => (None, None, Some(why)),
    };
    // Nothing that is known is lost: a held transaction keeps its number when it is declined.
    tx.execute(
        "UPDATE payment_attempt SET transaction_id = COALESCE($1, transaction_id),
                paid_with = COALESCE($2, paid_with), message = $3 WHERE id = $4",
        params![transaction, paid_with, message, id],
    )?;
    Ok(())
}

/// What the gateway knows an attempt by, when nothing else follows from its finding.
pub fn set_transaction(tx: &mut Tx<'_>, id: AttemptId, transaction: &str) -> Result<()> {
    tx.execute(
        "UPDATE payment_attempt SET transaction_id = $1 WHERE id = $2",
        params![transaction, id],
    )?;
    Ok(())
}

pub fn set_state(
    tx: &mut Tx<'_>,
    id: AttemptId,
    state: State,
    ended_at: Option<Timestamp>,
) -> Result<()> {
    tx.execute(
        "UPDATE payment_attempt SET state = $1, ended_at = $2 WHERE id = $3",
        params![state, ended_at, id],
    )?;
    Ok(())
}

pub fn count_failure(tx: &mut Tx<'_>, id: AttemptId) -> Result<i64> {
    let (failures,) = tx.one(
        "UPDATE payment_attempt SET failures = failures + 1 WHERE id = $1 RETURNING failures",
        params![id],
    )?;
    Ok(failures)
}
