//! `/Vendors/{id}/closing`: refunding the balances of a shop's cards or handing the cards over to
//! another shop, and closing the shop.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::{
    auth::{
        Actor, Can, FreshProof,
        errors::{PROOF_REQUIRED, REQUEST_OVER, TOO_MUCH_READ},
        second_person::{APPROVES, DecisionRefusal, Reader},
    },
    idempotency::Once,
};
use cards::Reason;
use kernel::{
    fields::Fields,
    ids::{OrderId, ShopClosingId, TenantId},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::errors::LEDGER_STOPPED;
use market::tenants::{api::ManageTenants, errors::SHOP_STILL_SELLS};
use platform::{
    app::App,
    error::{Error, Result, codes::NOT_FOUND},
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use super::{ClosingRow, HandPayment, LeftRow, Obstacle, Overview, Wanted};
use crate::{
    order::errors::{
        CLOSING_GREW, CLOSING_WAITS, NOT_PAYABLE_BY_HAND, OWN_ORDER, SHOP_IS_EMPTY,
        SUCCESSOR_CLOSED, SUCCESSOR_UNDECIDED,
    },
    orders::bank_payments::BankPaymentForm,
    payments::{RefundRefusal, RefusedRefund},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_shop_closing: NOT_FOUND))
        .routes(routes!(ask_for_shop_closing: NOT_FOUND SHOP_STILL_SELLS CLOSING_WAITS SHOP_IS_EMPTY))
        .routes(routes!(
            approve_shop_closing: [APPROVES] NOT_FOUND SHOP_STILL_SELLS CLOSING_GREW SUCCESSOR_CLOSED SUCCESSOR_UNDECIDED
        ))
        .routes(routes!(decline_shop_closing: NOT_FOUND REQUEST_OVER))
        .routes(routes!(list_left_by_shop_closing: NOT_FOUND TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(pay_left_of_shop_by_hand: NOT_FOUND OWN_ORDER NOT_PAYABLE_BY_HAND LEDGER_STOPPED))
}

/// Balance of a shop's cards, and its newest closing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShopClosingOverview {
    /// Number of cards with a balance.
    cards: i64,
    /// The balance of those cards.
    amount: Cents,
    /// Newest closing; null if there was none.
    #[schema(required)]
    closing: Option<ShopClosing>,
}

/// Closing of a shop whose cards have a balance.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShopClosing {
    id: String,
    state: ShopClosingState,
    reason: String,
    /// Number of cards with a balance at the time of the request.
    cards: i64,
    /// The balance of those cards.
    amount: Cents,
    /// The shop that takes the cards over; null if they are refunded.
    #[schema(required)]
    successor: Option<ShopSuccessor>,
    /// Number of cards that were refunded or handed over so far.
    refunded_cards: i64,
    /// Sum of the balances of the refunded or handed-over cards.
    refunded_amount: Cents,
    /// Number of refunds that the gateway has made.
    gateway_made: i64,
    /// Number of refunds that the gateway makes when their charges are settled.
    gateway_pending: i64,
    /// Refunds that the gateway refused so far, the oldest first.
    refused: Vec<RefusedByGateway>,
    /// Whether you made the request.
    is_own: bool,
    #[schema(required)]
    requested_by_name: Option<String>,
    requested_at: Timestamp,
    #[schema(required)]
    decided_by_name: Option<String>,
    #[schema(required)]
    decided_at: Option<Timestamp>,
    #[schema(required)]
    decline_reason: Option<String>,
    #[schema(required)]
    ended_at: Option<Timestamp>,
    /// Reason why you can't approve the closing; null if you can, or once it is decided.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

/// The shop that takes over the cards of a closing shop.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShopSuccessor {
    id: String,
    name: String,
    /// Manager of that shop who accepted the cards; null until then.
    #[schema(required)]
    accepted_by_name: Option<String>,
    #[schema(required)]
    accepted_at: Option<Timestamp>,
}

impl ShopSuccessor {
    fn of(row: &ClosingRow) -> Option<ShopSuccessor> {
        Some(ShopSuccessor {
            id: row.successor_id?.to_string(),
            name: row.successor_name.clone().unwrap_or_default(),
            accepted_by_name: row.accepted_by_name.clone(),
            accepted_at: row.accepted_at,
        })
    }
}

/// State of a closing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ShopClosingState {
    /// Waits for a manager of the shop that is to take the cards over.
    Offered,
    /// Waits for a second administrator.
    Waits,
    Declined,
    /// The cards of the shop are being refunded or handed over.
    Runs,
    Ended,
}

/// A refund that the gateway has refused so far.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefusedByGateway {
    order_id: String,
    amount: Cents,
    /// Message of the gateway, in English.
    message: String,
    /// Reason why the gateway will never make the refund; null while the refund is retried.
    #[schema(required)]
    refusal: Option<RefundRefusal>,
}

impl From<RefusedRefund> for RefusedByGateway {
    fn from(row: RefusedRefund) -> Self {
        RefusedByGateway {
            order_id: row.order_id.to_string(),
            amount: row.amount,
            message: row.message.unwrap_or_default(),
            refusal: row.refusal,
        }
    }
}

fn state_of(row: &ClosingRow) -> ShopClosingState {
    match (row.is_approved, row.ended_at) {
        (None, _) if row.is_offered() => ShopClosingState::Offered,
        (None, _) => ShopClosingState::Waits,
        (Some(false), _) => ShopClosingState::Declined,
        (Some(true), None) => ShopClosingState::Runs,
        (Some(true), Some(_)) => ShopClosingState::Ended,
    }
}

impl ShopClosingOverview {
    async fn of(
        app: &App,
        overview: Overview,
        actor: &Actor,
        page: extract::Page,
    ) -> Result<Json<ShopClosingOverview>> {
        let Overview { cards, amount, closing, refunds, refused } = overview;
        let decision = closing.as_ref().and_then(super::decision);
        let reader = Reader::of(app, actor, page.language, decision.clone()).await?;
        let closing = closing.map(|row| ShopClosing {
            refusal: reader.refusal(decision),
            state: state_of(&row),
            successor: ShopSuccessor::of(&row),
            id: row.id.to_string(),
            reason: row.reason,
            cards: row.cards,
            amount: row.amount,
            refunded_cards: row.done_cards,
            refunded_amount: row.done_amount,
            gateway_made: refunds.made,
            gateway_pending: refunds.pending,
            refused: refused.into_iter().map(RefusedByGateway::from).collect(),
            is_own: reader.is(row.requested_by),
            requested_by_name: row.requested_by_name,
            requested_at: row.requested_at,
            decided_by_name: row.decided_by_name,
            decided_at: row.decided_at,
            decline_reason: row.decline_reason,
            ended_at: row.ended_at,
        });
        Ok(Json(ShopClosingOverview { cards, amount, closing }))
    }
}

/// An order that the closing could not refund completely.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LeftByClosing {
    order_id: String,
    order_number: String,
    buyer_name: String,
    cards: i64,
    amount: Cents,
    /// Reason why the order was not refunded.
    cause: Obstacle,
    /// Whether the balance can be paid to the buyer outside the gateway and recorded with `/paid`.
    is_paid_by_hand: bool,
    /// Time at which the payment was recorded; null until then.
    #[schema(required)]
    paid_at: Option<Timestamp>,
    #[schema(required)]
    paid_by_name: Option<String>,
    #[schema(required)]
    payment_reference: Option<String>,
}

impl From<LeftRow> for LeftByClosing {
    fn from(row: LeftRow) -> Self {
        LeftByClosing {
            order_id: row.order_id.to_string(),
            order_number: row.cart_id.to_string(),
            buyer_name: row.buyer_name,
            cards: row.cards,
            amount: row.amount,
            cause: row.cause,
            is_paid_by_hand: row.cause.is_paid_by_hand(),
            paid_at: row.paid_at,
            paid_by_name: row.paid_by_name,
            payment_reference: row.payment_reference,
        }
    }
}

page_schema! {
    /// Page of orders that a closing did not refund.
    LeftByClosingPage of LeftByClosing
}

/// Request to close a shop whose cards have a balance.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShopClosingForm {
    /// Balance of the cards as you read it. The call is refused if it has changed.
    amount: Option<Cents>,
    /// Reason, for the books and for the history of the cards.
    reason: Option<String>,
    /// Id of the shop that takes the cards over. If left out, the cards are refunded.
    successor_id: Option<String>,
}

impl ShopClosingForm {
    fn check(&self) -> Result<Wanted> {
        let mut fields = Fields::default();
        let amount = fields.present("amount", "Amount", self.amount);
        let reason = fields.required::<Reason>("reason", "Reason", &self.reason);
        let is_refund = self.successor_id.as_deref().unwrap_or_default().trim().is_empty();
        let successor = if is_refund {
            Some(None)
        } else {
            fields.required::<TenantId>("successorId", "Shop", &self.successor_id).map(Some)
        };
        let wanted = fields.finish(|| {
            Some(Wanted { amount: amount?, reason: reason?.into(), successor: successor? })
        });
        wanted.map_err(Error::Invalid)
    }
}

/// Refusal of a closing.
#[derive(Deserialize, ToSchema)]
struct DeclineShopClosingForm {
    /// Reason, for the administrator who asked and for the log.
    reason: Option<String>,
}

/// Reads the newest closing of a shop.
///
/// The reply also has the balance of the shop's cards.
#[utoipa::path(get, path = "/Vendors/{id}/closing", tag = "Vendors", responses((status = OK, body = ShopClosingOverview)))]
async fn get_shop_closing(
    who: Can<ManageTenants>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<TenantId>,
) -> Result<Json<ShopClosingOverview>> {
    let overview = super::find(&app, who.scope, id).await?;
    ShopClosingOverview::of(&app, overview, &who.actor, page).await
}

/// Requests the closing of a shop.
///
/// The shop must have stopped selling. When another administrator approves the request, the balance of all its cards is refunded. With
/// `successorId`, the cards are handed over to that shop instead, once one of its managers has accepted them. Until then the cards stay
/// usable.
#[utoipa::path(post, path = "/Vendors/{id}/closing", tag = "Vendors", responses((status = OK, body = ShopClosingOverview)))]
async fn ask_for_shop_closing(
    who: Can<ManageTenants>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<TenantId>,
    once: Once<ShopClosingForm>,
) -> Result<Json<ShopClosingOverview>> {
    let (form, call) = once.by(who.actor.person);
    let overview = super::ask(&app, call, &who.actor, who.scope, id, form.check()?).await?;
    ShopClosingOverview::of(&app, overview, &who.actor, page).await
}

/// Approves a closing as a second person.
///
/// A job refunds or hands over the cards order by order, and closes the shop when no balance is left.
#[utoipa::path(put, path = "/Vendors/{id}/closing/{closingId}/approved", tag = "Vendors",
    responses((status = OK, body = ShopClosingOverview)))]
async fn approve_shop_closing(
    who: Can<ManageTenants>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path((id, closing)): Path<(TenantId, ShopClosingId)>,
) -> Result<Json<ShopClosingOverview>> {
    let overview = super::approve(&app, &who.actor, who.scope, (id, closing)).await?;
    ShopClosingOverview::of(&app, overview, &who.actor, page).await
}

/// Declines a closing, or withdraws your own.
///
/// Nothing is refunded or handed over. If the call is repeated, the first reason is kept.
#[utoipa::path(put, path = "/Vendors/{id}/closing/{closingId}/declined", tag = "Vendors",
    responses((status = OK, body = ShopClosingOverview)))]
async fn decline_shop_closing(
    who: Can<ManageTenants>,
    State(app): AppState,
    page: extract::Page,
    Path((id, closing)): Path<(TenantId, ShopClosingId)>,
    extract::Json(form): extract::Json<DeclineShopClosingForm>,
) -> Result<Json<ShopClosingOverview>> {
    let mut fields = Fields::default();
    let reason = fields.required::<Reason>("reason", "Reason", &form.reason);
    let reason = fields.finish(|| reason).map_err(Error::Invalid)?;
    let declined = super::decline(&app, &who.actor, who.scope, (id, closing), reason.into());
    ShopClosingOverview::of(&app, declined.await?, &who.actor, page).await
}

/// Lists the orders that a closing did not refund.
///
/// The largest sums come first.
#[utoipa::path(get, path = "/Vendors/{id}/closing/{closingId}/left", tag = "Vendors",
    responses((status = OK, body = LeftByClosingPage)))]
async fn list_left_by_shop_closing(
    who: Can<ManageTenants>,
    State(app): AppState,
    Path((id, closing)): Path<(TenantId, ShopClosingId)>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<LeftByClosing>>> {
    let left = super::list_left(&app, who.scope, (id, closing), page).await?;
    Ok(Json(left.map(LeftByClosing::from)))
}

/// Records a payment to a buyer outside the gateway.
///
/// It covers the balance that is left of the order, empties its cards and emails the buyer. A repetition with the same reference
/// changes nothing.
#[utoipa::path(put, path = "/Vendors/{id}/closing/{closingId}/left/{orderId}/paid", tag = "Vendors",
    responses((status = OK, body = ShopClosingOverview)))]
async fn pay_left_of_shop_by_hand(
    who: Can<ManageTenants>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path((id, closing, order)): Path<(TenantId, ShopClosingId, OrderId)>,
    extract::Json(form): extract::Json<BankPaymentForm>,
) -> Result<Json<ShopClosingOverview>> {
    let paid = form.check().map_err(Error::Invalid)?;
    let payment = HandPayment { shop: id, closing, order, paid };
    let overview = super::pay_by_hand(&app, &who.actor, who.scope, payment).await?;
    ShopClosingOverview::of(&app, overview, &who.actor, page).await
}
