//! `/Accounts/me` at its end: what is at stake, the cards on paper, closing, and what the last mail's link opens.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::me::refuse_password_alone;
use crate::{
    accounts::closing,
    app::App,
    auth::{Client, FreshProof, IfNeeded, SignedIn},
    cards::{
        RemainingCards,
        api::{PrintedCard, no_store},
    },
    error::Result,
    kernel::{
        fields::Fields,
        money::Cents,
        paging::{Page, PageRequest},
        passwords::Password,
        text::Line,
        timestamp::Timestamp,
    },
    page_schema,
    web::{
        AppState,
        calls::routes,
        extract::{self, Query},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(
            routes!(close_me: WrongCredentials LastSuperAdministrator PaymentUnderway TooManyTries),
        )
        .routes(routes!(get_closing))
        .routes(routes!(list_my_printed_cards))
        .routes(routes!(open_closed_cards: DeadLink))
}

/// What somebody has who thinks of closing their account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Closing {
    /// Own cards that have something on them: they stay valid by their number and code.
    cards: i64,
    balance: Cents,
    /// Gifts that nobody has claimed yet: they stay their recipients'.
    unclaimed_gifts: i64,
}

impl From<RemainingCards> for Closing {
    fn from(left: RemainingCards) -> Self {
        let RemainingCards { cards, balance, unclaimed_gifts } = left;
        Closing { cards, balance, unclaimed_gifts }
    }
}

/// What is at stake when one's own account is closed.
#[utoipa::path(get, path = "/Accounts/me/closing", tag = "Accounts", responses((status = OK, body = Closing)))]
async fn get_closing(SignedIn(actor): SignedIn, State(app): AppState) -> Result<Json<Closing>> {
    Ok(Json(closing::left(&app, &actor).await?.into()))
}

page_schema! {
    /// A page of cards with their numbers and codes.
    PrintedCardPage of PrintedCard
}

/// One's own cards that have something on them, with their numbers and codes: to print or to save.
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
    password: Option<String>,
    /// That one's gift cards are used by number and code from now on: needed when there are any.
    accept_cards_by_code: Option<bool>,
}

/// Closes one's own account for good.
#[utoipa::path(delete, path = "/Accounts/me", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn close_me(
    SignedIn(actor): SignedIn,
    proof: IfNeeded<FreshProof>,
    State(app): AppState,
    extract::Json(form): extract::Json<CloseForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let password = fields.required::<Password>("password", "Password", &form.password);
    let password = fields.finish(|| password)?;
    refuse_password_alone(&actor, &proof)?;
    closing::close(&app, &actor, password, form.accept_cards_by_code.unwrap_or(false)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClosedCardsForm {
    code: Option<String>,
}

/// The cards that somebody had when they closed their account, as far as something is left on them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClosedAccountCards {
    #[schema(value_type = PrintedCardPage)]
    cards: Page<PrintedCard>,
    /// Until when the link works: a day from its first opening on.
    expires_at: Timestamp,
}

/// Opens the link that was mailed when an account was closed: it works for a month, and from its first opening on for a
/// day.
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
