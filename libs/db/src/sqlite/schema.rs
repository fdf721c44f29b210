//! Connection for schema changes of the embedded database.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, types::ValueRef};

use super::faults;
use crate::migrations::SchemaConnection;
use crate::{Engine, Error, Result};

/// Maximum time to wait while another process migrates the file.
const PATIENCE: Duration = Duration::from_secs(120);

pub(super) struct SqliteSchema(Connection);

impl SqliteSchema {
    pub fn open(file: &Path) -> Result<Self> {
        let open = || -> rusqlite::Result<Connection> {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(file, flags)?;
            connection.busy_timeout(PATIENCE)?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            // Enforced foreign keys would prevent rebuilding a table, and can't be switched off
            // inside a transaction.
            connection.pragma_update(None, "foreign_keys", false)?;
            Ok(connection)
        };
        open().map(SqliteSchema).map_err(|error| faults::cannot_open(file, &error))
    }
}

impl SchemaConnection for SqliteSchema {
    fn engine(&self) -> Engine {
        Engine::Sqlite
    }

    fn batch(&mut self, sql: &str) -> Result<()> {
        self.0.execute_batch(sql).map_err(|error| faults::error(&self.0, error))
    }

    fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Option<String>>>> {
        let read = || -> rusqlite::Result<_> {
            let mut statement = self.0.prepare(sql)?;
            let columns = statement.column_count();
            statement
                .query_map([], |row| (0..columns).map(|at| Ok(text(row.get_ref(at)?))).collect())?
                .collect()
        };
        read().map_err(|error| faults::error(&self.0, error))
    }

    fn verify(&mut self) -> Result<()> {
        let broken = self
            .0
            .prepare("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")
            .and_then(|mut statement| statement.query_row([], |row| row.get::<_, String>(0)));
        match broken {
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(()),
            Err(error) => Err(faults::error(&self.0, error)),
            Ok(table) => Err(Error::Schema(format!(
                "the migrations would leave rows of {table} that refer to rows that do not exist"
            ))),
        }
    }
}

fn text(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => None,
    }
}
