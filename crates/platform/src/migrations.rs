//! The one numbered list of schema changes, for both engines.

use std::time::{Duration, Instant};

use db::{Db, Migration, SchemaState};

/// The files of `migrations/`, in their order; the build makes the list.
pub const ALL: &[Migration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// For readiness: one that this program may run on, be it newer than its own, or a sentence that says what it is instead and
/// what to do.
pub async fn state(db: &Db) -> Result<(), String> {
    let db = db.clone();
    match tokio::task::spawn_blocking(move || db.schema_state(ALL)).await {
        Ok(Ok(state)) if state.is_fit() => Ok(()),
        Ok(Ok(state)) => Err(advice(&state)),
        Ok(Err(error)) => Err(unknown(&error)),
        Err(error) => Err(unknown(&error)),
    }
}

/// Whether this program may go on with its work: a newer one may have migrated the database meanwhile.
#[derive(Default)]
pub struct Fitness {
    /// When it was last seen to be fit.
    seen: Option<Instant>,
}

impl Fitness {
    /// Asks again a while after all was well, and each time when it wasn't.
    pub async fn check(&mut self, db: &Db) -> Result<(), String> {
        const EVERY: Duration = Duration::from_secs(5);
        if self.seen.is_some_and(|at| at.elapsed() < EVERY) {
            return Ok(());
        }
        self.seen = None;
        state(db).await?;
        self.seen = Some(Instant::now());
        Ok(())
    }
}

/// How the schema stands to this program, and what to do when it may not run on it.
pub fn advice(state: &SchemaState) -> String {
    match state {
        SchemaState::Empty | SchemaState::Pending(_) => {
            format!("{state}; run `funray migrate` of this release first")
        }
        _ => state.to_string(),
    }
}

/// Anybody may ask, so the reason is for the log alone.
fn unknown(error: &dyn std::fmt::Display) -> String {
    tracing::warn!(%error, "not ready: the database's version can't be read");
    "unknown".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_have_numbers_of_their_own() {
        assert!(ALL.is_sorted_by(|one, next| one.number < next.number));
    }

    #[test]
    fn checksum_is_what_existing_databases_hold() {
        assert_eq!(ALL[0].checksum(), 403_151_245_523_393_886);
        assert_eq!(ALL[1].checksum(), 6_757_868_016_486_093_097);
    }
}
