//! Emails about the closing of a shop: to administrators, to the shop that is asked to take over
//! the cards, and to cardholders. Refunds send their own emails to buyers.

use std::collections::BTreeMap;

use db::Tx;

use super::handing_over::{self, Reader as HandedOverTo};
use cards::HandedOver;
use kernel::{brand::Brand, contact::Email, ids::TenantId, money::Cents, timestamp::Timestamp};
use mail::{About, Mail};
use people::Addressee;
use platform::{app::App, error::Result};

use crate::{
    order::letters::{Letter, ShopClosingStep},
    orders::{shop_closings::store::ClosingRow, support::Dossier},
};

fn link(app: &App, shop: TenantId) -> String {
    // The link leads to the first brand, because all brands share one admin portal.
    format!("{}/admin/vendors/{shop}", app.public_url(Brand::DEFAULT))
}

fn post(
    tx: &mut Tx<'_>,
    now: Timestamp,
    row: &ClosingRow,
    reader: Addressee,
    letter: Letter,
) -> Result<()> {
    let about = About::of(&[&row.vendor_id, &reader.id]);
    let mail = Mail { to: reader.email, brand: Brand::DEFAULT, lang: reader.language, letter };
    mail::post_about(tx, now, mail, about)
}

/// Emails all administrators except the requester that a closing waits for approval.
pub fn post_waiting(tx: &mut Tx<'_>, app: &App, now: Timestamp, row: &ClosingRow) -> Result<()> {
    let others = people::administrators(tx)?.into_iter();
    for reader in others.filter(|other| other.id != row.requested_by) {
        let letter = Letter::ShopClosing {
            first_name: reader.first_name.clone(),
            step: ShopClosingStep::Waits,
            shop: row.vendor_name.clone(),
            by: row.requested_by_name.clone(),
            cards: row.cards.to_string(),
            amount: row.amount.format(reader.language),
            left: None,
            reason: row.reason.clone(),
            successor: row.successor_name.clone(),
            link: link(app, row.vendor_id),
        };
        post(tx, now, row, reader, letter)?;
    }
    Ok(())
}

/// Emails the managers of the shop that is asked to take over the cards.
pub fn post_offer(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    successor: TenantId,
    row: &ClosingRow,
) -> Result<()> {
    for reader in people::managers_of(tx, successor)? {
        let letter = Letter::TakeoverOffered {
            first_name: reader.first_name.clone(),
            shop: row.vendor_name.clone(),
            successor: row.successor_name.clone().unwrap_or_default(),
            cards: row.cards.to_string(),
            amount: row.amount.format(reader.language),
            link: format!("{}/admin/vendor/summary", app.public_url(Brand::DEFAULT)),
        };
        post(tx, now, row, reader, letter)?;
    }
    Ok(())
}

/// Emails the cardholders and gift recipients of an order that another shop has taken over their
/// cards.
pub fn post_handed_over(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: &Dossier,
    (shop, successor): (&str, &str),
    page_of_successor: &str,
    by_reader: &BTreeMap<HandedOverTo, Vec<HandedOver>>,
) -> Result<()> {
    let brand = order.order.brand;
    for (reader, cards) in by_reader {
        let addressee = match reader {
            HandedOverTo::Person(person) => people::addressee(tx, *person)?,
            HandedOverTo::Address(_) => None,
        };
        let (to, first_name, language) = match (reader, addressee) {
            (_, Some(reader)) => (reader.email, reader.first_name, reader.language),
            (HandedOverTo::Address(address), None) => {
                let Some(email) = Email::parse(address) else { continue };
                let (language, _) = people::way_of_writing(tx, &email)?;
                let name = cards.first().and_then(|card| card.gift_to.clone());
                (address.clone(), name.unwrap_or_default(), language)
            }
            // The person has closed their account, so no email is sent.
            (HandedOverTo::Person(_), None) => continue,
        };
        let total = handing_over::sum_of(cards)?.format(language);
        let letter = Letter::CardsHandedOver {
            first_name,
            shop: shop.to_owned(),
            successor: successor.to_owned(),
            cards: cards.len().to_string(),
            total,
            is_recipient: matches!(reader, HandedOverTo::Address(_)),
            link: page_of_successor.to_owned(),
        };
        let mail = Mail { to, brand, lang: language, letter };
        let about = About::of(&[&order.order.id]).and(match reader {
            HandedOverTo::Person(person) => Some(*person),
            HandedOverTo::Address(_) => None,
        });
        mail::post_about(tx, now, mail, about)?;
    }
    Ok(())
}

/// Emails the administrator who requested the closing and the administrator who approved it that
/// the closing has ended.
pub fn post_ended(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &ClosingRow,
    (left, is_closed): (Cents, bool),
) -> Result<()> {
    let step = if is_closed { ShopClosingStep::Closed } else { ShopClosingStep::Ended };
    let mut people = vec![row.requested_by];
    people.extend(row.decided_by.filter(|decider| *decider != row.requested_by));
    for person in people {
        let Some(reader) = people::addressee(tx, person)? else { continue };
        let letter = Letter::ShopClosing {
            first_name: reader.first_name.clone(),
            step,
            shop: row.vendor_name.clone(),
            by: None,
            cards: row.done_cards.to_string(),
            amount: row.done_amount.format(reader.language),
            left: left.is_positive().then(|| left.format(reader.language)),
            reason: row.reason.clone(),
            successor: row.successor_name.clone(),
            link: link(app, row.vendor_id),
        };
        post(tx, now, row, reader, letter)?;
    }
    Ok(())
}
