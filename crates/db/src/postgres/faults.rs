//! What PostgreSQL reports, as the errors of this crate.

use std::error::Error as _;

use tokio_postgres::error::{DbError, Severity, SqlState};

use crate::Error;

/// An error with all that lies behind it, in one line. The details of a server's error may hold
/// private values: they are left out.
pub(super) fn sentence(error: &tokio_postgres::Error) -> String {
    if let Some(told) = error.as_db_error() {
        return told.message().to_owned();
    }
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

pub(super) fn error(error: &tokio_postgres::Error) -> Error {
    if let Some(told) = error.as_db_error() {
        return told_by_server(told);
    }
    let lost =
        error.is_closed() || error.source().is_some_and(|cause| cause.is::<std::io::Error>());
    if lost { Error::Unavailable(sentence(error)) } else { Error::Sql(sentence(error)) }
}

/// The server ended the session, or said something this side did not understand.
pub(super) fn ends_session(error: &tokio_postgres::Error) -> bool {
    match error.as_db_error().map(DbError::parsed_severity) {
        Some(Some(severity)) => matches!(severity, Severity::Fatal | Severity::Panic),
        Some(None) => false,
        None => true,
    }
}

/// The statement was prepared against tables that have changed since.
pub(super) fn is_stale_plan(error: &tokio_postgres::Error) -> bool {
    error.as_db_error().is_some_and(|told| {
        *told.code() == SqlState::FEATURE_NOT_SUPPORTED
            && told.routine() == Some("RevalidateCachedQuery")
    })
}

/// Somebody else was first to use a key.
pub(super) fn is_unique(error: &tokio_postgres::Error) -> bool {
    error.as_db_error().is_some_and(|told| *told.code() == SqlState::UNIQUE_VIOLATION)
}

fn told_by_server(told: &DbError) -> Error {
    let constraint = || told.constraint().unwrap_or_default().to_owned();
    let code = told.code();
    match *code {
        SqlState::UNIQUE_VIOLATION => Error::Unique { constraint: constraint() },
        SqlState::CHECK_VIOLATION => Error::Check { constraint: constraint() },
        SqlState::FOREIGN_KEY_VIOLATION => Error::ForeignKey,
        SqlState::NOT_NULL_VIOLATION => {
            Error::NotNull { column: told.column().unwrap_or_default().to_owned() }
        }
        SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => Error::Contended,
        SqlState::QUERY_CANCELED | SqlState::LOCK_NOT_AVAILABLE => Error::Timeout,
        _ if is_outage(told) => Error::Unavailable(told.message().to_owned()),
        _ => Error::Sql(told.message().to_owned()),
    }
}

/// Connections (08), resources (53), shutdown and recovery (57P), files (58): nothing the program did
/// wrong.
fn is_outage(told: &DbError) -> bool {
    let code = told.code().code();
    ["08", "53", "57P", "58"].iter().any(|class| code.starts_with(class))
        || matches!(told.parsed_severity(), Some(Severity::Fatal | Severity::Panic))
}
