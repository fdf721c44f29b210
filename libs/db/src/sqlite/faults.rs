//! Maps SQLite errors to the errors of this crate, with PostgreSQL's names of constraints.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, ffi};

use crate::Error;

/// Error and its effect on the connection.
pub(super) struct Trouble {
    pub error: Error,
    /// True after an error of the disk. The state of the file is then uncertain, and the connection
    /// must be opened again.
    pub io: bool,
}

pub(super) fn trouble(connection: &Connection, error: rusqlite::Error) -> Trouble {
    let io = error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure);
    let unsynced = matches!(
        error.sqlite_extended_error_code(),
        Some(ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC)
    );
    let error = self::error(connection, error);
    let error = match error {
        Error::Unavailable(why) if unsynced => Error::OutcomeUnknown(why),
        other => other,
    };
    Trouble { error, io }
}

pub(super) fn cannot_open(file: &Path, error: &rusqlite::Error) -> Error {
    Error::Unavailable(format!(
        "can't open the database file {}: {}",
        file.display(),
        message(error)
    ))
}

pub(super) fn message(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

pub(super) fn error(connection: &Connection, error: rusqlite::Error) -> Error {
    let text = message(&error);
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => {
            let extended = error.sqlite_extended_error_code().unwrap_or_default();
            constraint(connection, extended, text)
        }
        Some(ErrorCode::OperationInterrupted) => Error::Timeout,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Unavailable(
            "another process has held the database file's lock for too long".to_owned(),
        ),
        Some(
            ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen
            | ErrorCode::OutOfMemory,
        ) => Error::Unavailable(text),
        _ => Error::Sql(text),
    }
}

fn constraint(connection: &Connection, extended: i32, text: String) -> Error {
    // SQLite's text is "UNIQUE constraint failed: region.name, region.city" or similar; the part
    // after the colon names the columns.
    let subject = text.split_once(": ").map_or("", |(_, subject)| subject);
    match extended {
        ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
            Error::Unique { constraint: format!("{}_pkey", table_of(subject)) }
        }
        ffi::SQLITE_CONSTRAINT_UNIQUE => {
            Error::Unique { constraint: unique_name(connection, subject) }
        }
        ffi::SQLITE_CONSTRAINT_CHECK => Error::Check { constraint: subject.to_owned() },
        ffi::SQLITE_CONSTRAINT_NOTNULL => Error::NotNull { column: column_of(subject).to_owned() },
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => Error::ForeignKey,
        _ => Error::Sql(text),
    }
}

fn table_of(subject: &str) -> &str {
    subject.split_once('.').map_or(subject, |(table, _)| table)
}

fn column_of(subject: &str) -> &str {
    subject.split_once('.').map_or(subject, |(_, column)| column)
}

/// Returns the name of the unique index over exactly these columns, since SQLite's errors name only
/// the columns. A constraint declared inside CREATE TABLE gets the name that PostgreSQL would give
/// it.
fn unique_name(connection: &Connection, subject: &str) -> String {
    // For an index over expressions, SQLite's error contains the name of the index.
    if let Some(name) = subject.strip_prefix("index '") {
        return name.trim_end_matches('\'').to_owned();
    }
    let table = table_of(subject);
    let columns: Vec<&str> = subject.split(", ").map(column_of).collect();
    let created = created_index(connection, table, &columns.join(","));
    created.unwrap_or_else(|_| format!("{table}_{}_key", columns.join("_")))
}

fn created_index(connection: &Connection, table: &str, columns: &str) -> rusqlite::Result<String> {
    connection
        .prepare_cached(
            "SELECT list.name FROM pragma_index_list($1) AS list
             WHERE list.\"unique\" = 1 AND list.origin = 'c'
               AND (SELECT group_concat(info.name, ',' ORDER BY info.seqno)
                    FROM pragma_index_info(list.name) AS info) = $2
             ORDER BY list.seq DESC",
        )?
        .query_row([table, columns], |row| row.get(0))
}
