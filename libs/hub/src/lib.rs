//! A SignalR server for axum: handshake, frames, three transports. The crate has no code about gift
//! cards.
//!
//! [`Hub::new`] creates a hub, [`router`] serves the protocol, [`Hub::send`] calls a method on all
//! clients of a user. A [`Gate`] validates tokens and implements methods that clients call. Calls
//! to absent clients are not stored: after a reconnect the client must request what it missed.
//!
//! ```
//! use axum::Router;
//! use hub::{Caller, Gate, Hub, Settings, Value};
//!
//! #[derive(Clone)]
//! struct Door;
//!
//! impl Gate for Door {
//!     async fn identify(&self, token: Option<&str>) -> Option<String> {
//!         token.filter(|token| *token == "ann's token").map(|_| "ann".to_owned())
//!     }
//!
//!     fn admits(&self, origin: &str, host: &str) -> bool {
//!         origin.strip_prefix("https://") == Some(host)
//!     }
//!
//!     fn invoke(&self, caller: &Caller, method: &str, _: &[Value]) -> Option<Result<Value, String>> {
//!         (method == "WhoAmI").then(|| Ok(caller.user.clone().into()))
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let hub = Hub::new(Settings::default());
//! let app: Router = Router::new().nest("/hubs/news", hub::router(hub.clone(), Door));
//! hub.send("ann", "CardChanged", &["crd_1".into()]);
//! # drop(app);
//! # }
//! ```

mod connection;
mod hub;
mod protocol;
mod routes;
mod transports;

use std::time::Duration;

pub use hub::Hub;
pub use routes::router;
pub use serde_json::Value;

/// Time limits of the protocol and limits on clients. The defaults suit the official client's own
/// settings.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Time in which a client must connect after negotiating.
    pub negotiation: Duration,
    /// Time without output to an open connection after which the server sends a ping.
    pub keep_alive: Duration,
    /// Time after which a client that sends nothing, or accepts no bytes, counts as gone.
    pub silence: Duration,
    /// Maximum time that a poll waits for records.
    pub poll: Duration,
    /// Maximum time between two polls of a client.
    pub between_polls: Duration,
    /// Maximum number of clients. Each WebSocket takes an open file.
    pub most_clients: usize,
    /// Number of records that a client may send at once; afterwards one record per `interval`. A
    /// client that sends more is disconnected.
    pub most_at_once: u32,
    pub interval: Duration,
    /// Maximum number of clients per user, so that one user can't use up `most_clients`.
    pub most_of_one: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            negotiation: Duration::from_secs(15),
            keep_alive: Duration::from_secs(15),
            silence: Duration::from_secs(60),
            poll: Duration::from_secs(90),
            between_polls: Duration::from_secs(15),
            most_clients: 10_000,
            most_at_once: 60,
            interval: Duration::from_millis(100),
            most_of_one: 30,
        }
    }
}

/// Connected client, as passed to the methods that it calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    pub user: String,
    /// Public id of the connection, unlike the connection's secret token.
    pub connection_id: String,
}

/// Callbacks of the program that uses the hub: authentication, allowed origins, and methods for
/// clients.
pub trait Gate: Clone + Send + Sync + 'static {
    /// Returns the user to whom an access token belongs, or `None` if the token is invalid.
    fn identify(&self, token: Option<&str>) -> impl Future<Output = Option<String>> + Send;

    /// Returns true if web pages of this origin may connect to this host. Not called for clients
    /// that send no origin, because such clients are not browsers.
    fn admits(&self, origin: &str, host: &str) -> bool;

    /// Runs a method that a client has called, and returns its result or error. Returns `None` if
    /// there is no such method.
    fn invoke(
        &self,
        caller: &Caller,
        method: &str,
        arguments: &[Value],
    ) -> Option<Result<Value, String>>;
}
