//! `/Public/…`: what visitors and forms can choose from.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::regions::Region;
use crate::{
    app::App,
    directory::{self, CategoryRow, OrganizationRow, RegionRow},
    error::Result,
    http::AppState,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_public_regions))
        .routes(routes!(list_public_categories))
        .routes(routes!(list_popular_categories))
        .routes(routes!(list_public_organizations))
}

/// The regions a visitor may choose from, by name.
#[utoipa::path(get, path = "/Public/Regions", tag = "Public", responses((status = OK, body = [Region])))]
async fn list_public_regions(State(app): AppState) -> Result<Json<Vec<Region>>> {
    let regions = directory::list_active::<RegionRow>(&app.db).await?;
    Ok(Json(regions.into_iter().map(Region::from).collect()))
}

/// A category as visitors see it: `value` is its id, `text` its name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublicCategory {
    id: String,
    value: String,
    text: String,
    /// What the landing page calls it.
    popular_name: String,
    #[schema(required)]
    url_text: Option<String>,
    /// The key of its picture: `/files/category/{logoPath}`.
    #[schema(required)]
    logo_path: Option<String>,
}

impl From<CategoryRow> for PublicCategory {
    fn from(row: CategoryRow) -> Self {
        PublicCategory {
            id: row.id.to_string(),
            value: row.id.to_string(),
            popular_name: row.popular_name.unwrap_or_else(|| row.name.clone()),
            text: row.name,
            url_text: row.url_text,
            logo_path: row.logo_key.map(|key| key.to_string()),
        }
    }
}

/// The categories a shop can be in, by name.
#[utoipa::path(get, path = "/Public/Categories", tag = "Public", responses((status = OK, body = [PublicCategory])))]
async fn list_public_categories(State(app): AppState) -> Result<Json<Vec<PublicCategory>>> {
    let categories = directory::list_active::<CategoryRow>(&app.db).await?;
    Ok(Json(categories.into_iter().map(PublicCategory::from).collect()))
}

/// The categories that the landing page shows, by name.
#[utoipa::path(get, path = "/Public/Categories/popular", tag = "Public",
    responses((status = OK, body = [PublicCategory])))]
async fn list_popular_categories(State(app): AppState) -> Result<Json<Vec<PublicCategory>>> {
    let categories = directory::list_popular_categories(&app.db).await?;
    Ok(Json(categories.into_iter().map(PublicCategory::from).collect()))
}

/// Something to choose: `value` is its id, `text` its name.
#[derive(Serialize, ToSchema)]
struct Choice {
    id: String,
    value: String,
    text: String,
}

impl From<OrganizationRow> for Choice {
    fn from(row: OrganizationRow) -> Self {
        Choice { id: row.id.to_string(), value: row.id.to_string(), text: row.name }
    }
}

/// The kinds of organizations a cause can be, by name.
#[utoipa::path(get, path = "/Public/Organizations", tag = "Public", responses((status = OK, body = [Choice])))]
async fn list_public_organizations(State(app): AppState) -> Result<Json<Vec<Choice>>> {
    let organizations = directory::list_active::<OrganizationRow>(&app.db).await?;
    Ok(Json(organizations.into_iter().map(Choice::from).collect()))
}
