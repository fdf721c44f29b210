//! States of a payment attempt and their transitions. Pure functions.

use std::time::Duration;

use serde::Deserialize;
use utoipa::ToSchema;

use super::Reason;
use kernel::timestamp::Timestamp;

/// Time since sending after which the outcome of an attempt is in doubt, because the task that sent
/// it must be gone.
pub const SILENCE: Duration = Duration::from_secs(90);
/// Time after which a payment token can't be used any more: its lifetime of fifteen minutes, plus
/// one minute for clock differences.
pub const TOKEN_DIES_AFTER: Duration = Duration::from_secs(16 * 60);

/// State of an attempt to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = PaymentState)]
pub enum State {
    /// Sent to the gateway, which has not answered yet.
    Sending,
    /// Charged; cards not issued yet.
    Approved,
    /// Charged, and held until an administrator decides.
    Review,
    /// Charged, and cards issued.
    Issued,
    Declined,
    /// Held at the gateway, where a person has to decide.
    Held,
    /// The outcome is in doubt: the payment card may have been charged.
    Unknown,
    NotCharged,
    /// Charged, but no cards will be issued: to be voided.
    VoidPending,
    Voided,
    /// Charged, cards issued; then the whole charge was reversed at the gateway by others.
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

/// Results of the address and card code checks, as the gateway's letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    pub avs: Option<String>,
    pub cvv: Option<String>,
}

/// Outcome of an attempt by the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeOutcome {
    Charged {
        transaction: String,
        paid_with: String,
        checks: Checks,
    },
    /// The payment was declined. `message` is the gateway's message, or empty if the gateway was
    /// not called.
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

/// Way in which a charge was reversed at the gateway by others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversalCause {
    Voided,
    Refunded,
    /// The cardholder's bank returned the money.
    Disputed,
    /// The gateway declined the charge after approving it.
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

/// Effect of an outcome on the state of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    To(State),
    Stay,
    /// The outcome contradicts the state, so an operator has to look. The attempt moves to the new
    /// state, if there is one.
    Contradiction(Option<State>),
}

impl State {
    /// Whether the state is final.
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
            // The charge turned up late. It is voided, because another attempt may have paid for
            // the cart meanwhile.
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

/// Whether an attempt that the gateway doesn't know will never be charged, because its payment
/// token has expired.
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
