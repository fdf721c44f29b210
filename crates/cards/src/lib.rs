//! Gift cards: made when they are sold, looked up and redeemed at the counter, seen in a wallet, given to others.

pub mod actions;
pub mod api;
mod approvals;
pub mod bursts;
mod closed_accounts;
mod codes;
pub mod counter;
mod counter_day;
mod counter_rules;
mod day_closing;
pub mod drawn;
pub mod errors;
pub mod gifts;
mod jobs;
pub mod letters;
pub mod lookup;
mod lost;
mod moves;
mod reason;
mod refunds;
mod reversals;
mod rotation;
mod rules;
pub mod secret_uses;
#[cfg(feature = "demo")]
pub mod seed;
mod settings;
mod store;
mod test_cards;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use db::{Ask, Rows, Tx};

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Permission, errors::PIN_SESSION},
};
use kernel::{
    date_range::DateRange,
    ids::{CampaignId, CardId, OrderId, PersonId, TenantId},
    money::Cents,
    paging::{Page, PageRequest},
    rates::{CharityRate, PlatformRate, Split},
    search::Search,
    sort::Sort,
    timestamp::Timestamp,
};
use ledger::{
    Account, Books, CardEntry, Chain, Entries, MoneyMoves, NewBalance, PostedBy, Rule, Transfer,
    TransferKind, errors::ALREADY_REVERSED,
};
use market::tenants::{self, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
    lists::{Depth, MAX_NARROWED, Searchable},
    secrets::{Hashes, Secrets},
};

use crate::errors::ORDER_TOUCHED;

pub use approvals::{ApprovalRow, Approver, approve as approve_redemption};
pub use closed_accounts::{RemainingCards, forget, forget_recipients, left_of, list_spendable};
pub use jobs::add_work;
pub use moves::{HandedOver, Handover, hand_over};
pub use reason::{Note, Reason};
pub use refunds::{CardRefund, refund_cards, refuse_other_refund};
pub use reversals::{GATEWAY, freeze_order, restore_order, reverse_order};
pub use rotation::{KEPT as KEPT_UNDER_KEYS, renew as renew_secrets};
pub use rules::masked_number;
pub use store::{
    AddressChange, CardFilter, CardOrder, CardRow, CardScope, WalletPart, given, heal_claims,
};

pub use codes::CardNumber;
use codes::{CardCode, ClaimToken};
use store::{ChargedCard, SealedSecrets};

/// A card that was paid for, with the terms it is sold under.
#[derive(Clone, Debug)]
pub struct NewCard {
    pub order: OrderId,
    pub buyer: PersonId,
    pub buyer_name: String,
    pub vendor: TenantId,
    pub cause: Option<Cause>,
    pub price: Cents,
    pub share_percentage: PlatformRate,
    pub split: Split,
    pub gift: Option<Gift>,
    /// Which of the cards that are bought at once it is: they keep their order.
    pub place: u32,
}

/// What a card supports, and with how much of its price.
#[derive(Clone, Copy, Debug)]
pub struct Cause {
    pub charity: TenantId,
    pub campaign: CampaignId,
    pub rate: CharityRate,
}

/// For whom a card is, when it isn't for the buyer.
#[derive(Clone, Debug)]
pub struct Gift {
    pub to: String,
    pub recipient: String,
    pub from: String,
    pub message: Option<String>,
}

/// Makes a card, puts its price on it, and has it mailed to whom it is for.
pub fn issue(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    card: &NewCard,
    number: &CardNumber,
    moves: MoneyMoves,
) -> Result<CardId> {
    let made_at = now.plus(Duration::from_micros(card.place.into()));
    let id = CardId::new(made_at);
    let sealed = seal_new(secrets, number, id, card.gift.is_some());
    let moved_at = moves.moment(made_at);
    store::insert(tx, id, made_at, moved_at, &sealed, card)?;
    let mut entries = Entries::default()
        .moving(card.price, Account::GatewayClearing, Account::Card(id))
        .moving(card.split.platform, Account::VendorPayable(card.vendor), Account::PlatformRevenue);
    if let Some(cause) = &card.cause {
        let (vendor, charity) =
            (Account::VendorPayable(card.vendor), Account::CharityPayable(cause.charity));
        entries = entries.moving(card.split.charity, vendor, charity);
        tenants::note_support(tx, card.vendor, cause.charity)?;
    }
    let sale = Transfer {
        books: Books::Vendor(card.vendor),
        kind: TransferKind::Sale,
        entries,
        order: Some(card.order),
        card: Some(id),
        reason: None,
    };
    let made = NewBalance { card: id, balance: card.price, moved_at };
    ledger::record_new(tx, PostedBy::Person(card.buyer), &sale, made, moves)?;
    if card.gift.is_some() {
        enqueue(tx, now, &jobs::MailGift { card: id })?;
    } else {
        enqueue(tx, now, &jobs::MailCard { card: id })?;
    }
    Ok(id)
}

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

fn free_number(tx: &mut Tx<'_>, secrets: &Secrets) -> Result<CardNumber> {
    let mut numbers = free_numbers(tx, secrets, 1)?;
    numbers.pop().ok_or_else(|| Error::Internal("no free card number was found".to_owned()))
}

/// New secrets for a card: its number, a code, and for a gift the token of its link.
fn seal_new(secrets: &Secrets, number: &CardNumber, card: CardId, is_gift: bool) -> SealedSecrets {
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

/// So many numbers are sealed in one transaction.
const SEALED_AT_ONCE: i64 = 500;

/// Seals the numbers of cards that were sold before numbers were sealed. Returns how many there were.
pub async fn seal_plain_numbers(app: &Arc<App>) -> Result<u64> {
    let mut sealed = 0;
    loop {
        let shared = app.clone();
        let some = app.db.write(move |tx| {
            let cards = store::plain_numbers(tx, SEALED_AT_ONCE)?;
            for (id, text) in &cards {
                let number = CardNumber::parse(text).ok_or_else(|| {
                    Error::Internal(format!("{id} has no number that can be read"))
                })?;
                let sealing = number.sealed(&shared.secrets, id);
                let hashes = number.hashes(&shared.secrets);
                store::set_number(tx, id, hashes.current(), &sealing)?;
            }
            Ok::<_, Error>(cards.len() as u64)
        });
        match some.await? {
            0 => return Ok(sealed),
            some => sealed += some,
        }
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
fn open_code(secrets: &Secrets, card: &CardRow) -> Result<String> {
    let code = CardCode::open(secrets, &card.id.to_string(), &card.sealed_code);
    let code = code.ok_or_else(|| {
        Error::Internal(format!("the code of {} can't be opened with this key", card.id))
    })?;
    Ok(code.text())
}

/// The number of a card, for whoever may spend it.
fn open_number(secrets: &Secrets, card: &CardRow) -> Result<String> {
    let number = CardNumber::open(secrets, &card.id.to_string(), &card.sealed_number);
    let number = number.ok_or_else(|| {
        Error::Internal(format!("the number of {} can't be opened with this key", card.id))
    })?;
    Ok(number.to_string())
}

/// The number of a card as this person may read it: whole when they may spend it, or else its last four digits.
pub fn number_for(secrets: &Secrets, card: &CardRow, person: PersonId) -> Result<String> {
    if card.is_held_by(person) && card.moved_to.is_none() {
        open_number(secrets, card)
    } else {
        Ok(card.masked_number())
    }
}

/// The same for whoever is looking. On a till's screen nobody spends what is their own.
fn number_seen_by(secrets: &Secrets, card: &CardRow, reader: &Actor) -> Result<String> {
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

/// Whose cards somebody looks at: those of their shops where they work, unless they ask for their own, which they can't
/// at a till.
fn scope(actor: &Actor, is_mine: bool) -> Result<CardScope> {
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
fn narrowed(
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
const MOST_KEPT: u32 = 30;

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
fn find_within(tx: &mut Tx<'_>, scope: &CardScope, actor: &Actor, id: CardId) -> Result<CardRow> {
    if let Some(card) = store::find(tx, scope, id)? {
        return Ok(card);
    }
    if actor.is_at_till() {
        return Err(Error::NotFound);
    }
    store::find(tx, &CardScope::Wallet(actor.person), id)?.ok_or(Error::NotFound)
}

/// Whether somebody has given a card away and sees no more of it than that: what its new owner does with it is no
/// business of theirs, unless they serve them at the counter.
fn is_given_away(card: &CardRow, actor: &Actor) -> bool {
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
    /// Another shop took the card over.
    pub is_handover: bool,
}

fn happened_on(tx: &mut Tx<'_>, card: &CardRow, page: PageRequest) -> Result<Page<Happened>> {
    let (is_new, is_old) = (card.moved_from.is_some(), card.moved_to.is_some());
    let (vendor, card) = (card.vendor_id, card.id);
    let entries = ledger::list_of_card(tx, vendor, card, page)?;
    let by_name = store::list_by_name(tx, card)?;
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

/// The cards of an order, in the order in which they were made, with those that took others over.
pub fn of_order(order: OrderId) -> Rows<CardRow> {
    store::of_order(order)
}

/// The cards that were bought with an order: none that took another one over.
pub fn bought_with(order: OrderId) -> Rows<CardRow> {
    store::bought_with(order)
}

/// The addresses that an order's gifts were sent to before, the oldest first.
pub fn address_changes(order: OrderId) -> Rows<AddressChange> {
    store::address_changes(order)
}

/// What somebody has bought, given or received, the oldest first.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<CardRow>> {
    store::list_of_person(tx, person, page)
}

/// What somebody has bought, given or received: the newest of it, and how much there is.
pub fn newest_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Page<CardRow>> {
    let rows = store::newest_of_person(tx, person, page)?;
    Page::counted(rows, page, || store::count_of_person(tx, person))
}

/// Where a gift was sent before it went elsewhere.
pub fn earlier_addresses(tx: &mut Tx<'_>, gift: CardId) -> Result<Vec<String>> {
    store::earlier_addresses(tx, gift)
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

/// Takes the price of an order's cards off them again, for good. Nothing may have been spent from any of them. A thousand cards take
/// as many round trips as one.
pub fn cancel_cards(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PersonId,
    order: OrderId,
    reason: &str,
) -> Result<()> {
    let asked = (
        store::lock_charged(tx.engine(), order),
        ledger::list_with_entries(order, TransferKind::Sale),
        ledger::books_open_from(),
    );
    let (cards, sales, open_from) = tx.ask(asked)?;
    let moves = MoneyMoves::of(open_from)?;
    if cards.iter().any(|card| card.balance != card.face) {
        return Err(Error::Refused(ORDER_TOUCHED));
    }
    let change = store::StatusChange { is_active: false, by: Some(by), reason: Some(reason) };
    let keys: Vec<_> = cards.iter().map(ChargedCard::key).collect();
    store::change_status_of(tx, now, &keys, &change)?;
    let sales: HashMap<_, _> = sales.iter().map(|sale| (sale.row.card_id, sale)).collect();
    let opposites = cards.iter().map(|card| {
        let sale = sales.get(&Some(card.id)).ok_or(Error::Refused(ALREADY_REVERSED))?;
        sale.opposite(card.locked_balance(), reason)
    });
    let opposites = opposites.collect::<Result<Vec<_>>>()?;
    ledger::record_all(tx, now, PostedBy::Person(by), moves, &opposites)?;
    tx.batched(|tx| {
        for card in &cards {
            counter::notify_cardholders(tx, card.id, card.buyer_id, card.owner_id);
            if card.is_gift {
                enqueue(tx, now, &jobs::MailGiftCancelled { card: card.id, is_frozen: false })?;
            }
        }
        Ok(())
    })
}

/// Those of these orders that have a card with money on it.
pub fn orders_with_money(orders: &[OrderId]) -> impl Ask<Answer = HashSet<OrderId>> + use<> {
    store::orders_with_money(orders)
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

/// The rows of cards that are sealed. A gift's new address is not: closing the account of its recipient erases it.
pub const CHAINS: &[&Chain] = &[&store::STATUS_CHANGES, &store::CLAIMS];

/// Rules of cards in the books.
pub fn rules() -> Vec<Rule> {
    [
        store::RULES,
        store::RULES_OF_KEYS,
        store::RULES_OF_REFUNDS,
        store::RULES_OF_CLAIMS,
        store::RULES_OF_MOVES,
    ]
    .concat()
}
