//! The numbered list of schema changes, the same for both engines: an embedded database takes all that are pending in one
//! transaction, PostgreSQL each in one of its own, while others go on working with it.

mod indexes;
mod run;
mod state;

use std::fmt;
use std::hash::{Hash, Hasher};

use siphasher::sip::SipHasher13;

pub(crate) use indexes::Index;
pub(crate) use run::{SchemaConnection, SharedConnection, migrate_embedded, migrate_shared};
pub use state::SchemaState;
pub(crate) use state::state;

/// Named after the library that wrote it at first, and laid out as that did, but for what each migration says of older programs.
const HISTORY: &str = "refinery_schema_history";

/// One numbered change of the schema. Once released it never changes.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    pub number: u32,
    /// Letters, digits and underscores.
    pub name: &'static str,
    /// Either what runs in a transaction, or nothing but `CREATE INDEX CONCURRENTLY`: such indexes are built beside writers.
    pub sql: &'static str,
    /// The oldest program that may run on the schema after it. A program is as old as the newest migration that it knows.
    pub oldest_program: u32,
}

impl Migration {
    /// What the history keeps of a migration's text, to tell when somebody changes it later.
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
