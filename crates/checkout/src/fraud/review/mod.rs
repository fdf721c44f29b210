//! Review of charged orders with a high risk of fraud. No cards are issued until an administrator
//! releases the order or has the charge voided.

mod mails;
mod store;

use std::{sync::Arc, time::Duration};

use db::{First, Tx};
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Permission, second_person},
};
use kernel::{
    ids::{OrderId, PersonId},
    timestamp::Timestamp,
};
use ledger::Breach;
use platform::{
    app::App,
    error::{Error, Result},
};

use super::risk;
use crate::{
    carts::ItemRow,
    order::{
        self, OrderRow, actions,
        errors::{NOT_HELD, OWN_ORDER},
    },
    payments::{self, AttemptRow, Purchase, State},
};

pub use super::risk::Reason as RiskReason;
pub use store::{OPEN, RULES, ReviewRow};

/// Maximum time for a decision about a held order. After this time, the administrators are
/// reminded.
const MAX_REVIEW: Duration = Duration::from_secs(24 * 3600);

/// Decision of an administrator about a held order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The cards of the order are issued.
    Release,
    /// The charge of the order is voided, and no cards are issued.
    Void,
}

/// Holds a charged order if its risk is high, and emails the buyer and the administrators. Returns
/// whether the order is held.
pub fn hold_if_risky(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    now: Timestamp,
    order: &OrderRow,
    items: &[ItemRow],
    attempt: &AttemptRow,
) -> Result<bool> {
    let purchase = risk::Purchase::of(order, attempt);
    let Some(assessment) = risk::weigh(tx, app, now, purchase, items, attempt)? else {
        return Ok(false);
    };
    store::insert(tx, now, attempt, &assessment)?;
    let entry = Entry::new(actions::ORDER_HELD, Subject::order(order.id))
        .after(json!({ "score": assessment.score, "reasons": assessment.reasons }));
    audit::record(tx, now, &Author::system("risk"), entry)?;
    mails::notify_buyer(tx, app, now, order, attempt.amount)?;
    mails::notify_administrators(tx, app, now, order, attempt.amount, false)?;
    Ok(true)
}

/// Returns the administrator, time and reason of the decision to void a held charge. Returns `None`
/// if there was no such decision.
pub fn find_void(
    tx: &mut Tx<'_>,
    attempt: &AttemptRow,
) -> Result<Option<(PersonId, Timestamp, Option<String>)>> {
    store::find_void(tx, attempt.key())
}

/// Closes the review of a charge that was voided or declined at the gateway, because no decision is
/// needed any more.
pub fn close_undecided(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    store::close(tx, attempt.key(), now)
}

/// Reminds the administrators, once, of a held order that has waited too long for a decision.
pub fn remind(tx: &mut Tx<'_>, app: &App, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    if store::set_reminded(tx, attempt.key(), now, now.minus(MAX_REVIEW))?
        && let Some(order) = tx.ask(order::find(attempt.person_id, attempt.order_id))?
    {
        mails::notify_administrators(tx, app, now, &order, attempt.amount, true)?;
    }
    Ok(())
}

/// Finds the newest review of an order. Returns `None` if the order was never held.
pub fn of_order(buyer: PersonId, order: OrderId) -> First<ReviewRow> {
    store::of_order(buyer, order)
}

/// Lists reviews that have waited too long for a decision, as breaches for the operators.
pub fn overdue(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Breach>> {
    let rows = store::overdue(tx, now.minus(MAX_REVIEW))?;
    let problem = "it has waited for a decision for more than a day";
    let breach =
        |row| Breach { rule: "a held order is decided about", row, problem: problem.to_owned() };
    Ok(rows.into_iter().map(breach).collect())
}

/// Returns the decision that the release of a held order waits for.
pub fn release(row: &ReviewRow) -> Option<second_person::Decision> {
    row.decided_at.is_none().then(|| release_to(row.person_id))
}

fn release_to(buyer: PersonId) -> second_person::Decision {
    second_person::Decision::of_platform(Permission::HelpCustomers)
        .excluding([buyer])
        .not_by(buyer, OWN_ORDER)
}

/// Releases a held order, or has its charge voided. Only the first decision counts. An
/// administrator may release the order only if their role isn't new, and if neither they nor the
/// buyer gave the other one a role.
pub async fn decide<P: Purchase>(
    app: &Arc<App>,
    by: &Actor,
    order: OrderId,
    decision: Decision,
    reason: String,
) -> Result<()> {
    let (actor, by, author) = (by.clone(), by.person, Author::of(by));
    let attempt = app
        .write(move |tx, app, now| {
            let bought = tx.ask(order::find_any(order))?.ok_or(Error::NotFound)?;
            if bought.person_id == by {
                return Err(Error::Refused(OWN_ORDER));
            }
            let buyer = bought.person_id;
            tx.ask(order::lock_cart(tx.engine(), buyer, order))?;
            let held = payments::newest_of(tx, buyer, order)?;
            let held = payments::lock(tx, held.ok_or(Error::Refused(NOT_HELD))?.key())?;
            if held.state != State::Review {
                return Err(Error::Refused(NOT_HELD));
            }
            if decision == Decision::Release {
                release_to(buyer).require(tx, app, now, &actor)?;
            }
            let (is_released, action) = match decision {
                Decision::Release => (true, actions::ORDER_RELEASED),
                Decision::Void => (false, actions::ORDER_VOIDED),
            };
            payments::end_review(tx, now, &held, is_released)?;
            store::decide(tx, now, held.key(), by, is_released, &reason)?;
            let entry = Entry::new(action, Subject::order(order)).reason(Some(reason.clone()));
            audit::record(tx, now, &author, entry)?;
            Ok(held)
        })
        .await?;
    if decision == Decision::Release
        && let Err(error) = payments::deliver::<P>(app, &attempt).await
    {
        tracing::warn!(attempt = %attempt.id, ?error, "the cards of a released order were left to its job");
    }
    Ok(())
}
