//! Outgoing signals and their encoding as notifications.

use std::collections::{BTreeSet, HashSet};

use crate::signals::{Signal, Wake};

/// Maximum length of a notification, in bytes; PostgreSQL accepts less than 8000.
const MAX_LENGTH: usize = 7_900;
/// Maximum number of signals kept while the server is down. If there are more, other nodes are only
/// notified that they have missed signals.
const LIMIT: usize = 1_000;

/// Signals to send. Equal signals are sent once; the order of signals is not kept.
#[derive(Default)]
pub(super) struct Outgoing {
    messages: HashSet<String>,
}

impl Outgoing {
    pub fn add(&mut self, signals: &[Signal]) {
        for signal in signals {
            self.messages.insert(encode(signal));
        }
        if self.messages.len() > LIMIT {
            let topics: BTreeSet<&str> =
                self.messages.iter().map(|message| decode(message).0).collect();
            self.messages = topics.into_iter().map(str::to_owned).collect();
        }
    }

    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    pub fn take(&mut self) -> Vec<String> {
        self.messages.drain().collect()
    }

    /// Puts back messages that could not be sent.
    pub fn requeue(&mut self, messages: Vec<String>) {
        self.messages.extend(messages);
    }
}

/// Encodes a signal as its topic, a line break and its payload. If that is too long, returns the
/// topic alone, which means that signals may have been missed.
fn encode(signal: &Signal) -> String {
    let message = format!("{}\n{}", signal.topic, signal.payload);
    if message.len() > MAX_LENGTH { signal.topic.to_owned() } else { message }
}

pub(super) fn decode(message: &str) -> (&str, Wake) {
    match message.split_once('\n') {
        Some((topic, payload)) => (topic, Wake::Signal(payload.to_owned())),
        None => (message, Wake::Missed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(topic: &'static str, payload: impl Into<String>) -> Signal {
        let payload = payload.into();
        Signal { topic, payload }
    }

    #[test]
    fn outgoing_signals_are_decoded_unchanged_and_deduplicated() {
        let mut outgoing = Outgoing::default();
        outgoing.add(&[signal("gift", "two\nlines"), signal("gift", "two\nlines")]);
        let sent = outgoing.take();
        assert_eq!(sent.len(), 1);
        assert_eq!(decode(&sent[0]), ("gift", Wake::Signal("two\nlines".to_owned())));
        assert!(outgoing.is_empty());
    }

    #[test]
    fn outgoing_replaces_long_or_many_signals_by_missed() {
        let mut outgoing = Outgoing::default();
        outgoing.add(&[signal("long", "x".repeat(MAX_LENGTH))]);
        assert_eq!(decode(&outgoing.take()[0]), ("long", Wake::Missed));
        for number in 0..=LIMIT {
            outgoing.add(&[signal("many", number.to_string())]);
        }
        assert_eq!(outgoing.take(), ["many"]);
    }
}
