//! `/Accounts/me/…` for second factors, and their reset by an administrator when all are lost.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use passkeys::Registration;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::proof::{TypedCode, challenge_field};
use access::auth::{Actor, Can, FreshProof, MaybeEnrolling, Permission, Right};
use kernel::{
    fields::Fields,
    ids::{PasskeyId, PersonId},
    text::{Line, Paragraphs},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{
        Result,
        codes::{NOT_FOUND, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, Page, Path},
    },
};

use crate::{
    errors::{PASSKEY_REFUSED, SECOND_FACTOR_EXISTS, TOO_MANY_PASSKEYS},
    second_factor::{self, NewApp, Offered, Overview, PasskeyRow, bytes_field},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_second_factors))
        .routes(routes!(
            begin_authenticator_app: SECOND_FACTOR_EXISTS,
            confirm_authenticator_app: SECOND_FACTOR_EXISTS TOO_MANY_TRIES,
            remove_authenticator_app: NOT_FOUND
        ))
        .routes(routes!(renew_recovery_codes: NOT_FOUND))
        .routes(routes!(offer_passkey))
        .routes(routes!(add_passkey: PASSKEY_REFUSED TOO_MANY_PASSKEYS))
        .routes(routes!(rename_passkey, remove_passkey))
        .routes(routes!(reset_second_factors))
}

struct ResetSecondFactors;

impl Right for ResetSecondFactors {
    const PERMISSION: Permission = Permission::ResetSecondFactors;
    type Scope = ();

    fn scope(_: &Actor) {}
}

type PasskeyName = Line<60>;
type Reason = Paragraphs<500>;

/// Second-step methods of the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactors {
    /// Whether a role of the account requires a second step.
    is_required: bool,
    /// Time since when an authenticator app is set up; null if there is none.
    #[schema(required)]
    authenticator_app_since: Option<Timestamp>,
    passkeys: Vec<Passkey>,
    recovery_codes_left: i64,
}

impl SecondFactors {
    pub fn of(overview: Overview, app: &App, actor: &Actor) -> SecondFactors {
        SecondFactors {
            is_required: actor.needs_second_factor(app),
            authenticator_app_since: overview.app_since,
            passkeys: overview.passkeys.into_iter().map(Passkey::from).collect(),
            recovery_codes_left: overview.recovery_codes_left,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Passkey {
    id: String,
    name: String,
    /// Brand on whose pages the passkey works.
    brand: kernel::brand::Brand,
    created_at: Timestamp,
    #[schema(required)]
    last_used_at: Option<Timestamp>,
}

impl From<PasskeyRow> for Passkey {
    fn from(row: PasskeyRow) -> Self {
        Passkey {
            id: row.id.to_string(),
            name: row.name,
            brand: row.brand,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

/// Lists your second-step methods.
#[utoipa::path(get, path = "/Accounts/me/second-factors", tag = "Accounts",
    responses((status = OK, body = SecondFactors)))]
async fn list_second_factors(
    MaybeEnrolling(actor): MaybeEnrolling,
    State(app): AppState,
) -> Result<Json<SecondFactors>> {
    let overview = second_factor::overview(&app, &actor).await?;
    Ok(Json(SecondFactors::of(overview, &app, &actor)))
}

/// Secret for an authenticator app.
#[derive(Serialize, ToSchema)]
struct AuthenticatorApp {
    /// Secret to type into the app.
    secret: String,
    /// Address to show as a QR code.
    uri: String,
}

/// Starts the setup of an authenticator app.
#[utoipa::path(post, path = "/Accounts/me/authenticator-app", tag = "Accounts",
    responses((status = OK, body = AuthenticatorApp)))]
async fn begin_authenticator_app(
    MaybeEnrolling(actor): MaybeEnrolling,
    _proof: FreshProof,
    State(app): AppState,
    page: Page,
) -> Result<Json<AuthenticatorApp>> {
    let NewApp { secret, uri } = second_factor::begin_app(&app, &actor, page.brand).await?;
    Ok(Json(AuthenticatorApp { secret, uri }))
}

#[derive(Deserialize, ToSchema)]
struct CodeForm {
    code: Option<String>,
}

/// Recovery codes, shown only in this reply. Empty if there are valid ones already.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Confirms the authenticator app with its first code.
#[utoipa::path(put, path = "/Accounts/me/authenticator-app", tag = "Accounts",
    responses((status = OK, body = RecoveryCodes)))]
async fn confirm_authenticator_app(
    MaybeEnrolling(actor): MaybeEnrolling,
    _proof: FreshProof,
    State(app): AppState,
    extract::Json(form): extract::Json<CodeForm>,
) -> Result<Json<RecoveryCodes>> {
    let mut fields = Fields::default();
    let code = fields.required::<TypedCode>("code", "Code", &form.code);
    let code = fields.finish(|| code)?.to_string().replace(' ', "");
    let recovery_codes = second_factor::confirm_app(&app, &actor, code).await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Removes the authenticator app.
#[utoipa::path(delete, path = "/Accounts/me/authenticator-app", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn remove_authenticator_app(
    MaybeEnrolling(actor): MaybeEnrolling,
    _proof: FreshProof,
    State(app): AppState,
) -> Result<StatusCode> {
    second_factor::remove_app(&app, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Creates new recovery codes.
///
/// The old codes stop working.
#[utoipa::path(post, path = "/Accounts/me/recovery-codes", tag = "Accounts",
    responses((status = OK, body = RecoveryCodes)))]
async fn renew_recovery_codes(
    MaybeEnrolling(actor): MaybeEnrolling,
    _proof: FreshProof,
    State(app): AppState,
) -> Result<Json<RecoveryCodes>> {
    let recovery_codes = second_factor::renew_recovery_codes(&app, &actor).await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Options with which a browser creates a passkey.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyOffer {
    challenge_id: String,
    challenge: String,
    site: String,
    algorithms: [i64; 3],
    /// User handle of the passkey, in base64url.
    person: String,
    email: String,
    display_name: String,
    /// Passkeys that exist already.
    credentials: Vec<String>,
}

/// Starts the creation of a passkey.
///
/// The passkey belongs to the host of the calling brand.
#[utoipa::path(post, path = "/Accounts/me/passkeys/offered", tag = "Accounts",
    responses((status = OK, body = PasskeyOffer)))]
async fn offer_passkey(
    MaybeEnrolling(actor): MaybeEnrolling,
    _proof: FreshProof,
    State(app): AppState,
    page: Page,
) -> Result<Json<PasskeyOffer>> {
    let Offered { id, challenge, site, algorithms, person, existing } =
        second_factor::offer_passkey(&app, &actor, page.brand).await?;
    Ok(Json(PasskeyOffer {
        challenge_id: id.to_string(),
        challenge,
        site,
        algorithms,
        person,
        display_name: format!("{} {}", actor.first_name, actor.last_name).trim().to_owned(),
        email: actor.email,
        credentials: existing,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyForm {
    challenge_id: Option<String>,
    name: Option<String>,
    client_data: Option<String>,
    attestation: Option<String>,
}

/// Adds a passkey that the browser created.
#[utoipa::path(post, path = "/Accounts/me/passkeys", tag = "Accounts",
    responses((status = OK, body = RecoveryCodes)))]
async fn add_passkey(
    MaybeEnrolling(actor): MaybeEnrolling,
    _proof: FreshProof,
    State(app): AppState,
    extract::Json(form): extract::Json<PasskeyForm>,
) -> Result<Json<RecoveryCodes>> {
    let mut fields = Fields::default();
    let challenge = challenge_field(&mut fields, "challengeId", &form.challenge_id);
    let name = fields.required::<PasskeyName>("name", "Name", &form.name);
    let client_data = bytes_field(&mut fields, "clientData", &form.client_data);
    let attestation = bytes_field(&mut fields, "attestation", &form.attestation);
    let (challenge, name, registration) = fields.finish(|| {
        let registration = Registration { client_data: client_data?, attestation: attestation? };
        Some((challenge?, name?.to_string(), registration))
    })?;
    let recovery_codes =
        second_factor::add_passkey(&app, &actor, challenge, name, registration).await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

#[derive(Deserialize, ToSchema)]
struct NameForm {
    name: Option<String>,
}

/// Renames a passkey.
#[utoipa::path(put, path = "/Accounts/me/passkeys/{id}", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn rename_passkey(
    MaybeEnrolling(actor): MaybeEnrolling,
    State(app): AppState,
    Path(id): Path<PasskeyId>,
    extract::Json(form): extract::Json<NameForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let name = fields.required::<PasskeyName>("name", "Name", &form.name);
    let name = fields.finish(|| name)?.to_string();
    second_factor::rename_passkey(&app, &actor, id, name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a passkey.
#[utoipa::path(delete, path = "/Accounts/me/passkeys/{id}", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn remove_passkey(
    MaybeEnrolling(actor): MaybeEnrolling,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<PasskeyId>,
) -> Result<StatusCode> {
    second_factor::remove_passkey(&app, &actor, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
struct ResetForm {
    /// Reason, for the audit log.
    reason: Option<String>,
}

/// Removes all second-step methods of a user.
///
/// For users who lost them. They then sign in with their password.
#[utoipa::path(post, path = "/Accounts/{id}/second-factors/reset", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn reset_second_factors(
    who: Can<ResetSecondFactors>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<PersonId>,
    extract::Json(form): extract::Json<ResetForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let reason = fields.required::<Reason>("reason", "Reason", &form.reason);
    let reason = fields.finish(|| reason)?;
    second_factor::reset(&app, who.actor, id, reason.into()).await?;
    Ok(StatusCode::NO_CONTENT)
}
