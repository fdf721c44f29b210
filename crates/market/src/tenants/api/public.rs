//! `/Public/…`: vendors and charities as visitors see them.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{
    narrowing::{CharityQuery, NearQuery, VendorQuery},
    replies::AddressReply,
};
use kernel::{ids::TenantId, page_schema, paging::PageRequest, postal_areas::Place, sort::Sort};
use platform::{
    app::App,
    error::Result,
    lists::SearchIn,
    web::{
        AppState,
        calls::routes,
        extract::{Path, Query},
        shared::Shared,
    },
};

use crate::tenants::{
    CharityFacts, SharedFacts, VendorFacts, rules,
    storefront::{
        self, Narrowing, ShownCharity, ShownFilter, ShownOrder, ShownVendor, StorefrontSearch,
    },
};

/// Default page sizes of shops and of charities.
const SHOPS: u32 = 2;
const CAUSES: u32 = 12;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_public_vendors))
        .routes(routes!(list_all_public_vendors))
        .routes(routes!(get_public_vendor))
        .routes(routes!(list_public_charities))
        .routes(routes!(get_public_charity))
        .routes(routes!(list_supporting_vendors))
}

/// A shop. `key` and `value` are the id and name of its category, for grouping lists.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublicVendor {
    id: String,
    display_name: String,
    legal_name: String,
    address: AddressReply,
    #[serde(flatten)]
    #[schema(inline)]
    facts: SharedFacts,
    #[serde(flatten)]
    #[schema(inline)]
    vendor_facts: VendorFacts,
    #[schema(required)]
    logo_path: Option<String>,
    /// The hue of the logo in degrees.
    #[schema(required)]
    hue: Option<u32>,
    #[schema(required)]
    photo_path: Option<String>,
    /// Straight-line distance from `near` in kilometres.
    #[schema(required)]
    distance: Option<u32>,
    /// Card prices such as `Amount25,Amount50`, or `0` for none.
    amount: String,
    /// Lowest and highest amount that buyers can choose themselves, in whole dollars, such as
    /// `10-200`; null if only the fixed prices are sold.
    #[schema(required)]
    custom_amount: Option<String>,
    /// Share of the price that goes to the charity, in percent.
    charity_rate: u8,
    #[schema(required)]
    key: Option<String>,
    #[schema(required)]
    value: Option<String>,
    /// French form of `value`; null if there is none.
    #[schema(required)]
    french_value: Option<String>,
}

impl PublicVendor {
    fn seen_from(vendor: ShownVendor, near: Option<Place>) -> Self {
        let place = near.and_then(|_| Place::of(&vendor.postal_code));
        PublicVendor {
            distance: near.zip(place).map(|(near, place)| near.kilometres_to(place)),
            ..PublicVendor::from(vendor)
        }
    }
}

impl From<ShownVendor> for PublicVendor {
    fn from(vendor: ShownVendor) -> Self {
        PublicVendor {
            id: vendor.id.to_string(),
            display_name: vendor.display_name,
            legal_name: vendor.legal_name,
            address: AddressReply {
                address_line1: vendor.address_line1,
                address_line2: vendor.address_line2,
                city: vendor.city,
                province: vendor.province,
                postal_code: vendor.postal_code,
            },
            facts: vendor.facts.shared,
            vendor_facts: vendor.facts.vendor,
            logo_path: vendor.logo_key.map(|key| key.to_string()),
            hue: vendor.logo_hue,
            photo_path: vendor.photo_key.map(|key| key.to_string()),
            distance: None,
            amount: vendor.card_amounts.to_string(),
            custom_amount: vendor.card_amounts.custom().map(|custom| custom.to_string()),
            charity_rate: vendor.charity_rate.percent(),
            key: vendor.category_id.map(|id| id.to_string()),
            value: vendor.category_name,
            french_value: vendor.french_category_name,
        }
    }
}

/// A charity. `key` and `value` are the id and name of its kind of organization.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublicCharity {
    id: String,
    display_name: String,
    legal_name: String,
    address: AddressReply,
    #[serde(flatten)]
    #[schema(inline)]
    facts: SharedFacts,
    #[serde(flatten)]
    #[schema(inline)]
    charity_facts: CharityFacts,
    #[schema(required)]
    logo_path: Option<String>,
    /// The hue of the logo in degrees.
    #[schema(required)]
    hue: Option<u32>,
    /// Registration number of the charity at the Canada Revenue Agency.
    #[schema(required)]
    registration_number: Option<String>,
    #[schema(required)]
    key: Option<String>,
    #[schema(required)]
    value: Option<String>,
    /// French form of `value`; null if there is none.
    #[schema(required)]
    french_value: Option<String>,
}

impl From<ShownCharity> for PublicCharity {
    fn from(charity: ShownCharity) -> Self {
        PublicCharity {
            id: charity.id.to_string(),
            display_name: charity.display_name,
            legal_name: charity.legal_name,
            address: AddressReply {
                address_line1: charity.address_line1,
                address_line2: charity.address_line2,
                city: charity.city,
                province: charity.province,
                postal_code: charity.postal_code,
            },
            facts: charity.facts.shared,
            charity_facts: charity.facts.charity,
            logo_path: charity.logo_key.map(|key| key.to_string()),
            hue: charity.logo_hue,
            registration_number: rules::registration_number(&charity.business_number),
            key: charity.organization_id.map(|id| id.to_string()),
            value: charity.organization_name,
            french_value: charity.french_organization_name,
        }
    }
}

page_schema! {
    /// A page of shops.
    PublicVendorPage of PublicVendor
}

page_schema! {
    /// A page of causes.
    PublicCharityPage of PublicCharity
}

/// Lists the shops that sell cards.
///
/// `near` puts the nearest first, unless `orderBy` is given.
#[utoipa::path(get, path = "/Public/Vendors", tag = "Public",
    responses((status = OK, body = PublicVendorPage)))]
async fn list_public_vendors(
    shared: Shared,
    State(app): AppState,
    Query(query): Query<VendorQuery>,
    Query(NearQuery { near }): Query<NearQuery>,
    Query(search): Query<SearchIn<StorefrontSearch>>,
    Query(sort): Query<Sort<ShownOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let narrowing = Narrowing { near, ..query.into() };
            let filter = storefront::filter(narrowing, &search, sort)?;
            let near = filter.near;
            let page = storefront::list_vendors(&app, filter, page.or_size(SHOPS)).await?;
            Ok(page.map(|vendor| PublicVendor::seen_from(vendor, near)))
        })
        .await
}

/// Lists the shops by category and name.
///
/// A page has 2 shops unless `pageSize` is given.
#[utoipa::path(get, path = "/Public/vendors/all", tag = "Public",
    responses((status = OK, body = PublicVendorPage)))]
async fn list_all_public_vendors(
    shared: Shared,
    State(app): AppState,
    Query(query): Query<VendorQuery>,
    Query(search): Query<SearchIn<StorefrontSearch>>,
    Query(sort): Query<Sort<ShownOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let filter = ShownFilter {
                is_grouped: true,
                ..storefront::filter(query.into(), &search, sort)?
            };
            let page = storefront::list_vendors(&app, filter, page.or_size(SHOPS)).await?;
            Ok(page.map(PublicVendor::from))
        })
        .await
}

/// Reads a shop, as visitors see it.
#[utoipa::path(get, path = "/Public/vendor/{id}", tag = "Public",
    responses((status = OK, body = PublicVendor)))]
async fn get_public_vendor(
    shared: Shared,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let vendor = app.db.replica().read(move |tx| storefront::find_vendor(tx, id)).await?;
            Ok(PublicVendor::from(vendor))
        })
        .await
}

/// Lists the charities that can be supported.
///
/// A page has 12 charities unless `pageSize` is given.
#[utoipa::path(get, path = "/Public/Charities", tag = "Public",
    responses((status = OK, body = PublicCharityPage)))]
async fn list_public_charities(
    shared: Shared,
    State(app): AppState,
    Query(query): Query<CharityQuery>,
    Query(search): Query<SearchIn<StorefrontSearch>>,
    Query(sort): Query<Sort<ShownOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let filter = storefront::filter(query.into(), &search, sort)?;
            let page = storefront::list_charities(&app, filter, page.or_size(CAUSES)).await?;
            Ok(page.map(PublicCharity::from))
        })
        .await
}

/// Reads a charity, as visitors see it.
#[utoipa::path(get, path = "/Public/charities/{id}", tag = "Public",
    responses((status = OK, body = PublicCharity)))]
async fn get_public_charity(
    shared: Shared,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let charity = app.db.replica().read(move |tx| storefront::find_charity(tx, id)).await?;
            Ok(PublicCharity::from(charity))
        })
        .await
}

/// Lists the shops whose cards support a charity.
///
/// A page has 2 shops unless `pageSize` is given.
#[utoipa::path(get, path = "/Public/charities/{id}/vendors", tag = "Public", responses((status = OK, body = PublicVendorPage)))]
async fn list_supporting_vendors(
    shared: Shared,
    State(app): AppState,
    Path(id): Path<TenantId>,
    Query(query): Query<VendorQuery>,
    Query(search): Query<SearchIn<StorefrontSearch>>,
    Query(sort): Query<Sort<ShownOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let filter = storefront::filter(query.into(), &search, sort)?;
            let page = storefront::list_supporters(&app, id, filter, page.or_size(SHOPS)).await?;
            Ok(page.map(PublicVendor::from))
        })
        .await
}
