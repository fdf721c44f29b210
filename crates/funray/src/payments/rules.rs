//! What a payment may become, decided on plain values.

use std::time::Duration;

use crate::kernel::timestamp::Timestamp;

/// An attempt that nobody has heard of for so long is in doubt: whoever sent it is gone.
pub const SILENCE: Duration = Duration::from_secs(90);
/// A payment token is dead after fifteen minutes; a minute more for clocks that differ.
pub const TOKEN_DIES_AFTER: Duration = Duration::from_secs(16 * 60);

/// Where an attempt to pay stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The gateway is being asked.
    Sending,
    /// Charged; the cards are to be made.
    Approved,
    /// Charged, and the cards are made.
    Issued,
    Declined,
    /// Somebody at the gateway has to decide first.
    Held,
    /// It may have been charged.
    Unknown,
    NotCharged,
    /// Charged, but there will be no cards: to be taken back.
    VoidPending,
    Voided,
}

impl State {
    pub const ALL: [State; 9] = [
        State::Sending,
        State::Approved,
        State::Issued,
        State::Declined,
        State::Held,
        State::Unknown,
        State::NotCharged,
        State::VoidPending,
        State::Voided,
    ];
}

/// What the gateway says of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    Charged { transaction: String, paid_with: String },
    Declined { message: String },
    NotCharged { message: String },
    Held { transaction: String },
    InDoubt { why: String },
}

/// What becomes of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    To(State),
    Stay,
    /// It contradicts what was known: a person has to look, whatever is done besides.
    Contradiction(Option<State>),
}

impl State {
    /// Nothing more happens to it.
    pub fn is_over(self) -> bool {
        matches!(self, State::Issued | State::Declined | State::NotCharged | State::Voided)
    }

    pub fn after(self, finding: &Finding) -> Step {
        match (self, finding) {
            (State::Sending | State::Unknown | State::Held, Finding::Charged { .. }) => {
                Step::To(State::Approved)
            }
            (State::Sending | State::Unknown | State::Held, Finding::Declined { .. }) => {
                Step::To(State::Declined)
            }
            (State::Sending | State::Unknown, Finding::Held { .. }) => Step::To(State::Held),
            (State::Sending | State::Unknown, Finding::NotCharged { .. }) => {
                Step::To(State::NotCharged)
            }
            (State::Sending, Finding::InDoubt { .. }) => Step::To(State::Unknown),
            // Its cart may have been paid for again: it is given back.
            (State::NotCharged | State::Declined, Finding::Charged { .. }) => {
                Step::Contradiction(Some(State::VoidPending))
            }
            (State::NotCharged | State::Declined, Finding::Held { .. })
            | (State::Held, Finding::NotCharged { .. })
            | (State::Approved | State::Issued, Finding::Declined { .. })
            | (State::Approved | State::Issued, Finding::NotCharged { .. }) => {
                Step::Contradiction(None)
            }
            _ => Step::Stay,
        }
    }
}

/// Whether an attempt that the gateway has never heard of can be taken for one that was never charged.
pub fn is_absence_final(sent_at: Timestamp, now: Timestamp) -> bool {
    now.since(sent_at) >= TOKEN_DIES_AFTER
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings() -> [Finding; 5] {
        let text = String::new;
        [
            Finding::Charged { transaction: text(), paid_with: text() },
            Finding::Declined { message: text() },
            Finding::NotCharged { message: text() },
            Finding::Held { transaction: text() },
            Finding::InDoubt { why: text() },
        ]
    }

    #[test]
    fn the_whole_table() {
        use State::*;
        use Step::{Contradiction, Stay, To};
        let table = [
            (Sending, [To(Approved), To(Declined), To(NotCharged), To(Held), To(Unknown)]),
            (Approved, [Stay, Contradiction(None), Contradiction(None), Stay, Stay]),
            (Issued, [Stay, Contradiction(None), Contradiction(None), Stay, Stay]),
            (Declined, [Contradiction(Some(VoidPending)), Stay, Stay, Contradiction(None), Stay]),
            (Held, [To(Approved), To(Declined), Contradiction(None), Stay, Stay]),
            (Unknown, [To(Approved), To(Declined), To(NotCharged), To(Held), Stay]),
            (NotCharged, [Contradiction(Some(VoidPending)), Stay, Stay, Contradiction(None), Stay]),
            (VoidPending, [Stay; 5]),
            (Voided, [Stay; 5]),
        ];
        for (state, steps) in table {
            for (finding, step) in findings().iter().zip(steps) {
                assert_eq!(state.after(finding), step, "{state:?} and {finding:?}");
            }
        }
        assert_eq!(table.map(|(state, _)| state), State::ALL, "every state has its row");
    }

    #[test]
    fn what_was_charged_is_never_forgotten() {
        for state in [State::Approved, State::Issued, State::VoidPending] {
            for finding in findings() {
                let step = state.after(&finding);
                assert!(!matches!(step, Step::To(_)), "{state:?} {finding:?}: {step:?}");
            }
        }
    }

    #[test]
    fn absence_counts_once_the_token_is_dead() {
        let sent = Timestamp::UNIX_EPOCH;
        assert!(!is_absence_final(sent, sent.plus(Duration::from_secs(15 * 60))));
        assert!(is_absence_final(sent, sent.plus(Duration::from_secs(16 * 60))));
    }
}
