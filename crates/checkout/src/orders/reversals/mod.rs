//! Charges that somebody else reverses at the gateway while their cards are out: what is left on the cards is frozen
//! at once, the loss is booked, and it stands on a list until an administrator has looked into it.

mod beyond;
mod mails;
mod store;
mod won;

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{LockedOrder, store as orders};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
};
use cards::RemainingBalance;
use kernel::{
    ids::{JobId, OrderId, ReversalId},
    money::Cents,
    paging::{Page, PageRequest},
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
    orders::{actions, errors::ORDER_NOT_PAID},
    payments::{self, AttemptRow, ChargeStanding, ReversalCause, Reversed, State},
};

pub(super) use beyond::{count_as_paid_twice, cover_declined, covers};
pub(super) use store::is_known;
pub use store::{RULES, ReversalRow};

use beyond::Taken;

/// Asks the gateway whether a charge still stands. `transaction` is its own number, or that of a refund.
#[derive(Serialize, Deserialize)]
pub struct LookIntoCharge {
    pub transaction: String,
}

impl Job for LookIntoCharge {
    const KIND: &'static str = "look into charge";
    const CLASS: JobClass = JobClass::Money;
}

pub async fn look_into_charge(
    app: Arc<App>,
    _: JobId,
    job: LookIntoCharge,
) -> Result<(), JobError> {
    let reversed = match payments::look_for_reversal(&app, &job.transaction).await? {
        ChargeStanding::Stands | ChargeStanding::Missing => return Ok(()),
        ChargeStanding::Unknown(why) => return Err(JobError::gateway_unclear(why)),
        ChargeStanding::Won(charge) => {
            let (now, shared) = (app.clock.now(), app.clone());
            let undo = move |tx: &mut Tx<'_>| won::undo(tx, &shared, now, &charge);
            return app.db.write(undo).await.map_err(|error: Error| error.into());
        }
        ChargeStanding::Reversed(reversed) => reversed,
    };
    app.fail_points.pass(Point::BeforeReversal).await?;
    let (now, shared) = (app.clock.now(), app.clone());
    // Whatever happens to the booking, which is more work: nothing can be bought with the cards any more.
    let found = reversed.clone();
    app.db.write(move |tx| freeze_first(tx, now, &found)).await?;
    let is_recorded = app.db.write(move |tx| record(tx, &shared, now, &reversed)).await?;
    if is_recorded {
        Ok(())
    } else {
        Err(JobError::Retry("its cards are being made right now".to_owned()))
    }
}

/// What follows from a reversed charge.
enum Found {
    /// Its cards were made or the bank refunds it, and this much of it is gone.
    News(Box<AttemptRow>, Taken),
    /// Its cards are still to be made.
    CardsToCome,
    /// We voided it ourselves, it never brought cards, or it is known.
    NoNews,
}

/// Looks at the charge under the lock of its order.
fn find(tx: &mut Tx<'_>, reversed: &Reversed) -> Result<Found> {
    let Some(attempt) = payments::find_by_transaction(tx, &reversed.charge)? else {
        tracing::error!(charge = %reversed.charge, "a charge that is none of ours was reversed");
        return Ok(Found::NoNews);
    };
    let (_, attempt, is_known) = tx.ask((
        orders::lock_cart(tx.engine(), attempt.person_id, attempt.order_id),
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

/// Whether a reversal costs something: there are cards, or refunds that the gateway has refused.
fn can_lose(attempt: &AttemptRow) -> bool {
    match attempt.state {
        State::Issued => true,
        State::VoidPending | State::Voided => attempt.refunded.is_positive(),
        _ => false,
    }
}

/// What is left of a charge that nobody has reversed or refunded.
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

/// Records what was reversed, once. False while the cards of the charge are still to be made.
fn record(tx: &mut Tx<'_>, app: &Arc<App>, now: Timestamp, reversed: &Reversed) -> Result<bool> {
    match find(tx, reversed)? {
        Found::News(attempt, taken) => {
            reverse(tx, app, now, &attempt, reversed, &taken)?;
            Ok(true)
        }
        Found::CardsToCome => Ok(false),
        Found::NoNews => Ok(true),
    }
}

fn reverse(
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
        orders::set_reversed(tx, attempt.person_id, order, now)?;
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
    beyond::record(tx, app, now, attempt, taken, reason)?;
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

/// What the log says of a reversal.
fn facts(row: &store::NewReversal<'_>) -> serde_json::Value {
    let mut facts = json!({ "amount": row.amount, "loss": row.loss });
    if row.paid_twice.is_positive() {
        facts["paidTwice"] = json!(row.paid_twice);
    }
    facts
}

/// Nobody knows for which card it was: what is on them stays, until somebody has found out.
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

/// Why the cards are frozen, for the books and for those who help customers.
fn reason(cause: ReversalCause) -> &'static str {
    match cause {
        ReversalCause::Voided => "The charge was voided at the gateway.",
        ReversalCause::Refunded => "The charge was refunded at the gateway.",
        ReversalCause::Disputed => "The cardholder disputed the charge.",
        ReversalCause::Declined => "The charge was declined after all.",
    }
}

/// Asks the gateway whether a paid order's charge still stands: it tells nobody of disputes by itself.
pub async fn check_order(app: &App, id: OrderId) -> Result<()> {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            let order = tx.ask(orders::find_any(id))?.ok_or(Error::NotFound)?;
            let attempts = tx.ask(payments::list_of(order.person_id, id))?;
            // A dispute may have been won meanwhile.
            let issued = attempts
                .into_iter()
                .find(|attempt| attempt.state == State::Reversed || can_lose(attempt));
            let transaction = issued
                .and_then(|attempt| attempt.transaction_id)
                .ok_or(Error::Refused(ORDER_NOT_PAID))?;
            enqueue(tx, now, &LookIntoCharge { transaction }).map(drop)
        })
        .await
}

/// Those that nobody has looked into yet, or all; the newest first.
pub async fn list(app: &App, is_open_only: bool, page: PageRequest) -> Result<Page<ReversalRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::list(tx, is_open_only, page)?;
            Page::counted(rows, page, || store::count(tx, is_open_only))
        })
        .await
}

/// How many nobody has looked into yet.
pub fn count_open(tx: &mut Tx<'_>) -> Result<u64> {
    store::count(tx, true)
}

/// Somebody has looked into it, and says what came of it.
pub async fn close(app: &App, by: &Actor, id: ReversalId, note: String) -> Result<ReversalRow> {
    let (now, by, author) = (app.clock.now(), by.person, Author::of(by));
    app.db
        .write(move |tx| {
            let is_first = store::close(tx, id, by, &note, now)?;
            let closed = store::find(tx, id)?.ok_or(Error::NotFound)?;
            if is_first {
                let entry = Entry::new(actions::REVERSAL_CLOSED, Subject::order(closed.order_id))
                    .reason(Some(note.clone()));
                audit::record(tx, now, &author, entry)?;
            }
            Ok(closed)
        })
        .await
}
