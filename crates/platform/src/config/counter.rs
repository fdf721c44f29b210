//! Settings for the counters of shops: what counts as a burst of redemptions, and how many cards a
//! shop may redeem after finding them by name.

use std::time::Duration;

use serde::Deserialize;

use super::ConfigError;
use kernel::money::Cents;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    burst_minutes: u32,
    pub burst_cards: i64,
    pub burst_share_percent: i64,
    pub burst_share_cards: i64,
    burst_share_dollars: u32,
    pub by_name_per_hour: i64,
    pub by_name_per_day: i64,
}

impl Counter {
    /// Returns the period over which redemptions are added up to detect a burst.
    pub fn burst_time(&self) -> Duration {
        Duration::from_secs(u64::from(self.burst_minutes) * 60)
    }

    pub fn burst_share_amount(&self) -> Cents {
        Cents::from_dollars(self.burst_share_dollars)
    }

    pub(super) fn refuse_nonsense(&self) -> Result<(), ConfigError> {
        let refuse = |text: &str| Err(ConfigError(text.to_owned()));
        if !(1..=60).contains(&self.burst_minutes) {
            return refuse("counter.burst_minutes must be from 1 to 60");
        }
        if self.burst_cards < 5 || self.burst_share_cards < 5 {
            return refuse("counter.burst_cards and counter.burst_share_cards must be at least 5");
        }
        if !(1..=100).contains(&self.burst_share_percent) {
            return refuse("counter.burst_share_percent must be from 1 to 100");
        }
        if self.by_name_per_hour < 1 || self.by_name_per_day < self.by_name_per_hour {
            return refuse(
                "counter.by_name_per_hour must be at least 1, and not above counter.by_name_per_day",
            );
        }
        Ok(())
    }
}
