//! HTTP routes of the SignalR protocol: negotiation and the three transports.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{FromRequestParts, Query, Request, State, WebSocketUpgrade},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Gate, Hub,
    connection::{Connection, Transport},
    hub::Refusal,
    protocol::MAX_BYTES,
    transports::{events, polling, websocket},
};

struct Door<G> {
    hub: Hub,
    gate: G,
}

/// Returns a router that serves `/` and `/negotiate`, below the path at which it is nested.
pub fn router<G: Gate>(hub: Hub, gate: G) -> Router {
    let door = Arc::new(Door { hub, gate });
    Router::new()
        .route("/", get(connect::<G>).post(take_in::<G>).delete(leave::<G>))
        .route("/negotiate", post(negotiate::<G>))
        .with_state(door)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    /// Secret token of the client's connection.
    id: Option<String>,
    user_id: Option<String>,
    negotiate_version: Option<u32>,
    /// Access token of the user, passed in the query because browsers can't set headers on a
    /// WebSocket or an event stream.
    #[serde(rename = "access_token")]
    access_token: Option<String>,
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

impl<G: Gate> Door<G> {
    /// Authenticates the request and checks its origin. Returns the user.
    async fn admit(
        &self,
        headers: &HeaderMap,
        parameters: &Parameters,
    ) -> Result<String, StatusCode> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(header::HOST).unwrap_or_default();
        if text(header::ORIGIN).is_some_and(|origin| !self.gate.admits(origin, host)) {
            return Err(StatusCode::FORBIDDEN);
        }
        let token = bearer(headers).or(parameters.access_token.as_deref());
        let user = self.gate.identify(token).await.ok_or(StatusCode::UNAUTHORIZED)?;
        match &parameters.user_id {
            Some(claimed) if *claimed != user => Err(StatusCode::FORBIDDEN),
            _ => Ok(user),
        }
    }

    /// Returns the connection that the request names. Returns an error status if it does not exist
    /// or belongs to another user.
    async fn find(
        &self,
        headers: &HeaderMap,
        parameters: &Parameters,
    ) -> Result<Arc<Connection>, StatusCode> {
        let user = self.admit(headers, parameters).await?;
        let token = parameters.id.as_deref().ok_or(StatusCode::BAD_REQUEST)?;
        let connection = self.hub.find(token).ok_or(StatusCode::NOT_FOUND)?;
        if connection.caller.user == user { Ok(connection) } else { Err(StatusCode::FORBIDDEN) }
    }

    /// Like [`find`](Door::find), but also assigns the connection to a transport. Returns CONFLICT
    /// if the connection already has one.
    async fn begin(
        &self,
        headers: &HeaderMap,
        parameters: &Parameters,
        transport: Transport,
    ) -> Result<Arc<Connection>, StatusCode> {
        let connection = self.find(headers, parameters).await?;
        if connection.attach(transport) { Ok(connection) } else { Err(StatusCode::CONFLICT) }
    }
}

type Shared<G> = State<Arc<Door<G>>>;

fn status_of(refusal: Refusal) -> StatusCode {
    match refusal {
        Refusal::Full => StatusCode::SERVICE_UNAVAILABLE,
        Refusal::TooManyOfOne => StatusCode::TOO_MANY_REQUESTS,
    }
}

async fn negotiate<G: Gate>(
    State(door): Shared<G>,
    Query(parameters): Query<Parameters>,
    headers: HeaderMap,
) -> Result<Json<Value>, StatusCode> {
    let user = door.admit(&headers, &parameters).await?;
    let connection = door.hub.welcome(user).map_err(status_of)?;
    let transports = json!([
        { "transport": "WebSockets", "transferFormats": ["Text"] },
        { "transport": "ServerSentEvents", "transferFormats": ["Text"] },
        { "transport": "LongPolling", "transferFormats": ["Text"] },
    ]);
    // Version 0 of the protocol has a single id, so the client must get the secret token as its id.
    Ok(Json(if parameters.negotiate_version.unwrap_or(0) == 0 {
        json!({ "connectionId": connection.token, "availableTransports": transports })
    } else {
        json!({
            "negotiateVersion": 1,
            "connectionId": connection.caller.connection_id,
            "connectionToken": connection.token,
            "availableTransports": transports,
        })
    }))
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|types| types.contains("text/event-stream"))
}

/// Handles GET: opens a WebSocket or an event stream, or polls, depending on the headers.
async fn connect<G: Gate>(
    State(door): Shared<G>,
    Query(parameters): Query<Parameters>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, StatusCode> {
    let (mut parts, _) = request.into_parts();
    if let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        let connection = match parameters.id {
            Some(_) => door.begin(&headers, &parameters, Transport::WebSocket).await?,
            // Without an id, the client has skipped the negotiation, so a new connection is
            // created.
            None => {
                let user = door.admit(&headers, &parameters).await?;
                let connection = door.hub.welcome(user).map_err(status_of)?;
                connection.attach(Transport::WebSocket);
                connection
            }
        };
        let carry = move |socket| async move {
            websocket::carry(&connection, &door.gate, door.hub.settings().silence, socket).await;
            door.hub.remove(&connection);
        };
        return Ok(upgrade.max_message_size(2 * MAX_BYTES).on_upgrade(carry));
    }
    if accepts_events(&headers) {
        let connection = door.begin(&headers, &parameters, Transport::Events).await?;
        return Ok(events::stream(door.hub.clone(), connection));
    }
    let connection = door.find(&headers, &parameters).await?;
    Ok(polling::poll(&door.hub, &connection).await)
}

/// Handles POST: receives records from a client that does not use a WebSocket.
async fn take_in<G: Gate>(
    State(door): Shared<G>,
    Query(parameters): Query<Parameters>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, StatusCode> {
    let connection = door.find(&headers, &parameters).await?;
    match connection.transport() {
        Some(Transport::Events | Transport::Polling) => {
            connection.receive(&door.gate, &body);
            Ok(StatusCode::OK)
        }
        Some(Transport::WebSocket) => Err(StatusCode::METHOD_NOT_ALLOWED),
        None => Err(StatusCode::NOT_FOUND),
    }
}

async fn leave<G: Gate>(
    State(door): Shared<G>,
    Query(parameters): Query<Parameters>,
    headers: HeaderMap,
) -> Result<Response, StatusCode> {
    let connection = door.find(&headers, &parameters).await?;
    if connection.transport() != Some(Transport::Polling) {
        return Err(StatusCode::BAD_REQUEST);
    }
    door.hub.remove(&connection);
    Ok(StatusCode::ACCEPTED.into_response())
}
