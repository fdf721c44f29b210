//! The numbered list of schema changes, the same for both engines. All that are pending run in one
//! transaction that no second node can start meanwhile: either the whole schema is as the program
//! expects it, or as before.

use std::fmt;

use refinery_core::error::Kind;
use refinery_core::traits::sync::{Migrate, Query, Transaction};
use refinery_core::{Migration as Step, Runner};
use time::OffsetDateTime;

use crate::{Engine, Error, Result, Tx, params};

const HISTORY: &str = "refinery_schema_history";
/// Any number will do, as long as every node takes the same.
const ADVISORY_LOCK: i64 = 7_305_808_869_231_650;

/// One numbered change of the schema. Once released it never changes.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    pub number: u32,
    /// Letters, digits and underscores.
    pub name: &'static str,
    pub sql: &'static str,
}

/// How the database's schema stands to what the program knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaState {
    UpToDate,
    /// These are yet to be applied.
    Pending(Vec<u32>),
    /// A newer program has been here: this one must not touch the data.
    NewerThanProgram {
        found: u32,
        known: u32,
    },
}

impl fmt::Display for SchemaState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SchemaState::UpToDate => write!(out, "the schema is up to date"),
            SchemaState::Pending(numbers) => {
                write!(out, "{} migrations are pending: run `migrate`", numbers.len())
            }
            SchemaState::NewerThanProgram { found, known } => write!(
                out,
                "the database's schema is at version {found}, this program knows versions up to \
                 {known}: start the newer program, or restore a backup from before it"
            ),
        }
    }
}

/// A connection on which migrations run. The transaction around them is begun and ended here.
pub(crate) trait SchemaConnection {
    fn batch(&mut self, sql: &str) -> Result<()>;
    /// Runs a query for the history table's number, name, date and checksum, and leaves out the
    /// date.
    fn history(&mut self, sql: &str) -> Result<Vec<(i32, String, String)>>;
    /// Checks, before the commit, what the engine did not check on the way.
    fn verify(&mut self) -> Result<()>;
}

fn begin(engine: Engine) -> String {
    match engine {
        Engine::Sqlite => "BEGIN IMMEDIATE".to_owned(),
        Engine::Postgres => format!("BEGIN; SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"),
    }
}

/// Applies what is pending and says which numbers that were.
pub(crate) fn migrate(
    connection: &mut impl SchemaConnection,
    engine: Engine,
    migrations: &[Migration],
) -> Result<Vec<u32>> {
    let steps = steps(migrations)?;
    connection.batch(&begin(engine))?;
    let applied = apply(connection, &steps).and_then(|applied| {
        connection.verify()?;
        connection.batch("COMMIT")?;
        Ok(applied)
    });
    if applied.is_err() {
        // The connection is thrown away after this, and with it whatever this fails to undo.
        let _ = connection.batch("ROLLBACK");
    }
    applied
}

fn apply(connection: &mut impl SchemaConnection, steps: &[Step]) -> Result<Vec<u32>> {
    let mut schema = Schema { connection, steps };
    let history = schema
        .assert_migrations_table(HISTORY)
        .and_then(|_| schema.get_applied_migrations(HISTORY))
        .map_err(|error| refused(&error))?;
    if let state @ SchemaState::NewerThanProgram { .. } =
        compare(&numbers(&history), &numbers(steps))
    {
        return Err(Error::Schema(state.to_string()));
    }
    let report = Runner::new(steps).run(&mut schema).map_err(|error| refused(&error))?;
    Ok(numbers(report.applied_migrations()))
}

/// How far the schema is, seen from within a transaction.
pub(crate) fn state(tx: &mut Tx<'_>, known: &[u32]) -> Result<SchemaState> {
    let tables = match tx.engine() {
        Engine::Sqlite => "SELECT count(*) FROM sqlite_schema WHERE name = $1",
        Engine::Postgres => "SELECT count(*) FROM pg_class WHERE oid = to_regclass($1)",
    };
    let (count,): (i64,) = tx.one(tables, params![HISTORY])?;
    let mut found = Vec::new();
    if count > 0 {
        let rows = tx.rows::<(u32,)>(&format!("SELECT version FROM {HISTORY}"), params![])?;
        found.extend(rows.into_iter().map(|(number,)| number));
    }
    Ok(compare(&found, known))
}

fn compare(found: &[u32], known: &[u32]) -> SchemaState {
    let newest = |numbers: &[u32]| numbers.iter().copied().max().unwrap_or(0);
    if newest(found) > newest(known) {
        return SchemaState::NewerThanProgram { found: newest(found), known: newest(known) };
    }
    let mut pending: Vec<u32> = known.to_vec();
    pending.retain(|number| !found.contains(number));
    if pending.is_empty() { SchemaState::UpToDate } else { SchemaState::Pending(pending) }
}

fn steps(migrations: &[Migration]) -> Result<Vec<Step>> {
    migrations
        .iter()
        .map(|migration| {
            let name = format!("V{}__{}", migration.number, migration.name);
            Step::unapplied(&name, migration.sql)
                .map_err(|error| Error::Schema(format!("migration {name}: {error}")))
        })
        .collect()
}

fn numbers(steps: &[Step]) -> Vec<u32> {
    steps.iter().map(|step| step.version().unsigned_abs()).collect()
}

fn refused(error: &refinery_core::Error) -> Error {
    Error::Schema(match error.kind() {
        Kind::DivergentVersion(applied, _) => format!(
            "migration {applied} was applied with another text than this program has: released \
             migrations never change"
        ),
        Kind::MissingVersion(missing) => format!(
            "migration {missing} is missing, either here or in the database: the two have grown apart"
        ),
        Kind::Connection(_, source) => match source.downcast_ref::<Error>() {
            Some(error) => return error.clone(),
            None => source.to_string(),
        },
        _ => error.to_string(),
    })
}

/// Gives refinery the connection. It would put each migration into a transaction of its own: here
/// one is open.
struct Schema<'a, C> {
    connection: &'a mut C,
    steps: &'a [Step],
}

impl<C: SchemaConnection> Transaction for Schema<'_, C> {
    type Error = Error;

    fn execute<'a, T: Iterator<Item = &'a str>>(&mut self, queries: T) -> Result<usize> {
        let mut count = 0;
        for query in queries {
            self.connection.batch(query).map_err(|error| {
                match self.steps.iter().find(|step| step.sql() == Some(query)) {
                    Some(step) if !error.is_passing() => {
                        Error::Schema(format!("migration {step} failed: {error}"))
                    }
                    _ => error,
                }
            })?;
            count += 1;
        }
        Ok(count)
    }
}

impl<C: SchemaConnection> Query<Vec<Step>> for Schema<'_, C> {
    fn query(&mut self, sql: &str) -> Result<Vec<Step>> {
        let rows = self.connection.history(sql)?;
        let applied = |(number, name, checksum): (i32, String, String)| {
            let checksum = checksum.parse().map_err(|_| {
                Error::Schema(format!("{HISTORY} has no valid checksum for migration {number}"))
            })?;
            // When it was applied is kept for people; nothing here asks for it.
            Ok(Step::applied(number, name, OffsetDateTime::UNIX_EPOCH, checksum))
        };
        rows.into_iter().map(applied).collect()
    }
}

impl<C: SchemaConnection> Migrate for Schema<'_, C> {}
