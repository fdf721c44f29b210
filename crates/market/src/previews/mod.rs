//! Preview pictures of shared links. A preview is drawn only from public data of the linked page.

pub mod api;
mod plan;
mod stored;

use std::{sync::Arc, time::Duration};

use axum::body::Bytes;
use drawing::Pixels;
use serde::Deserialize;

use access::auth::Client;
use art::{Card, Emblem, PictureCache, Preview, Ribbon};
use kernel::{
    brand::Brand,
    ids::{CampaignId, Id, TenantId},
    language::Language,
    money::Cents,
};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{DAY, Work},
    limits::{Limit, Permit},
    turns::Rank,
};

use crate::{campaigns, files, tenants::storefront};

pub use plan::Plan;
use plan::{Picture, Tile};
pub use stored::forget_old;

/// Limit on drawn previews per client: 120 at once, then one per second. The first number is enough
/// for links to all shops of a street.
const DRAWINGS: Limit = Limit { capacity: 120, interval: Duration::from_secs(1) };
/// Width of a logo in pixels. Previews show logos about 65 pixels wide.
const LOGO_WIDTH: u32 = 192;

/// Page that a preview picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    Vendor,
    /// Card of a shop, without a charity.
    Card,
    Charity,
    Campaign,
    /// Gift card of a shop. The preview does not depend on the single gift.
    Gift,
}

/// Finds the data of a page for its preview. Fails with "not found" if the brand does not show such
/// a page.
async fn find(
    app: &App,
    (brand, language): (Brand, Language),
    kind: PageKind,
    id: String,
) -> Result<Plan> {
    app.db
        .read(move |tx| {
            let (tenant, campaign) = (TenantId::from_outside(&id), CampaignId::from_outside(&id));
            let is_about_cause = matches!(kind, PageKind::Charity | PageKind::Campaign);
            if is_about_cause && !brand.has_causes() {
                return Err(Error::NotFound);
            }
            Ok(match kind {
                PageKind::Vendor => {
                    Plan::vendor(brand, language, &storefront::find_vendor(tx, tenant)?)
                }
                PageKind::Card => {
                    Plan::plain_card(brand, language, &storefront::find_vendor(tx, tenant)?)
                }
                PageKind::Gift => {
                    Plan::gift(brand, language, &storefront::find_vendor(tx, tenant)?)
                }
                PageKind::Charity => {
                    Plan::charity(brand, language, &storefront::find_charity(tx, tenant)?)
                }
                PageKind::Campaign => {
                    Plan::campaign(brand, language, &campaigns::find_shown(tx, campaign)?)
                }
            })
        })
        .await
}

/// Returns a preview picture; draws the picture if it is not stored yet. Each attempt to draw
/// counts against the client's limit, even if the server is too busy to draw. Otherwise a client
/// could send any number of requests while the server is busy.
async fn picture(app: &Arc<App>, client: &Client, plan: Plan) -> Result<Bytes> {
    let version = plan.version();
    if let Some(cached) = app.shared.get::<PictureCache>().find(&version) {
        return Ok(cached);
    }
    if let Some(drawn) = stored::find(app, &version).await {
        app.shared.get::<PictureCache>().insert(version, drawn.clone());
        return Ok(drawn);
    }
    let buckets = client.name(&app.secrets).buckets("drawing", DRAWINGS);
    app.write(move |tx, _, now| Permit::acquire(tx, now, &buckets).map(drop)).await?;
    draw(app, plan, version).await
}

async fn draw(app: &Arc<App>, plan: Plan, version: String) -> Result<Bytes> {
    // Logos are read only when it is this request's turn to draw, so that waiting requests hold no
    // pixels in memory.
    let turn = app.files.turn(Rank::Stranger).await?;
    // Another request may have drawn the same picture while this one waited.
    if let Some(cached) = app.shared.get::<PictureCache>().find(&version) {
        return Ok(cached);
    }
    let logo = pixels(app, plan.logo()).await?;
    let cause = pixels(app, plan.cause_logo).await?;
    let drawn = turn.run(move || png(&plan, logo.as_ref(), cause.as_ref())).await?;
    let picture = drawn.map(Bytes::from);
    let picture =
        picture.ok_or_else(|| Error::Internal("a preview could not be drawn".to_owned()))?;
    app.shared.get::<PictureCache>().insert(version.clone(), picture.clone());
    stored::keep(app, &version, &picture).await;
    Ok(picture)
}

fn png(plan: &Plan, logo: Option<&Arc<Pixels>>, cause: Option<&Arc<Pixels>>) -> Option<Vec<u8>> {
    let emblem = match (&plan.tile, logo) {
        (Tile::Brand, _) => Emblem::Brand,
        (Tile::Shop(_), Some(logo)) => Emblem::Logo(logo),
        (Tile::Shop(_), None) => Emblem::Letters,
    };
    let preview = Preview {
        brand: plan.brand,
        language: plan.language,
        heading: &plan.heading,
        words: &plan.words,
        progress: plan.progress.map(|(raised, goal)| share(raised, goal)),
        card: Card {
            shop: &plan.shop,
            emblem,
            hue: plan.hue,
            amount: plan.amount.as_deref(),
            ribbon: plan.ribbon.as_deref().map(|words| Ribbon { words, logo: cause }),
        },
    };
    preview.drawn().png(1.0)
}

/// Returns the part of a goal that was raised, from 0 to 1.
fn share(raised: Cents, goal: Cents) -> f32 {
    let permille = raised.get().max(0).saturating_mul(1000) / goal.get().max(1);
    u16::try_from(permille.min(1000)).map_or(1.0, |permille| f32::from(permille) / 1000.0)
}

/// Returns the pixels of a logo; `None` if the page has no logo.
async fn pixels(app: &App, picture: Option<Picture>) -> Result<Option<Arc<Pixels>>> {
    match picture {
        Some((kind, key)) => files::read_pixels(app, kind, key, LOGO_WIDTH).await,
        None => Ok(None),
    }
}

/// Adds the jobs and scheduled tasks of previews.
pub fn add_work(work: Work) -> Work {
    work.every(DAY, "forget previews", forget_old)
}
