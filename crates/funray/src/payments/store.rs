//! The rows of payment attempts.

use db::{Column, FromColumn, ToValue, Tx, Value, params};

use super::{ChargeOutcome, Checks, NewAttempt, ReversalCause, State};
use crate::{
    error::Result,
    kernel::{
        ids::{AttemptId, JobId, OrderId, PersonId},
        money::Cents,
        paging::PageRequest,
        timestamp::Timestamp,
    },
};

impl State {
    pub fn word(self) -> &'static str {
        match self {
            State::Sending => "SENDING",
            State::Approved => "APPROVED",
            State::Review => "REVIEW",
            State::Issued => "ISSUED",
            State::Declined => "DECLINED",
            State::Held => "HELD",
            State::Unknown => "UNKNOWN",
            State::NotCharged => "NOT_CHARGED",
            State::VoidPending => "VOID_PENDING",
            State::Voided => "VOIDED",
            State::Reversed => "REVERSED",
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

impl ReversalCause {
    pub fn word(self) -> &'static str {
        match self {
            ReversalCause::Voided => "VOIDED",
            ReversalCause::Refunded => "REFUNDED",
            ReversalCause::Disputed => "DISPUTED",
            ReversalCause::Declined => "DECLINED",
        }
    }
}

impl ToValue for ReversalCause {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.word().into())
    }
}

impl FromColumn for ReversalCause {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        let mut causes = ReversalCause::ALL.into_iter();
        causes.find(|cause| cause.word() == text).ok_or_else(|| format!("{text:?} is no cause"))
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
        /// How much of it somebody else has reversed at the gateway.
        pub reversed: Cents,
        pub state: State,
        pub transaction_id: Option<String>,
        pub paid_with: Option<String>,
        pub client: Option<String>,
        pub avs: Option<String>,
        pub cvv: Option<String>,
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
    tx.later(
        "INSERT INTO payment_attempt (id, order_id, number, reference, amount, state, token_hash, client, failures, sent_at)
         VALUES ($1, $2, $3, $4, $5, 'SENDING', $6, $7, 0, $8)",
        params![
            id,
            attempt.order,
            number,
            reference,
            attempt.amount,
            attempt.token_hash,
            attempt.client,
            now
        ],
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
    tx.later("UPDATE payment_attempt SET job_id = $1 WHERE id = $2", params![job, id])?;
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
pub fn set_outcome(tx: &mut Tx<'_>, id: AttemptId, outcome: &ChargeOutcome) -> Result<()> {
    let none = Checks::default();
    let (transaction, paid_with, message, checks) = match outcome {
        ChargeOutcome::Charged { transaction, paid_with, checks } => {
            (Some(transaction), Some(paid_with), None, checks)
        }
        ChargeOutcome::Held { transaction } => (Some(transaction), None, None, &none),
        ChargeOutcome::Declined { message, paid_with, checks } => {
            (None, paid_with.as_ref(), Some(message), checks)
        }
        ChargeOutcome::NotCharged { message } => (None, None, Some(message), &none),
        ChargeOutcome::InDoubt { why } => (None, None, Some(why), &none),
    };
    // Nothing that is known is lost: a held transaction keeps its number when it is declined.
    tx.later(
        "UPDATE payment_attempt SET transaction_id = COALESCE($1, transaction_id),
                paid_with = COALESCE($2, paid_with), message = $3, avs = COALESCE($4, avs), cvv = COALESCE($5, cvv)
         WHERE id = $6",
        params![transaction, paid_with, message, checks.avs, checks.cvv, id],
    )?;
    Ok(())
}

/// What the gateway knows an attempt by, when nothing else follows from its outcome.
pub fn set_transaction(tx: &mut Tx<'_>, id: AttemptId, transaction: &str) -> Result<()> {
    tx.later(
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
    tx.later(
        "UPDATE payment_attempt SET state = $1, ended_at = $2 WHERE id = $3",
        params![state, ended_at, id],
    )?;
    Ok(())
}

pub fn set_reversed(tx: &mut Tx<'_>, id: AttemptId, reversed: Cents) -> Result<()> {
    tx.later("UPDATE payment_attempt SET reversed = $1 WHERE id = $2", params![reversed, id])?;
    Ok(())
}

/// Somebody's attempts, the oldest first.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<AttemptRow>> {
    let sql = format!(
        "SELECT {} FROM payment_attempt WHERE order_id IN (SELECT id FROM orders WHERE person_id = $1)
         ORDER BY id LIMIT $2 OFFSET $3",
        AttemptRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![person, page.limit(), page.offset()])?)
}

/// Erases where the first of the attempts sent before this moment came from, and of those that were not charged the payment
/// card; how many that were.
pub fn erase_origins(tx: &mut Tx<'_>, sent_before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "UPDATE payment_attempt
         SET client = NULL, avs = NULL, cvv = NULL,
             paid_with = CASE WHEN state IN ('DECLINED', 'NOT_CHARGED', 'VOIDED') THEN NULL ELSE paid_with END
         WHERE id IN
             (SELECT id FROM payment_attempt
              WHERE sent_at < $1
                AND (client IS NOT NULL OR avs IS NOT NULL OR cvv IS NOT NULL
                     OR (paid_with IS NOT NULL AND state IN ('DECLINED', 'NOT_CHARGED', 'VOIDED')))
              ORDER BY sent_at, id LIMIT $2)",
        params![sent_before, limit],
    )?)
}

pub fn count_failure(tx: &mut Tx<'_>, id: AttemptId) -> Result<i64> {
    let (failures,) = tx.one(
        "UPDATE payment_attempt SET failures = failures + 1 WHERE id = $1 RETURNING failures",
        params![id],
    )?;
    Ok(failures)
}
