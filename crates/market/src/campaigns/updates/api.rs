//! Calls about the updates of campaigns.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode, response::Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{News, UpdateRow};
use access::{audit::Author, auth::Can, idempotency::Once};
use kernel::{
    fields::Fields,
    ids::{CampaignId, CampaignUpdateId},
    page_schema,
    paging::PageRequest,
    text::{Line, Paragraphs},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Result, codes::NOT_FOUND},
    web::{
        AppState,
        calls::routes,
        extract::{Path, Query},
        shared::Shared,
    },
};

use crate::campaigns::api::ManageCampaigns;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_campaign_updates))
        .routes(routes!(post_campaign_update: NOT_FOUND))
        .routes(routes!(delete_campaign_update))
}

/// News of a charity about a campaign.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CampaignUpdate {
    id: String,
    title: String,
    text: String,
    created_at: Timestamp,
}

impl From<UpdateRow> for CampaignUpdate {
    fn from(row: UpdateRow) -> Self {
        let UpdateRow { id, title, text, created_at } = row;
        CampaignUpdate { id: id.to_string(), title, text, created_at }
    }
}

page_schema! {
    /// A page of updates.
    CampaignUpdatePage of CampaignUpdate
}

/// Lists the updates of a campaign, the newest first.
#[utoipa::path(get, path = "/Public/charities/campaigns/{id}/updates", tag = "Public",
    responses((status = OK, body = CampaignUpdatePage)))]
async fn list_campaign_updates(
    shared: Shared,
    State(app): AppState,
    Path(id): Path<CampaignId>,
    Query(page): Query<PageRequest>,
) -> Result<Response> {
    shared
        .reply(&app, async { Ok(super::list(&app, id, page).await?.map(CampaignUpdate::from)) })
        .await
}

/// Update to post.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CampaignUpdateForm {
    title: Option<String>,
    text: Option<String>,
}

impl CampaignUpdateForm {
    fn check(&self) -> Result<News, Fields> {
        let mut fields = Fields::default();
        let title = fields.required::<Line<120>>("title", "Title", &self.title);
        let text = fields.required::<Paragraphs<2000>>("text", "Text", &self.text);
        fields.finish(|| Some(News { title: title?.into(), text: text?.into() }))
    }
}

/// The update that was posted.
#[derive(Serialize, ToSchema)]
struct PostedCampaignUpdate {
    id: String,
}

/// Posts an update to a campaign.
///
/// It appears on the campaign's public page at once, with its date.
#[utoipa::path(post, path = "/Charities/campaigns/{id}/updates", tag = "Campaigns",
    responses((status = OK, body = PostedCampaignUpdate)))]
async fn post_campaign_update(
    who: Can<ManageCampaigns>,
    State(app): AppState,
    Path(id): Path<CampaignId>,
    once: Once<CampaignUpdateForm>,
) -> Result<Json<PostedCampaignUpdate>> {
    let (form, named) = once.by(who.actor.person);
    let author = Author::of(&who.actor);
    let posted = super::post(&app, author, named, who.scope, id, form.check()?).await?;
    Ok(Json(PostedCampaignUpdate { id: posted.to_string() }))
}

/// Deletes an update of a campaign.
#[utoipa::path(delete, path = "/Charities/campaigns/{id}/updates/{updateId}", tag = "Campaigns",
    responses((status = NO_CONTENT)))]
async fn delete_campaign_update(
    who: Can<ManageCampaigns>,
    State(app): AppState,
    Path((id, update)): Path<(CampaignId, CampaignUpdateId)>,
) -> Result<StatusCode> {
    super::delete(&app, Author::of(&who.actor), who.scope, id, update).await?;
    Ok(StatusCode::NO_CONTENT)
}
