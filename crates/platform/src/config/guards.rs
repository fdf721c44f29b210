//! Guards that settings can switch off.

use serde::Serialize;
use utoipa::ToSchema;

use super::Config;

/// A rule against fraud or insiders that a platform may switch off in its settings. `doctor`, the log and the dashboard name
/// each guard that is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Guard {
    /// Decisions about money and roles need a second person.
    SecondPerson,
    /// Risky orders wait for an administrator.
    OrderReview,
    /// Buying limits grow only with money that has aged without a dispute.
    ProvenMoney,
}

impl Guard {
    /// Returns the name for `doctor` and the log.
    pub fn subject(self) -> &'static str {
        match self {
            Guard::SecondPerson => "second persons",
            Guard::OrderReview => "order reviews",
            Guard::ProvenMoney => "buying limits",
        }
    }

    /// Returns the warning of `doctor` and the log while the guard is off.
    pub fn warning(self) -> &'static str {
        match self {
            Guard::SecondPerson => {
                "second_person.required is false, so one person alone can pay out, refund and release"
            }
            Guard::OrderReview => {
                "fraud.review_score is 0, so no order is held, whatever its limits or its card code say"
            }
            Guard::ProvenMoney => {
                "fraud.proven_days is 0, so an order of today raises its buyer's limit at once"
            }
        }
    }
}

impl Config {
    /// Returns the guards that are off.
    pub fn guards_off(&self) -> Vec<Guard> {
        [
            (!self.second_person.required, Guard::SecondPerson),
            (self.fraud.review_score == 0, Guard::OrderReview),
            (self.fraud.proven_after().is_zero(), Guard::ProvenMoney),
        ]
        .into_iter()
        .filter_map(|(is_off, guard)| is_off.then_some(guard))
        .collect()
    }
}
