//! `/OAuth/…`: signing in, renewing a session, and the caller's profile.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use access::auth::{
    Actor, AnySession, Client, Role, SignedIn, TenantKind, browsers::SetCookie, sessions::TokenPair,
};
use kernel::{
    contact::Email, fields::Fields, ids::TenantId, passwords::Password, text::Line,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{
        Result,
        codes::{CAPTCHA_REQUIRED, CAPTCHA_UNAVAILABLE, SECOND_FACTOR_REQUIRED, UNAUTHORIZED},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, Page, Path, Query},
    },
};

use crate::{
    errors::{
        ACCOUNT_INACTIVE, EMAIL_NOT_CONFIRMED, PASSKEY_REFUSED, PASSWORD_TOO_WEAK, TICKET_EXPIRED,
        WRONG_CREDENTIALS,
    },
    me, second_factor, sign_in, users,
};

use super::proof::{PasskeyRequest, SignedForm, TypedCode};

/// Ticket for the second step of signing in, with its maximum length.
type Ticket = Line<64>;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(
            login: WRONG_CREDENTIALS EMAIL_NOT_CONFIRMED ACCOUNT_INACTIVE PASSWORD_TOO_WEAK
                SECOND_FACTOR_REQUIRED CAPTCHA_REQUIRED CAPTCHA_UNAVAILABLE
        ))
        .routes(
            routes!(login_with_second_factor: WRONG_CREDENTIALS TICKET_EXPIRED ACCOUNT_INACTIVE),
        )
        .routes(routes!(ask_passkey_for_login))
        .routes(routes!(login_with_passkey: PASSKEY_REFUSED EMAIL_NOT_CONFIRMED ACCOUNT_INACTIVE))
        .routes(routes!(silent_login: UNAUTHORIZED))
        .routes(routes!(logout))
        .routes(routes!(get_profile))
        .routes(routes!(list_roles))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoginForm {
    email: Option<String>,
    password: Option<String>,
    /// Captcha token for the form `sign-in`. Needed only after `CAPTCHA_REQUIRED`.
    re_captcha_token: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginReply {
    access_token: String,
    refresh_token: String,
    /// Expiry of the access token.
    expired_at: Timestamp,
}

/// Signs in with email address and password.
#[utoipa::path(post, path = "/OAuth/login", tag = "OAuth",
    responses((status = OK, body = LoginReply)))]
async fn login(
    State(app): AppState,
    client: Client,
    page: Page,
    extract::Json(form): extract::Json<LoginForm>,
) -> Result<Opened> {
    let mut fields = Fields::default();
    let email = fields.required::<Email>("email", "Email", &form.email);
    let password = fields.required::<Password>("password", "Password", &form.password);
    let captcha = form.re_captcha_token.unwrap_or_default().trim().to_owned();
    let credentials = fields
        .finish(|| Some(sign_in::Credentials { email: email?, password: password?, captcha }))?;
    let tokens = sign_in::sign_in(&app, credentials, &client, page.brand).await?;
    opened(&app, &client, tokens)
}

/// Tokens of a new session, with a cookie by which the browser is recognized from now on.
pub(super) type Opened = (Option<SetCookie>, Json<LoginReply>);

pub(super) fn opened(app: &App, client: &Client, tokens: TokenPair) -> Result<Opened> {
    Ok((client.cookie(app)?, Json(tokens.into())))
}

impl From<TokenPair> for LoginReply {
    fn from(TokenPair { access, refresh, expires }: TokenPair) -> Self {
        LoginReply { access_token: access, refresh_token: refresh, expired_at: expires }
    }
}

#[derive(Deserialize, ToSchema)]
struct SecondFactorForm {
    /// Ticket from `SECOND_FACTOR_REQUIRED`.
    ticket: Option<String>,
    /// Code from the authenticator app, or a recovery code.
    code: Option<String>,
}

/// Completes a sign-in with a second step.
#[utoipa::path(post, path = "/OAuth/login/second-factor", tag = "OAuth",
    responses((status = OK, body = LoginReply)))]
async fn login_with_second_factor(
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<SecondFactorForm>,
) -> Result<Opened> {
    let mut fields = Fields::default();
    let ticket = fields.required::<Ticket>("ticket", "Ticket", &form.ticket);
    let code = fields.required::<TypedCode>("code", "Code", &form.code);
    let (ticket, code) = fields.finish(|| ticket.zip(code))?;
    let (ticket, code) = (ticket.to_string(), code.to_string());
    let tokens = second_factor::sign_in_by_code(&app, ticket, code, &client).await?;
    opened(&app, &client, tokens)
}

#[derive(Deserialize, ToSchema)]
struct PasskeyLoginForm {
    /// Ticket from `SECOND_FACTOR_REQUIRED`. If it is sent, only passkeys of that account are accepted.
    ticket: Option<String>,
}

/// Starts a sign-in with a passkey.
#[utoipa::path(post, path = "/OAuth/passkey", tag = "OAuth",
    responses((status = OK, body = PasskeyRequest)))]
async fn ask_passkey_for_login(
    State(app): AppState,
    page: Page,
    extract::Json(form): extract::Json<PasskeyLoginForm>,
) -> Result<Json<PasskeyRequest>> {
    let mut fields = Fields::default();
    let ticket = fields.optional::<Ticket>("ticket", "Ticket", &form.ticket.unwrap_or_default());
    let ticket = fields.finish(|| ticket)?.map(|ticket| ticket.to_string());
    Ok(Json(second_factor::ask_for_sign_in(&app, ticket, page.brand).await?.into()))
}

/// Signs in with a passkey.
#[utoipa::path(post, path = "/OAuth/login/passkey", tag = "OAuth",
    responses((status = OK, body = LoginReply)))]
async fn login_with_passkey(
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<SignedForm>,
) -> Result<Opened> {
    let mut fields = Fields::default();
    let signed = form.check(&mut fields, "");
    let signed = fields.finish(|| signed)?;
    let tokens = second_factor::sign_in_by_passkey(&app, signed, &client).await?;
    opened(&app, &client, tokens)
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SilentLoginReply {
    access_token: String,
    new_refresh_token: String,
    expired_at: Timestamp,
}

/// Renews the tokens of a session.
///
/// The refresh token can be used once.
#[utoipa::path(post, path = "/OAuth/silent-login/{refreshToken}", tag = "OAuth", responses((status = OK, body = SilentLoginReply)))]
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

/// Ends the current session.
#[utoipa::path(post, path = "/OAuth/logout", tag = "OAuth", responses((status = NO_CONTENT)))]
async fn logout(AnySession(actor): AnySession, State(app): AppState) -> Result<StatusCode> {
    me::end_session(&app, &actor, actor.session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The person who is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Profile {
    user_id: String,
    email: String,
    first_name: String,
    last_name: String,
    display_name: String,
    /// Roles separated by commas, the highest first.
    roles: String,
    #[schema(required)]
    tenant_type: Option<TenantKind>,
    /// Ids of the vendors and charities that the person works for, the main one first.
    tenant_ids: Vec<String>,
    /// One or two letters, shown in place of a picture.
    avatar_text: String,
    /// Whether a second step must be set up before any other call.
    must_set_up_second_factor: bool,
    /// Name of the till, if the person signed in there by PIN. Then only counter calls are allowed.
    #[schema(required)]
    till: Option<String>,
    /// Vendors and charities that the person works for; empty if there are fewer than two.
    workplaces: Vec<Workplace>,
}

/// A vendor or charity that the person works for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Workplace {
    tenant_id: String,
    tenant_type: TenantKind,
    display_name: String,
    /// Roles of the person there, separated by commas, the highest first.
    roles: String,
}

impl Workplace {
    fn of(actor: &Actor, (id, kind): (TenantId, TenantKind), display_name: String) -> Workplace {
        let there =
            actor.grants.iter().filter(|grant| grant.tenant.is_some_and(|(own, _)| own == id));
        let roles: Vec<&str> = there.map(|grant| grant.role.word()).collect();
        let tenant_id = id.to_string();
        Workplace { tenant_id, tenant_type: kind, display_name, roles: roles.join(",") }
    }
}

impl From<&Actor> for Profile {
    fn from(actor: &Actor) -> Self {
        let mut roles: Vec<&str> = actor.grants.iter().map(|grant| grant.role.word()).collect();
        roles.dedup();
        let tenants = actor.workplaces();
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
            must_set_up_second_factor: false,
            till: actor.till.as_ref().map(|till| till.name.clone()),
            workplaces: Vec::new(),
        }
    }
}

/// Reads who is signed in.
#[utoipa::path(get, path = "/OAuth/profile", tag = "OAuth", responses((status = OK, body = Profile)))]
async fn get_profile(AnySession(actor): AnySession, State(app): AppState) -> Result<Json<Profile>> {
    let named = me::named_workplaces(&app, &actor).await?;
    let workplaces = named.into_iter().map(|(place, name)| Workplace::of(&actor, place, name));
    let (workplaces, must_set_up_second_factor) = (workplaces.collect(), actor.must_enrol(&app));
    Ok(Json(Profile { workplaces, must_set_up_second_factor, ..Profile::from(&actor) }))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct RolesQuery {
    /// Whether to include roles that belong to no tenant. Defaults to true.
    is_admin: Option<bool>,
}

/// A role to choose.
#[derive(Serialize, ToSchema)]
struct RoleChoice {
    value: Role,
    text: &'static str,
}

/// Lists the roles that the caller may give.
#[utoipa::path(get, path = "/OAuth/roles", tag = "OAuth",
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
