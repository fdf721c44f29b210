//! `/Cards/…` for people who work at a counter, and for those who may freeze a card.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::request::Parts,
    response::IntoResponse,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::{
    audit::Author,
    auth::{Actor, Can, FreshProof, Right, second_person::DECIDES},
    idempotency::Key,
};
use kernel::{
    fields::Fields,
    ids::{CardId, TransferId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{
    TransferKind,
    errors::{ALREADY_REVERSED, LEDGER_STOPPED},
};
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{
        Error, Result,
        codes::{APPROVAL_NEEDED, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::{Call, Described, routes},
        extract::{self, Path},
    },
};

use super::{Clerk, Moved, Redemption, lookup, rules};
use crate::{
    card::Reason,
    counter::{
        self,
        lookup::{Glance, Shown},
        rights::{FindCards, FreezeCards, RedeemCards, UndoRedemptions},
    },
    errors::{
        BY_NAME_LIMIT, CARD_CANCELLED, CARD_DEACTIVATED, CARD_NOT_PRESENTED, CASHED_OUT,
        FOR_MANAGER, INVALID_CODE, NOT_APPROVED, OWN_CARD, REPEATED_MOVEMENT, TOO_LATE_TO_REVERSE,
        TOO_MUCH_FOR_CASH,
    },
    wallet::{
        self,
        api::{CardDetail, TransactionType, no_store},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(find_card_by_code: INVALID_CODE TOO_MANY_TRIES))
        .routes(routes!(
            redeem_card: CARD_DEACTIVATED CARD_CANCELLED CARD_NOT_PRESENTED OWN_CARD APPROVAL_NEEDED
                NOT_APPROVED BY_NAME_LIMIT REPEATED_MOVEMENT LEDGER_STOPPED
        ))
        .routes(routes!(
            cash_out_card: TOO_MUCH_FOR_CASH CARD_DEACTIVATED CARD_CANCELLED CARD_NOT_PRESENTED OWN_CARD
                APPROVAL_NEEDED NOT_APPROVED BY_NAME_LIMIT LEDGER_STOPPED
        ))
        .routes(routes!(
            reverse_redemption: ALREADY_REVERSED TOO_LATE_TO_REVERSE FOR_MANAGER CASHED_OUT CARD_CANCELLED
                OWN_CARD LEDGER_STOPPED
        ))
        .routes(routes!(deactivate_card: CARD_CANCELLED))
        .routes(routes!(
            reactivate_card: [DECIDES] CARD_CANCELLED
        ))
}

impl Clerk {
    fn new<R: Right<Scope = TenantScope>>(app: Arc<App>, who: Can<R>) -> Clerk {
        Clerk { app, actor: who.actor, scope: who.scope }
    }
}

/// A look-up: the caller and the presented card, both read in one query.
struct LookUp {
    who: Can<FindCards>,
    shown: Shown,
    glance: Glance,
}

impl FromRequestParts<Arc<App>> for LookUp {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<LookUp> {
        let Path(code) = Path::<String>::from_request_parts(parts, app).await?;
        let shown = Shown::parse(&app.secrets, &code);
        let wanted = shown.clone();
        let read = move |person| lookup::glance(&wanted, person);
        let (who, glance) = Can::with(parts, app, read).await?;
        Ok(LookUp { who, shown, glance })
    }
}

impl Described for LookUp {
    fn describe(call: &mut Call) {
        Can::<FindCards>::describe(call);
        Path::<String>::describe(call);
    }
}

/// Finds a card by its code, QR code or number.
///
/// Counts as a presentation of the card: the caller may redeem the card for the next ten minutes.
/// Returns 404 for unknown cards and for cards of other shops.
#[utoipa::path(get, path = "/Cards/codes/{code}", tag = "Cards",
    responses((status = OK, body = CardDetail)))]
async fn find_card_by_code(
    LookUp { who, shown, glance }: LookUp,
    State(app): AppState,
) -> Result<impl IntoResponse> {
    let card = lookup::look_up(&app, &who.actor, who.scope, shown, glance).await?;
    wallet::note_view(&app, &who.actor, &card).await?;
    Ok(no_store(
        CardDetail::new(card, &who.actor, &app.secrets)?
            .seen(lookup::Sight { is_presented: true, may_redeem_unseen: false }),
    ))
}

/// A transaction on a card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CardMovement {
    card_id: String,
    transaction_id: String,
    transaction_type: TransactionType,
    value: Cents,
    /// Current balance of the card, equal to `cardBalance`.
    balance: Cents,
    card_balance: Cents,
    date: Timestamp,
    /// Seconds during which the clerk can still reverse the redemption without a manager.
    undo_seconds: u64,
    /// Number of redemptions that the clerk may still make before the limit per hour requires a
    /// manager's approval. Null while more than five redemptions and more than a tenth of the
    /// amount are left.
    #[schema(required)]
    redemptions_left: Option<i64>,
    #[schema(required)]
    amount_left: Option<Cents>,
}

impl CardMovement {
    fn new(kind: TransferKind, moved: Moved, undo_left: Option<Duration>) -> Json<CardMovement> {
        Json(CardMovement {
            card_id: moved.card.to_string(),
            transaction_id: moved.transfer.to_string(),
            transaction_type: kind.into(),
            value: moved.value,
            balance: moved.balance,
            card_balance: moved.balance,
            date: moved.moved_at,
            undo_seconds: undo_left.unwrap_or_default().as_secs(),
            redemptions_left: moved.left.map(|left| left.redemptions),
            amount_left: moved.left.map(|left| left.amount),
        })
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RedeemForm {
    value: Option<Cents>,
    /// Reason. Required from administrators.
    reason: Option<String>,
}

/// Reads the reason, which administrators must give when they move money on a shop's cards.
fn checked_reason(
    fields: &mut Fields,
    actor: &Actor,
    reason: &Option<String>,
) -> Option<Option<String>> {
    if actor.is_administrator() {
        fields.required::<Reason>("reason", "Reason", reason).map(|reason| Some(reason.into()))
    } else {
        fields.optional::<Reason>("reason", "Reason", reason).map(|given| given.map(String::from))
    }
}

/// Redeems an amount from a card.
///
/// The caller must have looked up the card by its code or number within the last ten minutes, unless the shop allows
/// redemptions by name. A redemption over the limits of the shop waits for a manager: the reply is `APPROVAL_NEEDED` with the
/// request to follow under `/Approvals`. After approval, the same call with the same `Idempotency-Key` gets the usual reply.
/// Without that header, a repeated redemption is refused for two minutes.
#[utoipa::path(put, path = "/Cards/{id}/redeemed", tag = "Cards", responses((status = OK, body = CardMovement)))]
async fn redeem_card(
    who: Can<RedeemCards>,
    State(app): AppState,
    Path(id): Path<CardId>,
    key: Key,
    extract::Json(form): extract::Json<RedeemForm>,
) -> Result<Json<CardMovement>> {
    let mut fields = Fields::default();
    let value = fields.value("value", "Value", form.value, Cents::new(1));
    let reason = checked_reason(&mut fields, &who.actor, &form.reason);
    let (value, reason) = fields.finish(|| value.zip(reason))?;
    let wanted = Redemption { card: id, value, reason };
    let may_undo = !who.actor.is_administrator();
    let moved = counter::redeem(Clerk::new(app.clone(), who), wanted, key).await?;
    let undo_left = may_undo.then(|| rules::undo_left(moved.moved_at, app.clock.now()));
    Ok(CardMovement::new(TransferKind::Redemption, moved, undo_left))
}

/// Pays out the rest of a card in cash.
///
/// Allowed for a balance of $5 or less, within ten minutes after the card was presented. A manager
/// may have to approve it, as for a redemption.
#[utoipa::path(put, path = "/Cards/{id}/cashed-out", tag = "Cards",
    request_body = Option<ReasonForm>, responses((status = OK, body = CardMovement)))]
async fn cash_out_card(
    who: Can<RedeemCards>,
    State(app): AppState,
    Path(id): Path<CardId>,
    key: Key,
    form: extract::OptionalJson<ReasonForm>,
) -> Result<Json<CardMovement>> {
    let mut fields = Fields::default();
    let reason = checked_reason(&mut fields, &who.actor, &form.0.unwrap_or_default().reason);
    let reason = fields.finish(|| reason)?;
    let moved = counter::cash_out(Clerk::new(app, who), id, reason, key).await?;
    Ok(CardMovement::new(TransferKind::CashOut, moved, None))
}

#[derive(Default, Deserialize, ToSchema)]
struct ReasonForm {
    /// Reason. Required from administrators for a cash-out, and for the reversal of another person's redemption.
    reason: Option<String>,
}

impl ReasonForm {
    /// Reads an optional reason.
    fn check(&self) -> Result<Option<String>> {
        let mut fields = Fields::default();
        let reason = fields.optional::<Reason>("reason", "Reason", &self.reason);
        Ok(fields.finish(|| reason)?.map(String::from))
    }
}

/// Reverses a redemption.
///
/// Clerks can reverse their own redemptions within a minute, without a reason. Managers and
/// administrators can reverse any redemption until the end of the day, with a reason.
#[utoipa::path(put, path = "/Cards/{id}/transactions/{transactionId}/reversed", tag = "Cards",
    request_body = Option<ReasonForm>, responses((status = OK, body = CardMovement)))]
async fn reverse_redemption(
    who: Can<UndoRedemptions>,
    State(app): AppState,
    Path((id, transfer)): Path<(CardId, TransferId)>,
    key: Key,
    form: extract::OptionalJson<ReasonForm>,
) -> Result<Json<CardMovement>> {
    let reason = form.0.unwrap_or_default().check()?;
    let moved = counter::reverse(Clerk::new(app, who), id, transfer, reason, key).await?;
    Ok(CardMovement::new(TransferKind::Reversal, moved, None))
}

/// Freezes a card.
///
/// The card keeps its balance. The body and its reason are optional.
#[utoipa::path(put, path = "/Cards/{id}/deactived", tag = "Cards",
    request_body = Option<ReasonForm>, responses((status = OK, body = CardDetail)))]
async fn deactivate_card(
    who: Can<FreezeCards>,
    State(app): AppState,
    Path(id): Path<CardId>,
    form: extract::OptionalJson<ReasonForm>,
) -> Result<impl IntoResponse> {
    let (actor, reason) = (&who.actor, form.0.unwrap_or_default().check()?);
    let card = counter::change_status(&app, Author::of(actor), id, false, reason).await?;
    Ok(no_store(CardDetail::new(card, actor, &app.secrets)?))
}

/// Unfreezes a card.
///
/// Another person must have frozen the card, if the settings require a second person. The body and
/// its reason are optional.
#[utoipa::path(put, path = "/Cards/{id}/reactivated", tag = "Cards",
    request_body = Option<ReasonForm>, responses((status = OK, body = CardDetail)))]
async fn reactivate_card(
    who: Can<FreezeCards>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<CardId>,
    form: extract::OptionalJson<ReasonForm>,
) -> Result<impl IntoResponse> {
    let (actor, reason) = (&who.actor, form.0.unwrap_or_default().check()?);
    let card = counter::reactivate(&app, actor, id, reason).await?;
    Ok(no_store(CardDetail::new(card, actor, &app.secrets)?))
}
