//! Payments: each attempt is written down before the gateway is asked, asked for once, and followed until it is known
//! what became of it. It knows orders by their ids only.

mod gateway;
mod rules;
mod store;

use std::time::Duration;

use db::Tx;

use crate::{
    app::App,
    error::{Code, Error, Result},
    id_type,
    jobs::{self, JobId},
    kernel::{money::Cents, timestamp::Timestamp},
    ledger::OrderId,
    secrets::{Secrets, Use},
};

pub use gateway::{CURRENCY, Payer, charge, give_back, look_at, search};
pub use rules::{Finding, SILENCE, State};
pub use store::AttemptRow;

use rules::Step;

id_type!(
    /// An attempt to pay for an order.
    AttemptId,
    "pay"
);

/// Whoever waits for a payment is woken under this topic, with the id of the attempt.
pub const TOPIC: &str = "payments";

/// After so many attempts on one order within a day somebody is trying cards out.
const MOST_ATTEMPTS: i64 = 30;
const ATTEMPTS_INTERVAL: Duration = Duration::from_secs(24 * 3600);
/// The number of an attempt has two digits in its references.
const MOST_ATTEMPTS_EVER: i64 = 99;
/// When to ask first about what is in doubt.
const FIRST_LOOK: Duration = Duration::from_secs(5);

/// An attempt to be made.
pub struct NewAttempt<'a> {
    pub order: OrderId,
    /// What the order's cart is known by: the first attempt's reference.
    pub cart: &'a str,
    pub amount: Cents,
    /// The keyed hash of the payment token.
    pub token_hash: String,
}

pub fn token_hash(secrets: &Secrets, token: &str) -> String {
    secrets.mac_hex(Use::PaymentToken, &[token.as_bytes()])
}

/// Writes an attempt down. The caller holds the lock of its cart.
pub fn begin(tx: &mut Tx<'_>, now: Timestamp, attempt: &NewAttempt<'_>) -> Result<AttemptId> {
    let number = store::count_of_order(tx, attempt.order, Timestamp::UNIX_EPOCH)? + 1;
    let recent = store::count_of_order(tx, attempt.order, now.minus(ATTEMPTS_INTERVAL))?;
    if recent >= MOST_ATTEMPTS || number > MOST_ATTEMPTS_EVER {
        return Err(Error::Refused(Code::TooManyPayments));
    }
    let reference = match number {
        1 => attempt.cart.to_owned(),
        later => format!("{}-{later}", attempt.cart),
    };
    let id = AttemptId::new(now);
    store::insert(tx, id, now, number, &reference, attempt)?;
    Ok(id)
}

/// The job that sees to an attempt's end.
pub fn set_job(tx: &mut Tx<'_>, id: AttemptId, job: JobId) -> Result<()> {
    store::set_job(tx, id, job)
}

pub fn find(tx: &mut Tx<'_>, id: AttemptId) -> Result<AttemptRow> {
    store::find(tx, id)?.ok_or(Error::NotFound)
}

/// The attempt that used a payment token, if any did.
pub fn find_by_token(tx: &mut Tx<'_>, token_hash: &str) -> Result<Option<AttemptRow>> {
    store::find_by_token(tx, token_hash)
}

/// The attempt that the gateway knows by this number of its own.
pub fn find_by_transaction(tx: &mut Tx<'_>, transaction: &str) -> Result<Option<AttemptRow>> {
    store::find_by_transaction(tx, transaction)
}

/// The attempt that the gateway knows by this name of ours.
pub fn find_by_reference(tx: &mut Tx<'_>, reference: &str) -> Result<Option<AttemptRow>> {
    store::find_by_reference(tx, reference)
}

/// The newest attempt on an order.
pub fn newest_of(tx: &mut Tx<'_>, order: OrderId) -> Result<Option<AttemptRow>> {
    store::newest_of(tx, order)
}

/// All attempts on an order, the oldest first.
pub fn list_of(tx: &mut Tx<'_>, order: OrderId) -> Result<Vec<AttemptRow>> {
    store::list_of(tx, order)
}

pub fn lock(tx: &mut Tx<'_>, id: AttemptId) -> Result<AttemptRow> {
    store::lock(tx, id)?.ok_or(Error::NotFound)
}

/// Writes down what the gateway said, and what that makes of the attempt. What it was before is in the reply.
pub fn apply(
    tx: &mut Tx<'_>,
    now: Timestamp,
    id: AttemptId,
    finding: &Finding,
) -> Result<(State, AttemptRow)> {
    let before = lock(tx, id)?;
    let next = match before.state.after(finding) {
        Step::Stay => return Ok((before.state, before)),
        Step::To(state) => state,
        Step::Contradiction(next) => {
            tracing::error!(attempt = %id, state = ?before.state, ?finding, "a payment contradicts what was known");
            match next {
                Some(state) => state,
                None => {
                    if let Finding::Held { transaction } = finding {
                        store::set_transaction(tx, id, transaction)?;
                    }
                    return Ok((before.state, before));
                }
            }
        }
    };
    store::set_finding(tx, id, finding)?;
    if next == State::Unknown {
        hurry(tx, &before, now.plus(FIRST_LOOK))?;
    }
    set_state(tx, now, &before, next)?;
    Ok((before.state, lock(tx, id)?))
}

/// Has the job of an attempt look after it no later than `due`. False when there is none, or somebody is at it.
pub fn hurry(tx: &mut Tx<'_>, attempt: &AttemptRow, due: Timestamp) -> Result<bool> {
    match attempt.job_id {
        Some(job) => jobs::hurry(tx, job, due),
        None => Ok(false),
    }
}

/// Puts an attempt into another state; one that is over needs its job no more.
pub fn set_state(
    tx: &mut Tx<'_>,
    now: Timestamp,
    attempt: &AttemptRow,
    state: State,
) -> Result<()> {
    store::set_state(tx, attempt.id, state, state.is_over().then_some(now))?;
    if let Some(job) = attempt.job_id.filter(|_| state.is_over()) {
        jobs::withdraw(tx, job)?;
    }
    tx.signal(TOPIC, attempt.id.to_string());
    Ok(())
}

/// Counts that the cards of an approved attempt could not be made; how often by now.
pub fn count_failure(tx: &mut Tx<'_>, id: AttemptId) -> Result<i64> {
    store::count_failure(tx, id)
}

/// Whether an attempt is in doubt because whoever sent it has been silent for too long.
pub fn is_silent(attempt: &AttemptRow, now: Timestamp) -> bool {
    now.since(attempt.sent_at) >= SILENCE
}

/// Whether anything can be paid at all.
pub fn refuse_without_gateway(app: &App) -> Result<()> {
    gateway::client(app).map(drop)
}
