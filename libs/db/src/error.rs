//! Database errors, which are the same for both engines.

use std::fmt;

/// Reason why a database call failed. Programs handle `Unique`, `Check`, `ForeignKey` and
/// `NotNull`. The other errors are faults, some of which are temporary (see [`Error::is_passing`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A unique index refused the row. `constraint` is the name of the index. For a constraint
    /// declared inside `CREATE TABLE`, both engines report PostgreSQL's name (`region_pkey`,
    /// `region_name_key`).
    Unique { constraint: String },
    /// A named CHECK constraint refused the row.
    Check { constraint: String },
    /// A referenced row does not exist, or a deleted row is still referenced.
    ForeignKey,
    /// A NOT NULL column got no value.
    NotNull { column: String },
    /// A query that must return a row returned none.
    NoRow,
    /// A column does not have the type that the row type expects.
    Column { column: String, problem: String },
    /// The queue is full, or the closure waited too long. The closure did not run, so a retry is
    /// safe.
    Busy,
    /// The closure exceeded its time limit; nothing was done.
    Timeout,
    /// The database can't be reached; nothing was done.
    Unavailable(String),
    /// The connection was lost during the commit, so the outcome is unknown. Check whether the
    /// changes were committed before repeating the work.
    OutcomeUnknown(String),
    /// Every retry ended in a serialization failure or a deadlock; nothing was done.
    Contended,
    /// The closure panicked; nothing was done.
    Panicked(String),
    /// The database is closing; nothing was done.
    Closed,
    /// The schema does not fit the program, or a migration could not be applied. The text explains
    /// the reason.
    Schema(String),
    /// Any other error of the engine: a fault in the program or the database.
    Sql(String),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns true for temporary faults, after which the caller may try again shortly.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Error::Busy
                | Error::Timeout
                | Error::Unavailable(_)
                | Error::OutcomeUnknown(_)
                | Error::Contended
                | Error::Closed
        )
    }

    /// Returns the name of the unique index that refused the row. Returns `None` for all other
    /// errors.
    pub fn unique(&self) -> Option<&str> {
        match self {
            Error::Unique { constraint } => Some(constraint),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unique { constraint } => write!(out, "{constraint}: such a row exists already"),
            Error::Check { constraint } => write!(out, "{constraint}: the row breaks this rule"),
            Error::ForeignKey => write!(out, "a row that is referred to is missing"),
            Error::NotNull { column } => write!(out, "{column} must have a value"),
            Error::NoRow => write!(out, "no row where one was expected"),
            Error::Column { column, problem } => write!(out, "column {column}: {problem}"),
            Error::Busy => write!(out, "too many are waiting for the database"),
            Error::Timeout => write!(out, "the database took too long"),
            Error::Unavailable(why) => write!(out, "the database can't be reached: {why}"),
            Error::OutcomeUnknown(why) => {
                write!(out, "the connection was lost while committing: {why}")
            }
            Error::Contended => write!(out, "too many others changed the same rows"),
            Error::Panicked(what) => write!(out, "a transaction panicked: {what}"),
            Error::Closed => write!(out, "the database is closed"),
            Error::Schema(what) | Error::Sql(what) => write!(out, "{what}"),
        }
    }
}

impl std::error::Error for Error {}
