//! Partial refunds. Each refund is recorded before the gateway is called, and looked up before it
//! is requested again. The gateway refunds parts of settled charges only, so a refund waits until
//! its charge is settled.

mod rules;
mod store;

use std::{sync::Arc, time::Duration};

use db::{Rows, Tx};
use serde::{Deserialize, Serialize};

use super::{
    AttemptKey, AttemptRow, Purchase, State, VoidWish,
    attempt::is_absence_final,
    gateway::{self, RefundOutcome, RefundStanding, Refundable},
    watch,
};
use kernel::{
    ids::{JobId, OrderId, PersonId, RefundId, ShopClosingId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{Job, JobClass, JobError, enqueue, enqueue_at},
};

use crate::payments::errors::TOO_MANY_REFUNDS;

pub use rules::{RefundRefusal, is_too_old};
pub(super) use rules::{RefusedPart, refusal};
use store::RefundKey;
pub(super) use store::list_known;
pub use store::{
    RULES, RefundRow, RefundsOfClosing, RefusedRefund,
    refused::{
        REFUSED_REFUNDS, RefundSums, WaitingRefund, ask_bank_payment, cover_refused, end_by_bank,
        forget_bank_payment, sums_of_attempt,
    },
};

/// Interval between checks whether a charge is settled. The gateway settles charges once a day.
const SETTLED_INTERVAL: Duration = Duration::from_secs(3600);
/// Maximum number of refunds of a charge. The number of a refund has at most two digits in
/// references.
const MAX_REFUNDS: i64 = 99;

/// State of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundState {
    Pending,
    Made,
    /// No longer needed from the gateway: the charge was reversed, or our bank paid the refund.
    Covered,
}

db::text_enum! {
    RefundState {
        Pending = "PENDING",
        Made = "MADE",
        Covered = "COVERED",
    }
}

pub struct NewRefund<'a> {
    pub attempt: &'a AttemptRow,
    /// Id of the order's cart, with which the reference of the refund begins.
    pub cart: &'a str,
    pub amount: Cents,
    pub by: PersonId,
    pub reason: &'a str,
    /// Closing of a shop that causes the refund; `None` for a refund by the support desk.
    pub closing: Option<ShopClosingId>,
}

/// Job that has the gateway make a refund, once.
#[derive(Serialize, Deserialize)]
pub struct FinishRefund {
    pub refund: RefundId,
}

impl Job for FinishRefund {
    const KIND: &'static str = "finish refund";
    const CLASS: JobClass = JobClass::Money;
}

/// Records a partial refund of a locked charge, and enqueues the job that makes it. Returns the
/// refund's id.
pub fn begin_refund(tx: &mut Tx<'_>, now: Timestamp, new: &NewRefund<'_>) -> Result<RefundId> {
    let number = store::count_of_attempt(tx, new.attempt.key())? + 1;
    if number > MAX_REFUNDS {
        return Err(Error::Refused(TOO_MANY_REFUNDS));
    }
    let refunded = new.attempt.refunded.checked_add(new.amount).ok();
    let refunded = refunded.filter(|sum| *sum <= new.attempt.amount);
    let refunded = refunded
        .ok_or_else(|| Error::Internal(format!("{} has less to give back", new.attempt.id)))?;
    let id = RefundId::new(now);
    let job = enqueue(tx, now, &FinishRefund { refund: id })?;
    // References end with `-2` for the second attempt, `-r2` for its full refund and `-p2` for the
    // second partial refund.
    let reference = format!("{}-p{number}", new.cart);
    store::insert(tx, now, id, number, &reference, Some(job), new)?;
    super::store::set_refunded(tx, new.attempt.key(), refunded)?;
    Ok(id)
}

/// Records the refund of a whole charge that the gateway refuses for good. The caller has locked
/// the charge, which has no other refund. Our bank may pay this refund, and the cardholder may
/// dispute the charge as well, so checks of the charge are scheduled.
pub(super) fn insert_refused(
    tx: &mut Tx<'_>,
    now: Timestamp,
    attempt: &AttemptRow,
    wish: &VoidWish,
    (said, refusal): (&str, RefundRefusal),
) -> Result<()> {
    let new = NewRefund {
        attempt,
        cart: "",
        amount: attempt.amount,
        by: wish.by,
        reason: &wish.reason,
        closing: None,
    };
    let (id, number) = (RefundId::new(now), store::count_of_attempt(tx, attempt.key())? + 1);
    let reference = super::whole_refund_reference(&attempt.reference);
    store::insert(tx, wish.at, id, number, &reference, None, &new)?;
    let key = RefundKey { person: attempt.person_id, id };
    store::set_refused(tx, key, now, said, Some(refusal))?;
    super::store::set_refunded(tx, attempt.key(), attempt.amount)?;
    watch::watch_again(tx, attempt.key(), watch::first_due(now))
}

/// Reopens the refunds that the reversal of a charge had covered, because the dispute was won.
/// Returns true if there were any.
pub fn reopen_covered(tx: &mut Tx<'_>, now: Timestamp, attempt: AttemptKey) -> Result<bool> {
    let reopened = store::refused::reopen_covered(tx, attempt)?;
    for (id, refusal) in &reopened {
        if refusal.is_none() {
            let job = enqueue(tx, now, &FinishRefund { refund: *id })?;
            store::set_job(tx, RefundKey { person: attempt.person, id: *id }, job)?;
        }
    }
    Ok(!reopened.is_empty())
}

/// Lists the refunds of an order's charge, oldest first.
pub fn list_refunds(buyer: PersonId, order: OrderId) -> Rows<RefundRow> {
    store::list(buyer, order)
}

/// Counts the refunds made for the closing of a shop, by their state at the gateway.
pub fn refunds_of_closing(tx: &mut Tx<'_>, closing: ShopClosingId) -> Result<RefundsOfClosing> {
    store::of_closing(tx, closing)
}

/// Lists the refunds for the closing of a shop that the gateway has refused so far, oldest first.
pub fn refused_refunds(tx: &mut Tx<'_>, closing: ShopClosingId) -> Result<Vec<RefusedRefund>> {
    store::refused_of_closing(tx, closing)
}

/// Retries a refund that the gateway refused for good. Returns false if the refund was not refused,
/// or if a payment by our bank waits for confirmation.
pub fn try_refund_again(tx: &mut Tx<'_>, now: Timestamp, refund: &RefundRow) -> Result<bool> {
    if !store::refused::forget_refusal(tx, refund)? {
        return Ok(false);
    }
    let job = enqueue(tx, now, &FinishRefund { refund: refund.id })?;
    store::set_job(tx, refund.key(), job)?;
    Ok(true)
}

/// Lists refunds that have waited longer than any settlement takes, or whose job is dead. Each
/// comes with a description of its state.
pub fn overdue_refunds(tx: &mut Tx<'_>, before: Timestamp) -> Result<Vec<(String, String)>> {
    store::overdue(tx, before)
}

pub async fn finish_refund<P: Purchase>(
    app: Arc<App>,
    _: JobId,
    FinishRefund { refund: id }: FinishRefund,
) -> Result<(), JobError> {
    let (refund, attempt) = read(&app, id).await?;
    if refund.state != RefundState::Pending || refund.refusal.is_some() {
        return Ok(());
    }
    if let Some(sent_at) = refund.sent_at {
        let now = app.clock.now();
        match gateway::find_refund(&app, &refund.reference, (refund.created_at, sent_at), now)
            .await?
        {
            RefundStanding::Made(transaction) => {
                return end::<P>(&app, &refund, &attempt, Some(transaction)).await;
            }
            RefundStanding::InDoubt(why) => return Err(JobError::gateway_unclear(why)),
            // A new refund may be missing from the gateway's lists for a while. As long as the
            // gateway might treat a second request as a duplicate, the refund is not requested
            // again.
            RefundStanding::Absent if !is_absence_final(sent_at, now) => {
                return Err(JobError::gateway_unclear("the gateway has not heard of it"));
            }
            RefundStanding::Absent => {}
        }
    }
    // A charge in any other state was reversed or voided, so the refund ends. A charge that is
    // still to be voided has a refund only if the refund is for the whole charge.
    if !matches!(attempt.state, State::Issued | State::VoidPending) {
        return end::<P>(&app, &refund, &attempt, None).await;
    }
    match gateway::refundable(&app, &attempt).await? {
        Refundable::Now { last_four } => ask::<P>(&app, &refund, &attempt, last_four).await,
        Refundable::NotYet => ask_later(&app, &refund, |_, _| Ok(())).await,
        // The charge was reversed at the gateway, and the refunds cover all of it. The reversal
        // replaces the refund.
        Refundable::Gone if attempt.refunded == attempt.amount => {
            end::<P>(&app, &refund, &attempt, None).await
        }
        // Enqueues a lookup, which records the reversal of the charge with the amount of this
        // refund. The next job of the refund then ends the refund.
        Refundable::Gone => {
            let charge = attempt.transaction_id.unwrap_or_default();
            let look = move |tx: &mut Tx<'_>, now| P::look_into_charge(tx, now, charge.clone());
            ask_later(&app, &refund, look).await
        }
        Refundable::Unknown(why) => Err(JobError::gateway_unclear(why)),
    }
}

async fn read(app: &App, id: RefundId) -> Result<(RefundRow, AttemptRow), JobError> {
    let read = app.db.read(move |tx| {
        let refund = store::find(tx, id)?.ok_or(Error::NotFound)?;
        let attempt = tx.ask(super::find(refund.attempt()))?.ok_or(Error::NotFound)?;
        Ok::<_, Error>((refund, attempt))
    });
    read.await.map_err(JobError::from)
}

async fn ask<P: Purchase>(
    app: &Arc<App>,
    refund: &RefundRow,
    attempt: &AttemptRow,
    last_four: String,
) -> Result<(), JobError> {
    let (key, now) = (refund.key(), app.clock.now());
    // Another run may have ended the refund meanwhile, or a payment by our bank may wait for
    // confirmation.
    if !app.db.write(move |tx| store::set_sent(tx, key, now)).await? {
        return Ok(());
    }
    let part = (refund.reference.as_str(), refund.amount);
    match gateway::refund_part(app, attempt, part, last_four).await? {
        RefundOutcome::Made(transaction) => end::<P>(app, refund, attempt, Some(transaction)).await,
        RefundOutcome::InDoubt(why) => Err(JobError::gateway_unclear(why)),
        RefundOutcome::NotSent(why) => {
            app.db.write(move |tx| store::set_unsent(tx, key)).await?;
            Err(JobError::gateway_unclear(why))
        }
        RefundOutcome::Refused(refused) => {
            let refusal = rules::refusal(&refused, attempt.sent_at, now);
            let said = refused.said.clone();
            tracing::warn!(refund = %refund.id, said, ?refusal, "the gateway refused a refund");
            app.db
                .write(move |tx| store::set_refused(tx, key, now, &refused.said, refusal))
                .await?;
            if refusal.is_some() { Ok(()) } else { Err(JobError::gateway_refused(said)) }
        }
    }
}

/// Ends a refund. With a transaction number, the gateway made the refund; without one, the charge
/// was reversed.
async fn end<P: Purchase>(
    app: &Arc<App>,
    refund: &RefundRow,
    attempt: &AttemptRow,
    transaction: Option<String>,
) -> Result<(), JobError> {
    let (key, attempt) = (refund.key(), attempt.clone());
    let state = if transaction.is_some() { RefundState::Made } else { RefundState::Covered };
    let end = app.write(move |tx, app, now| {
        if attempt.state == State::VoidPending {
            super::end_void::<P>(tx, app, now, &attempt)?;
        }
        store::end(tx, key, state, transaction.as_deref(), now)
    });
    end.await.map_err(|error: Error| error.into())
}

/// Enqueues another job that checks the refund later, so that this job can end.
async fn ask_later(
    app: &Arc<App>,
    refund: &RefundRow,
    also: impl Fn(&mut Tx<'_>, Timestamp) -> Result<()> + Send + 'static,
) -> Result<(), JobError> {
    let key = refund.key();
    app.write(move |tx, _, now| {
        also(tx, now)?;
        let again = FinishRefund { refund: key.id };
        let job = enqueue_at(tx, now, now.plus(SETTLED_INTERVAL), &again)?;
        store::set_job(tx, key, job)
    })
    .await
    .map_err(|error: Error| error.into())
}

/// Whether we requested a refund that the gateway lists: it has the reference of one of our
/// refunds, and that refund is not recorded with another transaction number.
pub(super) fn is_ours(
    tx: &mut Tx<'_>,
    attempt: &AttemptRow,
    reference: &str,
    transaction: &str,
) -> Result<bool> {
    let known = store::find_by_reference(tx, attempt.key(), reference)?;
    Ok(known.is_some_and(|known| known.is_none_or(|known| known == transaction)))
}
