//! `/Vendors/{id}/takeovers`: the cards of closing shops that this shop was asked to take over.

use std::sync::Arc;

use access::auth::{
    Actor, Can, FreshProof, Permission, Right,
    errors::{REQUEST_OVER, SAME_PERSON},
};
use axum::{Json, extract::State};
use cards::Reason;
use kernel::{
    fields::Fields,
    ids::{ShopClosingId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result, codes::NOT_FOUND},
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::super::{ClosingRow, api::name_of};

/// The right to decide about the cards of closing shops, for your own shops.
struct TakeCardsOver;

impl Right for TakeCardsOver {
    const PERMISSION: Permission = Permission::TakeCardsOver;
    type Scope = Vec<TenantId>;

    fn scope(actor: &Actor) -> Vec<TenantId> {
        actor.tenants_with(Permission::TakeCardsOver)
    }
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_takeovers: NOT_FOUND))
        .routes(routes!(accept_takeover: NOT_FOUND SAME_PERSON REQUEST_OVER))
        .routes(routes!(decline_takeover: NOT_FOUND REQUEST_OVER))
}

/// Cards of a closing shop that this shop was asked to take over.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Takeover {
    id: String,
    /// Name of the shop that closes.
    vendor_name: String,
    state: TakeoverState,
    reason: String,
    /// Number of cards with a balance at the time of the request.
    cards: i64,
    /// The balance of those cards.
    amount: Cents,
    /// Number of cards taken over so far.
    taken_cards: i64,
    /// Sum of the balances of the cards taken over so far.
    taken_amount: Cents,
    requested_at: Timestamp,
    #[schema(required)]
    accepted_by_name: Option<String>,
    #[schema(required)]
    accepted_at: Option<Timestamp>,
    #[schema(required)]
    decided_at: Option<Timestamp>,
    #[schema(required)]
    ended_at: Option<Timestamp>,
}

/// State of a takeover.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum TakeoverState {
    /// A manager of your shop accepts or declines.
    Offered,
    /// An administrator approves or declines.
    Accepted,
    Declined,
    /// Cards are being taken over.
    Runs,
    Ended,
}

impl From<ClosingRow> for Takeover {
    fn from(row: ClosingRow) -> Takeover {
        Takeover {
            state: state_of(&row),
            id: row.id.to_string(),
            vendor_name: row.vendor_name,
            reason: row.reason,
            cards: row.cards,
            amount: row.amount,
            taken_cards: row.done_cards,
            taken_amount: row.done_amount,
            requested_at: row.requested_at,
            accepted_by_name: name_of(row.accepter_first_name, row.accepter_last_name),
            accepted_at: row.accepted_at,
            decided_at: row.decided_at,
            ended_at: row.ended_at,
        }
    }
}

fn state_of(row: &ClosingRow) -> TakeoverState {
    match (row.is_approved, row.ended_at) {
        (None, _) if row.is_offered() => TakeoverState::Offered,
        (None, _) => TakeoverState::Accepted,
        (Some(false), _) => TakeoverState::Declined,
        (Some(true), None) => TakeoverState::Runs,
        (Some(true), Some(_)) => TakeoverState::Ended,
    }
}

fn reply(rows: Vec<ClosingRow>) -> Json<Vec<Takeover>> {
    Json(rows.into_iter().map(Takeover::from).collect())
}

/// Refusal of a closing shop's cards.
#[derive(Deserialize, ToSchema)]
struct DeclineTakeoverForm {
    /// Reason, for the administrators and for the log.
    reason: Option<String>,
}

fn own(shops: &[TenantId], shop: TenantId) -> Result<TenantId> {
    if shops.contains(&shop) { Ok(shop) } else { Err(Error::NotFound) }
}

/// Lists the takeovers that your shop was asked for.
///
/// The newest 20, the newest first.
#[utoipa::path(get, path = "/Vendors/{id}/takeovers", tag = "Vendors", responses((status = OK, body = Vec<Takeover>)))]
async fn list_takeovers(
    who: Can<TakeCardsOver>,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<Vec<Takeover>>> {
    Ok(reply(super::list(&app, own(&who.scope, id)?).await?))
}

/// Accepts the cards of a closing shop.
///
/// When an administrator approves the closing, its cards are redeemed at your shop with the same numbers and codes. You are paid for
/// them as for cards of your own.
#[utoipa::path(put, path = "/Vendors/{id}/takeovers/{closingId}/accepted", tag = "Vendors",
    responses((status = OK, body = Vec<Takeover>)))]
async fn accept_takeover(
    who: Can<TakeCardsOver>,
    _proof: FreshProof,
    State(app): AppState,
    Path((id, closing)): Path<(TenantId, ShopClosingId)>,
) -> Result<Json<Vec<Takeover>>> {
    let shop = own(&who.scope, id)?;
    Ok(reply(super::accept(&app, &who.actor, shop, closing).await?))
}

/// Declines the cards of a closing shop.
///
/// Possible until an administrator has approved the closing. If the call is repeated, the first reason is kept.
#[utoipa::path(put, path = "/Vendors/{id}/takeovers/{closingId}/declined", tag = "Vendors",
    responses((status = OK, body = Vec<Takeover>)))]
async fn decline_takeover(
    who: Can<TakeCardsOver>,
    State(app): AppState,
    Path((id, closing)): Path<(TenantId, ShopClosingId)>,
    extract::Json(form): extract::Json<DeclineTakeoverForm>,
) -> Result<Json<Vec<Takeover>>> {
    let shop = own(&who.scope, id)?;
    let mut fields = Fields::default();
    let reason = fields.required::<Reason>("reason", "Reason", &form.reason);
    let reason = fields.finish(|| reason).map_err(Error::Invalid)?;
    Ok(reply(super::decline(&app, &who.actor, shop, closing, reason.into()).await?))
}
