//! `/Cards/…` for who works at a counter, and for who may freeze a card.

use std::sync::Arc;

use axum::{Json, extract::State, response::IntoResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    holders::unkept,
    replies::{CardDetail, TransactionType},
    rights::{FindCards, RedeemCards, ReverseRedemptions, SwitchCards},
};
use crate::{
    app::App,
    auth::{Actor, Can, Right},
    cards::{
        CardId, Reason,
        counter::{self, Clerk, Moved, Redemption},
    },
    error::Result,
    http::{
        AppState,
        extract::{self, Path},
    },
    idempotency::Key,
    kernel::{fields::Fields, money::Cents, timestamp::Timestamp},
    ledger::{Kind, TransferId},
    tenants::TenantScope,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(find_card_by_code))
        .routes(routes!(redeem_card))
        .routes(routes!(cash_out_card))
        .routes(routes!(reverse_redemption))
        .routes(routes!(deactivate_card))
        .routes(routes!(reactivate_card))
}

impl<R: Right<Scope = TenantScope>> From<Can<R>> for Clerk {
    fn from(who: Can<R>) -> Clerk {
        Clerk { actor: who.actor, scope: who.scope }
    }
}

/// A card by its code, the content of its QR, or its number. What is unknown and what is another shop's are the same.
#[utoipa::path(get, path = "/Cards/codes/{code}", tag = "Cards", params(("code" = String, Path)),
    responses((status = OK, body = CardDetail)))]
async fn find_card_by_code(
    who: Can<FindCards>,
    State(app): AppState,
    Path(code): Path<String>,
) -> Result<impl IntoResponse> {
    let card = counter::look_up(&app, &who.actor, who.scope, &code).await?;
    Ok(unkept(CardDetail::new(card, &who.actor, &app.secrets)?))
}

/// Money that moved on a card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CardMovement {
    card_id: String,
    transaction_id: String,
    transaction_type: TransactionType,
    #[schema(value_type = f64)]
    value: Cents,
    /// What is on the card now, as is `cardBalance`.
    #[schema(value_type = f64)]
    balance: Cents,
    #[schema(value_type = f64)]
    card_balance: Cents,
    #[schema(value_type = String, format = DateTime)]
    date: Timestamp,
}

impl CardMovement {
    fn new(kind: Kind, moved: Moved) -> Json<CardMovement> {
        Json(CardMovement {
            card_id: moved.card.to_string(),
            transaction_id: moved.transfer.to_string(),
            transaction_type: kind.into(),
            value: moved.value,
            balance: moved.balance,
            card_balance: moved.balance,
            date: moved.moved_at,
        })
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RedeemForm {
    #[schema(value_type = Option<f64>)]
    value: Option<Cents>,
    /// Whether the card's holder gets a mail about it.
    mail_holder: Option<bool>,
}

/// Takes an amount off a card. With an `Idempotency-Key`, the same call again does nothing and has the same reply.
#[utoipa::path(put, path = "/Cards/{id}/redeemed", tag = "Cards",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = RedeemForm, responses((status = OK, body = CardMovement)))]
async fn redeem_card(
    who: Can<RedeemCards>,
    State(app): AppState,
    Path(id): Path<CardId>,
    key: Key,
    extract::Json(form): extract::Json<RedeemForm>,
) -> Result<Json<CardMovement>> {
    let mut fields = Fields::default();
    let value = fields.value("value", "Value", form.value, Cents::new(1));
    let value = fields.finish(|| value)?;
    let is_mailed = form.mail_holder.unwrap_or(false);
    let wanted = Redemption { card: id, value, is_mailed };
    let moved = counter::redeem(&app, who.into(), wanted, key).await?;
    Ok(CardMovement::new(Kind::Redemption, moved))
}

/// Pays out in cash what is left on a card, if it is $5 or less.
#[utoipa::path(put, path = "/Cards/{id}/cashed-out", tag = "Cards",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = OK, body = CardMovement)))]
async fn cash_out_card(
    who: Can<RedeemCards>,
    State(app): AppState,
    Path(id): Path<CardId>,
    key: Key,
) -> Result<Json<CardMovement>> {
    let moved = counter::cash_out(&app, who.into(), id, key).await?;
    Ok(CardMovement::new(Kind::CashOut, moved))
}

#[derive(Default, Deserialize, ToSchema)]
struct ReasonForm {
    reason: Option<String>,
}

impl ReasonForm {
    /// A reason that may be left out.
    fn check(&self) -> Result<Option<String>> {
        let mut fields = Fields::default();
        let reason = fields.optional::<Reason>("reason", "Reason", &self.reason);
        Ok(fields.finish(|| reason)?.map(String::from))
    }
}

/// Takes back what was redeemed today by mistake.
#[utoipa::path(put, path = "/Cards/{id}/transactions/{transactionId}/reversed", tag = "Cards",
    params(("id" = String, Path), ("transactionId" = String, Path),
           ("Idempotency-Key" = Option<String>, Header)),
    request_body = ReasonForm, responses((status = OK, body = CardMovement)))]
async fn reverse_redemption(
    who: Can<ReverseRedemptions>,
    State(app): AppState,
    Path((id, transfer)): Path<(CardId, TransferId)>,
    key: Key,
    extract::Json(form): extract::Json<ReasonForm>,
) -> Result<Json<CardMovement>> {
    let mut fields = Fields::default();
    let reason = fields.required::<Reason>("reason", "Reason", &form.reason);
    let reason = fields.finish(|| reason)?;
    let moved = counter::reverse(&app, who.into(), id, transfer, reason.into(), key).await?;
    Ok(CardMovement::new(Kind::Reversal, moved))
}

/// Freezes a card; what is on it is kept. The reason may be left out, and the body with it.
#[utoipa::path(put, path = "/Cards/{id}/deactived", tag = "Cards", params(("id" = String, Path)),
    request_body = Option<ReasonForm>, responses((status = OK, body = CardDetail)))]
async fn deactivate_card(
    who: Can<SwitchCards>,
    State(app): AppState,
    Path(id): Path<CardId>,
    form: extract::OptionalJson<ReasonForm>,
) -> Result<impl IntoResponse> {
    Ok(unkept(switch(&app, &who.actor, id, false, form).await?))
}

/// Lets a frozen card be used again. The reason may be left out, and the body with it.
#[utoipa::path(put, path = "/Cards/{id}/reactivated", tag = "Cards", params(("id" = String, Path)),
    request_body = Option<ReasonForm>, responses((status = OK, body = CardDetail)))]
async fn reactivate_card(
    who: Can<SwitchCards>,
    State(app): AppState,
    Path(id): Path<CardId>,
    form: extract::OptionalJson<ReasonForm>,
) -> Result<impl IntoResponse> {
    Ok(unkept(switch(&app, &who.actor, id, true, form).await?))
}

async fn switch(
    app: &App,
    actor: &Actor,
    id: CardId,
    is_active: bool,
    form: extract::OptionalJson<ReasonForm>,
) -> Result<CardDetail> {
    let reason = form.0.unwrap_or_default().check()?;
    let card = counter::switch(app, actor.person, id, is_active, reason).await?;
    CardDetail::new(card, actor, &app.secrets)
}
