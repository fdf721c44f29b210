//! What a payment may become, decided on plain values.

use std::time::Duration;

use serde::Deserialize;
use utoipa::ToSchema;

use super::Reason;
use kernel::timestamp::Timestamp;

/// An attempt that nobody has heard of for so long is in doubt: whoever sent it is gone.
pub const SILENCE: Duration = Duration::from_secs(90);
/// A payment token is dead after fifteen minutes; a minute more for clocks that differ.
pub const TOKEN_DIES_AFTER: Duration = Duration::from_secs(16 * 60);

/// State of an attempt to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = PaymentState)]
pub enum State {
    /// The gateway is being asked.
    Sending,
    /// Charged; the cards are to be made.
    Approved,
    /// Charged, and held until an administrator has decided about it.
    Review,
    /// Charged, and the cards are made.
    Issued,
    Declined,
    /// Somebody at the gateway has to decide first.
    Held,
    /// It may have been charged.
    Unknown,
    NotCharged,
    /// Charged, but there will be no cards: to be voided.
    VoidPending,
    Voided,
    /// Charged, and the cards were made; then somebody else reversed the whole charge at the gateway.
    Reversed,
}

db::text_enum! {
    State {
        Sending = "SENDING",
        Approved = "APPROVED",
        Review = "REVIEW",
        Issued = "ISSUED",
        Declined = "DECLINED",
        Held = "HELD",
        Unknown = "UNKNOWN",
        NotCharged = "NOT_CHARGED",
        VoidPending = "VOID_PENDING",
        Voided = "VOIDED",
        Reversed = "REVERSED",
    }
}

/// How the payer's address and the card's code compared, as the gateway's letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    pub avs: Option<String>,
    pub cvv: Option<String>,
}

/// What the gateway says of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeOutcome {
    Charged {
        transaction: String,
        paid_with: String,
        checks: Checks,
    },
    /// The words are the gateway's own; empty where it was not asked for any.
    Declined {
        message: String,
        reason: Option<Reason>,
        paid_with: Option<String>,
        checks: Checks,
    },
    NotCharged {
        message: String,
        reason: Option<Reason>,
    },
    Held {
        transaction: String,
    },
    InDoubt {
        why: String,
    },
}

/// How a charge was reversed at the gateway by somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversalCause {
    Voided,
    Refunded,
    /// The cardholder's bank has returned the money.
    Disputed,
    /// It had been let through first.
    Declined,
}

db::text_enum! {
    ReversalCause {
        Voided = "VOIDED",
        Refunded = "REFUNDED",
        Disputed = "DISPUTED",
        Declined = "DECLINED",
    }
}

/// What becomes of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    To(State),
    Stay,
    /// It contradicts what was known: a person has to look, whatever is done besides.
    Contradiction(Option<State>),
}

impl State {
    /// Nothing more happens to it.
    pub fn is_over(self) -> bool {
        matches!(
            self,
            State::Issued | State::Declined | State::NotCharged | State::Voided | State::Reversed
        )
    }

    pub fn after(self, outcome: &ChargeOutcome) -> Transition {
        match (self, outcome) {
            (State::Sending | State::Unknown | State::Held, ChargeOutcome::Charged { .. }) => {
                Transition::To(State::Approved)
            }
            (
                State::Sending | State::Unknown | State::Held | State::Review,
                ChargeOutcome::Declined { .. },
            ) => Transition::To(State::Declined),
            (State::Sending | State::Unknown, ChargeOutcome::Held { .. }) => {
                Transition::To(State::Held)
            }
            (State::Sending | State::Unknown, ChargeOutcome::NotCharged { .. }) => {
                Transition::To(State::NotCharged)
            }
            (State::Sending, ChargeOutcome::InDoubt { .. }) => Transition::To(State::Unknown),
            // Its cart may have been paid for again: it is voided.
            (State::NotCharged | State::Declined, ChargeOutcome::Charged { .. }) => {
                Transition::Contradiction(Some(State::VoidPending))
            }
            (State::NotCharged | State::Declined, ChargeOutcome::Held { .. })
            | (State::Held | State::Review, ChargeOutcome::NotCharged { .. })
            | (State::Approved | State::Issued, ChargeOutcome::Declined { .. })
            | (State::Approved | State::Issued, ChargeOutcome::NotCharged { .. }) => {
                Transition::Contradiction(None)
            }
            _ => Transition::Stay,
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

    fn outcomes() -> [ChargeOutcome; 5] {
        let text = String::new;
        [
            ChargeOutcome::Charged {
                transaction: text(),
                paid_with: text(),
                checks: Checks::default(),
            },
            ChargeOutcome::Declined {
                message: text(),
                reason: None,
                paid_with: None,
                checks: Checks::default(),
            },
            ChargeOutcome::NotCharged { message: text(), reason: None },
            ChargeOutcome::Held { transaction: text() },
            ChargeOutcome::InDoubt { why: text() },
        ]
    }

    #[test]
    fn after_covers_every_state_and_outcome() {
        use State::*;
        use Transition::{Contradiction, Stay, To};
        let table = [
            (Sending, [To(Approved), To(Declined), To(NotCharged), To(Held), To(Unknown)]),
            (Approved, [Stay, Contradiction(None), Contradiction(None), Stay, Stay]),
            (Review, [Stay, To(Declined), Contradiction(None), Stay, Stay]),
            (Issued, [Stay, Contradiction(None), Contradiction(None), Stay, Stay]),
            (Declined, [Contradiction(Some(VoidPending)), Stay, Stay, Contradiction(None), Stay]),
            (Held, [To(Approved), To(Declined), Contradiction(None), Stay, Stay]),
            (Unknown, [To(Approved), To(Declined), To(NotCharged), To(Held), Stay]),
            (NotCharged, [Contradiction(Some(VoidPending)), Stay, Stay, Contradiction(None), Stay]),
            (VoidPending, [Stay; 5]),
            (Voided, [Stay; 5]),
            (Reversed, [Stay; 5]),
        ];
        for (state, transitions) in table {
            for (outcome, transition) in outcomes().iter().zip(transitions) {
                assert_eq!(state.after(outcome), transition, "{state:?} and {outcome:?}");
            }
        }
        assert_eq!(table.map(|(state, _)| state), State::ALL, "every state has its row");
    }

    #[test]
    fn after_never_leaves_a_charged_state_by_an_outcome() {
        for state in [State::Approved, State::Issued, State::VoidPending, State::Reversed] {
            for outcome in outcomes() {
                let transition = state.after(&outcome);
                assert!(
                    !matches!(transition, Transition::To(_)),
                    "{state:?} {outcome:?}: {transition:?}"
                );
            }
        }
    }

    #[test]
    fn is_absence_final_once_the_token_has_expired() {
        let sent = Timestamp::UNIX_EPOCH;
        assert!(!is_absence_final(sent, sent.plus(Duration::from_secs(15 * 60))));
        assert!(is_absence_final(sent, sent.plus(Duration::from_secs(16 * 60))));
    }
}
