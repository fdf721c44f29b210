//! Calls without a session: registration, mailed links, and choosing or recovering a password.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::forms::{ContactForm, Page, WayBack};
use access::auth::{
    Can, Client, FreshProof, IfNeeded,
    browsers::SetCookie,
    errors::{PIN_SESSION, PROOF_REQUIRED, SECOND_FACTOR_SETUP},
};
use kernel::{
    contact::Email,
    fields::Fields,
    messages,
    passwords::{NewPassword, Password},
    text::Line,
};
use platform::{
    app::App,
    error::{
        Error, Result,
        codes::{DEAD_LINK, NOT_FOUND, PERMISSION, TOO_MANY_TRIES, UNAUTHORIZED},
    },
    services::captcha,
    web::{
        AppState,
        calls::routes,
        extract::{Json, Path, Query},
    },
};

use crate::{
    NewPerson,
    codes::{self, Purpose},
    mailed::{self, ChosenPassword, Confirmation},
    register::{self, Consumer},
    users,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(open_link))
        .routes(routes!(confirm_address: DEAD_LINK))
        .routes(routes!(choose_password: DEAD_LINK))
        .routes(routes!(forgot_password))
        .routes(routes!(
            resend_email_confirmation: TOO_MANY_TRIES UNAUTHORIZED PERMISSION SECOND_FACTOR_SETUP
                PIN_SESSION PROOF_REQUIRED NOT_FOUND
        ))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegisterForm {
    first_name: Option<String>,
    last_name: Option<String>,
    address: Option<String>,
    apt_unit_number: Option<String>,
    city: Option<String>,
    province: Option<String>,
    postal_code: Option<String>,
    email: Option<String>,
    phone_number: Option<String>,
    password: Option<String>,
    confirm_password: Option<String>,
    re_captcha_token: Option<String>,
    #[serde(flatten)]
    way_back: WayBack,
}

impl RegisterForm {
    fn check(&self, page: Page) -> Result<Consumer, Fields> {
        let mut fields = Fields::default();
        let names = people::check_names(&mut fields, &self.first_name, &self.last_name);
        let email = fields.required::<Email>("email", "Email", &self.email);
        let contact = ContactForm {
            address: &self.address,
            unit: &self.apt_unit_number,
            city: &self.city,
            province: &self.province,
            postal_code: &self.postal_code,
            phone: &self.phone_number,
        };
        let contact = contact.check(&mut fields, true);
        let password = fields.required::<NewPassword>("password", "Password", &self.password);
        fields.confirm(
            "confirmPassword",
            "Confirm Password",
            &self.confirm_password,
            password.as_ref(),
            messages::PASSWORDS_DIFFER,
        );
        fields.finish(|| {
            let (first_name, last_name) = names?;
            Some(Consumer {
                person: NewPerson {
                    email: email?,
                    first_name,
                    last_name,
                    contact: contact?,
                    language: page.language,
                    brand: page.brand_of(self.way_back.app_name()),
                    password_hash: None,
                },
                password: password?,
            })
        })
    }
}

/// Registers a consumer.
///
/// Emails a link that confirms the address. The reply is the same if the address has an account already: its owner gets an
/// email.
#[utoipa::path(post, path = "/Accounts", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn register(
    State(app): AppState,
    client: Client,
    page: Page,
    Json(form): Json<RegisterForm>,
) -> Result<StatusCode> {
    let consumer = form.check(page)?;
    let urls = form.way_back.return_urls(page, &app, Purpose::Register)?;
    check_captcha(&app, captcha::Purpose::Register, &form.re_captcha_token).await?;
    register::register(&app, consumer, urls, &client).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn check_captcha(
    app: &App,
    purpose: captcha::Purpose,
    token: &Option<String>,
) -> Result<()> {
    app.check_captcha(purpose, token.as_deref().unwrap_or_default()).await
}

/// Redirects an emailed link to its page.
///
/// Following a link changes nothing.
#[utoipa::path(get, path = "/Accounts/links/{code}", tag = "Accounts",
    responses((status = SEE_OTHER, description = "Redirect to a page of the brand.")))]
async fn open_link(State(app): AppState, page: Page, Path(code): Path<String>) -> Result<Response> {
    let target = app.read(move |tx, app, now| codes::page_of(tx, app, now, &code)).await?;
    let unknown = || format!("{}/register-confirmation-failed", app.public_url(page.brand));
    let target = HeaderValue::from_str(&target.unwrap_or_else(unknown))
        .map_err(|error| Error::Internal(error.to_string()))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, target)]).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ConfirmationForm {
    code: Option<String>,
    /// Password of the registration.
    password: Option<String>,
}

/// Page on which the person continues.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Confirmed {
    success_return_url: String,
}

/// Confirms an email address.
///
/// Takes the emailed code and the password of the registration.
#[utoipa::path(post, path = "/Accounts/confirmed", tag = "Accounts",
    responses((status = OK, body = Confirmed)))]
async fn confirm_address(
    State(app): AppState,
    client: Client,
    Json(form): Json<ConfirmationForm>,
) -> Result<axum::Json<Confirmed>> {
    let mut fields = Fields::default();
    let code = fields.required::<Line<200>>("code", "Code", &form.code);
    let password = fields.required::<Password>("password", "Password", &form.password);
    let confirmation =
        fields.finish(|| Some(Confirmation { code: code?.to_string(), password: password? }))?;
    let success_return_url = mailed::confirm(&app, confirmation, client).await?;
    Ok(axum::Json(Confirmed { success_return_url }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CodeQuery {
    code: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordForm {
    email: Option<String>,
    password: Option<String>,
    set_password_purpose: Option<Purpose>,
}

/// Sets a password with an emailed code.
#[utoipa::path(post, path = "/Accounts/passworded", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn choose_password(
    State(app): AppState,
    client: Client,
    page: Page,
    Query(query): Query<CodeQuery>,
    Json(form): Json<PasswordForm>,
) -> Result<(Option<SetCookie>, StatusCode)> {
    let mut fields = Fields::default();
    let code = fields.required::<Line<200>>("code", "Code", &query.code);
    let email = fields.required::<Email>("email", "Email", &form.email);
    let password = fields.required::<Password>("password", "New Password", &form.password);
    let chosen = fields.finish(|| {
        Some(ChosenPassword {
            code: code?.to_string(),
            email: email?,
            purpose: form.set_password_purpose,
            password: password?,
            language: page.language,
        })
    })?;
    mailed::choose_password(&app, chosen, &client).await?;
    Ok((client.cookie(&app)?, StatusCode::NO_CONTENT))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ForgotForm {
    email: Option<String>,
    #[serde(flatten)]
    way_back: WayBack,
    re_captcha_token: Option<String>,
}

/// Emails a link to choose a new password.
///
/// The reply is the same whether or not the account exists.
#[utoipa::path(post, path = "/Accounts/forgot-password", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn forgot_password(
    State(app): AppState,
    client: Client,
    page: Page,
    Json(form): Json<ForgotForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let email = fields.required::<Email>("email", "Email", &form.email);
    let email = fields.finish(|| email)?;
    let urls = form.way_back.return_urls(page, &app, Purpose::Reset)?;
    check_captcha(&app, captcha::Purpose::ForgotPassword, &form.re_captcha_token).await?;
    register::forgot_password(&app, email, urls, &client).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ResendQuery {
    email: Option<String>,
    re_captcha_token: Option<String>,
    /// `Invite` sends an invitation again, `Reset` a link to choose a new password. Both require
    /// the right to manage users and a fresh proof. If left out, `Invite` applies to callers with
    /// that right who send no captcha token; `Register` applies to all others.
    purpose: Option<Purpose>,
}

/// Emails a confirmation link again.
///
/// With a `purpose` other than `Register`, emails the link for that purpose.
#[utoipa::path(get, path = "/Accounts/resend-email-confirmation", tag = "Accounts",
    responses((status = NO_CONTENT)))]
#[allow(clippy::too_many_arguments, reason = "one call for three purposes, as specified")]
async fn resend_email_confirmation(
    State(app): AppState,
    method: Method,
    client: Client,
    page: Page,
    IfNeeded(who): IfNeeded<Can<super::users::ManageUsers>>,
    IfNeeded(proof): IfNeeded<FreshProof>,
    Query(query): Query<ResendQuery>,
    Query(way_back): Query<WayBack>,
) -> Result<StatusCode> {
    // This GET request has an effect, as its specification demands. A HEAD request must have none.
    if method == Method::HEAD {
        return Err(Error::MethodNotAllowed);
    }
    let mut fields = Fields::default();
    let email = fields.required::<Email>("email", "Email", &query.email);
    let email = fields.finish(|| email)?;
    let is_colleague = who.is_ok() && query.re_captcha_token.is_none();
    let colleagues = is_colleague.then_some(Purpose::Invite);
    let purpose = query.purpose.or(colleagues).unwrap_or(Purpose::Register);
    let urls = way_back.return_urls(page, &app, purpose)?;
    match purpose {
        Purpose::Register => {
            check_captcha(&app, captcha::Purpose::Resend, &query.re_captcha_token).await?;
            register::resend_confirmation(&app, email, urls, &client).await?;
        }
        _ => {
            let who = who?;
            proof?;
            match purpose {
                Purpose::Reset => users::mail_way_in(&app, who.actor, email, urls).await?,
                _ => users::invite_again(&app, who.actor, email, urls).await?,
            }
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
