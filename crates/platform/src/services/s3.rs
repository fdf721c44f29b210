//! HTTP client for the object store, built on the HTTP library (ureq) that the rest of the program
//! uses.

use std::time::Duration;

use async_trait::async_trait;
use axum::{
    body::Bytes,
    http::{Request, Response},
};
use http_body_util::{BodyExt, Full};
use object_store::{
    ClientOptions,
    client::{
        HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
        HttpResponseBody, HttpService,
    },
};
use ureq::Agent;

const TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum size of a reply in bytes, far above the size of the largest stored picture.
const MAX_REPLY: u64 = 32 << 20;

#[derive(Debug)]
pub struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let agent = Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .max_redirects(0)
            // The object store library handles error statuses itself.
            .http_status_as_error(false)
            .build()
            .new_agent();
        Ok(HttpClient::new(Client(agent)))
    }
}

#[derive(Debug)]
struct Client(Agent);

#[async_trait]
impl HttpService for Client {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let agent = self.0.clone();
        let asked = tokio::task::spawn_blocking(move || {
            let request = Request::from_parts(parts, body);
            ask(&agent, request)
        });
        let (parts, body) = asked
            .await
            .map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?
            .map_err(|error| HttpError::new(kind(&error), error))?
            .into_parts();
        let whole = Full::new(body).map_err(|never| match never {});
        Ok(HttpResponse::from_parts(parts, HttpResponseBody::new(whole)))
    }
}

fn ask(agent: &Agent, request: Request<Bytes>) -> Result<Response<Bytes>, ureq::Error> {
    // Sends an empty body as no body, because ureq refuses a body for methods such as GET.
    let response = if request.body().is_empty() {
        agent.run(request.map(drop))?
    } else {
        agent.run(request.map(|body| body.to_vec()))?
    };
    let (parts, mut body) = response.into_parts();
    let bytes = body.with_config().limit(MAX_REPLY).read_to_vec()?;
    Ok(Response::from_parts(parts, Bytes::from(bytes)))
}

fn kind(error: &ureq::Error) -> HttpErrorKind {
    match error {
        ureq::Error::Timeout(_) => HttpErrorKind::Timeout,
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => HttpErrorKind::Connect,
        ureq::Error::Io(_) => HttpErrorKind::Interrupted,
        _ => HttpErrorKind::Unknown,
    }
}
