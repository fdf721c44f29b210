//! Orders for the support desk, which reads the orders of any buyer with all attempts to pay, and
//! cancels orders.

use std::sync::Arc;

use db::{Ask, Tx};
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
};
use cards::{AddressChange, CardRow};
use kernel::{
    ids::{OrderId, PersonId},
    money::Cents,
    paging::{Page, PageRequest},
    search::Search,
    timestamp::Timestamp,
};
use mail::{About, Mail};
use platform::{
    app::App,
    error::{Error, Result},
    lists::MAX_NARROWED,
};

use super::{refund_requests, refunds};
use crate::{
    fraud::review::{self, ReviewRow},
    order::{
        self, OrderRow, actions,
        errors::{CHARGE_REVERSED, ORDER_NOT_PAID, OWN_ORDER},
        letters::Letter,
    },
    orders::{refund_requests::RefundRequestRow, refunds::Refund},
    payments::{self, AttemptRow, RefundRow, State},
};

/// An order with its cards, payment attempts, refunds and review, as shown to the support desk.
pub struct Dossier {
    pub order: OrderRow,
    pub cards: Vec<CardRow>,
    /// Payment attempts on the order, oldest first.
    pub attempts: Vec<AttemptRow>,
    /// Changes of the recipients' email addresses of the order's gifts, oldest first.
    pub address_changes: Vec<AddressChange>,
    /// Fraud review and its outcome; `None` if the order was never held.
    pub review: Option<ReviewRow>,
    /// Refunds of parts of the charge, and refused refunds of the whole charge, oldest first.
    pub refunds: Vec<RefundRow>,
    /// Refund requests that need, or needed, approval by a second administrator, newest first.
    pub refund_requests: Vec<RefundRequestRow>,
}

impl Dossier {
    /// Whether the order's charge was reversed at the gateway, wholly or in part.
    pub fn is_charge_reversed(&self) -> bool {
        self.attempts.iter().any(|attempt| attempt.reversed.is_positive())
    }

    /// Whether the order can be cancelled: it was paid for, and nothing was spent from its cards.
    pub fn can_be_cancelled(&self) -> bool {
        self.order.paid_at.is_some()
            && self.order.cancelled_at.is_none()
            && !self.is_charge_reversed()
            && self.cards.iter().all(|card| card.balance == card.face)
    }

    /// Whether the order's charge is too old for a refund by the gateway.
    pub fn is_charge_too_old(&self, now: Timestamp) -> bool {
        let paid = self.attempts.iter().find(|attempt| attempt.state == State::Issued);
        paid.is_some_and(|attempt| payments::is_too_old(attempt.sent_at, now))
    }

    /// Returns the refund request that waits for a second administrator, if there is one.
    pub fn open_refund_request(&self) -> Option<&RefundRequestRow> {
        self.refund_requests.iter().find(|request| request.decided_at.is_none())
    }

    /// Whether any card of the order has a balance that can be refunded.
    pub fn can_be_refunded(&self) -> bool {
        self.order.paid_at.is_some()
            && self.order.cancelled_at.is_none()
            && !self.is_charge_reversed()
            && self.cards.iter().any(|card| card.balance.is_positive())
    }
}

/// Searches the orders of all buyers by number, buyer or payment card.
pub fn search(tx: &mut Tx<'_>, search: &Search, page: PageRequest) -> Result<Page<OrderRow>> {
    if search.is_narrowed() {
        let rows = order::search(tx, search, PageRequest::new(1, MAX_NARROWED))?;
        return Ok(Page::cut(search.narrow(rows, texts), page));
    }
    let rows = order::search(tx, search, page)?;
    Page::counted(rows, page, || order::count_found(tx, search))
}

/// Finds the ids of orders by order number, for the search in the audit log.
pub fn find_ids(tx: &mut Tx<'_>, _: &App, text: &Search) -> Result<Vec<String>> {
    if !text.covers("orderNumber") {
        return Ok(Vec::new());
    }
    let found = search(tx, text, PageRequest::new(1, audit::MAX_MATCHES))?;
    Ok(found.items.iter().map(|order| order.id.to_string()).collect())
}

/// Returns the searchable fields of an order, each with its name.
fn texts(order: &OrderRow) -> Vec<(&'static str, String)> {
    let name = format!("{} {}", order.buyer_first_name, order.buyer_last_name);
    vec![
        ("orderNumber", order.cart_id.to_string()),
        ("paidWith", order.paid_with.clone().unwrap_or_default()),
        ("name", name.clone()),
        ("displayName", name),
        ("firstName", order.buyer_first_name.clone()),
        ("lastName", order.buyer_last_name.clone()),
        ("email", order.buyer_email.clone()),
    ]
}

/// Lists the orders that a person began to pay for, newest first, with their total number.
pub fn of_person(tx: &mut Tx<'_>, person: PersonId, page: PageRequest) -> Result<Page<OrderRow>> {
    let rows = order::newest_begun(tx, person, page)?;
    Page::counted(rows, page, || order::count_begun(tx, person))
}

/// Sums a person's paid orders, minus refunds. Leaves out cancelled and reversed orders.
pub fn spent_by(person: PersonId) -> impl Ask<Answer = Cents> {
    order::spent_by(person)
}

/// Reads an order for the support desk, and records in the audit log that the caller viewed the
/// buyer's data.
pub async fn open(app: &Arc<App>, author: Author, id: OrderId) -> Result<Dossier> {
    app.write(move |tx, _, now| {
        let dossier = read(tx, id)?;
        let buyer = Subject::person(dossier.order.person_id);
        let entry = Entry::new(audit::actions::PERSON_VIEWED, buyer);
        let entry = entry.after(json!({ "order": dossier.order.cart_id.to_string() }));
        audit::record_view(tx, now, &author, entry)?;
        Ok(dossier)
    })
    .await
}

pub(super) fn read(tx: &mut Tx<'_>, id: OrderId) -> Result<Dossier> {
    let order = tx.ask(order::find_any(id))?.ok_or(Error::NotFound)?;
    tx.ask(dossier(order.person_id, id))?.ok_or(Error::NotFound)
}

/// Reads an order with everything shown to the support desk, for callers who know the buyer.
fn dossier(buyer: PersonId, id: OrderId) -> impl Ask<Answer = Option<Dossier>> {
    let parts = (
        order::find(buyer, id),
        cards::of_order(id),
        payments::list_of(buyer, id),
        cards::address_changes(id),
        review::of_order(buyer, id),
        payments::list_refunds(buyer, id),
        refund_requests::of_order(buyer, id),
    );
    parts.map(|(order, cards, attempts, address_changes, review, refunds, refund_requests)| {
        let order = order?;
        Some(Dossier { order, cards, attempts, address_changes, review, refunds, refund_requests })
    })
}

/// Reads an order again after a refund or cancellation. Keeps addresses, review and refund
/// requests, which don't change.
pub(super) fn read_again(tx: &mut Tx<'_>, before: Dossier) -> Result<Dossier> {
    let (buyer, id) = (before.order.person_id, before.order.id);
    let parts = (
        order::find(buyer, id),
        cards::of_order(id),
        payments::list_of(buyer, id),
        payments::list_refunds(buyer, id),
    );
    let (order, cards, attempts, refunds) = tx.ask(parts)?;
    Ok(Dossier { order: order.ok_or(Error::NotFound)?, cards, attempts, refunds, ..before })
}

/// Like [`read`], but locks the cart of the order.
pub(super) fn lock(tx: &mut Tx<'_>, buyer: PersonId, id: OrderId) -> Result<Dossier> {
    let (_, dossier) = tx.ask((order::lock_cart(tx.engine(), buyer, id), dossier(buyer, id)))?;
    dossier.ok_or(Error::NotFound)
}

/// Cancels an order: empties its cards and refunds its charge. Cancelling it again changes nothing.
/// A sum above the limit for one administrator waits for a second administrator. If the charge is
/// too old for the gateway, the cards are refunded like the cards of a partial refund, and our bank
/// can pay the buyer.
pub async fn cancel(app: &Arc<App>, by: &Actor, id: OrderId, reason: String) -> Result<Dossier> {
    let actor = by.clone();
    app.write(move |tx, app, now| {
        let bought = tx.ask(order::find_any(id))?.ok_or(Error::NotFound)?;
        if bought.person_id == actor.person {
            return Err(Error::Refused(OWN_ORDER));
        }
        let before = lock(tx, bought.person_id, id)?;
        if before.order.cancelled_at.is_some() {
            return Ok(before);
        }
        let refund = Refund::of_all(&before, &reason);
        if before.can_be_cancelled()
            && refund_requests::ask_if_needed(tx, app, now, &actor, &before, &refund)?
        {
            return read(tx, id);
        }
        let author = Author::of(&actor);
        if before.can_be_cancelled() && before.is_charge_too_old(now) {
            refunds::make(tx, app, now, &author, &before, &refund)?;
        } else {
            let link = format!("{}/orders", app.public_url(before.order.brand));
            take_back(tx, now, &author, &before, &reason, link)?;
        }
        read_again(tx, before)
    })
    .await
}

/// Cancels a locked order: empties its cards, and has its charge voided or refunded.
pub(super) fn take_back(
    tx: &mut Tx<'_>,
    now: Timestamp,
    author: &Author,
    before: &Dossier,
    reason: &str,
    link: String,
) -> Result<()> {
    if before.is_charge_reversed() {
        return Err(Error::Refused(CHARGE_REVERSED));
    }
    let (id, by) = (before.order.id, author.person().ok_or(Error::Unauthorized)?);
    let paid = before.attempts.iter().find(|attempt| attempt.state == State::Issued);
    let paid = paid.ok_or(Error::Refused(ORDER_NOT_PAID))?;
    cards::cancel_cards(tx, now, by, id, reason)?;
    order::set_cancelled(tx, &before.order, by, reason, now)?;
    payments::void(tx, now, paid)?;
    let entry = Entry::new(actions::ORDER_CANCELLED, Subject::order(id));
    audit::record(tx, now, author, entry.reason(Some(reason.to_owned())))?;
    notify_buyer(tx, now, &before.order, link)
}

fn notify_buyer(tx: &mut Tx<'_>, now: Timestamp, order: &OrderRow, link: String) -> Result<()> {
    let Some(reader) = people::addressee(tx, order.person_id)? else { return Ok(()) };
    let letter = Letter::OrderCancelled {
        first_name: reader.first_name,
        number: order.cart_id.to_string(),
        total: order.total.unwrap_or_default().format(reader.language),
        paid_with: order.paid_with.clone(),
        link,
    };
    let mail = Mail { to: reader.email, brand: order.brand, lang: reader.language, letter };
    mail::post_about(tx, now, mail, About::of(&[&order.id, &order.person_id]))
}
