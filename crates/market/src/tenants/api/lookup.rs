//! Search of vendors and charities by name.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::rights::FindTenants;
use access::auth::{Can, TenantKind};
use kernel::{
    page_schema,
    paging::{Page, PageRequest},
};
use platform::{
    app::App,
    error::Result,
    lists::SearchIn,
    web::{AppState, calls::routes, extract::Query},
};

use crate::tenants::{self, NameSearch, TenantRow, TenantState};

/// A vendor or charity to choose. For select boxes, `value` is its id and `text` its display name.
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

/// Lists vendors and charities by name, for choosing.
#[utoipa::path(get, path = "/Tenants", tag = "Tenants", responses((status = OK, body = TenantPage)))]
async fn list_tenants(
    _who: Can<FindTenants>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
    Query(search): Query<SearchIn<NameSearch>>,
) -> Result<Json<Page<TenantChoice>>> {
    let wanted = search.wanted()?;
    let page =
        app.read(move |tx, app, _| tenants::find_by_name(tx, &app.totals, &wanted, page)).await?;
    Ok(Json(page.map(TenantChoice::from)))
}
