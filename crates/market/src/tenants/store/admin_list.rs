//! Lists for administrators.

use db::Tx;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{narrowed, record::indexed};
use access::auth::TenantKind;
use kernel::{
    date_range::DateRange,
    ids::{CategoryId, FileKey, OrganizationId, RegionId, TenantId},
    paging::{Page, PageRequest},
    rates::{CharityRate, PlatformRate},
    sort::{Direction, Sort, SortKey},
    timestamp::Timestamp,
};
use platform::{
    error::Result,
    lists::{Listing, Totals, Wanted},
};

use crate::tenants::{CardAmounts, TenantState};

db::row! {
    /// Vendor or charity that a user can choose in a form.
    pub struct TenantRow {
        pub id: TenantId,
        pub kind: TenantKind,
        pub state: TenantState,
        pub display_name: String,
    }
}

db::row! {
    /// Row of the list of vendors or charities.
    pub struct TenantItem {
        pub id: TenantId,
        pub display_name: String,
        pub legal_name: String,
        pub business_number: String,
        pub state: TenantState,
        pub closed_at: Option<Timestamp>,
        pub category_id: Option<CategoryId>,
        pub category_name: Option<String>,
        pub french_category_name: Option<String>,
        pub organization_id: Option<OrganizationId>,
        pub organization_name: Option<String>,
        pub french_organization_name: Option<String>,
        pub region_id: Option<RegionId>,
        pub region_name: Option<String>,
        pub introduction: Option<String>,
        pub logo_key: Option<FileKey>,
        pub logo_hue: Option<u32>,
        pub charity_rate: CharityRate,
        pub share_percentage: PlatformRate,
        pub card_amounts: CardAmounts,
        pub created_at: Timestamp,
    }
}

const ITEM: &str = "t.id, t.display_name, t.legal_name, t.business_number, t.state, t.closed_at, t.category_id, c.name,
    c.french_name, t.organization_id, o.name, o.french_name, t.region_id, r.name, t.introduction, t.logo_key, t.logo_hue, t.charity_rate,
    t.share_percentage, t.card_amounts || COALESCE(',' || t.custom_amounts, ''), t.created_at";

const ITEM_SHOWN: &str = "LEFT JOIN category c ON c.id = t.category_id
    LEFT JOIN organization o ON o.id = t.organization_id LEFT JOIN region r ON r.id = t.region_id";

/// Sort order of the lists of vendors and charities.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TenantOrder {
    #[default]
    LegalName,
    DisplayName,
    BusinessNumber,
    CreatedAt,
}

impl SortKey for TenantOrder {
    const TIE_BREAK: &'static str = "t.id";

    fn column(self) -> &'static str {
        match self {
            TenantOrder::LegalName => "t.legal_key",
            TenantOrder::DisplayName => "t.search_key",
            TenantOrder::BusinessNumber => "t.business_number",
            TenantOrder::CreatedAt => "t.created_at",
        }
    }
}

/// SQL conditions on whether a vendor's cards have a balance. The subqueries don't refer to the
/// listed row, because a vendor's cards may be on another machine than the list.
const WITH_BALANCE: &str = "t.id IN (SELECT k.vendor_id FROM card k WHERE k.balance > 0)";
const WITHOUT_BALANCE: &str = "t.id NOT IN (SELECT k.vendor_id FROM card k WHERE k.balance > 0)";

#[derive(Clone, Debug)]
pub struct TenantFilter {
    pub kind: TenantKind,
    /// Only these states; empty for all.
    pub states: Vec<TenantState>,
    pub category: Option<CategoryId>,
    pub organization: Option<OrganizationId>,
    pub region: Option<RegionId>,
    /// Days on which the listed tenants were added or registered.
    pub created: DateRange,
    /// Charity rate of the vendors to list; unused for charities, like the next two filters.
    pub charity_rate: Option<CharityRate>,
    pub share_percentage: Option<PlatformRate>,
    pub has_balance: Option<bool>,
    pub wanted: Wanted,
}

pub fn items(
    tx: &mut Tx<'_>,
    totals: &Totals,
    filter: &TenantFilter,
    sort: Sort<TenantOrder>,
    page: PageRequest,
) -> Result<Page<TenantItem>> {
    let mut list = Listing::new(ITEM, "tenant t", "t.id").showing(ITEM_SHOWN);
    list.only("t.kind =", &filter.kind);
    match filter.states.as_slice() {
        [] => {}
        [state] => list.only("t.state =", state),
        states => list.only_among("t.state", states),
    }
    if let Some(category) = filter.category {
        list.only("t.category_id =", &category);
    }
    if let Some(organization) = filter.organization {
        list.only("t.organization_id =", &organization);
    }
    if let Some(region) = filter.region {
        list.only("t.region_id =", &region);
    }
    if !filter.created.is_open() {
        let (from, until) = filter.created.moments();
        list.only("t.created_at >=", &from);
        list.only("t.created_at <", &until);
    }
    if let Some(rate) = filter.charity_rate {
        list.only("t.charity_rate =", &rate);
    }
    if let Some(share) = filter.share_percentage {
        list.only("t.share_percentage =", &share);
    }
    if let Some(has_balance) = filter.has_balance {
        list.only_if(if has_balance { WITH_BALANCE } else { WITHOUT_BALANCE });
    }
    list.search(&[indexed(filter.kind)], &filter.wanted, sort.is_chosen());
    list.order_by(&sort.columns());
    narrowed::page(tx, totals, &list, &filter.wanted, page, |item: &TenantItem| item.id)
}

/// Finds tenants of both kinds by name, except rejected ones.
pub fn choices(
    tx: &mut Tx<'_>,
    totals: &Totals,
    wanted: &Wanted,
    page: PageRequest,
) -> Result<Page<TenantRow>> {
    let mut list = Listing::new("t.id, t.kind, t.state, t.display_name", "tenant t", "t.id");
    list.only("t.state <>", &TenantState::Rejected);
    list.search(&TenantKind::ALL.map(indexed), wanted, false);
    list.order_by(&[
        ("t.kind", Direction::Desc),
        ("t.search_key", Direction::Asc),
        ("t.id", Direction::Asc),
    ]);
    narrowed::page(tx, totals, &list, wanted, page, |row: &TenantRow| row.id)
}
