//! `/Cards/numbers/{token}/balance`: the balance of a card for people without an account.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::Client;
use kernel::{brand::Brand, fields::Fields, money::Cents, text::Line};
use platform::{
    app::App,
    error::{Result, codes::TOO_MANY_TRIES},
    services::captcha::Purpose,
    web::{
        AppState,
        calls::routes,
        extract::{Json, LinkToken},
    },
};

use crate::{
    balance,
    card::{CardRow, codes::CodeEnd},
    errors::NO_SUCH_CARD,
    wallet::api::no_store,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(find_balance: NO_SUCH_CARD TOO_MANY_TRIES))
}

/// Proof that the caller has the card.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BalanceForm {
    /// Last four characters of the card's code. Case doesn't matter, and `O`, `I` and `L` count as digits.
    code_end: Option<String>,
    re_captcha_token: Option<String>,
}

/// Balance of a card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CardBalance {
    brand: Brand,
    vendor_id: String,
    vendor_name: String,
    #[schema(required)]
    vendor_logo_path: Option<String>,
    /// Hue of the logo in degrees, used as the colour of the shop's cards.
    #[schema(required)]
    vendor_hue: Option<u32>,
    /// Whether the shop still sells cards. If not, cards already sold can still be redeemed.
    is_vendor_active: bool,
    #[schema(required)]
    charity_name: Option<String>,
    #[schema(required)]
    charity_logo_path: Option<String>,
    /// Masked number of the card.
    card_number: String,
    card_balance: Cents,
    is_deactive: bool,
    /// Whether the order was cancelled. The card then stays empty.
    is_cancelled: bool,
    /// Whether the balance was refunded to the buyer, but the order was not cancelled.
    is_refunded: bool,
}

impl From<CardRow> for CardBalance {
    fn from(card: CardRow) -> CardBalance {
        CardBalance {
            brand: card.brand,
            card_number: card.masked_number(),
            card_balance: card.balance,
            is_deactive: !card.is_active(),
            is_cancelled: card.cancelled_at.is_some(),
            is_refunded: card.is_refunded_alone(),
            vendor_id: card.vendor_id.to_string(),
            vendor_name: card.vendor_name,
            vendor_logo_path: card.vendor_logo_key,
            vendor_hue: card.vendor_hue,
            is_vendor_active: card.is_vendor_active,
            charity_name: card.charity_name,
            charity_logo_path: card.charity_logo_key,
        }
    }
}

/// Reads the balance of a card without an account.
///
/// Needs the card's number, in place of the token, and the last four characters of its code. All misses get the same reply.
/// After five misses, one look-up an hour is possible for that number.
#[utoipa::path(post, path = "/Cards/numbers/{token}/balance", tag = "Cards",
    params(("token" = String, Path, description = "Number of the card.")),
    responses((status = OK, body = CardBalance)))]
async fn find_balance(
    State(app): AppState,
    client: Client,
    // The number travels like the token of a link: it is a secret, and a body may hold no number
    // that looks like a payment card's.
    LinkToken(number): LinkToken,
    Json(form): Json<BalanceForm>,
) -> Result<impl IntoResponse> {
    let mut fields = Fields::default();
    let end = fields.required::<Line<200>>("codeEnd", "Last four characters", &form.code_end);
    let end = fields.finish(|| end)?;
    let token = form.re_captcha_token.as_deref().unwrap_or_default();
    app.check_captcha(Purpose::Balance, token).await?;
    let client = client.name(&app.secrets);
    let card = balance::find(&app, &client, &number, CodeEnd::parse(&end.to_string())).await?;
    Ok(no_store(CardBalance::from(card)))
}
