//! Parts of charges that are given back: each is written down before the gateway is asked, looked for before it is asked for
//! again, and waits until the charge is settled, for the gateway refunds a part only then.

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
        RefundSums, WaitingRefund, ask_bank_payment, count_refused_refunds, cover_refused,
        end_by_bank, forget_bank_payment, list_refused_refunds, sums_of_attempt,
    },
};

/// The gateway settles once a day: until then it is asked so often.
const SETTLED_INTERVAL: Duration = Duration::from_secs(3600);
/// The number of a refund has two digits in its reference.
const MOST_REFUNDS: i64 = 99;

/// Where a refund stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundState {
    Pending,
    Made,
    /// Before the gateway had done it, somebody else reversed the whole charge there.
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
    /// What the order's cart is known by.
    pub cart: &'a str,
    pub amount: Cents,
    pub by: PersonId,
    pub reason: &'a str,
    /// The closing of the shop that it belongs to.
    pub closing: Option<ShopClosingId>,
}

/// Sees to it that a refund is made, once.
#[derive(Serialize, Deserialize)]
pub struct FinishRefund {
    pub refund: RefundId,
}

impl Job for FinishRefund {
    const KIND: &'static str = "finish refund";
    const CLASS: JobClass = JobClass::Money;
}

/// Writes down what is to be given back of a charge, which is locked.
pub fn begin_refund(tx: &mut Tx<'_>, now: Timestamp, new: &NewRefund<'_>) -> Result<RefundId> {
    let number = store::count_of_attempt(tx, new.attempt.key())? + 1;
    if number > MOST_REFUNDS {
        return Err(Error::Refused(TOO_MANY_REFUNDS));
    }
    let refunded = new.attempt.refunded.checked_add(new.amount);
    let refunded = refunded.filter(|sum| *sum <= new.attempt.amount);
    let refunded = refunded
        .ok_or_else(|| Error::Internal(format!("{} has less to give back", new.attempt.id)))?;
    let id = RefundId::new(now);
    let job = enqueue(tx, now, &FinishRefund { refund: id })?;
    // Attempts are numbered `-2`, refunds of whole charges `-r2`.
    let reference = format!("{}-p{number}", new.cart);
    store::insert(tx, now, id, number, &reference, Some(job), new)?;
    super::store::set_refunded(tx, new.attempt.key(), refunded)?;
    Ok(id)
}

/// Lists the refund of a whole charge that the gateway refuses for good. The charge is locked and has no other refund. The bank may
/// pay it, so the charge is watched for disputes.
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

/// Reopens refunds that a dispute had covered, because it was won. True if there was one.
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

/// What was given back of an order's charge, the oldest first.
pub fn list_refunds(buyer: PersonId, order: OrderId) -> Rows<RefundRow> {
    store::list(buyer, order)
}

/// How the refunds of a shop's closing stand at the gateway.
pub fn refunds_of_closing(tx: &mut Tx<'_>, closing: ShopClosingId) -> Result<RefundsOfClosing> {
    store::of_closing(tx, closing)
}

/// The refunds of a shop's closing that the gateway has refused so far, the oldest first.
pub fn refused_refunds(tx: &mut Tx<'_>, closing: ShopClosingId) -> Result<Vec<RefusedRefund>> {
    store::refused_of_closing(tx, closing)
}

/// Asks the gateway again for a refund that it has refused for good. False if it has not, or if the bank is about to pay it.
pub fn try_refund_again(tx: &mut Tx<'_>, now: Timestamp, refund: &RefundRow) -> Result<bool> {
    if !store::refused::forget_refusal(tx, refund)? {
        return Ok(false);
    }
    let job = enqueue(tx, now, &FinishRefund { refund: refund.id })?;
    store::set_job(tx, refund.key(), job)?;
    Ok(true)
}

/// Refunds that have waited for longer than any settlement takes, or whose job was given up, each with how it stands.
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
            // Lists come late: while the gateway could still take it for a repetition, it is not asked again.
            RefundStanding::Absent if !is_absence_final(sent_at, now) => {
                return Err(JobError::gateway_unclear("the gateway has not heard of it"));
            }
            RefundStanding::Absent => {}
        }
    }
    // A charge that is to be voided has a refund only if that is the whole.
    if !matches!(attempt.state, State::Issued | State::VoidPending) {
        return end::<P>(&app, &refund, &attempt, None).await;
    }
    match gateway::refundable(&app, &attempt).await? {
        Refundable::Now { last_four } => ask::<P>(&app, &refund, &attempt, last_four).await,
        Refundable::NotYet => ask_later(&app, &refund, |_, _| Ok(())).await,
        // All of it was to go back, so there is nothing to be reversed besides.
        Refundable::Gone if attempt.refunded == attempt.amount => {
            end::<P>(&app, &refund, &attempt, None).await
        }
        // Whoever looks into it reverses the order; what was to be given back is part of that.
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
    // Meanwhile another run may have ended it, or the bank may be about to pay it.
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

/// It is over: made by this transaction of the gateway, or covered by the reversal of the whole charge.
async fn end<P: Purchase>(
    app: &Arc<App>,
    refund: &RefundRow,
    attempt: &AttemptRow,
    transaction: Option<String>,
) -> Result<(), JobError> {
    let (key, now) = (refund.key(), app.clock.now());
    let (shared, attempt) = (app.clone(), attempt.clone());
    let state = if transaction.is_some() { RefundState::Made } else { RefundState::Covered };
    let end = move |tx: &mut Tx<'_>| {
        if attempt.state == State::VoidPending {
            super::end_void::<P>(tx, &shared, now, &attempt)?;
        }
        store::end(tx, key, state, transaction.as_deref(), now)
    };
    app.db.write(end).await.map_err(|error: Error| error.into())
}

/// This job ends, and another asks again.
async fn ask_later(
    app: &App,
    refund: &RefundRow,
    also: impl Fn(&mut Tx<'_>, Timestamp) -> Result<()> + Send + 'static,
) -> Result<(), JobError> {
    let (key, now) = (refund.key(), app.clock.now());
    app.db
        .write(move |tx| {
            also(tx, now)?;
            let again = FinishRefund { refund: key.id };
            let job = enqueue_at(tx, now, now.plus(SETTLED_INTERVAL), &again)?;
            store::set_job(tx, key, job)
        })
        .await
        .map_err(|error: Error| error.into())
}

/// Whether a refund at the gateway is one of ours: sent under the reference of one that is not known to be another.
pub(super) fn is_ours(
    tx: &mut Tx<'_>,
    attempt: &AttemptRow,
    reference: &str,
    transaction: &str,
) -> Result<bool> {
    let known = store::find_by_reference(tx, attempt.key(), reference)?;
    Ok(known.is_some_and(|known| known.is_none_or(|known| known == transaction)))
}
