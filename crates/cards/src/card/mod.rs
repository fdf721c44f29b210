//! Shared parts of cards: number and code, row, and status.

pub mod codes;
pub mod drawn;
pub mod mails;
mod reason;
mod rotation;
mod rules;
mod store;

use std::collections::BTreeMap;

use db::{Rows, Tx};

use access::{
    auth::Actor,
    live::{self, Event},
};
use codes::{CardCode, ClaimToken};
use kernel::{
    ids::{CardId, OrderId, PersonId, TenantId},
    money::Cents,
    search::Search,
};
use platform::{
    error::{Error, Result},
    secrets::{Hashes, Secrets},
};

pub use codes::CardNumber;
pub use reason::{Note, Reason};
pub use rotation::{KEPT as KEPT_UNDER_KEYS, renew as renew_secrets};
pub use rules::{masked, masked_number};
pub use store::*;

/// Draws random card numbers until `count` unused ones are found.
pub fn free_numbers(tx: &mut Tx<'_>, secrets: &Secrets, count: usize) -> Result<Vec<CardNumber>> {
    let mut free = Vec::with_capacity(count);
    for _ in 0..20 {
        let drawn = (free.len()..count).map(|_| CardNumber::random());
        free.extend(free_of(tx, secrets, drawn)?);
        if free.len() == count {
            return Ok(free);
        }
    }
    Err(Error::Internal("no free card numbers were found".to_owned()))
}

/// Returns the drawn numbers that no existing card has. Compares the hashes of each number under
/// all of the program's keys.
pub fn free_of(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    drawn: impl IntoIterator<Item = CardNumber>,
) -> Result<Vec<CardNumber>> {
    let drawn = drawn.into_iter().map(|number| (number.hashes(secrets), number));
    let drawn: BTreeMap<String, (Hashes, CardNumber)> =
        drawn.map(|drawn| (drawn.0.current().to_owned(), drawn)).collect();
    let hashes: Vec<&str> = drawn.values().flat_map(|(hashes, _)| hashes.iter()).collect();
    let taken = tx.ask(store::taken_numbers(&hashes))?;
    let is_free = |hashes: &Hashes| !hashes.iter().any(|hash| taken.contains(hash));
    let free = drawn.into_values().filter(|(hashes, _)| is_free(hashes));
    Ok(free.map(|(_, number)| number).collect())
}

pub fn free_number(tx: &mut Tx<'_>, secrets: &Secrets) -> Result<CardNumber> {
    let mut numbers = free_numbers(tx, secrets, 1)?;
    numbers.pop().ok_or_else(|| Error::Internal("no free card number was found".to_owned()))
}

/// Creates the secrets of a card: number, code, and for a gift the token of its link.
pub fn seal_new(
    secrets: &Secrets,
    number: &CardNumber,
    card: CardId,
    is_gift: bool,
) -> SealedSecrets {
    let (code, id) = (CardCode::random(), card.to_string());
    let claim = is_gift.then(ClaimToken::random);
    SealedSecrets {
        number_hash: number.hashes(secrets).current().to_owned(),
        sealed_number: number.sealed(secrets, &id),
        last_four: number.last_four().to_owned(),
        code_hash: code.hashes(secrets).current().to_owned(),
        sealed_code: code.sealed(secrets, &id),
        claim_hash: claim.as_ref().map(|claim| claim.hashes(secrets).current().to_owned()),
        sealed_claim: claim.as_ref().map(|claim| claim.sealed(secrets, &id)),
    }
}

/// A card's encrypted code.
pub struct SealedCode {
    card: CardId,
    text: String,
}

impl SealedCode {
    pub fn opens_with(&self, secrets: &Secrets) -> bool {
        CardCode::open(secrets, &self.card.to_string(), &self.text).is_some()
    }
}

/// Returns the encrypted code of the newest card, or `None` if there are no cards. The program
/// tries to decrypt it to find out whether its key belongs to this database.
pub fn any_sealed(tx: &mut Tx<'_>) -> Result<Option<SealedCode>> {
    Ok(store::newest_sealed(tx)?.map(|(card, text)| SealedCode { card, text }))
}

/// Whether any card of a shop has a balance.
pub fn is_money_on(tx: &mut Tx<'_>, vendor: TenantId) -> Result<bool> {
    store::is_money_on(tx, vendor)
}

/// Returns the number of a shop's cards with a balance, and the sum of their balances.
pub fn left_at(tx: &mut Tx<'_>, vendor: TenantId) -> Result<(i64, Cents)> {
    store::left_at(tx, vendor)
}

/// Lists a page of a shop's cards with a balance, ordered by id, with each card's order and buyer.
pub fn list_left_at(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    after: &str,
    limit: i64,
) -> Result<Vec<(CardId, OrderId, PersonId)>> {
    store::list_left_at(tx, vendor, after, limit)
}

/// Decrypts the code of a card, for a reader who may spend it.
pub fn open_code(secrets: &Secrets, card: &CardRow) -> Result<String> {
    let code = CardCode::open(secrets, &card.id.to_string(), &card.sealed_code);
    let code = code.ok_or_else(|| {
        Error::Internal(format!("the code of {} can't be opened with this key", card.id))
    })?;
    Ok(code.text())
}

/// Decrypts the number of a card, for a reader who may spend it.
pub fn open_number(secrets: &Secrets, card: &CardRow) -> Result<String> {
    let number = CardNumber::open(secrets, &card.id.to_string(), &card.sealed_number);
    let number = number.ok_or_else(|| {
        Error::Internal(format!("the number of {} can't be opened with this key", card.id))
    })?;
    Ok(number.to_string())
}

/// Returns a card's number as this person may see it: the full number if they may spend the card,
/// otherwise only the last four digits.
pub fn number_for(secrets: &Secrets, card: &CardRow, person: PersonId) -> Result<String> {
    if card.is_held_by(person) && card.moved_to.is_none() {
        open_number(secrets, card)
    } else {
        Ok(card.masked_number())
    }
}

/// Like [`number_for`], for the caller. At a till, the number is always masked.
pub fn number_seen_by(secrets: &Secrets, card: &CardRow, reader: &Actor) -> Result<String> {
    if reader.is_at_till() {
        Ok(card.masked_number())
    } else {
        number_for(secrets, card, reader.person)
    }
}

/// Returns the hashes of a card number typed into a search. Returns `None` unless the search is a
/// complete number, in one word or in groups of four.
pub fn number_hashes(secrets: &Secrets, search: &Search) -> Option<Hashes> {
    CardNumber::parse(&search.words().concat()).map(|number| number.hashes(secrets))
}

/// Lists the cards that were bought with an order. Leaves out the new cards that another shop
/// issued when it took over such cards.
pub fn bought_with(order: OrderId) -> Rows<CardRow> {
    store::bought_with(order)
}

/// Maximum number of gifts of an order at a shop whose giver is emailed about each single gift. The
/// giver of a long list looks at the order instead.
const MAX_TOLD_GIFTS: i64 = 10;

/// Returns whether the giver is emailed about single gifts of this card's order.
pub fn are_gifts_told(tx: &mut Tx<'_>, card: &CardRow) -> Result<bool> {
    Ok(tx.ask(store::count_gifts(card.order_id, card.vendor_id))? <= MAX_TOLD_GIFTS)
}

/// Lists all cards of an order in the order of issue, including the new cards that another shop
/// issued when it took over cards of the order.
pub fn of_order(order: OrderId) -> Rows<CardRow> {
    store::of_order(order)
}

/// Like [`of_order`], but only lists cards of these shops. A cluster so asks only their machines.
pub fn of_order_at(order: OrderId, vendors: &[TenantId]) -> Rows<CardRow> {
    store::of_order_at(order, vendors)
}

/// Sends an event to the clients of the card's buyer and owner, so that open pages of their wallets
/// load the card again.
pub fn notify_cardholders(tx: &mut Tx<'_>, card: CardId, buyer: PersonId, owner: Option<PersonId>) {
    let owner = owner.filter(|owner| *owner != buyer);
    for person in [Some(buyer), owner].into_iter().flatten() {
        live::publish(tx, person, Event::Card { id: card });
    }
}
