//! `/Charities/campaigns/{id}/poster`: printable posters of a campaign.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use utoipa_axum::router::OpenApiRouter;

use super::{CampaignRow, api::ManageCampaigns};
use access::auth::Can;
use art::{Card, Emblem, Poster, PosterCause, Ribbon, hue_of_name};
use kernel::{brand::Brand, ids::CampaignId, language::Language};
use platform::{
    app::App,
    error::{Error, Result, codes::TOO_MANY_TRIES},
    turns::Rank,
    web::{
        AppState,
        calls::routes,
        extract::{Page, Path, Query},
    },
};

use crate::{
    files::{self, FileKind},
    tenants::api::poster::{LOGO_WIDTH, PosterFormat, PosterQuery, file, permit, printed},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_campaign_poster: TOO_MANY_TRIES))
}

/// Downloads a poster of a campaign.
///
/// With a QR code of its public page.
#[utoipa::path(get, path = "/Charities/campaigns/{id}/poster", tag = "Campaigns",
    responses((status = OK, content_type = "application/octet-stream", body = Vec<u8>)))]
async fn get_campaign_poster(
    who: Can<ManageCampaigns>,
    State(app): AppState,
    Path(id): Path<CampaignId>,
    Query(query): Query<PosterQuery>,
    page: Page,
) -> Result<Response> {
    let campaign = super::find(&app, who.scope, id).await?;
    let permit = permit(&app, who.actor.person).await?;
    let language = query.language.unwrap_or(page.language);
    let format = query.format.unwrap_or_default();
    let bytes = permit.run(&app, drawn(&app, campaign, language, format)).await?;
    Ok(file(bytes, format))
}

async fn drawn(
    app: &Arc<App>,
    campaign: CampaignRow,
    language: Language,
    format: PosterFormat,
) -> Result<Vec<u8>> {
    let own = campaign.logo_key.map(|key| (FileKind::Campaign, key));
    let charitys = campaign.charity_logo_key.map(|key| (FileKind::Charity, key));
    let logo = match own.or(charitys) {
        Some((kind, key)) => files::read_pixels(app, kind, key, LOGO_WIDTH).await?,
        None => None,
    };
    // Brands without causes have no pages of campaigns.
    let brand = Brand::with_causes();
    let site = app.public_url(brand);
    let drawn = app.files.draw(Rank::Known, move || {
        let CampaignRow { id, charity_id, name, charity_name, logo_hue, .. } = &campaign;
        let card = Card {
            shop: name,
            emblem: logo.as_ref().map_or(Emblem::Letters, Emblem::Logo),
            hue: logo_hue.unwrap_or_else(|| hue_of_name(charity_name)),
            amount: None,
            ribbon: Some(Ribbon { words: charity_name, logo: None }),
        };
        let address = format!("{site}/charities/{charity_id}/{id}");
        let host = site.split_once("://").map_or(site.as_str(), |(_, host)| host);
        let cause = PosterCause::Charity(charity_name);
        let poster = Poster { brand, language, card, address: &address, site: host, cause };
        printed(&poster, format)
    });
    drawn.await?.ok_or_else(|| Error::Internal("a poster could not be drawn".to_owned()))
}
