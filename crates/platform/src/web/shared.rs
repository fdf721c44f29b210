//! Replies that depend only on the request's address. Each is built once, revalidated by ETag, and
//! cached for a while by browsers and proxies.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{FromRequestParts, Request},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
    response::Response,
};
use serde::Serialize;

use super::{
    calls::{Call, Described},
    visitor,
};
use crate::{
    app::App,
    error::{Error, Result},
    lists::KeptPage,
};

/// Path prefix of all API calls. Routes and addresses in the cache omit the prefix.
pub const CALLS: &str = "/api/v1";

/// Browsers may use a reply for 30 seconds, as long as the server's own cache does. For another 60
/// seconds, a browser may still use the old reply while it fetches a new reply.
const CACHE: &str = "public, max-age=30, stale-while-revalidate=60";

/// Addresses of replies that scripts of all websites may read, without [`CALLS`]. They contain only public figures, which
/// charities show on their own sites.
const OPEN: &str = "/Public/campaigns/";

/// Initial capacity for headers: enough for those set here and those that every reply gets.
const HEADERS: usize = 20;

/// Extractor that declares that the handler's reply depends only on the request's address, not on
/// caller, brand or language.
pub struct Shared {
    address: String,
    headers: HeaderMap,
}

impl FromRequestParts<Arc<App>> for Shared {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self> {
        let address = parts.uri.path_and_query().map_or("", |address| address.as_str());
        Ok(Shared { address: address.to_owned(), headers: parts.headers.clone() })
    }
}

impl Described for Shared {
    fn describe(call: &mut Call) {
        call.takes_header(
            "If-None-Match",
            "`ETag` of a stored reply. If it is current, the reply is 304.",
        );
        call.answers_without_body(
            StatusCode::NOT_MODIFIED,
            "Not modified: the stored reply is current.",
        );
    }
}

impl Shared {
    /// Returns the cached reply, or builds the reply with `make` and caches it.
    pub async fn reply<T: Serialize>(
        self,
        app: &App,
        make: impl Future<Output = Result<T>>,
    ) -> Result<Response> {
        let version = app.pages.version().await?;
        let is_open = is_open(&self.address);
        let page = match app.pages.find(&self.address, version) {
            Some(page) => page,
            None => {
                let body = serde_json::to_vec(&make.await?)
                    .map_err(|error| Error::Internal(error.to_string()))?;
                app.pages.keep(self.address, version, body)
            }
        };
        answer(&self.headers, &page, is_open)
    }
}

/// Returns the reply to a request that was not routed yet, from the cache. Returns `None` if the
/// cache has no reply that is known to be valid. Addresses in the cache omit [`CALLS`].
pub fn at_hand(app: &App, request: &Request) -> Option<Response> {
    if request.method() != Method::GET {
        return None;
    }
    let address = request.uri().path_and_query()?.as_str().strip_prefix(CALLS)?;
    let page = app.pages.at_hand(address)?;
    answer(request.headers(), &page, is_open(address)).ok()
}

fn is_open(address: &str) -> bool {
    address.starts_with(OPEN)
}

fn answer(request: &HeaderMap, page: &KeptPage, is_open: bool) -> Result<Response> {
    let etag =
        HeaderValue::from_str(&page.etag).map_err(|error| Error::Internal(error.to_string()))?;
    let is_known = visitor::is_known(request, &etag);
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.reserve(HEADERS);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHE));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::ETAG, etag);
    if is_open {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let (body, encoding) = if !page.is_packed() {
        (page.plain.clone(), None)
    } else if visitor::accepts(request, "br") {
        (page.brotli(), Some("br"))
    } else if visitor::accepts(request, "gzip") {
        (page.gzip(), Some("gzip"))
    } else {
        (page.plain.clone(), None)
    };
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    *response.body_mut() = Body::from(body);
    Ok(response)
}
