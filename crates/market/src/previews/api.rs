//! Calls for preview pictures of shared links.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use utoipa_axum::router::OpenApiRouter;

use super::{PageKind, Plan, find, picture};
use access::auth::Client;
use kernel::{brand::Brand, language::Language};
use platform::{
    app::App,
    error::{Error, Result},
    web::{AppState, calls::routes, extract::Path, visitor},
};

/// Routes of the pictures, outside the API path.
pub fn pictures() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_page_preview)).routes(routes!(get_preview))
}

/// Downloads the preview picture of a page.
///
/// For links to a shop, a charity, a campaign, or a gift for a shop. Older versions redirect to the newest.
#[utoipa::path(get, path = "/previews/{brand}/{language}/{page}/{id}/{version}", tag = "Files",
    params(
        ("brand" = Brand, Path, description = "Slug of the brand."),
        ("language" = String, Path, description = "Language: `en` or `fr`."),
        ("page" = String, Path, description = "Kind of page: `vendor`, `card` (a vendor's card without a charity), `charity`, `campaign` or `gift` (a vendor's gift)."),
        ("version" = String, Path, description = "Version of the picture, from the head of the page."),
    ),
    responses((status = OK, content_type = "image/png", body = Vec<u8>)))]
async fn get_page_preview(
    client: Client,
    State(app): AppState,
    Path((brand, language, page, id, version)): Path<(Brand, Language, PageKind, String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let plan = find(&app, (brand, language), page, id).await?;
    answer(&app, &client, plan, &version, &headers).await
}

/// Downloads the preview picture of a brand.
///
/// For links to the front page, or to a gift that is not available.
#[utoipa::path(get, path = "/previews/{brand}/{language}/{page}/{version}", tag = "Files",
    params(
        ("brand" = Brand, Path, description = "Slug of the brand."),
        ("language" = String, Path, description = "Language: `en` or `fr`."),
        ("page" = String, Path, description = "Kind of page: `home` or `gift`."),
        ("version" = String, Path, description = "Version of the picture, from the head of the page."),
    ),
    responses((status = OK, content_type = "image/png", body = Vec<u8>)))]
async fn get_preview(
    client: Client,
    State(app): AppState,
    Path((brand, language, page, version)): Path<(Brand, Language, String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let plan = match page.as_str() {
        "home" => Plan::home(brand, language),
        "gift" => Plan::some_gift(brand, language),
        _ => return Err(Error::NotFound),
    };
    answer(&app, &client, plan, &version, &headers).await
}

async fn answer(
    app: &Arc<App>,
    client: &Client,
    plan: Plan,
    version: &str,
    request: &HeaderMap,
) -> Result<Response> {
    let current = plan.version();
    if version.strip_suffix(".png") != Some(&current) {
        let moved =
            [(header::LOCATION, plan.address()), (header::CACHE_CONTROL, "no-cache".to_owned())];
        return Ok((StatusCode::TEMPORARY_REDIRECT, moved).into_response());
    }
    let mut response = Response::new(Body::empty());
    describe(response.headers_mut(), &current);
    if visitor::is_known(request, &response.headers()[header::ETAG]) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    *response.body_mut() = Body::from(picture(app, client, plan).await?);
    Ok(response)
}

/// Sets the headers of a preview. Caches may keep the preview forever, because the picture of a
/// version never changes. Scripts in the picture may not run; other sites may show the picture.
fn describe(headers: &mut HeaderMap, version: &str) {
    let tag = HeaderValue::from_str(&format!("\"{version}\""));
    headers.insert(header::ETAG, tag.unwrap_or(HeaderValue::from_static("\"\"")));
    let fixed = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
