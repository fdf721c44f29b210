//! Cards in their holder's wallet, and lists of a shop's cards for its staff.

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
use ledger::{CardEntry, TransferKind};
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

/// Returns the scope of the caller's cards: those of their shops, or their own if they ask for
/// these. At a till they can't.
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
    // A clerk waits with a customer, but an administrator's search covers the cards of all shops
    // and may wait.
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

/// Search fields of cards.
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

/// Finds the cards with all words in the fields that the search names.
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

/// Maximum cards of a wallet for offline use.
pub const MOST_KEPT: u32 = 30;

/// Lists the cards of the caller's wallet with the latest movements.
pub async fn list_wallet(app: &App, actor: &Actor) -> Result<Vec<CardRow>> {
    let scope = CardScope::Wallet(actor.person);
    app.db
        .read(move |tx| {
            let page = PageRequest::new(1, MOST_KEPT);
            store::list(tx, &scope, &CardFilter::default(), Sort::default(), page)
        })
        .await
}

/// Sums the balance that the caller can spend, and counts its cards.
pub async fn own_balance(app: &App, actor: &Actor) -> Result<(Cents, u64)> {
    let person = actor.person;
    app.db.read(move |tx| store::own_balance(tx, person)).await
}

pub async fn find(app: &App, actor: &Actor, is_mine: bool, id: CardId) -> Result<CardRow> {
    let (scope, actor) = (scope(actor, is_mine)?, actor.clone());
    app.db.read(move |tx| find_within(tx, &scope, &actor, id)).await
}

/// Records that an administrator viewed another person's card.
pub async fn note_view(app: &App, actor: &Actor, card: &CardRow) -> Result<()> {
    let holder = card.owner_id.unwrap_or(card.buyer_id);
    if !actor.is_administrator() || holder == actor.person {
        return Ok(());
    }
    let (now, author) = (app.clock.now(), Author::of(actor));
    let entry = Entry::new(actions::CARD_VIEWED, Subject::card(card.id)).tenant(card.vendor_id);
    app.db.write(move |tx| audit::record_view(tx, now, &author, entry.clone())).await
}

/// Finds a card within the scope, else in the caller's own wallet. At a till, wallets are excluded.
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

/// Whether the caller is the giver of a claimed gift, and doesn't serve its shop's counter. They
/// may not see what the new owner does with it.
pub fn is_given_away(card: &CardRow, actor: &Actor) -> bool {
    let serves = actor.may(Permission::FindCards)
        && TenantScope::of(actor, Permission::FindCards).reaches(card.vendor_id);
    card.was_given_by(actor.person) && !serves
}

/// An event on a card with its details.
#[derive(Clone, Debug)]
pub struct Happened {
    pub entry: CardEntry,
    /// Whether the redeemed card was not presented.
    pub is_by_name: bool,
    /// Manager who approved it, if approval was needed.
    pub approver: Option<String>,
    /// Whether another shop took the card over.
    pub is_handover: bool,
}

pub fn happened_on(tx: &mut Tx<'_>, card: &CardRow, page: PageRequest) -> Result<Page<Happened>> {
    let (is_new, is_old) = (card.moved_from.is_some(), card.moved_to.is_some());
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
        is_handover: match entry.kind {
            TransferKind::Sale => is_new,
            TransferKind::Refund => is_old,
            _ => false,
        },
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

/// Lists the cards that a person bought, gave or received, the oldest first.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<CardRow>> {
    card::list_of_person(tx, person, page)
}

/// Lists the newest cards that a person bought, gave or received, with their number.
pub fn newest_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Page<CardRow>> {
    let rows = card::newest_of_person(tx, person, page)?;
    Page::counted(rows, page, || card::count_of_person(tx, person))
}

/// Lists all events on a card, the newest first.
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

/// Searches cards of any shop by number, holder or email address; returns the first few and the
/// total number.
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
