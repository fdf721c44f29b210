//! Handles the part of a request's body that the handler did not read. The rest must be read before
//! another request can follow on the connection. hyper would close the connection instead, without
//! notice. A client that sends its next request would then lose that request, and a browser that is
//! still sending the body would lose the reply. This module therefore reads and discards the rest.
//! If that fails, the reply announces that the connection will be closed.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
    http::{HeaderValue, Request, Response, header},
};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time;
use tower_http::timeout::TimeoutBody;

use super::sizes::MAX_UPLOAD;

/// Maximum number of bytes to discard, as many as the largest accepted body has.
const MAX_LEFT: u64 = MAX_UPLOAD as u64;
/// Maximum wait for the next piece of the body.
const PATIENCE: Duration = Duration::from_secs(1);
/// Maximum wait for the whole rest of the body.
const WHOLE_PATIENCE: Duration = Duration::from_secs(60);

struct Source {
    body: Pin<Box<TimeoutBody<Incoming>>>,
    /// Number of declared bytes that are still unread. [`TimeoutBody`] does not report this number.
    declared: u64,
    is_over: bool,
}

impl Source {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let polled = self.body.as_mut().poll_frame(context);
        self.is_over |= matches!(polled, Poll::Ready(None | Some(Err(_))));
        if let Poll::Ready(Some(Ok(frame))) = &polled {
            let read = frame.data_ref().map_or(0, |data| data.len() as u64);
            self.declared = self.declared.saturating_sub(read);
        }
        polled
    }
}

#[derive(Clone)]
struct Shared(Arc<Mutex<Source>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Source> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets the handler read the body.
impl HttpBody for Shared {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        self.lock().poll(context)
    }

    fn is_end_stream(&self) -> bool {
        self.lock().is_over
    }

    fn size_hint(&self) -> SizeHint {
        self.lock().body.size_hint()
    }
}

/// Body of a request, which may be partly unread when the handler has answered.
pub struct Leftover {
    /// `None` if the request has no body.
    body: Option<Shared>,
    /// True if the client sends the body only after an interim reply (`Expect`), so that waiting
    /// for the body is pointless.
    is_held_back: bool,
}

/// Wraps a request's body, so that reading fails if no data arrives for `patience`.
pub fn watch(request: Request<Incoming>, patience: Duration) -> (Request<Body>, Leftover) {
    let is_held_back = request.headers().contains_key(header::EXPECT);
    let (head, body) = request.into_parts();
    if body.is_end_stream() {
        let nothing = Leftover { body: None, is_held_back };
        return (Request::from_parts(head, Body::empty()), nothing);
    }
    let declared = body.size_hint().lower();
    let body = Box::pin(TimeoutBody::new(patience, body));
    let shared = Shared(Arc::new(Mutex::new(Source { body, declared, is_over: false })));
    let leftover = Leftover { body: Some(shared.clone()), is_held_back };
    (Request::from_parts(head, Body::new(shared)), leftover)
}

impl Leftover {
    /// Discards the unread rest of the body before the reply is sent. If that fails, marks the
    /// reply to close the connection.
    pub async fn settle(self, reply: &mut Response<Body>) {
        let Some(body) = &self.body else { return };
        if body.lock().is_over {
            return;
        }
        let is_much = body.lock().declared > MAX_LEFT;
        let is_read = !self.is_held_back
            && !is_much
            && time::timeout(WHOLE_PATIENCE, read_away(body)).await.unwrap_or(false);
        if !is_read {
            reply.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
    }
}

/// Reads and discards the rest of a body. Returns true if the end of the body was reached.
async fn read_away(body: &Shared) -> bool {
    let mut left = MAX_LEFT;
    loop {
        let next = poll_fn(|context| body.lock().poll(context));
        let Ok(next) = time::timeout(PATIENCE, next).await else { return false };
        let Some(frame) = next else { return true };
        let Ok(frame) = frame else { return false };
        let length = frame.data_ref().map_or(0, |data| data.len() as u64);
        let Some(rest) = left.checked_sub(length) else { return false };
        left = rest;
    }
}
