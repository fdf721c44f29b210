//! Injected faults. Each applies once, in the order given, to one operation.

use std::collections::{HashMap, VecDeque};

use serde::Deserialize;

/// Fault, in JSON `"hang"`, `{"slow": 200}`, `{"error": "E00104"}` and so on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Never answers and does nothing.
    Hang,
    /// Carries out the request and never answers.
    HangAfterCommit,
    DropBeforeCommit,
    DropAfterCommit,
    #[serde(rename = "500_before_commit")]
    FailBeforeCommit,
    #[serde(rename = "500_after_commit")]
    FailAfterCommit,
    /// Carries out the request and cuts the answer in the middle.
    Truncate,
    /// Carries out the request and answers invalid JSON.
    Garbage,
    /// Carries out the request and answers without the byte order mark.
    NoBom,
    /// Does nothing and answers with this error.
    Error(String),
    /// Does nothing and answers that the charge does not qualify for a refund.
    NotRefundable,
    /// Does nothing and answers that the card's bank declines.
    Declined,
    /// Waits for this many milliseconds first.
    Slow(u64),
    /// Leaves transactions younger than this many seconds out of a list.
    ListLag(u64),
}

#[derive(Default)]
pub struct Faults {
    ordered: HashMap<String, VecDeque<Fault>>,
}

impl Faults {
    /// Adds a fault. `operation` is a transaction type such as `authCaptureTransaction`, or the
    /// root element of another call.
    pub fn order(&mut self, operation: &str, fault: Fault) {
        self.ordered.entry(operation.to_owned()).or_default().push_back(fault);
    }

    pub fn take(&mut self, operation: &str) -> Option<Fault> {
        self.ordered.get_mut(operation)?.pop_front()
    }
}
