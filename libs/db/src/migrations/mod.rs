//! Numbered schema changes, the same for both engines. On an embedded database, all pending
//! migrations run in one transaction. On PostgreSQL, each migration has its own transaction, while
//! other nodes keep working.

mod indexes;
mod run;
mod spread;
mod state;

use std::fmt;
use std::hash::{Hash, Hasher};

use siphasher::sip::SipHasher13;

pub(crate) use indexes::Index;
pub(crate) use run::{SchemaConnection, SharedConnection, migrate_embedded, migrate_shared};
pub use spread::{Distribution, SpreadTable};
pub(crate) use spread::{distribute, keep_distributed};
pub use state::SchemaState;
pub(crate) use state::state;

/// Table that records the applied migrations. Its name dates from before the first release. A
/// database from that time is recognized by the migrations recorded in this table, and refused.
const HISTORY: &str = "refinery_schema_history";

/// One numbered schema change. It never changes after its release.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    pub number: u32,
    /// Name, which consists of letters, digits and underscores.
    pub name: &'static str,
    /// Statements for one transaction, or only `CREATE INDEX CONCURRENTLY` statements, which don't
    /// block writers.
    pub sql: &'static str,
    /// Version of the oldest program that may run on the schema after this migration. A program's
    /// version is the number of the newest migration that it knows.
    pub oldest_program: u32,
}

impl Migration {
    /// Returns the checksum for the history table, which detects later changes to a released
    /// migration.
    pub fn checksum(&self) -> u64 {
        let mut hasher = SipHasher13::new();
        self.name.hash(&mut hasher);
        self.number.cast_signed().hash(&mut hasher);
        self.sql.hash(&mut hasher);
        hasher.finish()
    }
}

impl fmt::Display for Migration {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "V{}__{}", self.number, self.name)
    }
}
