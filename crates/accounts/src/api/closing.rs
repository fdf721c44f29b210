//! Calls to close an account. The owner previews the closing, prints the remaining cards and closes the account
//! (`/Accounts/me…`); a colleague decides about the account of a staff member; and the link in the last email opens the
//! remaining cards.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::me::refuse_password_alone;
use access::auth::{
    Actor, Can, Client, FreshProof, IfNeeded, Permission, Right, SignedIn,
    errors::{APPOINTED_BY_EACH_OTHER, ROLE_TOO_NEW, SAME_PERSON},
};
use cards::{
    RemainingCards,
    api::{PrintedCard, no_store},
};
use checkout::carts::errors::PAYMENT_UNDERWAY;
use kernel::{
    fields::Fields,
    ids::PersonId,
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    passwords::Password,
    text::Line,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{
        Result,
        codes::{DEAD_LINK, NOT_FOUND, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use crate::{
    closing::{self, Outcome, Wish},
    closing_requests,
    errors::{LAST_SUPER_ADMINISTRATOR, NO_CLOSING_REQUEST, WRONG_CREDENTIALS},
    me::CurrentPassword,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(
            routes!(close_me: WRONG_CREDENTIALS LAST_SUPER_ADMINISTRATOR PAYMENT_UNDERWAY TOO_MANY_TRIES),
        )
        .routes(routes!(get_closing, withdraw_closing: NOT_FOUND))
        .routes(routes!(close_account: NO_CLOSING_REQUEST LAST_SUPER_ADMINISTRATOR PAYMENT_UNDERWAY SAME_PERSON APPOINTED_BY_EACH_OTHER ROLE_TOO_NEW))
        .routes(routes!(decline_closing: NO_CLOSING_REQUEST SAME_PERSON APPOINTED_BY_EACH_OTHER ROLE_TOO_NEW))
        .routes(routes!(list_my_printed_cards))
        .routes(routes!(open_closed_cards: DEAD_LINK))
}

/// Consequences and conditions of closing your account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Closing {
    /// Number of your cards with a balance. They stay valid by number and code.
    cards: i64,
    balance: Cents,
    /// Number of your unclaimed gifts. They remain valid for their recipients.
    unclaimed_gifts: i64,
    /// Whether your password is required. Accounts without one need a fresh proof.
    has_password: bool,
    /// Whether a colleague has to close the account, because you work here or did.
    needs_colleague: bool,
    /// Time at which you asked a colleague to close your account; null without an open request.
    #[schema(required)]
    asked_at: Option<Timestamp>,
}

impl From<closing::Closing> for Closing {
    fn from(closing: closing::Closing) -> Self {
        let RemainingCards { cards, balance, unclaimed_gifts } = closing.left;
        Closing {
            cards,
            balance,
            unclaimed_gifts,
            has_password: closing.has_password,
            needs_colleague: closing.needs_colleague,
            asked_at: closing.asked_at,
        }
    }
}

/// Previews closing your account.
#[utoipa::path(get, path = "/Accounts/me/closing", tag = "Accounts", responses((status = OK, body = Closing)))]
async fn get_closing(SignedIn(actor): SignedIn, State(app): AppState) -> Result<Json<Closing>> {
    Ok(Json(closing::left(&app, &actor).await?.into()))
}

/// Withdraws your request to close your account.
#[utoipa::path(delete, path = "/Accounts/me/closing", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn withdraw_closing(SignedIn(actor): SignedIn, State(app): AppState) -> Result<StatusCode> {
    closing_requests::withdraw(&app, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The right to close the account of staff who asked for it.
struct CloseStaffAccounts;

impl Right for CloseStaffAccounts {
    const PERMISSION: Permission = Permission::CloseStaffAccounts;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Closes a colleague's account at their request.
///
/// Administrators close accounts of managers and employees; super administrators close any but their own.
#[utoipa::path(post, path = "/Accounts/{id}/closed", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn close_account(
    who: Can<CloseStaffAccounts>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<PersonId>,
) -> Result<StatusCode> {
    closing_requests::close(&app, who.actor, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = DeclineClosingForm)]
struct DeclineForm {
    /// Reason, for the email to the person.
    reason: Option<String>,
}

/// Declines a colleague's request to close an account.
///
/// The colleague gets an email with the reason.
#[utoipa::path(post, path = "/Accounts/{id}/closing-declined", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn decline_closing(
    who: Can<CloseStaffAccounts>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<PersonId>,
    extract::Json(form): extract::Json<DeclineForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let reason = fields.required::<Line<300>>("reason", "Reason", &form.reason);
    let reason = fields.finish(|| reason)?;
    closing_requests::decline(&app, who.actor, id, reason.to_string()).await?;
    Ok(StatusCode::NO_CONTENT)
}

page_schema! {
    /// A page of cards with their numbers and codes.
    PrintedCardPage of PrintedCard
}

/// Lists your cards with balances, numbers and codes.
///
/// For printing or saving.
#[utoipa::path(get, path = "/Accounts/me/cards", tag = "Accounts",
    responses((status = OK, body = PrintedCardPage)))]
async fn list_my_printed_cards(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<impl IntoResponse> {
    let cards = closing::cards(&app, &actor, page).await?;
    Ok(no_store(cards.try_map(|card| PrintedCard::new(card, &app.secrets))?))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CloseForm {
    /// Required if the account has a password. Otherwise, closing requires a fresh proof.
    password: Option<String>,
    /// Confirms that you use your gift cards by number and code from now on. Must be true if a card has a balance.
    accept_cards_by_code: Option<bool>,
}

/// Closes your account for good.
///
/// The account of a present or former staff member is closed by a colleague: the reply is 202, and those who may decide get an
/// email.
#[utoipa::path(delete, path = "/Accounts/me", tag = "Accounts",
    responses((status = NO_CONTENT), (status = ACCEPTED, body = ClosingAsked, description = "The request waits for a colleague.")))]
async fn close_me(
    SignedIn(actor): SignedIn,
    proof: IfNeeded<FreshProof>,
    State(app): AppState,
    extract::Json(form): extract::Json<CloseForm>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let password = fields.optional::<Password>("password", "Password", &form.password);
    let password = fields.finish(|| password)?;
    refuse_password_alone(&actor, &proof)?;
    let wish = Wish {
        password: match password {
            Some(password) => CurrentPassword::Given(password),
            None => CurrentPassword::None { is_freshly_proven: proof.is_given() },
        },
        accepts_codes: form.accept_cards_by_code.unwrap_or(false),
    };
    Ok(match closing::close(&app, &actor, wish).await? {
        Outcome::Closed => StatusCode::NO_CONTENT.into_response(),
        Outcome::Asked(asked_at) => {
            (StatusCode::ACCEPTED, Json(ClosingAsked { asked_at })).into_response()
        }
    })
}

/// Your request waits for a colleague's decision.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClosingAsked {
    asked_at: Timestamp,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClosedCardsForm {
    code: Option<String>,
}

/// Cards of a closed account that still have a balance.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClosedAccountCards {
    #[schema(value_type = PrintedCardPage)]
    cards: Page<PrintedCard>,
    /// Expiry of the link, one day after it was first opened.
    expires_at: Timestamp,
}

/// Reads the cards of a closed account.
///
/// Takes the code of the link that was emailed when the account was closed. The link works for a month, and for one day after
/// it was first opened.
#[utoipa::path(post, path = "/Accounts/closed-cards", tag = "Accounts", responses((status = OK, body = ClosedAccountCards)))]
async fn open_closed_cards(
    State(app): AppState,
    client: Client,
    Query(page): Query<PageRequest>,
    extract::Json(form): extract::Json<ClosedCardsForm>,
) -> Result<impl IntoResponse> {
    let mut fields = Fields::default();
    let code = fields.required::<Line<200>>("code", "Code", &form.code);
    let code = fields.finish(|| code)?;
    let opened = closing::open_cards(&app, &code.to_string(), client, page).await?;
    let cards = opened.cards.try_map(|card| PrintedCard::new(card, &app.secrets))?;
    Ok(no_store(ClosedAccountCards { cards, expires_at: opened.expires_at }))
}
