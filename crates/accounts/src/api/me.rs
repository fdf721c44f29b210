//! `/Accounts/me…`: the caller's account.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::forms::ContactForm;
use access::auth::{
    Actor, Client, FreshProof, IfNeeded, SignedIn, errors::PROOF_REQUIRED, sessions::SessionRow,
};
use kernel::{
    fields::Fields, ids::SessionId, language::Language, passwords::Password, text::Line,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{
        Error, Result,
        codes::{DEAD_LINK, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use crate::{
    errors::WRONG_CREDENTIALS,
    me::{self, CurrentPassword, ProfileChange, ProfileRow},
    names, notices,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_me, change_me))
        .routes(routes!(change_my_notices))
        .routes(routes!(change_my_password: WRONG_CREDENTIALS TOO_MANY_TRIES))
        .routes(routes!(list_my_sessions, end_my_sessions))
        .routes(routes!(end_my_session))
        .routes(routes!(end_sessions_by_code: DEAD_LINK))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Me {
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
    /// Whether each transaction on the person's cards is emailed. Otherwise only the wallet shows it.
    mails_movements: bool,
    created_at: Timestamp,
    /// Whether the account has a password. The owner of an account without a password signs in by
    /// emailed codes.
    has_password: bool,
    /// Whether you may change your name yourself. Names of staff are changed by an administrator.
    may_change_name: bool,
}

impl From<(ProfileRow, bool)> for Me {
    fn from((row, may_change_name): (ProfileRow, bool)) -> Self {
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
            mails_movements: row.mails_movements,
            created_at: row.created_at,
            has_password: row.has_password,
            may_change_name,
        }
    }
}

/// Reads your profile.
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

/// Changes your profile.
///
/// Staff can't change their own names; an administrator changes them with `PUT /Accounts/{id}`.
#[utoipa::path(put, path = "/Accounts/me", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn change_me(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    extract::Json(form): extract::Json<MeForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let current = (actor.first_name.as_str(), actor.last_name.as_str());
    let names = names::check_changed(&mut fields, current, &form.first_name, &form.last_name);
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
    let change = fields
        .finish(|| Some(ProfileChange { names: names?, contact: contact?, language: language? }))?;
    me::change_profile(&app, &actor, change).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoticesForm {
    /// Whether each transaction on the person's cards is emailed. Otherwise only the wallet shows it.
    mails_movements: Option<bool>,
}

/// Changes the emails about your cards.
///
/// Emails help you notice a thief, so switching them off requires re-authentication.
#[utoipa::path(put, path = "/Accounts/me/notices", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn change_my_notices(
    SignedIn(actor): SignedIn,
    proof: IfNeeded<FreshProof>,
    client: Client,
    State(app): AppState,
    extract::Json(form): extract::Json<NoticesForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let mails = fields.present("mailsMovements", "Mails", form.mails_movements);
    let mails = fields.finish(|| mails)?;
    if !mails {
        proof.0?;
    }
    me::set_mails_movements(&app, &actor, client, mails).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordChangeForm {
    /// Required if the account has a password. Setting the first password requires a fresh proof.
    current_password: Option<String>,
    password: Option<String>,
}

/// Changes or sets your password.
///
/// Ends all other sessions.
#[utoipa::path(put, path = "/Accounts/me/password", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn change_my_password(
    SignedIn(actor): SignedIn,
    proof: IfNeeded<FreshProof>,
    State(app): AppState,
    extract::Json(form): extract::Json<PasswordChangeForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let current =
        fields.optional::<Password>("currentPassword", "Current Password", &form.current_password);
    let new = fields.required::<Password>("password", "New Password", &form.password);
    let (current, new) = fields.finish(|| current.zip(new))?;
    refuse_password_alone(&actor, &proof)?;
    let current = match current {
        Some(password) => CurrentPassword::Given(password),
        None => CurrentPassword::None { is_freshly_proven: proof.is_given() },
    };
    me::change_password(&app, &actor, current, new).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Refuses re-authentication by password alone for accounts with a second factor.
pub(super) fn refuse_password_alone(actor: &Actor, proof: &IfNeeded<FreshProof>) -> Result<()> {
    if actor.has_second_factor && !proof.is_given() {
        return Err(Error::Refused(PROOF_REQUIRED));
    }
    Ok(())
}

/// A browser that is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Session {
    id: String,
    user_agent: String,
    created_at: Timestamp,
    last_used_at: Timestamp,
    /// Whether this is the current session.
    is_current: bool,
    /// Name of the till, if the session was opened by PIN at a till.
    #[schema(required)]
    till: Option<String>,
}

impl Session {
    pub fn of(row: SessionRow, current: SessionId) -> Session {
        Session {
            id: row.id.to_string(),
            user_agent: row.user_agent,
            created_at: row.created_at,
            last_used_at: row.rotated_at,
            is_current: row.id == current,
            till: row.till,
        }
    }
}

/// Lists your open sessions.
#[utoipa::path(get, path = "/Accounts/me/sessions", tag = "Accounts",
    responses((status = OK, body = [Session])))]
async fn list_my_sessions(
    SignedIn(actor): SignedIn,
    State(app): AppState,
) -> Result<Json<Vec<Session>>> {
    let sessions = me::list_sessions(&app, &actor).await?;
    Ok(Json(sessions.into_iter().map(|row| Session::of(row, actor.session)).collect()))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct EndQuery {
    /// Whether the current session stays open.
    others_only: Option<bool>,
}

/// Ends all your sessions.
///
/// With `othersOnly`, the current session stays open.
#[utoipa::path(delete, path = "/Accounts/me/sessions", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn end_my_sessions(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Query(query): Query<EndQuery>,
) -> Result<StatusCode> {
    me::end_all_sessions(&app, &actor, query.others_only.unwrap_or(false)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
struct EndSessionsForm {
    code: Option<String>,
}

/// Ends all sessions with the code of a security notice.
///
/// The code works once.
#[utoipa::path(post, path = "/Accounts/sessions-ended", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn end_sessions_by_code(
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<EndSessionsForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let code = fields.required::<Line<200>>("code", "Code", &form.code);
    let code = fields.finish(|| code)?;
    notices::end_sessions(&app, code.to_string(), client).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends one of your sessions.
#[utoipa::path(delete, path = "/Accounts/me/sessions/{id}", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn end_my_session(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<SessionId>,
) -> Result<StatusCode> {
    me::end_session(&app, &actor, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
