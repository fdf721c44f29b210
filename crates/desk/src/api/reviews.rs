//! Charged orders that are held until an administrator decides.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, full_name, full_name_of, orders::OrderDossier, required_reason};
use access::{
    audit::Author,
    auth::{
        Can, FreshProof, Permission,
        errors::{
            APPOINTED_BY_EACH_OTHER, PROOF_REQUIRED, ROLE_TOO_NEW, SAME_PERSON, TOO_MUCH_READ,
        },
        second_person::{DecisionRefusal, Reader},
    },
};
use checkout::{
    fraud::review::{self, Decision, ReviewRow, RiskReason},
    order::errors::{NOT_HELD, OWN_ORDER},
    orders::{LockedOrder, support},
};
use kernel::{
    ids::{OrderId, PersonId},
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
        .routes(routes!(list_reviews: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(
            release_order: NOT_HELD OWN_ORDER SAME_PERSON APPOINTED_BY_EACH_OTHER ROLE_TOO_NEW
        ))
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
            refusal: review::refusal(&row, reader),
            id: row.id.to_string(),
            order_id: row.order_id.to_string(),
            order_number: row.cart_id.to_string(),
            amount: row.amount,
            score: row.score,
            reasons: row.reasons.0,
            buyer_name: full_name(&row.buyer_first_name, &row.buyer_last_name),
            buyer_email: row.buyer_email,
            held_at: row.created_at,
            decided_at: row.decided_at,
            is_released: row.is_released,
            decided_by_name: full_name_of(row.decider_first_name, row.decider_last_name),
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
    let held = review::list(&app, pages).await?;
    let buyers: Vec<PersonId> = held.items.iter().map(|row| row.person_id).collect();
    let reader = Reader::of(&app, &who.actor, page.language, buyers).await?;
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

/// Numbers of tasks that wait for an administrator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpenCounts {
    /// Orders that are held for review.
    reviews: u64,
    /// Payments that the gateway holds. An administrator approves or declines them at the gateway.
    held_payments: u64,
    /// Refunds that wait for a second person.
    refund_requests: u64,
    /// Raised buying limits that wait for a second person.
    buying_limits: u64,
    /// Open reversed charges.
    reversals: u64,
    /// Open differences between our records and the gateway's.
    differences: u64,
    /// Open bursts of redemptions.
    bursts: u64,
    /// Emails and other jobs that failed after many attempts.
    dead_letters: u64,
    /// Payouts that are not approved yet, or not known to be paid.
    payouts: u64,
    /// Payouts that wait for approval.
    payouts_drafted: u64,
    /// Approved payouts that are in no bank file yet.
    payouts_approved: u64,
    /// Payouts in a bank file that are not known to be paid.
    payouts_exported: u64,
    /// Payouts that one administrator has reported as failed. Another administrator confirms or
    /// refuses the report.
    payout_failures: u64,
    /// Id of the payout that was first reported as failed; null if there is none.
    #[schema(required)]
    oldest_payout_failure: Option<String>,
    /// Vendors that wait to be approved.
    vendors: u64,
    /// Time since when the first of these vendors has waited; null if none waits.
    #[schema(required)]
    oldest_vendor: Option<Timestamp>,
    /// Charities that wait to be approved.
    charities: u64,
    /// Time since when the first of these charities has waited; null if none waits.
    #[schema(required)]
    oldest_charity: Option<Timestamp>,
    /// People proposed as administrators. 0 for callers who may not agree to a proposal.
    proposals: u64,
    /// Closings of shops with money on their cards that wait for a second person.
    shop_closings: u64,
    /// Refunds that the gateway has refused for good, and that are not paid by the bank yet.
    refused_refunds: u64,
}

/// Counts the tasks that wait for an administrator.
#[utoipa::path(get, path = "/Helpdesk/open", tag = "Helpdesk", responses((status = OK, body = OpenCounts)))]
async fn count_open(who: Can<HelpCustomers>, State(app): AppState) -> Result<Json<OpenCounts>> {
    let open = crate::count_open(&app).await?;
    let may_agree = who.actor.may(Permission::AppointAdministrators);
    Ok(Json(OpenCounts {
        reviews: open.reviews,
        held_payments: open.held_payments,
        refund_requests: open.refund_requests,
        buying_limits: open.buying_limits,
        reversals: open.reversals,
        differences: open.differences,
        bursts: open.bursts,
        dead_letters: open.dead_letters,
        payouts: open.payouts.total(),
        payouts_drafted: open.payouts.drafted,
        payouts_approved: open.payouts.approved,
        payouts_exported: open.payouts.exported,
        payout_failures: open.payout_failures.0,
        oldest_payout_failure: open.payout_failures.1.map(|id| id.to_string()),
        vendors: open.vendors.count,
        oldest_vendor: open.vendors.oldest,
        charities: open.charities.count,
        oldest_charity: open.charities.oldest,
        proposals: if may_agree { open.proposals } else { 0 },
        shop_closings: open.shop_closings,
        refused_refunds: open.refused_refunds,
    }))
}
