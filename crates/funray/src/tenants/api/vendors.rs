//! `/Vendors/…`: for administrators, and for a vendor's managers.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    form::TenantForm,
    replies::{VendorDetail, VendorItem},
    rights::{EditTenants, ManageTenants, ViewSales},
};
use crate::{
    app::App,
    auth::{Can, TenantId, TenantKind},
    directory::{CategoryId, RegionId},
    error::Result,
    http::{
        AppState,
        extract::{self, Page, Path, Query},
    },
    kernel::{
        date_range::DateFilter,
        fields::Fields,
        money::Cents,
        paging::{self, PageRequest},
        search::Search,
        sort::Sort,
        text::Paragraphs,
    },
    page_schema,
    tenants::{
        TenantState,
        keeping::{self, TenantFilter, TenantOrder},
        summary::{self, CardType, SummaryFilter},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_vendors, add_vendor))
        .routes(routes!(summarize_vendor))
        .routes(routes!(get_vendor, change_vendor))
        .routes(routes!(set_vendor_status))
        .routes(routes!(reject_vendor))
}

page_schema! {
    /// A page of vendors.
    VendorPage of VendorItem
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FilterQuery {
    category_id: Option<CategoryId>,
    region_id: Option<RegionId>,
    state: Option<TenantState>,
    is_active: Option<bool>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct VendorsQuery {
    page_index: Option<u32>,
    page_size: Option<u32>,
    search_text: Option<String>,
    /// Any of name, displayName, legalName, description, city, businessNumber, primaryContact, email.
    search_fields: Option<String>,
    /// legalName, displayName, businessNumber or createdAt.
    order_by: Option<String>,
    /// Asc or Desc.
    direction: Option<String>,
    category_id: Option<String>,
    region_id: Option<String>,
    /// PENDING, ACTIVE, INACTIVE or REJECTED.
    state: Option<String>,
    is_active: Option<bool>,
}

/// The states that a list is narrowed to; all when there are none.
pub(super) fn states(state: Option<TenantState>, is_active: Option<bool>) -> Vec<TenantState> {
    match (state, is_active) {
        (Some(state), _) => vec![state],
        (None, Some(true)) => vec![TenantState::Active],
        (None, Some(false)) => TenantState::idle().into(),
        (None, None) => Vec::new(),
    }
}

/// All vendors, whatever their state.
#[utoipa::path(get, path = "/Vendors", tag = "Vendors", params(VendorsQuery),
    responses((status = OK, body = VendorPage)))]
async fn list_vendors(
    _who: Can<ManageTenants>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<TenantOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<paging::Page<VendorItem>>> {
    let filter = TenantFilter {
        kind: TenantKind::Vendor,
        states: states(filter.state, filter.is_active),
        category: filter.category_id,
        organization: None,
        region: filter.region_id,
        wanted: keeping::wanted(&search)?,
    };
    let page = keeping::list(&app, filter, sort, page).await?;
    Ok(Json(page.map(VendorItem::from)))
}

/// Something that was made.
#[derive(Serialize, ToSchema)]
pub(super) struct Added {
    pub id: String,
}

/// Adds a vendor. It is pending until it is activated; then its contact person is mailed the way in.
#[utoipa::path(post, path = "/Vendors", tag = "Vendors", request_body = TenantForm,
    responses((status = OK, body = Added)))]
async fn add_vendor(
    _who: Can<ManageTenants>,
    State(app): AppState,
    caller: Page,
    extract::Json(form): extract::Json<TenantForm>,
) -> Result<Json<Added>> {
    let profile = form.by_administrator(TenantKind::Vendor, None)?;
    let (language, brand) = (caller.language, caller.brand);
    let id = keeping::create(&app, TenantKind::Vendor, profile, language, brand).await?;
    Ok(Json(Added { id: id.to_string() }))
}

/// A vendor: any for administrators, their own for managers.
#[utoipa::path(get, path = "/Vendors/{id}", tag = "Vendors", params(("id" = String, Path)),
    responses((status = OK, body = VendorDetail)))]
async fn get_vendor(
    who: Can<EditTenants>,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<VendorDetail>> {
    let vendor = keeping::find(&app, who.scope, TenantKind::Vendor, id).await?;
    Ok(Json(VendorDetail::new(vendor, &who.actor)))
}

/// Changes a vendor. Managers change the information of their page, nothing else.
#[utoipa::path(put, path = "/Vendors/{id}", tag = "Vendors", params(("id" = String, Path)),
    request_body = TenantForm, responses((status = NO_CONTENT)))]
async fn change_vendor(
    who: Can<EditTenants>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    extract::Json(form): extract::Json<TenantForm>,
) -> Result<StatusCode> {
    change(&app, who, TenantKind::Vendor, id, form).await
}

pub(super) async fn change(
    app: &Arc<App>,
    who: Can<EditTenants>,
    kind: TenantKind,
    id: TenantId,
    form: TenantForm,
) -> Result<StatusCode> {
    let is_administrator = who.actor.is_administrator();
    keeping::edit(app, who.scope, kind, id, move |before| {
        if is_administrator {
            form.by_administrator(kind, Some(&before.profile))
        } else {
            form.by_manager(before)
        }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Activates or deactivates a vendor. What it lacks to be active is named.
#[utoipa::path(put, path = "/Vendors/{id}/status/{status}", tag = "Vendors",
    params(("id" = String, Path), ("status" = String, Path, description = "activate or deactivate")),
    responses((status = NO_CONTENT)))]
async fn set_vendor_status(
    who: Can<ManageTenants>,
    State(app): AppState,
    Path((id, status)): Path<(TenantId, extract::Switch)>,
) -> Result<StatusCode> {
    keeping::switch(&app, who.scope, TenantKind::Vendor, id, status.is_on()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Why somebody is turned down: told to them in a mail.
#[derive(Deserialize, ToSchema)]
pub(super) struct RejectForm {
    reason: Option<String>,
}

impl RejectForm {
    pub fn check(&self) -> Result<Option<String>, Fields> {
        let mut fields = Fields::default();
        let reason = fields.optional::<Paragraphs<1000>>("reason", "Reason", &self.reason);
        fields.finish(|| Some(reason?.map(String::from)))
    }
}

/// Turns a vendor's registration down.
#[utoipa::path(put, path = "/Vendors/{id}/rejected", tag = "Vendors", params(("id" = String, Path)),
    request_body = RejectForm, responses((status = NO_CONTENT)))]
async fn reject_vendor(
    who: Can<ManageTenants>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    extract::Json(form): extract::Json<RejectForm>,
) -> Result<StatusCode> {
    keeping::reject(&app, who.scope, TenantKind::Vendor, id, form.check()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SummaryQuery {
    tenant_id: Option<TenantId>,
    card_type: Option<i64>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct VendorSummaryQuery {
    /// One's own vendor when none is named.
    tenant_id: Option<String>,
    /// 0 for all, 1 for FunRay, 2 for RayZR.
    card_type: Option<u8>,
    start_date: Option<String>,
    end_date: Option<String>,
}

/// What a vendor has sold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VendorSummary {
    #[schema(value_type = f64)]
    total_revenue: Cents,
    total_card_sold: u64,
    #[schema(value_type = f64)]
    total_redemption: Cents,
    #[schema(value_type = f64)]
    total_balance: Cents,
}

/// What a vendor has sold, in four figures.
#[utoipa::path(get, path = "/Vendors/summary", tag = "Vendors", params(VendorSummaryQuery),
    responses((status = OK, body = VendorSummary)))]
async fn summarize_vendor(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<SummaryQuery>,
    Query(days): Query<DateFilter>,
) -> Result<Json<VendorSummary>> {
    let card_type = CardType::from_number(query.card_type.unwrap_or(0))
        .ok_or_else(|| Fields::one("cardType", "Must be 0, 1 or 2."))?;
    let filter = SummaryFilter { tenant: query.tenant_id, card_type, days: days.range()? };
    let summary = app.db.read(move |tx| summary::of(tx, &who.scope, &filter)).await?;
    Ok(Json(VendorSummary {
        total_revenue: summary.revenue,
        total_card_sold: summary.cards_sold,
        total_redemption: summary.redemption,
        total_balance: summary.balance,
    }))
}
