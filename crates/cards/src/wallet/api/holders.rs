//! `/Cards`: the caller's wallet, and for staff the cards of their shop.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::IntoResponse,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use access::auth::{
    AtCounter, FreshProof, IfNeeded, Permission, SignedIn,
    errors::{PROOF_REQUIRED, TOO_MUCH_READ},
};
use kernel::{
    contact::Email,
    date_range::DateFilter,
    fields::Fields,
    ids::{CardId, TenantId},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    sort::Sort,
};
use platform::{
    app::App,
    error::{
        Result,
        codes::{PERMISSION, TOO_MANY_TRIES},
    },
    lists::SearchIn,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use crate::{
    card::{self, Reason},
    counter::{self, lookup},
    errors::{CARD_CANCELLED, CARD_DEACTIVATED, GIFT_CLAIMED, NO_GIFT, NO_HOLDER},
    gifts::{self, lost},
    wallet::{
        self, CardSearch,
        api::replies::{CardDetail, CardItem, CardTransaction, searches_addresses},
        store::{CardFilter, CardOrder, WalletPart},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(report_lost_card: PERMISSION NO_HOLDER CARD_CANCELLED TOO_MANY_TRIES))
        .routes(routes!(list_cards: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(list_wallet))
        .routes(routes!(get_own_balance))
        .routes(routes!(get_card))
        .routes(routes!(list_card_transactions))
        .routes(routes!(
            resend_gift_card: PERMISSION NO_GIFT GIFT_CLAIMED CARD_DEACTIVATED CARD_CANCELLED TOO_MANY_TRIES
                PROOF_REQUIRED
        ))
        .merge(gifts::planned_api::routes())
}

page_schema! {
    /// A page of cards.
    CardPage of CardItem
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    /// Only the cards of this shop.
    #[param(inline)]
    tenant_id: Option<TenantId>,
    /// Whether to list only cards in your own wallet, even if you work at a shop.
    is_mine: Option<bool>,
    /// Part of your own wallet to list: cards that you can spend, or gifts that you gave.
    #[param(inline)]
    wallet_part: Option<WalletPart>,
}

/// Lists cards.
///
/// Consumers see their own cards, staff the cards of their shop. The search covers names, the whole
/// card number or its last four digits, and in your own wallet also shops. The dates filter by the
/// last event on each card.
#[utoipa::path(get, path = "/Cards", tag = "Cards", responses((status = OK, body = CardPage)))]
async fn list_cards(
    AtCounter(actor): AtCounter,
    State(app): AppState,
    Query(query): Query<FilterQuery>,
    Query(days): Query<DateFilter>,
    Query(search): Query<SearchIn<CardSearch>>,
    Query(sort): Query<Sort<CardOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<CardItem>>> {
    let search = search.into_search()?;
    let filter = CardFilter {
        part: query.wallet_part,
        tenant: query.tenant_id,
        days: days.range()?,
        number_hashes: card::number_hashes(&app.secrets, &search),
        search,
        is_email_searched: searches_addresses(&actor),
    };
    let is_mine = query.is_mine.unwrap_or(false) || query.wallet_part.is_some();
    let page = wallet::list(&app, &actor, is_mine, filter, sort, page).await?;
    Ok(Json(page.try_map(|card| CardItem::new(card, &actor, &app.secrets))?))
}

/// Lists your most recently used cards for offline use.
///
/// At most 30 cards, each like the reply of `GET /Cards/{id}`.
#[utoipa::path(get, path = "/Cards/wallet", tag = "Cards", responses((status = OK, body = [CardDetail])))]
async fn list_wallet(SignedIn(actor): SignedIn, State(app): AppState) -> Result<impl IntoResponse> {
    let cards = wallet::list_wallet(&app, &actor).await?;
    let cards: Result<Vec<_>> =
        cards.into_iter().map(|card| CardDetail::new(card, &actor, &app.secrets)).collect();
    Ok(no_store(cards?))
}

/// Balance that the caller can spend.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnBalance {
    total_balance: Cents,
    /// Number of cards with a balance.
    card_count: u64,
}

/// Reads the balance of all cards that you can spend.
///
/// Cards that you bought for yourself or claimed, and that are not frozen.
#[utoipa::path(get, path = "/Cards/balance", tag = "Cards", responses((status = OK, body = OwnBalance)))]
async fn get_own_balance(
    SignedIn(actor): SignedIn,
    State(app): AppState,
) -> Result<Json<OwnBalance>> {
    let (total_balance, card_count) = wallet::own_balance(&app, &actor).await?;
    Ok(Json(OwnBalance { total_balance, card_count }))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct CardQuery {
    /// Whether to find the card only in your own wallet, not among the cards of your shop.
    is_mine: Option<bool>,
}

/// Reads a card of your own or of your shop.
#[utoipa::path(get, path = "/Cards/{id}", tag = "Cards",
    responses((status = OK, body = CardDetail)))]
async fn get_card(
    AtCounter(actor): AtCounter,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<CardId>,
    Query(query): Query<CardQuery>,
) -> Result<impl IntoResponse> {
    let card = wallet::find(&app, &actor, query.is_mine.unwrap_or(false), id).await?;
    let refusal = counter::reactivation_refusal(&app, &actor, page.language, &card).await?;
    wallet::note_view(&app, &actor, &card).await?;
    let sight = if actor.may(Permission::RedeemCards) {
        lookup::sight(&app, &actor, &card).await?
    } else {
        lookup::Sight::default()
    };
    let detail = CardDetail::new(card, &actor, &app.secrets)?;
    Ok(no_store(detail.seen(sight).refusing(refusal)))
}

/// Marks a reply as not cacheable, because it may contain a card's code.
pub fn no_store<T: Serialize>(reply: T) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(reply))
}

page_schema! {
    /// A page of events on a card.
    CardTransactionPage of CardTransaction
}

/// Lists the transactions of a card, the newest first.
///
/// The giver of a gift sees none once the gift is in another person's wallet.
#[utoipa::path(get, path = "/Cards/{id}/transactions", tag = "Cards", responses((status = OK, body = CardTransactionPage)))]
async fn list_card_transactions(
    AtCounter(actor): AtCounter,
    State(app): AppState,
    Path(id): Path<CardId>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<CardTransaction>>> {
    let (card, entries) = wallet::list_transactions(&app, &actor, id, page).await?;
    wallet::note_view(&app, &actor, &card).await?;
    let (card_type, now) = (card.card_type(), app.clock.now());
    Ok(Json(entries.map(|line| CardTransaction::new(line, card_type, &actor, now))))
}

#[derive(Default, Deserialize, ToSchema)]
struct LostForm {
    /// Reason. Required from the shop's managers and from administrators.
    reason: Option<String>,
}

/// Replaces the code and number of a lost card.
///
/// An unclaimed gift gets a new link as well. Allowed for the cardholder, the shop's managers and administrators. Only the
/// cardholder gets the new code, by email.
#[utoipa::path(post, path = "/Cards/{id}/lost", tag = "Cards",
    request_body = Option<LostForm>, responses((status = OK, body = CardDetail)))]
async fn report_lost_card(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
    form: extract::OptionalJson<LostForm>,
) -> Result<impl IntoResponse> {
    let mut fields = Fields::default();
    let reason = fields.optional::<Reason>("reason", "Reason", &form.0.unwrap_or_default().reason);
    let reason = fields.finish(|| reason)?.map(String::from);
    let card = lost::report(&app, actor.clone(), id, reason).await?;
    Ok(no_store(CardDetail::new(card, &actor, &app.secrets)?))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ResendForm {
    recipient_email: Option<String>,
    /// Reason. Required from administrators if the address is not the one that the buyer chose.
    reason: Option<String>,
}

/// Emails a card again.
///
/// Sending a gift to another address gives it a new code and link, and the old ones stop working. Other cards go only to the
/// buyer's address.
#[utoipa::path(post, path = "/Cards/{id}/resend-gift-card", tag = "Cards", responses((status = NO_CONTENT)))]
async fn resend_gift_card(
    SignedIn(actor): SignedIn,
    proof: IfNeeded<FreshProof>,
    State(app): AppState,
    Path(id): Path<CardId>,
    extract::Json(form): extract::Json<ResendForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let recipient =
        fields.required::<Email>("recipientEmail", "Recipient Email", &form.recipient_email);
    let reason = fields.optional::<Reason>("reason", "Reason", &form.reason);
    let (recipient, reason) = fields.finish(|| Some((recipient?, reason?)))?;
    let reason = reason.map(String::from);
    let sending = gifts::Sending { recipient, reason, is_proven: proof.is_given() };
    gifts::send_again(&app, actor, id, sending).await?;
    Ok(StatusCode::NO_CONTENT)
}
