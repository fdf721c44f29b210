//! Reports: sales of vendors and donations raised for charities, added up from ledger entries. Each
//! transfer counts on its own day in Toronto, so a sale and a later redemption of the card count on
//! different days.

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

/// Brand whose cards are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CardType {
    #[default]
    All,
    FunRay,
    RayZr,
}

impl CardType {
    /// Converts the number of the wire format: 0 is all.
    pub fn from_number(number: i64) -> Option<CardType> {
        match number {
            0 => Some(CardType::All),
            1 => Some(CardType::FunRay),
            2 => Some(CardType::RayZr),
            _ => None,
        }
    }

    /// Parses the value of a query or form; all brands if it is left out.
    pub fn of_query(given: Option<i64>) -> Result<CardType> {
        CardType::from_number(given.unwrap_or(0)).ok_or_else(|| {
            let message = Message::new("Must be 0, 1 or 2.", "Doit être 0, 1 ou 2.");
            Fields::one("cardType", message).into()
        })
    }

    pub fn number(self) -> i64 {
        match self {
            CardType::All => 0,
            CardType::FunRay => 1,
            CardType::RayZr => 2,
        }
    }

    /// Whether these cards support a charity; `None` for all cards.
    pub fn has_cause(self) -> Option<bool> {
        match self {
            CardType::All => None,
            CardType::FunRay => Some(true),
            CardType::RayZr => Some(false),
        }
    }
}

/// Filters of a report.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The caller's own tenant if none is named.
    pub tenant: Option<TenantId>,
    pub campaign: Option<CampaignId>,
    pub card_type: CardType,
    pub days: DateRange,
    /// Page of the rows behind the sums.
    pub page: PageRequest,
    /// Only rows of this kind, in a vendor's report. The sums include all kinds.
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
            counts_cash: true,
        }
    }

    fn of_charity(&self, charity: Option<TenantId>) -> Filter {
        Filter { charity, counts_cash: false, ..self.of_vendors(TenantScope::All) }
    }
}

impl Sums {
    /// Computes the vendor's part of the sales.
    pub fn revenue(&self) -> Result<Cents> {
        revenue(self.purchased, self.raised, self.platform)
    }
}

/// Computes the vendor's part of a purchase.
fn revenue(purchased: Cents, raised: Cents, platform: Cents) -> Result<Cents> {
    let rest = purchased.checked_sub(raised).and_then(|rest| rest.checked_sub(platform));
    rest.ok_or_else(|| Error::Internal("a sum too large".to_owned()))
}

/// Sums the figures of one vendor, or of all vendors in the caller's scope if none is named.
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

/// Report of one vendor or one charity.
#[derive(Debug)]
pub enum TenantReport {
    Vendor(Sums, Page<Movement>),
    Charity(Sums, Page<Support>),
}

/// A report and the ledger's position in the same snapshot; no position while the ledger is empty.
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

/// Adds the ledger's position to a report on the whole ledger.
pub fn as_of_now<T>(tx: &mut Tx<'_>, report: T) -> Result<AsOf<T>> {
    Ok(AsOf { report, position: position::newest(tx)? })
}

/// Reads the report of a tenant of this kind.
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

/// Reads the report of a tenant of either kind. If none is named: the caller's own, preferably of
/// the kind `first`.
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

/// Sums the movements by day, for all cards or those of one vendor or charity; the caller's own if
/// none is named.
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
        TenantKind::Charity => Filter { counts_cash: true, ..wanted.of_charity(Some(tenant)) },
    };
    by_day::sums_by_day(tx, &filter)
}

/// Sums the sales of all vendors or of one, in total and by vendor.
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

/// A vendor's sales of a period, card balance, and amount owed.
#[derive(Clone, Copy, Debug, Default)]
pub struct VendorFigures {
    pub sold: Cents,
    pub balance: Cents,
    pub owed: Cents,
}

/// Reads the figures of these vendors, in their order.
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
        counts_cash: true,
    };
    let sums = store::sums_of_vendors(tx, &filter)?;
    let figures = vendors.iter().map(|vendor| {
        let sums = sums.get(vendor).copied().unwrap_or_default();
        let owed = owed.get(vendor).copied().unwrap_or_default();
        (*vendor, VendorFigures { sold: sums.purchased, balance: sums.closing, owed })
    });
    Ok(figures.collect())
}

/// Sums donations for all charities or for one, in total and by campaign.
pub fn of_charities(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Groups<CampaignSums>> {
    if let Some(tenant) = wanted.tenant {
        find(tx, &TenantScope::All, tenant, Some(TenantKind::Charity))?;
    }
    let filter = wanted.of_charity(wanted.tenant);
    let has_cause = filter.has_cause.or(Some(true));
    store::sums_by_campaign(tx, &Filter { has_cause, ..filter }, wanted.page)
}

/// Finds a tenant in the caller's scope, optionally of a given kind. Returns "not found" for any
/// other tenant.
fn find(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    tenant: TenantId,
    wanted: Option<TenantKind>,
) -> Result<TenantKind> {
    let kind = tenants::kind_of(tx, tenant)?.filter(|_| scope.reaches(tenant));
    kind.filter(|kind| wanted.is_none_or(|wanted| wanted == *kind)).ok_or(Error::NotFound)
}

/// Finds the caller's first own tenant of a kind. Administrators have none and must name one.
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
