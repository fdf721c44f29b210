//! Reports: sales of vendors and donations raised for charities, summed from ledger entries. Each
//! transfer counts on its own day in Toronto. A sale and a later redemption of the same card
//! therefore count on different days.

pub mod api;
mod breakdowns;
mod daily_sales;
pub mod errors;
mod figures;
mod homes;
pub mod letters;
mod rollup;
mod rules;
mod schedule;
mod store;
pub mod subscriptions;

use std::collections::HashMap;

use db::Tx;

use access::auth::TenantKind;
use kernel::{
    date_range::DateRange,
    fields::Fields,
    ids::{CampaignId, TenantId},
    messages::{self, Message},
    money::Cents,
    paging::{Page, PageRequest},
};
use market::tenants::{self, TenantScope};
use platform::{
    error::{Error, Result},
    jobs::{HOUR, MINUTE, Work},
};

pub use breakdowns::{Counted, owed_to_vendors, raised_for_charities};
pub use daily_sales::notify_of_yesterday;
pub use figures::count_figures;
pub use rollup::{Rebuilt, rebuild, roll_up};
pub use store::checks::RULES;
use store::{
    CampaignSums, Filter,
    by_day::{self, DaySums},
    details::{self, Movement, Support, Supports},
    position::{self, LedgerPosition},
};
pub use store::{Groups, Sums, VendorSums, details::MovementKind};

/// Kind of the cards that a report counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CardType {
    #[default]
    All,
    WithCause,
    Plain,
}

impl CardType {
    /// Converts the number used in requests; 0 means all kinds. Returns `None` for an unknown
    /// number.
    pub fn from_number(number: i64) -> Option<CardType> {
        match number {
            0 => Some(CardType::All),
            1 => Some(CardType::WithCause),
            2 => Some(CardType::Plain),
            _ => None,
        }
    }

    /// Parses the value from a query or form. A missing value means all kinds.
    pub fn of_query(given: Option<i64>) -> Result<CardType> {
        CardType::from_number(given.unwrap_or(0)).ok_or_else(|| {
            let message = Message::new("Must be 0, 1 or 2.", "Doit être 0, 1 ou 2.");
            Fields::one("cardType", message).into()
        })
    }

    pub fn number(self) -> i64 {
        match self {
            CardType::All => 0,
            CardType::WithCause => 1,
            CardType::Plain => 2,
        }
    }

    /// Returns whether cards of this kind support a charity. `None` for all kinds.
    pub fn has_cause(self) -> Option<bool> {
        match self {
            CardType::All => None,
            CardType::WithCause => Some(true),
            CardType::Plain => Some(false),
        }
    }
}

/// Filters of a requested report.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Tenant of the report; `None` for the caller's own tenant.
    pub tenant: Option<TenantId>,
    pub campaign: Option<CampaignId>,
    pub card_type: CardType,
    pub days: DateRange,
    /// Page of the rows that make up the sums.
    pub page: PageRequest,
    /// Kind of rows to list in a vendor's report; `None` for all. The sums always include all
    /// kinds.
    pub kind: Option<MovementKind>,
}

impl Wanted {
    fn of_vendors(&self, vendors: TenantScope) -> Filter {
        Filter {
            vendors,
            charity: None,
            campaign: self.campaign,
            has_cause: self.card_type.has_cause(),
            days: self.days,
            counts_parts: true,
        }
    }

    fn of_charity(&self, charity: Option<TenantId>) -> Filter {
        Filter { charity, counts_parts: false, ..self.of_vendors(TenantScope::All) }
    }
}

impl Sums {
    /// Returns the vendor's part of the sales: the price minus the shares of charity and platform.
    pub fn revenue(&self) -> Result<Cents> {
        revenue(self.purchased, self.raised, self.platform)
    }

    /// Returns the sales before refunds.
    pub fn gross(&self) -> Result<Cents> {
        Ok(self.purchased.checked_add(self.refunded)?)
    }
}

/// Returns the vendor's part of a purchase: the price minus the shares of charity and platform.
fn revenue(purchased: Cents, raised: Cents, platform: Cents) -> Result<Cents> {
    Ok(purchased.checked_sub(raised)?.checked_sub(platform)?)
}

/// Returns the sums of one vendor, or of all vendors in the caller's scope if `wanted` names no
/// tenant.
pub fn summarize(tx: &mut Tx<'_>, scope: &TenantScope, wanted: &Wanted) -> Result<Sums> {
    let vendors = match wanted.tenant {
        Some(tenant) => {
            find(tx, scope, tenant, Some(TenantKind::Vendor))?;
            TenantScope::Own(vec![tenant])
        }
        None => scope.clone(),
    };
    store::sums(tx, &wanted.of_vendors(vendors))
}

/// Returns the sums of those of these vendors that sold something on these days, or refunded it.
pub fn sums_of_vendors(
    tx: &mut Tx<'_>,
    vendors: Vec<TenantId>,
    days: DateRange,
) -> Result<HashMap<TenantId, Sums>> {
    let mut sums = store::sums_of_vendors(tx, &of_vendors_on(vendors, days))?;
    let nothing = Cents::ZERO;
    sums.retain(|_, sums| (sums.purchased, sums.refunded) != (nothing, nothing));
    Ok(sums)
}

/// Returns the sums of one vendor on some days.
pub fn sums_of_vendor(tx: &mut Tx<'_>, vendor: TenantId, days: DateRange) -> Result<Sums> {
    store::sums(tx, &of_vendors_on(vec![vendor], days))
}

fn of_vendors_on(vendors: Vec<TenantId>, days: DateRange) -> Filter {
    Filter {
        vendors: TenantScope::Own(vendors),
        charity: None,
        campaign: None,
        has_cause: None,
        days,
        counts_parts: true,
    }
}

/// Report of one vendor or one charity: the sums and a page of rows.
#[derive(Debug)]
pub enum TenantReport {
    Vendor(Sums, Page<Movement>),
    Charity(Sums, Page<Support>),
}

/// Report with the ledger's position, both read from the same snapshot of the database. The
/// position is `None` while the ledger is empty.
#[derive(Debug)]
pub struct AsOf<T> {
    pub report: T,
    pub position: Option<LedgerPosition>,
}

impl<T> AsOf<T> {
    pub fn try_map<U>(self, change: impl FnOnce(T) -> Result<U>) -> Result<AsOf<U>> {
        Ok(AsOf { report: change(self.report)?, position: self.position })
    }
}

/// Adds the ledger's newest position to a report that covers the whole ledger.
pub fn as_of_now<T>(tx: &mut Tx<'_>, report: T) -> Result<AsOf<T>> {
    Ok(AsOf { report, position: position::newest(tx)? })
}

/// Returns the report of a tenant of this kind. Without a tenant in `wanted`, returns the report of
/// the caller's own tenant.
pub fn of_tenant(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    kind: TenantKind,
    wanted: &Wanted,
) -> Result<AsOf<TenantReport>> {
    let tenant = match wanted.tenant {
        Some(tenant) => tenant,
        None => own(tx, scope, kind)?.ok_or(Error::NotFound)?,
    };
    find(tx, scope, tenant, Some(kind))?;
    report(tx, tenant, kind, wanted)
}

/// Returns the report of a vendor or charity. Without a tenant in `wanted`, returns the report of
/// the caller's own tenant, preferably one of the kind `first`.
pub fn of_any_tenant(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    first: TenantKind,
    wanted: &Wanted,
) -> Result<AsOf<TenantReport>> {
    let other = match first {
        TenantKind::Vendor => TenantKind::Charity,
        TenantKind::Charity => TenantKind::Vendor,
    };
    let tenant = match wanted.tenant {
        Some(tenant) => tenant,
        None => match own(tx, scope, first)? {
            Some(tenant) => tenant,
            None => own(tx, scope, other)?.ok_or(Error::NotFound)?,
        },
    };
    let kind = find(tx, scope, tenant, None)?;
    report(tx, tenant, kind, wanted)
}

fn report(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    kind: TenantKind,
    wanted: &Wanted,
) -> Result<AsOf<TenantReport>> {
    let page = wanted.page;
    let (report, position) = match kind {
        TenantKind::Vendor => {
            let filter = wanted.of_vendors(TenantScope::Own(vec![tenant]));
            let sums = store::sums(tx, &filter)?;
            let rows = details::movements(tx, &filter, wanted.kind, page)?;
            let total = match wanted.kind {
                Some(kind) => details::count_movements(tx, &filter, kind)?,
                None => sums.transfers.unsigned_abs(),
            };
            let rows = Page::new(rows, page, total);
            (TenantReport::Vendor(sums, rows), position::newest_of_vendor(tx, tenant)?)
        }
        TenantKind::Charity => {
            let filter = wanted.of_charity(Some(tenant));
            let sums = store::sums(tx, &filter)?;
            let rows = details::support(tx, tenant, &filter, Supports::All, page)?;
            let rows = Page::new(rows, page, sums.supports.unsigned_abs());
            (TenantReport::Charity(sums, rows), position::newest_of_charity(tx, tenant)?)
        }
    };
    Ok(AsOf { report, position })
}

/// Returns the sums of each day, for all cards or for the cards of one vendor or charity. Without a
/// tenant in `wanted`, sums the cards of the caller's own tenant; administrators get all cards.
pub fn of_days(tx: &mut Tx<'_>, scope: &TenantScope, wanted: &Wanted) -> Result<Vec<DaySums>> {
    let tenant = match (wanted.tenant, scope) {
        (None, TenantScope::Own(own)) => Some(*own.first().ok_or(Error::NotFound)?),
        (named, _) => named,
    };
    let Some(tenant) = tenant else {
        return by_day::sums_by_day(tx, &wanted.of_vendors(TenantScope::All));
    };
    let filter = match find(tx, scope, tenant, None)? {
        TenantKind::Vendor => wanted.of_vendors(TenantScope::Own(vec![tenant])),
        TenantKind::Charity => Filter { counts_parts: true, ..wanted.of_charity(Some(tenant)) },
    };
    by_day::sums_by_day(tx, &filter)
}

/// Returns the sums of sales, in total and by vendor. If `wanted` names a vendor, covers only that
/// vendor.
pub fn of_vendors(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Groups<VendorSums>> {
    let vendors = match wanted.tenant {
        Some(tenant) => {
            find(tx, &TenantScope::All, tenant, Some(TenantKind::Vendor))?;
            TenantScope::Own(vec![tenant])
        }
        None => TenantScope::All,
    };
    store::sums_by_vendor(tx, &wanted.of_vendors(vendors), wanted.page)
}

/// A vendor's sales in a period, the balance of its cards at the end, and the amount payable to the
/// vendor.
#[derive(Clone, Copy, Debug, Default)]
pub struct VendorFigures {
    pub sold: Cents,
    pub balance: Cents,
    pub owed: Cents,
}

/// Returns the figures of the vendors in `vendors`, in the same order.
pub fn figures_of_vendors(
    tx: &mut Tx<'_>,
    vendors: &[TenantId],
    days: DateRange,
) -> Result<Vec<(TenantId, VendorFigures)>> {
    let scope = TenantScope::Own(vendors.to_vec());
    let owed = owed_to_vendors(tx, &scope)?;
    let filter = Filter {
        vendors: scope,
        charity: None,
        campaign: None,
        has_cause: None,
        days,
        counts_parts: true,
    };
    let sums = store::sums_of_vendors(tx, &filter)?;
    let figures = vendors.iter().map(|vendor| {
        let sums = sums.get(vendor).copied().unwrap_or_default();
        let owed = owed.get(vendor).copied().unwrap_or_default();
        (*vendor, VendorFigures { sold: sums.purchased, balance: sums.closing, owed })
    });
    Ok(figures.collect())
}

/// Returns the sums of donations, in total and by campaign. If `wanted` names a charity, covers
/// only that charity.
pub fn of_charities(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Groups<CampaignSums>> {
    if let Some(tenant) = wanted.tenant {
        find(tx, &TenantScope::All, tenant, Some(TenantKind::Charity))?;
    }
    let filter = wanted.of_charity(wanted.tenant);
    let has_cause = filter.has_cause.or(Some(true));
    store::sums_by_campaign(tx, &Filter { has_cause, ..filter }, wanted.page)
}

/// Returns the kind of a tenant in the caller's scope. Fails with "not found" if the tenant is out
/// of scope, or not of the kind `wanted`.
fn find(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    tenant: TenantId,
    wanted: Option<TenantKind>,
) -> Result<TenantKind> {
    let kind = tenants::kind_of(tx, tenant)?.filter(|_| scope.reaches(tenant));
    kind.filter(|kind| wanted.is_none_or(|wanted| wanted == *kind)).ok_or(Error::NotFound)
}

/// Returns the first of the caller's own tenants that is of this kind; `None` if the caller has
/// none. Fails for administrators: they have no own tenant, so their request must name one.
fn own(tx: &mut Tx<'_>, scope: &TenantScope, kind: TenantKind) -> Result<Option<TenantId>> {
    let TenantScope::Own(own) = scope else {
        return Err(Fields::one("tenantId", messages::required("Tenant")).into());
    };
    for tenant in own {
        if tenants::kind_of(tx, *tenant)? == Some(kind) {
            return Ok(Some(*tenant));
        }
    }
    Ok(None)
}

/// Adds the jobs and scheduled tasks of reports.
pub fn add_work(work: Work) -> Work {
    work.every(MINUTE, "roll up reports", roll_up)
        .every(HOUR, "count public figures", count_figures)
        .every(15 * MINUTE, "mail reports", subscriptions::mail_due)
        .every(HOUR, "notify of daily sales", notify_of_yesterday)
}
