//! Payments: each attempt is written down before the gateway is asked, asked for once, and looked up until it is known
//! what became of it. It knows orders by their ids only.

mod attempt;
mod driver;
pub mod errors;
mod gateway;
mod listing;
mod reasons;
mod refunds;
mod reversals;
pub mod secret_uses;
mod store;
pub mod watch;
mod webhooks;

use std::{sync::Arc, time::Duration};

use db::{Ask, Engine, Rows, Tx};

use kernel::{
    ids::{AttemptId, JobId, OrderId, PersonId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    jobs,
    secrets::{Hashes, Secrets},
};

use crate::payments::{errors::TOO_MANY_PAYMENTS, secret_uses::PAYMENT_TOKEN};

pub use attempt::{ChargeOutcome, Checks, ReversalCause, SILENCE, State};
pub use driver::{
    FinishPayment, RecheckPayment, deliver, deliver_in, finish_payment, pay, recheck_payment,
};
pub use gateway::Payer;
pub use listing::{
    DISPUTE_WON, KnownCharge, KnownRefund, Listed, ListedTransaction, is_wanted_refund,
    list_at_gateway, list_known, whole_refund_reference,
};
pub use reasons::Reason;
pub use refunds::{
    FinishRefund, NewRefund, RULES as RULES_OF_REFUNDS, RefundRefusal, RefundRow, RefundSums,
    RefundsOfClosing, RefusedRefund, WaitingRefund, ask_bank_payment, begin_refund,
    count_refused_refunds, cover_refused, end_by_bank, finish_refund, forget_bank_payment,
    is_too_old, list_refunds, list_refused_refunds, overdue_refunds, refunds_of_closing,
    refused_refunds, reopen_covered, sums_of_attempt, try_refund_again,
};
pub use reversals::{ChargeStanding, Reversed, look_for_reversal};
pub use store::{AttemptKey, AttemptRow, RULES as RULES_OF_LOOKUPS, figures};
pub use webhooks::handle_webhook;

use attempt::Transition;

/// Whoever waits for a payment is woken under this topic, with the id of the attempt.
pub const TOPIC: &str = "payments";

/// After so many attempts on one order within an hour somebody is trying cards out.
const MOST_ATTEMPTS: i64 = 30;
const ATTEMPTS_INTERVAL: Duration = Duration::from_secs(3600);
/// The number of an attempt has two digits in its references.
const MOST_ATTEMPTS_EVER: i64 = 99;
/// When to ask first about what is in doubt.
const FIRST_LOOK: Duration = Duration::from_secs(5);

/// What a payment is for, locked until the transaction ends. Payments know it by its id only: whoever sells it says here what
/// an outcome means to it.
pub trait Purchase: Sized + 'static {
    /// One thing happens to a purchase at a time. What else is asked is answered under the lock.
    fn lock<A: Ask>(
        tx: &mut Tx<'_>,
        buyer: PersonId,
        order: OrderId,
        also: A,
    ) -> Result<(Self, A::Answer)>;

    /// It was charged: whether an administrator has to decide about it before it is handed over.
    fn hold_if_risky(
        &self,
        tx: &mut Tx<'_>,
        app: &Arc<App>,
        now: Timestamp,
        attempt: &AttemptRow,
    ) -> Result<bool>;

    /// A person decides about its payment first, at the gateway or here.
    fn wait(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<()>;

    /// It was declined or never charged. `before` is the state it was in till now.
    fn fail(
        &self,
        tx: &mut Tx<'_>,
        app: &App,
        now: Timestamp,
        before: State,
        attempt: &AttemptRow,
    ) -> Result<()>;

    /// Hands over what was paid for.
    fn deliver(
        &self,
        tx: &mut Tx<'_>,
        app: &Arc<App>,
        now: Timestamp,
        attempt: &AttemptRow,
    ) -> Result<()>;

    /// Its last charge was voided: what was not handed over can be paid for again.
    fn reopen(&self, tx: &mut Tx<'_>, app: &App, now: Timestamp) -> Result<()>;

    /// Records that the gateway never refunds its charge. Returns the decision to void it.
    fn record_refusal(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        attempt: &AttemptRow,
    ) -> Result<VoidWish>;

    /// Nobody has decided about it for a while.
    fn remind(tx: &mut Tx<'_>, app: &App, now: Timestamp, attempt: &AttemptRow) -> Result<()>;

    /// Somebody else may have reversed a charge whose goods are out.
    fn look_into_charge(tx: &mut Tx<'_>, now: Timestamp, transaction: String) -> Result<()>;
}

/// The decision that a charge is to be voided.
pub struct VoidWish {
    pub by: PersonId,
    pub at: Timestamp,
    pub reason: String,
}

/// An attempt to be made.
pub struct NewAttempt<'a> {
    pub buyer: PersonId,
    pub order: OrderId,
    /// The order was made for it: there is no other.
    pub is_first: bool,
    /// What the order's cart is known by: the first attempt's reference.
    pub cart: &'a str,
    pub amount: Cents,
    /// The keyed hash of the payment token.
    pub token_hash: String,
    /// The keyed hash of the client address.
    pub client: Option<String>,
}

pub fn token_hashes(secrets: &Secrets, token: &str) -> Hashes {
    secrets.hashes(PAYMENT_TOKEN, &[token.as_bytes()])
}

/// Writes an attempt down, and has it finished by a job, should its sender be gone. The caller holds the lock of its cart.
pub fn begin(tx: &mut Tx<'_>, now: Timestamp, attempt: NewAttempt<'_>) -> Result<AttemptRow> {
    let finish = |id| FinishPayment { attempt: id };
    write_down(tx, now, attempt, |tx, id| {
        jobs::enqueue_at(tx, now, now.plus(SILENCE), &finish(id)).map(Some)
    })
}

/// Writes an attempt down that somebody brings to its end at once.
#[cfg(feature = "demo")]
pub fn begin_without_job(
    tx: &mut Tx<'_>,
    now: Timestamp,
    attempt: NewAttempt<'_>,
) -> Result<AttemptRow> {
    write_down(tx, now, attempt, |_, _| Ok(None))
}

fn write_down(
    tx: &mut Tx<'_>,
    now: Timestamp,
    attempt: NewAttempt<'_>,
    schedule: impl FnOnce(&mut Tx<'_>, AttemptId) -> Result<Option<JobId>>,
) -> Result<AttemptRow> {
    let (earlier, recent) = if attempt.is_first {
        (0, 0)
    } else {
        store::count_of_order(tx, attempt.buyer, attempt.order, now.minus(ATTEMPTS_INTERVAL))?
    };
    let number = earlier + 1;
    if recent >= MOST_ATTEMPTS || number > MOST_ATTEMPTS_EVER {
        return Err(Error::Refused(TOO_MANY_PAYMENTS));
    }
    let id = AttemptId::new(now);
    let row = AttemptRow {
        person_id: attempt.buyer,
        id,
        order_id: attempt.order,
        reference: match number {
            1 => attempt.cart.to_owned(),
            later => format!("{}-{later}", attempt.cart),
        },
        amount: attempt.amount,
        reversed: Cents::ZERO,
        refunded: Cents::ZERO,
        state: State::Sending,
        transaction_id: None,
        paid_with: None,
        client: attempt.client,
        avs: None,
        cvv: None,
        message: None,
        reason: None,
        job_id: schedule(tx, id)?,
        sent_at: now,
        ended_at: None,
    };
    store::insert(tx, number, &attempt.token_hash, &row)?;
    Ok(row)
}

/// The job that sees to an attempt's end.
fn set_job(tx: &mut Tx<'_>, attempt: AttemptKey, job: JobId) -> Result<()> {
    store::set_job(tx, attempt, job)
}

pub fn find(attempt: AttemptKey) -> impl Ask<Answer = Option<AttemptRow>> {
    store::find(attempt)
}

/// The attempt that used a payment token, if any did.
pub fn find_by_token(hashes: &Hashes) -> impl Ask<Answer = Option<AttemptRow>> + use<> {
    store::find_by_token(hashes)
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
pub fn newest_of(tx: &mut Tx<'_>, buyer: PersonId, order: OrderId) -> Result<Option<AttemptRow>> {
    store::newest_of(tx, buyer, order)
}

/// All attempts on an order, the oldest first.
pub fn list_of(buyer: PersonId, order: OrderId) -> Rows<AttemptRow> {
    store::list_of(buyer, order)
}

/// Somebody's attempts, the oldest first.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<AttemptRow>> {
    store::list_of_person(tx, person, page)
}

/// Erases where some of the attempts before this moment came from; how many that were.
pub fn erase_origins(tx: &mut Tx<'_>, sent_before: Timestamp, limit: i64) -> Result<u64> {
    store::erase_origins(tx, sent_before, limit)
}

/// An attempt and the lock of its row, to be asked for together with other things.
pub fn locked(engine: Engine, attempt: AttemptKey) -> impl Ask<Answer = Option<AttemptRow>> {
    store::lock(engine, attempt)
}

pub fn lock(tx: &mut Tx<'_>, attempt: AttemptKey) -> Result<AttemptRow> {
    tx.ask(store::lock(tx.engine(), attempt))?.ok_or(Error::NotFound)
}

/// Writes down what the gateway said, and what that makes of the attempt, which is locked.
#[cfg(feature = "demo")]
pub fn apply(
    tx: &mut Tx<'_>,
    now: Timestamp,
    before: AttemptRow,
    outcome: &ChargeOutcome,
) -> Result<AttemptRow> {
    let after = after(tx, now, before.clone(), outcome)?;
    write_outcome(tx, &before, &after)?;
    Ok(after)
}

/// What an outcome makes of the attempt, which is locked. Its state is still to be written down: with what follows from it, it
/// may be another by then.
fn after(
    tx: &mut Tx<'_>,
    now: Timestamp,
    before: AttemptRow,
    outcome: &ChargeOutcome,
) -> Result<AttemptRow> {
    let id = before.id;
    let next = match before.state.after(outcome) {
        Transition::Stay => return Ok(before),
        Transition::To(state) => state,
        Transition::Contradiction(next) => {
            tracing::error!(attempt = %id, state = ?before.state, ?outcome, "a payment contradicts what was known");
            match next {
                Some(state) => state,
                None => {
                    if let ChargeOutcome::Held { transaction } = outcome {
                        store::set_transaction(tx, &before, transaction)?;
                    }
                    return Ok(before);
                }
            }
        }
    };
    if next == State::Unknown {
        expedite(tx, &before, now.plus(FIRST_LOOK))?;
    }
    let ended_at = next.is_over().then_some(now);
    Ok(AttemptRow { state: next, ended_at, ..before.after(outcome) })
}

fn write_outcome(tx: &mut Tx<'_>, before: &AttemptRow, after: &AttemptRow) -> Result<()> {
    store::set_outcome(tx, before.transaction_id.as_deref(), after)?;
    announce(tx, after)
}

/// Has the job of an attempt look after it no later than `due`. False when there is none, or somebody is at it.
fn expedite(tx: &mut Tx<'_>, attempt: &AttemptRow, due: Timestamp) -> Result<bool> {
    match attempt.job_id {
        Some(job) => jobs::expedite(tx, job, due),
        None => Ok(false),
    }
}

/// The charge of what was handed over is to be voided or refunded.
pub fn void(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    set_state(tx, now, attempt, State::VoidPending)?;
    driver::schedule_finish(tx, now, attempt.key(), now)
}

/// An administrator has decided about a held attempt. The job that asks about it acts at once.
pub fn end_review(
    tx: &mut Tx<'_>,
    now: Timestamp,
    held: &AttemptRow,
    is_released: bool,
) -> Result<()> {
    let next = if is_released { State::Approved } else { State::VoidPending };
    set_state(tx, now, held, next)?;
    if expedite(tx, held, now)? {
        return Ok(());
    }
    driver::schedule_finish(tx, now, held.key(), now)
}

/// Ends a charge that was to be voided once its refund has ended.
pub fn end_void<P: Purchase>(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    attempt: &AttemptRow,
) -> Result<()> {
    let locked = store::lock(tx.engine(), attempt.key());
    let (purchase, attempt) = P::lock(tx, attempt.person_id, attempt.order_id, locked)?;
    driver::end_void(tx, app, now, &purchase, &attempt.ok_or(Error::NotFound)?)
}

/// The refund of a charge that was to be voided is open again.
pub fn reopen_void(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    if attempt.state == State::Voided {
        set_state(tx, now, attempt, State::VoidPending)?;
    }
    Ok(())
}

/// Puts an attempt into another state; one that is over needs its job no more.
fn set_state(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow, state: State) -> Result<()> {
    store::set_state(tx, attempt.key(), state, state.is_over().then_some(now))?;
    announce(tx, &AttemptRow { state, ..attempt.clone() })
}

/// Tells of another state; what is over needs its job no more.
fn announce(tx: &mut Tx<'_>, attempt: &AttemptRow) -> Result<()> {
    if let Some(job) = attempt.job_id.filter(|_| attempt.state.is_over()) {
        jobs::cancel(tx, job)?;
    }
    tx.signal(TOPIC, attempt.id.to_string());
    Ok(())
}

/// Somebody else reversed so much of a charge in all. Nothing is left of it when that is the whole.
pub fn set_reversed(
    tx: &mut Tx<'_>,
    now: Timestamp,
    attempt: &AttemptRow,
    reversed: Cents,
) -> Result<()> {
    store::set_reversed(tx, attempt.key(), reversed)?;
    let gone = reversed.checked_add(attempt.refunded).unwrap_or(attempt.amount);
    if gone >= attempt.amount {
        set_state(tx, now, attempt, State::Reversed)?;
    }
    Ok(())
}

/// A charge that somebody else had reversed stands again.
pub fn restore(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    store::set_reversed(tx, attempt.key(), Cents::ZERO)?;
    set_state(tx, now, attempt, State::Issued)
}

/// Whether what the gateway tells of is a refund that the support desk has asked for.
pub fn is_own_refund(tx: &mut Tx<'_>, attempt: &AttemptRow, reversed: &Reversed) -> Result<bool> {
    match &reversed.reference {
        Some(reference) => refunds::is_ours(tx, attempt, reference, &reversed.transaction),
        None => Ok(false),
    }
}

/// Whether an attempt is in doubt because whoever sent it has been silent for too long.
fn is_silent(attempt: &AttemptRow, now: Timestamp) -> bool {
    now.since(attempt.sent_at) >= SILENCE
}

/// Whether anything can be paid at all.
pub fn refuse_without_gateway(app: &App) -> Result<()> {
    gateway::client(app).map(drop)
}
