//! Fraud limits: how much a buyer may try and buy before an administrator must review the order.

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
    proven_days: u32,
    pub proven_times: i64,
    pub ceiling_per_person_dollars: u32,
    pub ceiling_per_payment_card_dollars: u32,
    pub ceiling_per_recipient_dollars: u32,
    pub review_score: i64,
}

impl Fraud {
    /// Returns the age after which a payment without a dispute counts as proven to be legitimate.
    pub fn proven_after(&self) -> Duration {
        Duration::from_secs(u64::from(self.proven_days) * 24 * 3600)
    }

    /// Returns the age up to which an account counts as young.
    pub fn young_account(&self) -> Duration {
        Duration::from_secs(u64::from(self.young_account_days) * 24 * 3600)
    }
}
