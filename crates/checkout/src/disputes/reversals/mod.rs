//! Charges that someone else, such as the cardholder's bank, reversed after cards were issued. The
//! cards are frozen at once and the loss is posted. The reversal stays listed until an
//! administrator closes it.

mod beyond;
mod mails;
mod store;
mod won;

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
};
use cards::RemainingBalance;
use kernel::{
    ids::{JobId, OrderId, ReversalId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{Account, Books, Entries, Transfer, TransferKind};
use platform::{
    app::App,
    error::{Error, Result},
    fail_points::Point,
    jobs::{Job, JobClass, JobError, enqueue},
};

use crate::{
    order::{self, actions, errors::ORDER_NOT_PAID},
    payments::{self, AttemptRow, ChargeStanding, Purchase, ReversalCause, Reversed, State},
};

pub use beyond::{count_as_paid_twice, cover_declined};
pub(super) use store::is_known;
pub use store::{OPEN, RULES, ReversalRow};

use beyond::Taken;

/// Job that checks at the gateway whether a charge is still valid. `transaction` is the transaction
/// number of the charge or of a refund of it.
#[derive(Serialize, Deserialize)]
pub struct LookIntoCharge {
    pub transaction: String,
}

impl Job for LookIntoCharge {
    const KIND: &'static str = "look into charge";
    const CLASS: JobClass = JobClass::Money;
}

pub async fn look_into_charge<P: Purchase>(
    app: Arc<App>,
    _: JobId,
    job: LookIntoCharge,
) -> Result<(), JobError> {
    let reversed = match payments::look_for_reversal(&app, &job.transaction).await? {
        ChargeStanding::Stands | ChargeStanding::Missing => return Ok(()),
        ChargeStanding::Unknown(why) => return Err(JobError::gateway_unclear(why)),
        ChargeStanding::Won(charge) => {
            let undo = app.write(move |tx, app, now| won::undo(tx, app, now, &charge));
            return undo.await.map_err(|error: Error| error.into());
        }
        ChargeStanding::Reversed(reversed) => reversed,
    };
    app.fail_points.pass(Point::BeforeReversal).await?;
    let (now, shared) = (app.clock.now(), app.clone());
    // The freeze is committed first, so that the cards can't be used even if posting the reversal
    // fails.
    let found = reversed.clone();
    app.db.write(move |tx| freeze_first(tx, now, &found)).await?;
    let is_recorded = app.db.write(move |tx| record::<P>(tx, &shared, now, &reversed)).await?;
    if is_recorded {
        Ok(())
    } else {
        Err(JobError::Retry("its cards are being made right now".to_owned()))
    }
}

/// Result of looking up a reversed charge in our records.
enum Found {
    /// A reversal that is not recorded yet, with the charge and the amounts taken from it.
    News(Box<AttemptRow>, Taken),
    /// The cards of the charge are not issued yet.
    CardsToCome,
    /// Nothing to record: we voided or refunded the charge ourselves, it never had cards, or the
    /// reversal is recorded already.
    NoNews,
}

/// Locks the order of a reversed charge. Finds out whether the reversal is new, and which amounts
/// it takes from the charge.
fn find(tx: &mut Tx<'_>, reversed: &Reversed) -> Result<Found> {
    let Some(attempt) = payments::find_by_transaction(tx, &reversed.charge)? else {
        tracing::error!(charge = %reversed.charge, "an unknown charge was reversed");
        return Ok(Found::NoNews);
    };
    let (_, attempt, is_known) = tx.ask((
        order::lock_cart(tx.engine(), attempt.person_id, attempt.order_id),
        payments::locked(tx.engine(), attempt.key()),
        store::is_known(attempt.key(), &reversed.transaction),
    ))?;
    let attempt = attempt.ok_or(Error::NotFound)?;
    if payments::is_own_refund(tx, &attempt, reversed)? {
        return Ok(Found::NoNews);
    }
    match attempt.state {
        State::Approved => Ok(Found::CardsToCome),
        _ if !is_known && can_lose(&attempt) => {
            let taken = Taken::of(tx, &attempt, reversed)?;
            let is_news = taken.all()?.is_positive();
            Ok(if is_news { Found::News(Box::new(attempt), taken) } else { Found::NoNews })
        }
        _ => Ok(Found::NoNews),
    }
}

/// Whether a reversal of the charge can cost the platform money: cards were issued, or the bank
/// pays refunds that the gateway refused.
fn can_lose(attempt: &AttemptRow) -> bool {
    match attempt.state {
        State::Issued => true,
        State::VoidPending | State::Voided => attempt.refunded.is_positive(),
        _ => false,
    }
}

/// Computes the part of a charge that is neither reversed nor refunded.
fn rest_of(attempt: &AttemptRow) -> Cents {
    let gone = attempt.reversed.checked_add(attempt.refunded).unwrap_or(attempt.amount);
    attempt.amount.checked_sub(gone).unwrap_or(Cents::ZERO)
}

/// Freezes the cards of a reversed charge.
fn freeze_first(tx: &mut Tx<'_>, now: Timestamp, reversed: &Reversed) -> Result<()> {
    if let Found::News(attempt, taken) = find(tx, reversed)?
        && taken.rest.is_positive()
    {
        cards::freeze_order(tx, now, attempt.order_id, reason(reversed.cause))?;
    }
    Ok(())
}

/// Records a reversal, unless it is recorded already. Returns false if the cards of the charge are
/// not issued yet.
fn record<P: Purchase>(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    now: Timestamp,
    reversed: &Reversed,
) -> Result<bool> {
    match find(tx, reversed)? {
        Found::News(attempt, taken) => {
            reverse::<P>(tx, app, now, &attempt, reversed, &taken)?;
            Ok(true)
        }
        Found::CardsToCome => Ok(false),
        Found::NoNews => Ok(true),
    }
}

fn reverse<P: Purchase>(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    now: Timestamp,
    attempt: &AttemptRow,
    reversed: &Reversed,
    taken: &Taken,
) -> Result<()> {
    let (order, reason) = (attempt.order_id, reason(reversed.cause));
    let is_whole = taken.rest == rest_of(attempt);
    let left = if !taken.rest.is_positive() {
        RemainingBalance::default()
    } else if is_whole {
        for part in ledger::list_of_order(tx, order, TransferKind::PartialRefund)? {
            ledger::reverse(tx, now, cards::GATEWAY, &part, Some(reason.to_owned()))?;
        }
        order::set_reversed(tx, attempt.person_id, order, now)?;
        cards::reverse_order(tx, now, order, reason)?
    } else {
        refund_part(tx, now, order, taken.rest, reason)?;
        cards::freeze_order(tx, now, order, reason)?
    };
    app.fail_points.pass_in_transaction(tx, Point::InReversal)?;
    if taken.rest.is_positive() {
        let all = attempt.reversed.checked_add(taken.rest).unwrap_or(attempt.amount);
        payments::set_reversed(tx, now, attempt, all)?;
    }
    beyond::record::<P>(tx, app, now, attempt, taken, reason)?;
    let amount = taken.all()?;
    let row = store::NewReversal {
        attempt: attempt.key(),
        order,
        transaction: &reversed.transaction,
        cause: reversed.cause,
        amount,
        unspent: left.unspent,
        loss: if is_whole { left.spent } else { Cents::ZERO },
        covered: taken.covered,
        paid_twice: taken.paid_twice,
    };
    store::insert(tx, now, &row)?;
    let entry = Entry::new(actions::CHARGE_TAKEN_BACK, Subject::order(order))
        .after(facts(&row))
        .reason(Some(reason));
    audit::record(tx, now, &Author::system("gateway"), entry)?;
    tracing::error!(attempt = %attempt.id, %amount, "{reason} Its cards are frozen.");
    mails::post_all(tx, app, now, &row)
}

/// Returns the fields of a reversal for the audit log.
fn facts(row: &store::NewReversal<'_>) -> serde_json::Value {
    let mut facts = json!({ "amount": row.amount, "loss": row.loss });
    if row.paid_twice.is_positive() {
        facts["paidTwice"] = json!(row.paid_twice);
    }
    facts
}

/// Posts a partial reversal. The cards keep their balances, because it isn't known for which card
/// of the order the money was returned. An administrator has to find out.
fn refund_part(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: OrderId,
    amount: Cents,
    reason: &str,
) -> Result<()> {
    let transfer = Transfer {
        books: Books::Platform,
        kind: TransferKind::PartialRefund,
        entries: Entries::default().moving(amount, Account::Refunds, Account::GatewayClearing),
        order: Some(order),
        card: None,
        reason: Some(reason.to_owned()),
    };
    ledger::record(tx, now, cards::GATEWAY, &transfer).map(drop)
}

/// Returns the reason why the cards were frozen, shown in the ledger and to the support desk.
fn reason(cause: ReversalCause) -> &'static str {
    match cause {
        ReversalCause::Voided => "The charge was voided at the gateway.",
        ReversalCause::Refunded => "The charge was refunded at the gateway.",
        ReversalCause::Disputed => "The cardholder disputed the charge.",
        ReversalCause::Declined => "The charge was declined after all.",
    }
}

/// Enqueues a check at the gateway whether the charges of an order are still valid. The gateway
/// doesn't announce disputes, so the support desk can request this check.
pub async fn check_order(app: &Arc<App>, id: OrderId) -> Result<()> {
    app.write(move |tx, _, now| {
        let order = tx.ask(order::find_any(id))?.ok_or(Error::NotFound)?;
        let attempts = tx.ask(payments::list_of(order.person_id, id))?;
        // Includes attempts whose charge was reversed, because the dispute may have been won since.
        // An order has several charges if one of them was found late.
        let charges: Vec<String> = attempts
            .into_iter()
            .filter(|attempt| attempt.state == State::Reversed || can_lose(attempt))
            .filter_map(|attempt| attempt.transaction_id)
            .collect();
        if charges.is_empty() {
            return Err(Error::Refused(ORDER_NOT_PAID));
        }
        for transaction in charges {
            enqueue(tx, now, &LookIntoCharge { transaction })?;
        }
        Ok(())
    })
    .await
}

/// Closes a reversal with the administrator's note on its outcome. Closing it again changes
/// nothing.
pub async fn close(
    app: &Arc<App>,
    by: &Actor,
    id: ReversalId,
    note: String,
) -> Result<ReversalRow> {
    let entry =
        |row: &ReversalRow| Entry::new(actions::REVERSAL_CLOSED, Subject::order(row.order_id));
    OPEN.close(app, by, id, note, entry).await
}
