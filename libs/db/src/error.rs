//! What can go wrong between a closure and its database, told alike for both engines.

use std::fmt;

/// A failed call. `Unique`, `Check`, `ForeignKey` and `NotNull` are answers a program acts on;
/// the rest are trouble, some of it passing (see [`Error::is_passing`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A unique index refused the row. The name is that of the index or, for one declared inside
    /// `CREATE TABLE`, the one PostgreSQL gives it (`region_pkey`, `region_name_key`), on both
    /// engines.
    Unique { constraint: String },
    /// A named CHECK refused the row.
    Check { constraint: String },
    /// A row that is referred to does not exist, or one that is still referred to was to go.
    ForeignKey,
    /// A column that must have a value got none.
    NotNull { column: String },
    /// `one` found no row.
    NoRow,
    /// A column did not hold what the row type expects.
    Column { column: String, problem: String },
    /// The queue is full, or too long: nothing was begun, try again shortly.
    Busy,
    /// The closure ran longer than it may: nothing was done.
    Timeout,
    /// The database can't be reached; nothing was done.
    Unavailable(String),
    /// The connection was lost while committing: the work may be done or not. Ask before doing it
    /// again.
    OutcomeUnknown(String),
    /// Serialisation failures or deadlocks outlasted the retries; nothing was done.
    Contended,
    /// The closure panicked; nothing was done.
    Panicked(String),
    /// The database is closing: nothing was done.
    Closed,
    /// The schema and the program do not go together: nothing was changed. The sentence says what
    /// to do.
    Schema(String),
    /// Anything else the engine said: a fault in the program or the database.
    Sql(String),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Trouble that passes by itself: the caller may be told to try again in a moment.
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

    /// The name of the unique index that refused the row, if that is what happened.
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
