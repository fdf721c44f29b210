//! Payments. Each attempt is recorded before the gateway is called, sent to the gateway once, and
//! looked up until its outcome is known. This module knows orders only by their ids.

mod attempt;
mod driver;
pub mod errors;
mod gateway;
mod listing;
mod reasons;
mod refunds;
mod reversals;
pub mod secret_uses;
mod settlements;
mod store;
pub mod watch;
mod webhooks;

use std::{sync::Arc, time::Duration};

use db::{Ask, Engine, Rows, Tx};

use kernel::{
    brand::Brand,
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
    FinishRefund, NewRefund, REFUSED_REFUNDS, RULES as RULES_OF_REFUNDS, RefundRefusal, RefundRow,
    RefundState, RefundSums, RefundsOfClosing, RefusedRefund, WaitingRefund, ask_bank_payment,
    begin_refund, cover_refused, end_by_bank, finish_refund, forget_bank_payment, is_too_old,
    list_refunds, overdue_refunds, refunds_of_closing, refused_refunds, reopen_covered,
    sums_of_attempt, try_refund_again,
};
pub use reversals::{ChargeStanding, Reversed, look_for_reversal};
pub use settlements::{MAX_SETTLEMENTS_SPAN, Settlement, list_settlements, settled_net};
pub use store::{AttemptKey, AttemptRow, RULES as RULES_OF_LOOKUPS, figures};
pub use webhooks::handle_webhook;

use attempt::Transition;

/// Topic of the signals that an attempt has a new state. The payload is the attempt's id.
pub const TOPIC: &str = "payments";

/// Maximum number of attempts on one order within an hour. More attempts look like someone testing
/// stolen cards.
const MAX_ATTEMPTS: i64 = 30;
const ATTEMPTS_INTERVAL: Duration = Duration::from_secs(3600);
/// Maximum number of attempts on one order. The number of an attempt has at most two digits in
/// references.
const MAX_ATTEMPTS_EVER: i64 = 99;
/// Delay of the first lookup of an attempt whose outcome is in doubt.
const FIRST_LOOK: Duration = Duration::from_secs(5);

/// Purchase that is paid for, locked until the transaction ends. The payments module knows only its
/// id; the orders module implements the effect of each outcome.
pub trait Purchase: Sized + 'static {
    /// Locks the purchase, so that its changes run one after the other. Also runs the query `also`
    /// under the lock, and returns its result.
    fn lock<A: Ask>(
        tx: &mut Tx<'_>,
        buyer: PersonId,
        order: OrderId,
        also: A,
    ) -> Result<(Self, A::Answer)>;

    fn brand(&self) -> Brand;

    /// Returns whether an administrator has to review a charged purchase before it is delivered,
    /// and holds it in that case.
    fn hold_if_risky(
        &self,
        tx: &mut Tx<'_>,
        app: &Arc<App>,
        now: Timestamp,
        attempt: &AttemptRow,
    ) -> Result<bool>;

    /// Sets the purchase aside while its payment is reviewed at the gateway or by an administrator.
    fn wait(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<()>;

    /// Handles a payment that was declined or not charged. `before` is the previous state of the
    /// attempt.
    fn fail(
        &self,
        tx: &mut Tx<'_>,
        app: &App,
        now: Timestamp,
        before: State,
        attempt: &AttemptRow,
    ) -> Result<()>;

    /// Delivers the purchase that was paid for.
    fn deliver(
        &self,
        tx: &mut Tx<'_>,
        app: &Arc<App>,
        now: Timestamp,
        attempt: &AttemptRow,
    ) -> Result<()>;

    /// Reopens a purchase whose charge was voided, so that the buyer can pay again. A purchase that
    /// was delivered stays as it is.
    fn reopen(&self, tx: &mut Tx<'_>, app: &App, now: Timestamp) -> Result<()>;

    /// Records that the gateway refuses for good to refund the charge. Returns the decision to void
    /// the charge.
    fn record_refusal(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        attempt: &AttemptRow,
    ) -> Result<VoidWish>;

    /// Reminds the administrators of a purchase that has waited too long for their decision.
    fn remind(tx: &mut Tx<'_>, app: &App, now: Timestamp, attempt: &AttemptRow) -> Result<()>;

    /// Enqueues a lookup of a delivered charge that may have been reversed at the gateway.
    fn look_into_charge(tx: &mut Tx<'_>, now: Timestamp, transaction: String) -> Result<()>;
}

/// The decision to void a charge: who made it, when and why.
pub struct VoidWish {
    pub by: PersonId,
    pub at: Timestamp,
    pub reason: String,
}

/// A new attempt to pay for an order.
pub struct NewAttempt<'a> {
    pub buyer: PersonId,
    pub order: OrderId,
    /// Whether the order was created for this attempt, so that the order has no other attempts.
    pub is_first: bool,
    /// Id of the order's cart, used as the reference of the first attempt.
    pub cart: &'a str,
    pub amount: Cents,
    /// Keyed hash of the payment token.
    pub token_hash: String,
    /// Keyed hash of the client's IP address.
    pub client: Option<String>,
}

pub fn token_hashes(secrets: &Secrets, token: &str) -> Hashes {
    secrets.hashes(PAYMENT_TOKEN, &[token.as_bytes()])
}

/// Records an attempt, with a job that finishes the attempt if the task that sends it is gone. The
/// caller must hold the lock of the order's cart.
pub fn begin(tx: &mut Tx<'_>, now: Timestamp, attempt: NewAttempt<'_>) -> Result<AttemptRow> {
    let finish = |id| FinishPayment { attempt: id };
    write_down(tx, now, attempt, |tx, id| {
        jobs::enqueue_at(tx, now, now.plus(SILENCE), &finish(id)).map(Some)
    })
}

/// Records an attempt that the caller finishes in the same transaction.
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
    if recent >= MAX_ATTEMPTS || number > MAX_ATTEMPTS_EVER {
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

/// Stores the job that finishes an attempt.
fn set_job(tx: &mut Tx<'_>, attempt: AttemptKey, job: JobId) -> Result<()> {
    store::set_job(tx, attempt, job)
}

pub fn find(attempt: AttemptKey) -> impl Ask<Answer = Option<AttemptRow>> {
    store::find(attempt)
}

/// Finds the attempt that used a payment token.
pub fn find_by_token(hashes: &Hashes) -> impl Ask<Answer = Option<AttemptRow>> + use<> {
    store::find_by_token(hashes)
}

/// Finds an attempt by the gateway's transaction number.
pub fn find_by_transaction(tx: &mut Tx<'_>, transaction: &str) -> Result<Option<AttemptRow>> {
    store::find_by_transaction(tx, transaction)
}

/// Finds an attempt by the reference that we sent to the gateway.
pub fn find_by_reference(tx: &mut Tx<'_>, reference: &str) -> Result<Option<AttemptRow>> {
    store::find_by_reference(tx, reference)
}

/// Finds the newest attempt on an order.
pub fn newest_of(tx: &mut Tx<'_>, buyer: PersonId, order: OrderId) -> Result<Option<AttemptRow>> {
    store::newest_of(tx, buyer, order)
}

/// Lists all attempts on an order, oldest first.
pub fn list_of(buyer: PersonId, order: OrderId) -> Rows<AttemptRow> {
    store::list_of(buyer, order)
}

/// Lists a person's attempts to pay, oldest first.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<AttemptRow>> {
    store::list_of_person(tx, person, page)
}

/// Erases the IP address and the results of card checks from at most `limit` attempts sent before
/// `sent_before`. Returns the number of attempts erased.
pub fn erase_origins(tx: &mut Tx<'_>, sent_before: Timestamp, limit: i64) -> Result<u64> {
    store::erase_origins(tx, sent_before, limit)
}

/// Returns a query that locks and reads an attempt, and can be sent together with other queries.
pub fn locked(engine: Engine, attempt: AttemptKey) -> impl Ask<Answer = Option<AttemptRow>> {
    store::lock(engine, attempt)
}

pub fn lock(tx: &mut Tx<'_>, attempt: AttemptKey) -> Result<AttemptRow> {
    tx.ask(store::lock(tx.engine(), attempt))?.ok_or(Error::NotFound)
}

/// Records the gateway's outcome and the resulting state of a locked attempt.
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

/// Computes the attempt after an outcome. The new state is not written yet, because a delivery in
/// the same transaction may change it again.
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
            tracing::error!(attempt = %id, state = ?before.state, ?outcome, "an outcome contradicts the state of a payment");
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

/// Makes the job of an attempt due at `due` at the latest. Returns false if there is no job, or if
/// it is running.
fn expedite(tx: &mut Tx<'_>, attempt: &AttemptRow, due: Timestamp) -> Result<bool> {
    match attempt.job_id {
        Some(job) => jobs::expedite(tx, job, due),
        None => Ok(false),
    }
}

/// Marks the charge of a delivered purchase to be voided or refunded, and enqueues the job that
/// does so.
pub fn void(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    set_state(tx, now, attempt, State::VoidPending)?;
    driver::schedule_finish(tx, now, attempt.key(), now)
}

/// Applies an administrator's decision about a payment held for review, and makes the payment's job
/// due at once.
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

/// Marks a charge that was to be voided as voided, because the refund of the charge has ended.
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

/// Marks a voided charge as one that is still to be voided, because its refund was reopened.
pub fn reopen_void(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    if attempt.state == State::Voided {
        set_state(tx, now, attempt, State::VoidPending)?;
    }
    Ok(())
}

/// Sets the state of an attempt. A final state cancels the attempt's job.
fn set_state(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow, state: State) -> Result<()> {
    store::set_state(tx, attempt.key(), state, state.is_over().then_some(now))?;
    announce(tx, &AttemptRow { state, ..attempt.clone() })
}

/// Signals that an attempt has a new state. A final state cancels the attempt's job.
fn announce(tx: &mut Tx<'_>, attempt: &AttemptRow) -> Result<()> {
    if let Some(job) = attempt.job_id.filter(|_| attempt.state.is_over()) {
        jobs::cancel(tx, job)?;
    }
    tx.signal(TOPIC, attempt.id.to_string());
    Ok(())
}

/// Records the total amount of a charge that was reversed at the gateway by someone else, such as
/// the cardholder's bank. If nothing of the charge is left, the attempt becomes reversed.
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

/// Reinstates a charge that the cardholder's bank had reversed.
pub fn restore(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    store::set_reversed(tx, attempt.key(), Cents::ZERO)?;
    set_state(tx, now, attempt, State::Issued)
}

/// Whether a reversal reported by the gateway is a refund that our support desk requested.
pub fn is_own_refund(tx: &mut Tx<'_>, attempt: &AttemptRow, reversed: &Reversed) -> Result<bool> {
    match &reversed.reference {
        Some(reference) => refunds::is_ours(tx, attempt, reference, &reversed.transaction),
        None => Ok(false),
    }
}

/// Whether the outcome of an attempt is in doubt, because the task that sent it has been silent for
/// too long.
fn is_silent(attempt: &AttemptRow, now: Timestamp) -> bool {
    now.since(attempt.sent_at) >= SILENCE
}

/// Refuses payments on a server without a gateway.
pub fn refuse_without_gateway(app: &App) -> Result<()> {
    gateway::client(app).map(drop)
}
