//! Imports of records from tables: what the imports of shops, charities and other records share.
//!
//! A record is found again by the operator's own key. A table is imported as a whole or not at all:
//! its plan says first which rows are new, changed, unchanged and refused.

pub mod api;
pub mod errors;
mod plan;
mod store;
mod tables;

use std::{collections::BTreeMap, sync::Arc};

use db::Tx;

pub use table_file::Table;

use access::{audit::Author, auth::Right, idempotency::Named};
use kernel::{
    brand::Brand, fields::Fields, language::Language, messages::Message, timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};

pub use plan::{Counts, KeyedRow, Outcome, Plan, Planned, Step};
pub use tables::{ImportColumn, key_column, read, refused_file, template};

use errors::IMPORT_RACED;

/// Records that can be imported.
pub trait Importer: Send + Sync + 'static {
    /// Word in the path of the calls, on the command line and in the table of keys.
    const KIND: &'static str;
    /// Records in the descriptions of the calls.
    const NAMES: &'static str;
    /// Column whose cells name the records.
    const NAME: &'static str;
    type Right: Right + Send + Sync + 'static;
    /// Checked row, ready to be written.
    type Work: Send;

    fn columns() -> Vec<ImportColumn>;

    /// Decides about each row, in the order of the rows. If `locks`, the rows of existing records
    /// stay locked until the transaction ends.
    fn plan(
        tx: &mut Tx<'_>,
        app: &App,
        now: Timestamp,
        rows: &[KeyedRow<'_>],
        locks: bool,
    ) -> Result<Vec<Step<Self::Work>>>;

    /// Writes new and changed records. `keep_keys` must store the keys of new ones.
    fn carry_out(
        tx: &mut Tx<'_>,
        app: &App,
        now: Timestamp,
        by: &By,
        work: Vec<(String, Self::Work)>,
    ) -> Result<()>;
}

/// Author of an import, with the language and brand of emails to people without an account.
#[derive(Clone, Debug)]
pub struct By {
    pub author: Author,
    pub language: Language,
    pub brand: Brand,
}

/// Plans the import of a table without writing anything.
pub async fn preview<I: Importer>(app: &Arc<App>, table: Arc<Table>) -> Result<Plan<()>> {
    let (shared, now) = (app.clone(), app.clock.now());
    app.db
        .bulk()
        .read(move |tx| Ok(plan::plan::<I>(tx, &shared, now, &table, false)?.without_work()))
        .await
}

/// Imports a table. Fails and changes nothing if a row is refused.
pub async fn carry_out<I: Importer>(
    app: &Arc<App>,
    by: By,
    table: Arc<Table>,
    call: Option<Named>,
) -> Result<Counts> {
    let imported = app.write(move |tx, app, now| match &call {
        Some(call) => call.once(tx, now, |tx| write::<I>(tx, app, now, &by, &table)),
        None => write::<I>(tx, app, now, &by, &table),
    });
    imported.await.map_err(|error| match error {
        // Another import has just stored the same key.
        Error::Database(db::Error::Unique { .. }) => Error::Refused(IMPORT_RACED),
        other => other,
    })
}

fn write<I: Importer>(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &By,
    table: &Table,
) -> Result<Counts> {
    let plan = plan::plan::<I>(tx, app, now, table, true)?;
    let counts = plan.counts();
    if counts.refused > 0 {
        return Err(errors::refused(&counts));
    }
    I::carry_out(tx, app, now, by, plan.into_work())?;
    Ok(counts)
}

/// Message for a row whose record is gone.
pub const GONE: Message = Message::new(
    "The record of this key no longer exists.",
    "La fiche de cette clé n’existe plus.",
);

/// Returns the ids of the records that were imported with these keys.
pub fn find_keys(tx: &mut Tx<'_>, kind: &str, keys: &[&str]) -> Result<BTreeMap<String, String>> {
    store::find_keys(tx, kind, keys)
}

/// Stores the keys of imported records.
pub fn keep_keys(tx: &mut Tx<'_>, kind: &str, keys: &[(String, String)]) -> Result<()> {
    store::insert_keys(tx, kind, keys)
}

/// Returns the error for a table that is refused as a whole.
pub fn refuse_table(message: Message) -> Error {
    Error::Invalid(Fields::one("content", message))
}
