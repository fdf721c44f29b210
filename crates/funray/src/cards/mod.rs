//! Gift cards: made when they are sold, looked up and redeemed at the counter, seen in a wallet, given to others.

pub mod api;
mod codes;
pub mod counter;
pub mod gifts;
mod jobs;
pub mod past;
mod reason;
mod rules;
mod store;

use std::time::Duration;

use db::Tx;

use crate::{
    app::App,
    auth::{Actor, Permission, PersonId, TenantId},
    campaigns::CampaignId,
    error::{Code, Error, Result},
    jobs::enqueue,
    kernel::{
        date_range::DateRange,
        money::Cents,
        paging::{Page, PageRequest},
        rates::{CharityRate, PlatformRate, Split},
        search::Search,
        sort::Sort,
        timestamp::Timestamp,
    },
    ledger::{self, Account, By, CardEntry, Entries, Kind, Transfer},
    secrets::Secrets,
    tenants::{self, TenantScope},
};

pub use crate::ledger::{CardId, OrderId};
pub use jobs::{
    mail_card, mail_gift, mail_gift_cancelled, mail_opened, mail_readdressed, mail_redeemed,
};
pub use reason::Reason;
pub use store::{
    AddressChange, CardFilter, CardOrder, CardRow, RULES, Reach, SWITCHES, Sold, SoldFilter,
};

use codes::{CardCode, CardNumber, ClaimToken};
use store::SealedSecrets;

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
pub fn issue(tx: &mut Tx<'_>, secrets: &Secrets, now: Timestamp, card: &NewCard) -> Result<CardId> {
    let made_at = now.plus(Duration::from_micros(card.place.into()));
    let id = CardId::new(made_at);
    let number = free_number(tx)?;
    let sealed = seal_new(secrets, id, card.gift.is_some());
    store::insert(tx, id, made_at, &number, &sealed, card)?;
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
        kind: Kind::Sale,
        entries,
        order: Some(card.order),
        card: Some(id),
        reason: None,
    };
    ledger::record(tx, made_at, By::Person(card.buyer), &sale)?;
    if card.gift.is_some() {
        enqueue(tx, now, &jobs::MailGift { card: id })?;
    } else {
        enqueue(tx, now, &jobs::MailCard { card: id })?;
    }
    Ok(id)
}

fn free_number(tx: &mut Tx<'_>) -> Result<CardNumber> {
    for _ in 0..20 {
        let number = CardNumber::random();
        if !store::is_number_taken(tx, &number)? {
            return Ok(number);
        }
    }
    Err(Error::Internal("no free card number was found".to_owned()))
}

/// New secrets for a card: a code, and for a gift the token of its link.
fn seal_new(secrets: &Secrets, card: CardId, is_gift: bool) -> SealedSecrets {
    let (code, id) = (CardCode::random(), card.to_string());
    let claim = is_gift.then(ClaimToken::random);
    SealedSecrets {
        code_hash: code.hash(secrets),
        sealed_code: code.sealed(secrets, &id),
        claim_hash: claim.as_ref().map(|claim| claim.hash(secrets)),
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

/// The code of a card, for whoever may spend it.
fn open_code(secrets: &Secrets, card: &CardRow) -> Result<String> {
    let code = CardCode::open(secrets, &card.id.to_string(), &card.sealed_code);
    let code = code.ok_or_else(|| {
        Error::Internal(format!("the code of {} can't be opened with this key", card.id))
    })?;
    Ok(code.text())
}

/// Whose cards somebody looks at: those of their shops where they work, unless they ask for their own.
fn reach(actor: &Actor, is_mine: bool) -> Reach {
    if !is_mine && actor.may(Permission::FindCards) {
        Reach::Shops(TenantScope::of(actor, Permission::FindCards))
    } else {
        Reach::Wallet(actor.person)
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
    let reach = reach(actor, is_mine);
    app.db
        .read(move |tx| {
            let rows = store::list(tx, &reach, &filter, sort, page)?;
            Page::counted(rows, page, || store::count(tx, &reach, &filter))
        })
        .await
}

pub async fn find(app: &App, actor: &Actor, is_mine: bool, id: CardId) -> Result<CardRow> {
    let (reach, person) = (reach(actor, is_mine), actor.person);
    app.db.read(move |tx| find_within(tx, &reach, person, id)).await
}

/// Whoever works at a shop has a wallet of their own too.
fn find_within(tx: &mut Tx<'_>, reach: &Reach, person: PersonId, id: CardId) -> Result<CardRow> {
    if let Some(card) = store::find(tx, reach, id)? {
        return Ok(card);
    }
    store::find(tx, &Reach::Wallet(person), id)?.ok_or(Error::NotFound)
}

/// Whether somebody has given a card away and sees no more of it than that: what its new owner does with it is no
/// business of theirs, unless they serve them at the counter.
fn is_given_away(card: &CardRow, actor: &Actor) -> bool {
    let serves = actor.may(Permission::FindCards)
        && TenantScope::of(actor, Permission::FindCards).reaches(card.vendor_id);
    card.was_given_by(actor.person) && !serves
}

pub async fn list_transactions(
    app: &App,
    actor: &Actor,
    id: CardId,
    page: PageRequest,
) -> Result<(CardRow, Page<CardEntry>)> {
    let (reach, actor) = (reach(actor, false), actor.clone());
    app.db
        .read(move |tx| {
            let card = find_within(tx, &reach, actor.person, id)?;
            let entries = if is_given_away(&card, &actor) {
                Page::new(Vec::new(), page, 0)
            } else {
                ledger::list_of_card(tx, id, page)?
            };
            Ok((card, entries))
        })
        .await
}

/// The cards of an order, in the order in which they were made.
pub fn of_order(tx: &mut Tx<'_>, order: OrderId) -> Result<Vec<CardRow>> {
    store::of_order(tx, order)
}

/// The addresses that an order's gifts were sent to before, the oldest first.
pub fn address_changes(tx: &mut Tx<'_>, order: OrderId) -> Result<Vec<AddressChange>> {
    store::address_changes(tx, order)
}

/// The figures of the cards that some shops have sold.
pub fn sold(tx: &mut Tx<'_>, filter: &SoldFilter) -> Result<Sold> {
    store::sold(tx, filter)
}

/// Takes the price of an order's cards off them again, for good. Nothing may have been spent from any of them.
pub fn take_back(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PersonId,
    order: OrderId,
    reason: &str,
) -> Result<()> {
    let mut cards = store::of_order(tx, order)?;
    // Always in this order, so that nobody waits for somebody who waits for them.
    cards.sort_by_key(|card| card.id);
    for card in cards {
        let locked = store::lock(tx, &TenantScope::All, card.id)?.ok_or(Error::NotFound)?;
        if locked.balance != card.face {
            return Err(Error::Refused(Code::OrderTouched));
        }
        let sale = ledger::find_sale(tx, card.id)?;
        ledger::reverse(tx, now, By::Person(by), &sale, reason.to_owned())?;
        let switch = store::Switch { is_active: false, by, reason: Some(reason) };
        store::switch(tx, now, card.id, &switch)?;
        counter::tell_holders(tx, &locked);
        if card.is_gift {
            enqueue(tx, now, &jobs::MailGiftCancelled { card: card.id })?;
        }
    }
    Ok(())
}

/// Cards of whatever shop, by their number, their holder or their address: the first few, and how many there are.
pub fn search(tx: &mut Tx<'_>, search: &Search, page: PageRequest) -> Result<Page<CardRow>> {
    let reach = Reach::Shops(TenantScope::All);
    let filter = CardFilter {
        tenant: None,
        days: DateRange::default(),
        search: search.clone(),
        is_email_searched: true,
    };
    let rows = store::list(tx, &reach, &filter, Sort::default(), page)?;
    Page::counted(rows, page, || store::count(tx, &reach, &filter))
}

/// What somebody still has on cards of their own.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    pub cards: i64,
    pub balance: Cents,
}

pub fn left_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Left> {
    let (cards, balance) = store::left_of(tx, person)?;
    Ok(Left { cards, balance })
}

/// Erases what cards say of somebody who has closed their account.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::forget(tx, person)
}
