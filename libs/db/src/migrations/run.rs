//! Applies pending migrations.

use std::fmt;

use super::state::{Found, compare, history_tables};
use super::{HISTORY, Index, Migration, SchemaState};
use crate::{Engine, Error, Result};

/// Maximum number of attempts to run a migration whose tables are locked. The attempts take about
/// five minutes.
const ATTEMPTS: u32 = 150;

/// Connection that runs migrations. This module, and not the connection, begins and ends the
/// transactions.
pub(crate) trait SchemaConnection {
    fn engine(&self) -> Engine;
    fn batch(&mut self, sql: &str) -> Result<()>;
    /// Runs a query and returns its rows as text.
    fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Option<String>>>>;
    /// Checks constraints that the engine did not check during the changes. Called before the
    /// commit.
    fn verify(&mut self) -> Result<()>;
}

/// Connection to a database that other nodes use during the migration.
pub(crate) trait SharedConnection: SchemaConnection {
    /// Waits until no other node migrates, then keeps other nodes from migrating.
    fn lock(&mut self) -> Result<()>;
    fn unlock(&mut self);
    /// Builds an index outside a transaction without blocking writers. Removes the remains of a
    /// failed attempt.
    fn build(&mut self, index: &Index) -> Result<()>;
    /// Pauses between two attempts, so that other transactions proceed.
    fn pause(&self);
}

/// Migration as recorded in the database's history.
struct AppliedMigration {
    found: Found,
    checksum: String,
}

/// Applies pending migrations in one transaction and returns their numbers.
pub(crate) fn migrate_embedded(
    connection: &mut impl SchemaConnection,
    migrations: &[Migration],
) -> Result<Vec<u32>> {
    in_transaction(connection, "BEGIN IMMEDIATE", |connection| {
        prepare_history(connection)?;
        let pending = pending(&history(connection)?, migrations)?;
        apply_all(connection, &pending)
    })
}

/// Like [`migrate_embedded`], for a database in use. An empty database is set up in one
/// transaction. Otherwise each migration has its own transaction, so that no lock is held longer
/// than one migration takes.
pub(crate) fn migrate_shared(
    connection: &mut impl SharedConnection,
    migrations: &[Migration],
) -> Result<Vec<u32>> {
    connection.lock()?;
    let applied = set_up_or_follow(connection, migrations);
    connection.unlock();
    applied
}

fn set_up_or_follow(
    connection: &mut impl SharedConnection,
    migrations: &[Migration],
) -> Result<Vec<u32>> {
    let setup = patiently(connection, |connection| {
        in_transaction(connection, BEGIN_BRIEFLY, |connection| {
            prepare_history(connection)?;
            let applied = history(connection)?;
            let pending = pending(&applied, migrations)?;
            if applied.is_empty() {
                return apply_all(connection, &pending).map(Setup::Done);
            }
            Ok(Setup::Follow(pending))
        })
    })?;
    let pending = match setup {
        Setup::Done(applied) => return Ok(applied),
        Setup::Follow(pending) => pending,
    };
    for migration in &pending {
        apply_beside_others(connection, migration).map_err(|error| failed(migration, error))?;
    }
    Ok(numbers(&pending))
}

fn apply_beside_others(
    connection: &mut impl SharedConnection,
    migration: &Migration,
) -> Result<()> {
    let Some(indexes) = migration.indexes()? else {
        return patiently(connection, |connection| {
            in_transaction(connection, BEGIN_BRIEFLY, |connection| apply(connection, migration))
        });
    };
    for index in &indexes {
        patiently(connection, |connection| connection.build(index))?;
    }
    in_transaction(connection, "BEGIN", |connection| record(connection, migration))
}

fn numbers(migrations: &[Migration]) -> Vec<u32> {
    migrations.iter().map(|migration| migration.number).collect()
}

enum Setup {
    Done(Vec<u32>),
    Follow(Vec<Migration>),
}

/// Begins a transaction that waits at most one second for a lock. While a lock request waits, all
/// later requests for the same table wait, too.
pub(super) const BEGIN_BRIEFLY: &str = "BEGIN; SET LOCAL lock_timeout = '1s'";

/// Repeats `attempt` while other transactions hold locks that it needs, up to `ATTEMPTS` times. A
/// failed attempt leaves no changes.
pub(super) fn patiently<C: SharedConnection, T>(
    connection: &mut C,
    mut attempt: impl FnMut(&mut C) -> Result<T>,
) -> Result<T> {
    for _ in 1..ATTEMPTS {
        match attempt(connection) {
            Err(Error::Timeout | Error::Contended) => connection.pause(),
            done => return done,
        }
    }
    attempt(connection)
}

pub(super) fn in_transaction<C: SchemaConnection, T>(
    connection: &mut C,
    begin: &str,
    work: impl FnOnce(&mut C) -> Result<T>,
) -> Result<T> {
    let mut done = connection.batch(begin).and_then(|()| work(connection));
    if done.is_ok()
        && let Err(error) = connection.verify().and_then(|()| connection.batch("COMMIT"))
    {
        done = Err(error);
    }
    if done.is_err() {
        // If the rollback fails as well, the connection is discarded, and its transaction with it.
        let _ = connection.batch("ROLLBACK");
    }
    done
}

/// Creates the history table if there is none.
fn prepare_history(connection: &mut impl SchemaConnection) -> Result<()> {
    let count = connection.rows(&history_tables(connection.engine()))?;
    if count.first().and_then(|row| row.first()?.as_deref()) == Some("1") {
        return Ok(());
    }
    connection.batch(&format!(
        "CREATE TABLE {HISTORY}
             (version int4 PRIMARY KEY, name VARCHAR(255), applied_on VARCHAR(255), checksum VARCHAR(255),
              oldest_program int4)"
    ))
}

fn history(connection: &mut impl SchemaConnection) -> Result<Vec<AppliedMigration>> {
    let rows = connection.rows(&format!(
        "SELECT version, name, checksum, oldest_program FROM {HISTORY} ORDER BY version"
    ))?;
    let read = |row: Vec<Option<String>>| {
        let text = |at: usize| row.get(at).cloned().flatten();
        let number = |at: usize| text(at).and_then(|text| text.parse().ok());
        let found = Found { number: number(0)?, name: text(1)?, oldest_program: number(3)? };
        Some(AppliedMigration { found, checksum: text(2)? })
    };
    let rows: Option<Vec<_>> = rows.into_iter().map(read).collect();
    rows.ok_or_else(|| Error::Schema(format!("{HISTORY} holds what is no migration's number")))
}

fn apply_all(connection: &mut impl SchemaConnection, migrations: &[Migration]) -> Result<Vec<u32>> {
    for migration in migrations {
        apply(connection, migration).map_err(|error| failed(migration, error))?;
    }
    Ok(numbers(migrations))
}

fn apply(connection: &mut impl SchemaConnection, migration: &Migration) -> Result<()> {
    // Refuses concurrent indexes mixed with other statements on SQLite as well, so that the mistake
    // is found before PostgreSQL is used.
    migration.indexes()?;
    connection.batch(&migration.sql_in_transaction())?;
    record(connection, migration)
}

fn record(connection: &mut impl SchemaConnection, migration: &Migration) -> Result<()> {
    let Migration { number, name, oldest_program, .. } = migration;
    let checksum = migration.checksum();
    connection.batch(&format!(
        "INSERT INTO {HISTORY} (version, name, applied_on, checksum, oldest_program)
         VALUES ({number}, '{name}', CURRENT_TIMESTAMP, '{checksum}', {oldest_program})"
    ))
}

fn failed(migration: &Migration, error: Error) -> Error {
    match error {
        Error::Timeout | Error::Contended => Error::Schema(format!(
            "migration {migration} could not be applied, because other transactions kept its tables locked: run `migrate` again"
        )),
        Error::Schema(_) => error,
        error if error.is_passing() => error,
        error => Error::Schema(format!("migration {migration} failed: {error}")),
    }
}

/// Returns the migrations to apply, or an error if program and database have diverged.
fn pending(applied: &[AppliedMigration], migrations: &[Migration]) -> Result<Vec<Migration>> {
    let found: Vec<Found> = applied.iter().map(|migration| migration.found.clone()).collect();
    let newest = migrations.iter().map(|migration| migration.number).max().unwrap_or(0);
    let is_newer = match compare(&found, migrations) {
        SchemaState::Newer { .. } => true,
        state @ (SchemaState::NewerThanProgram { .. }
        | SchemaState::GrownApart { .. }
        | SchemaState::OtherList { .. }) => return Err(Error::Schema(state.to_string())),
        _ => false,
    };
    let missing = |migration: &dyn fmt::Display| {
        Error::Schema(format!(
            "migration {migration} is missing, either here or in the database: the two have grown apart"
        ))
    };
    for AppliedMigration { found: Found { number, name, .. }, checksum } in applied {
        if is_newer && *number > newest {
            continue;
        }
        let applied = format!("V{number}__{name}");
        let ours = migrations.iter().find(|migration| migration.number == *number);
        let ours = ours.ok_or_else(|| missing(&applied))?;
        if ours.checksum().to_string() != *checksum {
            return Err(Error::Schema(format!(
                "migration {applied} was applied with another text than this program has: released \
                 migrations never change"
            )));
        }
    }
    let mut pending = migrations.to_vec();
    pending.retain(|migration| !found.iter().any(|one| one.number == migration.number));
    pending.sort_by_key(|migration| migration.number);
    match pending.first() {
        Some(first) if found.last().is_some_and(|last| last.number > first.number) => {
            Err(missing(first))
        }
        _ => Ok(pending),
    }
}
