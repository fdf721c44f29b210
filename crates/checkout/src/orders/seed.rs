//! Creation of past sales for a demo.

use std::sync::Arc;

use db::Tx;

use kernel::{
    brand::Brand,
    ids::{CardId, OrderId, PersonId, TenantId},
    money::Cents,
    random::{random_bytes, random_hex},
    timestamp::Timestamp,
};
use platform::{app::App, error::Result};

use super::LockedOrder;
use crate::{
    carts::{self, CartState, NewItem},
    order,
    payments::{self, ChargeOutcome, Checks, NewAttempt},
};

/// A past sale to create, with its payment card.
pub struct Sale {
    pub buyer: PersonId,
    pub brand: Brand,
    pub items: Vec<NewItem>,
    pub paid_with: String,
}

/// Ids of the order and cards of a created sale.
pub struct Sold {
    pub order: OrderId,
    pub cards: Vec<CardId>,
}

/// Creates an order with its cart, payment and cards at a past time, without calling the gateway or
/// sending emails.
pub fn sell(tx: &mut Tx<'_>, app: &Arc<App>, then: Timestamp, sale: Sale) -> Result<Sold> {
    let cart = carts::fill(tx, then, sale.buyer, &sale.items)?;
    let order = order::insert(tx, then, cart, sale.buyer, sale.brand)?;
    let prices = sale.items.iter().map(|item| item.price.checked_mul(item.quantity));
    let amount = prices.collect::<Result<Vec<_>, _>>().and_then(Cents::sum)?;
    let attempt = NewAttempt {
        buyer: sale.buyer,
        order,
        is_first: true,
        cart: &cart.to_string(),
        amount,
        token_hash: payments::token_hashes(&app.secrets, &random_hex()).current().to_owned(),
        client: None,
    };
    let attempt = payments::begin_without_job(tx, then, attempt)?;
    carts::set_state(tx, sale.buyer, cart, CartState::Paying, then)?;
    let charged = ChargeOutcome::Charged {
        transaction: a_number(),
        paid_with: sale.paid_with,
        checks: Checks::default(),
    };
    let attempt = payments::apply(tx, then, attempt, &charged)?;
    payments::deliver_in::<LockedOrder>(tx, app, then, &attempt)?;
    payments::watch::exclude(tx, attempt.key(), then)?;
    let mut vendors: Vec<TenantId> = sale.items.iter().map(|item| item.vendor).collect();
    vendors.sort_unstable();
    vendors.dedup();
    let cards = tx.ask(cards::of_order_at(order, &vendors))?;
    let cards = cards.into_iter().map(|card| card.id).collect();
    Ok(Sold { order, cards })
}

/// Returns a random transaction number that looks like one from the gateway.
fn a_number() -> String {
    u64::from_be_bytes(random_bytes()).to_string()
}
