//! Signals, by which a committed transaction wakes subscribers. Signals are hints that may get
//! lost. A subscriber that must not miss anything also reads the tables, on a timer and after each
//! [`Wake::Missed`].

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast::{
    self,
    error::{RecvError, TryRecvError},
};

/// Maximum number of unread signals per subscriber. A subscriber with more unread signals loses the
/// oldest ones and gets [`Wake::Missed`].
const BACKLOG: usize = 256;

/// Signal that a transaction sends once it is committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signal {
    pub topic: &'static str,
    pub payload: String,
}

/// Event that wakes a subscriber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wake {
    /// Payload of a signal from a committed transaction.
    Signal(String),
    /// Signals may have been missed, so the subscriber must read the tables.
    Missed,
}

/// Receiver for the signals of one topic, from the moment of [`subscribe`](crate::Db::subscribe).
pub struct Subscription {
    receiver: broadcast::Receiver<Wake>,
}

impl Subscription {
    /// Waits for the next event. Returns `None` once the database is closed.
    pub async fn next(&mut self) -> Option<Wake> {
        wake(self.receiver.recv().await)
    }

    /// Blocking variant of [`next`](Subscription::next).
    pub fn next_blocking(&mut self) -> Option<Wake> {
        wake(self.receiver.blocking_recv())
    }

    /// Returns true if any event has arrived since the last call, and discards these events. Does
    /// not wait.
    pub fn has_news(&mut self) -> bool {
        let mut has_news = false;
        loop {
            match self.receiver.try_recv() {
                Ok(_) | Err(TryRecvError::Lagged(_)) => has_news = true,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return has_news,
            }
        }
    }
}

fn wake(received: Result<Wake, RecvError>) -> Option<Wake> {
    match received {
        Ok(wake) => Some(wake),
        Err(RecvError::Lagged(_)) => Some(Wake::Missed),
        Err(RecvError::Closed) => None,
    }
}

/// Subscribers within this process.
#[derive(Default)]
pub(crate) struct Hub {
    // Senders by topic; `None` once the database is closed.
    topics: Mutex<Option<HashMap<&'static str, broadcast::Sender<Wake>>>>,
}

impl Hub {
    pub fn open() -> Self {
        Hub { topics: Mutex::new(Some(HashMap::new())) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<&'static str, broadcast::Sender<Wake>>>> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn subscribe(&self, topic: &'static str) -> Subscription {
        let receiver = match self.lock().as_mut() {
            Some(topics) => {
                topics.entry(topic).or_insert_with(|| broadcast::channel(BACKLOG).0).subscribe()
            }
            None => broadcast::channel(1).1,
        };
        Subscription { receiver }
    }

    /// Delivers the signals of a committed transaction to their subscribers.
    pub fn deliver(&self, signals: &[Signal]) {
        for signal in signals {
            self.wake(signal.topic, Wake::Signal(signal.payload.clone()));
        }
    }

    /// Wakes the subscribers of one topic, if there are any.
    pub fn wake(&self, topic: &str, wake: Wake) {
        if let Some(sender) = self.lock().as_ref().and_then(|topics| topics.get(topic)) {
            let _ = sender.send(wake);
        }
    }

    /// Sends [`Wake::Missed`] to all subscribers.
    pub fn wake_all(&self) {
        if let Some(topics) = self.lock().as_ref() {
            for sender in topics.values() {
                let _ = sender.send(Wake::Missed);
            }
        }
    }

    /// Ends every subscription.
    pub fn close(&self) {
        *self.lock() = None;
    }
}
