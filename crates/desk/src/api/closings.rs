//! Closings of shops that wait for a second person. They are approved or declined by
//! `/Vendors/{id}/closing`.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, full_name_of};
use access::auth::{
    Can,
    errors::{PROOF_REQUIRED, TOO_MUCH_READ},
};
use checkout::orders::shop_closings::{self, WaitingRow};
use kernel::{
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::Result,
    web::{AppState, calls::routes, extract::Query},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_waiting_closings: TOO_MUCH_READ PROOF_REQUIRED))
}

/// A closing of a shop that waits for a second person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingClosing {
    id: String,
    vendor_id: String,
    vendor_name: String,
    /// Number of the shop's cards with a balance at the time of the request.
    cards: i64,
    /// Total balance of these cards.
    amount: Cents,
    reason: String,
    /// Whether you requested the closing.
    is_own: bool,
    #[schema(required)]
    requested_by_name: Option<String>,
    requested_at: Timestamp,
}

page_schema! {
    /// A page of closings that wait for a second person.
    WaitingClosingPage of WaitingClosing
}

/// Lists closings that wait for a second person.
///
/// The oldest comes first.
#[utoipa::path(get, path = "/Helpdesk/shop-closings", tag = "Helpdesk", responses((status = OK, body = WaitingClosingPage)))]
async fn list_waiting_closings(
    who: Can<HelpCustomers>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<WaitingClosing>>> {
    let waiting = shop_closings::list_waiting(&app, page).await?;
    Ok(Json(waiting.map(|row: WaitingRow| WaitingClosing {
        id: row.id.to_string(),
        vendor_id: row.vendor_id.to_string(),
        vendor_name: row.vendor_name,
        cards: row.cards,
        amount: row.amount,
        reason: row.reason,
        is_own: who.actor.person == row.requested_by,
        requested_by_name: full_name_of(row.requester_first_name, row.requester_last_name),
        requested_at: row.requested_at,
    })))
}
