//! Overview pages of a vendor and of a charity: figures of a period, their breakdown, and the
//! latest events.

use std::cmp::Reverse;

use db::Tx;

use super::{
    CampaignSums, Sums, VendorSums, Wanted,
    breakdowns::{self, Breakdown, Counted},
    find, own, rules,
    store::{
        self, Filter,
        details::{self, Support, Supports},
        events::{self, Behind, Moved, StatusChanged},
    },
};
use access::auth::TenantKind;
use kernel::{
    date_range::DateRange,
    dates::BusinessDate,
    ids::{CardId, PersonId, TenantId},
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::TransferKind;
use market::tenants::{self, TenantScope};
use people::identity;
use platform::error::{Error, Result};

/// Number of latest events shown on an overview page.
const NEWEST: u32 = 8;
/// Maximum time between a cancellation and a freeze of the same card that are shown as one event,
/// in microseconds.
const SECOND_MICROS: i64 = 1_000_000;
/// Maximum number of charities or shops listed on an overview page.
const GROUPS: u32 = 1000;

/// Kind of event on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    Sold,
    /// The card was taken over from a shop that closed.
    TakenOver,
    /// Another shop took the card over, because this shop closed.
    HandedOver,
    Redeemed,
    CashedOut,
    /// A redemption or a cash-out was reversed.
    Undone,
    /// A sale was cancelled, or its charge was reversed or refunded.
    Cancelled,
    Frozen,
    Unfrozen,
}

impl EventKind {
    /// Returns the kind of event for a transfer on a card. `reversed` is the kind of the transfer
    /// that this transfer reverses. The first value of `of_handover` says whether the card was
    /// taken over from another shop, the second whether another shop took the card over.
    pub fn of(
        kind: TransferKind,
        reversed: Option<TransferKind>,
        of_handover: (bool, bool),
    ) -> EventKind {
        match (kind, reversed) {
            (TransferKind::Sale, _) if of_handover.0 => EventKind::TakenOver,
            (TransferKind::Refund, _) if of_handover.1 => EventKind::HandedOver,
            (TransferKind::Sale, _) => EventKind::Sold,
            (TransferKind::Redemption, _) => EventKind::Redeemed,
            (TransferKind::CashOut, _) => EventKind::CashedOut,
            (TransferKind::Reversal, Some(TransferKind::Redemption | TransferKind::CashOut)) => {
                EventKind::Undone
            }
            _ => EventKind::Cancelled,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Event {
    pub at: Timestamp,
    pub kind: EventKind,
    pub card: CardId,
    pub last_four: String,
    /// Amount added to or taken from the card, never negative; `None` if no money moved.
    pub amount: Option<Cents>,
    /// First name and initial of the person who acted, or of the buyer for a sale; `None` if the
    /// system acted.
    pub person: Option<String>,
}

pub fn person_name(first: Option<String>, last: Option<String>) -> Option<String> {
    let name = rules::customer_name(&first?, &last.unwrap_or_default());
    (!name.is_empty()).then_some(name)
}

impl From<Moved> for Event {
    fn from(moved: Moved) -> Event {
        let kind = EventKind::of(
            moved.kind,
            moved.reversed_kind,
            (moved.is_taken_over, moved.is_handed_over),
        );
        let person = match kind {
            EventKind::Sold => person_name(moved.buyer_first_name, moved.buyer_last_name),
            _ => person_name(moved.first_name, moved.last_name),
        };
        Event {
            at: moved.created_at,
            kind,
            card: moved.card_id,
            last_four: moved.last_four,
            amount: Some(Cents::new(moved.amount.get().saturating_abs())),
            person,
        }
    }
}

impl From<StatusChanged> for Event {
    fn from(changed: StatusChanged) -> Event {
        Event {
            at: changed.created_at,
            kind: if changed.is_active { EventKind::Unfrozen } else { EventKind::Frozen },
            card: changed.card_id,
            last_four: changed.last_four,
            amount: None,
            person: person_name(changed.first_name, changed.last_name),
        }
    }
}

/// Amounts of sales and donations for one charity, or at one shop, in the period.
#[derive(Clone, Debug)]
pub struct Share {
    pub tenant: TenantId,
    pub name: String,
    pub purchased: Cents,
    pub raised: Cents,
}

/// Redemptions made by one person in the period.
#[derive(Clone, Debug)]
pub struct Redeemer {
    /// Person who redeemed the cards; `None` for redemptions by the system.
    pub person: Option<PersonId>,
    pub name: Option<String>,
    pub redeemed: Counted,
}

/// Data on the overview page of a vendor.
#[derive(Debug)]
pub struct VendorHome {
    pub sums: Sums,
    /// Sums since the first sale, regardless of the period.
    pub ever: Sums,
    pub breakdown: Breakdown,
    /// Redemptions by each person, those with the largest sum first.
    pub employees: Vec<Redeemer>,
    /// Charities that the shop's sales supported, those with the largest sum first.
    pub causes: Vec<Share>,
    pub events: Vec<Event>,
}

/// Returns the overview of a vendor. Without a tenant in `wanted`, returns the overview of the
/// caller's own shop.
pub fn of_vendor(tx: &mut Tx<'_>, scope: &TenantScope, wanted: &Wanted) -> Result<VendorHome> {
    let vendor = named(tx, scope, TenantKind::Vendor, wanted.tenant)?;
    let filter = wanted.of_vendors(TenantScope::Own(vec![vendor]));
    let all_time = Filter {
        days: DateRange::default(),
        has_cause: None,
        counts_parts: false,
        ..filter.clone()
    };
    let sums = store::sums(tx, &filter)?;
    let ever = store::sums(tx, &all_time)?;
    let breakdown = breakdowns::break_down(tx, vendor, &filter)?;
    let employees = redeemers(tx, &breakdown, filter.days.moments().1)?;
    let causes = causes(tx, &filter)?;
    let events = newest_events(tx, vendor, filter.has_cause)?;
    Ok(VendorHome { sums, ever, breakdown, employees, causes, events })
}

/// Returns the tenant named in a request, or the caller's own tenant if none is named. Fails with
/// "not found" if the tenant is of another kind or out of the caller's scope.
fn named(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    kind: TenantKind,
    tenant: Option<TenantId>,
) -> Result<TenantId> {
    let tenant = match tenant {
        Some(tenant) => tenant,
        None => own(tx, scope, kind)?.ok_or(Error::NotFound)?,
    };
    find(tx, scope, tenant, Some(kind))?;
    Ok(tenant)
}

/// Returns redemptions by person, each with the name that the person had at the end of the period.
fn redeemers(tx: &mut Tx<'_>, breakdown: &Breakdown, until: Timestamp) -> Result<Vec<Redeemer>> {
    let people = breakdown.employees.keys().filter_map(|person| *person);
    let asked: Vec<(PersonId, Timestamp)> = people.map(|person| (person, until)).collect();
    let names = identity::names_at(tx, &asked)?;
    let mut all: Vec<Redeemer> = breakdown
        .employees
        .iter()
        .map(|(person, redeemed)| {
            let name = person.and_then(|person| names.get(&(person, until)));
            let name =
                name.and_then(|(first, last)| person_name(Some(first.clone()), Some(last.clone())));
            Redeemer { person: *person, name, redeemed: *redeemed }
        })
        .collect();
    all.sort_by_key(|redeemer| Reverse(redeemer.redeemed.amount));
    Ok(all)
}

fn causes(tx: &mut Tx<'_>, filter: &Filter) -> Result<Vec<Share>> {
    let charities = store::sums_by_charity(tx, filter)?;
    let ids: Vec<TenantId> = charities.keys().copied().collect();
    let mut names = tenants::names_of(tx, &ids)?;
    let mut all: Vec<Share> = charities
        .into_iter()
        .filter(|(_, sums)| sums.raised != Cents::ZERO)
        .map(|(tenant, sums)| Share {
            tenant,
            name: names.remove(&tenant).unwrap_or_default(),
            purchased: sums.supported,
            raised: sums.raised,
        })
        .collect();
    all.sort_by(|one, other| {
        (Reverse(one.raised), &one.name).cmp(&(Reverse(other.raised), &other.name))
    });
    Ok(all)
}

fn newest_events(tx: &mut Tx<'_>, vendor: TenantId, has_cause: Option<bool>) -> Result<Vec<Event>> {
    // Cancelling a card also freezes the card, and the list below leaves out these freezes. Twice
    // as many rows are read, so that enough events remain.
    let most = i64::from(2 * NEWEST);
    let moved = events::newest_transfers(tx, vendor, has_cause, most)?;
    let changed = events::newest_status_changes(tx, vendor, has_cause, most)?;
    let moved: Vec<Event> = moved.into_iter().map(Event::from).collect();
    let is_told = |changed: &Event| {
        moved.iter().any(|event| {
            let apart = event.at.as_micros() - changed.at.as_micros();
            event.kind == EventKind::Cancelled
                && event.card == changed.card
                && apart.abs() < SECOND_MICROS
        })
    };
    let changed = changed.into_iter().map(Event::from).filter(|changed| !is_told(changed));
    let changed: Vec<Event> = changed.collect();
    let mut all: Vec<Event> = moved.into_iter().chain(changed).collect();
    all.sort_by_key(|event| Reverse(event.at));
    all.truncate(NEWEST as usize);
    Ok(all)
}

/// Returns one page of the events that make up a figure of a vendor's overview, the newest first.
pub fn events_behind(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    wanted: &Wanted,
    of: Behind,
) -> Result<Page<Event>> {
    let vendor = named(tx, scope, TenantKind::Vendor, wanted.tenant)?;
    let filter = wanted.of_vendors(TenantScope::Own(vec![vendor]));
    let moved = events::list(tx, vendor, &filter, of, wanted.page)?;
    let count = events::count(tx, vendor, &filter, of)?;
    Ok(Page::new(moved.into_iter().map(Event::from).collect(), wanted.page, count))
}

/// Campaign that runs today, with the sum raised so far.
#[derive(Clone, Debug)]
pub struct Running {
    pub campaign: store::running::RunningRow,
    pub raised: Cents,
}

/// Data on the overview page of a charity.
#[derive(Debug)]
pub struct CharityHome {
    pub sums: Sums,
    /// Sums since the first sale, regardless of the period.
    pub ever: Sums,
    pub campaigns: Vec<CampaignSums>,
    /// Shops whose sales raised money for the charity, those with the largest sum first.
    pub shops: Vec<Share>,
    /// Campaigns that run today, those that end first at the top.
    pub running: Vec<Running>,
    /// Latest purchases in support of the charity, including those outside the period.
    pub newest: Vec<Support>,
}

/// Returns the overview of a charity. Without a tenant in `wanted`, returns the overview of the
/// caller's own charity.
pub fn of_charity(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    wanted: &Wanted,
    today: BusinessDate,
) -> Result<CharityHome> {
    let charity = named(tx, scope, TenantKind::Charity, wanted.tenant)?;
    let filter = wanted.of_charity(Some(charity));
    let all_time = Filter { days: DateRange::default(), ..filter.clone() };
    let whole = PageRequest::default().or_size(GROUPS);
    let groups = store::sums_by_campaign(tx, &filter, whole)?;
    let ever = store::sums_by_campaign(tx, &all_time, whole)?;
    let shops = store::sums_by_vendor(tx, &filter, whole)?.page.items;
    let mut shops: Vec<Share> = shops
        .into_iter()
        .filter(|shop| shop.sums.raised != Cents::ZERO)
        .map(|VendorSums { vendor, vendor_name, sums }| Share {
            tenant: vendor,
            name: vendor_name,
            purchased: sums.supported,
            raised: sums.raised,
        })
        .collect();
    shops.sort_by_key(|shop| Reverse(shop.raised));
    let running = store::running::campaigns(tx, charity, today)?
        .into_iter()
        .map(|campaign| {
            let sums = ever.page.items.iter().find(|sums| sums.campaign == campaign.id);
            Running { raised: sums.map(|sums| sums.sums.raised).unwrap_or_default(), campaign }
        })
        .collect();
    let newest = details::support(
        tx,
        charity,
        &all_time,
        Supports::Purchases,
        PageRequest::default().or_size(NEWEST),
    )?;
    Ok(CharityHome {
        sums: groups.total,
        ever: ever.total,
        campaigns: groups.page.items,
        shops,
        running,
        newest,
    })
}
