//! Vendors and charities as shown to visitors.

use db::Tx;

use super::store;
use kernel::{
    fields::Fields,
    ids::{CategoryId, OrganizationId, RegionId, TenantId},
    paging::{Page, PageRequest},
    postal_areas::PostalArea,
    sort::Sort,
};
use platform::{
    app::App,
    error::{Error, Result},
    lists::{Depth, SearchIn, Searchable},
};
use std::sync::Arc;

pub use store::{ShownCharity, ShownFilter, ShownOrder, ShownVendor};

/// Fields of vendors and charities that a visitor's search can name.
pub struct StorefrontSearch;

impl Searchable for StorefrontSearch {
    const FIELDS: &'static [(&'static str, Depth)] = &[
        ("name", Depth::Name),
        ("displayName", Depth::Name),
        ("legalName", Depth::Name),
        ("introduction", Depth::Text),
        ("description", Depth::Text),
        ("products", Depth::Text),
        ("city", Depth::Text),
        ("postalCode", Depth::Text),
        ("category", Depth::Text),
    ];
}

/// Filters that a visitor can apply to a public list of vendors or charities.
#[derive(Clone, Debug, Default)]
pub struct Narrowing {
    pub category: Option<CategoryId>,
    pub organization: Option<OrganizationId>,
    pub region: Option<RegionId>,
    pub near: Option<PostalArea>,
}

pub fn filter(
    narrowing: Narrowing,
    search: &SearchIn<StorefrontSearch>,
    sort: Sort<ShownOrder>,
) -> Result<ShownFilter, Fields> {
    Ok(ShownFilter {
        category: narrowing.category,
        organization: narrowing.organization,
        region: narrowing.region,
        supporters_of: None,
        wanted: search.wanted()?,
        near: narrowing.near.as_ref().and_then(PostalArea::place),
        is_grouped: false,
        sort,
    })
}

pub async fn list_vendors(
    app: &Arc<App>,
    filter: ShownFilter,
    page: PageRequest,
) -> Result<Page<ShownVendor>> {
    app.browse(move |tx, app, _| store::shown_vendors(tx, &app.totals, &filter, page)).await
}

pub async fn list_charities(
    app: &Arc<App>,
    filter: ShownFilter,
    page: PageRequest,
) -> Result<Page<ShownCharity>> {
    app.browse(move |tx, app, _| store::shown_charities(tx, &app.totals, &filter, page)).await
}

/// Lists all active vendors, because the cards of each of them can support any active charity.
/// Vendors that have sold cards for this charity come first. Fails if the charity is not active.
pub async fn list_supporters(
    app: &Arc<App>,
    charity: TenantId,
    mut filter: ShownFilter,
    page: PageRequest,
) -> Result<Page<ShownVendor>> {
    filter.supporters_of = Some(charity);
    app.browse(move |tx, app, _| {
        find_charity(tx, charity)?;
        store::shown_vendors(tx, &app.totals, &filter, page)
    })
    .await
}

pub fn find_vendor(tx: &mut Tx<'_>, id: TenantId) -> Result<ShownVendor> {
    store::find_vendor(tx, id)?.ok_or(Error::NotFound)
}

pub fn find_charity(tx: &mut Tx<'_>, id: TenantId) -> Result<ShownCharity> {
    store::find_charity(tx, id)?.ok_or(Error::NotFound)
}
