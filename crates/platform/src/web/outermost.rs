//! Outermost layer: traces every request and adds security headers to every reply. The layer calls
//! the inner service by reference, because a middleware function would clone the service for each
//! request.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    extract::Request,
    response::{IntoResponse, Response},
};
use tower::{Layer, Service};
use tracing::Instrument;

use super::{security, trace::Underway};
use crate::app::App;

#[derive(Clone)]
pub struct Outermost {
    app: Arc<App>,
    headers: Arc<security::Headers>,
}

impl Outermost {
    pub fn of(app: &Arc<App>) -> Outermost {
        Outermost { app: app.clone(), headers: Arc::new(security::Headers::of(app)) }
    }
}

impl<S> Layer<S> for Outermost {
    type Service = Around<S>;

    fn layer(&self, inner: S) -> Around<S> {
        Around { outermost: self.clone(), inner }
    }
}

#[derive(Clone)]
pub struct Around<S> {
    outermost: Outermost,
    inner: S,
}

impl<S> Service<Request> for Around<S>
where
    S: Service<Request, Error = Infallible>,
    S::Response: IntoResponse,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let Outermost { app, headers } = self.outermost.clone();
        let underway = Underway::begin(app, &request);
        let of_reply = headers.of_reply(&request);
        let span = underway.span().clone();
        let reply = span.in_scope(|| self.inner.call(request)).instrument(span);
        Box::pin(async move {
            let mut reply = reply.await.into_response();
            of_reply.add(reply.headers_mut());
            Ok(underway.answered(reply))
        })
    }
}
