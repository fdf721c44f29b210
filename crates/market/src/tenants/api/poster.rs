//! `/Vendors/{id}/poster`: printable posters of a shop. The server draws them, so that screen, file
//! and print agree. Campaigns have the same posters.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::rights::EditTenants;
use access::auth::{Can, TenantKind};
use art::{Card, Emblem, Paper, Poster, PosterCause, PosterSheet, Ribbon, hue_of_name};
use kernel::{
    brand::Brand,
    ids::{PersonId, TenantId},
    language::Language,
};
use platform::{
    app::App,
    error::{Error, Result, codes::TOO_MANY_TRIES},
    limits::{Bucket, Limit, Permit},
    turns::Rank,
    web::{
        AppState,
        calls::routes,
        extract::{Page, Path, Query},
    },
};

use crate::{
    files::{self, FileKind},
    tenants::{Tenant, admin},
};

/// Limit on drawn posters: thirty at once, enough for all formats in both languages, then one every
/// five seconds.
const DRAWINGS: Limit = Limit { capacity: 30, interval: Duration::from_secs(5) };
/// Width of a logo in pixels, for the largest poster.
pub const LOGO_WIDTH: u32 = 384;
/// Pixels per unit of the poster. The first number is for the saved picture, as the specification
/// demands; the second is for a preview on a screen.
const SAVED_RATIO: f32 = 5.0;
const SHOWN_RATIO: f32 = 1.5;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_vendor_poster: TOO_MANY_TRIES))
}

/// File format of a poster.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PosterFormat {
    /// Picture to save.
    #[default]
    Png,
    /// Picture in screen size.
    Preview,
    A4,
    Letter,
    Tent,
    Stickers,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PosterQuery {
    #[param(inline)]
    pub format: Option<PosterFormat>,
    /// Language of the poster. The language of the page if it is left out.
    #[param(value_type = Option<String>, example = "fr")]
    pub language: Option<Language>,
}

/// Downloads a poster of a shop.
///
/// With a QR code of its page, in the look of the brand.
#[utoipa::path(get, path = "/Vendors/{id}/poster", tag = "Vendors",
    responses((status = OK, content_type = "application/octet-stream", body = Vec<u8>)))]
async fn get_vendor_poster(
    who: Can<EditTenants>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    Query(query): Query<PosterQuery>,
    page: Page,
) -> Result<Response> {
    let vendor = admin::find(&app, who.scope, TenantKind::Vendor, id).await?;
    let permit = permit(&app, who.actor.person).await?;
    let look = (page.brand, query.language.unwrap_or(page.language));
    let format = query.format.unwrap_or_default();
    let bytes = permit.run(&app, drawn(&app, vendor, look, format)).await?;
    Ok(file(bytes, format))
}

/// Counts a poster against the caller's limit.
pub async fn permit(app: &Arc<App>, person: PersonId) -> Result<Permit> {
    let bucket = Bucket { name: format!("posters by {person}"), limit: DRAWINGS };
    app.write(move |tx, _, now| Permit::acquire(tx, now, std::slice::from_ref(&bucket))).await
}

/// Draws a poster in this format. `None` if the picture is too large.
pub fn printed(poster: &Poster<'_>, format: PosterFormat) -> Option<Vec<u8>> {
    match format {
        PosterFormat::Png => poster.png(SAVED_RATIO),
        PosterFormat::Preview => poster.png(SHOWN_RATIO),
        PosterFormat::A4 => Some(poster.pdf(PosterSheet::Wall(Paper::A4))),
        PosterFormat::Letter => Some(poster.pdf(PosterSheet::Wall(Paper::Letter))),
        PosterFormat::Tent => Some(poster.pdf(PosterSheet::Tent)),
        PosterFormat::Stickers => Some(poster.pdf(PosterSheet::Stickers)),
    }
}

async fn drawn(
    app: &Arc<App>,
    vendor: Tenant,
    (brand, language): (Brand, Language),
    format: PosterFormat,
) -> Result<Vec<u8>> {
    let profile = vendor.profile;
    let logo = match &profile.logo {
        Some(logo) => files::read_pixels(app, FileKind::Vendor, logo.key, LOGO_WIDTH).await?,
        None => None,
    };
    let site = app.public_url(brand);
    let share = brand.has_causes().then(|| u32::from(profile.charity_rate.percent()));
    let drawn = app.files.draw(Rank::Known, move || {
        let ribbon = share.map(|share| match language {
            Language::En => format!("{share}% to a cause you choose"),
            Language::Fr => format!("{share}\u{a0}% à la cause choisie"),
        });
        let hue = profile.logo.as_ref().and_then(|logo| logo.hue);
        let card = Card {
            shop: &profile.display_name,
            emblem: logo.as_ref().map_or(Emblem::Letters, Emblem::Logo),
            hue: hue.unwrap_or_else(|| hue_of_name(&profile.display_name)),
            amount: None,
            ribbon: ribbon.as_deref().map(|words| Ribbon { words, logo: None }),
        };
        let address = format!("{site}/shop-vendors/detail/{}", vendor.id);
        let host = site.split_once("://").map_or(site.as_str(), |(_, host)| host);
        let cause = share.map_or(PosterCause::None, PosterCause::Share);
        let poster = Poster { brand, language, card, address: &address, site: host, cause };
        printed(&poster, format)
    });
    drawn.await?.ok_or_else(|| Error::Internal("a poster could not be drawn".to_owned()))
}

pub fn file(bytes: Vec<u8>, format: PosterFormat) -> Response {
    let (kind, name) = match format {
        PosterFormat::Png => ("image/png", "attachment; filename=\"poster.png\""),
        PosterFormat::Preview => ("image/png", "inline"),
        _ => ("application/pdf", "attachment; filename=\"poster.pdf\""),
    };
    let mut response = Response::new(Body::from(bytes));
    for (header, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "private, no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
    ] {
        response.headers_mut().insert(header, HeaderValue::from_static(value));
    }
    response
}
