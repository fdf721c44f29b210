//! `/Categories`: what shops sell.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Created, FilterQuery, ListQuery, ManageDirectory, Name, ReadDirectory};
use crate::{
    app::App,
    auth::Can,
    directory::{self, CategoryDraft, CategoryId, CategoryRow, DirectoryFilter, DirectoryOrder},
    error::Result,
    files::FileKey,
    http::{
        AppState,
        extract::{self, Path, Query},
    },
    kernel::{
        fields::{Checked, Fields},
        messages::Message,
        paging::{Page, PageRequest},
        search::Search,
        sort::Sort,
    },
    page_schema,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_categories, create_category))
        .routes(routes!(get_category, change_category))
        .routes(routes!(set_category_status))
}

/// A category; `value` and `text` serve select boxes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Category {
    id: String,
    value: String,
    text: String,
    #[schema(required)]
    popular_name: Option<String>,
    #[schema(required)]
    url_text: Option<String>,
    #[schema(required)]
    logo_path: Option<String>,
    is_popular: bool,
    is_active: bool,
}

impl From<CategoryRow> for Category {
    fn from(row: CategoryRow) -> Self {
        Category {
            id: row.id.to_string(),
            value: row.id.to_string(),
            text: row.name,
            popular_name: row.popular_name,
            url_text: row.url_text,
            logo_path: row.logo_key.map(|key| key.to_string()),
            is_popular: row.is_popular,
            is_active: row.is_active,
        }
    }
}

page_schema! {
    /// A page of categories.
    CategoryPage of Category
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CategoryForm {
    /// The name.
    text: Option<String>,
    popular_name: Option<String>,
    url_text: Option<String>,
    /// The key of an uploaded picture.
    logo_path: Option<String>,
    is_popular: Option<bool>,
}

/// What stands for a category in an address.
struct UrlText(String);

impl Checked for UrlText {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if text.len() <= 100 && text.bytes().all(is_fine) {
            return Ok(UrlText(text.to_ascii_lowercase()));
        }
        Err(format!("{label} may have up to 100 letters, digits and hyphens.").into())
    }
}

impl CategoryForm {
    fn check(&self) -> Result<CategoryDraft, Fields> {
        let mut fields = Fields::default();
        let name = fields.required::<Name>("text", "Name", &self.text);
        let popular_name =
            fields.optional::<Name>("popularName", "Popular Name", &self.popular_name);
        let url_text = fields.optional::<UrlText>("urlText", "URL Text", &self.url_text);
        let logo = fields.optional::<FileKey>("logoPath", "Logo", &self.logo_path);
        fields.finish(|| {
            Some(CategoryDraft {
                name: name?.into(),
                popular_name: popular_name?.map(String::from),
                url_text: url_text?.map(|text| text.0),
                logo: logo?,
                is_popular: self.is_popular.unwrap_or(false),
            })
        })
    }
}

/// All categories, the switched-off ones among them.
#[utoipa::path(get, path = "/Categories", tag = "Categories", params(ListQuery),
    responses((status = OK, body = CategoryPage)))]
async fn list_categories(
    _who: Can<ReadDirectory>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<DirectoryOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<Category>>> {
    let filter = DirectoryFilter { search, is_active: filter.is_active };
    let page = directory::list::<CategoryRow>(&app, filter, sort, page).await?;
    Ok(Json(page.map(Category::from)))
}

#[utoipa::path(get, path = "/Categories/{id}", tag = "Categories",
    params(("id" = String, Path)), responses((status = OK, body = Category)))]
async fn get_category(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path(id): Path<CategoryId>,
) -> Result<Json<Category>> {
    Ok(Json(directory::find::<CategoryRow>(&app, id).await?.into()))
}

#[utoipa::path(post, path = "/Categories", tag = "Categories", request_body = CategoryForm,
    responses((status = OK, body = Created)))]
async fn create_category(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    extract::Json(form): extract::Json<CategoryForm>,
) -> Result<Json<Created>> {
    let id = directory::create_category(&app, form.check()?).await?;
    Ok(Json(Created { id: id.to_string() }))
}

#[utoipa::path(put, path = "/Categories/{id}", tag = "Categories", params(("id" = String, Path)),
    request_body = CategoryForm, responses((status = NO_CONTENT)))]
async fn change_category(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path(id): Path<CategoryId>,
    extract::Json(form): extract::Json<CategoryForm>,
) -> Result<StatusCode> {
    directory::change_category(&app, id, form.check()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switches a category on or off. Shops in it stay where they are.
#[utoipa::path(put, path = "/Categories/{id}/status/{status}", tag = "Categories",
    params(("id" = String, Path), ("status" = String, Path, description = "activate or deactivate")),
    responses((status = NO_CONTENT)))]
async fn set_category_status(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path((id, status)): Path<(CategoryId, extract::Switch)>,
) -> Result<StatusCode> {
    directory::switch::<CategoryRow>(&app, id, status.is_on()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
