//! How much somebody may try and buy before a person has to look.

use std::time::Duration;

use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fraud {
    pub declines_per_person: i64,
    pub declines_per_address: i64,
    young_account_days: u32,
    pub young_account_dollars: u32,
    pub young_account_cards: i64,
    pub review_score: i64,
}

impl Fraud {
    /// An account is young for so long.
    pub fn young_account(&self) -> Duration {
        Duration::from_secs(u64::from(self.young_account_days) * 24 * 3600)
    }
}
