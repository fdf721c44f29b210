//! `/OAuth/…`: signing in, staying signed in, who one is.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    accounts::{me, sign_in, users},
    app::App,
    auth::{Actor, Client, Role, SignedIn, TenantKind, sessions::TokenPair},
    error::Result,
    http::{
        AppState,
        extract::{self, Path, Query},
    },
    kernel::{contact::Email, fields::Fields, passwords::Password, timestamp::Timestamp},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(routes!(silent_login))
        .routes(routes!(logout))
        .routes(routes!(get_profile))
        .routes(routes!(list_roles))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoginForm {
    email: Option<String>,
    password: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoginReply {
    access_token: String,
    refresh_token: String,
    /// When the access token stops being good.
    #[schema(value_type = String, format = DateTime)]
    expired_at: Timestamp,
}

/// Opens a session.
#[utoipa::path(post, path = "/OAuth/login", tag = "OAuth", request_body = LoginForm,
    responses((status = OK, body = LoginReply)))]
async fn login(
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<LoginForm>,
) -> Result<Json<LoginReply>> {
    let mut fields = Fields::default();
    let email = fields.required::<Email>("email", "Email", &form.email);
    let password = fields.required::<Password>("password", "Password", &form.password);
    let credentials =
        fields.finish(|| Some(sign_in::Credentials { email: email?, password: password? }))?;
    let TokenPair { access, refresh, expires } =
        sign_in::sign_in(&app, credentials, &client).await?;
    Ok(Json(LoginReply { access_token: access, refresh_token: refresh, expired_at: expires }))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SilentLoginReply {
    access_token: String,
    new_refresh_token: String,
    #[schema(value_type = String, format = DateTime)]
    expired_at: Timestamp,
}

/// New tokens for a refresh token, which is used up by it.
#[utoipa::path(post, path = "/OAuth/silent-login/{refreshToken}", tag = "OAuth",
    params(("refreshToken" = String, Path)), responses((status = OK, body = SilentLoginReply)))]
async fn silent_login(
    State(app): AppState,
    client: Client,
    Path(token): Path<String>,
) -> Result<Json<SilentLoginReply>> {
    let TokenPair { access, refresh, expires } = sign_in::refresh(&app, token, &client).await?;
    Ok(Json(SilentLoginReply {
        access_token: access,
        new_refresh_token: refresh,
        expired_at: expires,
    }))
}

/// Ends this session.
#[utoipa::path(post, path = "/OAuth/logout", tag = "OAuth", responses((status = NO_CONTENT)))]
async fn logout(SignedIn(actor): SignedIn, State(app): AppState) -> Result<StatusCode> {
    me::end_session(&app, &actor, actor.session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Who is signed in, as the web app keeps it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Profile {
    user_id: String,
    email: String,
    first_name: String,
    last_name: String,
    display_name: String,
    /// Joined by commas, the highest first.
    roles: String,
    #[schema(required)]
    tenant_type: Option<TenantKind>,
    /// The first is one's own.
    tenant_ids: Vec<String>,
    /// One or two letters for a picture that isn't there.
    avatar_text: String,
}

impl From<&Actor> for Profile {
    fn from(actor: &Actor) -> Self {
        let mut roles: Vec<&str> = actor.grants.iter().map(|grant| grant.role.word()).collect();
        roles.dedup();
        let mut tenants: Vec<_> = actor.grants.iter().filter_map(|grant| grant.tenant).collect();
        tenants.dedup_by_key(|(id, _)| *id);
        let initials = [&actor.first_name, &actor.last_name];
        Profile {
            user_id: actor.person.to_string(),
            email: actor.email.clone(),
            display_name: format!("{} {}", actor.first_name, actor.last_name).trim().to_owned(),
            first_name: actor.first_name.clone(),
            last_name: actor.last_name.clone(),
            roles: roles.join(","),
            tenant_type: tenants.first().map(|(_, kind)| *kind),
            tenant_ids: tenants.iter().map(|(id, _)| id.to_string()).collect(),
            avatar_text: initials
                .iter()
                .filter_map(|name| name.chars().next())
                .flat_map(char::to_uppercase)
                .collect(),
        }
    }
}

/// Who is signed in.
#[utoipa::path(get, path = "/OAuth/profile", tag = "OAuth", responses((status = OK, body = Profile)))]
async fn get_profile(SignedIn(actor): SignedIn) -> Json<Profile> {
    Json(Profile::from(&actor))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct RolesQuery {
    /// With `false`, only the roles of a tenant's staff.
    is_admin: Option<bool>,
}

/// A role to choose.
#[derive(Serialize, ToSchema)]
struct RoleChoice {
    value: Role,
    text: &'static str,
}

/// The roles that the caller may give to others.
#[utoipa::path(get, path = "/OAuth/roles", tag = "OAuth", params(RolesQuery),
    responses((status = OK, body = [RoleChoice])))]
async fn list_roles(
    SignedIn(actor): SignedIn,
    Query(query): Query<RolesQuery>,
) -> Json<Vec<RoleChoice>> {
    let with_administrators = query.is_admin.unwrap_or(true);
    let roles = users::grantable_roles(&actor).into_iter();
    let roles = roles.filter(|role| with_administrators || role.has_tenant());
    Json(roles.map(|role| RoleChoice { value: role, text: role.label() }).collect())
}
