//! What every reply tells the browser about what it may do with it.

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, Method, header},
    response::Response,
};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::{app::App, brand::Brand, config::CaptchaProvider};

const RECAPTCHA_SCRIPTS: &str =
    "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/";
const RECAPTCHA_FRAMES: &str =
    "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/";

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

/// What depends on the settings, made once.
#[derive(Clone)]
pub struct Headers {
    policy: HeaderValue,
    is_https_only: bool,
}

impl Headers {
    pub fn of(app: &App) -> Headers {
        // The settings were read as addresses, of which every one is fit for a header.
        let policy = HeaderValue::try_from(policy(app))
            .unwrap_or_else(|_| unreachable!("addresses are plain text"));
        let public_url = &app.config.brand(Brand::FunRay).public_url;
        Headers { policy, is_https_only: public_url.starts_with("https://") }
    }
}

/// No inline script, no host but those that the captcha and the card gateway need. Style attributes are allowed: a card's
/// colours are set in one, and they can't load or run anything.
fn policy(app: &App) -> String {
    let (captcha_scripts, frames) = match app.config.captcha.provider() {
        CaptchaProvider::Altcha => ("", ""),
        CaptchaProvider::Recaptcha => (RECAPTCHA_SCRIPTS, RECAPTCHA_FRAMES),
    };
    let gateway = app.gateway.as_ref();
    let (gateway_scripts, calls) =
        gateway.map(|gateway| gateway.browser.foreign_hosts()).unwrap_or_default();
    let directive = |name: &str, hosts: &[&str]| {
        let hosts = hosts.iter().filter(|host| !host.is_empty());
        hosts.fold(format!("{name} 'self'"), |directive, host| format!("{directive} {host}"))
    };
    [
        "default-src 'self'".to_owned(),
        directive("script-src", &[captcha_scripts, &gateway_scripts]),
        directive("frame-src", &[frames]),
        directive("connect-src", &[&calls]),
        "style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:".to_owned(),
        "font-src 'self'; worker-src 'self' blob:; manifest-src 'self'; object-src 'none'"
            .to_owned(),
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'".to_owned(),
    ]
    .join("; ")
}

pub async fn headers(State(made): State<Headers>, mut response: Response) -> Response {
    let headers = response.headers_mut();
    // What a handler said itself stays: a mail that is looked at has a policy of its own.
    for (name, value) in ALWAYS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(made.policy);
    // Replies are private unless the handler said otherwise.
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if made.is_https_only {
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
