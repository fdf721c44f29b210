//! Data for visitors: active tenants only, and never bank numbers or contacts. A charity's business
//! number is shown only if it is its public registration number.

use db::{Tx, Value, params};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{narrowed, record::indexed};
use access::auth::TenantKind;
use kernel::{
    ids::{CategoryId, FileKey, OrganizationId, RegionId, TenantId},
    paging::{Page, PageRequest},
    postal_areas::Place,
    rates::CharityRate,
    sort::{Direction, Sort, SortKey},
};
use platform::{
    error::Result,
    lists::{Listing, Totals, Wanted},
};

use crate::tenants::{CardAmounts, Facts, TenantState};

db::row! {
    /// Shop as visitors see it.
    pub struct ShownVendor {
        pub id: TenantId,
        pub display_name: String,
        pub legal_name: String,
        pub address_line1: String,
        pub address_line2: Option<String>,
        pub city: String,
        pub province: String,
        pub postal_code: String,
        pub logo_key: Option<FileKey>,
        pub logo_hue: Option<u32>,
        pub photo_key: Option<FileKey>,
        pub card_amounts: CardAmounts,
        pub charity_rate: CharityRate,
        pub category_id: Option<CategoryId>,
        pub category_name: Option<String>,
        pub french_category_name: Option<String>,
        ..pub facts: Facts,
    }
}

db::row! {
    /// Charity as visitors see it.
    pub struct ShownCharity {
        pub id: TenantId,
        pub display_name: String,
        pub legal_name: String,
        pub address_line1: String,
        pub address_line2: Option<String>,
        pub city: String,
        pub province: String,
        pub postal_code: String,
        pub logo_key: Option<FileKey>,
        pub logo_hue: Option<u32>,
        pub business_number: String,
        pub organization_id: Option<OrganizationId>,
        pub organization_name: Option<String>,
        pub french_organization_name: Option<String>,
        ..pub facts: Facts,
    }
}

const VENDOR: &str = "t.id, t.display_name, t.legal_name, t.address_line1, t.address_line2, t.city, t.province,
    t.postal_code, t.logo_key, t.logo_hue, t.photo_key,
    t.card_amounts || COALESCE(',' || t.custom_amounts, ''), t.charity_rate, c.id, c.name, c.french_name";
const VENDOR_SHOWN: &str = "LEFT JOIN category c ON c.id = t.category_id";

const CHARITY: &str =
    "t.id, t.display_name, t.legal_name, t.address_line1, t.address_line2, t.city, t.province,
    t.postal_code, t.logo_key, t.logo_hue, t.business_number, o.id, o.name, o.french_name";
const CHARITY_SHOWN: &str = "LEFT JOIN organization o ON o.id = t.organization_id";

fn with_facts(columns: &str) -> String {
    format!("{columns}, {}", Facts::selected("t"))
}

/// Sort order of the public lists.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ShownOrder {
    #[default]
    LegalName,
    DisplayName,
    CreatedAt,
}

impl SortKey for ShownOrder {
    const TIE_BREAK: &'static str = "t.id";

    fn column(self) -> &'static str {
        match self {
            ShownOrder::LegalName => "t.legal_key",
            ShownOrder::DisplayName => "t.search_key",
            ShownOrder::CreatedAt => "t.created_at",
        }
    }
}

#[derive(Clone, Debug)]
pub struct ShownFilter {
    pub category: Option<CategoryId>,
    pub organization: Option<OrganizationId>,
    pub region: Option<RegionId>,
    /// Charity to be supported. Vendors that have sold cards for this charity come first.
    pub supporters_of: Option<TenantId>,
    pub wanted: Wanted,
    /// Place from which distances are measured. The nearest tenants come first, unless the client
    /// chose another order.
    pub near: Option<Place>,
    /// Whether to sort by category name, unless the client chose an order.
    pub is_grouped: bool,
    pub sort: Sort<ShownOrder>,
}

fn shown(columns: &str, shown: &'static str, kind: TenantKind, filter: &ShownFilter) -> Listing {
    let mut list = Listing::new(with_facts(columns), "tenant t", "t.id").showing(shown);
    list.only("t.kind =", &kind);
    list.only("t.state =", &TenantState::Active);
    if let Some(category) = filter.category {
        list.only("t.category_id =", &category);
    }
    if let Some(organization) = filter.organization {
        list.only("t.organization_id =", &organization);
    }
    if let Some(region) = filter.region {
        list.only("t.region_id =", &region);
    }
    let is_order_chosen = filter.sort.is_chosen();
    list.search(&[indexed(kind)], &filter.wanted, is_order_chosen);
    if !is_order_chosen {
        if let Some(charity) = filter.supporters_of {
            let charity = Value::Text(charity.to_string().into());
            list.ordered_with(
                "LEFT JOIN supporter s ON s.vendor_id = t.id AND s.charity_id = ?",
                [charity],
            );
            list.order_by(&[("CASE WHEN s.vendor_id IS NULL THEN 1 ELSE 0 END", Direction::Asc)]);
        }
        if let Some(near) = filter.near {
            list.nearest(near);
        }
        if filter.is_grouped {
            list.ordered_with("LEFT JOIN category g ON g.id = t.category_id", []);
            list.order_by(&[("COALESCE(g.search_key, '')", Direction::Asc)]);
        }
    }
    list.order_by(&filter.sort.columns());
    list
}

pub fn shown_vendors(
    tx: &mut Tx<'_>,
    totals: &Totals,
    filter: &ShownFilter,
    page: PageRequest,
) -> Result<Page<ShownVendor>> {
    let list = shown(VENDOR, VENDOR_SHOWN, TenantKind::Vendor, filter);
    narrowed::page(tx, totals, &list, &filter.wanted, page, |row: &ShownVendor| row.id)
}

pub fn shown_charities(
    tx: &mut Tx<'_>,
    totals: &Totals,
    filter: &ShownFilter,
    page: PageRequest,
) -> Result<Page<ShownCharity>> {
    let list = shown(CHARITY, CHARITY_SHOWN, TenantKind::Charity, filter);
    narrowed::page(tx, totals, &list, &filter.wanted, page, |row: &ShownCharity| row.id)
}

pub fn note_support(tx: &mut Tx<'_>, vendor: TenantId, charity: TenantId) -> Result<()> {
    tx.later(
        "INSERT INTO supporter (charity_id, vendor_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        params![charity, vendor],
    )?;
    Ok(())
}

pub fn find_vendor(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<ShownVendor>> {
    let columns = with_facts(VENDOR);
    let sql = format!(
        "SELECT {columns} FROM tenant t {VENDOR_SHOWN}
         WHERE t.id = $1 AND t.kind = 'VENDOR' AND t.state = 'ACTIVE'"
    );
    Ok(tx.first(&sql, params![id])?)
}

pub fn find_charity(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<ShownCharity>> {
    let columns = with_facts(CHARITY);
    let sql = format!(
        "SELECT {columns} FROM tenant t {CHARITY_SHOWN}
         WHERE t.id = $1 AND t.kind = 'CHARITY' AND t.state = 'ACTIVE'"
    );
    Ok(tx.first(&sql, params![id])?)
}
