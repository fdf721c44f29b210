//! `/Regions`: where shops are.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Created, FilterQuery, ListQuery, ManageDirectory, Name};
use crate::{
    app::App,
    auth::Can,
    directory::{self, COUNTRY, DirectoryFilter, DirectoryOrder, RegionDraft, RegionId, RegionRow},
    error::Result,
    http::{
        AppState,
        extract::{self, Path, Query},
    },
    kernel::{
        contact::PostalCode,
        fields::Fields,
        paging::{Page, PageRequest},
        search::Search,
        sort::Sort,
    },
    page_schema,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_regions, create_region))
        .routes(routes!(find_places))
        .routes(routes!(get_region, change_region))
        .routes(routes!(set_region_status))
}

/// A region; `value` and `text` serve select boxes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    id: String,
    name: String,
    province: String,
    country: String,
    postal_code: String,
    is_active: bool,
    value: String,
    text: String,
}

impl From<RegionRow> for Region {
    fn from(row: RegionRow) -> Self {
        Region {
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

page_schema! {
    /// A page of regions.
    RegionPage of Region
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegionForm {
    name: Option<String>,
    province: Option<String>,
    country: Option<String>,
    postal_code: Option<String>,
}

impl RegionForm {
    fn check(&self) -> Result<RegionDraft, Fields> {
        let mut fields = Fields::default();
        let name = fields.required::<Name>("name", "Name", &self.name);
        let province = fields.required::<Name>("province", "Province", &self.province);
        let country = fields.required::<Name>("country", "Country", &self.country);
        let postal_code =
            fields.required::<PostalCode>("postalCode", "Postal Code", &self.postal_code);
        fields.finish(|| {
            Some(RegionDraft {
                name: name?.into(),
                province: province?.into(),
                country: country?.into(),
                postal_code: postal_code?.into(),
            })
        })
    }
}

/// All regions, the switched-off ones among them.
#[utoipa::path(get, path = "/Regions", tag = "Regions", params(ListQuery),
    responses((status = OK, body = RegionPage)))]
async fn list_regions(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<Search>,
    Query(sort): Query<Sort<DirectoryOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<Region>>> {
    let filter = DirectoryFilter { search, is_active: filter.is_active };
    let page = directory::list::<RegionRow>(&app, filter, sort, page).await?;
    Ok(Json(page.map(Region::from)))
}

#[utoipa::path(get, path = "/Regions/{id}", tag = "Regions", params(("id" = String, Path)),
    responses((status = OK, body = Region)))]
async fn get_region(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path(id): Path<RegionId>,
) -> Result<Json<Region>> {
    Ok(Json(directory::find::<RegionRow>(&app, id).await?.into()))
}

#[utoipa::path(post, path = "/Regions", tag = "Regions", request_body = RegionForm,
    responses((status = OK, body = Created)))]
async fn create_region(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    extract::Json(form): extract::Json<RegionForm>,
) -> Result<Json<Created>> {
    let id = directory::create_region(&app, form.check()?).await?;
    Ok(Json(Created { id: id.to_string() }))
}

#[utoipa::path(put, path = "/Regions/{id}", tag = "Regions", params(("id" = String, Path)),
    request_body = RegionForm, responses((status = NO_CONTENT)))]
async fn change_region(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path(id): Path<RegionId>,
    extract::Json(form): extract::Json<RegionForm>,
) -> Result<StatusCode> {
    directory::change_region(&app, id, form.check()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switches a region on or off. Shops in it stay where they are.
#[utoipa::path(put, path = "/Regions/{id}/status/{status}", tag = "Regions",
    params(("id" = String, Path), ("status" = String, Path, description = "activate or deactivate")),
    responses((status = NO_CONTENT)))]
async fn set_region_status(
    _who: Can<ManageDirectory>,
    State(app): AppState,
    Path((id, status)): Path<(RegionId, extract::Switch)>,
) -> Result<StatusCode> {
    directory::switch::<RegionRow>(&app, id, status.is_on()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A place that fills the region form.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Place {
    name: &'static str,
    province: &'static str,
    country: &'static str,
    /// The beginning of the postal codes there.
    postal_code: &'static str,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct PlacesQuery {
    search_text: Option<String>,
}

/// The places of Canada whose names begin with the words, at most ten.
#[utoipa::path(get, path = "/Regions/places", tag = "Regions", params(PlacesQuery),
    responses((status = OK, body = [Place])))]
async fn find_places(_who: Can<ManageDirectory>, Query(search): Query<Search>) -> Json<Vec<Place>> {
    let found = directory::find_places(&search).into_iter().map(|place| Place {
        name: place.name,
        province: place.province,
        country: COUNTRY,
        postal_code: place.postal_code,
    });
    Json(found.collect())
}
