//! Looking vendors and charities up by name.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::rights::FindTenants;
use crate::{
    app::App,
    auth::{Can, TenantKind},
    error::Result,
    http::{AppState, extract::Query},
    kernel::{
        paging::{Page, PageRequest},
        search::Search,
    },
    page_schema,
    tenants::{self, TenantRow, TenantState},
};

/// A vendor or charity to choose; `value` and `text` serve select boxes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TenantChoice {
    id: String,
    display_name: String,
    tenant_type: TenantKind,
    state: TenantState,
    value: String,
    text: String,
}

impl From<TenantRow> for TenantChoice {
    fn from(row: TenantRow) -> Self {
        TenantChoice {
            id: row.id.to_string(),
            value: row.id.to_string(),
            text: row.display_name.clone(),
            display_name: row.display_name,
            tenant_type: row.kind,
            state: row.state,
        }
    }
}

page_schema! {
    /// A page of vendors and charities.
    TenantPage of TenantChoice
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_tenants))
}

/// Vendors and charities by name, for choosing one.
#[utoipa::path(get, path = "/Tenants", tag = "Tenants",
    params(ListQuery), responses((status = OK, body = TenantPage)))]
async fn list_tenants(
    _who: Can<FindTenants>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
    Query(search): Query<Search>,
) -> Result<Json<Page<TenantChoice>>> {
    let shared = app.clone();
    let page =
        app.db.read(move |tx| tenants::find_by_name(tx, &shared.totals, &search, page)).await?;
    Ok(Json(page.map(TenantChoice::from)))
}

/// What every list takes.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct ListQuery {
    page_index: Option<u32>,
    page_size: Option<u32>,
    search_text: Option<String>,
}
