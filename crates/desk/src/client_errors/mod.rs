//! Errors of the web app in browsers. Pages report them without naming the user; reports of the
//! same error are counted together.

mod rules;
mod scrub;
mod store;

use std::time::Duration;

use db::Tx;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use access::auth::Client;
use kernel::{
    crockford,
    paging::{Page, PageRequest},
    random::random_bytes,
    text::Paragraphs,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::Result,
    limits::{self, Bucket, Limit},
};

pub use rules::Plain;
pub use store::ErrorRow;

/// Retention time of errors after their last report, and of the reports' numbers.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// Reports that one address may send. A page sends only a few per visit.
const PER_ADDRESS: Limit = Limit { capacity: 20, interval: Duration::from_secs(60) };
/// Reports that all addresses together may send. It bounds the size of the table.
const ALL: Limit = Limit { capacity: 200, interval: Duration::from_secs(30) };

/// Number of random bytes in a report's number, which makes eight characters.
const NUMBER_BYTES: usize = 5;

/// How an error came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorKind {
    /// It ended the page.
    Uncaught,
    /// An error page showed in place of a part.
    Caught,
    /// Nothing waited for the failed operation.
    Rejection,
    /// Code of the app could not be loaded.
    Import,
}

db::text_enum! {
    ErrorKind {
        Uncaught = "UNCAUGHT",
        Caught = "CAUGHT",
        Rejection = "REJECTION",
        Import = "IMPORT",
    }
}

/// Report of an error, as a page sent it.
pub struct Report {
    pub kind: ErrorKind,
    pub release: Plain<40>,
    pub route: Plain<120>,
    pub message: Paragraphs<500>,
    pub stack: Option<Paragraphs<4000>>,
    pub engine: Plain<60>,
    pub trace_id: Option<Plain<64>>,
}

/// Errors to list.
pub enum ErrorFilter {
    All,
    Kind(ErrorKind),
    /// The error that was reported under this number.
    Number(String),
}

impl ErrorFilter {
    /// Returns the filter for a number as a user reads it aloud: in any case, with spaces or
    /// hyphens.
    pub fn number(typed: &str) -> ErrorFilter {
        let bytes = crockford::decode::<NUMBER_BYTES>(typed);
        ErrorFilter::Number(bytes.map(|bytes| crockford::encode(&bytes)).unwrap_or_default())
    }
}

/// Counts a report and stores it. Returns its number, which the error page shows.
pub async fn record(app: &App, sender: &Client, report: Report) -> Result<String> {
    // Reports beyond the limits are counted, too. Otherwise a bad release would look harmless.
    app.metrics.client_failed(report.kind.word());
    let now = app.clock.now();
    let number = crockford::encode(&random_bytes::<NUMBER_BYTES>());
    let mut buckets = sender.name(&app.secrets).buckets("client error", PER_ADDRESS);
    buckets.push(Bucket { name: "client errors of all".to_owned(), limit: ALL });
    let row = scrubbed(report, now);
    let returned = number.clone();
    // In the lane for slow work, so that a flood of reports leaves connections to redemptions.
    app.db
        .bulk()
        .write(move |tx| {
            // The common bucket is locked until the commit, so no other report changes the row.
            for Bucket { name, limit } in &buckets {
                limits::acquire(tx, now, name, *limit)?.or_refuse()?;
            }
            let known = store::find_releases(tx, &row.fingerprint)?.unwrap_or_default();
            let releases = rules::with_release(&known, &row.releases);
            store::put(tx, &ErrorRow { releases, ..row.clone() })?;
            store::insert_report(tx, now, &number, &row.fingerprint)
        })
        .await?;
    Ok(returned)
}

/// Returns the row of a report's error, without what may be personal.
fn scrubbed(report: Report, now: Timestamp) -> ErrorRow {
    let message = scrub::scrub(&report.message);
    let stack = report.stack.map(|stack| scrub::scrub(&stack)).unwrap_or_default();
    ErrorRow {
        fingerprint: rules::fingerprint(report.kind, &message, &stack),
        kind: report.kind,
        message,
        route: scrub::scrub(&String::from(report.route)),
        stack,
        engine: report.engine.into(),
        trace_id: report.trace_id.map(String::from),
        occurrences: 1,
        releases: report.release.into(),
        first_seen_at: now,
        last_seen_at: now,
    }
}

/// Lists errors, the last reported first.
pub async fn list(app: &App, filter: ErrorFilter, page: PageRequest) -> Result<Page<ErrorRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::list(tx, &filter, page)?;
            Page::counted(rows, page, || store::count(tx, &filter))
        })
        .await
}

/// Deletes up to `limit` errors that were not reported for 30 days. Returns the number deleted.
pub fn forget_old(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::delete_older(tx, now.minus(KEPT), limit)
}
