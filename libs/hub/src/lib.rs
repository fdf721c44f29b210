//! A SignalR server for axum: handshake, frames, three transports. Knows nothing of gift cards.
//!
//! [`Hub::new`] makes one, [`router`] answers the protocol's requests for it, [`Hub::send`] speaks to a user wherever they are
//! connected. What a token is worth and which methods there are, a [`Gate`] says. Nothing is kept for those who are away:
//! a client that comes back asks for what it missed.
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

/// The clocks of the protocol, and how many may come. The defaults suit the official client as it comes.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// A client that negotiated but never came is forgotten after this long.
    pub negotiation: Duration,
    /// A connected client hears something at least this often.
    pub keep_alive: Duration,
    /// A client that was not heard for so long, or takes nothing for so long, is gone.
    pub silence: Duration,
    /// A poll that brings nothing ends after this long.
    pub poll: Duration,
    /// A client that polls, but has not done so for so long, is gone.
    pub between_polls: Duration,
    /// So many clients at once; each WebSocket is an open file of the program's.
    pub most_clients: usize,
    /// A client may say so many things at once, and one more after each interval; one that says more is closed out.
    pub most_at_once: u32,
    pub interval: Duration,
    /// So many of them may be one user's: nobody has more windows, and nobody takes the places of all others.
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

/// A connected client, as the methods that it calls see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    pub user: String,
    /// May be told to others, unlike the token that the connection is reached by.
    pub connection_id: String,
}

/// What the program behind the hub decides.
pub trait Gate: Clone + Send + Sync + 'static {
    /// The user who shows this token; nobody for a wrong one.
    fn identify(&self, token: Option<&str>) -> impl Future<Output = Option<String>> + Send;

    /// Whether pages of this origin may connect to this host. Programs that are no browsers name no origin.
    fn admits(&self, origin: &str, host: &str) -> bool;

    /// Answers a call of a method, or says why not; `None` when there is no such method.
    fn invoke(
        &self,
        caller: &Caller,
        method: &str,
        arguments: &[Value],
    ) -> Option<Result<Value, String>>;
}
