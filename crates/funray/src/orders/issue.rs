//! The one transaction that turns a paid cart into cards.

use std::sync::Arc;

use db::Tx;

use super::{jobs::MailReceipt, settle::count_failure, store};
use crate::{
    accounts,
    app::App,
    auth::PersonId,
    cards::{self, Cause, Gift, NewCard},
    carts::{self, CartState, ItemRow},
    error::{Error, Result},
    fail_points::Point,
    jobs::enqueue,
    kernel::{money::Cents, rates::Split, timestamp::Timestamp},
    ledger::OrderId,
    live::{self, Event},
    payments::{self, AttemptId, State},
};

/// Makes the cards of an approved attempt, all of them or none. Done before, there is nothing to do.
pub async fn issue(app: &Arc<App>, id: AttemptId) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    let issued = app.db.write(move |tx| issue_in(tx, &shared, now, id)).await;
    match issued {
        Ok(()) => app.fail_points.pass(Point::AfterIssue).await,
        Err(error) => {
            count_failure(app, id, &error).await?;
            Err(error)
        }
    }
}

/// The same within a transaction that the caller has begun.
pub fn issue_in(tx: &mut Tx<'_>, app: &Arc<App>, now: Timestamp, id: AttemptId) -> Result<()> {
    let order = payments::find(tx, id)?.order_id;
    let cart = store::lock_cart(tx, order)?;
    let attempt = payments::lock(tx, id)?;
    if attempt.state != State::Approved {
        return Ok(());
    }
    app.fail_points.pass_in_transaction(tx, Point::InIssueBegun)?;
    let buyer = store::buyer_of(tx, order)?;
    let name = accounts::reader(tx, buyer)?
        .map(|reader| format!("{} {}", reader.first_name, reader.last_name))
        .unwrap_or_default();
    let items = carts::items(tx, cart)?;
    if Cents::checked_sum(items.iter().map(ItemRow::total)) != Some(attempt.amount) {
        return Err(Error::Internal(format!("{id} was charged something else than its cart")));
    }
    let (mut place, mut newest) = (0, None);
    for item in &items {
        for _ in 0..item.quantity {
            let card = new_card(order, buyer, &name, item, place)?;
            newest = Some(cards::issue(tx, &app.secrets, now, &card)?);
            place += 1;
            app.fail_points.pass_in_transaction(tx, Point::InIssueCard)?;
        }
    }
    // Whose wallet is open sees them come.
    if let Some(card) = newest {
        live::tell(tx, buyer, Event::Card { id: card });
    }
    store::set_paid(tx, order, attempt.amount, attempt.paid_with.as_deref(), now)?;
    carts::set_state(tx, cart, CartState::Sold, now)?;
    enqueue(tx, now, &MailReceipt { order })?;
    payments::set_state(tx, now, &attempt, State::Issued)?;
    app.fail_points.pass_in_transaction(tx, Point::InIssueDone)
}

/// The terms of this moment are copied onto the card: what changes later changes nothing of it.
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
        }),
        place,
    })
}
