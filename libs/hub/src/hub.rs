//! The hub: keeps the clients connected to one node, and finds them by token and by user.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use serde_json::Value;

use crate::{Settings, connection::Connection, protocol};

/// Number of checks for dead clients that fit into the shortest of the hub's time limits.
const ROUNDS: u32 = 5;

/// Clients connected to this node. Clones are cheap and share one hub.
#[derive(Clone)]
pub struct Hub {
    shared: Arc<Shared>,
}

struct Shared {
    settings: Settings,
    clients: Mutex<Clients>,
}

#[derive(Default)]
struct Clients {
    by_token: HashMap<String, Arc<Connection>>,
    by_user: HashMap<String, Vec<Arc<Connection>>>,
    is_closed: bool,
}

/// Reason why a new client is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// This node has too many clients or is closed. The client may succeed on another node, or
    /// later.
    Full,
    /// The user already has the maximum number of clients.
    TooManyOfOne,
}

impl Hub {
    /// Creates a hub without clients. Starts a task on the current tokio runtime that keeps clients
    /// alive and removes dead ones.
    pub fn new(settings: Settings) -> Hub {
        let shared = Arc::new(Shared { settings, clients: Mutex::default() });
        let shortest = settings.negotiation.min(settings.keep_alive).min(settings.between_polls);
        tokio::spawn(look_after(Arc::downgrade(&shared), shortest / ROUNDS));
        Hub { shared }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    fn clients(&self) -> MutexGuard<'_, Clients> {
        self.shared.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a client of this user. Returns an error if the hub is closed or a limit on clients is
    /// reached.
    pub(crate) fn welcome(&self, user: String) -> Result<Arc<Connection>, Refusal> {
        let Settings { most_clients, most_of_one, .. } = *self.settings();
        let mut clients = self.clients();
        if clients.is_closed || clients.by_token.len() >= most_clients {
            return Err(Refusal::Full);
        }
        if clients.by_user.get(&user).is_some_and(|own| own.len() >= most_of_one) {
            return Err(Refusal::TooManyOfOne);
        }
        let connection = Arc::new(Connection::new(user.clone(), self.settings()));
        clients.by_token.insert(connection.token.clone(), connection.clone());
        clients.by_user.entry(user).or_default().push(connection.clone());
        Ok(connection)
    }

    pub(crate) fn find(&self, token: &str) -> Option<Arc<Connection>> {
        self.clients().by_token.get(token).cloned()
    }

    pub(crate) fn remove(&self, connection: &Connection) {
        connection.forget();
        let mut clients = self.clients();
        clients.by_token.remove(&connection.token);
        let user = &connection.caller.user;
        if let Some(own) = clients.by_user.get_mut(user) {
            own.retain(|one| one.token != connection.token);
            if own.is_empty() {
                clients.by_user.remove(user);
            }
        }
    }

    fn of_user(&self, user: &str) -> Vec<Arc<Connection>> {
        self.clients().by_user.get(user).cloned().unwrap_or_default()
    }

    /// Calls the method `target` on every client of a user.
    pub fn send(&self, user: &str, target: &str, arguments: &[Value]) {
        let record = protocol::invocation(target, arguments);
        for connection in self.of_user(user) {
            connection.send(&record);
        }
    }

    /// Closes every client of a user, with the instruction not to reconnect.
    pub fn close_user(&self, user: &str) {
        for connection in self.of_user(user) {
            connection.end(protocol::close(None, false));
        }
    }

    /// Closes every client of a user, with the instruction to reconnect, so that the client
    /// authenticates again.
    pub fn send_away(&self, user: &str) {
        for connection in self.of_user(user) {
            connection.end(protocol::close(None, true));
        }
    }

    /// Closes all clients, with the instruction to reconnect (to another node), and refuses new
    /// clients.
    pub fn close(&self) {
        let mut clients = self.clients();
        clients.is_closed = true;
        for connection in clients.by_token.values() {
            connection.end(protocol::close(None, true));
        }
    }

    /// Returns the number of clients, including clients that have negotiated but not connected yet.
    pub fn client_count(&self) -> usize {
        self.clients().by_token.len()
    }
}

/// Sends pings to quiet clients and removes clients that are gone, until the hub is dropped.
async fn look_after(shared: Weak<Shared>, interval: Duration) {
    loop {
        tokio::time::sleep(interval).await;
        let Some(shared) = shared.upgrade() else { return };
        let hub = Hub { shared };
        let all: Vec<Arc<Connection>> = hub.clients().by_token.values().cloned().collect();
        for connection in all {
            if connection.is_gone(hub.settings()) {
                hub.remove(&connection);
            }
        }
    }
}
