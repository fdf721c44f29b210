//! Security headers of replies.

use std::sync::Arc;

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::visitor;
use crate::{app::App, config::CaptchaProvider};

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
    // Pages use the camera to scan cards. No page needs the other features.
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
    ),
];

/// Security headers that depend on the settings, built once at the start.
pub struct Headers {
    policy: HeaderValue,
    paying_policy: HeaderValue,
    app: Arc<App>,
}

impl Headers {
    pub fn of(app: &Arc<App>) -> Headers {
        // The settings were parsed as URLs, which are always valid in headers.
        let value = |policy: String| {
            HeaderValue::try_from(policy)
                .unwrap_or_else(|_| unreachable!("addresses are plain text"))
        };
        let policy = value(policy(app, app.config.captcha.provider()));
        // The payment page has no captcha, so Google's hosts are not allowed there.
        let paying_policy = value(self::policy(app, CaptchaProvider::Altcha));
        Headers { policy, paying_policy, app: app.clone() }
    }
}

/// Returns the content security policy. The policy forbids inline scripts and allows only the hosts
/// of the captcha and the card gateway. Style attributes are allowed, because card colours use them
/// and they can't load or run anything.
fn policy(app: &App, captcha: CaptchaProvider) -> String {
    let (captcha_scripts, frames) = match captcha {
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

/// Path of the page on which a payment card is entered. Browsers always load this page as a whole,
/// so its own headers apply.
const PAYING: &str = "/checkout";

/// Security headers for one reply.
pub struct OfReply {
    policy: HeaderValue,
    is_https: bool,
}

impl Headers {
    pub fn of_reply(&self, request: &Request) -> OfReply {
        let is_paying = request.uri().path().trim_end_matches('/') == PAYING;
        let policy = if is_paying { &self.paying_policy } else { &self.policy };
        let brand = visitor::brand(&self.app, request.headers());
        OfReply { policy: policy.clone(), is_https: self.app.config.brand(brand).is_https() }
    }
}

impl OfReply {
    /// Adds the security headers to a reply. Headers that the handler has set are kept, such as the
    /// content security policy of an email preview.
    pub fn add(self, headers: &mut HeaderMap) {
        for (name, value) in ALWAYS {
            headers.entry(name).or_insert(HeaderValue::from_static(value));
        }
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(self.policy);
        // Caches must not store a reply unless the handler says otherwise.
        if !headers.contains_key(header::CACHE_CONTROL) {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if self.is_https {
            headers.insert(
                header::STRICT_TRANSPORT_SECURITY,
                HeaderValue::from_static("max-age=31536000; includeSubDomains"),
            );
        }
    }
}

/// Returns the layer that allows calls from the configured origins, without cookies. No origin is
/// allowed by default.
pub fn cors(origins: &[String]) -> CorsLayer {
    let origins = origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_MATCH,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("x-link-token"),
        ])
        // Headers that a client from another origin must be able to read: for the version of a
        // record, for the time to wait before a retry, for error messages, and for the ledger
        // position up to which a report counts.
        .expose_headers([
            header::ETAG,
            header::RETRY_AFTER,
            HeaderName::from_static("x-trace-id"),
            HeaderName::from_static("ledger-position"),
        ])
}
