//! The numbered list of schema changes, the same for both engines. All that are pending run in one
//! transaction that no second node can start meanwhile: either the whole schema is as the program
//! expects it, or as before.

use std::fmt;
use std::hash::{Hash, Hasher};

use siphasher::sip::SipHasher13;

use crate::{Engine, Error, Result, Tx, params};

/// Named after the library that wrote it at first, and laid out as that did.
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

/// A migration as the database's history tells of it.
pub(crate) struct AppliedMigration {
    pub number: u32,
    pub name: String,
    pub checksum: String,
}

/// A connection on which migrations run. The transaction around them is begun and ended here.
pub(crate) trait SchemaConnection {
    fn batch(&mut self, sql: &str) -> Result<()>;
    /// Runs a query for the history's numbers, names and checksums.
    fn history(&mut self, sql: &str) -> Result<Vec<AppliedMigration>>;
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
    connection.batch(&begin(engine))?;
    let applied = apply(connection, migrations).and_then(|applied| {
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

fn apply(connection: &mut impl SchemaConnection, migrations: &[Migration]) -> Result<Vec<u32>> {
    connection.batch(&format!(
        "CREATE TABLE IF NOT EXISTS {HISTORY}
             (version int4 PRIMARY KEY, name VARCHAR(255), applied_on VARCHAR(255), checksum VARCHAR(255))"
    ))?;
    let applied = connection
        .history(&format!("SELECT version, name, checksum FROM {HISTORY} ORDER BY version"))?;
    let pending = pending(&applied, migrations)?;
    for migration in &pending {
        connection.batch(migration.sql).map_err(|error| match error.is_passing() {
            true => error,
            false => Error::Schema(format!("migration {migration} failed: {error}")),
        })?;
        let Migration { number, name, .. } = migration;
        let checksum = migration.checksum();
        connection.batch(&format!(
            "INSERT INTO {HISTORY} (version, name, applied_on, checksum)
             VALUES ({number}, '{name}', CURRENT_TIMESTAMP, '{checksum}')"
        ))?;
    }
    Ok(pending.iter().map(|migration| migration.number).collect())
}

/// What is yet to be applied, unless program and database have grown apart.
fn pending(applied: &[AppliedMigration], migrations: &[Migration]) -> Result<Vec<Migration>> {
    let found: Vec<u32> = applied.iter().map(|migration| migration.number).collect();
    let known: Vec<u32> = migrations.iter().map(|migration| migration.number).collect();
    if let state @ SchemaState::NewerThanProgram { .. } = compare(&found, &known) {
        return Err(Error::Schema(state.to_string()));
    }
    let missing = |migration: &dyn fmt::Display| {
        Error::Schema(format!(
            "migration {migration} is missing, either here or in the database: the two have grown apart"
        ))
    };
    for AppliedMigration { number, name, checksum } in applied {
        let applied = format!("V{number}__{name}");
        let ours = migrations.iter().find(|migration| migration.number == *number);
        let ours = ours.ok_or_else(|| missing(&applied))?;
        if ours.name != name || ours.checksum().to_string() != *checksum {
            return Err(Error::Schema(format!(
                "migration {applied} was applied with another text than this program has: released \
                 migrations never change"
            )));
        }
    }
    let mut pending = migrations.to_vec();
    pending.retain(|migration| !found.contains(&migration.number));
    pending.sort_by_key(|migration| migration.number);
    match pending.first() {
        Some(first) if found.last() > Some(&first.number) => Err(missing(first)),
        _ => Ok(pending),
    }
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
