//! Refunds of card balances to the buyer. The cards are emptied and stay frozen, and the shares
//! paid for the refunded balance are reversed.

use db::Tx;
use serde::{Deserialize, Serialize};

use kernel::{
    fields::Fields,
    ids::{CardId, OrderId, PersonId},
    language::Language,
    messages::Message,
    money::Cents,
    rates::Split,
    timestamp::Timestamp,
};
use ledger::{Account, Books, Entries, MoneyMoves, OnLockedCard, PostedBy, Transfer, TransferKind};
use platform::{
    error::{Error, Result},
    jobs::enqueue,
};

use super::{jobs, store};
use crate::{
    card::{self, StatusChange},
    issue::store::ChargedCard,
};

/// A card to be refunded, and the balance that the caller saw before requesting the refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardRefund {
    pub card: CardId,
    pub amount: Cents,
}

/// Refuses a refund whose amounts differ from the current balances of the order's cards.
pub fn refuse_other_refund(tx: &mut Tx<'_>, order: OrderId, wanted: &[CardRefund]) -> Result<()> {
    let cards = tx.ask(store::lock_charged(order))?;
    refuse_other_sums(&cards, wanted)
}

/// Refunds the balances of these cards of an order; returns their sum.
pub fn refund_cards(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PersonId,
    order: OrderId,
    wanted: &[CardRefund],
    reason: &str,
) -> Result<Cents> {
    let asked = (store::lock_charged(order), ledger::books_open_from());
    let (cards, open_from) = tx.ask(asked)?;
    let moves = MoneyMoves::of(open_from)?;
    refuse_other_sums(&cards, wanted)?;
    let is_wanted = |card: &&ChargedCard| wanted.iter().any(|one| one.card == card.id);
    let cards: Vec<&ChargedCard> = cards.iter().filter(is_wanted).collect();
    let keys: Vec<_> = cards.iter().map(|card| card.key()).collect();
    let change = StatusChange { is_active: false, by: Some(by), reason: Some(reason) };
    card::change_status_of(tx, now, &keys, &change)?;
    let (mut transfers, mut reversed) = (Vec::new(), Vec::new());
    for card in &cards {
        let shares = card.shares_of_rest()?;
        let transfer = transfer(card, &shares, order, reason);
        transfers.push(OnLockedCard { transfer, reverses: None, card: card.locked_balance() });
        reversed.push(((*card).clone(), shares.vendor));
    }
    ledger::record_all(tx, now, PostedBy::Person(by), moves, &transfers)?;
    store::set_reversed(tx, reversed, Some(now))?;
    tx.batched(|tx| {
        for card in &cards {
            card::notify_cardholders(tx, card.id, card.buyer_id, card.owner_id);
            if card.is_gift {
                enqueue(tx, now, &jobs::MailGiftCancelled { card: card.id, is_frozen: false })?;
            }
        }
        Ok::<_, Error>(())
    })?;
    Ok(Cents::sum(wanted.iter().map(|one| one.amount))?)
}

/// Refuses a refund unless each card belongs to the order, is listed once, and has the balance that
/// the caller saw.
fn refuse_other_sums(cards: &[ChargedCard], wanted: &[CardRefund]) -> Result<()> {
    let mut fields = Fields::default();
    for (index, one) in wanted.iter().enumerate() {
        let card = cards.iter().find(|card| card.id == one.card);
        let is_repeated = wanted[..index].iter().any(|other| other.card == one.card);
        match card {
            Some(card)
                if card.balance == one.amount && one.amount.is_positive() && !is_repeated => {}
            Some(card) if !is_repeated => {
                let is = |lang| card.balance.format(lang);
                let message = Message::of(
                    format!("There is {} on this card now. Please look again.", is(Language::En)),
                    format!(
                        "Il y a maintenant {} sur cette carte. Veuillez revérifier.",
                        is(Language::Fr)
                    ),
                );
                fields.add(&format!("cards[{index}].amount"), message);
            }
            _ => {
                let message = Message::new(
                    "This is not a card of the order, or it is named twice.",
                    "Cette carte n’est pas de la commande, ou elle est nommée deux fois.",
                );
                fields.add(&format!("cards[{index}].cardId"), message);
            }
        }
    }
    if fields.is_empty() { Ok(()) } else { Err(Error::Invalid(fields)) }
}

pub(super) fn transfer(
    card: &ChargedCard,
    shares: &Split,
    order: OrderId,
    reason: &str,
) -> Transfer {
    Transfer {
        books: Books::Vendor(card.vendor_id),
        kind: TransferKind::Refund,
        entries: entries(card, shares),
        order: Some(order),
        card: Some(card.id),
        reason: Some(reason.to_owned()),
    }
}

fn entries(card: &ChargedCard, shares: &Split) -> Entries {
    let vendor = Account::VendorPayable(card.vendor_id);
    let entries = Entries::default()
        .moving(card.balance, Account::Card(card.id), Account::GatewayClearing)
        .moving(shares.platform, Account::PlatformRevenue, vendor);
    match card.charity_id {
        Some(charity) => entries.moving(shares.charity, Account::CharityPayable(charity), vendor),
        None => entries,
    }
}
