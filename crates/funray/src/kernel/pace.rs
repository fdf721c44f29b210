//! How fast a shop's clerks redeem: what they can go beyond.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which limit of a shop a clerk's redemption goes beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = ApprovalCause)]
pub enum PaceLimit {
    Single,
    Count,
    Amount,
}

impl PaceLimit {
    pub const ALL: [PaceLimit; 3] = [PaceLimit::Single, PaceLimit::Count, PaceLimit::Amount];

    pub fn word(self) -> &'static str {
        match self {
            PaceLimit::Single => "SINGLE",
            PaceLimit::Count => "COUNT",
            PaceLimit::Amount => "AMOUNT",
        }
    }
}
