//! `/Public/…`: vendors and charities as visitors see them.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::replies::AddressReply;
use crate::{
    app::App,
    auth::TenantId,
    directory::{CategoryId, OrganizationId, RegionId},
    error::Result,
    http::{
        AppState,
        extract::{Path, Query},
    },
    kernel::{
        paging::{Page, PageRequest},
        search::Search,
        sort::Sort,
    },
    page_schema,
    tenants::window::{self, Narrowing, ShownCharity, ShownFilter, ShownOrder, ShownVendor},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_public_vendors))
        .routes(routes!(list_all_public_vendors))
        .routes(routes!(get_public_vendor))
        .routes(routes!(list_public_charities))
        .routes(routes!(get_public_charity))
        .routes(routes!(list_supporting_vendors))
}

/// A shop. `key` and `value` are its category and what that is called: lists can be grouped by them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublicVendor {
    id: String,
    display_name: String,
    legal_name: String,
    address: AddressReply,
    #[schema(required)]
    website: Option<String>,
    #[schema(required)]
    description: Option<String>,
    #[schema(required)]
    logo_path: Option<String>,
    /// The hue of the logo in degrees.
    #[schema(required)]
    hue: Option<u32>,
    /// `Amount25,Amount50`, or `0` for none.
    amount: String,
    /// What the cause gets of a card, in percent.
    charity_rate: u8,
    #[schema(required)]
    key: Option<String>,
    #[schema(required)]
    value: Option<String>,
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
            website: vendor.website,
            description: vendor.description,
            logo_path: vendor.logo_key.map(|key| key.to_string()),
            hue: vendor.logo_hue,
            amount: vendor.card_amounts.to_string(),
            charity_rate: vendor.charity_rate.percent(),
            key: vendor.category_id.map(|id| id.to_string()),
            value: vendor.category_name,
        }
    }
}

/// A cause. `key` and `value` are the kind of organization and what that is called.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublicCharity {
    id: String,
    display_name: String,
    legal_name: String,
    address: AddressReply,
    #[schema(required)]
    website: Option<String>,
    #[schema(required)]
    introduction: Option<String>,
    #[schema(required)]
    description: Option<String>,
    #[schema(required)]
    logo_path: Option<String>,
    /// The hue of the logo in degrees.
    #[schema(required)]
    hue: Option<u32>,
    #[schema(required)]
    key: Option<String>,
    #[schema(required)]
    value: Option<String>,
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
            website: charity.website,
            introduction: charity.introduction,
            description: charity.description,
            logo_path: charity.logo_key.map(|key| key.to_string()),
            hue: charity.logo_hue,
            key: charity.organization_id.map(|id| id.to_string()),
            value: charity.organization_name,
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VendorQuery {
    category_id: Option<CategoryId>,
    region_id: Option<RegionId>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CharityQuery {
    organization_id: Option<OrganizationId>,
    region_id: Option<RegionId>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct PublicListQuery {
    page_index: Option<u32>,
    page_size: Option<u32>,
    search_text: Option<String>,
    /// Any of name, displayName, legalName, introduction, description, city.
    search_fields: Option<String>,
    /// legalName, displayName or createdAt. Without one, what is found by its name comes first.
    order_by: Option<String>,
    /// Asc or Desc.
    direction: Option<String>,
    /// Of vendors.
    category_id: Option<String>,
    /// Of charities.
    organization_id: Option<String>,
    region_id: Option<String>,
}

fn vendors(query: VendorQuery, search: &Search, sort: Sort<ShownOrder>) -> Result<ShownFilter> {
    let narrowing =
        Narrowing { category: query.category_id, region: query.region_id, ..Narrowing::default() };
    Ok(window::filter(narrowing, search, sort)?)
}

/// The shops that are open.
#[utoipa::path(get, path = "/Public/Vendors", tag = "Public", params(PublicListQuery),
    responses((status = OK, body = PublicVendorPage)))]
async fn list_public_vendors(
    State(app): AppState,
    Query(query): Query<VendorQuery>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<ShownOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<PublicVendor>>> {
    let page = window::list_vendors(&app, vendors(query, &search, sort)?, page).await?;
    Ok(Json(page.map(PublicVendor::from)))
}

/// The same shops, one category after the other.
#[utoipa::path(get, path = "/Public/vendors/all", tag = "Public", params(PublicListQuery),
    responses((status = OK, body = PublicVendorPage)))]
async fn list_all_public_vendors(
    State(app): AppState,
    Query(query): Query<VendorQuery>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<ShownOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<PublicVendor>>> {
    let filter = ShownFilter { is_grouped: true, ..vendors(query, &search, sort)? };
    let page = window::list_vendors(&app, filter, page).await?;
    Ok(Json(page.map(PublicVendor::from)))
}

#[utoipa::path(get, path = "/Public/vendor/{id}", tag = "Public", params(("id" = String, Path)),
    responses((status = OK, body = PublicVendor)))]
async fn get_public_vendor(
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<PublicVendor>> {
    let vendor = app.db.read(move |tx| window::find_vendor(tx, id)).await?;
    Ok(Json(vendor.into()))
}

/// The causes that can be supported.
#[utoipa::path(get, path = "/Public/Charities", tag = "Public", params(PublicListQuery),
    responses((status = OK, body = PublicCharityPage)))]
async fn list_public_charities(
    State(app): AppState,
    Query(query): Query<CharityQuery>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<ShownOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<PublicCharity>>> {
    let narrowing = Narrowing {
        organization: query.organization_id,
        region: query.region_id,
        ..Narrowing::default()
    };
    let filter = window::filter(narrowing, &search, sort)?;
    let page = window::list_charities(&app, filter, page).await?;
    Ok(Json(page.map(PublicCharity::from)))
}

#[utoipa::path(get, path = "/Public/charities/{id}", tag = "Public", params(("id" = String, Path)),
    responses((status = OK, body = PublicCharity)))]
async fn get_public_charity(
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<PublicCharity>> {
    let charity = app.db.read(move |tx| window::find_charity(tx, id)).await?;
    Ok(Json(charity.into()))
}

/// The shops whose cards support a cause.
#[utoipa::path(get, path = "/Public/charities/{id}/vendors", tag = "Public",
    params(("id" = String, Path), PublicListQuery), responses((status = OK, body = PublicVendorPage)))]
async fn list_supporting_vendors(
    State(app): AppState,
    Path(id): Path<TenantId>,
    Query(query): Query<VendorQuery>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<ShownOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<PublicVendor>>> {
    let filter = vendors(query, &search, sort)?;
    let page = window::list_supporters(&app, id, filter, page).await?;
    Ok(Json(page.map(PublicVendor::from)))
}
