//! Connection to the embedded database with its settings, time limit and statements.

use std::cell::Cell;
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Statement};

use super::faults::{self, Trouble};
use crate::pieces::MAX_KEPT_TEXT;
use crate::row::Columns;
use crate::tx::Session;
use crate::{Column, Error, Result, Row, SqliteOptions, Value};

/// Maximum number of cached statements per connection; the least recently used one is evicted.
const STATEMENTS: usize = 512;
/// Number of steps of SQLite's virtual machine between checks of the time limit. These steps take
/// some tens of microseconds.
const STEPS_BETWEEN_CHECKS: i32 = 1000;

pub(super) struct SqliteConnection {
    connection: Connection,
    alarm: Alarm,
    has_written: Cell<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Write,
    Read,
}

/// Deadline of the running closure, shared with the hook that interrupts it.
#[derive(Clone)]
struct Alarm {
    start: Instant,
    // Deadline in microseconds after `start`; 0 if there is none.
    deadline: Arc<AtomicU64>,
}

impl Alarm {
    fn new() -> Self {
        Alarm { start: Instant::now(), deadline: Arc::default() }
    }

    fn set(&self, deadline: Option<Instant>) {
        let micros = deadline.map_or(0, |deadline| {
            let ahead = deadline.saturating_duration_since(self.start);
            u64::try_from(ahead.as_micros()).unwrap_or(u64::MAX).max(1)
        });
        self.deadline.store(micros, Relaxed);
    }

    fn rings(&self) -> bool {
        let deadline = self.deadline.load(Relaxed);
        deadline != 0 && self.start.elapsed().as_micros() > u128::from(deadline)
    }
}

/// Creates the file, readable by its owner only, unless it exists.
pub(super) fn create_private(file: &Path) -> Result<()> {
    let created = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    match created {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(Error::Unavailable(format!(
            "can't create the database file {}: {error}",
            file.display()
        ))),
    }
}

fn flags() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

impl SqliteConnection {
    pub fn open(file: &Path, options: &SqliteOptions, access: Access) -> Result<Self> {
        let alarm = Alarm::new();
        let connection = Self::prepare(file, options, access, alarm.clone())
            .map_err(|error| faults::cannot_open(file, &error))?;
        if connection.is_readonly("main").unwrap_or(true) {
            return Err(Error::Unavailable(format!(
                "the database file {} is read-only for this user",
                file.display()
            )));
        }
        Ok(SqliteConnection { connection, alarm, has_written: Cell::new(false) })
    }

    fn prepare(
        file: &Path,
        options: &SqliteOptions,
        access: Access,
        alarm: Alarm,
    ) -> rusqlite::Result<Connection> {
        let mut connection = Connection::open_with_flags(file, flags())?;
        connection.busy_timeout(options.busy_timeout)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        // Without this setting, SQLite prepares a statement with a parameter as LIMIT again on
        // every run.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.progress_handler(STEPS_BETWEEN_CHECKS, Some(move || alarm.rings()))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // The syncer thread syncs the log before any caller gets a result that depends on a commit.
        // SQLite itself syncs only when it copies the log into the database file.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // Overwrites deleted data, so that an emailed link can't be read from free pages of the
        // file later.
        connection.pragma_update(None, "secure_delete", true)?;
        // Keeps the pages that savepoints may restore in memory instead of a temporary file.
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        connection.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)?;
        match access {
            Access::Read => connection.pragma_update(None, "query_only", true)?,
            // Cache of 16 MB: a whole batch fits, so nothing is written to disk before its commit.
            Access::Write => {
                connection.pragma_update(None, "cache_size", -16_000)?;
                // The log may grow to 16 MB, so that a page changed by many commits is copied into
                // the file once.
                connection.pragma_update(None, "wal_autocheckpoint", 4_000)?;
            }
        }
        Ok(connection)
    }

    pub fn set_deadline(&self, deadline: Option<Instant>) {
        self.alarm.set(deadline);
    }

    /// Returns true if a statement has changed anything since the last call of this function.
    pub fn take_has_written(&self) -> bool {
        self.has_written.take()
    }

    /// Returns true while a transaction is open. Returns false after SQLite itself has rolled back,
    /// for example because a write was interrupted or the disk failed.
    pub fn in_transaction(&self) -> bool {
        !self.connection.is_autocommit()
    }

    /// Runs a statement of the engine itself, such as BEGIN.
    pub fn run(&self, sql: &'static str) -> Result<(), Trouble> {
        let run = || self.connection.prepare_cached(sql)?.raw_execute();
        run().map(|_| ()).map_err(|error| faults::trouble(&self.connection, error))
    }

    fn with_statement<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        run: impl FnOnce(&mut Statement<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let failed = |error| faults::error(&self.connection, error);
        if sql.len() > MAX_KEPT_TEXT {
            let mut once = self.connection.prepare(sql).map_err(failed)?;
            return self.run_bound(&mut once, params, run);
        }
        let mut kept = self.connection.prepare_cached(sql).map_err(failed)?;
        self.run_bound(&mut kept, params, run)
    }

    fn run_bound<T>(
        &self,
        statement: &mut Statement<'_>,
        params: &[Value<'_>],
        run: impl FnOnce(&mut Statement<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        bind(statement, params)?;
        if statement.readonly() {
            return run(statement).map_err(|error| faults::error(&self.connection, error));
        }
        let had_written = self.has_written.replace(true);
        let changes = self.connection.total_changes();
        run(statement).map_err(|error| {
            // SQLite has undone a failed statement, so the statement counts as a write only if
            // changes remain.
            self.has_written.set(had_written || self.connection.total_changes() != changes);
            faults::error(&self.connection, error)
        })
    }
}

/// Binds parameters by name. SQLite treats `$1`, `$2` as names and numbers them by first
/// appearance.
fn bind(statement: &mut Statement<'_>, params: &[Value<'_>]) -> Result<()> {
    let count = statement.parameter_count();
    if count != params.len() {
        return Err(Error::Sql(format!(
            "the statement has {count} parameters, {} were given",
            params.len()
        )));
    }
    for index in 1..=count {
        let number = statement
            .parameter_name(index)
            .and_then(|name| name.strip_prefix('$'))
            .and_then(|digits| digits.parse::<usize>().ok())
            .unwrap_or(0);
        let Some(value) = number.checked_sub(1).and_then(|at| params.get(at)) else {
            return Err(Error::Sql(format!("parameters are written $1 to ${}", params.len())));
        };
        let bound = match value {
            Value::Null => statement.raw_bind_parameter(index, rusqlite::types::Null),
            Value::Text(text) => statement.raw_bind_parameter(index, &**text),
            Value::Int(int) => statement.raw_bind_parameter(index, int),
            Value::Bool(bool) => statement.raw_bind_parameter(index, bool),
        };
        bound.map_err(|error| Error::Sql(error.to_string()))?;
    }
    Ok(())
}

impl Session for SqliteConnection {
    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64> {
        self.with_statement(sql, params, |statement| {
            statement.raw_execute().map(|count| count as u64)
        })
    }

    fn query(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&mut Row<'_>) -> ControlFlow<()>,
    ) -> Result<()> {
        self.with_statement(sql, params, |statement| {
            let mut rows = statement.raw_query();
            while let Some(row) = rows.next()? {
                if each(&mut Row::new(row)).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    fn control(&mut self, sql: &'static str) -> Result<()> {
        self.run(sql).map_err(|trouble| trouble.error)
    }
}

impl Columns for rusqlite::Row<'_> {
    fn count(&self) -> usize {
        self.as_ref().column_count()
    }

    fn name(&self, index: usize) -> &str {
        self.as_ref().column_name(index).unwrap_or("?")
    }

    fn column(&self, index: usize) -> Result<Column<'_>, String> {
        match self.get_ref(index).map_err(|error| error.to_string())? {
            ValueRef::Null => Ok(Column::Null),
            ValueRef::Integer(int) => Ok(Column::Int(int)),
            ValueRef::Text(bytes) => std::str::from_utf8(bytes)
                .map(Column::Text)
                .map_err(|_| "text that is not UTF-8".to_owned()),
            ValueRef::Real(_) => Err("a fraction; CAST it to BIGINT or TEXT".to_owned()),
            ValueRef::Blob(_) => Err("binary data; CAST it to TEXT".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;

    #[test]
    fn connection_prepares_a_statement_with_a_limit_once() {
        let (options, memory) = (SqliteOptions::default(), Path::new(":memory:"));
        let mut connection =
            SqliteConnection::open(memory, &options, Access::Write).expect("a database");
        let sql = "SELECT name FROM sqlite_schema LIMIT $1";
        for limit in 1..5 {
            let rows = connection.query(sql, &[Value::Int(limit)], &mut |_| ControlFlow::Break(()));
            assert_eq!(rows, Ok(()));
        }
        let again = connection.with_statement(sql, &[Value::Int(1)], |statement| {
            Ok(statement.get_status(StatementStatus::RePrepare))
        });
        assert_eq!(again, Ok(0));
    }
}
