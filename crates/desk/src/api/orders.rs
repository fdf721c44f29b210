//! Calls with which the support desk reads and cancels an order.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{
    HelpCustomers,
    refunds::{OrderRefund, RefundRequest},
    required_reason,
    reviews::OrderReview,
    search::{DeskCard, DeskOrder},
};
use access::{
    audit::Author,
    auth::{Actor, Can, FreshProof, second_person::Reader},
};
use cards::{AddressChange, errors::ORDER_TOUCHED};
use checkout::{
    order::errors::{CHARGE_REVERSED, ORDER_NOT_PAID, OWN_ORDER, REFUND_WAITS},
    orders::{
        refund_requests::RefundRequestRow,
        refused_refunds,
        support::{self, Dossier},
    },
    payments::{AttemptRow, Reason},
};
use kernel::{
    ids::{OrderId, PersonId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(open_order)).routes(
        routes!(cancel_order: ORDER_NOT_PAID ORDER_TOUCHED CHARGE_REVERSED OWN_ORDER REFUND_WAITS),
    )
}

/// An attempt to pay.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PaymentAttempt {
    id: String,
    /// Reference of the payment attempt at the gateway.
    reference: String,
    /// `SENDING`, `UNKNOWN`, `HELD`, `APPROVED`, `REVIEW`, `ISSUED`, `DECLINED`, `NOT_CHARGED`, `VOID_PENDING`, `VOIDED` or
    /// `REVERSED`.
    state: &'static str,
    amount: Cents,
    /// The gateway's transaction number.
    #[schema(required)]
    transaction_id: Option<String>,
    #[schema(required)]
    paid_with: Option<String>,
    /// Result of the address check, as the gateway's letter; null if it was not checked.
    #[schema(required)]
    avs: Option<String>,
    /// Result of the security code check, as the gateway's letter; null if it was not checked.
    #[schema(required)]
    cvv: Option<String>,
    /// Message of the gateway, in English; null if there is none.
    #[schema(required)]
    message: Option<String>,
    /// Reason why the attempt failed.
    #[schema(required)]
    reason: Option<Reason>,
    sent_at: Timestamp,
    #[schema(required)]
    ended_at: Option<Timestamp>,
}

impl From<AttemptRow> for PaymentAttempt {
    fn from(row: AttemptRow) -> Self {
        PaymentAttempt {
            id: row.id.to_string(),
            reference: row.reference,
            state: row.state.word(),
            amount: row.amount,
            transaction_id: row.transaction_id,
            paid_with: row.paid_with,
            avs: row.avs,
            cvv: row.cvv,
            message: row.message,
            reason: row.reason,
            sent_at: row.sent_at,
            ended_at: row.ended_at,
        }
    }
}

/// A change of the address to which a gift is sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GiftAddressChange {
    card_id: String,
    card_number: String,
    #[schema(required)]
    old_email: Option<String>,
    new_email: String,
    /// Name of the person who made the change.
    changed_by_name: String,
    changed_by_email: String,
    changed_at: Timestamp,
}

impl From<AddressChange> for GiftAddressChange {
    fn from(row: AddressChange) -> Self {
        GiftAddressChange {
            card_id: row.card_id.to_string(),
            card_number: row.card_number(),
            old_email: row.old_email,
            new_email: row.new_email,
            changed_by_name: format!("{} {}", row.by_first_name, row.by_last_name)
                .trim()
                .to_owned(),
            changed_by_email: row.by_email,
            changed_at: row.created_at,
        }
    }
}

/// Everything about an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDossier {
    #[serde(flatten)]
    order: DeskOrder,
    cards: Vec<DeskCard>,
    /// Payment attempts, the oldest first.
    attempts: Vec<PaymentAttempt>,
    /// Changes of the email addresses of the order's gifts, the oldest first.
    address_changes: Vec<GiftAddressChange>,
    /// The review and its outcome; null if the order was never held.
    #[schema(required)]
    review: Option<OrderReview>,
    /// Partial refunds, the oldest first.
    refunds: Vec<OrderRefund>,
    /// Refunds that need, or needed, a second person, the newest first.
    refund_requests: Vec<RefundRequest>,
    /// Whether the order can be cancelled: it is paid, and nothing was spent from its cards.
    can_be_cancelled: bool,
    /// Whether cards of the order have a balance that can be refunded.
    can_be_refunded: bool,
    #[schema(required)]
    cancelled_at: Option<Timestamp>,
    #[schema(required)]
    cancel_reason: Option<String>,
}

impl OrderDossier {
    pub async fn of(
        app: &App,
        dossier: Dossier,
        reader: &Actor,
        page: extract::Page,
    ) -> Result<Json<OrderDossier>> {
        let waits = dossier.refund_requests.iter().filter(|request| request.decided_at.is_none());
        let mut first: Vec<PersonId> = waits.flat_map(RefundRequestRow::first).collect();
        let review = dossier.review.iter().filter(|review| review.decided_at.is_none());
        first.extend(review.map(|review| review.person_id));
        first.extend(dossier.refunds.iter().flat_map(refused_refunds::first_of));
        let reader = Reader::of(app, reader, page.language, first).await?;
        let can_be_cancelled = dossier.can_be_cancelled();
        let can_be_refunded = dossier.can_be_refunded();
        let changes = dossier.address_changes.into_iter();
        Ok(Json(OrderDossier {
            can_be_cancelled,
            can_be_refunded,
            refund_requests: dossier
                .refund_requests
                .into_iter()
                .map(|row| RefundRequest::of(row, &reader))
                .collect(),
            refunds: dossier.refunds.into_iter().map(|row| OrderRefund::of(row, &reader)).collect(),
            cancelled_at: dossier.order.cancelled_at,
            cancel_reason: dossier.order.cancel_reason.clone(),
            review: dossier.review.map(|row| OrderReview::of(row, &reader)),
            order: dossier.order.into(),
            cards: dossier.cards.into_iter().map(DeskCard::from).collect(),
            attempts: dossier.attempts.into_iter().map(PaymentAttempt::from).collect(),
            address_changes: changes.map(GiftAddressChange::from).collect(),
        }))
    }
}

/// Reads an order with its cards and payment attempts.
#[utoipa::path(get, path = "/Helpdesk/orders/{id}", tag = "Helpdesk",
    responses((status = OK, body = OrderDossier)))]
async fn open_order(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderDossier>> {
    let dossier = support::open(&app, Author::of(&who.actor), id).await?;
    OrderDossier::of(&app, dossier, &who.actor, page).await
}

#[derive(Deserialize, ToSchema)]
struct CancelForm {
    /// Reason, shown in the ledger and in the cards' history.
    reason: Option<String>,
}

/// Cancels an order and refunds it in full.
///
/// Only an order of which nothing was spent can be cancelled. The cards are emptied and the buyer gets an email. A
/// cancellation above the limit for one person (`[refunds]` in the settings) waits in `refundRequests` for another
/// administrator. If the charge is too old for the gateway (180 days), the cards are refunded one by one in `refunds`
/// instead, so that the bank can pay.
#[utoipa::path(post, path = "/Helpdesk/orders/{id}/cancelled", tag = "Helpdesk", responses((status = OK, body = OrderDossier)))]
async fn cancel_order(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<OrderId>,
    extract::Json(form): extract::Json<CancelForm>,
) -> Result<Json<OrderDossier>> {
    let reason = required_reason("reason", "Reason", &form.reason)?;
    let cancelled = support::cancel(&app, &who.actor, id, reason).await?;
    OrderDossier::of(&app, cancelled, &who.actor, page).await
}
