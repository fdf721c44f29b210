//! Cards as their holders see them, and as staff finds those of their shops.

pub mod api;
mod closed_accounts;
mod store;

use db::Tx;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Permission, errors::PIN_SESSION},
};
use kernel::{
    date_range::DateRange,
    ids::{CardId, PersonId},
    money::Cents,
    paging::{Page, PageRequest},
    search::Search,
    sort::Sort,
};
use ledger::CardEntry;
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
    lists::{Depth, MAX_NARROWED, Searchable},
    secrets::Secrets,
};

use crate::{
    actions,
    card::{self, CardRow, CardScope, number_hashes},
    counter::{self, approvals},
};

pub use closed_accounts::{RemainingCards, forget, forget_recipients, left_of, list_spendable};
pub use store::{CardFilter, CardOrder, WalletPart, forget_recipient_of};

/// Whose cards somebody looks at: those of their shops where they work, unless they ask for their own, which they can't
/// at a till.
pub fn scope(actor: &Actor, is_mine: bool) -> Result<CardScope> {
    if !is_mine && actor.may(Permission::FindCards) {
        Ok(CardScope::Shops(TenantScope::of(actor, Permission::FindCards)))
    } else if actor.is_at_till() {
        Err(Error::Refused(PIN_SESSION))
    } else {
        Ok(CardScope::Wallet(actor.person))
    }
}

pub async fn list(
    app: &App,
    actor: &Actor,
    is_mine: bool,
    filter: CardFilter,
    sort: Sort<CardOrder>,
    page: PageRequest,
) -> Result<Page<CardRow>> {
    let scope = scope(actor, is_mine)?;
    // A clerk waits with a customer; an administrator searches the cards of all shops.
    let is_of_all = matches!(scope, CardScope::Shops(TenantScope::All));
    let db = if is_of_all { app.db.bulk() } else { app.db.clone() };
    db.read(move |tx| {
        if filter.search.is_narrowed() {
            return Ok(Page::cut(narrowed(tx, &scope, &filter, sort)?, page));
        }
        let rows = store::list(tx, &scope, &filter, sort, page)?;
        Page::counted(rows, page, || store::count(tx, &scope, &filter))
    })
    .await
}

/// The fields in which cards are searched.
pub struct CardSearch;

impl Searchable for CardSearch {
    const FIELDS: &'static [(&'static str, Depth)] = &[
        ("cardNumber", Depth::Name),
        ("name", Depth::Name),
        ("firstName", Depth::Name),
        ("lastName", Depth::Name),
        ("email", Depth::Name),
        ("vendorName", Depth::Name),
    ];
}

/// The cards that have all words in the fields that a search names.
pub fn narrowed(
    tx: &mut Tx<'_>,
    scope: &CardScope,
    filter: &CardFilter,
    sort: Sort<CardOrder>,
) -> Result<Vec<CardRow>> {
    let is_by_number = filter.number_hashes.is_some() && filter.search.covers("cardNumber");
    let number_hashes = filter.number_hashes.clone().filter(|_| is_by_number);
    let filter = CardFilter { number_hashes, ..filter.clone() };
    let rows = store::list(tx, scope, &filter, sort, PageRequest::new(1, MAX_NARROWED))?;
    if is_by_number {
        return Ok(rows);
    }
    Ok(filter.search.narrow(rows, |card| store::texts(card, scope, &filter)))
}

/// So many cards of a wallet are kept for when there is no network.
pub const MOST_KEPT: u32 = 30;

/// The cards of somebody's wallet that were moved last.
pub async fn list_wallet(app: &App, actor: &Actor) -> Result<Vec<CardRow>> {
    let scope = CardScope::Wallet(actor.person);
    app.db
        .read(move |tx| {
            let page = PageRequest::new(1, MOST_KEPT);
            store::list(tx, &scope, &CardFilter::default(), Sort::default(), page)
        })
        .await
}

/// What somebody can spend, and on how many cards.
pub async fn own_balance(app: &App, actor: &Actor) -> Result<(Cents, u64)> {
    let person = actor.person;
    app.db.read(move |tx| store::own_balance(tx, person)).await
}

pub async fn find(app: &App, actor: &Actor, is_mine: bool, id: CardId) -> Result<CardRow> {
    let (scope, actor) = (scope(actor, is_mine)?, actor.clone());
    app.db.read(move |tx| find_within(tx, &scope, &actor, id)).await
}

/// Writes down that an administrator looks at a card that is somebody else's.
pub async fn note_view(app: &App, actor: &Actor, card: &CardRow) -> Result<()> {
    let holder = card.owner_id.unwrap_or(card.buyer_id);
    if !actor.is_administrator() || holder == actor.person {
        return Ok(());
    }
    let (now, author) = (app.clock.now(), Author::of(actor));
    let entry = Entry::new(actions::CARD_VIEWED, Subject::card(card.id)).tenant(card.vendor_id);
    app.db.write(move |tx| audit::record_view(tx, now, &author, entry.clone())).await
}

/// Whoever works at a shop has a wallet of their own too, but not at a till.
pub fn find_within(
    tx: &mut Tx<'_>,
    scope: &CardScope,
    actor: &Actor,
    id: CardId,
) -> Result<CardRow> {
    if let Some(card) = card::find(tx, scope, id)? {
        return Ok(card);
    }
    if actor.is_at_till() {
        return Err(Error::NotFound);
    }
    card::find(tx, &CardScope::Wallet(actor.person), id)?.ok_or(Error::NotFound)
}

/// Whether somebody has given a card away and sees no more of it than that: what its new owner does with it is no
/// business of theirs, unless they serve them at the counter.
pub fn is_given_away(card: &CardRow, actor: &Actor) -> bool {
    let serves = actor.may(Permission::FindCards)
        && TenantScope::of(actor, Permission::FindCards).reaches(card.vendor_id);
    card.was_given_by(actor.person) && !serves
}

/// What happened on a card, and what is known of it besides.
#[derive(Clone, Debug)]
pub struct Happened {
    pub entry: CardEntry,
    /// A redemption of a card that was not shown.
    pub is_by_name: bool,
    /// Who approved it, where it had to wait.
    pub approver: Option<String>,
}

pub fn happened_on(tx: &mut Tx<'_>, card: &CardRow, page: PageRequest) -> Result<Page<Happened>> {
    let (vendor, card) = (card.vendor_id, card.id);
    let entries = ledger::list_of_card(tx, vendor, card, page)?;
    let by_name = counter::list_by_name(tx, card)?;
    let approvers = approvals::approvers_of(tx, card)?;
    Ok(entries.map(|entry| Happened {
        is_by_name: by_name.contains(&entry.transfer_id),
        approver: approvers
            .iter()
            .find(|(transfer, _)| *transfer == entry.transfer_id)
            .map(|(_, name)| name.clone()),
        entry,
    }))
}

pub async fn list_transactions(
    app: &App,
    actor: &Actor,
    id: CardId,
    page: PageRequest,
) -> Result<(CardRow, Page<Happened>)> {
    let (scope, actor) = (scope(actor, false)?, actor.clone());
    app.db
        .read(move |tx| {
            let card = find_within(tx, &scope, &actor, id)?;
            let happened = if is_given_away(&card, &actor) {
                Page::new(Vec::new(), page, 0)
            } else {
                happened_on(tx, &card, page)?
            };
            Ok((card, happened))
        })
        .await
}

/// What somebody has bought, given or received, the oldest first.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<CardRow>> {
    card::list_of_person(tx, person, page)
}

/// What somebody has bought, given or received: the newest of it, and how much there is.
pub fn newest_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Page<CardRow>> {
    let rows = card::newest_of_person(tx, person, page)?;
    Page::counted(rows, page, || card::count_of_person(tx, person))
}

/// All that happened on a card, the newest first.
pub fn all_entries(tx: &mut Tx<'_>, card: &CardRow) -> Result<Vec<Happened>> {
    let mut entries = Vec::new();
    for index in 1.. {
        let page = happened_on(tx, card, PageRequest::new(index, 1000))?;
        let is_last = page.items.len() < 1000;
        entries.extend(page.items);
        if is_last {
            break;
        }
    }
    Ok(entries)
}

/// Cards of whatever shop, by their number, their holder or their address: the first few, and how many there are.
pub fn search(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    search: &Search,
    page: PageRequest,
) -> Result<Page<CardRow>> {
    let scope = CardScope::Shops(TenantScope::All);
    let filter = CardFilter {
        part: None,
        tenant: None,
        days: DateRange::default(),
        search: search.clone(),
        number_hashes: number_hashes(secrets, search),
        is_email_searched: true,
    };
    if search.is_narrowed() {
        return Ok(Page::cut(narrowed(tx, &scope, &filter, Sort::default())?, page));
    }
    let rows = store::list(tx, &scope, &filter, Sort::default(), page)?;
    Page::counted(rows, page, || store::count(tx, &scope, &filter))
}
