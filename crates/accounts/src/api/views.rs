//! `/Accounts/me/views`: saved views of lists.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use access::{auth::SignedIn, idempotency::Once};
use kernel::{
    fields::{Checked, Fields},
    ids::SavedViewId,
    messages::Message,
    text::Line,
};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use crate::{
    errors::TOO_MANY_VIEWS,
    views::{self, ViewDraft, ViewRow},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_my_views, save_my_view: TOO_MANY_VIEWS))
        .routes(routes!(change_my_view, delete_my_view))
}

/// Name of a list or column, as the page that shows it calls it.
struct Word(String);

impl Checked for Word {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        if text.len() <= 60 && text.bytes().all(is_fine) {
            return Ok(Word(text.to_owned()));
        }
        Err(Message::of(
            format!("{label} may have up to 60 letters, digits, dots, hyphens and underscores."),
            "Jusqu’à 60 lettres, chiffres, points et traits.".to_owned(),
        ))
    }
}

/// Maximum hidden columns; no list has that many.
const MAX_COLUMNS: usize = 50;

/// A saved view of a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedView {
    id: String,
    list: String,
    name: String,
    /// Query part of the page's address, with search, filters and order.
    query: String,
    hidden_columns: Vec<String>,
    is_dense: bool,
    /// Whether the list opens with this view.
    is_default: bool,
}

impl From<ViewRow> for SavedView {
    fn from(row: ViewRow) -> Self {
        let columns = row.hidden_columns.split(',').filter(|column| !column.is_empty());
        SavedView {
            id: row.id.to_string(),
            list: row.list,
            name: row.name,
            query: row.query,
            hidden_columns: columns.map(str::to_owned).collect(),
            is_dense: row.is_dense,
            is_default: row.is_default,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OfList {
    /// Name of the list.
    list: Option<String>,
}

/// Lists your saved views of a list, by name.
#[utoipa::path(get, path = "/Accounts/me/views", tag = "Accounts",
    responses((status = OK, body = [SavedView])))]
async fn list_my_views(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Query(query): Query<OfList>,
) -> Result<Json<Vec<SavedView>>> {
    let mut fields = Fields::default();
    let list = fields.required::<Word>("list", "List", &query.list);
    let Word(list) = fields.finish(|| list)?;
    let rows = views::list(&app, &actor, list).await?;
    Ok(Json(rows.into_iter().map(SavedView::from).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ViewForm {
    /// Name of the list. Required for a new view; it can't be changed later.
    list: Option<String>,
    name: Option<String>,
    query: Option<String>,
    hidden_columns: Option<Vec<String>>,
    is_dense: Option<bool>,
    is_default: Option<bool>,
}

impl ViewForm {
    fn check(&self, mut fields: Fields) -> Result<ViewDraft, Fields> {
        let name = fields.required::<Line<60>>("name", "Name", &self.name);
        let query = fields.optional::<Line<2000>>("query", "Query", &self.query);
        let given = self.hidden_columns.as_deref().unwrap_or_default();
        let columns: Option<Vec<Word>> = given
            .iter()
            .map(|column| fields.required::<Word>("hiddenColumns", "A column", column))
            .collect();
        if given.len() > MAX_COLUMNS {
            fields.add(
                "hiddenColumns",
                Message::of(
                    format!("May have up to {MAX_COLUMNS} columns."),
                    format!("Au plus {MAX_COLUMNS} colonnes."),
                ),
            );
        }
        fields.finish(|| {
            Some(ViewDraft {
                name: name?.into(),
                query: query?.map(String::from).unwrap_or_default(),
                hidden_columns: columns?.into_iter().map(|column| column.0).collect(),
                is_dense: self.is_dense.unwrap_or(false),
                is_default: self.is_default.unwrap_or(false),
            })
        })
    }
}

/// The view that was saved.
#[derive(Serialize, ToSchema)]
struct CreatedView {
    id: String,
}

/// Saves a view of a list.
///
/// A new default view replaces the previous one.
#[utoipa::path(post, path = "/Accounts/me/views", tag = "Accounts",
    responses((status = OK, body = CreatedView)))]
async fn save_my_view(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    once: Once<ViewForm>,
) -> Result<Json<CreatedView>> {
    let (form, named) = once.by(actor.person);
    let mut fields = Fields::default();
    let list = fields.required::<Word>("list", "List", &form.list);
    let draft = form.check(fields)?;
    let Word(list) = list.ok_or_else(Fields::default)?;
    let id = views::save(&app, &actor, named, list, draft).await?;
    Ok(Json(CreatedView { id: id.to_string() }))
}

/// Changes one of your saved views.
#[utoipa::path(put, path = "/Accounts/me/views/{id}", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn change_my_view(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<SavedViewId>,
    extract::Json(form): extract::Json<ViewForm>,
) -> Result<StatusCode> {
    let draft = form.check(Fields::default())?;
    views::change(&app, &actor, id, draft).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes one of your saved views.
#[utoipa::path(delete, path = "/Accounts/me/views/{id}", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn delete_my_view(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<SavedViewId>,
) -> Result<StatusCode> {
    views::delete(&app, &actor, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
