//! What shops and causes are sorted by: regions, categories and kinds of organizations. Super administrators keep
//! them; what is in use can be switched off, never deleted.

pub mod api;
mod places;
mod store;

use db::{Db, Tx};

use crate::{
    app::App,
    error::{Error, Result},
    files::{self, FileKey, FileKind},
    kernel::{
        fields::Fields,
        fold,
        paging::{Page, PageRequest},
        sort::Sort,
        timestamp::Timestamp,
    },
};

pub use places::{COUNTRY, Place, find as find_places};
pub use store::{
    CategoryId, CategoryRow, DirectoryFilter, DirectoryOrder, Listed, OrganizationId,
    OrganizationRow, RegionId, RegionRow, has_regions,
};

/// A region as a form describes it.
#[derive(Clone, Debug)]
pub struct RegionDraft {
    pub name: String,
    pub province: String,
    pub country: String,
    pub postal_code: String,
}

#[derive(Clone, Debug)]
pub struct OrganizationDraft {
    pub name: String,
    pub description: Option<String>,
}

#[derive(Clone, Debug)]
pub struct CategoryDraft {
    pub name: String,
    /// What the landing page calls it, where that differs.
    pub popular_name: Option<String>,
    /// What stands for it in an address: letters, digits and hyphens.
    pub url_text: Option<String>,
    pub logo: Option<FileKey>,
    pub is_popular: bool,
}

impl OrganizationDraft {
    pub fn named(name: &str) -> OrganizationDraft {
        OrganizationDraft { name: name.to_owned(), description: None }
    }
}

impl CategoryDraft {
    pub fn named(name: &str) -> CategoryDraft {
        CategoryDraft {
            name: name.to_owned(),
            popular_name: None,
            url_text: Some(fold::words(name).join("-")).filter(|text| text.is_ascii()),
            logo: None,
            is_popular: false,
        }
    }
}

/// One name, one thing: the unique index over the folded names says no.
fn unless_taken<T>(field: &str, outcome: Result<T>) -> Result<T> {
    outcome.map_err(|error| match error {
        Error::Database(db::Error::Unique { .. }) => {
            Error::Invalid(Fields::one(field, "This name is taken. Please choose another one."))
        }
        other => other,
    })
}

fn if_found(is_found: bool) -> Result<()> {
    if is_found { Ok(()) } else { Err(Error::NotFound) }
}

pub fn add_region(tx: &mut Tx<'_>, now: Timestamp, region: &RegionDraft) -> Result<RegionId> {
    unless_taken("name", store::insert_region(tx, now, region))
}

pub fn add_organization(
    tx: &mut Tx<'_>,
    now: Timestamp,
    organization: &OrganizationDraft,
) -> Result<OrganizationId> {
    unless_taken("name", store::insert_organization(tx, now, organization))
}

pub fn add_category(
    tx: &mut Tx<'_>,
    now: Timestamp,
    category: &CategoryDraft,
) -> Result<CategoryId> {
    show_logo(tx, category)?;
    unless_taken("text", store::insert_category(tx, now, category))
}

fn show_logo(tx: &mut Tx<'_>, category: &CategoryDraft) -> Result<()> {
    match category.logo {
        Some(key) => files::attach(tx, FileKind::Category, key).map(drop),
        None => Ok(()),
    }
}

pub async fn create_region(app: &App, region: RegionDraft) -> Result<RegionId> {
    let now = app.clock.now();
    app.db.write(move |tx| add_region(tx, now, &region)).await
}

pub async fn create_organization(
    app: &App,
    organization: OrganizationDraft,
) -> Result<OrganizationId> {
    let now = app.clock.now();
    app.db.write(move |tx| add_organization(tx, now, &organization)).await
}

pub async fn create_category(app: &App, category: CategoryDraft) -> Result<CategoryId> {
    let now = app.clock.now();
    app.db.write(move |tx| add_category(tx, now, &category)).await
}

pub async fn change_region(app: &App, id: RegionId, region: RegionDraft) -> Result<()> {
    app.db
        .write(move |tx| if_found(unless_taken("name", store::update_region(tx, id, &region))?))
        .await
}

pub async fn change_organization(
    app: &App,
    id: OrganizationId,
    organization: OrganizationDraft,
) -> Result<()> {
    app.db
        .write(move |tx| {
            let outcome = store::update_organization(tx, id, &organization);
            if_found(unless_taken("name", outcome)?)
        })
        .await
}

pub async fn change_category(app: &App, id: CategoryId, category: CategoryDraft) -> Result<()> {
    app.db
        .write(move |tx| {
            show_logo(tx, &category)?;
            if_found(unless_taken("text", store::update_category(tx, id, &category))?)
        })
        .await
}

/// A page of one of the lists, the switched-off ones among them.
pub async fn list<R: Listed + Send + 'static>(
    app: &App,
    filter: DirectoryFilter,
    sort: Sort<DirectoryOrder>,
    page: PageRequest,
) -> Result<Page<R>> {
    app.db
        .read(move |tx| {
            let rows = store::list(tx, &filter, sort, page)?;
            Page::counted(rows, page, || store::count::<R>(tx, &filter))
        })
        .await
}

pub async fn find<R>(app: &App, id: R::Id) -> Result<R>
where
    R: Listed + Send + 'static,
    R::Id: Send + Sync + 'static,
{
    app.db.read(move |tx| store::find(tx, &id)).await?.ok_or(Error::NotFound)
}

/// Switches one on or off. What is sorted under it stays there.
pub async fn switch<R>(app: &App, id: R::Id, is_active: bool) -> Result<()>
where
    R: Listed + 'static,
    R::Id: Send + Sync + 'static,
{
    app.db.write(move |tx| if_found(store::set_active::<R>(tx, &id, is_active)?)).await
}

/// All that visitors and forms can choose from, by name.
pub async fn list_active<R: Listed + Send + 'static>(db: &Db) -> Result<Vec<R>> {
    db.read(store::list_active).await
}

/// The categories that the landing page shows, by name.
pub async fn list_popular_categories(db: &Db) -> Result<Vec<CategoryRow>> {
    db.read(store::list_popular).await
}

/// Whether something may refer to it.
pub fn exists<R: Listed>(tx: &mut Tx<'_>, id: &R::Id) -> Result<bool> {
    Ok(store::find::<R>(tx, id)?.is_some())
}
