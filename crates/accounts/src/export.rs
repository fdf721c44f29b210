//! Data stored about a person, read one page at a time for the export of their own data.
//! docs/architecture/personal-data.md lists which part of the export covers each table, and why
//! some tables are left out.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::{
    pins, second_factor, store,
    views::{self, ViewRow},
};
use access::{
    audit::{self, Author, Entry, EntryRow, Filter, Subject},
    auth::Actor,
};
use cards::{CardRow, Happened};
use checkout::{
    carts,
    order::OrderRow,
    orders,
    payments::{self, AttemptRow},
};
use finance::reports::subscriptions::{self, SubscriptionRow};
use kernel::{paging::PageRequest, timestamp::Timestamp};
use market::bell::{self, NoticeRow, SettingRow};
use platform::{
    app::App,
    error::Result,
    limits::{self, Limit},
};

use crate::actions;

pub use second_factor::Overview;
pub use store::{invitations::InvitationOfPerson, people::AccountFactsRow};

/// Limit on exports per person, because an export reads a lot of data.
const EXPORTS: Limit = Limit { capacity: 5, interval: Duration::from_secs(15 * 60) };

/// Records in the audit log that a person exports their data. Refuses if the person exported too
/// often.
pub async fn begin(app: &Arc<App>, actor: &Actor) -> Result<()> {
    let (person, author) = (actor.person, Author::of(actor));
    app.write(move |tx, _, now| {
        limits::acquire(tx, now, &format!("export by {person}"), EXPORTS)?.or_refuse()?;
        let entry = Entry::new(actions::PERSON_EXPORTED, Subject::person(person));
        audit::record(tx, now, &author, entry)
    })
    .await
}

/// Reads data about the caller's account that the account page does not show.
pub fn account_facts(tx: &mut Tx<'_>, actor: &Actor) -> Result<AccountFactsRow> {
    store::people::account_facts(tx, actor.person)
}

pub fn second_factors(tx: &mut Tx<'_>, actor: &Actor) -> Result<Overview> {
    second_factor::overview_of(tx, actor.person)
}

/// Lists the names of the shops where the person has a PIN, and when they chose each PIN.
pub fn pins(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<(String, Timestamp)>> {
    pins::all_of(tx, actor.person)
}

/// Lists the person's saved views of lists.
pub fn views(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<ViewRow>> {
    views::all_of(tx, actor.person)
}

/// Lists the person's subscriptions to emailed reports.
pub fn report_mails(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<SubscriptionRow>> {
    subscriptions::all_of(tx, actor.person)
}

/// Lists the notices that the person received.
pub fn notices(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<NoticeRow>> {
    bell::all_of(tx, actor.person, page)
}

/// Lists the person's notification settings.
pub fn notice_settings(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<SettingRow>> {
    bell::all_settings_of(tx, actor.person)
}

/// Lists the devices that the person used to sign in, and when each was last seen.
pub fn devices(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<(String, Timestamp)>> {
    store::devices::list(tx, actor.person)
}

/// Lists the invitations that the person received or sent.
pub fn invitations(
    tx: &mut Tx<'_>,
    actor: &Actor,
    page: PageRequest,
) -> Result<Vec<InvitationOfPerson>> {
    store::invitations::list_of_person(tx, &actor.email, actor.person, page)
}

/// Lists all of the person's orders, including unpaid ones.
pub fn orders(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<OrderRow>> {
    orders::list_begun(tx, actor.person, page)
}

pub fn payments(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<AttemptRow>> {
    payments::list_of_person(tx, actor.person, page)
}

pub fn cart(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<carts::ItemRow>> {
    carts::current_items(tx, actor.person)
}

/// Card that the person bought, gave as a gift or received.
pub struct CardOfPerson {
    pub card: CardRow,
    /// Transactions on the card. Empty if the person gave the card as a gift and the recipient has
    /// claimed it.
    pub entries: Vec<Happened>,
    /// Earlier email addresses of the recipient to which the gift was sent.
    pub earlier_addresses: Vec<String>,
}

pub fn cards(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<CardOfPerson>> {
    let person = actor.person;
    let cards = cards::list_of_person(tx, person, page)?.into_iter();
    let complete = |card: CardRow| -> Result<CardOfPerson> {
        let entries = match card.was_given_by(person) {
            true => Vec::new(),
            false => cards::all_entries(tx, &card)?,
        };
        let earlier_addresses = match card.is_gift && card.buyer_id == person {
            true => cards::earlier_addresses(tx, card.id)?,
            false => Vec::new(),
        };
        Ok(CardOfPerson { card, entries, earlier_addresses })
    };
    cards.map(complete).collect()
}

/// Lists the audit log's entries about what the person did, with IP addresses.
pub fn done(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<EntryRow>> {
    let filter = Filter { actors: Some(vec![actor.person.to_string()]), ..Filter::default() };
    audit::list_rows(tx, &filter, page)
}

/// Lists the audit log's entries about the person's account, including their own actions.
pub fn suffered(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<EntryRow>> {
    let filter = Filter { subjects: Some(vec![actor.person.to_string()]), ..Filter::default() };
    audit::list_rows(tx, &filter, page)
}
