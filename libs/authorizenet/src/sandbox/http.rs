//! HTTP routes of the sandbox for merchants and browsers, and the faults that tests inject into
//! replies.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Json, Router,
    body::{Body, Bytes, HttpBody},
    extract::{DefaultBodyLimit, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use hyper::body::Frame;
use jiff::SignedDuration;

use super::{CREDENTIALS, Credentials, Sandbox, calls::Request, faults::Fault};

const MAX_REQUEST: usize = 64 * 1024;
const ACCEPT_JS: &str = include_str!("accept.js");
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// CORS header that lets web pages of any origin request tokens, like the real gateway.
const ANYWHERE: (HeaderName, HeaderValue) =
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));

pub fn router(sandbox: Sandbox) -> Router {
    Router::new()
        .route("/xml/v1/request.api", post(answer).options(preflight))
        .route("/v1/Accept.js", get(accept_js))
        .route("/credentials.json", get(credentials))
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        .with_state(sandbox)
}

async fn accept_js() -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("cross-origin"),
        ),
        ANYWHERE,
    ];
    (headers, ACCEPT_JS)
}

async fn credentials() -> Json<Credentials> {
    Json(CREDENTIALS)
}

async fn preflight() -> impl IntoResponse {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST")),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type")),
        ANYWHERE,
    ];
    (StatusCode::NO_CONTENT, headers)
}

async fn answer(State(sandbox): State<Sandbox>, body: Bytes) -> Response {
    let request = match Request::read(&String::from_utf8_lossy(&body)) {
        Ok(request) => request,
        Err(refusal) => return reply(&refusal),
    };
    let fault = sandbox.lock().faults.take(request.operation());
    let mut lag = SignedDuration::ZERO;
    match &fault {
        Some(Fault::Hang) => std::future::pending().await,
        Some(Fault::DropBeforeCommit) => return breaking_off(Bytes::new()),
        Some(Fault::FailBeforeCommit) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Some(Fault::Error(code)) => return reply(&request.refuse(code)),
        Some(Fault::NotRefundable) => return reply(&request.turn_away("3", "54")),
        Some(Fault::Declined) => return reply(&request.turn_away("2", "2")),
        Some(Fault::Slow(milliseconds)) => {
            tokio::time::sleep(Duration::from_millis(*milliseconds)).await;
        }
        Some(Fault::ListLag(seconds)) => {
            lag = SignedDuration::from_secs(i64::try_from(*seconds).unwrap_or(i64::MAX));
        }
        _ => {}
    }
    let text = sandbox.perform(&request, lag);
    match fault {
        Some(Fault::HangAfterCommit) => std::future::pending().await,
        Some(Fault::DropAfterCommit) => breaking_off(Bytes::new()),
        Some(Fault::FailAfterCommit) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Some(Fault::Truncate) => breaking_off(Bytes::from(text[..text.len() / 2].to_owned())),
        Some(Fault::Garbage) => reply_with("<html><body>Runtime Error</body></html>".to_owned()),
        Some(Fault::NoBom) => reply_with(text),
        _ => reply(&text),
    }
}

impl Sandbox {
    fn perform(&self, request: &Request, lag: SignedDuration) -> String {
        let now = (self.clock)();
        let mut state = self.lock();
        state.ledger.settle_what_is_due(now);
        let text = request.perform(&mut state, now, lag);
        drop(state);
        self.tell();
        text
    }
}

fn reply(text: &str) -> Response {
    reply_with(format!("{BYTE_ORDER_MARK}{text}"))
}

fn reply_with(text: String) -> Response {
    let json = HeaderValue::from_static("application/json; charset=utf-8");
    ([(header::CONTENT_TYPE, json), ANYWHERE], text).into_response()
}

/// Builds a response that sends these bytes and then closes the connection. Without bytes, not even
/// a status line is sent.
fn breaking_off(sent: Bytes) -> Response {
    Response::new(Body::new(BreakingOff { sent: Some(sent), has_paused: false }))
}

struct BreakingOff {
    sent: Option<Bytes>,
    has_paused: bool,
}

impl HttpBody for BreakingOff {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let broken = || Poll::Ready(Some(Err(io::Error::other("broken off on purpose"))));
        match self.sent.take() {
            Some(sent) if sent.is_empty() => broken(),
            Some(sent) => Poll::Ready(Some(Ok(Frame::data(sent)))),
            // Waits once before closing the connection, so that the bytes are sent first.
            None if !self.has_paused => {
                self.has_paused = true;
                context.waker().wake_by_ref();
                Poll::Pending
            }
            None => broken(),
        }
    }
}
