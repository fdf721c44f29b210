//! Making the sandbox fail on purpose: once for each fault that was ordered, in their order, for one operation.

use std::collections::{HashMap, VecDeque};

use serde::Deserialize;

/// In JSON `"hang"`, `{"slow": 200}`, `{"error": "E00104"}` and so on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Never answers, and does nothing.
    Hang,
    /// Does it, and never answers.
    HangAfterCommit,
    DropBeforeCommit,
    DropAfterCommit,
    #[serde(rename = "500_before_commit")]
    FailBeforeCommit,
    #[serde(rename = "500_after_commit")]
    FailAfterCommit,
    /// Does it, and breaks off in the middle of the answer.
    Truncate,
    /// Does it, and answers something that is no JSON.
    Garbage,
    /// Does it, and answers without the byte order mark.
    NoBom,
    /// Does nothing, and answers with this error.
    Error(String),
    /// Does nothing, and answers that the charge does not qualify for a refund.
    NotRefundable,
    /// Does nothing, and answers that the bank of the payment card declines.
    Declined,
    /// Waits for so many milliseconds first.
    Slow(u64),
    /// A list leaves out what is younger than so many seconds.
    ListLag(u64),
}

#[derive(Default)]
pub struct Faults {
    ordered: HashMap<String, VecDeque<Fault>>,
}

impl Faults {
    /// `operation` is a transaction's type, such as `authCaptureTransaction`, or the root element of another call.
    pub fn order(&mut self, operation: &str, fault: Fault) {
        self.ordered.entry(operation.to_owned()).or_default().push_back(fault);
    }

    pub fn take(&mut self, operation: &str) -> Option<Fault> {
        self.ordered.get_mut(operation)?.pop_front()
    }
}
