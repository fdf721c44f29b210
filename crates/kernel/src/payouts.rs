//! States of a payout in letters and notices to its payee.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PayoutStep {
    Approved,
    Paid,
    Failed,
}

impl PayoutStep {
    pub const ALL: [PayoutStep; 3] = [PayoutStep::Approved, PayoutStep::Paid, PayoutStep::Failed];
}
