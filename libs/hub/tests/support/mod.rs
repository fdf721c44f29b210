//! Helpers for the tests: a server with a hub on a free port, and minimal clients.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::{
    sync::{
        Arc, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{Router, extract::Request, middleware::Next};
use futures_util::{SinkExt, StreamExt};
use hub::{Caller, Gate, Hub, Settings, Value};
use serde_json::json;
use tokio::{
    net::TcpListener,
    net::TcpStream,
    task::{AbortHandle, JoinHandle},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

pub const END: char = '\u{1e}';

/// Gate that accepts the tokens `ann` and `bob` for users of these names. The counter inside shows
/// whether the server still holds the gate.
#[derive(Clone)]
pub struct TestGate(#[expect(dead_code, reason = "others ask whether it is alive")] Arc<()>);

impl Gate for TestGate {
    async fn identify(&self, token: Option<&str>) -> Option<String> {
        token.filter(|token| ["ann", "bob"].contains(token)).map(str::to_owned)
    }

    fn admits(&self, origin: &str, host: &str) -> bool {
        origin == "https://own.example" && host.starts_with("127.0.0.1:")
    }

    fn invoke(
        &self,
        caller: &Caller,
        method: &str,
        arguments: &[Value],
    ) -> Option<Result<Value, String>> {
        match method {
            "GetConnectionId" => Some(Ok(caller.connection_id.clone().into())),
            "Add" => {
                let numbers: Option<Vec<i64>> = arguments.iter().map(Value::as_i64).collect();
                let sum = numbers.map(|numbers| numbers.iter().sum::<i64>().into());
                Some(sum.ok_or_else(|| "Add takes numbers.".to_owned()))
            }
            _ => None,
        }
    }
}

pub fn handshake() -> String {
    format!("{}{END}", json!({"protocol": "json", "version": 1}))
}

/// Waits until the condition `is_so` holds; fails after ten minutes.
pub async fn until(is_so: impl Fn() -> bool) {
    let wait = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(600), wait).await.expect("it never happened");
}

type Answer = (u16, String);

pub struct Server {
    pub hub: Hub,
    pub address: String,
    requests: Arc<AtomicUsize>,
    listening: AbortHandle,
    served: Weak<()>,
}

impl Server {
    pub async fn start(settings: Settings) -> Server {
        let hub = Hub::new(settings);
        let requests = Arc::new(AtomicUsize::new(0));
        let counter = requests.clone();
        let count = axum::middleware::from_fn(move |request: Request, next: Next| {
            counter.fetch_add(1, Ordering::SeqCst);
            next.run(request)
        });
        let life = Arc::new(());
        let served = Arc::downgrade(&life);
        let app = Router::new().nest("/hub", hub::router(hub.clone(), TestGate(life))).layer(count);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let listening = tokio::spawn(async move { axum::serve(listener, app).await });
        Server { hub, address, requests, listening: listening.abort_handle(), served }
    }

    /// Stops accepting connections and waits until all open connections have ended.
    pub async fn is_left(&self) {
        self.listening.abort();
        until(|| self.served.strong_count() == 0).await;
    }

    /// Returns the number of requests received so far.
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    fn ask(
        &self,
        method: &'static str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> JoinHandle<Answer> {
        let url = format!("http://{}/hub{path}", self.address);
        let (token, body) = (token.map(str::to_owned), body.to_owned());
        tokio::task::spawn_blocking(move || {
            let agent: ureq::Agent =
                ureq::Agent::config_builder().http_status_as_error(false).build().into();
            let mut request = ureq::http::Request::builder().method(method).uri(&url);
            if let Some(token) = token {
                request = request.header("authorization", format!("Bearer {token}"));
            }
            let mut reply = agent.run(request.body(body).expect("a request")).expect("an answer");
            (reply.status().as_u16(), reply.body_mut().read_to_string().expect("a text"))
        })
    }

    pub async fn get(&self, path: &str, token: Option<&str>) -> Answer {
        self.ask("GET", path, token, "").await.expect("an answer")
    }

    /// Starts a GET request in the background, because a poll may wait for records.
    pub fn polling(&self, path: &str, token: &str) -> JoinHandle<Answer> {
        self.ask("GET", path, Some(token), "")
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: &str) -> Answer {
        self.ask("POST", path, token, body).await.expect("an answer")
    }

    pub async fn delete(&self, path: &str, token: Option<&str>) -> Answer {
        self.ask("DELETE", path, token, "").await.expect("an answer")
    }

    /// Negotiates a connection and returns its token.
    pub async fn negotiate(&self, user: &str) -> String {
        let (status, reply) = self.post("/negotiate?negotiateVersion=1", Some(user), "").await;
        assert_eq!(status, 200, "{reply}");
        let reply: Value = serde_json::from_str(&reply).expect("JSON");
        reply["connectionToken"].as_str().expect("a token").to_owned()
    }

    /// Returns a client that has completed the handshake.
    pub async fn greeted(&self, user: &str) -> Socket {
        let mut socket =
            Socket::open(self, &format!("?access_token={user}"), None).await.expect("a socket");
        socket.send(&handshake()).await;
        assert_eq!(socket.hear().await[0], json!({}));
        socket
    }
}

pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens a WebSocket. If the server refuses, returns the HTTP status.
    pub async fn open(server: &Server, path: &str, origin: Option<&str>) -> Result<Socket, u16> {
        let url = format!("ws://{}/hub{path}", server.address);
        let mut request = url.into_client_request().expect("a request");
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((stream, _)) => Ok(Socket(stream)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("no connection: {error}"),
        }
    }

    pub async fn send(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("the server listens");
    }

    /// Waits for the next frame and returns its records.
    pub async fn hear(&mut self) -> Vec<Value> {
        let next = tokio::time::timeout(Duration::from_secs(600), self.0.next()).await;
        let message = next.expect("silence").expect("the end").expect("a frame");
        let text = message.into_text().expect("a text frame");
        assert!(text.ends_with(END), "a part of a record: {text}");
        text.split_terminator(END)
            .map(|record| serde_json::from_str(record).expect("JSON"))
            .collect()
    }

    /// Returns true once the server has closed the socket; skips earlier frames.
    pub async fn is_closed(&mut self) -> bool {
        let end = async {
            loop {
                match self.0.next().await {
                    None | Some(Err(_) | Ok(Message::Close(_))) => return,
                    Some(Ok(_)) => {}
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(600), end).await.is_ok()
    }
}
