//! Assigns a trace id to each request, logs the request by route template, counts it, and writes
//! the body of every error.

use std::{any::Any, sync::Arc, time::Instant};

use axum::{
    Json,
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{server::Peer, visitor};
use kernel::{language::Language, random::hex};

use crate::{
    app::App,
    error::{Error, Failure},
    logging,
};

/// Path of the live channel, on which clients keep requests open to listen.
pub const LIVE_CHANNEL: &str = "/hubs/notifications";

const TRACE_ID: HeaderName = HeaderName::from_static("x-trace-id");

/// Status logged for requests whose client disconnected before the reply.
const CLIENT_GONE: u16 = 499;

/// Request that is being handled. Dropping this value logs and counts the request, even if the
/// client has disconnected.
pub struct Underway {
    app: Arc<App>,
    method: &'static str,
    route: String,
    trace_id: String,
    language: Language,
    span: tracing::Span,
    started: Instant,
    status: u16,
}

impl Underway {
    pub fn begin(app: Arc<App>, request: &Request) -> Underway {
        let method = method_of(request);
        let sent = sent_trace(request.headers().get("traceparent"));
        let is_ours = comes_from_our_proxy(request, &app);
        let trace_id = sent.filter(|_| is_ours).map_or_else(new_trace_id, str::to_owned);
        // Only the route template is logged, because the path itself may contain a secret code.
        // Requests that match no route template are requests for files of the web app.
        let route = request.extensions().get::<MatchedPath>().map_or("web", |path| path.as_str());
        // The span has the highest level, so that no log filter removes the span and its trace id
        // from the lines inside it.
        let span = tracing::error_span!("request", trace = %trace_id, %method, %route);
        logging::join(&span, &trace_id, calling_span(request, &trace_id));
        if let Some(client_trace) = sent.filter(|_| !is_ours) {
            span.in_scope(|| tracing::debug!(client_trace, "the client names a trace"));
        }
        app.metrics.in_flight.inc();
        Underway {
            app,
            method,
            route: route.to_owned(),
            language: visitor::language(request.headers()),
            trace_id,
            span,
            started: Instant::now(),
            status: CLIENT_GONE,
        }
    }

    pub fn span(&self) -> &tracing::Span {
        &self.span
    }

    /// Completes a reply before it is sent: writes the body of an error and adds the trace id.
    pub fn answered(mut self, reply: Response) -> Response {
        let mut reply = self.span.in_scope(|| written(reply, &self.trace_id, self.language));
        self.status = reply.status().as_u16();
        // Hexadecimal digits are always a valid header value.
        if let Ok(value) = HeaderValue::from_str(&self.trace_id) {
            reply.headers_mut().insert(TRACE_ID, value);
        }
        reply
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        let (metrics, elapsed) = (&self.app.metrics, self.started.elapsed());
        metrics.in_flight.dec();
        metrics.answered(self.method, &self.route, self.status, elapsed.as_secs_f64());
        let _inside = self.span.enter();
        let ms = elapsed.as_millis() as u64;
        match self.status {
            CLIENT_GONE => tracing::info!(ms, "the client went away"),
            status => tracing::info!(status, ms, "answered"),
        }
    }
}

/// Returns the method as a label for logs and metrics. Unknown methods become `OTHER`, because
/// clients could invent any number of them.
fn method_of(request: &Request) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];
    let method = request.method().as_str();
    KNOWN.into_iter().find(|known| *known == method).unwrap_or("OTHER")
}

/// Writes the body of an error reply, and logs the error's internal details.
fn written(mut response: Response, trace_id: &str, language: Language) -> Response {
    let Some(failure) = response.extensions_mut().remove::<Failure>() else {
        return response;
    };
    if let Some(inner) = failure.inner() {
        tracing::error!(cause = inner, "failed");
    }
    let (mut parts, _) = response.into_parts();
    // Removes the length of the former, empty body. With this length, the client would take the new
    // body for the start of the next reply.
    parts.headers.remove(header::CONTENT_LENGTH);
    let (body_parts, body) = Json(failure.body(trace_id, language)).into_response().into_parts();
    parts.headers.extend(body_parts.headers);
    Response::from_parts(parts, body)
}

/// Ends a request that exceeds its time limit. The request's database work may continue, so the
/// error for a call that changes data asks the caller to check the outcome first. Requests that
/// listen on the live channel have no time limit.
pub async fn time_limit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if request.method() == Method::GET && request.uri().path().starts_with(LIVE_CHANNEL) {
        return next.run(request).await;
    }
    let limit = app.config.http.request_timeout();
    let is_safe = request.method().is_safe();
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) if is_safe => Error::Timeout.into_response(),
        Err(_) => Error::OutcomeUnknown.into_response(),
    }
}

pub fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let what = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("of an unknown kind");
    Error::Internal(format!("a panic: {what}")).into_response()
}

/// Returns the trace id of a W3C `traceparent` header, or `None` if the header is missing or
/// malformed.
fn sent_trace(traceparent: Option<&HeaderValue>) -> Option<&str> {
    let id = traceparent?.to_str().ok()?.split('-').nth(1)?;
    let is_well_formed = id.len() == 32
        && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        && id.bytes().any(|byte| byte != b'0');
    is_well_formed.then_some(id)
}

/// Returns true if one of our proxies forwarded the request. Trace ids from other clients are not
/// used, because they could name the trace of someone else's request.
fn comes_from_our_proxy(request: &Request, app: &App) -> bool {
    let peer = request.extensions().get::<Peer>();
    peer.is_some_and(|Peer(address)| {
        app.config.http.trusted_proxies.contains(address.to_canonical())
    })
}

/// Creates a trace id. Trace ids grant no access, so they need no cryptographic randomness.
fn new_trace_id() -> String {
    hex(&fastrand::u128(1..).to_be_bytes())
}

/// Returns the id of the caller's span, if the caller's trace id is used.
fn calling_span<'a>(request: &'a Request, trace_id: &str) -> Option<&'a str> {
    let mut parts = request.headers().get("traceparent")?.to_str().ok()?.split('-').skip(1);
    (parts.next()? == trace_id).then(|| parts.next())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sent_trace_reads_a_valid_traceparent_only() {
        let id = "4bf92f3577b34da6a3ce929d0e0e4736";
        let header = |text: &str| HeaderValue::from_str(text).expect("a header");
        let valid = header(&format!("00-{id}-00f067aa0ba902b7-01"));
        assert_eq!(sent_trace(Some(&valid)), Some(id));
        for bad in [
            "",
            "00",
            "00-xyz-00-01",
            "00-00000000000000000000000000000000-0-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-0-01",
        ] {
            assert_eq!(sent_trace(Some(&header(bad))), None, "{bad}");
        }
        assert_eq!(new_trace_id().len(), 32);
        assert_ne!(new_trace_id(), new_trace_id(), "two requests, two ids");
    }
}
