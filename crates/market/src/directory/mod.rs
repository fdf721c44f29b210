//! Directory of regions, categories and kinds of organizations, which classify shops and charities.
//! Super administrators change the directory; entries in use can be deactivated but not deleted.
//! Each of the three lists is declared in a file of its own.

pub mod actions;
pub mod api;
mod places;
mod resource;
mod store;

use std::sync::Arc;

use db::{Db, Tx};
use serde_json::Value;

use access::{
    audit::{self, Action, Author, Entry, Subject},
    idempotency::Named,
};
use kernel::{
    fields::Fields,
    messages::Message,
    paging::{Page, PageRequest},
    sort::Sort,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    lists,
    web::versions::IfMatch,
};

use crate::directory::actions::DIRECTORY_ENTRY;

pub use categories::{CategoryDraft, CategoryRow};
pub use organizations::{OrganizationDraft, OrganizationRow};
pub use places::{COUNTRY, Place, find as find_places};
pub use regions::{RegionDraft, RegionRow};
pub use resource::Resource;
pub use store::{DirectoryFilter, has_regions};

/// Declares the lists of the directory, each with its file and row type.
macro_rules! lists {
    ($($file:ident $row:ident)+) => {
        $(mod $file;)+

        pub const LISTS: &[api::List] = &[$(api::List::of::<$file::$row>()),+];
    };
}

lists! {
    regions RegionRow
    categories CategoryRow
    organizations OrganizationRow
}

/// Adds an entry to a list without an audit row, for code that does not handle a form.
pub fn add<R: Resource>(tx: &mut Tx<'_>, now: Timestamp, draft: &R::Draft) -> Result<R::Id> {
    R::attach(tx, draft)?;
    lists::changed(tx)?;
    let id = unless_taken::<R, _>(store::insert::<R>(tx, now, draft))?;
    file_under::<R>(tx, &id, draft)?;
    Ok(id)
}

/// Indexes the names of an entry, so that a search for them finds the tenants classified under the
/// entry.
fn file_under<R: Resource>(tx: &mut Tx<'_>, id: &R::Id, draft: &R::Draft) -> Result<()> {
    match R::search_names(draft).as_slice() {
        [] => Ok(()),
        names => lists::file_under(tx, &id.to_string(), names),
    }
}

pub async fn create<R: Resource>(
    app: &Arc<App>,
    author: Author,
    call: Named,
    draft: R::Draft,
) -> Result<R::Id> {
    app.write(move |tx, _, now| {
        call.once(tx, now, |tx| {
            let id = add::<R>(tx, now, &draft)?;
            let created: R = store::find(tx, &id)?.ok_or(Error::NotFound)?;
            let entry = Entry::new(actions::DIRECTORY_ENTRY_CREATED, Subject::of(R::KIND, id));
            audit::record(tx, now, &author, entry.after(named::<R>(described(&created)?)))?;
            Ok(id)
        })
    })
    .await
}

pub async fn change<R: Resource>(
    app: &Arc<App>,
    author: Author,
    id: R::Id,
    began: IfMatch,
    draft: R::Draft,
) -> Result<()> {
    let write = move |tx: &mut Tx<'_>| {
        R::attach(tx, &draft)?;
        let is_there = unless_taken::<R, _>(store::update::<R>(tx, &id, &draft))?;
        file_under::<R>(tx, &id, &draft)?;
        Ok(is_there)
    };
    record_change::<R>(app, author, actions::DIRECTORY_ENTRY_CHANGED, id, began, write).await
}

/// Activates or deactivates an entry. Tenants that are classified under a deactivated entry keep
/// it.
pub async fn set_active<R: Resource>(
    app: &Arc<App>,
    author: Author,
    id: R::Id,
    is_active: bool,
) -> Result<()> {
    let action = match is_active {
        true => actions::DIRECTORY_ENTRY_ACTIVATED,
        false => actions::DIRECTORY_ENTRY_DEACTIVATED,
    };
    let write = move |tx: &mut Tx<'_>| store::set_active::<R>(tx, &id, is_active);
    record_change::<R>(app, author, action, id, IfMatch::Any, write).await
}

/// Changes an entry and records its old and new values in the audit log.
async fn record_change<R: Resource>(
    app: &Arc<App>,
    author: Author,
    action: Action,
    id: R::Id,
    began: IfMatch,
    write: impl Fn(&mut Tx<'_>) -> Result<bool> + Send + 'static,
) -> Result<()> {
    app.write(move |tx, app, now| {
        let before: R = store::lock(tx, &id)?.ok_or(Error::NotFound)?;
        began.check(&app.secrets, &edited(&before)?)?;
        if !write(tx)? {
            return Err(Error::NotFound);
        }
        let after: R = store::find(tx, &id)?.ok_or(Error::NotFound)?;
        let (before, after) = (described(&before)?, described(&after)?);
        if before == after {
            return Ok(());
        }
        lists::changed(tx)?;
        let entry = Entry::new(action, Subject::of(R::KIND, id));
        audit::record(tx, now, &author, entry.before(before).after(named::<R>(after)))
    })
    .await
}

/// Returns all fields of an entry except its id, for the audit log.
fn described<R: Resource>(row: &R) -> Result<Value> {
    let mut row = serde_json::to_value(row).map_err(|error| Error::Internal(error.to_string()))?;
    if let Some(fields) = row.as_object_mut() {
        fields.remove("id");
    }
    Ok(row)
}

/// Returns the fields of an entry that its form edits. The status is not included, because another
/// call changes it.
pub fn edited<R: Resource>(row: &R) -> Result<Value> {
    let mut row = described(row)?;
    if let Some(fields) = row.as_object_mut() {
        fields.remove("isActive");
    }
    Ok(row)
}

/// Adds an entry's name to its audit data, for lists whose names the audit log can't look up.
fn named<R: Resource>(mut row: Value) -> Value {
    if R::KIND == DIRECTORY_ENTRY {
        row[audit::SUBJECT_NAME] = row["name"].clone();
    }
    row
}

/// Converts a database error about a duplicate name into a form error. Names that differ only in
/// case or accents count as duplicates.
fn unless_taken<R: Resource, T>(outcome: Result<T>) -> Result<T> {
    outcome.map_err(|error| match error {
        Error::Database(db::Error::Unique { .. }) => Error::Invalid(Fields::one(
            R::NAME_FIELD,
            Message::new(
                "This name is taken. Please choose another one.",
                "Ce nom est déjà pris. Veuillez en choisir un autre.",
            ),
        )),
        other => other,
    })
}

/// Lists a page of entries, active and inactive ones.
pub async fn list<R: Resource>(
    app: &App,
    filter: DirectoryFilter,
    sort: Sort<R::Order>,
    page: PageRequest,
) -> Result<Page<R>> {
    app.db
        .read(move |tx| {
            let rows = store::list(tx, &filter, sort, page)?;
            Page::counted(rows, page, || store::count::<R>(tx, &filter))
        })
        .await
}

pub async fn find<R: Resource>(app: &App, id: R::Id) -> Result<R> {
    app.db.read(move |tx| store::find(tx, &id)).await?.ok_or(Error::NotFound)
}

/// Lists the active entries of a list, ordered by name.
pub async fn list_active<R: Resource>(db: &Db) -> Result<Vec<R>> {
    db.read(store::list_active).await
}

/// Like [`list_active`], within a transaction.
pub fn list_active_in<R: Resource>(tx: &mut Tx<'_>) -> Result<Vec<R>> {
    store::list_active(tx)
}

/// Lists the categories shown on the landing page, ordered by name.
pub async fn list_popular_categories(db: &Db) -> Result<Vec<CategoryRow>> {
    db.read(store::list_popular).await
}

/// Returns true if an entry with this id exists.
pub fn exists<R: Resource>(tx: &mut Tx<'_>, id: &R::Id) -> Result<bool> {
    Ok(store::find::<R>(tx, id)?.is_some())
}
