//! `/Approvals/…`: redemptions and cash-outs that wait for a manager's decision.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use access::{
    audit::Author,
    auth::{
        Can, FreshProof, Permission,
        errors::{
            APPOINTED_BY_EACH_OTHER, ASKER_GONE, PROOF_REQUIRED, REQUEST_OVER, ROLE_TOO_NEW,
            SAME_PERSON, TOO_MUCH_READ,
        },
        second_person::{DecisionRefusal, Reader},
    },
};
use kernel::{
    fields::Fields,
    ids::{ApprovalId, TenantId},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::errors::LEDGER_STOPPED;
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use super::{ApprovalRow, Approver, State as ApprovalState};
use crate::{
    card::{Reason, masked_number},
    counter::rules::PaceLimit,
    counter::{
        approvals,
        rights::{ManageCounter, RedeemCards},
    },
    errors::{
        BY_NAME_LIMIT, CARD_CANCELLED, CARD_DEACTIVATED, CARD_NOT_PRESENTED, OWN_CARD, OWN_REQUEST,
    },
    wallet::api::TransactionType,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_approvals: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(get_approval))
        .routes(routes!(
            approve_redemption: REQUEST_OVER ASKER_GONE OWN_REQUEST SAME_PERSON APPOINTED_BY_EACH_OTHER ROLE_TOO_NEW OWN_CARD CARD_NOT_PRESENTED BY_NAME_LIMIT CARD_DEACTIVATED
                CARD_CANCELLED LEDGER_STOPPED
        ))
        .routes(routes!(decline_redemption: REQUEST_OVER OWN_REQUEST))
        .routes(routes!(withdraw_redemption: REQUEST_OVER))
}

/// A request for a redemption or cash-out over the limits of the shop.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    id: String,
    vendor_id: String,
    card_id: String,
    /// Last four digits of the card number.
    card_number: String,
    /// Current balance of the card.
    card_balance: Cents,
    holder_name: String,
    clerk_name: String,
    /// Name of the till; null if the clerk was not at a till.
    #[schema(required)]
    till: Option<String>,
    transaction_type: TransactionType,
    value: Cents,
    /// Exceeded limit of the shop: SINGLE for one card, COUNT or AMOUNT for the clerk's hour.
    cause: PaceLimit,
    /// Whether the card was not presented, but found by its holder's name.
    is_by_name: bool,
    state: ApprovalState,
    asked_at: Timestamp,
    expires_at: Timestamp,
    /// Seconds until the request expires.
    seconds_left: u64,
    /// Manager who approved or declined the request; null until then.
    #[schema(required)]
    decided_by: Option<String>,
    /// Reason for declining; null if the request was not declined.
    #[schema(required)]
    reason: Option<String>,
    #[schema(required)]
    transaction_id: Option<String>,
    /// Reason why you can't approve the waiting request; null if you can.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

/// Joins a name whose last part may be unknown.
fn full_name(first: Option<String>, last: Option<String>) -> String {
    [first, last].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

impl Approval {
    pub fn new(row: ApprovalRow, refusal: Option<DecisionRefusal>, now: Timestamp) -> Approval {
        let state = row.state_at(now);
        let waits = state == ApprovalState::Waiting;
        let holder = match row.owner_first_name {
            Some(first) => full_name(Some(first), row.owner_last_name),
            None => row.gift_to.unwrap_or_default(),
        };
        let decided_by = full_name(row.decider_first_name, row.decider_last_name);
        Approval {
            refusal: refusal.filter(|_| waits),
            id: row.id.to_string(),
            vendor_id: row.vendor_id.to_string(),
            card_id: row.card_id.to_string(),
            card_number: masked_number(&row.last_four),
            card_balance: row.card_balance,
            holder_name: holder,
            clerk_name: format!("{} {}", row.clerk_first_name, row.clerk_last_name),
            till: row.till_name,
            transaction_type: row.kind.into(),
            value: row.value,
            cause: row.cause,
            is_by_name: row.is_by_name,
            state,
            asked_at: row.created_at,
            expires_at: row.expires_at,
            seconds_left: if waits { row.expires_at.since(now).as_secs() } else { 0 },
            decided_by: (!decided_by.is_empty()).then_some(decided_by),
            reason: row.reason,
            transaction_id: row.transfer_id.map(|id| id.to_string()),
        }
    }
}

page_schema! {
    /// A page of requests that wait for a manager.
    ApprovalPage of Approval
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ApprovalsQuery {
    /// Only requests at this shop.
    #[param(inline)]
    tenant_id: Option<TenantId>,
}

/// Lists requests that wait for you, the oldest first.
///
/// Covers the shops that you manage.
#[utoipa::path(get, path = "/Approvals", tag = "Approvals",
    responses((status = OK, body = ApprovalPage)))]
async fn list_approvals(
    who: Can<ManageCounter>,
    State(app): AppState,
    page: extract::Page,
    Query(query): Query<ApprovalsQuery>,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<Approval>>> {
    let waiting = approvals::list(&app, who.scope, query.tenant_id, pages).await?;
    let clerks = waiting.items.iter().map(|row| row.clerk_id);
    let reader = Reader::of(&app, &who.actor, page.language, clerks).await?;
    let now = app.clock.now();
    Ok(Json(waiting.map(|row| {
        let refusal = approvals::refusal(&row, &reader);
        Approval::new(row, refusal, now)
    })))
}

/// Reads a request for approval.
///
/// Visible to the clerk who made it and to managers of the shop.
#[utoipa::path(get, path = "/Approvals/{id}", tag = "Approvals",
    responses((status = OK, body = Approval)))]
async fn get_approval(
    who: Can<RedeemCards>,
    State(app): AppState,
    Path(id): Path<ApprovalId>,
) -> Result<Json<Approval>> {
    let managed = TenantScope::of(&who.actor, Permission::ManageCounter);
    let row = approvals::find(&app, &who.actor, managed, id).await?;
    Ok(Json(Approval::new(row, None, app.clock.now())))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApproveForm {
    /// Whether the clerk may exceed the shop's limits for an hour from now on.
    #[serde(default)]
    for_an_hour: bool,
}

/// Approves a clerk's request.
///
/// The redemption or cash-out is made at once, in the clerk's name. You can't approve your own requests, nor those for a card
/// that you bought or own. A repeated call does nothing.
#[utoipa::path(post, path = "/Approvals/{id}/approved", tag = "Approvals",
    request_body = Option<ApproveForm>, responses((status = OK, body = Approval)))]
async fn approve_redemption(
    who: Can<ManageCounter>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<ApprovalId>,
    form: extract::OptionalJson<ApproveForm>,
) -> Result<Json<Approval>> {
    let for_an_hour = form.0.unwrap_or_default().for_an_hour;
    let author = Author::of(&who.actor);
    let approver = Approver { actor: who.actor, author, scope: who.scope, for_an_hour };
    let row = approvals::approve(&app, approver, id).await?;
    Ok(Json(Approval::new(row, None, app.clock.now())))
}

#[derive(Default, Deserialize, ToSchema)]
struct DeclineForm {
    /// Reason, shown to the clerk.
    reason: Option<String>,
}

/// Declines a clerk's request.
#[utoipa::path(post, path = "/Approvals/{id}/declined", tag = "Approvals",
    request_body = Option<DeclineForm>, responses((status = OK, body = Approval)))]
async fn decline_redemption(
    who: Can<ManageCounter>,
    State(app): AppState,
    Path(id): Path<ApprovalId>,
    form: extract::OptionalJson<DeclineForm>,
) -> Result<Json<Approval>> {
    let mut fields = Fields::default();
    let form = form.0.unwrap_or_default();
    let reason = fields.optional::<Reason>("reason", "Reason", &form.reason);
    let reason = fields.finish(|| reason)?.map(String::from);
    let row = approvals::decline(&app, who.actor, who.scope, id, reason).await?;
    Ok(Json(Approval::new(row, None, app.clock.now())))
}

/// Withdraws your own request for approval.
#[utoipa::path(post, path = "/Approvals/{id}/withdrawn", tag = "Approvals",
    responses((status = OK, body = Approval)))]
async fn withdraw_redemption(
    who: Can<RedeemCards>,
    State(app): AppState,
    Path(id): Path<ApprovalId>,
) -> Result<Json<Approval>> {
    let row = approvals::withdraw(&app, who.actor, id).await?;
    Ok(Json(Approval::new(row, None, app.clock.now())))
}
