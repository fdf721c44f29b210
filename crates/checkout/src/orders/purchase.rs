//! Effect of a payment on its order. If the payment is charged, cards are issued; if it is declined
//! or voided, the cart can be changed again.

use std::sync::Arc;

use db::{Ask, Tx};
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    live::{self, Event},
};
use cards::{Cause, Gift, NewCard};
use kernel::{
    brand::Brand,
    ids::{OrderId, PersonId},
    money::Cents,
    rates::Split,
    timestamp::Timestamp,
};
use ledger::MoneyMoves;
use mail::{About, Mail};
use platform::{
    app::App,
    error::{Error, Result},
    fail_points::Point,
    jobs::enqueue,
};

use crate::{
    carts::{self, CartState, ItemRow},
    disputes::reversals::LookIntoCharge,
    fraud::{review, risk},
    order::{self, OrderRow, actions, letters::Letter},
    orders::jobs::MailReceipt,
    payments::{AttemptRow, Purchase, State, VoidWish},
};

/// An order whose cart is locked. Every change of an order must hold this lock.
pub struct LockedOrder {
    order: OrderRow,
    items: Vec<ItemRow>,
    /// Earliest time for which the ledger accepts transfers; `None` while all movements of money
    /// are stopped.
    books_open_from: Option<Timestamp>,
}

impl Purchase for LockedOrder {
    /// Locks the cart of an order, and reads the order, its items and the result of the query
    /// `also` in the same round trip.
    fn lock<A: Ask>(
        tx: &mut Tx<'_>,
        buyer: PersonId,
        order: OrderId,
        also: A,
    ) -> Result<(LockedOrder, A::Answer)> {
        let locked = order::lock_cart(tx.engine(), buyer, order);
        let items = carts::items_of_order(buyer, order);
        let read = (order::find(buyer, order), items, ledger::books_open_from());
        let (locked, (order, items, books_open_from), also) = tx.ask((locked, read, also))?;
        locked.ok_or(Error::NotFound)?;
        let order = order.ok_or(Error::NotFound)?;
        Ok((LockedOrder { order, items, books_open_from }, also))
    }

    fn brand(&self) -> Brand {
        self.order.brand
    }

    fn hold_if_risky(
        &self,
        tx: &mut Tx<'_>,
        app: &Arc<App>,
        now: Timestamp,
        attempt: &AttemptRow,
    ) -> Result<bool> {
        review::hold_if_risky(tx, app, now, &self.order, &self.items, attempt)
    }

    fn wait(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<()> {
        carts::set_aside(tx, self.order.person_id, self.order.cart_id, now)
    }

    fn fail(
        &self,
        tx: &mut Tx<'_>,
        app: &App,
        now: Timestamp,
        before: State,
        attempt: &AttemptRow,
    ) -> Result<()> {
        self.open_cart(tx, now)?;
        match before {
            State::Review => review::close_undecided(tx, now, attempt)?,
            _ if attempt.state == State::Declined => {
                risk::count_decline(tx, app, now, risk::Purchase::of(&self.order, attempt))?;
            }
            _ => {}
        }
        if matches!(before, State::Held | State::Unknown | State::Review) {
            self.notify_buyer_of_failure(tx, app, now)?;
        }
        Ok(())
    }

    /// Issues all cards of the order, or none.
    fn deliver(
        &self,
        tx: &mut Tx<'_>,
        app: &Arc<App>,
        now: Timestamp,
        attempt: &AttemptRow,
    ) -> Result<()> {
        app.fail_points.pass_in_transaction(tx, Point::InIssueBegun)?;
        let (order, buyer) = (self.order.id, self.order.person_id);
        // The name is empty if the buyer's account was closed.
        let name = format!("{} {}", self.order.buyer_first_name, self.order.buyer_last_name);
        let name = name.trim();
        let paid_for = self.items.iter().map(ItemRow::total);
        if Cents::sum(paid_for) != Ok(attempt.amount) {
            let id = attempt.id;
            return Err(Error::Internal(format!("{id} was charged something else than its cart")));
        }
        let moves = MoneyMoves::of(self.books_open_from)?;
        let each = self.items.iter().flat_map(|item| (0..item.quantity).map(move |_| item));
        let each: Vec<&ItemRow> = each.collect();
        let numbers = cards::free_numbers(tx, &app.secrets, each.len())?;
        // The statements are sent in batches. An order may have a thousand cards, and too many
        // round trips would exceed the time limit and void the charge.
        let newest = tx.batched(|tx| {
            let mut newest = None;
            for (place, (item, number)) in (0..).zip(each.into_iter().zip(&numbers)) {
                let card = new_card(order, buyer, name, item, place)?;
                newest = Some(cards::issue(tx, &app.secrets, now, &card, number, moves)?);
                app.fail_points.pass_in_transaction(tx, Point::InIssueCard)?;
            }
            enqueue(tx, now, &MailReceipt { order })?;
            Ok::<_, Error>(newest)
        })?;
        // The event makes an open wallet page show the new cards at once.
        if let Some(card) = newest {
            live::publish(tx, buyer, Event::Card { id: card });
        }
        order::set_paid(tx, buyer, order, attempt.amount, attempt.paid_with.as_deref(), now)?;
        self.set_cart_state(tx, CartState::Sold, now)
    }

    /// Reopens the cart of an order whose charge was voided. A cart that was sold before its order
    /// was cancelled stays sold. A cart that is open already was reopened before, and the buyer was
    /// told then: the record of a payment by the bank lets the same void end again.
    fn reopen(&self, tx: &mut Tx<'_>, app: &App, now: Timestamp) -> Result<()> {
        let order = &self.order;
        if order.paid_at.is_some() {
            return Ok(());
        }
        let cart = tx.ask(carts::lock(tx.engine(), order.person_id, order.cart_id))?;
        if cart == Some(CartState::Open) {
            return Ok(());
        }
        self.open_cart(tx, now)?;
        self.notify_buyer_of_failure(tx, app, now)
    }

    fn record_refusal(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        attempt: &AttemptRow,
    ) -> Result<VoidWish> {
        let (order, amount) = (&self.order, attempt.amount);
        let entry = Entry::new(actions::REFUND_REFUSED, Subject::order(order.id));
        let entry = entry.after(json!({ "amount": amount }));
        audit::record(tx, now, &Author::system("gateway"), entry)?;
        let found = match order.cancelled_at {
            Some(_) => order::find_cancellation(tx, order.person_id, order.id)?,
            None => review::find_void(tx, attempt)?,
        };
        let wish =
            found.map(|(by, at, reason)| VoidWish { by, at, reason: reason.unwrap_or_default() });
        // A charge that turns up too late is voided without a decision of an administrator. The
        // refund must name a person, so it names the buyer.
        Ok(wish.unwrap_or_else(|| VoidWish {
            by: order.person_id,
            at: now,
            reason: "No cards were made for this charge.".to_owned(),
        }))
    }

    fn remind(tx: &mut Tx<'_>, app: &App, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
        review::remind(tx, app, now, attempt)
    }

    fn look_into_charge(tx: &mut Tx<'_>, now: Timestamp, transaction: String) -> Result<()> {
        enqueue(tx, now, &LookIntoCharge { transaction }).map(drop)
    }
}

impl LockedOrder {
    fn set_cart_state(&self, tx: &mut Tx<'_>, state: CartState, now: Timestamp) -> Result<()> {
        carts::set_state(tx, self.order.person_id, self.order.cart_id, state, now)
    }

    /// Opens the cart, so that it can be changed and paid for again.
    fn open_cart(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<()> {
        if self.order.is_set_aside {
            return carts::bring_back(tx, self.order.person_id, self.order.cart_id, now);
        }
        self.set_cart_state(tx, CartState::Open, now)
    }

    /// Emails the buyer that the pending payment has failed.
    fn notify_buyer_of_failure(&self, tx: &mut Tx<'_>, app: &App, now: Timestamp) -> Result<()> {
        let order = &self.order;
        let Some(reader) = people::addressee(tx, order.person_id)? else { return Ok(()) };
        let letter = Letter::PaymentFailed {
            first_name: reader.first_name,
            number: order.cart_id.to_string(),
            total: order.total.unwrap_or_default().format(reader.language),
            link: format!("{}/my-cart", app.public_url(order.brand)),
        };
        let mail = Mail { to: reader.email, brand: order.brand, lang: reader.language, letter };
        mail::post_about(tx, now, mail, About::of(&[&order.id, &order.person_id]))
    }
}

/// Builds a new card with a copy of the shop's current rates, so that later changes of the rates
/// don't affect the card.
fn new_card(
    order: OrderId,
    buyer: PersonId,
    buyer_name: &str,
    item: &ItemRow,
    place: u32,
) -> Result<NewCard> {
    let shop = &item.offer.vendor;
    let cause = item.campaign_id.zip(item.offer.campaign.as_ref()).map(|(campaign, cause)| Cause {
        charity: cause.charity_id,
        campaign,
        rate: shop.charity_rate,
    });
    let rate = cause.map(|cause| cause.rate);
    let split = Split::of(item.price, rate, shop.share_percentage)
        .ok_or_else(|| Error::Internal(format!("{} can't be split", item.price)))?;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    Ok(NewCard {
        order,
        buyer,
        buyer_name: buyer_name.to_owned(),
        vendor: item.vendor_id,
        cause,
        price: item.price,
        share_percentage: shop.share_percentage,
        split,
        gift: item.is_gift.then(|| Gift {
            to: text(&item.gift_to),
            recipient: text(&item.recipient_email),
            from: text(&item.gift_from),
            message: item.gift_message.clone(),
            send: item.send_time(),
        }),
        place,
    })
}
