//! API calls of the directory. Every list of the directory has the same calls.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema, openapi::HttpMethod};
use utoipa_axum::router::OpenApiRouter;

use super::{COUNTRY, DirectoryFilter, LISTS, Resource, categories::PublicCategory};
use access::{
    audit::Author,
    auth::{Actor, Can, Permission, Right},
    idempotency::Once,
};
use kernel::{
    paging::{Page, PageRequest},
    sort::Sort,
    text::Line,
};
use platform::{
    app::App,
    error::Result,
    lists::{Depth, SearchIn, Searchable},
    web::{
        AppState,
        calls::{Call, routes},
        extract::{self, Path, Query},
        shared::Shared,
        versions::{IfMatch, Versioned, version_of},
    },
};

/// Right to change regions, categories and kinds of organizations.
pub struct ManageDirectory;

impl Right for ManageDirectory {
    const PERMISSION: Permission = Permission::ManageDirectory;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Right to read all entries for forms, including inactive ones.
pub struct ReadDirectory;

impl Right for ReadDirectory {
    const PERMISSION: Permission = Permission::ReadDirectory;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Name that fits into a select box.
pub type Name = Line<100>;

type Routes = OpenApiRouter<Arc<App>>;

/// A list of the directory, with its table and its routes.
pub struct List {
    pub name: &'static str,
    pub table: &'static str,
    pub name_field: &'static str,
    example: fn() -> Value,
    routes: fn() -> Routes,
}

impl List {
    pub(super) const fn of<R: Resource>() -> List {
        List {
            name: R::LIST,
            table: R::TABLE,
            name_field: R::NAME_FIELD,
            example: R::example,
            routes: routes_of::<R>,
        }
    }

    /// Returns a valid form for an entry with this name.
    pub fn form(&self, name: &str) -> Value {
        let mut form = (self.example)();
        form[self.name_field] = name.into();
        form
    }
}

pub fn routes() -> Routes {
    let own =
        OpenApiRouter::new().routes(routes!(list_popular_categories)).routes(routes!(find_places));
    LISTS.iter().fold(own, |routes, list| routes.merge((list.routes)()))
}

fn routes_of<R: Resource>() -> Routes {
    let (one, many) = R::NAMES;
    let all = format!("/{}", R::LIST);
    let by_id = format!("{all}/{{id}}");
    let status = format!("{by_id}/status/{{status}}");
    let call = |method, path: &str, id: String, about: String| {
        Call::new(method, path.to_owned(), R::LIST, id, about)
    };
    let a_one = if one.starts_with(['a', 'e', 'i', 'o']) {
        format!("an {one}")
    } else {
        format!("a {one}")
    };
    let about_list = format!("Lists all {many}, inactive ones included.");
    let about_choice = format!("Lists the active {many} to choose from, by name.");
    let public = Call::new(
        HttpMethod::Get,
        format!("/Public{all}"),
        "Public",
        format!("list_public_{many}"),
        about_choice,
    );
    OpenApiRouter::new()
        .routes(
            call(HttpMethod::Get, &all, format!("list_{many}"), about_list)
                .answers::<Page<R::Item>>()
                .by(list::<R>),
        )
        .routes(
            call(HttpMethod::Post, &all, format!("create_{one}"), format!("Creates {a_one}."))
                .with_example(List::of::<R>().form("Name"))
                .answers::<Created>()
                .by(create::<R>),
        )
        .routes(
            call(HttpMethod::Get, &by_id, format!("get_{one}"), format!("Reads {a_one}."))
                .answers::<Versioned<R::Item>>()
                .by(find::<R>),
        )
        .routes(
            call(HttpMethod::Put, &by_id, format!("change_{one}"), format!("Changes {a_one}."))
                .answers_nothing()
                .by(change::<R>),
        )
        .routes(
            call(
                HttpMethod::Put,
                &status,
                format!("set_{one}_status"),
                format!("Activates or deactivates {a_one}."),
            )
            .details("Records that refer to it keep it.")
            .answers_nothing()
            .by(set_status::<R>),
        )
        .routes(public.answers_list_of::<R::Choice>().by(list_choices::<R>))
}

/// Id of the new record.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedEntry)]
struct Created {
    id: String,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    is_active: Option<bool>,
}

/// Field by which entries of the directory, and places, can be searched.
struct NameSearch;

impl Searchable for NameSearch {
    const FIELDS: &'static [(&'static str, Depth)] = &[("name", Depth::Name)];
}

async fn list<R: Resource>(
    _who: Can<R::Readers>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<SearchIn<NameSearch>>,
    Query(sort): Query<Sort<R::Order>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<R::Item>>> {
    let filter = DirectoryFilter { search: search.into_search()?, is_active: filter.is_active };
    let page = super::list::<R>(&app, filter, sort, page).await?;
    Ok(Json(page.map(R::Item::from)))
}

async fn find<R: Resource>(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path(id): Path<R::Id>,
) -> Result<Json<Versioned<R::Item>>> {
    let row = super::find::<R>(&app, id).await?;
    let version = version_of(&app.secrets, &super::edited(&row)?)?;
    Ok(Json(Versioned { record: row.into(), version }))
}

async fn create<R: Resource>(
    who: Can<ManageDirectory>,
    State(app): AppState,
    once: Once<R::Form>,
) -> Result<Json<Created>> {
    let (form, named) = once.by(who.actor.person);
    let draft = R::check(&form)?;
    let id = super::create::<R>(&app, Author::of(&who.actor), named, draft).await?;
    Ok(Json(Created { id: id.to_string() }))
}

async fn change<R: Resource>(
    who: Can<ManageDirectory>,
    State(app): AppState,
    Path(id): Path<R::Id>,
    began: IfMatch,
    extract::Json(form): extract::Json<R::Form>,
) -> Result<StatusCode> {
    let draft = R::check(&form)?;
    super::change::<R>(&app, Author::of(&who.actor), id, began, draft).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn set_status<R: Resource>(
    who: Can<ManageDirectory>,
    State(app): AppState,
    Path((id, status)): Path<(R::Id, extract::ActiveStatus)>,
) -> Result<StatusCode> {
    super::set_active::<R>(&app, Author::of(&who.actor), id, status.is_on()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn list_choices<R: Resource>(shared: Shared, State(app): AppState) -> Result<Response> {
    let choices = async {
        let rows = super::list_active::<R>(&app.db).await?;
        Ok(rows.into_iter().map(R::Choice::from).collect::<Vec<_>>())
    };
    shared.reply(&app, choices).await
}

/// Lists the categories on the landing page, by name.
#[utoipa::path(get, path = "/Public/Categories/popular", tag = "Public",
    responses((status = OK, body = [PublicCategory])))]
async fn list_popular_categories(shared: Shared, State(app): AppState) -> Result<Response> {
    let categories = async {
        let rows = super::list_popular_categories(&app.db).await?;
        Ok(rows.into_iter().map(PublicCategory::from).collect::<Vec<_>>())
    };
    shared.reply(&app, categories).await
}

/// A place that fills the region form.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Place {
    name: &'static str,
    province: &'static str,
    country: &'static str,
    /// First three characters of the postal codes there.
    postal_code: &'static str,
}

/// Finds places in Canada by the beginning of their names.
///
/// Returns at most ten places.
#[utoipa::path(get, path = "/Regions/places", tag = "Regions",
    responses((status = OK, body = [Place])))]
async fn find_places(
    _who: Can<ManageDirectory>,
    Query(search): Query<SearchIn<NameSearch>>,
) -> Result<Json<Vec<Place>>> {
    let search = search.into_search()?;
    let found = super::find_places(&search).into_iter().map(|place| Place {
        name: place.name,
        province: place.province,
        country: COUNTRY,
        postal_code: place.postal_code,
    });
    Ok(Json(found.collect()))
}
