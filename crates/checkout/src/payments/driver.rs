//! Brings a payment attempt from its charge to a final state. This happens in the caller's task or,
//! if that task is gone, in a job.

use std::{sync::Arc, time::Duration};

use authorizenet::Token;
use db::Tx;
use serde::{Deserialize, Serialize};

use super::{
    AttemptKey, AttemptRow, ChargeOutcome, Payer, Purchase, State, after,
    gateway::{self, VoidOutcome},
    is_silent, lock,
    refunds::{self, RefusedPart},
    set_job, set_state, store, write_outcome,
};
use kernel::{
    brand::Brand,
    ids::{AttemptId, JobId, PersonId},
    timestamp::Timestamp,
};
use ledger::errors::LEDGER_STOPPED;
use platform::{
    app::App,
    error::{Error, Result},
    fail_points::Point,
    jobs::{Job, JobClass, JobError, enqueue_at},
};

/// Number of permanent failures to issue the cards after which the charge is voided.
const MAX_FAILURES: i64 = 5;
/// Interval between checks of a payment that the gateway holds for review.
const HELD_INTERVAL: Duration = Duration::from_secs(15 * 60);
/// Interval between checks of a payment that waits for one of our administrators, not for the
/// gateway.
const REVIEW_INTERVAL: Duration = Duration::from_secs(3600);
/// Delay of the first check whether a payment that the gateway didn't know has turned up after all.
const RECHECK_AFTER: Duration = Duration::from_secs(3600);
/// Delay of the second and last check whether the payment has turned up, counted from the first
/// check.
const LAST_RECHECK_AFTER: Duration = Duration::from_secs(24 * 3600);
/// Number of checks at the shorter interval for a failed payment that is held at the gateway. Later
/// checks use the longer interval.
const OFTEN_WHILE_HELD: u32 = 8;
/// Longer interval between checks of a failed payment that is still held at the gateway.
const HELD_LATER_INTERVAL: Duration = Duration::from_secs(3600);
/// Time after which the bank has released a held authorization, so that the checks of a held
/// payment end.
const MAX_HELD: Duration = Duration::from_secs(31 * 24 * 3600);

/// Job that brings a payment attempt to a final state, if the task that sent it doesn't.
#[derive(Serialize, Deserialize)]
pub struct FinishPayment {
    pub attempt: AttemptId,
}

impl Job for FinishPayment {
    const KIND: &'static str = "finish payment";
    const CLASS: JobClass = JobClass::Money;
}

/// Job that checks once more whether a failed payment has turned up at the gateway after all.
#[derive(Serialize, Deserialize)]
pub struct RecheckPayment {
    pub attempt: AttemptId,
    pub is_last: bool,
    /// Number of consecutive checks that found the payment held at the gateway.
    pub held: u32,
}

impl Job for RecheckPayment {
    const KIND: &'static str = "recheck payment";
    const CLASS: JobClass = JobClass::Money;
}

impl RecheckPayment {
    /// Creates the first of two checks of a failed payment.
    fn new(attempt: AttemptId) -> RecheckPayment {
        RecheckPayment { attempt, is_last: false, held: 0 }
    }

    /// Creates a single check of a failed payment, which is repeated only while the payment is
    /// held.
    pub(super) fn once(attempt: AttemptId) -> RecheckPayment {
        RecheckPayment { attempt, is_last: true, held: 0 }
    }
}

/// Enqueues a job that finishes an attempt. The attempt has no job yet, or its previous job is
/// done.
pub(super) fn schedule_finish(
    tx: &mut Tx<'_>,
    now: Timestamp,
    attempt: AttemptKey,
    due: Timestamp,
) -> Result<()> {
    let job = enqueue_at(tx, now, due, &FinishPayment { attempt: attempt.id })?;
    set_job(tx, attempt, job)
}

/// Enqueues another check of a failed attempt, and stores the new job in place of the previous job.
pub(super) fn schedule_recheck(
    tx: &mut Tx<'_>,
    now: Timestamp,
    due: Timestamp,
    buyer: PersonId,
    recheck: &RecheckPayment,
) -> Result<()> {
    let job = enqueue_at(tx, now, due, recheck)?;
    set_job(tx, AttemptKey { person: buyer, id: recheck.attempt }, job)
}

/// Charges the card of an attempt and applies the outcome. On any error, the attempt's job
/// continues.
pub async fn pay<P: Purchase>(app: Arc<App>, attempt: AttemptRow, token: Token, payer: Payer) {
    if let Err(error) = try_to_pay::<P>(&app, &attempt, token, payer).await {
        tracing::warn!(attempt = %attempt.id, error = ?error, "a payment was left to its job");
    }
}

async fn try_to_pay<P: Purchase>(
    app: &Arc<App>,
    attempt: &AttemptRow,
    token: Token,
    payer: Payer,
) -> Result<()> {
    app.fail_points.pass(Point::BeforeCharge).await?;
    let outcome = gateway::charge(app, attempt, token, payer).await?;
    app.fail_points.pass(Point::AfterCharge).await?;
    let outcome = Outcome { of: attempt.clone(), is: outcome, is_looked_up: false };
    // If the card was charged, also issues the cards of the order in the same transaction. If that
    // fails, the second call records the outcome alone.
    let (state, failure) = match record::<P>(app, outcome.clone(), Charged::IsDelivered).await {
        Ok(state) => (state, None),
        Err(error) => (record::<P>(app, outcome, Charged::Waits).await?, Some(error)),
    };
    tracing::info!(attempt = %attempt.id, ?state, "a payment was decided");
    app.fail_points.pass(Point::AfterSettle).await?;
    match (state, failure) {
        (State::Issued, _) => issued(app, attempt.id).await,
        (State::Approved, Some(error)) => {
            count_failure(app, attempt.key(), &error).await?;
            Err(error)
        }
        _ => Ok(()),
    }
}

/// Outcome of an attempt, as reported by the gateway.
#[derive(Clone)]
struct Outcome {
    /// The attempt, as read before the gateway was called.
    of: AttemptRow,
    is: ChargeOutcome,
    /// Whether the outcome was looked up later, instead of being the reply to the charge.
    is_looked_up: bool,
}

/// Time at which a charged purchase is delivered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Charged {
    /// Delivered in the transaction that records the outcome.
    IsDelivered,
    /// Delivered later, in a transaction of its own.
    Waits,
}

/// Records the outcome of an attempt and its effect on the purchase. Returns the new state.
async fn record<P: Purchase>(app: &Arc<App>, outcome: Outcome, charged: Charged) -> Result<State> {
    let recorded =
        app.write(move |tx, app, now| record_in::<P>(tx, app, now, &outcome, charged)).await?;
    // Counted after the commit, because the closure may run twice.
    if let (Some(brand), Some(word)) = (recorded.news_for, outcome_word(recorded.state)) {
        app.metrics.money.order_decided(brand, word);
    }
    Ok(recorded.state)
}

/// State of an attempt after an outcome was recorded.
struct Recorded {
    state: State,
    /// Brand of the purchase if the state is new.
    news_for: Option<Brand>,
}

/// Returns the label of a state in `orders_total`. A charge that waits for its delivery is counted
/// later.
fn outcome_word(state: State) -> Option<&'static str> {
    match state {
        State::Issued => Some("paid"),
        State::Declined => Some("declined"),
        State::NotCharged => Some("failed"),
        State::Held | State::Review => Some("held"),
        State::Unknown => Some("unknown"),
        State::VoidPending => Some("voided"),
        State::Sending | State::Approved | State::Voided | State::Reversed => None,
    }
}

fn record_in<P: Purchase>(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    now: Timestamp,
    outcome: &Outcome,
    charged: Charged,
) -> Result<Recorded> {
    let (purchase, before) = lock_both::<P>(tx, &outcome.of)?;
    let mut attempt = after(tx, now, before.clone(), &outcome.is)?;
    app.fail_points.pass_in_transaction(tx, Point::InSettle)?;
    let is_news = attempt.state != before.state;
    if attempt.state == State::Approved {
        // Changes the state only in memory. The call of `write_outcome` below stores it, so that
        // the row is written once.
        if is_news && purchase.hold_if_risky(tx, app, now, &attempt)? {
            attempt.state = State::Review;
        } else if charged == Charged::IsDelivered {
            purchase.deliver(tx, app, now, &attempt)?;
            (attempt.state, attempt.ended_at) = (State::Issued, Some(now));
        }
    }
    if attempt.state == before.state {
        return Ok(Recorded { state: attempt.state, news_for: None });
    }
    write_outcome(tx, &before, &attempt)?;
    match attempt.state {
        State::Issued => app.fail_points.pass_in_transaction(tx, Point::InIssueDone)?,
        State::Declined | State::NotCharged => {
            purchase.fail(tx, app, now, before.state, &attempt)?;
            if outcome.is_looked_up && attempt.state == State::NotCharged {
                let recheck = RecheckPayment::new(attempt.id);
                schedule_recheck(tx, now, now.plus(RECHECK_AFTER), attempt.person_id, &recheck)?;
            }
        }
        State::Held | State::Review => purchase.wait(tx, now)?,
        State::VoidPending => schedule_finish(tx, now, attempt.key(), now)?,
        _ => {}
    }
    Ok(Recorded { state: attempt.state, news_for: Some(purchase.brand()) })
}

/// Locks an attempt and its purchase. Returns their current data.
fn lock_both<P: Purchase>(tx: &mut Tx<'_>, attempt: &AttemptRow) -> Result<(P, AttemptRow)> {
    let locked = store::lock(tx.engine(), attempt.key());
    let (purchase, attempt) = P::lock(tx, attempt.person_id, attempt.order_id, locked)?;
    Ok((purchase, attempt.ok_or(Error::NotFound)?))
}

/// Delivers everything that an approved attempt paid for, or nothing. Does nothing if the purchase
/// was delivered before.
pub async fn deliver<P: Purchase>(app: &Arc<App>, attempt: &AttemptRow) -> Result<()> {
    let (key, seen) = (attempt.key(), attempt.clone());
    let delivered = app.write(move |tx, app, now| deliver_in::<P>(tx, app, now, &seen)).await;
    match delivered {
        Ok(news_for) => {
            if let Some(brand) = news_for {
                app.metrics.money.order_decided(brand, "paid");
            }
            issued(app, key.id).await
        }
        Err(error) => {
            count_failure(app, key, &error).await?;
            Err(error)
        }
    }
}

async fn issued(app: &App, id: AttemptId) -> Result<()> {
    tracing::info!(attempt = %id, "paid cards were issued");
    app.fail_points.pass(Point::AfterIssue).await
}

/// Like [`deliver`], within the caller's transaction. Returns the brand of the purchase, or `None`
/// if it was delivered before.
pub fn deliver_in<P: Purchase>(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    now: Timestamp,
    attempt: &AttemptRow,
) -> Result<Option<Brand>> {
    let (purchase, attempt) = lock_both::<P>(tx, attempt)?;
    if attempt.state != State::Approved {
        return Ok(None);
    }
    purchase.deliver(tx, app, now, &attempt)?;
    set_state(tx, now, &attempt, State::Issued)?;
    app.fail_points.pass_in_transaction(tx, Point::InIssueDone)?;
    Ok(Some(purchase.brand()))
}

/// Counts a failed delivery. After five permanent failures, marks the charge to be voided.
async fn count_failure(app: &Arc<App>, key: AttemptKey, error: &Error) -> Result<()> {
    tracing::error!(attempt = %key.id, ?error, "paid cards could not be made");
    app.fail_points.pass(Point::AfterIssueFailed).await?;
    if is_passing(error) {
        return Ok(());
    }
    app.write(move |tx, _, now| {
        let attempt = lock(tx, key)?;
        let failures = store::count_failure(tx, key)?;
        if failures >= MAX_FAILURES && attempt.state == State::Approved {
            tracing::error!(attempt = %key.id, "the charge is voided or refunded");
            set_state(tx, now, &attempt, State::VoidPending)?;
        }
        Ok(())
    })
    .await
}

/// Whether an error of a delivery is temporary, for example while the ledger is stopped. Timeouts
/// count as permanent, because they may recur each time.
fn is_passing(error: &Error) -> bool {
    match error {
        Error::Database(db::Error::Timeout) => false,
        Error::Database(error) => error.is_passing(),
        Error::Refused(LEDGER_STOPPED) => true,
        _ => false,
    }
}

async fn read(app: &App, id: AttemptId) -> Result<AttemptRow, JobError> {
    let found = app.db.read(move |tx| tx.ask(store::find_any(id))).await.map_err(Error::from)?;
    found.ok_or_else(|| JobError::from(Error::NotFound))
}

/// Runs the job of an attempt: moves the attempt from state to state until its state is final.
pub async fn finish_payment<P: Purchase>(
    app: Arc<App>,
    _: JobId,
    FinishPayment { attempt: id }: FinishPayment,
) -> Result<(), JobError> {
    // An attempt needs at most six steps to reach a final state.
    for _ in 0..6 {
        let attempt = read(&app, id).await?;
        match attempt.state {
            State::Sending if !is_silent(&attempt, app.clock.now()) => {
                return Err(JobError::Retry("its sender may still be working on it".to_owned()));
            }
            State::Sending => {
                let why = "its sender has gone".to_owned();
                let is = ChargeOutcome::InDoubt { why };
                let outcome = Outcome { of: attempt, is, is_looked_up: true };
                record::<P>(&app, outcome, Charged::Waits).await?;
            }
            State::Unknown => look_up::<P>(&app, &attempt).await?,
            State::Held => return ask_about_held::<P>(&app, &attempt).await,
            State::Review => return ask_about_review::<P>(&app, &attempt).await,
            State::Approved => deliver::<P>(&app, &attempt).await?,
            // The gateway refused to refund this charge, so there is nothing to do here. The refund
            // has a job of its own, or our bank pays it.
            State::VoidPending if attempt.refunded.is_positive() => return Ok(()),
            State::VoidPending => void_charge::<P>(&app, &attempt).await?,
            State::Issued
            | State::Declined
            | State::NotCharged
            | State::Voided
            | State::Reversed => return Ok(()),
        }
    }
    Err(JobError::Retry("its state keeps changing".to_owned()))
}

async fn look_up<P: Purchase>(app: &Arc<App>, attempt: &AttemptRow) -> Result<(), JobError> {
    app.fail_points.pass(Point::BeforeLookUp).await?;
    let outcome = gateway::search(app, attempt, app.clock.now()).await?;
    app.fail_points.pass(Point::AfterLookUp).await?;
    record_known::<P>(app, attempt, outcome).await.map(drop)
}

/// Records an outcome that was looked up, and returns the new state. If the outcome is still in
/// doubt, returns an error so that the job retries.
async fn record_known<P: Purchase>(
    app: &Arc<App>,
    attempt: &AttemptRow,
    outcome: ChargeOutcome,
) -> Result<State, JobError> {
    if let ChargeOutcome::InDoubt { why } = outcome {
        return Err(JobError::gateway_unclear(why));
    }
    let outcome = Outcome { of: attempt.clone(), is: outcome, is_looked_up: true };
    record::<P>(app, outcome, Charged::Waits).await.map_err(JobError::from)
}

/// Checks a payment held at the gateway. A decision may take days, so this job ends and enqueues
/// another job for the next check.
async fn ask_about_held<P: Purchase>(app: &Arc<App>, attempt: &AttemptRow) -> Result<(), JobError> {
    let (key, outcome) = (attempt.key(), gateway::fetch_outcome(app, attempt).await?);
    match record_known::<P>(app, attempt, outcome).await? {
        State::Approved => deliver::<P>(app, attempt).await.map_err(JobError::from),
        State::Held => {
            let now = app.clock.now();
            let due = now.plus(HELD_INTERVAL);
            let ask = move |tx: &mut Tx<'_>| schedule_finish(tx, now, key, due);
            app.db.write(ask).await.map_err(|error: Error| error.into())
        }
        _ => Ok(()),
    }
}

/// Checks a charge that we hold for review. It may have been voided at the gateway meanwhile, or
/// administrators may need a reminder.
async fn ask_about_review<P: Purchase>(
    app: &Arc<App>,
    attempt: &AttemptRow,
) -> Result<(), JobError> {
    let (key, outcome) = (attempt.key(), gateway::fetch_outcome(app, attempt).await?);
    if record_known::<P>(app, attempt, outcome).await? != State::Review {
        return Ok(());
    }
    app.write(move |tx, app, now| {
        let attempt = lock(tx, key)?;
        if attempt.state != State::Review {
            return Ok(());
        }
        P::remind(tx, app, now, &attempt)?;
        schedule_finish(tx, now, key, now.plus(REVIEW_INTERVAL))
    })
    .await
    .map_err(|error: Error| error.into())
}

async fn void_charge<P: Purchase>(app: &Arc<App>, attempt: &AttemptRow) -> Result<(), JobError> {
    app.fail_points.pass(Point::BeforeVoid).await?;
    match gateway::void_or_refund(app, attempt, app.clock.now()).await? {
        VoidOutcome::Done => {}
        VoidOutcome::NotYet(why) => return Err(JobError::gateway_unclear(why)),
        VoidOutcome::Refused(refused) => return refuse_refund::<P>(app, attempt, refused).await,
    }
    app.fail_points.pass(Point::AfterVoid).await?;
    let seen = attempt.clone();
    app.write(move |tx, app, now| {
        let (purchase, attempt) = lock_both::<P>(tx, &seen)?;
        end_void(tx, app, now, &purchase, &attempt)
    })
    .await
    .map_err(|error: Error| error.into())
}

/// Records that a charge was voided or refunded as intended. Does nothing if the charge is no
/// longer to be voided.
pub(super) fn end_void<P: Purchase>(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    purchase: &P,
    attempt: &AttemptRow,
) -> Result<()> {
    if attempt.state != State::VoidPending {
        return Ok(());
    }
    set_state(tx, now, attempt, State::Voided)?;
    // If the charge turned up late, a newer attempt may have paid, or be paying, for the cart, so
    // the cart stays as it is.
    let newest = store::newest_of(tx, attempt.person_id, attempt.order_id)?;
    let newest = newest.map(|newest| newest.id);
    if newest == Some(attempt.id) { purchase.reopen(tx, app, now) } else { Ok(()) }
}

/// Records a refund of a whole charge that the gateway refuses for good, so that our bank can pay
/// it. Otherwise returns an error, so that the refund is tried again.
async fn refuse_refund<P: Purchase>(
    app: &Arc<App>,
    attempt: &AttemptRow,
    refused: RefusedPart,
) -> Result<(), JobError> {
    let now = app.clock.now();
    let refusal = refunds::refusal(&refused, attempt.sent_at, now);
    tracing::warn!(attempt = %attempt.id, said = refused.said, ?refusal, "a charge could not be refunded");
    let Some(refusal) = refusal else { return Err(JobError::gateway_refused(refused.said)) };
    let seen = attempt.clone();
    app.db
        .write(move |tx| {
            let (purchase, attempt) = lock_both::<P>(tx, &seen)?;
            if attempt.state != State::VoidPending || attempt.refunded.is_positive() {
                return Ok(());
            }
            let wish = purchase.record_refusal(tx, now, &attempt)?;
            refunds::insert_refused(tx, now, &attempt, &wish, (&refused.said, refusal))
        })
        .await
        .map_err(|error: Error| error.into())
}

/// Checks whether a failed payment has turned up at the gateway. If it was charged, has the charge
/// voided and alerts the operators. While the payment is held at the gateway, the check repeats.
pub async fn recheck_payment<P: Purchase>(
    app: Arc<App>,
    _: JobId,
    job: RecheckPayment,
) -> Result<(), JobError> {
    let (attempt, now) = (read(&app, job.attempt).await?, app.clock.now());
    let buyer = attempt.person_id;
    // A payment that was found held has a transaction number, so no search is needed.
    let outcome = match job.held {
        0 => gateway::search(&app, &attempt, now).await?,
        _ => gateway::fetch_outcome(&app, &attempt).await?,
    };
    let is_held = matches!(outcome, ChargeOutcome::Held { .. });
    let state = record_known::<P>(&app, &attempt, outcome).await?;
    let is_held = is_held && matches!(state, State::NotCharged | State::Declined);
    let (pause, again) = match (is_held, job.is_last) {
        (true, _) => {
            if now.since(attempt.sent_at) >= MAX_HELD {
                tracing::error!(attempt = %attempt.id, "a failed payment is still held at the gateway");
                return Ok(());
            }
            (pause_while_held(job.held), RecheckPayment { held: job.held + 1, ..job })
        }
        // Ends the checks, because a charge that is being voided has a job of its own.
        (false, _) if !matches!(state, State::NotCharged | State::Declined) => return Ok(()),
        (false, true) => return Ok(()),
        (false, false) => (LAST_RECHECK_AFTER, RecheckPayment { is_last: true, held: 0, ..job }),
    };
    app.db
        .write(move |tx| schedule_recheck(tx, now, now.plus(pause), buyer, &again))
        .await
        .map_err(|error: Error| error.into())
}

fn pause_while_held(looks: u32) -> Duration {
    if looks < OFTEN_WHILE_HELD { HELD_INTERVAL } else { HELD_LATER_INTERVAL }
}
