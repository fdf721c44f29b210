//! Captcha calls for the browser: its settings, and ALTCHA's challenges.

use std::sync::Arc;

use altcha::Challenge;
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use kernel::{fields::Fields, messages::Message};
use platform::{
    app::App,
    error::{Error, Result, codes::TOO_MANY_TRIES},
    services::captcha::{Captcha, Purpose},
    web::{AppState, calls::routes, extract::Query},
};

const CHALLENGE_PATH: &str = "/captcha/challenge";

/// Captcha of public forms.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaptchaSettings)]
pub struct Settings {
    provider: Provider,
    /// Site key of reCAPTCHA; null with ALTCHA.
    #[schema(required)]
    site_key: Option<String>,
    /// URL from which ALTCHA's widget gets a challenge, after `?purpose=` and the name of the form
    /// are appended; null with reCAPTCHA.
    #[schema(required)]
    challenge_url: Option<&'static str>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CaptchaProvider)]
enum Provider {
    Altcha,
    Recaptcha,
}

impl Settings {
    pub fn of(app: &App) -> Settings {
        match &app.captcha {
            Captcha::Altcha(_) => Settings {
                provider: Provider::Altcha,
                site_key: None,
                challenge_url: Some(CHALLENGE_PATH),
            },
            Captcha::Recaptcha(_) => Settings {
                provider: Provider::Recaptcha,
                site_key: Some(app.config.captcha.recaptcha_site_key.clone()),
                challenge_url: None,
            },
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// Form that the challenge is for: `register`, `vendor`, `charity`, `forgot-password`, `resend`, `sign-in`, `contact` or `balance`.
    purpose: String,
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_challenge: TOO_MANY_TRIES))
}

/// Creates an ALTCHA challenge for a public form.
///
/// The token of the solved challenge is valid once, for this form, within ten minutes.
#[utoipa::path(get, path = CHALLENGE_PATH, tag = "Public",
    responses((status = OK, body = Object, description = "A challenge of ALTCHA's protocol, version 2.")))]
async fn get_challenge(
    State(app): AppState,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Challenge>> {
    let Captcha::Altcha(altcha) = &app.captcha else { return Err(Error::NotFound) };
    let purpose = Purpose::parse(&wanted.purpose).ok_or_else(|| {
        let known = Purpose::ALL.map(Purpose::slug).join(", ");
        Fields::one(
            "purpose",
            Message::of(
                format!("Purpose should be one of {known}."),
                format!("Doit être l’un de\u{a0}: {known}."),
            ),
        )
    })?;
    altcha.issue(purpose, app.clock.now()).map(Json)
}
