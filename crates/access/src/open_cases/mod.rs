//! Open cases: rows that wait for an administrator, such as a reversed charge or a refund request.
//! A feature declares each kind beside its rows. The lists, the numbers on the dashboard, and
//! closing with a note are the same for all kinds.

mod store;

use std::{marker::PhantomData, sync::Arc};

use db::{FromRow, ToValue, Tx};

use kernel::{
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{
    audit::{self, Author, Entry},
    auth::Actor,
};

/// One kind of open cases, which are rows of type `R` in its list.
pub struct OpenCases<R = ()> {
    table: &'static str,
    alias: &'static str,
    open: &'static str,
    select: &'static str,
    order: &'static str,
    row: PhantomData<fn() -> R>,
}

impl OpenCases {
    /// Declares a kind: its table with the alias that the list uses, and the SQL condition for rows
    /// that wait.
    pub const fn new(table: &'static str, alias: &'static str, open: &'static str) -> OpenCases {
        OpenCases { table, alias, open, select: "", order: "", row: PhantomData }
    }

    /// Declares the list of the kind: its SELECT without a condition, and its order.
    pub const fn listed<R>(self, select: &'static str, order: &'static str) -> OpenCases<R> {
        let OpenCases { table, alias, open, .. } = self;
        OpenCases { table, alias, open, select, order, row: PhantomData }
    }
}

impl<R> OpenCases<R> {
    /// Counts the cases that wait.
    pub fn count(&self, tx: &mut Tx<'_>) -> Result<u64> {
        store::count(tx, self, true)
    }

    /// Returns the number of cases that wait, and the creation time of the oldest of them. The
    /// table has the column `created_at`.
    pub fn oldest(&self, tx: &mut Tx<'_>) -> Result<(u64, Option<Timestamp>)> {
        store::oldest(tx, self)
    }
}

impl<R: FromRow + Send + 'static> OpenCases<R> {
    /// Lists the open cases.
    pub async fn list(self, app: &App, page: PageRequest) -> Result<Page<R>> {
        self.list_all(app, true, page).await
    }

    /// Lists all cases, or only the open ones.
    pub async fn list_all(
        self,
        app: &App,
        is_open_only: bool,
        page: PageRequest,
    ) -> Result<Page<R>> {
        app.db.bulk().read(move |tx| self.page(tx, is_open_only, page)).await
    }

    /// Like [`OpenCases::list_all`], in a transaction of the caller.
    pub fn page(&self, tx: &mut Tx<'_>, is_open_only: bool, page: PageRequest) -> Result<Page<R>> {
        let rows = store::list(tx, self, is_open_only, page)?;
        Page::counted(rows, page, || store::count(tx, self, is_open_only))
    }

    pub fn find(&self, tx: &mut Tx<'_>, id: impl ToValue) -> Result<R> {
        store::find(tx, self, id)?.ok_or(Error::NotFound)
    }

    /// Closes a case with an administrator's note, and records the entry in the audit log. Closing
    /// it again keeps the first note. The table has the columns `closed_at`, `closed_by` and `note`.
    pub async fn close<I: ToValue + Copy + Send + 'static>(
        self,
        app: &Arc<App>,
        by: &Actor,
        id: I,
        note: String,
        entry: fn(&R) -> Entry,
    ) -> Result<R> {
        let (by, author) = (by.person, Author::of(by));
        app.write(move |tx, _, now| {
            let is_first = store::close(tx, now, self.table, id, by, &note)?;
            let closed = self.find(tx, id)?;
            if is_first {
                audit::record(tx, now, &author, entry(&closed).reason(Some(note.clone())))?;
            }
            Ok(closed)
        })
        .await
    }
}
