//! Faults that tests inject into the sandbox. Each fault applies to one call of an operation.
//! Several faults of an operation apply in the order in which they were added.

use std::collections::{HashMap, VecDeque};

use serde::Deserialize;

/// Fault of one call. In JSON: `"hang"`, `{"slow": 200}`, `{"error": "E00104"}` and so on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Neither executes the request nor replies.
    Hang,
    /// Executes the request but never replies.
    HangAfterCommit,
    DropBeforeCommit,
    DropAfterCommit,
    #[serde(rename = "500_before_commit")]
    FailBeforeCommit,
    #[serde(rename = "500_after_commit")]
    FailAfterCommit,
    /// Executes the request but sends only part of the reply.
    Truncate,
    /// Executes the request but replies with invalid JSON.
    Garbage,
    /// Executes the request but omits the byte order mark that starts every reply.
    NoBom,
    /// Does not execute the request. Replies with this error code.
    Error(String),
    /// Does not execute the request. Replies that the charge does not qualify for a refund.
    NotRefundable,
    /// Does not execute the request. Replies that the card's bank declines.
    Declined,
    /// Waits this many milliseconds before the request is executed.
    Slow(u64),
    /// Omits transactions younger than this many seconds from the list of unsettled transactions.
    ListLag(u64),
}

#[derive(Default)]
pub struct Faults {
    ordered: HashMap<String, VecDeque<Fault>>,
}

impl Faults {
    /// Adds a fault for the next call of an operation. `operation` is a transaction type such as
    /// `authCaptureTransaction`, or the root element of any other call.
    pub fn order(&mut self, operation: &str, fault: Fault) {
        self.ordered.entry(operation.to_owned()).or_default().push_back(fault);
    }

    pub fn take(&mut self, operation: &str) -> Option<Fault> {
        self.ordered.get_mut(operation)?.pop_front()
    }
}
