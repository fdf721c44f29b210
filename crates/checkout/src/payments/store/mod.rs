//! Database rows of payment attempts.

pub mod figures;
mod lookup;

use db::{Ask, Engine, Rows, Tx, Value, params, rows};

use super::{ChargeOutcome, Checks, KnownCharge, Reason, State, watch::first_due};
use kernel::{
    ids::{AttemptId, JobId, OrderId, PersonId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use platform::{error::Result, secrets::Hashes};

pub use lookup::RULES;
pub(super) use lookup::{Name, insert as insert_names, is_known};

db::row! {
    /// An attempt to pay for an order.
    #[derive(Clone, Debug)]
    pub struct AttemptRow {
        /// Id of the buyer.
        pub person_id: PersonId,
        pub id: AttemptId,
        pub order_id: OrderId,
        pub reference: String,
        pub amount: Cents,
        /// Sum of the charge that was reversed at the gateway by someone else, such as the
        /// cardholder's bank.
        pub reversed: Cents,
        /// Sum of the charge's refunds that have their own records.
        pub refunded: Cents,
        pub state: State,
        pub transaction_id: Option<String>,
        pub paid_with: Option<String>,
        pub client: Option<String>,
        pub avs: Option<String>,
        pub cvv: Option<String>,
        /// The gateway's message for the buyer, or the reason why the outcome is in doubt.
        pub message: Option<String>,
        /// Reason why the payment failed; `None` if it didn't fail or the reason is not known.
        pub reason: Option<Reason>,
        pub job_id: Option<JobId>,
        pub sent_at: Timestamp,
        pub ended_at: Option<Timestamp>,
    }
}

/// Primary key of an attempt. It contains the buyer, because rows are distributed by buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptKey {
    pub person: PersonId,
    pub id: AttemptId,
}

impl AttemptRow {
    pub fn key(&self) -> AttemptKey {
        AttemptKey { person: self.person_id, id: self.id }
    }

    /// Returns the attempt with the data of an outcome. Data missing from the outcome is kept: a
    /// held transaction keeps its number if it is declined.
    pub fn after(&self, outcome: &ChargeOutcome) -> AttemptRow {
        let none = Checks::default();
        let mut reason = None;
        let (transaction, paid_with, message, checks) = match outcome {
            ChargeOutcome::Charged { transaction, paid_with, checks } => {
                (Some(transaction), Some(paid_with), None, checks)
            }
            ChargeOutcome::Held { transaction } => (Some(transaction), None, None, &none),
            ChargeOutcome::Declined { message, reason: why, paid_with, checks } => {
                reason = *why;
                (None, paid_with.as_ref(), Some(message), checks)
            }
            ChargeOutcome::NotCharged { message, reason: why } => {
                reason = *why;
                (None, None, Some(message), &none)
            }
            ChargeOutcome::InDoubt { why } => (None, None, Some(why), &none),
        };
        let newer = |new: Option<&String>, old: &Option<String>| new.or(old.as_ref()).cloned();
        AttemptRow {
            transaction_id: newer(transaction, &self.transaction_id),
            paid_with: newer(paid_with, &self.paid_with),
            message: message.cloned(),
            reason,
            avs: newer(checks.avs.as_ref(), &self.avs),
            cvv: newer(checks.cvv.as_ref(), &self.cvv),
            ..self.clone()
        }
    }
}

pub fn insert(tx: &mut Tx<'_>, number: i64, token_hash: &str, attempt: &AttemptRow) -> Result<()> {
    tx.later(
        "INSERT INTO payment_attempt (person_id, id, order_id, number, reference, amount, state, token_hash, client, failures,
             job_id, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11)",
        params![
            attempt.person_id,
            attempt.id,
            attempt.order_id,
            number,
            attempt.reference,
            attempt.amount,
            attempt.state,
            token_hash,
            attempt.client,
            attempt.job_id,
            attempt.sent_at
        ],
    )?;
    let names = [Name::Token(token_hash), Name::Reference(&attempt.reference)];
    lookup::insert(tx, attempt.key(), &names)
}

/// Returns the number of all attempts on an order, and of those sent after `since`.
pub fn count_of_order(
    tx: &mut Tx<'_>,
    person: PersonId,
    order: OrderId,
    since: Timestamp,
) -> Result<(i64, i64)> {
    Ok(tx.one(
        "SELECT count(*), count(CASE WHEN sent_at > $3 THEN 1 END) FROM payment_attempt
         WHERE person_id = $1 AND order_id = $2",
        params![person, order, since],
    )?)
}

pub fn set_job(tx: &mut Tx<'_>, attempt: AttemptKey, job: JobId) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET job_id = $1 WHERE person_id = $2 AND id = $3",
        params![job, attempt.person, attempt.id],
    )?;
    Ok(())
}

pub fn find(attempt: AttemptKey) -> impl Ask<Answer = Option<AttemptRow>> {
    let columns = AttemptRow::COLUMNS;
    let sql = format!("SELECT {columns} FROM payment_attempt WHERE person_id = $1 AND id = $2");
    rows(sql, params![attempt.person, attempt.id]).first()
}

/// Finds an attempt by its id alone, for jobs, which don't know the buyer.
pub fn find_any(id: AttemptId) -> impl Ask<Answer = Option<AttemptRow>> {
    let sql = format!("SELECT {} FROM payment_attempt WHERE id = $1", AttemptRow::COLUMNS);
    rows(sql, params![id]).first()
}

pub fn lock(engine: Engine, attempt: AttemptKey) -> impl Ask<Answer = Option<AttemptRow>> {
    let sql = format!(
        "SELECT {} FROM payment_attempt WHERE person_id = $1 AND id = $2{}",
        AttemptRow::COLUMNS,
        engine.for_update()
    );
    rows(sql, params![attempt.person, attempt.id]).first()
}

pub fn find_by_token(hashes: &Hashes) -> impl Ask<Answer = Option<AttemptRow>> + use<> {
    let names: Vec<Name<'_>> = hashes.iter().map(Name::Token).collect();
    find_named(&names)
}

pub fn find_by_transaction(tx: &mut Tx<'_>, transaction: &str) -> Result<Option<AttemptRow>> {
    Ok(tx.ask(find_named(&[Name::Transaction(transaction)]))?)
}

pub fn find_by_reference(tx: &mut Tx<'_>, reference: &str) -> Result<Option<AttemptRow>> {
    Ok(tx.ask(find_named(&[Name::Reference(reference)]))?)
}

fn find_named(names: &[Name<'_>]) -> impl Ask<Answer = Option<AttemptRow>> + use<> {
    let keys: Vec<Value<'_>> = names.iter().map(|name| Value::Text(name.key().into())).collect();
    let named = lookup::named(names.len());
    let sql = format!("SELECT {} FROM payment_attempt WHERE {named}", AttemptRow::COLUMNS);
    rows(sql, &keys).first()
}

pub fn newest_of(tx: &mut Tx<'_>, person: PersonId, order: OrderId) -> Result<Option<AttemptRow>> {
    let sql = format!(
        "SELECT {} FROM payment_attempt WHERE person_id = $1 AND order_id = $2 ORDER BY number DESC, id LIMIT 1",
        AttemptRow::COLUMNS
    );
    Ok(tx.first(&sql, params![person, order])?)
}

pub fn list_of(person: PersonId, order: OrderId) -> Rows<AttemptRow> {
    let sql = format!(
        "SELECT {} FROM payment_attempt WHERE person_id = $1 AND order_id = $2 ORDER BY number, id",
        AttemptRow::COLUMNS
    );
    rows(sql, params![person, order])
}

/// Lists the attempts sent since `from` that have a transaction number of the gateway.
pub fn list_known(tx: &mut Tx<'_>, from: Timestamp) -> Result<Vec<KnownCharge>> {
    let sql = format!(
        "SELECT {} FROM payment_attempt WHERE sent_at >= $1 AND transaction_id IS NOT NULL ORDER BY sent_at, id",
        KnownCharge::COLUMNS
    );
    Ok(tx.rows(&sql, params![from])?)
}

/// Stores an outcome and the attempt's new state. `transaction` is the transaction number that was
/// stored before.
pub fn set_outcome(tx: &mut Tx<'_>, transaction: Option<&str>, attempt: &AttemptRow) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET state = $1, ended_at = $2, transaction_id = $3, paid_with = $4, message = $5, avs = $6,
                cvv = $7, watch_due_at = COALESCE(watch_due_at, $10), reason = $11 WHERE person_id = $8 AND id = $9",
        params![
            attempt.state,
            attempt.ended_at,
            attempt.transaction_id,
            attempt.paid_with,
            attempt.message,
            attempt.avs,
            attempt.cvv,
            attempt.person_id,
            attempt.id,
            watched_from(attempt.state, attempt.ended_at),
            attempt.reason
        ],
    )?;
    lookup::set_transaction(tx, attempt.key(), transaction, attempt.transaction_id.as_deref())
}

/// Stores the gateway's transaction number of an attempt, and leaves the state unchanged.
pub fn set_transaction(tx: &mut Tx<'_>, attempt: &AttemptRow, transaction: &str) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET transaction_id = $1 WHERE person_id = $2 AND id = $3",
        params![transaction, attempt.person_id, attempt.id],
    )?;
    let before = attempt.transaction_id.as_deref();
    lookup::set_transaction(tx, attempt.key(), before, Some(transaction))
}

pub fn set_state(
    tx: &mut Tx<'_>,
    attempt: AttemptKey,
    state: State,
    ended_at: Option<Timestamp>,
) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET state = $1, ended_at = $2, watch_due_at = COALESCE(watch_due_at, $5)
         WHERE person_id = $3 AND id = $4",
        params![state, ended_at, attempt.person, attempt.id, watched_from(state, ended_at)],
    )?;
    Ok(())
}

/// Returns the time of a charge's first check for disputes, if its cards were just issued;
/// otherwise `None`.
fn watched_from(state: State, ended_at: Option<Timestamp>) -> Option<Timestamp> {
    ended_at.filter(|_| state == State::Issued).map(first_due)
}

pub fn set_refunded(tx: &mut Tx<'_>, attempt: AttemptKey, refunded: Cents) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET refunded = $1 WHERE person_id = $2 AND id = $3",
        params![refunded, attempt.person, attempt.id],
    )?;
    Ok(())
}

pub fn set_reversed(tx: &mut Tx<'_>, attempt: AttemptKey, reversed: Cents) -> Result<()> {
    tx.later(
        "UPDATE payment_attempt SET reversed = $1 WHERE person_id = $2 AND id = $3",
        params![reversed, attempt.person, attempt.id],
    )?;
    Ok(())
}

/// Lists a person's attempts to pay, oldest first.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<AttemptRow>> {
    let sql = format!(
        "SELECT {} FROM payment_attempt WHERE person_id = $1 ORDER BY id LIMIT $2 OFFSET $3",
        AttemptRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![person, page.limit(), page.offset()])?)
}

/// Erases the IP address and the results of card checks from at most `limit` attempts sent before
/// `sent_before`, oldest first. Also erases the payment card of attempts that were declined, not
/// charged or voided. Returns the number of attempts erased.
pub fn erase_origins(tx: &mut Tx<'_>, sent_before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "UPDATE payment_attempt
         SET client = NULL, avs = NULL, cvv = NULL,
             paid_with = CASE WHEN state IN ('DECLINED', 'NOT_CHARGED', 'VOIDED') THEN NULL ELSE paid_with END
         WHERE (person_id, id) IN
             (SELECT person_id, id FROM payment_attempt
              WHERE sent_at < $1
                AND (client IS NOT NULL OR avs IS NOT NULL OR cvv IS NOT NULL
                     OR (paid_with IS NOT NULL AND state IN ('DECLINED', 'NOT_CHARGED', 'VOIDED')))
              ORDER BY sent_at, id LIMIT $2)",
        params![sent_before, limit],
    )?)
}

pub fn count_failure(tx: &mut Tx<'_>, attempt: AttemptKey) -> Result<i64> {
    let (failures,) = tx.one(
        "UPDATE payment_attempt SET failures = failures + 1 WHERE person_id = $1 AND id = $2 RETURNING failures",
        params![attempt.person, attempt.id],
    )?;
    Ok(failures)
}
