//! `/Gifts/…`: calls for the recipient of a gift, who has its link.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::{Client, IfNeeded, SignedIn};
use kernel::{brand::Brand, ids::PersonId, money::Cents, timestamp::Timestamp};
use market::tenants::{Address, api::AddressReply};
use platform::{
    app::App,
    error::{Result, codes::TOO_MANY_TRIES},
    secrets::Secrets,
    web::{
        AppState,
        calls::routes,
        extract::{Json, LinkToken},
    },
};

use crate::{
    card::{self, CardRow},
    errors::{
        CARD_CANCELLED, CARD_DEACTIVATED, GIFT_CLAIMED, GIFT_THANKED, GIFT_WAITS, NO_GIVER,
        OWN_GIFT,
    },
    gifts::{
        self,
        thanks::{self, Thanks, ThanksPhrase, ThanksReply},
    },
    wallet::api::no_store,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_gift))
        .routes(routes!(open_gift))
        .routes(routes!(claim_gift: GIFT_CLAIMED CARD_DEACTIVATED CARD_CANCELLED))
        .routes(routes!(
            thank_giver: GIFT_CLAIMED GIFT_THANKED GIFT_WAITS OWN_GIFT NO_GIVER CARD_DEACTIVATED CARD_CANCELLED
                TOO_MANY_TRIES
        ))
}

/// A gift as the holder of its link sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Gift {
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
    vendor_address: AddressReply,
    /// Phone number of the shop for visitors; null if there is none.
    #[schema(required)]
    vendor_phone: Option<String>,
    #[schema(required)]
    charity_name: Option<String>,
    #[schema(required)]
    charity_logo_path: Option<String>,
    #[schema(required)]
    campaign_name: Option<String>,
    card_type: i64,
    card_number: String,
    card_value: Cents,
    /// Balance of the card. Once the gift is in a wallet, only its owner sees it.
    #[schema(required)]
    card_balance: Option<Cents>,
    to: String,
    from: String,
    /// Message of the giver. Once the gift is in a wallet, only its owner sees it.
    #[schema(required)]
    gift_message: Option<String>,
    /// Code for the counter. Once the gift is in a wallet, only its owner sees it.
    #[schema(required)]
    qr_code: Option<String>,
    is_deactive: bool,
    /// Whether the order was cancelled. The card then stays empty.
    is_cancelled: bool,
    /// Whether the balance was refunded to the buyer, but the order was not cancelled.
    is_refunded: bool,
    /// Name of the shop where the card was valid before another shop took it over.
    #[schema(required)]
    moved_from: Option<String>,
    is_claimed: bool,
    /// Whether the gift is in the caller's wallet.
    is_mine: bool,
    /// Id of the card; null if it is not in the caller's wallet.
    #[schema(required)]
    card_id: Option<String>,
    #[schema(required)]
    opened_at: Option<Timestamp>,
    #[schema(required)]
    claimed_at: Option<Timestamp>,
    /// Thanks to the giver. Once the gift is in a wallet, only its owner sees them.
    #[schema(required)]
    thanks: Option<ThanksReply>,
    /// Whether the caller can thank the giver.
    can_thank: bool,
}

impl Gift {
    fn new(card: CardRow, reader: Option<PersonId>, secrets: &Secrets) -> Result<Gift> {
        let is_mine = reader.is_some() && card.owner_id == reader;
        let may_spend = is_mine || card.owner_id.is_none();
        let qr_code = if may_spend { Some(card::open_code(secrets, &card)?) } else { None };
        let can_thank = thanks::refusal(&card, reader).is_none();
        let thanks = ThanksReply::of(&card).filter(|_| may_spend);
        let card_number =
            if may_spend { card::open_number(secrets, &card)? } else { card.masked_number() };
        Ok(Gift {
            brand: card.brand,
            card_type: card.card_type(),
            is_deactive: !card.is_active(),
            is_cancelled: card.cancelled_at.is_some(),
            is_refunded: card.is_refunded_alone(),
            moved_from: card.moved_from_name,
            vendor_address: Address {
                line1: card.address_line1,
                line2: card.address_line2,
                city: card.city,
                province: card.province,
                postal_code: card.postal_code,
            }
            .into(),
            vendor_phone: card.vendor_phone,
            vendor_id: card.vendor_id.to_string(),
            vendor_name: card.vendor_name,
            vendor_logo_path: card.vendor_logo_key,
            vendor_hue: card.vendor_hue,
            is_vendor_active: card.is_vendor_active,
            charity_name: card.charity_name,
            charity_logo_path: card.charity_logo_key,
            campaign_name: card.campaign_name,
            card_number,
            card_value: card.face,
            card_balance: may_spend.then_some(card.balance),
            to: card.gift_to.unwrap_or_default(),
            from: card.gift_from.unwrap_or_default(),
            gift_message: card.gift_message.filter(|_| may_spend),
            qr_code,
            is_claimed: card.claimed_at.is_some(),
            is_mine,
            card_id: is_mine.then(|| card.id.to_string()),
            opened_at: card.opened_at,
            claimed_at: card.claimed_at,
            thanks,
            can_thank,
        })
    }
}

/// Reads a gift by its link.
#[utoipa::path(get, path = "/Gifts/{token}", tag = "Gifts", responses((status = OK, body = Gift)))]
async fn get_gift(
    IfNeeded(who): IfNeeded<SignedIn>,
    State(app): AppState,
    LinkToken(token): LinkToken,
) -> Result<impl IntoResponse> {
    let card = gifts::find(&app, &token).await?;
    let reader = who.ok().map(|SignedIn(actor)| actor.person);
    Ok(no_store(Gift::new(card, reader, &app.secrets)?))
}

/// Records that a gift was opened.
///
/// The giver is notified the first time.
#[utoipa::path(post, path = "/Gifts/{token}/opened", tag = "Gifts",
    responses((status = OK, body = Gift)))]
async fn open_gift(
    IfNeeded(who): IfNeeded<SignedIn>,
    State(app): AppState,
    LinkToken(token): LinkToken,
) -> Result<impl IntoResponse> {
    let card = gifts::open(&app, &token).await?;
    let reader = who.ok().map(|SignedIn(actor)| actor.person);
    Ok(no_store(Gift::new(card, reader, &app.secrets)?))
}

/// Adds a gift to your wallet.
#[utoipa::path(post, path = "/Gifts/{token}/claimed", tag = "Gifts",
    responses((status = OK, body = Gift)))]
async fn claim_gift(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    LinkToken(token): LinkToken,
) -> Result<impl IntoResponse> {
    let card = gifts::claim(&app, &actor, &token).await?;
    Ok(no_store(Gift::new(card, Some(actor.person), &app.secrets)?))
}

/// Thanks to the giver: a phrase or own words.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ThanksForm {
    /// Phrase, which the giver reads in their own language. Required without `words`.
    #[schema(value_type = Option<ThanksPhrase>)]
    phrase: Option<String>,
    /// Own words instead of a phrase, at most 300 characters.
    words: Option<String>,
}

/// Thanks the giver of a gift.
///
/// Once per gift. The giver is emailed, and sees the thanks with their card. Once the gift is in a wallet, only its owner can
/// send them.
#[utoipa::path(post, path = "/Gifts/{token}/thanked", tag = "Gifts",
    responses((status = OK, body = Gift)))]
async fn thank_giver(
    IfNeeded(who): IfNeeded<SignedIn>,
    State(app): AppState,
    client: Client,
    LinkToken(token): LinkToken,
    Json(form): Json<ThanksForm>,
) -> Result<impl IntoResponse> {
    let thanks = Thanks::check(&form.phrase, &form.words)?;
    let reader = who.ok().map(|SignedIn(actor)| actor.person);
    let card = thanks::send(&app, &client.name(&app.secrets), reader, &token, thanks).await?;
    Ok(no_store(Gift::new(card, reader, &app.secrets)?))
}
