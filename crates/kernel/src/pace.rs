//! Redemption limits of a shop's clerks.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Redemption limit of a shop that a clerk's redemption exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = ApprovalCause)]
pub enum PaceLimit {
    Single,
    Count,
    Amount,
}

db::text_enum! {
    PaceLimit {
        Single = "SINGLE",
        Count = "COUNT",
        Amount = "AMOUNT",
    }
}
