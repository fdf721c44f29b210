//! Numbered list of schema changes, common to SQLite and PostgreSQL.

use std::time::{Duration, Instant};

use db::{Db, Migration, SchemaState};

use crate::clocks;

/// Files of `migrations/` in order; the build script generates the list.
pub const ALL: &[Migration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// Checks, for readiness, that this program may run on the database's schema, which may be newer.
/// The error is a sentence with the schema's state and the remedy.
pub async fn state(db: &Db) -> Result<(), String> {
    let db = db.clone();
    match tokio::task::spawn_blocking(move || db.schema_state(ALL)).await {
        Ok(Ok(state)) if state.is_fit() => Ok(()),
        Ok(Ok(state)) => Err(advice(&state)),
        Ok(Err(error)) => Err(unknown(&error)),
        Err(error) => Err(unknown(&error)),
    }
}

/// Cached check that this program may still work on the database. A newer program may have migrated
/// the schema meanwhile, or the clocks may have drifted apart.
#[derive(Default)]
pub struct Fitness {
    /// Time of the last successful check.
    seen: Option<Instant>,
}

impl Fitness {
    /// Checks the schema, and that the clocks agree well enough for leases. After a success, the result is reused for some seconds; after a failure,
    /// every call checks again.
    pub async fn check(&mut self, db: &Db, lease: Duration) -> Result<(), String> {
        const EVERY: Duration = Duration::from_secs(5);
        if self.seen.is_some_and(|at| at.elapsed() < EVERY) {
            return Ok(());
        }
        self.seen = None;
        state(db).await?;
        let lead = clocks::lead(db).await.map_err(|error| unknown(&error))?;
        lead.allows_leases(lease)?;
        self.seen = Some(Instant::now());
        Ok(())
    }
}

/// Describes the schema state and what to do if the program may not run on it.
pub fn advice(state: &SchemaState) -> String {
    match state {
        SchemaState::Empty | SchemaState::Pending(_) => {
            format!("{state}; run `funray migrate` of this release first")
        }
        SchemaState::OtherList { .. } => format!(
            "{state}: it is from before the first release and can't be updated. If it holds nothing but demo data, delete the data \
             folder (on PostgreSQL, the database) and start again to make a new one"
        ),
        _ => state.to_string(),
    }
}

/// Logs an error and returns "unknown" instead, because the reply is public.
fn unknown(error: &dyn std::fmt::Display) -> String {
    tracing::warn!(%error, "not ready: the database's version can't be read");
    "unknown".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_have_unique_numbers() {
        assert!(ALL.is_sorted_by(|one, next| one.number < next.number));
    }
}
