//! Compares the version of a database's schema with the program's migrations.

use std::fmt;

use super::{HISTORY, Migration};
use crate::{Engine, Result, Tx, params};

/// State of the database's schema relative to the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaState {
    UpToDate,
    /// The database has no tables.
    Empty,
    /// The migrations with these numbers are pending.
    Pending(Vec<u32>),
    /// A newer program has migrated the database; this program may still run.
    Newer {
        found: u32,
        known: u32,
    },
    /// A newer program has migrated the database; this program must not touch the data.
    NewerThanProgram {
        found: u32,
        known: u32,
        oldest: u32,
    },
    /// A newer program has migrated the database, but does not know the migrations `missing` of
    /// this program.
    GrownApart {
        found: u32,
        missing: Vec<u32>,
    },
    /// The database was made with another list of migrations: under one number, it has the
    /// migration `theirs` and this program has the migration `ours`.
    OtherList {
        theirs: String,
        ours: String,
    },
}

impl SchemaState {
    /// Returns true if the program may run on this schema.
    pub fn is_fit(&self) -> bool {
        matches!(self, SchemaState::UpToDate | SchemaState::Newer { .. })
    }
}

impl fmt::Display for SchemaState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SchemaState::UpToDate => write!(out, "the schema is up to date"),
            SchemaState::Empty => write!(out, "the database is empty"),
            SchemaState::Pending(numbers) => write!(
                out,
                "the database's schema is older than this program: {} migrations are pending ({})",
                numbers.len(),
                list(numbers)
            ),
            SchemaState::Newer { found, known } => write!(
                out,
                "the database's schema is at version {found}, this program knows versions up to {known} and may run on it"
            ),
            SchemaState::NewerThanProgram { found, known, oldest } => write!(
                out,
                "the database's schema is at version {found}, on which no program may run that doesn't know version \
                 {oldest}; this one knows versions up to {known}: start the newer program, or restore a backup from before it"
            ),
            SchemaState::GrownApart { found, missing } => write!(
                out,
                "the database's schema is at version {found}, but misses migrations of this program ({}): the two have \
                 grown apart: start the program that was here last",
                list(missing)
            ),
            SchemaState::OtherList { theirs, ours } => write!(
                out,
                "the database was made by other migrations than this program has ({theirs} instead of {ours}), so this program \
                 can't use it"
            ),
        }
    }
}

fn list(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(", ")
}

/// Migration as recorded in the history table.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub number: u32,
    pub name: String,
    pub oldest_program: u32,
}

/// Returns the query that counts the history tables: 0 before the first migration.
pub(super) fn history_tables(engine: Engine) -> String {
    match engine {
        Engine::Sqlite => format!("SELECT count(*) FROM sqlite_schema WHERE name = '{HISTORY}'"),
        Engine::Postgres => {
            format!("SELECT count(*) FROM pg_class WHERE oid = to_regclass('{HISTORY}')")
        }
    }
}

/// Reads the schema state inside a transaction.
pub(crate) fn state(tx: &mut Tx<'_>, known: &[Migration]) -> Result<SchemaState> {
    let found = found(tx)?;
    if found.is_empty() && !has_tables(tx)? {
        return Ok(SchemaState::Empty);
    }
    Ok(compare(&found, known))
}

fn found(tx: &mut Tx<'_>) -> Result<Vec<Found>> {
    let (tables,): (i64,) = tx.one(&history_tables(tx.engine()), params![])?;
    if tables == 0 {
        return Ok(Vec::new());
    }
    let all = format!("SELECT version, name, oldest_program FROM {HISTORY} ORDER BY version");
    let rows: Vec<(u32, String, u32)> = tx.rows(&all, params![])?;
    let read = |(number, name, oldest_program)| Found { number, name, oldest_program };
    Ok(rows.into_iter().map(read).collect())
}

/// Returns true if any table exists. Tables of PostgreSQL extensions don't count.
fn has_tables(tx: &mut Tx<'_>) -> Result<bool> {
    let tables = match tx.engine() {
        Engine::Sqlite => format!(
            "SELECT count(*) FROM sqlite_schema
             WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '{HISTORY}'"
        ),
        Engine::Postgres => format!(
            "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND c.relname <> '{HISTORY}'
               AND NOT EXISTS (SELECT 1 FROM pg_depend d
                               WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')"
        ),
    };
    let (count,): (i64,) = tx.one(&tables, params![])?;
    Ok(count > 0)
}

pub(super) fn compare(found: &[Found], known: &[Migration]) -> SchemaState {
    let other = found.iter().find_map(|one| {
        let ours = known.iter().find(|ours| ours.number == one.number)?;
        (ours.name != one.name).then(|| (one.name.clone(), ours.name.to_owned()))
    });
    if let Some((theirs, ours)) = other {
        return SchemaState::OtherList { theirs, ours };
    }
    let newest_found = found.iter().map(|one| one.number).max().unwrap_or(0);
    let newest_known = known.iter().map(|one| one.number).max().unwrap_or(0);
    let mut missing: Vec<u32> = known.iter().map(|one| one.number).collect();
    missing.retain(|number| !found.iter().any(|one| one.number == *number));
    if newest_found <= newest_known {
        return if missing.is_empty() {
            SchemaState::UpToDate
        } else {
            SchemaState::Pending(missing)
        };
    }
    let newer = found.iter().filter(|one| one.number > newest_known);
    let oldest = newer.map(|one| one.oldest_program).max().unwrap_or(0);
    if oldest > newest_known {
        return SchemaState::NewerThanProgram { found: newest_found, known: newest_known, oldest };
    }
    if !missing.is_empty() {
        return SchemaState::GrownApart { found: newest_found, missing };
    }
    SchemaState::Newer { found: newest_found, known: newest_known }
}
