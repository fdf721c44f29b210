//! Cards that another shop takes over. The remaining balance is booked like a refund at the old
//! shop and like a sale at the new one. The new card has the number, code and link of the old one,
//! so the holder's copies stay valid.

mod store;

use std::{collections::HashMap, time::Duration};

use db::Tx;
use serde_json::json;

use access::audit::{self, Author, Entry, Subject};
use kernel::{
    ids::{CardId, OrderId, PersonId, ShopClosingId, TenantId},
    money::Cents,
    rates::Split,
    timestamp::Timestamp,
};
use ledger::{
    Account, Books, Entries, MoneyMoves, NewBalance, OnLockedCard, PostedBy, Transfer, TransferKind,
};
use platform::{
    error::{Error, Result},
    secrets::Secrets,
};

use store::{MovableCard, TakingOver};

use super::{
    refunds,
    store::{self as charged, ChargedCard},
};
use crate::{
    actions,
    card::{
        self, CardNumber, SealedSecrets, StatusChange,
        codes::{CardCode, ClaimToken},
        free_numbers, notify_cardholders, seal_new,
    },
    gifts,
};

pub use store::RULES as RULES_OF_MOVES;

/// Cards of an order to be handed over from one shop to another.
pub struct Handover<'a> {
    pub order: OrderId,
    pub from: TenantId,
    /// Name of the old shop, for the log.
    pub shop: &'a str,
    pub to: TenantId,
    pub closing: ShopClosingId,
    pub reason: &'a str,
    pub by: PersonId,
}

/// The new card that replaced an old one at another shop, with the people concerned.
#[derive(Clone, Debug)]
pub struct HandedOver {
    pub new: CardId,
    pub amount: Cents,
    pub owner: Option<PersonId>,
    pub is_gift: bool,
    pub gift_to: Option<String>,
    pub recipient: Option<String>,
}

/// Replaces the cards that an order has at one shop with cards of another shop that have the
/// remaining balances. A frozen card stays frozen.
pub fn hand_over(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    handover: &Handover<'_>,
) -> Result<Vec<HandedOver>> {
    let asked = (charged::lock_charged(handover.order), ledger::books_open_from());
    let (mut cards, open_from) = tx.ask(asked)?;
    cards.retain(|card| card.vendor_id == handover.from && card.balance.is_positive());
    if cards.is_empty() {
        return Ok(Vec::new());
    }
    let moves = MoneyMoves::of(open_from)?;
    let movable = store::list_movable(tx, handover.from, handover.order)?;
    let movable: HashMap<CardId, MovableCard> =
        movable.into_iter().map(|card| (card.id, card)).collect();
    freeze_old(tx, now, handover, &cards)?;
    let mut stand_ins = free_numbers(tx, secrets, cards.len())?;
    let (mut transfers, mut reversed) = (Vec::new(), Vec::new());
    for card in &cards {
        let shares = card.shares_of_rest()?;
        let transfer = refunds::transfer(card, &shares, handover.order, handover.reason);
        transfers.push(OnLockedCard { transfer, reverses: None, card: card.locked_balance() });
        reversed.push((card.clone(), shares.vendor));
    }
    let by = PostedBy::Person(handover.by);
    ledger::record_all(tx, now, by, moves, &transfers)?;
    charged::set_reversed(tx, reversed, None)?;
    let mut handed_over = Vec::new();
    for (place, card) in (0..).zip(&cards) {
        let old = movable.get(&card.id).ok_or_else(|| missing(card.id, "row"))?;
        let stand_in = stand_ins.pop().ok_or_else(|| missing(card.id, "number"))?;
        handed_over.push(take_over(
            tx,
            secrets,
            now,
            handover,
            (card, old),
            (place, stand_in, moves),
        )?);
    }
    Ok(handed_over)
}

fn missing(card: CardId, what: &str) -> Error {
    Error::Internal(format!("{card} has no {what} to be handed over with"))
}

fn freeze_old(
    tx: &mut Tx<'_>,
    now: Timestamp,
    handover: &Handover<'_>,
    cards: &[ChargedCard],
) -> Result<()> {
    let active = cards.iter().filter(|card| card.deactivated_at.is_none());
    let keys: Vec<_> = active.map(ChargedCard::key).collect();
    let change =
        StatusChange { is_active: false, by: Some(handover.by), reason: Some(handover.reason) };
    card::change_status_of(tx, now, &keys, &change)
}

/// Creates the new card that replaces one old card. `place` is the card's position in the handover.
/// It is added to the creation time in microseconds, so that the new cards sort like the old ones.
fn take_over(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    handover: &Handover<'_>,
    (card, old): (&ChargedCard, &MovableCard),
    (place, stand_in, moves): (u64, CardNumber, MoneyMoves),
) -> Result<HandedOver> {
    let made_at = now.plus(Duration::from_micros(place));
    let (id, moved_at) = (CardId::new(made_at), moves.moment(made_at));
    let sealed = sealed_again(secrets, old, id)?;
    let away = seal_new(secrets, &stand_in, old.id, old.sealed_claim.is_some());
    let new = TakingOver {
        id,
        vendor: handover.to,
        made_at,
        moved_at,
        amount: card.balance,
        split: card.shares_of_rest()?,
        secrets: &sealed,
        old,
        old_vendor: handover.from,
    };
    store::put_away(tx, card.key(), &away, (new.vendor, id))?;
    store::insert_taking_over(tx, &new)?;
    store::insert_move(tx, now, handover.closing, &new)?;
    let made = NewBalance { card: id, balance: new.amount, moved_at };
    ledger::record_new(tx, PostedBy::Person(handover.by), &sale(handover, &new), made, moves)?;
    if let (true, Some(owner)) = (old.is_gift, old.owner_id) {
        gifts::copy_claim(tx, (new.vendor, id), owner, now)?;
    }
    if old.deactivated_at.is_some() {
        // The new card keeps the author of the freeze, who may differ from the approver of the
        // closing. A person who froze a card can't unfreeze it.
        let by = card::frozen_by(tx, handover.from, old.id)?;
        let reason = old.deactivation_reason.as_deref();
        let change = StatusChange { is_active: false, by, reason };
        card::change_status(tx, now, (new.vendor, id), &change)?;
    }
    let entry = Entry::new(actions::CARD_HANDED_OVER, Subject::card(id))
        .tenant(new.vendor)
        .after(
            json!({ "from": handover.shop, "fromCard": old.id.to_string(), "amount": new.amount }),
        )
        .reason(Some(handover.reason.to_owned()));
    audit::record(tx, now, &Author::decided(handover.by), entry)?;
    notify_cardholders(tx, old.id, old.buyer_id, old.owner_id);
    notify_cardholders(tx, id, old.buyer_id, old.owner_id);
    Ok(HandedOver {
        new: id,
        amount: new.amount,
        owner: old.owner_id,
        is_gift: old.is_gift,
        gift_to: old.gift_to.clone(),
        // The recipient of a gift that was not sent yet knows nothing of it.
        recipient: old
            .recipient_email
            .clone()
            .filter(|to| !to.is_empty() && old.send_at.or(old.send_stopped_at).is_none()),
    })
}

/// Encrypts the secrets of an old card again for the row of the new card, because a text is
/// encrypted together with its row's id.
fn sealed_again(secrets: &Secrets, old: &MovableCard, new: CardId) -> Result<SealedSecrets> {
    let (before, after) = (old.id.to_string(), new.to_string());
    let unreadable =
        || Error::Internal(format!("{before} can't be opened with the program's keys"));
    let number = CardNumber::open(secrets, &before, &old.sealed_number).ok_or_else(unreadable)?;
    let code = CardCode::open(secrets, &before, &old.sealed_code).ok_or_else(unreadable)?;
    let claim = match &old.sealed_claim {
        Some(sealed) => Some(ClaimToken::open(secrets, &before, sealed).ok_or_else(unreadable)?),
        None => None,
    };
    Ok(SealedSecrets {
        number_hash: number.hashes(secrets).current().to_owned(),
        sealed_number: number.sealed(secrets, &after),
        last_four: old.last_four.clone(),
        code_hash: code.hashes(secrets).current().to_owned(),
        sealed_code: code.sealed(secrets, &after),
        claim_hash: claim.as_ref().map(|claim| claim.hashes(secrets).current().to_owned()),
        sealed_claim: claim.as_ref().map(|claim| claim.sealed(secrets, &after)),
    })
}

/// Returns the transfer that sells the new card. The transfer books the shares of charity and
/// platform, because the refund of the old card has reversed the shares booked at its sale.
fn sale(handover: &Handover<'_>, new: &TakingOver<'_>) -> Transfer {
    let (vendor, Split { charity, platform, .. }) = (Account::VendorPayable(new.vendor), new.split);
    let entries = Entries::default()
        .moving(new.amount, Account::GatewayClearing, Account::Card(new.id))
        .moving(platform, vendor, Account::PlatformRevenue);
    Transfer {
        books: Books::Vendor(new.vendor),
        kind: TransferKind::Sale,
        entries: match new.old.charity_id {
            Some(cause) => entries.moving(charity, vendor, Account::CharityPayable(cause)),
            None => entries,
        },
        order: Some(handover.order),
        card: Some(new.id),
        reason: Some(handover.reason.to_owned()),
    }
}
