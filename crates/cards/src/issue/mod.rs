//! Issues cards when an order is paid, and empties cards when the order is cancelled, or its charge
//! is refunded or reversed.

pub mod jobs;
mod moves;
mod refunds;
mod reversals;
pub mod sending;
mod store;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use db::{Ask, Tx};

use kernel::{
    ids::{CampaignId, CardId, OrderId, PersonId, TenantId},
    money::Cents,
    rates::{CharityRate, PlatformRate, Split},
    timestamp::Timestamp,
};
use ledger::{
    Account, Books, Entries, MoneyMoves, NewBalance, PostedBy, Transfer, TransferKind,
    errors::ALREADY_REVERSED,
};
use market::tenants;
use platform::{
    error::{Error, Result},
    jobs::{enqueue, enqueue_at},
    secrets::Secrets,
};
use store::ChargedCard;

use crate::{
    card::{self, codes::CardNumber, seal_new},
    errors::ORDER_TOUCHED,
    gifts::send_time::SendTime,
};

pub use moves::{HandedOver, Handover, RULES_OF_MOVES, hand_over};
pub use refunds::{CardRefund, refund_cards, refuse_other_refund};
pub use reversals::{GATEWAY, RemainingBalance, freeze_order, restore_order, reverse_order};
pub use store::RULES_OF_REFUNDS;
#[cfg(feature = "demo")]
pub use store::set_mailed;

/// A card to be issued, with the terms of its sale.
#[derive(Clone, Debug)]
pub struct NewCard {
    pub order: OrderId,
    pub buyer: PersonId,
    pub buyer_name: String,
    pub vendor: TenantId,
    pub cause: Option<Cause>,
    pub price: Cents,
    pub share_percentage: PlatformRate,
    pub split: Split,
    pub gift: Option<Gift>,
    /// Position among the cards bought together, which are listed in this order.
    pub place: u32,
}

/// Charity and campaign that a card supports, with the charity's rate.
#[derive(Clone, Copy, Debug)]
pub struct Cause {
    pub charity: TenantId,
    pub campaign: CampaignId,
    pub rate: CharityRate,
}

/// Recipient of a card that isn't for the buyer.
#[derive(Clone, Debug)]
pub struct Gift {
    pub to: String,
    pub recipient: String,
    pub from: String,
    pub message: Option<String>,
    /// Time at which the gift is emailed; `None` for at once.
    pub send: Option<SendTime>,
}

impl Gift {
    /// Returns the time until which the gift waits, if that lies ahead.
    fn waits_until(&self, now: Timestamp) -> Option<SendTime> {
        self.send.filter(|time| time.moment() > now)
    }
}

/// Issues a card: inserts its row, records its sale in the ledger, and has the card emailed.
pub fn issue(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    card: &NewCard,
    number: &CardNumber,
    moves: MoneyMoves,
) -> Result<CardId> {
    let made_at = now.plus(Duration::from_micros(card.place.into()));
    let id = CardId::new(made_at);
    let sealed = seal_new(secrets, number, id, card.gift.is_some());
    let moved_at = moves.moment(made_at);
    let waits_until = card.gift.as_ref().and_then(|gift| gift.waits_until(now));
    store::insert(tx, id, (made_at, moved_at), &sealed, card, waits_until)?;
    let mut entries = Entries::default()
        .moving(card.price, Account::GatewayClearing, Account::Card(id))
        .moving(card.split.platform, Account::VendorPayable(card.vendor), Account::PlatformRevenue);
    if let Some(cause) = &card.cause {
        let (vendor, charity) =
            (Account::VendorPayable(card.vendor), Account::CharityPayable(cause.charity));
        entries = entries.moving(card.split.charity, vendor, charity);
        tenants::note_support(tx, card.vendor, cause.charity)?;
    }
    let sale = Transfer {
        books: Books::Vendor(card.vendor),
        kind: TransferKind::Sale,
        entries,
        order: Some(card.order),
        card: Some(id),
        reason: None,
    };
    let made = NewBalance { card: id, balance: card.price, moved_at };
    ledger::record_new(tx, PostedBy::Person(card.buyer), &sale, made, moves)?;
    match (waits_until.map(SendTime::moment), &card.gift) {
        (Some(at), _) => enqueue_at(tx, now, at, &sending::SendGift { card: id, at })?,
        (None, Some(_)) => enqueue(tx, now, &jobs::MailGift { card: id })?,
        (None, None) => enqueue(tx, now, &jobs::MailCard { card: id })?,
    };
    Ok(id)
}

/// Reverses the sale of all cards of an order, none of which may have been spent. The cards stay
/// empty. A thousand cards need as many round trips to the database as one.
pub fn cancel_cards(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PersonId,
    order: OrderId,
    reason: &str,
) -> Result<()> {
    let asked = (
        store::lock_charged(order),
        ledger::list_with_entries(order, TransferKind::Sale),
        ledger::books_open_from(),
    );
    let (cards, sales, open_from) = tx.ask(asked)?;
    let moves = MoneyMoves::of(open_from)?;
    if cards.iter().any(|card| card.balance != card.face) {
        return Err(Error::Refused(ORDER_TOUCHED));
    }
    let change = card::StatusChange { is_active: false, by: Some(by), reason: Some(reason) };
    let keys: Vec<_> = cards.iter().map(ChargedCard::key).collect();
    card::change_status_of(tx, now, &keys, &change)?;
    let sales: HashMap<_, _> = sales.iter().map(|sale| (sale.row.card_id, sale)).collect();
    let opposites = cards.iter().map(|card| {
        let sale = sales.get(&Some(card.id)).ok_or(Error::Refused(ALREADY_REVERSED))?;
        sale.opposite(card.locked_balance(), reason)
    });
    let opposites = opposites.collect::<Result<Vec<_>>>()?;
    ledger::record_all(tx, now, PostedBy::Person(by), moves, &opposites)?;
    tx.batched(|tx| {
        for card in &cards {
            card::notify_cardholders(tx, card.id, card.buyer_id, card.owner_id);
            if card.is_gift {
                enqueue(tx, now, &jobs::MailGiftCancelled { card: card.id, is_frozen: false })?;
            }
        }
        Ok(())
    })
}

/// Finds which of these orders have a card with a balance.
pub fn orders_with_money(orders: &[OrderId]) -> impl Ask<Answer = HashSet<OrderId>> + use<> {
    store::orders_with_money(orders)
}
