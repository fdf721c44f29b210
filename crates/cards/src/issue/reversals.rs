//! Effects on an order's cards when its charge is reversed at the gateway.

use db::Tx;

use access::audit::{self, Author, Entry, Subject};
use kernel::{
    ids::{CardId, OrderId},
    money::Cents,
    rates::Split,
    timestamp::Timestamp,
};
use ledger::{Account, Books, Entries, MoneyMoves, OnLockedCard, PostedBy, Transfer, TransferKind};
use market::bell::{self, Switched};
use platform::{
    error::{Error, Result},
    jobs::enqueue,
};

use super::{jobs, store};
use crate::{
    actions,
    card::{self, StatusChange, masked_number},
    issue::{sending, store::ChargedCard},
};

/// Author of the transfers that are recorded when the gateway reverses a charge.
pub const GATEWAY: PostedBy = PostedBy::Program("gateway");

/// Totals over an order's cards: the remaining balance, and the amount spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemainingBalance {
    pub unspent: Cents,
    pub spent: Cents,
}

/// Freezes an order's cards. The cards keep their balances. Returns the totals over these cards.
pub fn freeze_order(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: OrderId,
    reason: &str,
) -> Result<RemainingBalance> {
    let cards = tx.ask(store::lock_charged(order))?;
    freeze(tx, now, &cards, reason)?;
    RemainingBalance::of(&cards)
}

/// Freezes and empties an order's cards after its whole charge was reversed. The shop gets back the
/// shares for charity and platform that it paid for the unspent part; the spent part is the
/// platform's loss. A thousand cards need as many round trips to the database as one.
pub fn reverse_order(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: OrderId,
    reason: &str,
) -> Result<RemainingBalance> {
    let asked = (store::lock_charged(order), ledger::books_open_from());
    let (cards, open_from) = tx.ask(asked)?;
    freeze(tx, now, &cards, reason)?;
    let moves = MoneyMoves::of(open_from)?;
    let (mut transfers, mut reversed) = (Vec::new(), Vec::new());
    for card in &cards {
        let shares = card.shares_of_rest()?;
        // A card that was refunded earlier has no money left to move.
        if card.balance.is_positive() || card.spent()?.is_positive() {
            let transfer = Transfer {
                books: Books::Vendor(card.vendor_id),
                kind: TransferKind::ChargeReversal,
                entries: entries(card, &shares)?,
                order: Some(order),
                card: Some(card.id),
                reason: Some(reason.to_owned()),
            };
            transfers.push(OnLockedCard { transfer, reverses: None, card: card.locked_balance() });
        }
        reversed.push((card.clone(), shares.vendor));
    }
    ledger::record_all(tx, now, GATEWAY, moves, &transfers)?;
    store::set_reversed(tx, reversed, None)?;
    RemainingBalance::of(&cards)
}

/// Reinstates an order's cards after a dispute was won: restores the balances and unfreezes the
/// cards that were frozen because of the dispute.
pub fn restore_order(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: OrderId,
    frozen_because: &str,
    reason: &str,
) -> Result<()> {
    let asked = (
        store::lock_charged(order),
        ledger::list_with_entries(order, TransferKind::ChargeReversal),
        ledger::books_open_from(),
    );
    let (cards, reversals, open_from) = tx.ask(asked)?;
    let moves = MoneyMoves::of(open_from)?;
    let opposites = reversals.iter().map(|reversal| {
        let card = cards.iter().find(|card| Some(card.id) == reversal.row.card_id);
        let card =
            card.ok_or_else(|| Error::Internal(format!("{} has no card", reversal.row.id)))?;
        reversal.opposite(card.locked_balance(), reason)
    });
    let opposites = opposites.collect::<Result<Vec<_>>>()?;
    ledger::record_all(tx, now, GATEWAY, moves, &opposites)?;
    store::clear_reversed(tx, &cards)?;
    let is_frozen_for_that =
        |card: &&ChargedCard| card.deactivation_reason.as_deref() == Some(frozen_because);
    let unfrozen: Vec<&ChargedCard> = cards.iter().filter(is_frozen_for_that).collect();
    change_status(tx, now, &unfrozen, true, reason)?;
    for card in &unfrozen {
        sending::resume(tx, now, card.id, card.send_at)?;
    }
    for card in &cards {
        card::notify_cardholders(tx, card.id, card.buyer_id, card.owner_id);
    }
    let told: Vec<Switched> = unfrozen.into_iter().map(switched).collect();
    bell::notify_of_freeze(tx, now, &told, false)
}

fn entries(card: &ChargedCard, shares: &Split) -> Result<Entries> {
    let vendor = Account::VendorPayable(card.vendor_id);
    let entries = Entries::default()
        .moving(card.balance, Account::Card(card.id), Account::GatewayClearing)
        .moving(card.spent()?, Account::ChargebackLoss, Account::GatewayClearing)
        .moving(shares.platform, Account::PlatformRevenue, vendor);
    Ok(match card.charity_id {
        Some(charity) => entries.moving(shares.charity, Account::CharityPayable(charity), vendor),
        None => entries,
    })
}

/// Freezes cards with few statements per shop, before any other row is written. Refreshes the
/// holders' open pages and emails each recipient of a gift once. Cards that are already frozen keep
/// their state and reason.
fn freeze(tx: &mut Tx<'_>, now: Timestamp, cards: &[ChargedCard], reason: &str) -> Result<()> {
    let new: Vec<&ChargedCard> =
        cards.iter().filter(|card| card.deactivated_at.is_none()).collect();
    change_status(tx, now, &new, false, reason)?;
    tx.batched(|tx| {
        let gifts = new.iter().filter(|card| card.is_gift);
        gifts.clone().try_for_each(|card| notify_recipient(tx, now, card.id))
    })?;
    for card in cards {
        card::notify_cardholders(tx, card.id, card.buyer_id, card.owner_id);
    }
    let told: Vec<Switched> = new.into_iter().map(switched).collect();
    bell::notify_of_freeze(tx, now, &told, true)
}

fn change_status(
    tx: &mut Tx<'_>,
    now: Timestamp,
    cards: &[&ChargedCard],
    is_active: bool,
    reason: &str,
) -> Result<()> {
    let keys: Vec<_> = cards.iter().map(|card| card.key()).collect();
    let change = StatusChange { is_active, by: None, reason: Some(reason) };
    card::change_status_of(tx, now, &keys, &change)?;
    let action = if is_active { actions::CARD_UNFROZEN } else { actions::CARD_FROZEN };
    tx.batched(|tx| {
        for card in cards {
            let entry = Entry::new(action, Subject::card(card.id)).tenant(card.vendor_id);
            audit::record(tx, now, &Author::system("gateway"), entry.reason(Some(reason)))?;
        }
        Ok(())
    })
}

/// Returns the card in the form used in notifications.
fn switched(card: &ChargedCard) -> Switched {
    let number = masked_number(&card.last_four);
    Switched { vendor: card.vendor_id, card: card.id, number }
}

fn notify_recipient(tx: &mut Tx<'_>, now: Timestamp, card: CardId) -> Result<()> {
    enqueue(tx, now, &jobs::MailGiftCancelled { card, is_frozen: true }).map(drop)
}

impl RemainingBalance {
    fn of(cards: &[ChargedCard]) -> Result<RemainingBalance> {
        let spent = cards.iter().map(ChargedCard::spent).collect::<Result<Vec<_>>>()?;
        let unspent = Cents::sum(cards.iter().map(|card| card.balance))?;
        Ok(RemainingBalance { unspent, spent: Cents::sum(spent)? })
    }
}
