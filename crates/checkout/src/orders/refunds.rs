//! Refunds of orders by the support desk. An order of which nothing was spent is refunded in full,
//! any other order up to the balance of its cards.

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
    idempotency::{Key, Named},
};
use cards::CardRefund;
use kernel::{
    ids::{CardId, OrderId, ShopClosingId},
    language::Language,
    money::Cents,
    timestamp::Timestamp,
};
use ledger::Books;
use mail::{About, Mail};
use platform::{
    app::App,
    error::{Error, Result},
};

use super::{refund_requests, support};
use crate::{
    order::{
        self, actions,
        errors::{CHARGE_REVERSED, ORDER_NOT_PAID, OWN_ORDER},
        letters::{Letter, ReceiptLine},
    },
    orders::support::Dossier,
    payments::{self, NewRefund, State},
};

/// Cards of an order to refund, with the amounts and the reason.
#[derive(Clone, Debug)]
pub struct Refund {
    pub order: OrderId,
    pub cards: Vec<CardRefund>,
    pub reason: String,
    /// Closing of a shop that causes the refund; `None` for a refund by the support desk.
    pub closing: Option<RefundOfClosing>,
}

/// Id of the closing that causes a refund, and the name of the shop.
#[derive(Clone, Debug)]
pub struct RefundOfClosing {
    pub id: ShopClosingId,
    pub shop: String,
}

/// Stored reply to a refund request. A repeated request reads the order by this id.
#[derive(Serialize, Deserialize)]
struct Given {
    order: OrderId,
}

/// Data that must be equal when an idempotency key is used for another refund request. The JSON
/// form of these fields must never change, because it is compared with the requests of the last
/// days.
#[derive(Serialize)]
struct Identity<'a> {
    refund: OrderId,
    cards: Vec<(CardId, Cents)>,
    reason: &'a str,
}

impl Refund {
    fn identity(&self) -> Identity<'_> {
        let cards = self.cards.iter().map(|one| (one.card, one.amount)).collect();
        Identity { refund: self.order, cards, reason: &self.reason }
    }

    /// Returns a refund of all cards of an order, each with its whole balance.
    pub(super) fn of_all(dossier: &Dossier, reason: &str) -> Refund {
        let each = dossier.cards.iter();
        let each = each.map(|card| CardRefund { card: card.id, amount: card.balance });
        Refund {
            order: dossier.order.id,
            cards: each.collect(),
            reason: reason.to_owned(),
            closing: None,
        }
    }

    pub(super) fn amount(&self) -> Result<Cents> {
        Ok(Cents::sum(self.cards.iter().map(|one| one.amount))?)
    }

    /// Whether the refund covers the whole order, of which nothing was ever spent.
    fn is_whole(&self, dossier: &Dossier) -> bool {
        dossier.can_be_cancelled()
            && self.cards.len() == dossier.cards.len()
            && dossier.cards.iter().all(|card| {
                self.cards.iter().any(|one| one.card == card.id && one.amount == card.face)
            })
    }
}

/// Refunds the balance of some of an order's cards, which can't be used afterwards. A refund above
/// the limit for one administrator waits for a second one.
pub async fn refund(app: &Arc<App>, by: &Actor, key: Key, refund: Refund) -> Result<Dossier> {
    let actor = by.clone();
    app.write(move |tx, app, now| {
        let id = refund.order;
        let order = tx.ask(order::find_any(id))?.ok_or(Error::NotFound)?;
        let by = actor.person;
        if order.person_id == by {
            return Err(Error::Refused(OWN_ORDER));
        }
        let before = support::lock(tx, order.person_id, id)?;
        let named = Named::new(by, &key, &refund.identity())?;
        if let Some(Given { order }) = named.reply(tx)? {
            return support::read(tx, order);
        }
        let is_asked = refund_requests::ask_if_needed(tx, app, now, &actor, &before, &refund)?;
        if !is_asked {
            make(tx, app, now, &Author::of(&actor), &before, &refund)?;
        }
        named.keep(tx, now, Books::Platform, &Given { order: id })?;
        if is_asked { support::read(tx, id) } else { support::read_again(tx, before) }
    })
    .await
}

/// Makes a refund of a locked order: cancels the order if the refund covers all of it, otherwise
/// refunds the balances of the cards.
pub(super) fn make(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    author: &Author,
    before: &Dossier,
    refund: &Refund,
) -> Result<()> {
    let link = format!("{}/orders", app.public_url(before.order.brand));
    // The gateway doesn't refund a charge that is too old, so our bank has to pay. The cards are
    // then refunded like the cards of a partial refund, and the order is not cancelled.
    if refund.is_whole(before) && !before.is_charge_too_old(now) {
        support::take_back(tx, now, author, before, &refund.reason, link)
    } else {
        give_back(tx, now, author, before, refund, link)
    }
}

/// Refuses if an order was not paid, or if its charge was reversed.
pub(super) fn refuse_unless_charged(before: &Dossier) -> Result<()> {
    if before.is_charge_reversed() {
        return Err(Error::Refused(CHARGE_REVERSED));
    }
    let is_paid = before.attempts.iter().any(|attempt| attempt.state == State::Issued);
    if is_paid { Ok(()) } else { Err(Error::Refused(ORDER_NOT_PAID)) }
}

/// Refunds the balance of some cards of a locked order.
pub(super) fn give_back(
    tx: &mut Tx<'_>,
    now: Timestamp,
    author: &Author,
    before: &Dossier,
    refund: &Refund,
    link: String,
) -> Result<()> {
    if before.is_charge_reversed() {
        return Err(Error::Refused(CHARGE_REVERSED));
    }
    let by = author.person().ok_or(Error::Unauthorized)?;
    let paid = before.attempts.iter().find(|attempt| attempt.state == State::Issued);
    let paid = paid.ok_or(Error::Refused(ORDER_NOT_PAID))?;
    let paid = payments::lock(tx, paid.key())?;
    let amount = cards::refund_cards(tx, now, by, refund.order, &refund.cards, &refund.reason)?;
    let cart = before.order.cart_id.to_string();
    let closing = refund.closing.as_ref().map(|closing| closing.id);
    let new =
        NewRefund { attempt: &paid, cart: &cart, amount, by, reason: &refund.reason, closing };
    payments::begin_refund(tx, now, &new)?;
    let entry = Entry::new(actions::ORDER_REFUNDED, Subject::order(refund.order))
        .after(json!({ "amount": amount, "cards": refund.cards.len() }))
        .reason(Some(refund.reason.clone()));
    audit::record(tx, now, author, entry)?;
    notify_buyer(tx, now, before, refund, amount, link)
}

fn notify_buyer(
    tx: &mut Tx<'_>,
    now: Timestamp,
    before: &Dossier,
    refund: &Refund,
    amount: Cents,
    link: String,
) -> Result<()> {
    let order = &before.order;
    let Some(reader) = people::addressee(tx, order.person_id)? else { return Ok(()) };
    let letter = Letter::OrderRefunded {
        first_name: reader.first_name,
        number: order.cart_id.to_string(),
        lines: lines(before, refund, reader.language),
        total: amount.format(reader.language),
        paid_with: order.paid_with.clone(),
        closing_shop: refund.closing.as_ref().map(|closing| closing.shop.clone()),
        link,
    };
    let mail = Mail { to: reader.email, brand: order.brand, lang: reader.language, letter };
    mail::post_about(tx, now, mail, About::of(&[&order.id, &order.person_id]))
}

fn lines(before: &Dossier, refund: &Refund, language: Language) -> Vec<ReceiptLine> {
    let wanted = |id| refund.cards.iter().find(|one| one.card == id);
    let refunded = before.cards.iter().filter_map(|card| Some((card, wanted(card.id)?)));
    refunded
        .map(|(card, one)| ReceiptLine {
            vendor: card.vendor_name.clone(),
            price: one.amount.format(language),
            gift_for: card.is_gift.then(|| card.gift_to.clone().unwrap_or_default()),
            charity: card.charity_name.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::ids::Id;

    #[test]
    fn replies_of_former_releases_can_be_read() {
        let stored = include_str!("../../tests/stored/replies/orders.json");
        let replies: Vec<Given> = serde_json::from_str(stored).expect("replies");
        assert_eq!(replies.len(), 1);
    }

    #[test]
    fn identity_of_a_refund_is_unchanged() {
        let (refund, card) = (OrderId::from_outside(""), CardId::from_outside(""));
        let cards = vec![(card, Cents::new(1250))];
        let text = serde_json::to_string(&Identity { refund, cards, reason: "late" });
        let whole =
            format!(r#"{{"refund":"{refund}","cards":[["{card}",12.50]],"reason":"late"}}"#);
        assert_eq!(text.expect("JSON"), whole);
    }
}
