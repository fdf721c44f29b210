//! Refunds of the remaining balance of an order's cards to its buyer.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, orders::OrderDossier, required_reason};
use access::{
    auth::{
        Can, FreshProof,
        errors::{PROOF_REQUIRED, REQUEST_OVER, TOO_MUCH_READ},
        second_person::{APPROVES, DecisionRefusal, Reader},
    },
    idempotency::Key,
};
use cards::{CardRefund, errors::ORDER_TOUCHED};
use checkout::{
    order::errors::{CHARGE_REVERSED, ORDER_NOT_PAID, OWN_ORDER, REFUND_CHANGED, REFUND_WAITS},
    orders::{
        refund_requests::{self, RefundRequestRow},
        refunds::{self, Refund},
        refused_refunds,
    },
    payments::{RefundRefusal, RefundRow, errors::TOO_MANY_REFUNDS},
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{CardId, Id, OrderId, RefundRequestId},
    messages::Message,
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

/// Maximum number of cards in a call. No order has that many cards.
const MAX_CARDS: usize = 1000;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(
            refund_order: ORDER_NOT_PAID CHARGE_REVERSED OWN_ORDER TOO_MANY_REFUNDS REFUND_WAITS LEDGER_STOPPED
        ))
        .routes(routes!(list_refund_requests: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(
            approve_refund: [APPROVES] REFUND_CHANGED ORDER_NOT_PAID ORDER_TOUCHED CHARGE_REVERSED OWN_ORDER TOO_MANY_REFUNDS LEDGER_STOPPED
        ))
        .routes(routes!(decline_refund: REQUEST_OVER OWN_ORDER))
}

/// A refund of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRefund {
    id: String,
    amount: Cents,
    /// `PENDING` until the charge is settled and the gateway makes the refund; then `MADE`. `REFUSED` if the gateway never
    /// makes the refund, `PAID_BY_BANK` once the bank paid it. `COVERED` if the whole charge was reversed before the refund
    /// was made.
    state: &'static str,
    reason: String,
    /// Message with which the gateway refused the refund, in English; null if it did not refuse.
    #[schema(required)]
    message: Option<String>,
    requested_by_name: String,
    requested_at: Timestamp,
    #[schema(required)]
    ended_at: Option<Timestamp>,
    /// Reason why the gateway never makes the refund.
    #[schema(required)]
    refusal: Option<RefundRefusal>,
    /// Reference of the bank, if the bank pays the refund instead of the gateway.
    #[schema(required)]
    bank_reference: Option<String>,
    /// Administrator who recorded that the bank paid the refund; null if no payment was recorded.
    #[schema(required)]
    bank_asked_by_name: Option<String>,
    /// Time at which an administrator recorded the payment by the bank; null if no payment was
    /// recorded.
    #[schema(required)]
    bank_asked_at: Option<Timestamp>,
    /// Whether you recorded the payment by the bank.
    is_bank_payment_own: bool,
    /// Time at which a second person confirmed the payment by the bank.
    #[schema(required)]
    bank_paid_at: Option<Timestamp>,
    /// Day on which the bank paid the refund, if the record of the payment names it; null otherwise.
    #[schema(required)]
    bank_paid_on: Option<BusinessDate>,
    /// Last day on which the bank can have paid the refund, if its charge was reversed and no payment
    /// is recorded; null otherwise.
    #[schema(required)]
    payable_until: Option<BusinessDate>,
    /// Loss of the platform if the payment by the bank is confirmed, because the charge was reversed, too; null if there is
    /// none, and if no payment waits.
    #[schema(required)]
    bank_payment_loss: Option<Cents>,
    /// Reason why you can't confirm the payment by the bank; null if you can, and if no payment
    /// waits.
    #[schema(required)]
    bank_payment_refusal: Option<DecisionRefusal>,
}

impl OrderRefund {
    pub fn of(row: RefundRow, reader: &Reader) -> OrderRefund {
        OrderRefund {
            bank_payment_refusal: reader.refusal(refused_refunds::decision(&row)),
            payable_until: row.payable_until(),
            bank_payment_loss: row.loss(),
            is_bank_payment_own: row.bank_asked_by.is_some_and(|asker| reader.is(asker)),
            id: row.id.to_string(),
            amount: row.amount,
            state: row.standing(),
            reason: row.reason,
            message: row.message,
            requested_by_name: row.requested_by_name,
            requested_at: row.created_at,
            ended_at: row.ended_at,
            refusal: row.refusal,
            bank_reference: row.bank_reference,
            bank_asked_by_name: row.bank_asked_by_name,
            bank_asked_at: row.bank_asked_at,
            bank_paid_at: row.bank_paid_at,
            bank_paid_on: row.bank_paid_on,
        }
    }
}

/// A refund above the limit for one person, which another administrator approves or declines.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundRequest {
    id: String,
    order_id: String,
    order_number: String,
    buyer_name: String,
    amount: Cents,
    /// Number of cards to refund.
    cards: usize,
    reason: String,
    /// Whether you made the request.
    is_own: bool,
    #[schema(required)]
    requested_by_name: Option<String>,
    requested_at: Timestamp,
    #[schema(required)]
    decided_at: Option<Timestamp>,
    #[schema(required)]
    decided_by_name: Option<String>,
    #[schema(required)]
    is_approved: Option<bool>,
    /// Whether the request was withdrawn by the administrator who made it.
    is_withdrawn: bool,
    /// Reason for declining; null if it was not declined.
    #[schema(required)]
    decline_reason: Option<String>,
    /// Reason why you can't approve the refund; null if you can, and once it is decided.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

impl RefundRequest {
    pub fn of(row: RefundRequestRow, reader: &Reader) -> RefundRequest {
        RefundRequest {
            refusal: reader.refusal(refund_requests::decision(&row)),
            is_withdrawn: row.is_withdrawn(),
            id: row.id.to_string(),
            order_id: row.order_id.to_string(),
            order_number: row.cart_id.to_string(),
            buyer_name: row.buyer_name,
            amount: row.amount,
            cards: row.cards.0.len(),
            reason: row.reason,
            is_own: reader.is(row.requested_by),
            requested_by_name: row.requested_by_name,
            requested_at: row.requested_at,
            decided_at: row.decided_at,
            decided_by_name: row.decided_by_name,
            is_approved: row.is_approved,
            decline_reason: row.decline_reason,
        }
    }
}

page_schema! {
    /// A page of refunds that wait for a second person.
    RefundRequestPage of RefundRequest
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CardRefundForm {
    card_id: Option<String>,
    /// Balance of the card as the caller saw it. The call is refused if it has changed.
    amount: Option<Cents>,
}

#[derive(Deserialize, ToSchema)]
struct RefundForm {
    /// Reason, shown in the ledger and in the cards' history.
    reason: Option<String>,
    /// Cards to refund.
    cards: Option<Vec<CardRefundForm>>,
}

impl RefundForm {
    fn check(&self, order: OrderId) -> Result<Refund> {
        let reason = required_reason("reason", "Reason", &self.reason)?;
        let cards = self.cards.as_deref().unwrap_or_default();
        let mut fields = Fields::default();
        if cards.is_empty() || cards.len() > MAX_CARDS {
            let message = Message::new("Please choose a card.", "Veuillez choisir une carte.");
            fields.add("cards", message);
        }
        let mut wanted = Vec::new();
        for (index, card) in cards.iter().enumerate() {
            let id =
                fields.present(&format!("cards[{index}].cardId"), "Card", card.card_id.as_deref());
            let amount = fields.present(&format!("cards[{index}].amount"), "Amount", card.amount);
            if let Some((id, amount)) = id.zip(amount) {
                // Accepts any text as a card's id. A text that isn't an id belongs to no card of
                // the order, which is refused later.
                wanted.push(CardRefund { card: CardId::from_outside(id), amount });
            }
        }
        if !fields.is_empty() {
            return Err(Error::Invalid(fields));
        }
        Ok(Refund { order, cards: wanted, reason, closing: None })
    }
}

/// Refunds cards of an order.
///
/// The balances go back to the buyer's payment card, the shares of charity and platform are reversed in proportion, and the
/// buyer gets an email. Refunded cards stay empty. If nothing was spent and all cards are named, the whole order is
/// cancelled. A refund above the limit for one person (`[refunds]` in the settings) waits in `refundRequests` for another
/// administrator.
#[utoipa::path(post, path = "/Helpdesk/orders/{id}/refunds", tag = "Helpdesk", responses((status = OK, body = OrderDossier)))]
async fn refund_order(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<OrderId>,
    key: Key,
    extract::Json(form): extract::Json<RefundForm>,
) -> Result<Json<OrderDossier>> {
    let refund = form.check(id)?;
    let refunded = refunds::refund(&app, &who.actor, key, refund).await?;
    OrderDossier::of(&app, refunded, &who.actor, page).await
}

/// Lists refunds that wait for a second person.
///
/// The oldest comes first.
#[utoipa::path(get, path = "/Helpdesk/refund-requests", tag = "Helpdesk", responses((status = OK, body = RefundRequestPage)))]
async fn list_refund_requests(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<RefundRequest>>> {
    let waiting = refund_requests::OPEN.list(&app, pages).await?;
    let decisions = waiting.items.iter().filter_map(refund_requests::decision);
    let reader = Reader::of(&app, &who.actor, page.language, decisions).await?;
    Ok(Json(waiting.map(|row| RefundRequest::of(row, &reader))))
}

/// Approves a refund as a second person.
///
/// The refund is made at once. A repeated call changes nothing.
#[utoipa::path(put, path = "/Helpdesk/orders/{id}/refund-requests/{requestId}/approved", tag = "Helpdesk",
    responses((status = OK, body = OrderDossier)))]
async fn approve_refund(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path((id, request)): Path<(OrderId, RefundRequestId)>,
) -> Result<Json<OrderDossier>> {
    let approved = refund_requests::approve(&app, &who.actor, id, request).await?;
    OrderDossier::of(&app, approved, &who.actor, page).await
}

#[derive(Deserialize, ToSchema)]
struct DeclineRefundForm {
    /// Reason, shown in the audit log and to the administrator who requested the refund.
    reason: Option<String>,
}

/// Declines or withdraws a refund that waits.
///
/// A repeated call keeps the first reason.
#[utoipa::path(put, path = "/Helpdesk/orders/{id}/refund-requests/{requestId}/declined", tag = "Helpdesk",
    responses((status = OK, body = OrderDossier)))]
async fn decline_refund(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Path((id, request)): Path<(OrderId, RefundRequestId)>,
    extract::Json(form): extract::Json<DeclineRefundForm>,
) -> Result<Json<OrderDossier>> {
    let reason = required_reason("reason", "Reason", &form.reason)?;
    let declined = refund_requests::decline(&app, &who.actor, id, request, reason).await?;
    OrderDossier::of(&app, declined, &who.actor, page).await
}
