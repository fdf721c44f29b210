//! Maps PostgreSQL errors to the errors of this crate.

use std::error::Error as _;
use std::io;

use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::ErrorResponseBody;
use tokio_postgres::error::{DbError, Severity, SqlState};

use crate::Error;

/// Error report of the server. Its details are left out, because they may contain private values.
pub(super) struct Told {
    code: SqlState,
    message: String,
    constraint: String,
    column: String,
    routine: String,
    /// True if the server ends the session after this error.
    pub ends_session: bool,
}

impl Told {
    pub fn read(response: &ErrorResponseBody) -> io::Result<Box<Told>> {
        let mut told = Told {
            code: SqlState::INTERNAL_ERROR,
            message: String::new(),
            constraint: String::new(),
            column: String::new(),
            routine: String::new(),
            ends_session: false,
        };
        let mut fields = response.fields();
        while let Some(field) = fields.next()? {
            let text = String::from_utf8_lossy(field.value_bytes()).into_owned();
            match field.type_() {
                b'C' => told.code = SqlState::from_code(&text),
                b'M' => told.message = text,
                b'n' => told.constraint = text,
                b'c' => told.column = text,
                b'R' => told.routine = text,
                b'V' => told.ends_session = matches!(text.as_str(), "FATAL" | "PANIC"),
                _ => {}
            }
        }
        Ok(Box::new(told))
    }

    fn of(error: &DbError) -> Told {
        let text = |part: Option<&str>| part.unwrap_or_default().to_owned();
        Told {
            code: error.code().clone(),
            message: error.message().to_owned(),
            constraint: text(error.constraint()),
            column: text(error.column()),
            routine: text(error.routine()),
            ends_session: matches!(
                error.parsed_severity(),
                Some(Severity::Fatal | Severity::Panic)
            ),
        }
    }

    pub fn error(self) -> Error {
        let is_outage = self.is_outage();
        match self.code {
            SqlState::UNIQUE_VIOLATION => {
                Error::Unique { constraint: without_shard(self.constraint) }
            }
            SqlState::CHECK_VIOLATION => {
                Error::Check { constraint: without_shard(self.constraint) }
            }
            SqlState::FOREIGN_KEY_VIOLATION => Error::ForeignKey,
            SqlState::NOT_NULL_VIOLATION => Error::NotNull { column: self.column },
            SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => {
                Error::Contended
            }
            SqlState::QUERY_CANCELED | SqlState::LOCK_NOT_AVAILABLE => Error::Timeout,
            _ if is_outage => Error::Unavailable(self.message),
            _ => Error::Sql(self.message),
        }
    }

    /// Returns true if the tables have changed since the statement was prepared.
    pub fn is_stale_plan(&self) -> bool {
        self.code == SqlState::FEATURE_NOT_SUPPORTED && self.routine == "RevalidateCachedQuery"
    }

    /// Returns true for a violation of a unique index: a row with this key exists already.
    pub fn is_unique(&self) -> bool {
        self.code == SqlState::UNIQUE_VIOLATION
    }

    /// Returns true for SQLSTATE classes that mean an outage: connections (08), resources (53),
    /// shutdown and recovery (57P), files (58).
    fn is_outage(&self) -> bool {
        let code = self.code.code();
        self.ends_session || ["08", "53", "57P", "58"].iter().any(|class| code.starts_with(class))
    }
}

/// Removes the number that a Citus cluster adds to the names of a shard's constraints.
fn without_shard(constraint: String) -> String {
    const SHORTEST: usize = 6;
    match constraint.rsplit_once('_') {
        Some((name, shard))
            if shard.len() >= SHORTEST && shard.bytes().all(|digit| digit.is_ascii_digit()) =>
        {
            name.to_owned()
        }
        _ => constraint,
    }
}

/// Formats an error with all its causes in one line.
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
        return Told::of(told).error();
    }
    let lost = error.is_closed() || error.source().is_some_and(|cause| cause.is::<io::Error>());
    if lost { Error::Unavailable(sentence(error)) } else { Error::Sql(sentence(error)) }
}

#[cfg(test)]
mod tests {
    use super::without_shard;

    #[test]
    fn without_shard_leaves_the_name_of_the_migration() {
        for (told, name) in [
            ("card_lookup_pkey_102034", "card_lookup_pkey"),
            ("card_lookup_pkey", "card_lookup_pkey"),
            ("day_2026", "day_2026"),
        ] {
            assert_eq!(without_shard(told.to_owned()), name);
        }
    }
}
