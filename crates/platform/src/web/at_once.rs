//! Layer that answers some requests before their body is read. It refuses requests whose head is
//! too large, and sends catalogue pages from the cache.

use std::{
    future::{Ready, ready},
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    extract::Request,
    response::{IntoResponse, Response},
};
use futures_util::{
    TryFutureExt,
    future::{Either, MapOk},
};
use tower::{Layer, Service};

use super::{shared, sizes};
use crate::app::App;

#[derive(Clone)]
pub struct AtOnce(pub Arc<App>);

impl<S> Layer<S> for AtOnce {
    type Service = OrElse<S>;

    fn layer(&self, inner: S) -> OrElse<S> {
        OrElse { app: self.0.clone(), inner }
    }
}

/// Service that answers a request directly if possible, and otherwise calls the inner service.
#[derive(Clone)]
pub struct OrElse<S> {
    app: Arc<App>,
    inner: S,
}

impl<S> Service<Request> for OrElse<S>
where
    S: Service<Request>,
    S::Response: IntoResponse,
{
    type Response = Response;
    type Error = S::Error;
    type Future =
        Either<Ready<Result<Response, S::Error>>, MapOk<S::Future, fn(S::Response) -> Response>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let at_once = match sizes::check(&self.app, &request) {
            Err(refusal) => Some(refusal.into_response()),
            Ok(()) => shared::at_hand(&self.app, &request),
        };
        match at_once {
            Some(response) => Either::Left(ready(Ok(response))),
            None => Either::Right(
                self.inner.call(request).map_ok(S::Response::into_response as fn(_) -> _),
            ),
        }
    }
}
