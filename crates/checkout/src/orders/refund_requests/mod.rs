//! Requests for refunds above a limit per order and day, which a second administrator approves or
//! declines. The gateway is called only after approval. The cards can be used meanwhile, so an
//! approval is refused if the balance of a card has changed since the request.

mod store;

use std::{sync::Arc, time::Duration};

use db::{Rows, Tx};
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        Actor, Permission,
        second_person::{self, Decision},
    },
};
use kernel::{
    brand::Brand,
    ids::{OrderId, PersonId, RefundRequestId},
    money::Cents,
    timestamp::Timestamp,
};
use mail::{About, Mail};
use market::bell;
use platform::{
    app::App,
    error::{Error, Result},
};

use super::{refunds, support};
use crate::{
    order::{
        self, actions,
        errors::{OWN_ORDER, REFUND_CHANGED, REFUND_WAITS},
        letters::Letter,
    },
    orders::{refunds::Refund, support::Dossier},
};

pub use store::{OPEN, RefundRequestRow};

/// Period within which the refunds of an order are added up and compared with the limit.
const COUNTED_FOR: Duration = Duration::from_secs(24 * 3600);

/// Lists the refund requests of an order, newest first.
pub(super) fn of_order(buyer: PersonId, order: OrderId) -> Rows<RefundRequestRow> {
    store::of_order(buyer, order)
}

/// Whether one administrator may make a refund without approval. The order's refunds of the last
/// day count, too.
fn is_allowed_alone(app: &App, now: Timestamp, before: &Dossier, amount: Cents) -> Result<bool> {
    if !app.config.second_person.required {
        return Ok(true);
    }
    let since = now.minus(COUNTED_FOR);
    let lately = before.refunds.iter().filter(|refund| refund.created_at > since);
    let all = lately.map(|refund| refund.amount).chain([amount]);
    Ok(Cents::sum(all)? <= app.config.refunds.alone_up_to())
}

/// Records a refund request if a second administrator must approve the refund. Returns false if the
/// caller may make the refund at once. The order must be locked.
pub(super) fn ask_if_needed(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    before: &Dossier,
    refund: &Refund,
) -> Result<bool> {
    if before.open_refund_request().is_some() {
        return Err(Error::Refused(REFUND_WAITS));
    }
    let amount = refund.amount()?;
    if is_allowed_alone(app, now, before, amount)? {
        return Ok(false);
    }
    refunds::refuse_unless_charged(before)?;
    cards::refuse_other_refund(tx, refund.order, &refund.cards)?;
    let new = store::NewRequest {
        buyer: before.order.person_id,
        order: refund.order,
        cards: &refund.cards,
        amount,
        reason: &refund.reason,
        by: by.person,
    };
    store::insert(tx, now, &new)?;
    let entry = Entry::new(actions::ORDER_REFUND_ASKED, Subject::order(refund.order))
        .after(json!({ "amount": amount, "cards": refund.cards.len() }))
        .reason(Some(refund.reason.clone()));
    audit::record(tx, now, &Author::of(by), entry)?;
    bell::notify_of_waiting_refund(tx, now, by.person, refund.order, amount)?;
    notify_administrators(tx, app, now, by, before, refund, amount)?;
    Ok(true)
}

fn notify_administrators(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    before: &Dossier,
    refund: &Refund,
    amount: Cents,
) -> Result<()> {
    // The link leads to the first brand, because all brands share one support desk.
    let link = format!("{}/admin/cards/orders/{}", app.public_url(Brand::DEFAULT), refund.order);
    let others = people::administrators(tx)?.into_iter().filter(|other| other.id != by.person);
    for reader in others {
        let letter = Letter::RefundWaits {
            first_name: reader.first_name,
            by: by.name(),
            number: before.order.cart_id.to_string(),
            amount: amount.format(reader.language),
            reason: refund.reason.clone(),
            link: link.clone(),
        };
        let mail = Mail { to: reader.email, brand: Brand::DEFAULT, lang: reader.language, letter };
        mail::post_about(tx, now, mail, About::of(&[&refund.order, &reader.id]))?;
    }
    Ok(())
}

/// Locks an order, and reads it with one of its refund requests. Refuses if the caller is the
/// buyer.
fn lock(
    tx: &mut Tx<'_>,
    by: &Actor,
    order: OrderId,
    request: RefundRequestId,
) -> Result<(Dossier, RefundRequestRow)> {
    let bought = tx.ask(order::find_any(order))?.ok_or(Error::NotFound)?;
    if bought.person_id == by.person {
        return Err(Error::Refused(OWN_ORDER));
    }
    let before = support::lock(tx, bought.person_id, order)?;
    let found = before.refund_requests.iter().find(|one| one.id == request).cloned();
    Ok((before, found.ok_or(Error::NotFound)?))
}

/// Returns the decision that a refund request waits for.
pub fn decision(row: &RefundRequestRow) -> Option<Decision> {
    row.decided_at.is_none().then(|| {
        Decision::of_platform(Permission::HelpCustomers)
            .requested_by(row.requested_by)
            .excluding([row.person_id])
            .not_by(row.person_id, OWN_ORDER)
    })
}

/// Approves a refund request as a second administrator, and makes the refund. Approving it again
/// changes nothing.
pub async fn approve(
    app: &Arc<App>,
    by: &Actor,
    order: OrderId,
    request: RefundRequestId,
) -> Result<Dossier> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let (before, request) = lock(tx, &by, order, request)?;
        if !second_person::begins(request.is_approved, true)? {
            return Ok(before);
        }
        second_person::require(tx, app, now, &by, decision(&request))?;
        let refund = Refund {
            order,
            cards: request.cards.0.clone(),
            reason: request.reason.clone(),
            closing: None,
        };
        let author = Author::of(&by);
        refunds::make(tx, app, now, &author, &before, &refund).map_err(changed)?;
        store::decide(tx, now, &request, by.person, true, None)?;
        let entry = Entry::new(actions::ORDER_REFUND_APPROVED, Subject::order(order));
        let entry = entry.after(json!({ "amount": request.amount }));
        audit::record(tx, now, &author, entry)?;
        support::read(tx, order)
    })
    .await
}

/// Replaces the error for wrong amounts by one that says that the balances of the cards have
/// changed since the request.
fn changed(error: Error) -> Error {
    match error {
        Error::Invalid(_) => Error::Refused(REFUND_CHANGED),
        error => error,
    }
}

/// Declines a refund request, or withdraws the caller's own request. Declining it again keeps the
/// first reason.
pub async fn decline(
    app: &Arc<App>,
    by: &Actor,
    order: OrderId,
    request: RefundRequestId,
    reason: String,
) -> Result<Dossier> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        let (before, request) = lock(tx, &by, order, request)?;
        if !second_person::begins(request.is_approved, false)? {
            return Ok(before);
        }
        store::decide(tx, now, &request, by.person, false, Some(&reason))?;
        let entry = Entry::new(actions::ORDER_REFUND_DECLINED, Subject::order(order))
            .after(json!({ "amount": request.amount }))
            .reason(Some(reason.clone()));
        audit::record(tx, now, &Author::of(&by), entry)?;
        support::read(tx, order)
    })
    .await
}
