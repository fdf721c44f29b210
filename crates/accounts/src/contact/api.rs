//! `POST /ContactUs`.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::Message;
use access::auth::Client;
use kernel::{
    brand::Brand,
    contact::{Email, Phone},
    fields::Fields,
    language::Language,
    names::PersonName,
    text::{Line, Paragraphs},
};
use platform::{
    app::App,
    error::{Result, codes::TOO_MANY_TRIES},
    services::captcha::Purpose,
    web::{AppState, calls::routes, extract::Json, visitor},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(contact_us: TOO_MANY_TRIES))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ContactForm {
    first_name: Option<String>,
    last_name: Option<String>,
    organization: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    message: Option<String>,
    app_name: Option<String>,
    re_captcha_token: Option<String>,
}

impl ContactForm {
    fn check(&self, language: Language) -> Result<Message, Fields> {
        let mut fields = Fields::default();
        let first_name = fields.required::<PersonName>("firstName", "First Name", &self.first_name);
        let last_name = fields.required::<PersonName>("lastName", "Last Name", &self.last_name);
        let organization =
            fields.optional::<Line<200>>("organization", "Organization", &self.organization);
        let email = fields.required::<Email>("email", "Email", &self.email);
        let phone = fields.optional::<Phone>("phone", "Phone", &self.phone);
        let text = fields.required::<Paragraphs<5000>>("message", "Message", &self.message);
        fields.finish(|| {
            Some(Message {
                first_name: first_name?.to_string(),
                last_name: last_name?.to_string(),
                organization: organization?.map(|name| name.to_string()),
                email: email?,
                phone: phone?.map(|phone| phone.to_string()),
                text: text?.to_string(),
                language,
            })
        })
    }
}

/// Sends a message to the operators of the brand.
///
/// The sender gets an email that confirms it.
#[utoipa::path(post, path = "/ContactUs", tag = "Public", responses((status = NO_CONTENT)))]
async fn contact_us(
    State(app): AppState,
    client: Client,
    headers: axum::http::HeaderMap,
    Json(form): Json<ContactForm>,
) -> Result<StatusCode> {
    let message = form.check(visitor::language(&headers))?;
    let named = form.app_name.as_deref().and_then(Brand::from_slug);
    let brand = named.unwrap_or_else(|| visitor::brand(&app, &headers));
    let token = form.re_captcha_token.as_deref().unwrap_or_default();
    app.check_captcha(Purpose::Contact, token).await?;
    super::send(&app, brand, message, &client).await?;
    Ok(StatusCode::NO_CONTENT)
}
