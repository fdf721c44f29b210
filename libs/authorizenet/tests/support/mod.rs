//! Server for tests that replies as scripted and records its requests.

#![allow(dead_code, reason = "each test binary uses its part")]

pub mod plain;
pub mod play;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use authorizenet::{Amount, Charge, Client, Reference, Secret, Settings, Token};
use axum::{
    Router,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::any,
};
use serde_json::Value;
use tokio::net::TcpListener;

pub const LOGIN: &str = "5KP3u95bQpv";
pub const KEY: &str = "346HZ32z3fP4hTG2";
pub const TOKEN: &str = "eyJjb2RlIjoiNTBfMl8wNjAwMDUyN0U5In0=";

/// Serves the routes on a free port until the test ends. Returns the address.
pub async fn serve(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

pub struct Scripted {
    pub address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Scripted {
    /// Starts a gateway that replies to every request with this body.
    pub async fn saying(body: impl Into<String>) -> Scripted {
        Scripted::replying(StatusCode::OK, body).await
    }

    pub async fn replying(status: StatusCode, body: impl Into<String>) -> Scripted {
        let body = body.into();
        Scripted::with(move |_| (status, body.clone()).into_response()).await
    }

    pub async fn with(
        answer: impl Fn(&str) -> Response + Clone + Send + Sync + 'static,
    ) -> Scripted {
        let requests = Arc::<Mutex<Vec<String>>>::default();
        let kept = requests.clone();
        let handler = any(async move |body: String| {
            kept.lock().expect("no panic").push(body.clone());
            answer(&body)
        });
        let address = serve(Router::new().fallback_service(handler)).await;
        Scripted { address, requests }
    }

    pub fn client(&self) -> Client {
        client(self.address)
    }

    /// Returns the received request bodies, byte for byte.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no panic").clone()
    }
}

pub fn client(address: SocketAddr) -> Client {
    let url = format!("http://{address}/xml/v1/request.api");
    Client::new(Settings::new(url, LOGIN, Secret::new(KEY))).expect("a client")
}

/// Creates a client with a timeout of 100 ms, for tests of slow replies.
pub fn impatient(address: SocketAddr) -> Client {
    let url = format!("http://{address}/xml/v1/request.api");
    let timeout = Duration::from_millis(100);
    Client::new(Settings { timeout, ..Settings::new(url, LOGIN, Secret::new(KEY)) })
        .expect("a client")
}

pub fn reference(text: &str) -> Reference {
    Reference::parse(text).expect("a reference")
}

pub fn charge(token: &str) -> Charge {
    Charge {
        reference: reference("PAY0001"),
        amount: Amount::from_cents(2500),
        currency: "CAD".to_owned(),
        token: Token::parse(Token::DESCRIPTOR, token).expect("a token"),
        description: "eGift cards".to_owned(),
        customer_id: Some(reference("123")),
        email: "a@b.ca".to_owned(),
        first_name: "Ann".to_owned(),
        last_name: "Lee".to_owned(),
        customer_ip: Some("203.0.113.9".parse().expect("an address")),
        duplicate_window: Duration::from_secs(28_800),
    }
}

/// Formats a reply like the gateway, which starts each reply with a byte order mark.
pub fn reply(value: &Value) -> String {
    format!("\u{feff}{value}")
}
