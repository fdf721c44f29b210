//! Cache of list totals. The rows of a list are counted once for each filter and version of the
//! catalogue.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use crate::error::Result;

/// Maximum number of filters whose totals are cached.
const MAX: usize = 2000;

/// Cache of this node. A total is valid for one version of the catalogue. The database stores the
/// version, so nodes need not share their caches.
#[derive(Default)]
pub struct Totals(Mutex<HashMap<String, Counted>>);

#[derive(Clone, Copy)]
pub(super) struct Counted {
    pub version: i64,
    pub total: u64,
}

impl Totals {
    /// Returns the number of rows that match a filter at a version of the catalogue. Calls `count`
    /// if the number is not cached.
    pub(super) fn of(
        &self,
        filter: String,
        version: i64,
        count: impl FnOnce() -> Result<u64>,
    ) -> Result<u64> {
        let known = self.counted().get(&filter).copied();
        if let Some(counted) = known.filter(|counted| counted.version == version) {
            return Ok(counted.total);
        }
        let total = count()?;
        let mut counted = self.counted();
        if counted.len() >= MAX {
            counted.retain(|_, counted| counted.version == version);
        }
        if counted.len() >= MAX {
            counted.clear();
        }
        counted.insert(filter, Counted { version, total });
        Ok(total)
    }

    /// Returns the last cached total of this filter, whatever its version.
    pub(super) fn last(&self, filter: &str) -> Option<Counted> {
        self.counted().get(filter).copied()
    }

    fn counted(&self) -> std::sync::MutexGuard<'_, HashMap<String, Counted>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_count_a_filter_once_per_version() {
        let totals = Totals::default();
        let ask = |filter: &str, version, answer| {
            totals.of(filter.to_owned(), version, || Ok(answer)).expect("a total")
        };
        assert_eq!(ask("shops", 1, 7), 7);
        assert_eq!(ask("shops", 1, 8), 7, "remembered");
        assert_eq!(ask("causes", 1, 9), 9, "another filter");
        assert_eq!(ask("shops", 2, 8), 8, "another version");
    }

    #[test]
    fn totals_are_bounded_in_number() {
        let totals = Totals::default();
        for filter in 0..3 * MAX {
            totals.of(filter.to_string(), 1, || Ok(0)).expect("a total");
        }
        assert!(totals.counted().len() <= MAX);
    }
}
