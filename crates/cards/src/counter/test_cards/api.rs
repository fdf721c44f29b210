//! `/Vendors/{id}/test-card` and `/TestCards/{code}`: a card without money, to try a shop's
//! counter.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::Can;
use kernel::{fields::Fields, ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::{
    app::App,
    error::{
        Result,
        codes::{NOT_FOUND, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

use crate::{
    counter::{
        rights::{FindCards, ManageCounter, RedeemCards},
        test_cards::{self, store::TestCardRow},
    },
    errors::INVALID_CODE,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_test_card: NOT_FOUND, create_test_card: NOT_FOUND TOO_MANY_TRIES))
        .routes(routes!(find_test_card: INVALID_CODE))
        .routes(routes!(redeem_test_card: INVALID_CODE))
}

/// Card of $1 for trying a counter. No money belongs to the card, and it appears in no ledger,
/// report or export.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TestCard {
    /// Code of the test card. Its QR code contains `FR1:` and this code. Null if there is no test card.
    #[schema(required)]
    code: Option<String>,
    balance: Cents,
    #[schema(required)]
    made_at: Option<Timestamp>,
    /// Time of the last redemption from a test card of the shop.
    #[schema(required)]
    redeemed_at: Option<Timestamp>,
}

impl From<Option<TestCardRow>> for TestCard {
    fn from(row: Option<TestCardRow>) -> Self {
        TestCard {
            balance: row.as_ref().map(|row| row.balance).unwrap_or_default(),
            made_at: row.as_ref().map(|row| row.made_at),
            redeemed_at: row.as_ref().and_then(|row| row.redeemed_at),
            code: row.map(|row| row.code),
        }
    }
}

/// Reads the test card of a shop.
#[utoipa::path(get, path = "/Vendors/{id}/test-card", tag = "Vendors", responses((status = OK, body = TestCard)))]
async fn get_test_card(
    who: Can<ManageCounter>,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<TestCard>> {
    Ok(Json(test_cards::find(&app, who.scope, id).await?.into()))
}

/// Creates a test card of $1.
///
/// It replaces an earlier one.
#[utoipa::path(post, path = "/Vendors/{id}/test-card", tag = "Vendors", responses((status = OK, body = TestCard)))]
async fn create_test_card(
    who: Can<ManageCounter>,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<TestCard>> {
    let made = test_cards::create(&app, &who.actor, who.scope, id).await?;
    Ok(Json(Some(made).into()))
}

/// Finds a test card by its code or QR code.
#[utoipa::path(get, path = "/TestCards/{code}", tag = "Cards", responses((status = OK, body = TestCard)))]
async fn find_test_card(
    who: Can<FindCards>,
    State(app): AppState,
    Path(code): Path<String>,
) -> Result<Json<TestCard>> {
    Ok(Json(Some(test_cards::look_up(&app, who.scope, &code).await?).into()))
}

#[derive(Deserialize, ToSchema)]
struct TestRedeemForm {
    value: Option<Cents>,
}

/// Redeems an amount from a test card.
///
/// No money moves.
#[utoipa::path(put, path = "/TestCards/{code}/redeemed", tag = "Cards", responses((status = OK, body = TestCard)))]
async fn redeem_test_card(
    who: Can<RedeemCards>,
    State(app): AppState,
    Path(code): Path<String>,
    extract::Json(form): extract::Json<TestRedeemForm>,
) -> Result<Json<TestCard>> {
    let mut fields = Fields::default();
    let value = fields.value("value", "Value", form.value, Cents::new(1));
    let value = fields.finish(|| value)?;
    let redeemed = test_cards::redeem(&app, &who.actor, who.scope, &code, value).await?;
    Ok(Json(Some(redeemed).into()))
}
