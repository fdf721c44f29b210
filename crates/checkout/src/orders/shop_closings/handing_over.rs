//! Handover of cards to another shop, when their shop closes.

use std::collections::BTreeMap;

use db::Tx;

use super::{
    mails,
    rules::Obstacle,
    run::{count, leave},
    store::{self, ClosingRow},
};
use access::auth::{TenantKind, errors::SAME_PERSON};
use cards::{HandedOver, Handover};
use kernel::{
    fields::Fields,
    ids::{OrderId, PersonId, TenantId},
    messages::Message,
    money::Cents,
    sums::Overflow,
    timestamp::Timestamp,
};
use market::tenants::{self, TenantState};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{
    order::errors::{SUCCESSOR_CLOSED, SUCCESSOR_UNDECIDED},
    orders::support,
};

/// Whether a shop can take over cards: it must be an active shop that sells cards.
fn sells(tx: &mut Tx<'_>, shop: TenantId) -> Result<bool> {
    let state = tenants::state_of(tx, shop)?;
    let is_vendor = tenants::kind_of(tx, shop)? == Some(TenantKind::Vendor);
    Ok(is_vendor && state.is_some_and(|(state, _)| state == TenantState::Active))
}

/// Refuses a successor that can't take the cards over: the closing shop itself, or a shop that
/// sells no cards.
pub fn refuse_other_successor(tx: &mut Tx<'_>, shop: TenantId, successor: TenantId) -> Result<()> {
    if successor != shop && sells(tx, successor)? {
        return Ok(());
    }
    let words = Message::new(
        "Please choose another shop that sells cards.",
        "Veuillez choisir un autre commerce qui vend des cartes.",
    );
    Err(Error::Invalid(Fields::one("successorId", words)))
}

/// Refuses the approval of a closing while the successor has not accepted the cards, or if it no
/// longer sells cards. The manager who accepted the cards must not approve the closing.
pub fn refuse_unready_successor(
    tx: &mut Tx<'_>,
    row: &ClosingRow,
    approver: PersonId,
) -> Result<()> {
    let Some(successor) = row.successor_id else { return Ok(()) };
    if row.accepted_by.is_none() {
        return Err(Error::Refused(SUCCESSOR_UNDECIDED));
    }
    if row.accepted_by == Some(approver) {
        return Err(Error::Refused(SAME_PERSON));
    }
    if sells(tx, successor)? { Ok(()) } else { Err(Error::Refused(SUCCESSOR_CLOSED)) }
}

/// Hands over the balances of the closing shop's cards in an order, or records why they can't be
/// handed over. Emails the buyer and the recipients once.
pub fn end_order(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    (row, to): (&ClosingRow, TenantId),
    shop: &str,
    (order, buyer): (OrderId, PersonId),
) -> Result<()> {
    let before = support::lock(tx, buyer, order)?;
    if before.open_refund_request().is_some() {
        // An open refund request names these cards, and a handover would replace them by other
        // cards. The cards are therefore left as they are.
        return leave(tx, row, &before, Obstacle::RefundWaits);
    }
    // A successor that merely stopped selling still redeems cards, so only a closed successor
    // prevents the handover.
    if tenants::state_of(tx, to)?.is_none_or(|(_, closed_at)| closed_at.is_some()) {
        return leave(tx, row, &before, Obstacle::SuccessorClosed);
    }
    let handover = Handover {
        order,
        from: row.vendor_id,
        shop,
        to,
        closing: row.id,
        reason: &row.reason,
        by: row.decided_by.unwrap_or(row.requested_by),
    };
    let cards = cards::hand_over(tx, &app.secrets, now, &handover)?;
    if cards.is_empty() {
        return Ok(());
    }
    store::add_done(tx, row, count(&cards), sum_of(&cards)?)?;
    let successor = row.successor_name.clone().unwrap_or_default();
    let page = format!("{}/shop-vendors/detail/{to}", app.public_url(before.order.brand));
    let readers = by_reader(buyer, &cards);
    mails::post_handed_over(tx, now, &before, (shop, &successor), &page, &readers)
}

pub fn sum_of(cards: &[HandedOver]) -> Result<Cents, Overflow> {
    Cents::sum(cards.iter().map(|card| card.amount))
}

/// Recipient of an email about handed-over cards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reader {
    Person(PersonId),
    Address(String),
}

/// Groups the cards of an order by recipient of the email. Everyone is emailed only about the cards
/// that they hold. The buyer holds a gift until someone claims it; its recipient is emailed, too.
fn by_reader(buyer: PersonId, cards: &[HandedOver]) -> BTreeMap<Reader, Vec<HandedOver>> {
    let mut by_reader: BTreeMap<Reader, Vec<HandedOver>> = BTreeMap::new();
    for card in cards {
        let holder = Reader::Person(card.owner.unwrap_or(buyer));
        let recipient = card.recipient.clone().filter(|_| card.owner.is_none());
        for reader in [holder].into_iter().chain(recipient.map(Reader::Address)) {
            by_reader.entry(reader).or_default().push(card.clone());
        }
    }
    by_reader
}

#[cfg(test)]
mod tests {
    use kernel::ids::CardId;

    use super::*;

    #[test]
    fn by_reader_counts_only_cards_that_the_reader_holds() {
        let [ann, carl] = [(); 2].map(|()| PersonId::new(Timestamp::UNIX_EPOCH));
        let card = |owner, recipient: Option<&str>| HandedOver {
            new: CardId::new(Timestamp::UNIX_EPOCH),
            amount: Cents::from_dollars(25),
            owner,
            is_gift: recipient.is_some(),
            gift_to: None,
            recipient: recipient.map(str::to_owned),
        };
        let bob = Some("bob@shop.example");
        let own = card(Some(ann), None);
        let (claimed, sent) = (card(Some(carl), bob), card(None, bob));
        let counts = |cards: &[HandedOver]| -> Vec<(Reader, usize)> {
            let readers = by_reader(ann, cards).into_iter();
            readers.map(|(reader, cards)| (reader, cards.len())).collect()
        };
        let mut expected = vec![(Reader::Person(ann), 2), (Reader::Person(carl), 1)];
        expected.sort();
        expected.push((Reader::Address("bob@shop.example".to_owned()), 1));
        assert_eq!(counts(&[own, claimed.clone(), sent]), expected);
        assert_eq!(counts(&[claimed]), [(Reader::Person(carl), 1)], "the buyer holds nothing");
    }
}
