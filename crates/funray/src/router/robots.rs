//! `robots.txt` and the sitemaps for search engines.

use std::{fmt::Write, sync::Arc};

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};

use kernel::{fields::Fields, paging::PageRequest, sort::Sort};
use market::tenants::storefront::{self, Narrowing, ShownFilter};
use platform::{
    app::App,
    error::Result,
    lists::SearchIn,
    web::{AppState, visitor},
};

/// Paths of the public pages that every brand has.
const PAGES: [&str; 10] = [
    "/",
    "/shop-vendors/",
    "/shop-vendors/list",
    "/about",
    "/balance",
    "/privacy-policy",
    "/eula-page",
    "/term-of-use",
    "/shipping-only",
    "/refund-only",
];
const CHARITIES: &str = "/charities";
/// Paths of personal pages and of pages for staff, which search engines may not read. The API calls
/// of public pages stay allowed.
const CLOSED: [&str; 8] =
    ["/admin", "/account", "/api/", "/checkout", "/gift/", "/sandbox/", "/scan-", "/transactions"];
const OPEN: &str = "/api/v1/Public/";
/// Maximum number of pages of shops in the sitemap. A sitemap may have at most 50,000 addresses.
const MAX_PAGES: u32 = 20;
const PER_PAGE: u32 = 1000;

pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/robots.txt", get(robots)).route("/sitemap.xml", get(sitemap))
}

async fn robots(State(app): AppState, headers: HeaderMap) -> Response {
    let site = app.public_url(visitor::brand(&app, &headers));
    let mut text = format!("User-agent: *\nAllow: {OPEN}\n");
    for path in CLOSED {
        // Writing to a string can't fail.
        let _ = writeln!(text, "Disallow: {path}");
    }
    let _ = writeln!(text, "\nSitemap: {site}/sitemap.xml");
    reply("text/plain; charset=utf-8", text)
}

async fn sitemap(State(app): AppState, headers: HeaderMap) -> Result<Response> {
    let brand = visitor::brand(&app, &headers);
    let site = app.public_url(brand);
    let mut paths: Vec<String> = PAGES.map(str::to_owned).into();
    for page in 1..=MAX_PAGES {
        let vendors =
            storefront::list_vendors(&app, everything()?, PageRequest::new(page, PER_PAGE)).await?;
        paths.extend(
            vendors.items.iter().map(|vendor| format!("/shop-vendors/detail/{}", vendor.id)),
        );
        if u64::from(page) >= vendors.total_pages {
            break;
        }
    }
    if brand.has_causes() {
        paths.push(CHARITIES.to_owned());
        for page in 1..=MAX_PAGES {
            let charities =
                storefront::list_charities(&app, everything()?, PageRequest::new(page, PER_PAGE))
                    .await?;
            paths.extend(
                charities.items.iter().map(|charity| format!("{CHARITIES}/{}", charity.id)),
            );
            if u64::from(page) >= charities.total_pages {
                break;
            }
        }
    }
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in paths {
        let _ = writeln!(xml, "<url><loc>{site}{path}</loc></url>");
    }
    xml.push_str("</urlset>\n");
    Ok(reply("application/xml", xml))
}

fn everything() -> Result<ShownFilter, Fields> {
    storefront::filter(Narrowing::default(), &SearchIn::default(), Sort::default())
}

/// Returns a reply that browsers and proxies may cache for an hour.
fn reply(kind: &'static str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")),
        (header::VARY, HeaderValue::from_static("host")),
    ];
    (headers, text).into_response()
}
