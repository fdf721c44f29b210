//! Refunds that the gateway has refused for good, and their payment by bank.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, orders::OrderDossier, required_reason};
use access::auth::{
    Can, FreshProof,
    errors::{PROOF_REQUIRED, REQUEST_OVER, TOO_MUCH_READ},
    second_person::APPROVES,
};
use checkout::{
    order::errors::{NOT_PAYABLE_BY_HAND, OWN_ORDER, REFUND_WAITS},
    orders::{bank_payments::RefundPaymentForm, refused_refunds},
    payments::{REFUSED_REFUNDS, RefundRefusal, WaitingRefund},
};
use kernel::{
    ids::{OrderId, RefundId},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::errors::LEDGER_STOPPED;
use platform::{
    app::App,
    error::{Error, Result},
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_refused_refunds: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(
            pay_refund_by_bank: OWN_ORDER REFUND_WAITS NOT_PAYABLE_BY_HAND LEDGER_STOPPED
        ))
        .routes(routes!(approve_bank_payment: [APPROVES] OWN_ORDER LEDGER_STOPPED))
        .routes(routes!(decline_bank_payment: REQUEST_OVER OWN_ORDER))
        .routes(routes!(try_refund_again: OWN_ORDER REFUND_WAITS NOT_PAYABLE_BY_HAND))
}

/// A refund that the gateway has refused for good.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefusedRefund {
    id: String,
    order_id: String,
    order_number: String,
    buyer_name: String,
    buyer_email: String,
    amount: Cents,
    /// Reason why the gateway never makes the refund.
    refusal: RefundRefusal,
    /// Time at which the gateway refused the refund.
    refused_at: Timestamp,
    /// Time at which an administrator recorded a payment by the bank that still waits for a second
    /// person.
    #[schema(required)]
    bank_asked_at: Option<Timestamp>,
}

impl From<WaitingRefund> for RefusedRefund {
    fn from(row: WaitingRefund) -> Self {
        RefusedRefund {
            id: row.id.to_string(),
            order_id: row.order_id.to_string(),
            order_number: row.cart_id.to_string(),
            buyer_name: row.buyer_name,
            buyer_email: row.buyer_email,
            amount: row.amount,
            refusal: row.refusal,
            refused_at: row.refused_at,
            bank_asked_at: row.bank_asked_at,
        }
    }
}

page_schema! {
    /// A page of refunds that the gateway has refused for good.
    RefusedRefundPage of RefusedRefund
}

/// Lists refunds that the gateway refused for good.
///
/// Refunds that the bank has paid are left out. The oldest comes first.
#[utoipa::path(get, path = "/Helpdesk/refused-refunds", tag = "Helpdesk", responses((status = OK, body = RefusedRefundPage)))]
async fn list_refused_refunds(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<RefusedRefund>>> {
    Ok(Json(REFUSED_REFUNDS.list(&app, page).await?.map(RefusedRefund::from)))
}

/// Records that the bank paid a refused refund.
///
/// Another administrator confirms the payment. A repeated call with the same reference changes
/// nothing. If the charge was reversed since, the call names the day of the payment in `paidOn`.
#[utoipa::path(put, path = "/Helpdesk/orders/{id}/refunds/{refundId}/paid", tag = "Helpdesk", responses((status = OK, body = OrderDossier)))]
async fn pay_refund_by_bank(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path((id, refund)): Path<(OrderId, RefundId)>,
    extract::Json(form): extract::Json<RefundPaymentForm>,
) -> Result<Json<OrderDossier>> {
    let payment = form.check().map_err(Error::Invalid)?;
    let paid = refused_refunds::pay(&app, &who.actor, (id, refund), payment).await?;
    OrderDossier::of(&app, paid, &who.actor, page).await
}

/// Confirms a payment by the bank as a second person.
///
/// The refund is then completed and the buyer gets an email. A repeated call changes nothing.
#[utoipa::path(put, path = "/Helpdesk/orders/{id}/refunds/{refundId}/paid/approved", tag = "Helpdesk",
    responses((status = OK, body = OrderDossier)))]
async fn approve_bank_payment(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path((id, refund)): Path<(OrderId, RefundId)>,
) -> Result<Json<OrderDossier>> {
    let paid = refused_refunds::confirm(&app, &who.actor, id, refund).await?;
    OrderDossier::of(&app, paid, &who.actor, page).await
}

/// Reason for declining a payment by the bank.
#[derive(Deserialize, ToSchema)]
struct DeclineBankPaymentForm {
    /// Reason, shown in the audit log and to the administrator who recorded the payment.
    reason: Option<String>,
}

/// Declines or withdraws a payment by the bank.
///
/// Afterwards the refund waits for a payment again.
#[utoipa::path(put, path = "/Helpdesk/orders/{id}/refunds/{refundId}/paid/declined", tag = "Helpdesk",
    responses((status = OK, body = OrderDossier)))]
async fn decline_bank_payment(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Path((id, refund)): Path<(OrderId, RefundId)>,
    extract::Json(form): extract::Json<DeclineBankPaymentForm>,
) -> Result<Json<OrderDossier>> {
    let reason = required_reason("reason", "Reason", &form.reason)?;
    let declined = refused_refunds::decline(&app, &who.actor, (id, refund), reason).await?;
    OrderDossier::of(&app, declined, &who.actor, page).await
}

/// Retries a refund at the gateway.
///
/// Only a refund that the gateway refused for good can be retried, for example after the gateway's support has fixed the
/// cause.
#[utoipa::path(post, path = "/Helpdesk/orders/{id}/refunds/{refundId}/tried-again", tag = "Helpdesk",
    responses((status = OK, body = OrderDossier)))]
async fn try_refund_again(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Path((id, refund)): Path<(OrderId, RefundId)>,
) -> Result<Json<OrderDossier>> {
    let tried = refused_refunds::try_again(&app, &who.actor, id, refund).await?;
    OrderDossier::of(&app, tried, &who.actor, page).await
}
