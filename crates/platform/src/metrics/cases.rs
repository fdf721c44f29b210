//! Metrics of cases that wait for an administrator.

use prometheus_client::{metrics::gauge::Gauge, registry::Registry};

use super::whole_seconds;
use kernel::timestamp::Timestamp;

/// Number of open cases of a kind and the age of the oldest one, read from the database at most a
/// few seconds ago.
#[derive(Default)]
pub struct Cases {
    open: Gauge,
    oldest: Gauge,
}

impl Cases {
    pub(super) fn register(registry: &mut Registry, names: [&str; 2], help: &str) -> Cases {
        let (cases, [open, oldest]) = (Cases::default(), names);
        registry.register(open, help, cases.open.clone());
        registry.register(oldest, format!("Age of the oldest: {help}"), cases.oldest.clone());
        cases
    }

    pub fn set(&self, now: Timestamp, count: u64, oldest: Option<Timestamp>) {
        self.open.set(i64::try_from(count).unwrap_or(i64::MAX));
        self.oldest.set(oldest.map_or(0, |at| whole_seconds(now.since(at))));
    }
}
