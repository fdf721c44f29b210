//! Support desk: search for any card, order or person, refunds of orders, and undelivered emails.

pub mod actions;
pub mod api;
pub mod bulk_reads;
pub mod cases;
pub mod client_errors;
pub mod figures;
pub mod letters;
pub mod open;
mod store;

use std::sync::Arc;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
};
use accounts::users::{self, FactsRow, UserRow};
use cards::CardRow;
use checkout::{order::OrderRow, orders};
use kernel::{
    ids::{JobId, PersonId},
    money::Cents,
    paging::{Page, PageRequest},
    search::Search,
};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{self, DAY, Work},
    lists::{Depth, Searchable},
};

pub use store::UndeliveredRow;

/// Maximum number of cards, orders and people shown in a search or on a person's page.
const SHOWN: u32 = 20;

/// Fields that a search at the support desk can name. Cards, orders and people are each searched in
/// the fields that they have.
pub struct DeskSearch;

impl Searchable for DeskSearch {
    const FIELDS: &'static [(&'static str, Depth)] = &[
        ("cardNumber", Depth::Name),
        ("orderNumber", Depth::Name),
        ("paidWith", Depth::Name),
        ("name", Depth::Name),
        ("displayName", Depth::Name),
        ("firstName", Depth::Name),
        ("lastName", Depth::Name),
        ("email", Depth::Name),
    ];
}

/// Cards, orders and people found by a search.
pub struct Found {
    pub cards: Page<CardRow>,
    pub orders: Page<OrderRow>,
    pub people: Page<UserRow>,
}

pub async fn search(app: &Arc<App>, search: Search) -> Result<Found> {
    let (page, shared) = (PageRequest::new(1, SHOWN), app.clone());
    app.db
        .bulk()
        .read(move |tx| {
            Ok(Found {
                cards: cards::search(tx, &shared.secrets, &search, page)?,
                orders: orders::support::search(tx, &search, page)?,
                people: users::search(tx, &search, page)?,
            })
        })
        .await
}

/// A person with their roles, orders and cards.
pub struct PersonCase {
    pub id: PersonId,
    pub name: String,
    pub email: String,
    /// Phone, place and last visit; `None` if the person is a colleague of higher rank than the
    /// reader.
    pub facts: Option<FactsRow>,
    pub spent: Cents,
    /// The person's roles, the highest first.
    pub roles: Vec<UserRow>,
    pub orders: Page<OrderRow>,
    pub cards: Page<CardRow>,
}

/// Reads a person's page and records in the audit log that it was viewed.
pub async fn open_person(app: &Arc<App>, reader: &Actor, id: PersonId) -> Result<PersonCase> {
    let page = PageRequest::new(1, SHOWN);
    let (author, reader) = (Author::of(reader), reader.clone());
    app.write(move |tx, _, now| {
        let roles = users::roles_of(tx, id)?;
        let first = roles.first().ok_or(Error::NotFound)?;
        let (name, email) =
            (format!("{} {}", first.first_name, first.last_name), first.email.clone());
        let (facts, spent) = tx.ask((users::facts_of(id), orders::support::spent_by(id)))?;
        let facts = facts.filter(|_| may_read_facts(&reader, id, &roles));
        audit::record_view(
            tx,
            now,
            &author,
            Entry::new(audit::actions::PERSON_VIEWED, Subject::person(id)),
        )?;
        Ok(PersonCase {
            id,
            name,
            email,
            facts,
            spent,
            roles,
            orders: orders::support::of_person(tx, id, page)?,
            cards: cards::newest_of_person(tx, id, page)?,
        })
    })
    .await
}

/// Whether the reader may see a person's phone, place and last visit. For a colleague, the reader's
/// rank must be at least as high.
fn may_read_facts(reader: &Actor, person: PersonId, roles: &[UserRow]) -> bool {
    let own = reader.highest_role();
    reader.person == person || roles.iter().all(|row| own.reaches(row.role))
}

/// Lists jobs that failed after many attempts, and bounced emails.
pub async fn list_undelivered(app: &App, page: PageRequest) -> Result<Page<UndeliveredRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::list_undelivered(tx, page)?;
            Page::counted(rows, page, || store::count_undelivered(tx))
        })
        .await
}

/// Closes the report of a bounced email. Fails with "not found" if it is not open.
pub async fn close_bounce(app: &Arc<App>, id: JobId) -> Result<()> {
    let is_closed = app.write(move |tx, _, now| mail::close_bounce(tx, now, id)).await?;
    if is_closed { Ok(()) } else { Err(Error::NotFound) }
}

pub async fn revive(app: &Arc<App>, id: JobId) -> Result<()> {
    let is_revived = app.write(move |tx, _, now| jobs::revive(tx, now, id)).await?;
    if is_revived { Ok(()) } else { Err(Error::NotFound) }
}

/// Adds the jobs and scheduled tasks of the support desk.
pub fn add_work(work: Work) -> Work {
    work.every(DAY, "forget notes of closed accounts", cases::forget_closed)
        .forget(bulk_reads::forget_old)
        .forget(client_errors::forget_old)
}
