//! `/Charities/…`: for administrators, and for a charity's managers.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    form::TenantForm,
    replies::{CharityDetail, CharityItem},
    rights::{EditTenants, ManageTenants},
    vendors::{Added, RejectForm, change, states},
};
use crate::{
    app::App,
    auth::{Can, TenantId, TenantKind},
    directory::{OrganizationId, RegionId},
    error::Result,
    http::{
        AppState,
        extract::{self, Page, Path, Query},
    },
    kernel::{
        paging::{self, PageRequest},
        search::Search,
        sort::Sort,
    },
    page_schema,
    tenants::{
        TenantState,
        keeping::{self, TenantFilter, TenantOrder},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_charities, add_charity))
        .routes(routes!(get_charity, change_charity))
        .routes(routes!(set_charity_status))
        .routes(routes!(reject_charity))
}

page_schema! {
    /// A page of charities.
    CharityPage of CharityItem
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FilterQuery {
    organization_id: Option<OrganizationId>,
    region_id: Option<RegionId>,
    state: Option<TenantState>,
    is_active: Option<bool>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct CharitiesQuery {
    page_index: Option<u32>,
    page_size: Option<u32>,
    search_text: Option<String>,
    /// Any of name, displayName, legalName, introduction, description, city, businessNumber, primaryContact, email.
    search_fields: Option<String>,
    /// legalName, displayName, businessNumber or createdAt.
    order_by: Option<String>,
    /// Asc or Desc.
    direction: Option<String>,
    organization_id: Option<String>,
    region_id: Option<String>,
    /// PENDING, ACTIVE, INACTIVE or REJECTED.
    state: Option<String>,
    is_active: Option<bool>,
}

/// All charities, whatever their state.
#[utoipa::path(get, path = "/Charities", tag = "Charities", params(CharitiesQuery),
    responses((status = OK, body = CharityPage)))]
async fn list_charities(
    _who: Can<ManageTenants>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<TenantOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<paging::Page<CharityItem>>> {
    let filter = TenantFilter {
        kind: TenantKind::Charity,
        states: states(filter.state, filter.is_active),
        category: None,
        organization: filter.organization_id,
        region: filter.region_id,
        wanted: keeping::wanted(&search)?,
    };
    let page = keeping::list(&app, filter, sort, page).await?;
    Ok(Json(page.map(CharityItem::from)))
}

/// Adds a charity. It is pending until it is activated; then its contact person is mailed the way in.
#[utoipa::path(post, path = "/Charities", tag = "Charities", request_body = TenantForm,
    responses((status = OK, body = Added)))]
async fn add_charity(
    _who: Can<ManageTenants>,
    State(app): AppState,
    caller: Page,
    extract::Json(form): extract::Json<TenantForm>,
) -> Result<Json<Added>> {
    let profile = form.by_administrator(TenantKind::Charity, None)?;
    let (language, brand) = (caller.language, caller.brand);
    let id = keeping::create(&app, TenantKind::Charity, profile, language, brand).await?;
    Ok(Json(Added { id: id.to_string() }))
}

/// A charity: any for administrators, their own for managers.
#[utoipa::path(get, path = "/Charities/{id}", tag = "Charities", params(("id" = String, Path)),
    responses((status = OK, body = CharityDetail)))]
async fn get_charity(
    who: Can<EditTenants>,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<CharityDetail>> {
    let charity = keeping::find(&app, who.scope, TenantKind::Charity, id).await?;
    Ok(Json(CharityDetail::new(charity, &who.actor)))
}

/// Changes a charity. Managers change the information of their page, nothing else.
#[utoipa::path(put, path = "/Charities/{id}", tag = "Charities", params(("id" = String, Path)),
    request_body = TenantForm, responses((status = NO_CONTENT)))]
async fn change_charity(
    who: Can<EditTenants>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    extract::Json(form): extract::Json<TenantForm>,
) -> Result<StatusCode> {
    change(&app, who, TenantKind::Charity, id, form).await
}

/// Activates or deactivates a charity. What it lacks to be active is named.
#[utoipa::path(put, path = "/Charities/{id}/status/{status}", tag = "Charities",
    params(("id" = String, Path), ("status" = String, Path, description = "activate or deactivate")),
    responses((status = NO_CONTENT)))]
async fn set_charity_status(
    who: Can<ManageTenants>,
    State(app): AppState,
    Path((id, status)): Path<(TenantId, extract::Switch)>,
) -> Result<StatusCode> {
    keeping::switch(&app, who.scope, TenantKind::Charity, id, status.is_on()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Turns a charity's registration down.
#[utoipa::path(put, path = "/Charities/{id}/rejected", tag = "Charities", params(("id" = String, Path)),
    request_body = RejectForm, responses((status = NO_CONTENT)))]
async fn reject_charity(
    who: Can<ManageTenants>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    extract::Json(form): extract::Json<RejectForm>,
) -> Result<StatusCode> {
    keeping::reject(&app, who.scope, TenantKind::Charity, id, form.check()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
