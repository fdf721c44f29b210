//! Cards in their holder's wallet, and lists of a shop's cards for the shop's staff.

pub mod api;
mod closed_accounts;
mod store;

use std::sync::Arc;

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

/// Returns which cards the caller may list: those of their shops, or with `is_mine` those of their
/// own wallet. At a till, the wallet is refused.
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
    // An administrator's search covers the cards of all shops and may take longer. A clerk's search
    // must be fast, because a customer is waiting.
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

/// Fields of a card that a search can name.
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

/// Finds the cards that contain all searched words in the fields named by the search.
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

/// Maximum number of a wallet's cards that are stored for offline use.
pub const MAX_KEPT: u32 = 30;

/// Lists the cards of the caller's wallet with the latest transactions, up to [`MAX_KEPT`].
pub async fn list_wallet(app: &App, actor: &Actor) -> Result<Vec<CardRow>> {
    let scope = CardScope::Wallet(actor.person);
    app.db
        .read(move |tx| {
            let page = PageRequest::new(1, MAX_KEPT);
            store::list(tx, &scope, &CardFilter::default(), Sort::default(), page)
        })
        .await
}

/// Returns the total balance that the caller can spend, and the number of cards that hold it.
pub async fn own_balance(app: &App, actor: &Actor) -> Result<(Cents, u64)> {
    let person = actor.person;
    app.db.read(move |tx| store::own_balance(tx, person)).await
}

pub async fn find(app: &App, actor: &Actor, is_mine: bool, id: CardId) -> Result<CardRow> {
    let (scope, actor) = (scope(actor, is_mine)?, actor.clone());
    app.db.read(move |tx| find_within(tx, &scope, &actor, id)).await
}

/// Records that an administrator viewed another person's card.
pub async fn note_view(app: &Arc<App>, actor: &Actor, card: &CardRow) -> Result<()> {
    let holder = card.owner_id.unwrap_or(card.buyer_id);
    if !actor.is_administrator() || holder == actor.person {
        return Ok(());
    }
    let author = Author::of(actor);
    let entry = Entry::new(actions::CARD_VIEWED, Subject::card(card.id)).tenant(card.vendor_id);
    app.write(move |tx, _, now| audit::record_view(tx, now, &author, entry.clone())).await
}

/// Finds a card within the scope or, failing that, in the caller's own wallet. At a till, the
/// wallet is not searched.
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

/// Whether the caller gave this card as a gift that another person has claimed. Such a caller may
/// not see what the new owner does with the card, unless they work at the counter of the card's
/// shop.
pub fn is_given_away(card: &CardRow, actor: &Actor) -> bool {
    let serves = actor.may(Permission::FindCards)
        && TenantScope::of(actor, Permission::FindCards).reaches(card.vendor_id);
    card.was_given_by(actor.person) && !serves
}

/// An event in a card's history, with its details.
#[derive(Clone, Debug)]
pub struct Happened {
    pub entry: CardEntry,
    /// Whether the card was redeemed without being presented.
    pub is_by_name: bool,
    /// Manager who approved the redemption; `None` if no approval was needed.
    pub approver: Option<String>,
    /// Whether the event belongs to a takeover of the card by another shop.
    pub is_handover: bool,
}

pub fn happened_on(tx: &mut Tx<'_>, card: &CardRow, page: PageRequest) -> Result<Page<Happened>> {
    let (is_new, is_old) = (card.moved_from.is_some(), card.moved_to.is_some());
    let (vendor, card) = (card.vendor_id, card.id);
    let entries = ledger::list_of_card(tx, vendor, card, page)?;
    let by_name = counter::list_by_name(tx, vendor, card)?;
    let approvers = approvals::approvers_of(tx, vendor, card)?;
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

/// Returns a page of the cards that a person bought, gave or received, the newest first, with the
/// total number.
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

/// Searches cards of all shops by number, holder or email address. Returns a page of results and
/// the total number.
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
