//! `/Accounts/me/proof…`: re-authentication within a session.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use passkeys::Assertion;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::MaybeEnrolling;
use kernel::{fields::Fields, ids::ChallengeId, messages, passwords::Password, text::Line};
use platform::{
    app::App,
    error::{
        Result,
        codes::{NOT_FOUND, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, Object, Page},
    },
};

use crate::{
    email_codes,
    errors::{PASSKEY_REFUSED, WRONG_CREDENTIALS},
    second_factor::{self, Asked, ProofMethod, Signed, bytes_field},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(
            routes!(list_ways_to_prove, prove_me: WRONG_CREDENTIALS PASSKEY_REFUSED TOO_MANY_TRIES),
        )
        .routes(routes!(ask_passkey_for_proof))
        .routes(routes!(mail_proof_code: NOT_FOUND TOO_MANY_TRIES))
}

/// Code of an authenticator app or a recovery code, as typed.
pub(super) type TypedCode = Line<40>;

/// Methods by which the person can re-authenticate.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaysToProve {
    methods: Vec<ProofMethod>,
    /// Minutes for which a proof is valid.
    lasts_minutes: u64,
}

/// Lists your methods of re-authentication.
///
/// The recommended method comes first.
#[utoipa::path(get, path = "/Accounts/me/proof", tag = "Accounts",
    responses((status = OK, body = WaysToProve)))]
async fn list_ways_to_prove(
    MaybeEnrolling(actor): MaybeEnrolling,
    State(app): AppState,
    page: Page,
) -> Result<Json<WaysToProve>> {
    let methods = second_factor::methods(&app, &actor, page.brand).await?;
    let lasts_minutes = app.config.sessions.proof_lasts().as_secs().div_ceil(60);
    Ok(Json(WaysToProve { methods, lasts_minutes }))
}

/// Exactly one proof: the password (accounts without a second step only), a code, or a signed passkey reply.
#[derive(Deserialize, ToSchema)]
struct ProofForm {
    /// Required without a code or a passkey.
    password: Option<String>,
    /// Code of the authenticator app or a recovery code; with a ticket, the code from the email.
    code: Option<String>,
    /// Ticket of the mailed code.
    ticket: Option<String>,
    #[schema(value_type = Option<SignedForm>)]
    passkey: Option<Object<SignedForm>>,
}

/// Re-authenticates the current session.
///
/// Sensitive calls refuse with `PROOF_REQUIRED` until this was done. The proof lasts for some minutes.
#[utoipa::path(post, path = "/Accounts/me/proof", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn prove_me(
    MaybeEnrolling(actor): MaybeEnrolling,
    State(app): AppState,
    extract::Json(form): extract::Json<ProofForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    if let Some(passkey) = &form.passkey {
        let signed = passkey.check(&mut fields, "passkey.");
        second_factor::prove_by_passkey(&app, &actor, fields.finish(|| signed)?).await?;
    } else if form.ticket.is_some() {
        let ticket = fields.required::<Line<64>>("ticket", "Ticket", &form.ticket);
        let code = fields.required::<TypedCode>("code", "Code", &form.code);
        let (ticket, code) = fields.finish(|| ticket.zip(code))?;
        let digits = code.chars().filter(char::is_ascii_digit).collect();
        second_factor::prove_by_email_code(&app, &actor, ticket.to_string(), digits).await?;
    } else if form.code.is_some() {
        let code = fields.required::<TypedCode>("code", "Code", &form.code);
        let code = fields.finish(|| code)?;
        second_factor::prove_by_code(&app, &actor, code.to_string()).await?;
    } else {
        let password = fields.required::<Password>("password", "Password", &form.password);
        second_factor::prove_by_password(&app, &actor, &fields.finish(|| password)?).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Options with which a browser signs with a passkey.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasskeyRequest {
    challenge_id: String,
    /// Challenge in base64url, like all binary values in these calls.
    challenge: String,
    site: String,
    /// Ids of the passkeys that may sign. If empty, any passkey that the browser knows may sign.
    credentials: Vec<String>,
}

impl From<Asked> for PasskeyRequest {
    fn from(asked: Asked) -> Self {
        PasskeyRequest {
            challenge_id: asked.id.to_string(),
            challenge: asked.challenge,
            site: asked.site,
            credentials: asked.allowed,
        }
    }
}

/// Signed reply of a passkey.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignedForm {
    challenge_id: Option<String>,
    credential_id: Option<String>,
    client_data: Option<String>,
    authenticator_data: Option<String>,
    signature: Option<String>,
}

impl SignedForm {
    pub fn check(&self, fields: &mut Fields, prefix: &str) -> Option<Signed> {
        let path = |name: &str| format!("{prefix}{name}");
        let challenge = challenge_field(fields, &path("challengeId"), &self.challenge_id);
        // Only checks that the id can be decoded. The passkey is then found by the id as it was
        // sent, because the id was stored in this form.
        let credential = bytes_field(fields, &path("credentialId"), &self.credential_id);
        let client_data = bytes_field(fields, &path("clientData"), &self.client_data);
        let authenticator_data =
            bytes_field(fields, &path("authenticatorData"), &self.authenticator_data);
        let signature = bytes_field(fields, &path("signature"), &self.signature);
        credential?;
        Some(Signed {
            challenge: challenge?,
            credential: self.credential_id.clone()?,
            assertion: Assertion {
                client_data: client_data?,
                authenticator_data: authenticator_data?,
                signature: signature?,
            },
        })
    }
}

pub(super) fn challenge_field(
    fields: &mut Fields,
    path: &str,
    text: &Option<String>,
) -> Option<ChallengeId> {
    let id = text.as_deref().and_then(ChallengeId::parse);
    if id.is_none() {
        fields.add(path, messages::UNREADABLE);
    }
    id
}

/// Starts re-authentication with a passkey.
#[utoipa::path(post, path = "/Accounts/me/proof/passkey", tag = "Accounts",
    responses((status = OK, body = PasskeyRequest)))]
async fn ask_passkey_for_proof(
    MaybeEnrolling(actor): MaybeEnrolling,
    State(app): AppState,
    page: Page,
) -> Result<Json<PasskeyRequest>> {
    Ok(Json(second_factor::ask_for_proof(&app, &actor, page.brand).await?.into()))
}

/// Ticket of a mailed code.
#[derive(Serialize, ToSchema)]
struct ProofCodeTicket {
    ticket: String,
}

/// Emails six digits for re-authentication.
///
/// For accounts without a password and without a second step.
#[utoipa::path(post, path = "/Accounts/me/proof/email-code", tag = "Accounts",
    responses((status = OK, body = ProofCodeTicket)))]
async fn mail_proof_code(
    MaybeEnrolling(actor): MaybeEnrolling,
    State(app): AppState,
) -> Result<Json<ProofCodeTicket>> {
    let ticket = email_codes::mail_proof_code(&app, &actor).await?;
    Ok(Json(ProofCodeTicket { ticket }))
}
