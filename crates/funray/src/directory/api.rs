//! The directory's calls.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ChoiceRow, RegionRow, list_active_categories, list_active_organizations, list_active_regions,
};
use crate::{app::App, error::Result, http::AppState};

/// A region to choose; `value` and `text` serve select boxes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublicRegion {
    id: String,
    name: String,
    province: String,
    country: String,
    postal_code: String,
    is_active: bool,
    value: String,
    text: String,
}

impl From<RegionRow> for PublicRegion {
    fn from(row: RegionRow) -> Self {
        PublicRegion {
            value: row.id.to_string(),
            text: row.name.clone(),
            id: row.id.to_string(),
            name: row.name,
            province: row.province,
            country: row.country,
            postal_code: row.postal_code,
            is_active: row.is_active,
        }
    }
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_public_regions))
        .routes(routes!(list_public_categories))
        .routes(routes!(list_public_organizations))
}

/// The regions a visitor may choose from, by name.
#[utoipa::path(get, path = "/Public/Regions", tag = "Public", responses((status = OK, body = [PublicRegion])))]
async fn list_public_regions(State(app): AppState) -> Result<Json<Vec<PublicRegion>>> {
    let regions = list_active_regions(&app.db).await?;
    Ok(Json(regions.into_iter().map(PublicRegion::from).collect()))
}

/// Something to choose: `value` is its id, `text` its name.
#[derive(Serialize, ToSchema)]
struct Choice {
    id: String,
    value: String,
    text: String,
}

impl From<ChoiceRow> for Choice {
    fn from(row: ChoiceRow) -> Self {
        Choice { id: row.id.clone(), value: row.id, text: row.name }
    }
}

/// The categories a shop can be in, by name.
#[utoipa::path(get, path = "/Public/Categories", tag = "Public", responses((status = OK, body = [Choice])))]
async fn list_public_categories(State(app): AppState) -> Result<Json<Vec<Choice>>> {
    let categories = list_active_categories(&app.db).await?;
    Ok(Json(categories.into_iter().map(Choice::from).collect()))
}

/// The kinds of organizations a cause can be, by name.
#[utoipa::path(get, path = "/Public/Organizations", tag = "Public", responses((status = OK, body = [Choice])))]
async fn list_public_organizations(State(app): AppState) -> Result<Json<Vec<Choice>>> {
    let organizations = list_active_organizations(&app.db).await?;
    Ok(Json(organizations.into_iter().map(Choice::from).collect()))
}
