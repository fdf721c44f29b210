//! Everything that the program keeps about somebody, for themselves: read a page at a time. docs/architecture/personal-data.md
//! lists the part of each table, and the reason for each table that is left out.

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

/// Reading all of it costs: nobody needs it more often.
const EXPORTS: Limit = Limit { capacity: 5, interval: Duration::from_secs(15 * 60) };

/// Writes down that somebody takes their data along.
pub async fn begin(app: &Arc<App>, actor: &Actor) -> Result<()> {
    let (now, person, author) = (app.clock.now(), actor.person, Author::of(actor));
    app.db
        .write(move |tx| {
            limits::acquire(tx, now, &format!("export by {person}"), EXPORTS)?.or_refuse()?;
            let entry = Entry::new(actions::PERSON_EXPORTED, Subject::person(person));
            audit::record(tx, now, &author, entry)
        })
        .await
}

/// Facts of the account that its page does not show.
pub fn account_facts(tx: &mut Tx<'_>, actor: &Actor) -> Result<AccountFactsRow> {
    store::people::account_facts(tx, actor.person)
}

pub fn second_factors(tx: &mut Tx<'_>, actor: &Actor) -> Result<Overview> {
    second_factor::overview_of(tx, actor.person)
}

/// Where they have a PIN, and since when.
pub fn pins(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<(String, Timestamp)>> {
    pins::all_of(tx, actor.person)
}

/// How they like to see lists.
pub fn views(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<ViewRow>> {
    views::all_of(tx, actor.person)
}

/// Which reports they get by mail.
pub fn report_mails(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<SubscriptionRow>> {
    subscriptions::all_of(tx, actor.person)
}

/// What the bell told them.
pub fn notices(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<NoticeRow>> {
    bell::all_of(tx, actor.person, page)
}

/// What of it they want to hear.
pub fn notice_settings(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<SettingRow>> {
    bell::all_settings_of(tx, actor.person)
}

/// With what somebody was seen, and when last.
pub fn devices(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<(String, Timestamp)>> {
    store::devices::list(tx, actor.person)
}

/// What their address was offered, and what they have offered.
pub fn invitations(
    tx: &mut Tx<'_>,
    actor: &Actor,
    page: PageRequest,
) -> Result<Vec<InvitationOfPerson>> {
    store::invitations::list_of_person(tx, &actor.email, actor.person, page)
}

/// All orders, those that were never paid for, too.
pub fn orders(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<OrderRow>> {
    orders::list_begun(tx, actor.person, page)
}

pub fn payments(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<AttemptRow>> {
    payments::list_of_person(tx, actor.person, page)
}

pub fn cart(tx: &mut Tx<'_>, actor: &Actor) -> Result<Vec<carts::ItemRow>> {
    carts::current_items(tx, actor.person)
}

/// A card that was bought, given or received.
pub struct CardOfPerson {
    pub card: CardRow,
    /// What happened on it; nothing of a gift for who gave it, once it is in another's wallet.
    pub entries: Vec<Happened>,
    /// Where their gift was sent before.
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

/// What they did, with the addresses that they were seen at.
pub fn done(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<EntryRow>> {
    let filter = Filter { actors: Some(vec![actor.person.to_string()]), ..Filter::default() };
    audit::list_rows(tx, &filter, page)
}

/// What was done to their account, by them as well.
pub fn suffered(tx: &mut Tx<'_>, actor: &Actor, page: PageRequest) -> Result<Vec<EntryRow>> {
    let filter = Filter { subjects: Some(vec![actor.person.to_string()]), ..Filter::default() };
    audit::list_rows(tx, &filter, page)
}
