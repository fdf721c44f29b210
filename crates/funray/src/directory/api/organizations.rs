//! `/Organizations`: the kinds of organizations that causes are.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Created, Description, FilterQuery, ListQuery, ManageDirectory, Name};
use crate::{
    app::App,
    auth::Can,
    directory::{
        self, DirectoryFilter, DirectoryOrder, OrganizationDraft, OrganizationId, OrganizationRow,
    },
    error::Result,
    http::{
        AppState,
        extract::{self, Path, Query},
    },
    kernel::{
        fields::Fields,
        paging::{Page, PageRequest},
        search::Search,
        sort::Sort,
    },
    page_schema,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_organizations, create_organization))
        .routes(routes!(get_organization, change_organization))
        .routes(routes!(set_organization_status))
}

/// A kind of organization.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Organization {
    id: String,
    name: String,
    #[schema(required)]
    description: Option<String>,
    is_active: bool,
}

impl From<OrganizationRow> for Organization {
    fn from(row: OrganizationRow) -> Self {
        Organization {
            id: row.id.to_string(),
            name: row.name,
            description: row.description,
            is_active: row.is_active,
        }
    }
}

page_schema! {
    /// A page of kinds of organizations.
    OrganizationPage of Organization
}

#[derive(Deserialize, ToSchema)]
struct OrganizationForm {
    name: Option<String>,
    description: Option<String>,
}

impl OrganizationForm {
    fn check(&self) -> Result<OrganizationDraft, Fields> {
        let mut fields = Fields::default();
        let name = fields.required::<Name>("name", "Name", &self.name);
        let description =
            fields.optional::<Description>("description", "Description", &self.description);
        fields.finish(|| {
            Some(OrganizationDraft {
                name: name?.into(),
                description: description?.map(String::from),
            })
        })
    }
}

/// All kinds of organizations, the switched-off ones among them.
#[utoipa::path(get, path = "/Organizations", tag = "Organizations", params(ListQuery),
    responses((status = OK, body = OrganizationPage)))]
async fn list_organizations(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<DirectoryOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<Organization>>> {
    let filter = DirectoryFilter { search, is_active: filter.is_active };
    let page = directory::list::<OrganizationRow>(&app, filter, sort, page).await?;
    Ok(Json(page.map(Organization::from)))
}

#[utoipa::path(get, path = "/Organizations/{id}", tag = "Organizations",
    params(("id" = String, Path)), responses((status = OK, body = Organization)))]
async fn get_organization(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path(id): Path<OrganizationId>,
) -> Result<Json<Organization>> {
    Ok(Json(directory::find::<OrganizationRow>(&app, id).await?.into()))
}

#[utoipa::path(post, path = "/Organizations", tag = "Organizations",
    request_body = OrganizationForm, responses((status = OK, body = Created)))]
async fn create_organization(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    extract::Json(form): extract::Json<OrganizationForm>,
) -> Result<Json<Created>> {
    let id = directory::create_organization(&app, form.check()?).await?;
    Ok(Json(Created { id: id.to_string() }))
}

#[utoipa::path(put, path = "/Organizations/{id}", tag = "Organizations",
    params(("id" = String, Path)), request_body = OrganizationForm,
    responses((status = NO_CONTENT)))]
async fn change_organization(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path(id): Path<OrganizationId>,
    extract::Json(form): extract::Json<OrganizationForm>,
) -> Result<StatusCode> {
    directory::change_organization(&app, id, form.check()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switches a kind of organization on or off. Causes of that kind stay what they are.
#[utoipa::path(put, path = "/Organizations/{id}/status/{status}", tag = "Organizations",
    params(("id" = String, Path), ("status" = String, Path, description = "activate or deactivate")),
    responses((status = NO_CONTENT)))]
async fn set_organization_status(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path((id, status)): Path<(OrganizationId, extract::Switch)>,
) -> Result<StatusCode> {
    directory::switch::<OrganizationRow>(&app, id, status.is_on()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
