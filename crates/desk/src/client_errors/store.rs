//! Rows of errors in browsers, and of the numbers under which they were reported.

use db::{Tx, Value, params};

use super::{ErrorFilter, ErrorKind};
use kernel::{paging::PageRequest, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    /// An error with its newest report.
    #[derive(Clone, Debug)]
    pub struct ErrorRow {
        pub fingerprint: String,
        pub kind: ErrorKind,
        pub message: String,
        pub route: String,
        pub stack: String,
        pub engine: String,
        pub trace_id: Option<String>,
        pub occurrences: i64,
        /// Releases in which the error was reported, one per line, the newest first.
        pub releases: String,
        pub first_seen_at: Timestamp,
        pub last_seen_at: Timestamp,
    }
}

/// Finds the releases in which an error was reported.
pub fn find_releases(tx: &mut Tx<'_>, fingerprint: &str) -> Result<Option<String>> {
    let found: Option<(String,)> =
        tx.first("SELECT releases FROM client_error WHERE fingerprint = $1", params![fingerprint])?;
    Ok(found.map(|(releases,)| releases))
}

/// Inserts an error, or counts it again and replaces its example.
pub fn put(tx: &mut Tx<'_>, row: &ErrorRow) -> Result<()> {
    tx.later(
        "INSERT INTO client_error (fingerprint, kind, message, route, stack, engine, trace_id, occurrences, releases,
                                   first_seen_at, last_seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (fingerprint) DO UPDATE SET message = excluded.message, route = excluded.route,
             stack = excluded.stack, engine = excluded.engine, trace_id = excluded.trace_id,
             occurrences = client_error.occurrences + excluded.occurrences, releases = excluded.releases,
             last_seen_at = excluded.last_seen_at",
        params![
            row.fingerprint,
            row.kind,
            row.message,
            row.route,
            row.stack,
            row.engine,
            row.trace_id,
            row.occurrences,
            row.releases,
            row.first_seen_at,
            row.last_seen_at
        ],
    )?;
    Ok(())
}

pub fn insert_report(
    tx: &mut Tx<'_>,
    now: Timestamp,
    number: &str,
    fingerprint: &str,
) -> Result<()> {
    tx.later(
        "INSERT INTO client_error_report (number, fingerprint, created_at) VALUES ($1, $2, $3)",
        params![number, fingerprint, now],
    )?;
    Ok(())
}

/// Returns the condition of a filter, whose value is the first parameter.
fn condition(filter: &ErrorFilter) -> (&'static str, Option<Value<'_>>) {
    match filter {
        ErrorFilter::All => ("", None),
        ErrorFilter::Kind(kind) => (" WHERE kind = $1", Some(db::ToValue::to_value(kind))),
        ErrorFilter::Number(number) => (
            " WHERE fingerprint = (SELECT fingerprint FROM client_error_report WHERE number = $1)",
            Some(db::ToValue::to_value(number)),
        ),
    }
}

/// Lists errors, the last reported first.
pub fn list(tx: &mut Tx<'_>, filter: &ErrorFilter, page: PageRequest) -> Result<Vec<ErrorRow>> {
    let (condition, value) = condition(filter);
    let mut values: Vec<Value<'_>> = value.into_iter().collect();
    let sql = format!(
        "SELECT {} FROM client_error{condition} ORDER BY last_seen_at DESC, fingerprint DESC LIMIT ${} OFFSET ${}",
        ErrorRow::COLUMNS,
        values.len() + 1,
        values.len() + 2,
    );
    let (limit, offset) = (page.limit(), page.offset());
    values.extend([db::ToValue::to_value(&limit), db::ToValue::to_value(&offset)]);
    Ok(tx.rows(&sql, &values)?)
}

pub fn count(tx: &mut Tx<'_>, filter: &ErrorFilter) -> Result<u64> {
    let (condition, value) = condition(filter);
    let values: Vec<Value<'_>> = value.into_iter().collect();
    let (count,): (i64,) =
        tx.one(&format!("SELECT count(*) FROM client_error{condition}"), &values)?;
    Ok(count.unsigned_abs())
}

/// Deletes up to `limit` errors that were last reported before a time, and as many numbers of
/// reports. Returns the number deleted.
pub fn delete_older(tx: &mut Tx<'_>, before: Timestamp, limit: i64) -> Result<u64> {
    let errors = tx.execute(
        "DELETE FROM client_error WHERE fingerprint IN
             (SELECT fingerprint FROM client_error WHERE last_seen_at < $1 ORDER BY last_seen_at, fingerprint LIMIT $2)
             AND last_seen_at < $1",
        params![before, limit],
    )?;
    let reports = tx.execute(
        "DELETE FROM client_error_report WHERE number IN
             (SELECT number FROM client_error_report WHERE created_at < $1 ORDER BY created_at, number LIMIT $2)",
        params![before, limit],
    )?;
    Ok(errors + reports)
}
