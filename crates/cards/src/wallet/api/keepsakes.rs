//! Files by which a holder keeps a card: a picture to save, and a fold card to print. A buyer can
//! also get a picture without the code, for sharing.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::State,
    http::{HeaderName, HeaderValue, header},
    response::Response,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use access::auth::{Client, IfNeeded, SignedIn};
use kernel::{ids::CardId, language::Language};
use platform::{
    app::App,
    error::{Error, Result, codes::TOO_MANY_TRIES},
    limits::{Bucket, Limit, Permit},
    turns::Rank,
    web::{
        AppState,
        calls::routes,
        extract::{LinkToken, Page, Path, Query},
    },
};

use crate::{
    card::{
        CardRow,
        drawn::{self, Keepsake},
    },
    errors::{CARD_CANCELLED, CARD_DEACTIVATED, GIFT_CLAIMED},
    gifts, wallet,
};

/// Limit on drawn pictures: twenty at once, enough for a family's cards, then one every ten
/// seconds.
const DRAWINGS: Limit = Limit { capacity: 20, interval: Duration::from_secs(10) };

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_card_picture: CARD_DEACTIVATED CARD_CANCELLED TOO_MANY_TRIES))
        .routes(routes!(get_fold_card: CARD_DEACTIVATED CARD_CANCELLED TOO_MANY_TRIES))
        .routes(routes!(get_shared_picture: TOO_MANY_TRIES))
        .routes(routes!(get_gift_picture: GIFT_CLAIMED CARD_DEACTIVATED CARD_CANCELLED))
        .routes(routes!(get_gift_fold_card: GIFT_CLAIMED CARD_DEACTIVATED CARD_CANCELLED))
}

/// Paper size.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Sheet {
    #[default]
    Letter,
    A4,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FoldQuery {
    /// Paper size: `letter` or `a4`.
    #[param(inline)]
    paper: Option<Sheet>,
}

impl FoldQuery {
    fn keepsake(&self) -> Keepsake {
        Keepsake::FoldCard(match self.paper.unwrap_or_default() {
            Sheet::Letter => art::Paper::Letter,
            Sheet::A4 => art::Paper::A4,
        })
    }
}

/// Downloads your card with its code as a picture.
#[utoipa::path(get, path = "/Cards/{id}/picture", tag = "Cards",
    responses((status = OK, content_type = "image/png", body = Vec<u8>)))]
async fn get_card_picture(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
    page: Page,
) -> Result<Response> {
    let card = wallet::find(&app, &actor, true, id).await?;
    let card = Some(card).filter(|card| card.is_held_by(actor.person)).ok_or(Error::NotFound)?;
    let buckets = vec![Bucket { name: format!("keepsake by {}", actor.person), limit: DRAWINGS }];
    let who = (buckets, Rank::Known);
    keepsake(&app, who, card, page.language, Keepsake::Picture).await
}

/// Downloads your card as a PDF to print and fold.
#[utoipa::path(get, path = "/Cards/{id}/fold-card", tag = "Cards",
    responses((status = OK, content_type = "application/pdf", body = Vec<u8>)))]
async fn get_fold_card(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
    Query(query): Query<FoldQuery>,
    page: Page,
) -> Result<Response> {
    let card = wallet::find(&app, &actor, true, id).await?;
    let card = Some(card).filter(|card| card.is_held_by(actor.person)).ok_or(Error::NotFound)?;
    let buckets = vec![Bucket { name: format!("keepsake by {}", actor.person), limit: DRAWINGS }];
    let who = (buckets, Rank::Known);
    keepsake(&app, who, card, page.language, query.keepsake()).await
}

/// Downloads a picture of a bought card for sharing.
///
/// 1200 by 630 pixels, with the charity and without the code.
#[utoipa::path(get, path = "/Cards/{id}/shared-picture", tag = "Cards",
    responses((status = OK, content_type = "image/png", body = Vec<u8>)))]
async fn get_shared_picture(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<CardId>,
    page: Page,
) -> Result<Response> {
    let card = wallet::find(&app, &actor, true, id).await?;
    let card = Some(card).filter(|card| card.buyer_id == actor.person).ok_or(Error::NotFound)?;
    let buckets = vec![Bucket { name: format!("keepsake by {}", actor.person), limit: DRAWINGS }];
    let permit = app.write(move |tx, _, now| Permit::acquire(tx, now, &buckets)).await?;
    let bytes = permit.run(&app, drawn::for_sharing(&app, &card, page.language)).await?;
    Ok(file(bytes, "image/png", "attachment; filename=\"gift-card.png\""))
}

/// Downloads a gift with its code as a picture.
///
/// Allowed with the link of the gift; once it is claimed, for its owner only.
#[utoipa::path(get, path = "/Gifts/{token}/picture", tag = "Gifts",
    responses((status = OK, content_type = "image/png", body = Vec<u8>)))]
async fn get_gift_picture(
    IfNeeded(who): IfNeeded<SignedIn>,
    client: Client,
    State(app): AppState,
    LinkToken(token): LinkToken,
    page: Page,
) -> Result<Response> {
    let card = held_gift(&app, who.ok(), &token).await?;
    let who = (client.name(&app.secrets).buckets("keepsake", DRAWINGS), Rank::Vouched);
    keepsake(&app, who, card, page.language, Keepsake::Picture).await
}

/// Downloads a gift as a PDF to print and fold.
///
/// Allowed with the link of the gift; once it is claimed, for its owner only.
#[utoipa::path(get, path = "/Gifts/{token}/fold-card", tag = "Gifts",
    responses((status = OK, content_type = "application/pdf", body = Vec<u8>)))]
async fn get_gift_fold_card(
    IfNeeded(who): IfNeeded<SignedIn>,
    client: Client,
    State(app): AppState,
    LinkToken(token): LinkToken,
    Query(query): Query<FoldQuery>,
    page: Page,
) -> Result<Response> {
    let card = held_gift(&app, who.ok(), &token).await?;
    let who = (client.name(&app.secrets).buckets("keepsake", DRAWINGS), Rank::Vouched);
    keepsake(&app, who, card, page.language, query.keepsake()).await
}

async fn held_gift(app: &App, who: Option<SignedIn>, token: &str) -> Result<CardRow> {
    let card = gifts::find(app, token).await?;
    let reader = who.map(|SignedIn(actor)| actor.person);
    if card.owner_id.is_some() && card.owner_id != reader {
        return Err(Error::Refused(GIFT_CLAIMED));
    }
    Ok(card)
}

async fn keepsake(
    app: &Arc<App>,
    (buckets, rank): (Vec<Bucket>, Rank),
    card: CardRow,
    language: Language,
    keepsake: Keepsake,
) -> Result<Response> {
    let permit = app.write(move |tx, _, now| Permit::acquire(tx, now, &buckets)).await?;
    let bytes = permit.run(app, drawn::for_holder(app, card, language, keepsake, rank)).await?;
    let (kind, disposition) = match keepsake {
        Keepsake::Picture => ("image/png", "attachment; filename=\"gift-card.png\""),
        Keepsake::FoldCard(_) => ("application/pdf", "attachment; filename=\"gift-card.pdf\""),
    };
    Ok(file(bytes, kind, disposition))
}

fn file(bytes: Vec<u8>, kind: &'static str, disposition: &'static str) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let fixed: [(HeaderName, &'static str); 4] = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, disposition),
        // Most of these files contain a card's code.
        (header::CACHE_CONTROL, "private, no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
