//! `/Cards/{id}/sending` and `/Cards/{id}/reminded`: calls for the giver of a gift.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::SignedIn;
use kernel::{contact::Email, fields::Fields, ids::CardId};
use platform::{
    app::App,
    error::{
        Result,
        codes::{PERMISSION, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

use crate::{
    errors::{
        CARD_CANCELLED, CARD_DEACTIVATED, GIFT_CLAIMED, GIFT_OPENED, GIFT_SENT, GIFT_WAITS,
        NO_GIFT, NO_MORE_REMINDERS, REMINDED_TOO_EARLY,
    },
    gifts::{planned, reminders, send_time::SendWish},
    wallet::api::{CardDetail, no_store},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(
            change_sending: PERMISSION GIFT_SENT GIFT_CLAIMED CARD_DEACTIVATED CARD_CANCELLED TOO_MANY_TRIES,
            stop_sending: PERMISSION GIFT_SENT GIFT_CLAIMED CARD_CANCELLED
        ))
        .routes(routes!(
            remind_recipient: PERMISSION NO_GIFT GIFT_CLAIMED GIFT_OPENED GIFT_WAITS CARD_DEACTIVATED CARD_CANCELLED
                NO_MORE_REMINDERS REMINDED_TOO_EARLY
        ))
}

/// Recipient and day of a gift.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SendingForm {
    /// New address of the recipient. Without it, the address stays.
    recipient_email: Option<String>,
    /// Day on which to email the gift. Without it, the gift is emailed now.
    send_on: Option<String>,
    /// Hour of that day, 0 to 23; 9 without it.
    send_hour: Option<i64>,
    /// IANA time zone of the recipient; that of the shop without it.
    send_zone: Option<String>,
}

/// Changes when and where your gift is sent.
///
/// Only for a gift that was bought to be sent on a day, until it is sent.
#[utoipa::path(put, path = "/Cards/{id}/sending", tag = "Cards", responses((status = OK, body = CardDetail)))]
async fn change_sending(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
    extract::Json(form): extract::Json<SendingForm>,
) -> Result<impl IntoResponse> {
    let mut fields = Fields::default();
    let recipient =
        fields.optional::<Email>("recipientEmail", "Recipient Email", &form.recipient_email);
    let wish = SendWish::check(&mut fields, &form.send_on, form.send_hour, &form.send_zone);
    let (recipient, wish) = fields.finish(|| Some((recipient?, wish?)))?;
    let plan = planned::Plan { recipient, wish };
    let card = planned::change(&app, actor.clone(), id, plan).await?;
    Ok(no_store(CardDetail::new(card, &actor, &app.secrets)?))
}

/// Stops your gift that was to be sent on a day.
///
/// It can get another day, or be sent at once, later.
#[utoipa::path(delete, path = "/Cards/{id}/sending", tag = "Cards", responses((status = OK, body = CardDetail)))]
async fn stop_sending(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
) -> Result<impl IntoResponse> {
    let card = planned::stop(&app, actor.clone(), id).await?;
    Ok(no_store(CardDetail::new(card, &actor, &app.secrets)?))
}

/// Reminds the recipient of your gift to open it.
///
/// Once a week and three times in all.
#[utoipa::path(post, path = "/Cards/{id}/reminded", tag = "Cards", responses((status = OK, body = CardDetail)))]
async fn remind_recipient(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
) -> Result<impl IntoResponse> {
    let card = reminders::remind(&app, actor.clone(), id).await?;
    Ok(no_store(CardDetail::new(card, &actor, &app.secrets)?))
}
