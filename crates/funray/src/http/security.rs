//! What every reply tells the browser about what it may do with it.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, Method, header},
    response::Response,
};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::{app::App, brand::Brand, config::CaptchaProvider};

/// No inline script, no host but those named. Style attributes are allowed: a card's colours are set in one,
/// and they can't load or run anything.
macro_rules! policy {
    (scripts: $scripts:literal, frames: $frames:literal) => {
        concat!(
            "default-src 'self'; script-src 'self'",
            $scripts,
            "; frame-src 'self'",
            $frames,
            "; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; ",
            "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; ",
            "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
    };
}

const OURS_ALONE: &str = policy!(scripts: "", frames: "");
const OURS_AND_RECAPTCHA: &str = policy!(
    scripts: " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
    frames: " https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/"
);

const ALWAYS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // The camera is for scanning cards; nothing here needs the rest.
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
    ),
];

pub async fn headers(State(app): State<Arc<App>>, mut response: Response) -> Response {
    let headers = response.headers_mut();
    // What a handler said itself stays: a mail that is looked at has a policy of its own.
    for (name, value) in ALWAYS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let policy = match app.config.captcha.provider() {
            CaptchaProvider::Altcha => OURS_ALONE,
            CaptchaProvider::Recaptcha => OURS_AND_RECAPTCHA,
        };
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    // Replies are private unless the handler said otherwise.
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if app.config.brand(Brand::FunRay).public_url.starts_with("https://") {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000; includeSubDomains"),
        );
    }
    response
}

/// Closed unless origins are configured; then those and no others, without cookies.
pub fn cors(origins: &[String]) -> CorsLayer {
    let origins = origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            HeaderName::from_static("idempotency-key"),
        ])
}
