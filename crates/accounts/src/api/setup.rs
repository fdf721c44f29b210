//! `/Setup…`: the first administrator of a new server.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::Client;
use kernel::{
    contact::Email, fields::Fields, passwords::Password, text::Line, timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{
        Error, Result,
        codes::{DEAD_LINK, NOT_FOUND, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, Page},
    },
};

use crate::setup::{self, FirstAdministrator};

/// Token or key of the setup, with its maximum length.
type Key = Line<64>;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(find_setup: NOT_FOUND))
        .routes(routes!(open_setup: DEAD_LINK NOT_FOUND TOO_MANY_TRIES))
        .routes(routes!(create_first_administrator: DEAD_LINK NOT_FOUND TOO_MANY_TRIES))
}

/// A server that waits for its first administrator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Setup {
    /// Hours for which a printed link is valid.
    link_lasts_hours: u64,
}

/// Reads whether the server waits to be set up.
///
/// Replies `NOT_FOUND` once an administrator exists.
#[utoipa::path(get, path = "/Setup", tag = "Setup", responses((status = OK, body = Setup)))]
async fn find_setup(State(app): AppState) -> Result<Json<Setup>> {
    match setup::is_awaited(&app).await? {
        true => Ok(Json(Setup { link_lasts_hours: setup::LINK_LASTS.as_secs() / 3600 })),
        false => Err(Error::NotFound),
    }
}

#[derive(Deserialize, ToSchema)]
struct SetupLinkForm {
    /// Token of the link that the program prints.
    token: Option<String>,
}

/// Key of an opened setup link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SetupSession {
    /// Key with which the first administrator is created.
    key: String,
    /// Expiry of the key.
    expired_at: Timestamp,
}

/// Exchanges the token of a setup link for a key.
#[utoipa::path(post, path = "/Setup/sessions", tag = "Setup",
    responses((status = OK, body = SetupSession)))]
async fn open_setup(
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<SetupLinkForm>,
) -> Result<Json<SetupSession>> {
    let mut fields = Fields::default();
    let token = fields.required::<Key>("token", "Token", &form.token);
    let token = fields.finish(|| token)?;
    let (key, expired_at) = setup::open(&app, token.to_string(), &client).await?;
    Ok(Json(SetupSession { key, expired_at }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FirstAdministratorForm {
    /// Key from the opened setup link.
    key: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    password: Option<String>,
}

/// Creates the first administrator.
///
/// The printed links and their keys become invalid.
#[utoipa::path(post, path = "/Setup/administrator", tag = "Setup",
    responses((status = NO_CONTENT)))]
async fn create_first_administrator(
    State(app): AppState,
    client: Client,
    page: Page,
    extract::Json(form): extract::Json<FirstAdministratorForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let key = fields.required::<Key>("key", "Key", &form.key);
    let names = people::check_names(&mut fields, &form.first_name, &form.last_name);
    let email = fields.required::<Email>("email", "Email", &form.email);
    let password = fields.required::<Password>("password", "Password", &form.password);
    let (key, administrator) = fields.finish(|| {
        let (first_name, last_name) = names?;
        let (email, password) = (email?, password?);
        let Page { brand, language, .. } = page;
        let administrator =
            FirstAdministrator { first_name, last_name, email, password, language, brand };
        Some((key?.to_string(), administrator))
    })?;
    setup::create(&app, key, administrator, &client).await?;
    Ok(StatusCode::NO_CONTENT)
}
