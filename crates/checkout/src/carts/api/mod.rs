//! `/Carts/…`: the caller's cart.

mod forms;
mod lists;
mod replies;

use std::sync::Arc;

use axum::{Json, extract::State};
use utoipa_axum::router::OpenApiRouter;

use access::auth::SignedIn;
use kernel::{
    fields::Fields,
    ids::{CampaignId, ItemId},
    messages,
};
use platform::{
    app::App,
    error::{Error, Result, codes::NOT_FOUND},
    web::{
        AppState,
        calls::routes,
        extract::{self, Page, Path},
    },
};

use crate::carts::{self, ItemChange, Source, errors::CART_FROZEN};

use forms::CartForm;
use replies::CartReply;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_cart))
        .routes(routes!(add_items: CART_FROZEN NOT_FOUND, change_items: CART_FROZEN NOT_FOUND))
        .routes(routes!(remove_item: CART_FROZEN))
        .merge(lists::routes())
}

/// Returns 1 for a card that supports a charity, 2 for one that doesn't.
fn card_type(campaign: Option<CampaignId>) -> i64 {
    if campaign.is_some() { 1 } else { 2 }
}

/// Reads your cart.
#[utoipa::path(get, path = "/Carts/me", tag = "Carts", responses((status = OK, body = CartReply)))]
async fn get_cart(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    page: Page,
) -> Result<Json<CartReply>> {
    CartReply::new(carts::find(&app, &actor).await?, &app.secrets, page.language).map(Json)
}

/// Adds items to your cart.
///
/// Returns the whole cart. A local cart that is sent twice is added once.
#[utoipa::path(post, path = "/Carts/items", tag = "Carts",
    responses((status = OK, body = CartReply)))]
async fn add_items(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    page: Page,
    extract::Json(form): extract::Json<CartForm>,
) -> Result<Json<CartReply>> {
    let mut items = form.check()?;
    if form.is_local.unwrap_or(false) {
        let fingerprint = form.fingerprint();
        for (index, item) in items.iter_mut().enumerate() {
            let source = || Source::LocalCart(format!("{fingerprint}:{index}"));
            item.source.get_or_insert_with(source);
        }
    }
    CartReply::new(carts::add(&app, &actor, items).await?, &app.secrets, page.language).map(Json)
}

/// Changes items in your cart.
///
/// Returns the whole cart.
#[utoipa::path(put, path = "/Carts/items", tag = "Carts",
    responses((status = OK, body = CartReply)))]
async fn change_items(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    page: Page,
    extract::Json(form): extract::Json<CartForm>,
) -> Result<Json<CartReply>> {
    let items = form.check()?;
    let mut changes = Vec::new();
    for (index, (item, form)) in items.into_iter().zip(&form.cart_details).enumerate() {
        let Some(id) = form.id else {
            let path = format!("cartDetails[{index}].id");
            return Err(Error::Invalid(Fields::one(&path, messages::required("Id"))));
        };
        changes.push(ItemChange { id, item });
    }
    CartReply::new(carts::change(&app, &actor, changes).await?, &app.secrets, page.language)
        .map(Json)
}

/// Removes an item from your cart.
///
/// Returns the rest of the cart.
#[utoipa::path(delete, path = "/Carts/items/{id}", tag = "Carts",
    responses((status = OK, body = CartReply)))]
async fn remove_item(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    page: Page,
    Path(id): Path<ItemId>,
) -> Result<Json<CartReply>> {
    CartReply::new(carts::remove(&app, &actor, id).await?, &app.secrets, page.language).map(Json)
}
