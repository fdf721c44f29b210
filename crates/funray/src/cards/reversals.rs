//! What becomes of an order's cards when somebody reverses its charge at the gateway.

use db::Tx;

use super::{
    counter, jobs,
    rules::masked_number,
    store::{self, ChargedCard, StatusChange},
};
use crate::{
    audit::{self, Action, Author, Entry, Subject},
    bell::{self, Switched},
    error::{Error, Result},
    jobs::enqueue,
    kernel::{
        ids::{CardId, OrderId},
        money::Cents,
        rates::Split,
        timestamp::Timestamp,
    },
    ledger::{self, Account, Books, Entries, PostedBy, Transfer, TransferKind},
};

/// Who moves the money of such cards.
pub const GATEWAY: PostedBy = PostedBy::Program("gateway");

/// What was still on the cards, and what had been spent from them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemainingBalance {
    pub unspent: Cents,
    pub spent: Cents,
}

/// Freezes an order's cards; what is on them stays there.
pub fn freeze_order(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: OrderId,
    reason: &str,
) -> Result<RemainingBalance> {
    let mut left = RemainingBalance::default();
    let mut frozen = Vec::new();
    for card in store::lock_charged(tx, order)? {
        frozen.extend(freeze(tx, now, &card, reason)?);
        left = left.with(&card)?;
    }
    bell::notify_of_freeze(tx, now, &frozen, true)?;
    Ok(left)
}

/// Freezes an order's cards and empties them: the whole charge is gone. What is unspent is nobody's any more, and the
/// shares that were paid for it go back to the shop; what was spent is the platform's loss.
pub fn reverse_order(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: OrderId,
    reason: &str,
) -> Result<RemainingBalance> {
    let mut left = RemainingBalance::default();
    let mut frozen = Vec::new();
    for card in store::lock_charged(tx, order)? {
        frozen.extend(freeze(tx, now, &card, reason)?);
        let unspent = card.balance;
        let shares = Split::of(unspent, card.charity_rate, card.share_percentage)
            .ok_or_else(|| Error::Internal(format!("{} has less than nothing", card.id)))?;
        let transfer = Transfer {
            books: Books::Vendor(card.vendor_id),
            kind: TransferKind::ChargeReversal,
            entries: entries(&card, &shares)?,
            order: Some(order),
            card: Some(card.id),
            reason: Some(reason.to_owned()),
        };
        // Of a card that was given back before there is nothing left to move.
        if unspent.is_positive() || card.spent()?.is_positive() {
            ledger::record(tx, now, GATEWAY, &transfer)?;
        }
        store::set_reversed(tx, card.vendor_id, card.id, unspent, shares.vendor)?;
        left = left.with(&card)?;
    }
    bell::notify_of_freeze(tx, now, &frozen, true)?;
    Ok(left)
}

/// Locks the cards of an order.
pub fn lock_order(tx: &mut Tx<'_>, order: OrderId) -> Result<()> {
    store::lock_charged(tx, order).map(drop)
}

/// The charge of an order stands again, and what was on its cards is there: those that were frozen for that can be used.
pub fn restore_order(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: OrderId,
    frozen_because: &str,
    reason: &str,
) -> Result<()> {
    let mut unfrozen = Vec::new();
    for card in store::lock_charged(tx, order)? {
        store::clear_reversed(tx, card.vendor_id, card.id)?;
        if card.deactivation_reason.as_deref() == Some(frozen_because) {
            let change = StatusChange { is_active: true, by: None, reason: Some(reason) };
            store::change_status(tx, now, (card.vendor_id, card.id), &change)?;
            let entry = Entry::new(Action::CardUnfrozen, Subject::card(card.id))
                .tenant(card.vendor_id)
                .reason(Some(reason));
            audit::record(tx, now, &Author::system("gateway"), entry)?;
            unfrozen.push(switched(&card));
        }
        counter::notify_cardholders(tx, card.id, card.buyer_id, card.owner_id);
    }
    bell::notify_of_freeze(tx, now, &unfrozen, false)
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

/// Whoever has the card sees it at once; the recipient of a gift hears of it, once. A card that was frozen before is none.
fn freeze(
    tx: &mut Tx<'_>,
    now: Timestamp,
    card: &ChargedCard,
    reason: &str,
) -> Result<Option<Switched>> {
    let is_new = card.deactivated_at.is_none();
    if is_new {
        let change = StatusChange { is_active: false, by: None, reason: Some(reason) };
        store::change_status(tx, now, (card.vendor_id, card.id), &change)?;
        let entry = Entry::new(Action::CardFrozen, Subject::card(card.id))
            .tenant(card.vendor_id)
            .reason(Some(reason));
        audit::record(tx, now, &Author::system("gateway"), entry)?;
        if card.is_gift {
            notify_recipient(tx, now, card.id)?;
        }
    }
    counter::notify_cardholders(tx, card.id, card.buyer_id, card.owner_id);
    Ok(is_new.then(|| switched(card)))
}

/// As the bell tells of it.
fn switched(card: &ChargedCard) -> Switched {
    let number = masked_number(&card.last_four);
    Switched { vendor: card.vendor_id, card: card.id, number }
}

fn notify_recipient(tx: &mut Tx<'_>, now: Timestamp, card: CardId) -> Result<()> {
    enqueue(tx, now, &jobs::MailGiftCancelled { card, is_frozen: true }).map(drop)
}

impl RemainingBalance {
    fn with(self, card: &ChargedCard) -> Result<RemainingBalance> {
        let add = |sum: Cents, more: Cents| {
            sum.checked_add(more).ok_or_else(|| Error::Internal("a sum too large".to_owned()))
        };
        Ok(RemainingBalance {
            unspent: add(self.unspent, card.balance)?,
            spent: add(self.spent, card.spent()?)?,
        })
    }
}
