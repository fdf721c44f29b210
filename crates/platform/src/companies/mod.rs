//! Facts about the companies behind the brands that administrators entered on screen. They replace
//! the defaults of a brand's folder, and are replaced by the settings file, the environment and
//! flags. Each node reads them again after a short time, because another node may have changed them.

mod store;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use db::Tx;

use kernel::timestamp::Timestamp;

use crate::{config::CompanyFacts, error::Result};

pub use store::all;

/// Time after which a node reads the facts again.
const CHECK_EVERY: Duration = Duration::from_secs(10);

/// Facts that this node has read.
#[derive(Default)]
pub struct Companies(Mutex<Known>);

#[derive(Clone, Default)]
struct Known {
    facts: Arc<CompanyFacts>,
    /// Number of changes that this node has seen.
    version: u64,
    read_at: Option<Timestamp>,
}

impl Companies {
    fn known(&self) -> Known {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn facts(&self) -> Arc<CompanyFacts> {
        self.known().facts
    }

    /// Returns a number that changes with the facts, for caches of pages that show them.
    pub fn version(&self) -> u64 {
        self.known().version
    }

    /// Returns whether the facts were last read too long ago.
    pub fn is_old(&self, now: Timestamp) -> bool {
        self.known().read_at.is_none_or(|read_at| now >= read_at.plus(CHECK_EVERY))
    }

    /// Keeps the facts that were read from the database.
    pub fn keep(&self, facts: CompanyFacts, now: Timestamp) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.read_at = Some(now);
        if *known.facts != facts {
            known.facts = Arc::new(facts);
            known.version += 1;
        }
    }
}

/// Stores facts of a brand, by name.
pub fn put_all(tx: &mut Tx<'_>, brand: &str, facts: &[(&'static str, String)]) -> Result<()> {
    facts.iter().try_for_each(|(name, value)| store::put(tx, brand, name, value))
}
