//! Charged orders that are held until an administrator decides.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, orders::OrderDossier, required_reason};
use access::{
    audit::Author,
    auth::{
        Can, FreshProof, Permission,
        errors::{PROOF_REQUIRED, TOO_MUCH_READ},
        second_person::{DECIDES, DecisionRefusal, Reader},
    },
};
use checkout::{
    fraud::review::{self, Decision, ReviewRow, RiskReason},
    order::errors::{NOT_HELD, OWN_ORDER},
    orders::{LockedOrder, support},
};
use kernel::{
    ids::OrderId,
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

use crate::open::{self, OpenCounts};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_reviews: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(release_order: [DECIDES] NOT_HELD OWN_ORDER))
        .routes(routes!(void_order: NOT_HELD OWN_ORDER))
        .routes(routes!(count_open))
}

/// A charged order that is or was held for review.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderReview {
    id: String,
    order_id: String,
    order_number: String,
    amount: Cents,
    /// Risk score from 0 to 100.
    score: i64,
    /// Reasons for the score, the weightiest first.
    reasons: Vec<RiskReason>,
    buyer_name: String,
    buyer_email: String,
    held_at: Timestamp,
    #[schema(required)]
    decided_at: Option<Timestamp>,
    #[schema(required)]
    is_released: Option<bool>,
    /// Administrator who decided; null before a decision, and if the charge no longer existed at
    /// the gateway.
    #[schema(required)]
    decided_by_name: Option<String>,
    #[schema(required)]
    reason: Option<String>,
    /// Reason why you can't release the order; null if you can, and once it is decided.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

impl OrderReview {
    pub fn of(row: ReviewRow, reader: &Reader) -> OrderReview {
        OrderReview {
            refusal: reader.refusal(review::release(&row)),
            id: row.id.to_string(),
            order_id: row.order_id.to_string(),
            order_number: row.cart_id.to_string(),
            amount: row.amount,
            score: row.score,
            reasons: row.reasons.0,
            buyer_name: row.buyer_name,
            buyer_email: row.buyer_email,
            held_at: row.created_at,
            decided_at: row.decided_at,
            is_released: row.is_released,
            decided_by_name: row.decided_by_name,
            reason: row.reason,
        }
    }
}

page_schema! {
    /// A page of held orders.
    OrderReviewPage of OrderReview
}

/// Lists orders held for review, the oldest first.
#[utoipa::path(get, path = "/Helpdesk/reviews", tag = "Helpdesk",
    responses((status = OK, body = OrderReviewPage)))]
async fn list_reviews(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<OrderReview>>> {
    let held = review::OPEN.list(&app, pages).await?;
    let decisions = held.items.iter().filter_map(review::release);
    let reader = Reader::of(&app, &who.actor, page.language, decisions).await?;
    Ok(Json(held.map(|row| OrderReview::of(row, &reader))))
}

#[derive(Deserialize, ToSchema)]
struct DecisionForm {
    /// Reason for the decision, kept on record.
    reason: Option<String>,
}

/// Releases a held order.
///
/// Its cards are issued.
#[utoipa::path(post, path = "/Helpdesk/orders/{id}/released", tag = "Helpdesk", responses((status = OK, body = OrderDossier)))]
async fn release_order(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<OrderId>,
    extract::Json(form): extract::Json<DecisionForm>,
) -> Result<Json<OrderDossier>> {
    decide(&app, &who, page, id, Decision::Release, &form).await
}

/// Voids a held order.
///
/// The charge is voided and the buyer gets an email.
#[utoipa::path(post, path = "/Helpdesk/orders/{id}/voided", tag = "Helpdesk", responses((status = OK, body = OrderDossier)))]
async fn void_order(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<OrderId>,
    extract::Json(form): extract::Json<DecisionForm>,
) -> Result<Json<OrderDossier>> {
    decide(&app, &who, page, id, Decision::Void, &form).await
}

async fn decide(
    app: &Arc<App>,
    who: &Can<HelpCustomers>,
    page: extract::Page,
    id: OrderId,
    decision: Decision,
    form: &DecisionForm,
) -> Result<Json<OrderDossier>> {
    let reason = required_reason("reason", "Reason", &form.reason)?;
    review::decide::<LockedOrder>(app, &who.actor, id, decision, reason).await?;
    let dossier = support::open(app, Author::of(&who.actor), id).await?;
    OrderDossier::of(app, dossier, &who.actor, page).await
}

/// Counts the tasks that wait for an administrator.
#[utoipa::path(get, path = "/Helpdesk/open", tag = "Helpdesk", responses((status = OK, body = OpenCounts)))]
async fn count_open(who: Can<HelpCustomers>, State(app): AppState) -> Result<Json<OpenCounts>> {
    Ok(Json(open::count(&app, who.actor.may(Permission::AppointAdministrators)).await?))
}
