//! Sign-in with an email address and a mailed code, without a password.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{
    oauth::{Opened, opened},
    registration::check_captcha,
};
use access::auth::Client;
use cards::{errors::GIFT_CLAIMED, gifts};
use kernel::{
    contact::{Email, masked_address},
    fields::Fields,
    text::Line,
};
use platform::{
    app::App,
    error::{
        Result,
        codes::{NOT_FOUND, SECOND_FACTOR_REQUIRED, TOO_MANY_TRIES},
    },
    services::captcha,
    web::{
        AppState,
        calls::routes,
        extract::{self, LinkToken, Page},
    },
};

use crate::{
    email_codes::{self, TypedCode},
    errors::ACCOUNT_INACTIVE,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(mail_email_code))
        .routes(routes!(mail_gift_code: GIFT_CLAIMED TOO_MANY_TRIES))
        .routes(routes!(
            login_with_email_code: SECOND_FACTOR_REQUIRED ACCOUNT_INACTIVE GIFT_CLAIMED NOT_FOUND
        ))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EmailCodeRequest {
    email: Option<String>,
    re_captcha_token: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct EmailCodeTicket {
    /// Ticket to send with the code from the email.
    ticket: String,
}

/// Emails six digits for signing in.
///
/// The reply is the same whether or not the address has an account.
#[utoipa::path(post, path = "/OAuth/email-code", tag = "OAuth",
    responses((status = OK, body = EmailCodeTicket)))]
async fn mail_email_code(
    State(app): AppState,
    client: Client,
    page: Page,
    extract::Json(form): extract::Json<EmailCodeRequest>,
) -> Result<Json<EmailCodeTicket>> {
    let mut fields = Fields::default();
    let email = fields.required::<Email>("email", "Email", &form.email);
    let email = fields.finish(|| email)?;
    check_captcha(&app, captcha::Purpose::SignIn, &form.re_captcha_token).await?;
    let ticket = email_codes::mail_code(&app, email, &client, page.brand, page.language).await?;
    Ok(Json(EmailCodeTicket { ticket }))
}

/// The ticket of a code that was mailed to the recipient of a gift.
#[derive(Serialize, ToSchema)]
struct GiftCodeTicket {
    /// Ticket to send with the code from the email.
    ticket: String,
    /// Email address of the recipient, masked.
    email: String,
}

/// Emails six digits to the recipient of a gift.
///
/// The link of the gift replaces the captcha.
#[utoipa::path(post, path = "/Gifts/{token}/email-code", tag = "Gifts",
    responses((status = OK, body = GiftCodeTicket)))]
async fn mail_gift_code(
    State(app): AppState,
    client: Client,
    page: Page,
    LinkToken(token): LinkToken,
) -> Result<Json<GiftCodeTicket>> {
    let recipient = gifts::recipient(&app, &token).await?;
    let email = masked_address(recipient.as_ref());
    let ticket =
        email_codes::mail_code(&app, recipient, &client, page.brand, page.language).await?;
    Ok(Json(GiftCodeTicket { ticket, email }))
}

/// Maximum number of tickets of earlier emails in a form.
const MAX_EARLIER_TICKETS: usize = 9;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EmailCodeForm {
    /// Email address. Required without `gift`.
    email: Option<String>,
    /// Token in the link of a gift that was emailed to the address. Replaces `email`.
    gift: Option<String>,
    ticket: Option<String>,
    /// Tickets of earlier replies for this address, at most nine. Their digits work too: if the
    /// address was emailed recently, no new email is sent.
    earlier_tickets: Option<Vec<String>>,
    /// Six digits from the email; spaces are ignored.
    code: Option<String>,
}

/// Signs in with six digits from an email.
///
/// Creates an account if the address has none.
#[utoipa::path(post, path = "/OAuth/login/email-code", tag = "OAuth",
    responses((status = OK, body = super::LoginReply)))]
async fn login_with_email_code(
    State(app): AppState,
    client: Client,
    page: Page,
    extract::Json(form): extract::Json<EmailCodeForm>,
) -> Result<Opened> {
    let mut fields = Fields::default();
    let email = match &form.gift {
        Some(token) => Some(gifts::recipient(&app, token).await?),
        None => fields.required::<Email>("email", "Email", &form.email),
    };
    let ticket = fields.required::<Line<64>>("ticket", "Ticket", &form.ticket);
    let code = fields.required::<Line<40>>("code", "Code", &form.code);
    let typed = fields.finish(|| {
        let code = code?.to_string().chars().filter(char::is_ascii_digit).collect();
        let mut earlier_tickets = form.earlier_tickets.unwrap_or_default();
        earlier_tickets.truncate(MAX_EARLIER_TICKETS);
        Some(TypedCode { email: email?, ticket: ticket?.to_string(), earlier_tickets, code })
    })?;
    let tokens = email_codes::sign_in(&app, typed, &client, page.brand, page.language).await?;
    opened(&app, &client, tokens)
}
