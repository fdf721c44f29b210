//! Charges that were reversed at the gateway, for an administrator to look into.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, full_name, full_name_of, required_reason};
use access::auth::{
    Can,
    errors::{PROOF_REQUIRED, TOO_MUCH_READ},
};
use checkout::{
    disputes::reversals::{self, ReversalRow},
    order::errors::ORDER_NOT_PAID,
};
use kernel::{
    ids::{OrderId, ReversalId},
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
    OpenApiRouter::new()
        .routes(routes!(list_reversals: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(close_reversal))
        .routes(routes!(check_order: ORDER_NOT_PAID))
}

/// A charge that was reversed at the gateway, wholly or in part. Its cards are frozen.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChargeReversal {
    id: String,
    order_id: String,
    order_number: String,
    /// Cause of the reversal: `VOIDED`, `REFUNDED`, `DISPUTED` or `DECLINED`.
    cause: &'static str,
    amount: Cents,
    /// Part of the reversed amount that was still on the cards.
    unspent: Cents,
    /// Part of the reversed amount that had been spent already. The platform bears this loss.
    loss: Cents,
    /// Part of the reversed amount for which refunds were pending. These refunds ended with the
    /// charge.
    covered: Cents,
    /// Part of the reversed amount that the bank had already refunded. The platform bears this
    /// loss.
    paid_twice: Cents,
    buyer_name: String,
    buyer_email: String,
    created_at: Timestamp,
    /// Time at which the bank reinstated the charge; the cards can then be used again.
    #[schema(required)]
    won_at: Option<Timestamp>,
    /// Time at which an administrator closed the reversal; null while it is open.
    #[schema(required)]
    closed_at: Option<Timestamp>,
    #[schema(required)]
    closed_by_name: Option<String>,
    #[schema(required)]
    note: Option<String>,
}

impl From<ReversalRow> for ChargeReversal {
    fn from(row: ReversalRow) -> Self {
        ChargeReversal {
            id: row.id.to_string(),
            order_id: row.order_id.to_string(),
            order_number: row.cart_id.to_string(),
            cause: row.cause.word(),
            amount: row.amount,
            unspent: row.unspent,
            loss: row.loss,
            covered: row.covered,
            paid_twice: row.paid_twice,
            buyer_name: full_name(&row.buyer_first_name, &row.buyer_last_name),
            buyer_email: row.buyer_email,
            created_at: row.created_at,
            won_at: row.won_at,
            closed_at: row.closed_at,
            closed_by_name: full_name_of(row.closer_first_name, row.closer_last_name),
            note: row.note,
        }
    }
}

page_schema! {
    /// A page of reversed charges.
    ChargeReversalPage of ChargeReversal
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    /// Only open reversals.
    is_open: Option<bool>,
}

/// Lists reversed charges, the newest first.
#[utoipa::path(get, path = "/Helpdesk/reversals", tag = "Helpdesk",
    responses((status = OK, body = ChargeReversalPage)))]
async fn list_reversals(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<ChargeReversal>>> {
    let is_open_only = filter.is_open.unwrap_or(false);
    Ok(Json(reversals::list(&app, is_open_only, page).await?.map(ChargeReversal::from)))
}

#[derive(Deserialize, ToSchema)]
struct CloseReversalForm {
    /// Outcome of the investigation.
    note: Option<String>,
}

/// Closes a reversed charge with its outcome.
///
/// A repeated call keeps the first note.
#[utoipa::path(put, path = "/Helpdesk/reversals/{id}/closed", tag = "Helpdesk", responses((status = OK, body = ChargeReversal)))]
async fn close_reversal(
    who: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<ReversalId>,
    extract::Json(form): extract::Json<CloseReversalForm>,
) -> Result<Json<ChargeReversal>> {
    let note = required_reason("note", "Note", &form.note)?;
    Ok(Json(reversals::close(&app, &who.actor, id, note).await?.into()))
}

/// Checks the charge of an order at the gateway.
///
/// The gateway does not announce disputes, so this call is the way to detect one at once. If the
/// charge was reversed, the order's cards are frozen immediately.
#[utoipa::path(post, path = "/Helpdesk/orders/{id}/checked", tag = "Helpdesk",
    responses((status = NO_CONTENT)))]
async fn check_order(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<OrderId>,
) -> Result<StatusCode> {
    reversals::check_order(&app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
