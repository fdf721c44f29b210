//! Differences between the gateway's records and our payments, for an administrator to investigate.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, full_name_of, required_reason};
use access::auth::Can;
use checkout::disputes::reconciliation::{self, DifferenceRow};
use kernel::{
    ids::DifferenceId,
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_differences)).routes(routes!(close_difference))
}

/// A transaction on which the gateway's records and ours differ.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GatewayDifference {
    id: String,
    /// Kind of difference: `MISSING_HERE`, `MISSING_THERE`, `OTHER_AMOUNT` or `OTHER_STATE`.
    kind: &'static str,
    /// The gateway's transaction number.
    transaction_id: String,
    /// Reference of the payment attempt at the gateway; null if it is unknown.
    #[schema(required)]
    reference: Option<String>,
    /// Id of the order; null if it is unknown.
    #[schema(required)]
    order_id: Option<String>,
    #[schema(required)]
    order_number: Option<String>,
    #[schema(required)]
    our_amount: Option<Cents>,
    /// State of the order's payment attempt, or `REFUND` for a refund.
    #[schema(required)]
    our_state: Option<String>,
    #[schema(required)]
    their_amount: Option<Cents>,
    /// Status of the transaction, in the gateway's own word.
    #[schema(required)]
    their_status: Option<String>,
    created_at: Timestamp,
    /// Time at which an administrator closed the difference; null while it is open.
    #[schema(required)]
    closed_at: Option<Timestamp>,
    #[schema(required)]
    closed_by_name: Option<String>,
    #[schema(required)]
    note: Option<String>,
}

impl From<DifferenceRow> for GatewayDifference {
    fn from(row: DifferenceRow) -> Self {
        GatewayDifference {
            id: row.id.to_string(),
            kind: row.kind.word(),
            transaction_id: row.transaction_id,
            reference: row.reference,
            order_id: row.order_id.map(|id| id.to_string()),
            order_number: row.cart_id.map(|id| id.to_string()),
            our_amount: row.our_amount,
            our_state: row.our_state,
            their_amount: row.their_amount,
            their_status: row.their_status,
            created_at: row.created_at,
            closed_at: row.closed_at,
            closed_by_name: full_name_of(row.closer_first_name, row.closer_last_name),
            note: row.note,
        }
    }
}

page_schema! {
    /// A page of differences.
    GatewayDifferencePage of GatewayDifference
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    /// Only open differences.
    is_open: Option<bool>,
}

/// Lists differences with the gateway, the newest first.
///
/// A daily task compares our payments with the gateway's records.
#[utoipa::path(get, path = "/Helpdesk/differences", tag = "Helpdesk",
    responses((status = OK, body = GatewayDifferencePage)))]
async fn list_differences(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<GatewayDifference>>> {
    let is_open_only = filter.is_open.unwrap_or(false);
    Ok(Json(reconciliation::list(&app, is_open_only, page).await?.map(GatewayDifference::from)))
}

#[derive(Deserialize, ToSchema)]
struct CloseDifferenceForm {
    /// Outcome of the investigation.
    note: Option<String>,
}

/// Closes a difference with its outcome.
///
/// A repeated call keeps the first note.
#[utoipa::path(put, path = "/Helpdesk/differences/{id}/closed", tag = "Helpdesk", responses((status = OK, body = GatewayDifference)))]
async fn close_difference(
    who: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<DifferenceId>,
    extract::Json(form): extract::Json<CloseDifferenceForm>,
) -> Result<Json<GatewayDifference>> {
    let note = required_reason("note", "Note", &form.note)?;
    Ok(Json(reconciliation::close(&app, &who.actor, id, note).await?.into()))
}
