//! `/Accounts/me…`: one's own account.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::forms::{ContactForm, Name};
use crate::{
    accounts::me::{self, ProfileChange, ProfileRow},
    app::App,
    auth::{SessionId, SignedIn, sessions::SessionRow},
    error::Result,
    http::{
        AppState,
        extract::{self, Path},
    },
    kernel::{
        fields::Fields,
        language::Language,
        money::Cents,
        passwords::{NewPassword, Password},
        timestamp::Timestamp,
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_me, change_me, close_me))
        .routes(routes!(change_my_password))
        .routes(routes!(export_me))
        .routes(routes!(list_my_sessions, end_my_sessions))
        .routes(routes!(end_my_session))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Me {
    email: String,
    first_name: String,
    last_name: String,
    #[schema(required)]
    address: Option<String>,
    #[schema(required)]
    apt_unit_number: Option<String>,
    #[schema(required)]
    city: Option<String>,
    #[schema(required)]
    province: Option<String>,
    #[schema(required)]
    postal_code: Option<String>,
    #[schema(required)]
    phone_number: Option<String>,
    #[schema(value_type = String, example = "en")]
    language: Language,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

impl From<ProfileRow> for Me {
    fn from(row: ProfileRow) -> Self {
        Me {
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            address: row.address_line,
            apt_unit_number: row.unit,
            city: row.city,
            province: row.province,
            postal_code: row.postal_code,
            phone_number: row.phone,
            language: row.language,
            created_at: row.created_at,
        }
    }
}

/// One's own account.
#[utoipa::path(get, path = "/Accounts/me", tag = "Accounts", responses((status = OK, body = Me)))]
async fn get_me(SignedIn(actor): SignedIn, State(app): AppState) -> Result<Json<Me>> {
    Ok(Json(me::profile(&app, &actor).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MeForm {
    first_name: Option<String>,
    last_name: Option<String>,
    address: Option<String>,
    apt_unit_number: Option<String>,
    city: Option<String>,
    province: Option<String>,
    postal_code: Option<String>,
    phone_number: Option<String>,
    #[schema(value_type = Option<String>, example = "fr")]
    language: Option<Language>,
}

/// Changes one's own profile.
#[utoipa::path(put, path = "/Accounts/me", tag = "Accounts", request_body = MeForm,
    responses((status = NO_CONTENT)))]
async fn change_me(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    extract::Json(form): extract::Json<MeForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let first_name = fields.required::<Name>("firstName", "First Name", &form.first_name);
    let last_name = fields.required::<Name>("lastName", "Last Name", &form.last_name);
    let contact = ContactForm {
        address: &form.address,
        unit: &form.apt_unit_number,
        city: &form.city,
        province: &form.province,
        postal_code: &form.postal_code,
        phone: &form.phone_number,
    };
    let contact = contact.check(&mut fields, false);
    let language = fields.present("language", "Language", form.language);
    let change = fields.finish(|| {
        Some(ProfileChange {
            first_name: first_name?.to_string(),
            last_name: last_name?.to_string(),
            contact: contact?,
            language: language?,
        })
    })?;
    me::change_profile(&app, &actor, change).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordChangeForm {
    current_password: Option<String>,
    password: Option<String>,
}

/// Changes one's own password and ends all other sessions.
#[utoipa::path(put, path = "/Accounts/me/password", tag = "Accounts", request_body = PasswordChangeForm,
    responses((status = NO_CONTENT)))]
async fn change_my_password(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    extract::Json(form): extract::Json<PasswordChangeForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let current =
        fields.required::<Password>("currentPassword", "Current Password", &form.current_password);
    let new = fields.required::<NewPassword>("password", "New Password", &form.password);
    let (current, new) = fields.finish(|| current.zip(new))?;
    me::change_password(&app, &actor, current, new).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Everything the program keeps about somebody.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Export {
    account: Me,
    sessions: Vec<Session>,
    gift_cards: GiftCards,
}

/// One's own cards that have something on them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GiftCards {
    count: i64,
    #[schema(value_type = f64)]
    balance: Cents,
}

/// One's own data, whole.
#[utoipa::path(get, path = "/Accounts/me/export", tag = "Accounts", responses((status = OK, body = Export)))]
async fn export_me(SignedIn(actor): SignedIn, State(app): AppState) -> Result<Json<Export>> {
    let account = me::profile(&app, &actor).await?.into();
    let sessions = me::list_sessions(&app, &actor).await?;
    let sessions = sessions.into_iter().map(|row| Session::of(row, actor.session)).collect();
    let left = me::left(&app, &actor).await?;
    let gift_cards = GiftCards { count: left.cards, balance: left.balance };
    Ok(Json(Export { account, sessions, gift_cards }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CloseForm {
    password: Option<String>,
    /// That what is left on one's gift cards is given up: needed when there is anything.
    accept_loss: Option<bool>,
}

/// Closes one's own account for good.
#[utoipa::path(delete, path = "/Accounts/me", tag = "Accounts", request_body = CloseForm,
    responses((status = NO_CONTENT)))]
async fn close_me(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    extract::Json(form): extract::Json<CloseForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let password = fields.required::<Password>("password", "Password", &form.password);
    let password = fields.finish(|| password)?;
    me::close(&app, &actor, password, form.accept_loss.unwrap_or(false)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A browser that is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Session {
    id: String,
    user_agent: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    last_used_at: Timestamp,
    /// The one that asks.
    is_current: bool,
}

impl Session {
    fn of(row: SessionRow, current: SessionId) -> Session {
        Session {
            id: row.id.to_string(),
            user_agent: row.user_agent,
            created_at: row.created_at,
            last_used_at: row.rotated_at,
            is_current: row.id == current,
        }
    }
}

/// Where one is signed in.
#[utoipa::path(get, path = "/Accounts/me/sessions", tag = "Accounts",
    responses((status = OK, body = [Session])))]
async fn list_my_sessions(
    SignedIn(actor): SignedIn,
    State(app): AppState,
) -> Result<Json<Vec<Session>>> {
    let sessions = me::list_sessions(&app, &actor).await?;
    Ok(Json(sessions.into_iter().map(|row| Session::of(row, actor.session)).collect()))
}

/// Signs out everywhere, here too.
#[utoipa::path(delete, path = "/Accounts/me/sessions", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn end_my_sessions(SignedIn(actor): SignedIn, State(app): AppState) -> Result<StatusCode> {
    me::end_all_sessions(&app, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs one browser out.
#[utoipa::path(delete, path = "/Accounts/me/sessions/{id}", tag = "Accounts",
    params(("id" = String, Path)), responses((status = NO_CONTENT)))]
async fn end_my_session(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<SessionId>,
) -> Result<StatusCode> {
    me::end_session(&app, &actor, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
