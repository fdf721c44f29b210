//! Settings that the web app reads at run time.

use std::{collections::BTreeMap, sync::Arc};

use axum::{Json, extract::State, http::HeaderMap};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::captcha;
use kernel::brand::Brand;
use platform::{
    app::App,
    services::gateway::{Browser, Gateway},
    web::{AppState, calls::routes, visitor},
};

/// Public settings. Parts that are not configured are null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Settings {
    /// The brand that this host shows.
    brand: Brand,
    /// Address of each brand's site by its slug, without a slash at the end.
    sites: BTreeMap<String, String>,
    #[schema(example = "CAD")]
    currency: &'static str,
    #[schema(required)]
    gateway: Option<Browser>,
    captcha: captcha::Settings,
    #[schema(required)]
    maps_key: Option<String>,
    #[schema(required)]
    heat_map_id: Option<String>,
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_settings))
}

/// Reads the settings of the web app.
#[utoipa::path(get, path = "/Public/settings", tag = "Public", responses((status = OK, body = Settings)))]
async fn get_settings(State(app): AppState, headers: HeaderMap) -> Json<Settings> {
    let set = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    Json(Settings {
        brand: visitor::brand(&app, &headers),
        sites: Brand::all().map(|brand| (brand.slug().to_owned(), app.public_url(brand))).collect(),
        currency: "CAD",
        gateway: app.gateway.as_ref().map(|Gateway { browser, .. }| browser.clone()),
        captcha: captcha::Settings::of(&app),
        maps_key: set(&app.config.maps.key),
        heat_map_id: set(&app.config.heat_map.id),
    })
}
