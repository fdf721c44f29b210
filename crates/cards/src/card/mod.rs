//! The card itself: its number and code, its row, its states. The other parts of this crate share it.

pub mod codes;
pub mod drawn;
pub mod mails;
mod reason;
mod rotation;
pub mod rules;
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
pub use rules::masked_number;
pub use store::*;

/// New numbers that no card has, as many as are to be issued.
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

/// Those of these numbers that no card has, under whichever key it was sold.
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

/// New secrets for a card: its number, a code, and for a gift the token of its link.
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

/// A card's code as its row keeps it.
pub struct SealedCode {
    card: CardId,
    text: String,
}

impl SealedCode {
    pub fn opens_with(&self, secrets: &Secrets) -> bool {
        CardCode::open(secrets, &self.card.to_string(), &self.text).is_some()
    }
}

/// That of one card, whichever; nothing when nobody has bought any.
pub fn any_sealed(tx: &mut Tx<'_>) -> Result<Option<SealedCode>> {
    Ok(store::newest_sealed(tx)?.map(|(card, text)| SealedCode { card, text }))
}

/// Whether there is money on any card of a shop.
pub fn is_money_on(tx: &mut Tx<'_>, vendor: TenantId) -> Result<bool> {
    store::is_money_on(tx, vendor)
}

/// Count and sum of a shop's cards with money on them.
pub fn left_at(tx: &mut Tx<'_>, vendor: TenantId) -> Result<(i64, Cents)> {
    store::left_at(tx, vendor)
}

/// Some of a shop's cards with money on them, in the order of their ids, with order and buyer.
pub fn list_left_at(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    after: &str,
    limit: i64,
) -> Result<Vec<(CardId, OrderId, PersonId)>> {
    store::list_left_at(tx, vendor, after, limit)
}

/// The code of a card, for whoever may spend it.
pub fn open_code(secrets: &Secrets, card: &CardRow) -> Result<String> {
    let code = CardCode::open(secrets, &card.id.to_string(), &card.sealed_code);
    let code = code.ok_or_else(|| {
        Error::Internal(format!("the code of {} can't be opened with this key", card.id))
    })?;
    Ok(code.text())
}

/// The number of a card, for whoever may spend it.
pub fn open_number(secrets: &Secrets, card: &CardRow) -> Result<String> {
    let number = CardNumber::open(secrets, &card.id.to_string(), &card.sealed_number);
    let number = number.ok_or_else(|| {
        Error::Internal(format!("the number of {} can't be opened with this key", card.id))
    })?;
    Ok(number.to_string())
}

/// The number of a card as this person may read it: whole when they may spend it, or else its last four digits.
pub fn number_for(secrets: &Secrets, card: &CardRow, person: PersonId) -> Result<String> {
    if card.is_held_by(person) { open_number(secrets, card) } else { Ok(card.masked_number()) }
}

/// The same for whoever is looking. On a till's screen nobody spends what is their own.
pub fn number_seen_by(secrets: &Secrets, card: &CardRow, reader: &Actor) -> Result<String> {
    if reader.is_at_till() {
        Ok(card.masked_number())
    } else {
        number_for(secrets, card, reader.person)
    }
}

/// By what a card is found when a search is for its whole number, typed in one word or in fours.
pub fn number_hashes(secrets: &Secrets, search: &Search) -> Option<Hashes> {
    CardNumber::parse(&search.words().concat()).map(|number| number.hashes(secrets))
}

/// The cards of an order, in the order in which they were made.
pub fn of_order(order: OrderId) -> Rows<CardRow> {
    store::of_order(order)
}

/// Shows a change on the open wallets of the card's holder and its giver.
pub fn notify_cardholders(tx: &mut Tx<'_>, card: CardId, buyer: PersonId, owner: Option<PersonId>) {
    let owner = owner.filter(|owner| *owner != buyer);
    for person in [Some(buyer), owner].into_iter().flatten() {
        live::publish(tx, person, Event::Card { id: card });
    }
}
