//! `/Cards`: one's wallet, and for who works at a shop its cards.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::IntoResponse,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::replies::{CardDetail, CardItem, CardTransaction, searches_addresses};
use crate::{
    app::App,
    auth::{SignedIn, TenantId},
    cards::{self, CardFilter, CardId, CardOrder, gifts},
    error::Result,
    http::{
        AppState,
        extract::{self, Path, Query},
    },
    kernel::{
        contact::Email,
        date_range::DateFilter,
        fields::Fields,
        paging::{Page, PageRequest},
        search::Search,
        sort::Sort,
    },
    page_schema,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_cards))
        .routes(routes!(get_card))
        .routes(routes!(list_card_transactions))
        .routes(routes!(resend_gift_card))
}

page_schema! {
    /// A page of cards.
    CardPage of CardItem
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FilterQuery {
    tenant_id: Option<TenantId>,
    is_mine: Option<bool>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct CardsQuery {
    page_index: Option<u32>,
    page_size: Option<u32>,
    /// By name, number or the last digits of it; in one's wallet by shop too.
    search_text: Option<String>,
    /// The days on which something last happened on a card.
    start_date: Option<String>,
    end_date: Option<String>,
    /// recentTransaction, createdAt or cardBalance.
    order_by: Option<String>,
    /// Asc or Desc.
    direction: Option<String>,
    /// Only the cards of this shop.
    tenant_id: Option<String>,
    /// Only one's own wallet, for who works at a shop too.
    is_mine: Option<bool>,
}

/// One's own cards; for who works at a shop, the cards of that shop.
#[utoipa::path(get, path = "/Cards", tag = "Cards", params(CardsQuery),
    responses((status = OK, body = CardPage)))]
async fn list_cards(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Query(query): Query<FilterQuery>,
    Query(days): Query<DateFilter>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<CardOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<CardItem>>> {
    let filter = CardFilter {
        tenant: query.tenant_id,
        days: days.range()?,
        search,
        is_email_searched: searches_addresses(&actor),
    };
    let is_mine = query.is_mine.unwrap_or(false);
    let page = cards::list(&app, &actor, is_mine, filter, sort, page).await?;
    Ok(Json(page.map(|card| CardItem::new(card, &actor))))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct CardQuery {
    /// Only if it is in one's own wallet.
    is_mine: Option<bool>,
}

/// A card of one's own or of one's shop.
#[utoipa::path(get, path = "/Cards/{id}", tag = "Cards", params(("id" = String, Path), CardQuery),
    responses((status = OK, body = CardDetail)))]
async fn get_card(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
    Query(query): Query<CardQuery>,
) -> Result<impl IntoResponse> {
    let card = cards::find(&app, &actor, query.is_mine.unwrap_or(false), id).await?;
    Ok(unkept(CardDetail::new(card, &actor, &app.secrets)?))
}

/// A reply that no cache on the way may keep: there may be a code in it.
pub fn unkept<T: Serialize>(reply: T) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(reply))
}

page_schema! {
    /// A page of what happened on a card.
    CardTransactionPage of CardTransaction
}

/// What happened on a card, the newest first: nothing of a gift for who gave it, once it is in another's wallet.
#[utoipa::path(get, path = "/Cards/{id}/transactions", tag = "Cards",
    params(("id" = String, Path), PageRequest), responses((status = OK, body = CardTransactionPage)))]
async fn list_card_transactions(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<CardTransaction>>> {
    let (card, entries) = cards::list_transactions(&app, &actor, id, page).await?;
    Ok(Json(entries.map(|entry| CardTransaction::new(entry, card.card_type(), &actor))))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ResendForm {
    recipient_email: Option<String>,
}

/// Mails a gift once more. For another address it gets a new code and a new link, and the old ones die.
#[utoipa::path(post, path = "/Cards/{id}/resend-gift-card", tag = "Cards",
    params(("id" = String, Path)), request_body = ResendForm, responses((status = NO_CONTENT)))]
async fn resend_gift_card(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
    extract::Json(form): extract::Json<ResendForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let recipient =
        fields.required::<Email>("recipientEmail", "Recipient Email", &form.recipient_email);
    let recipient = fields.finish(|| recipient)?;
    gifts::send_again(&app, actor, id, recipient).await?;
    Ok(StatusCode::NO_CONTENT)
}
