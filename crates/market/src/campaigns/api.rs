//! Calls about campaigns, for their managers and for visitors.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode, response::Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{
    CampaignFilter, CampaignOrder, CampaignRow, CampaignSearch, Change, Days, ShownFilter,
    ShownOrder, check_goal, import::Campaigns, poster, updates,
};
use access::{audit::Author, auth::Can, idempotency::Once};
use kernel::{
    contact::WebAddress,
    dates::BusinessDate,
    fields::Fields,
    ids::{CampaignId, FileKey, TenantId},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    sent::{self, Sent},
    sort::Sort,
    text::{Line, Paragraphs},
};
use platform::{
    app::App,
    error::{Result, codes::NOT_FOUND},
    lists::SearchIn,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
        shared::Shared,
        versions::{IfMatch, Versioned, version_of},
    },
};

use crate::{
    imports,
    tenants::{errors::CAMPAIGN_NOT_RUNNING, tenant_rights},
};

tenant_rights! {
    /// Right to manage campaigns. Administrators may manage campaigns of any charity, managers those of their own.
    pub ManageCampaigns;
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_campaigns, add_campaign: NOT_FOUND))
        .routes(routes!(get_campaign, change_campaign))
        .routes(routes!(set_campaign_status))
        .routes(routes!(end_campaign: CAMPAIGN_NOT_RUNNING))
        .routes(routes!(list_public_campaigns))
        .routes(routes!(get_fitting_campaign))
        .routes(routes!(get_public_campaign))
        .routes(routes!(get_campaign_progress))
        .merge(updates::api::routes())
        .merge(poster::routes())
        .merge(imports::api::routes::<Campaigns>())
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Campaign {
    id: String,
    charity_id: String,
    charity_name: String,
    #[schema(required)]
    charity_logo_path: Option<String>,
    name: String,
    #[schema(required)]
    description: Option<String>,
    start_date: BusinessDate,
    end_date: BusinessDate,
    #[schema(required)]
    campaign_url: Option<String>,
    #[schema(required)]
    logo_path: Option<String>,
    /// The hue of the logo in degrees.
    #[schema(required)]
    hue: Option<u32>,
    /// Fundraising goal in dollars.
    #[schema(required)]
    goal: Option<Cents>,
    /// Sum raised so far in dollars, less refunds and reversals.
    raised: Cents,
    /// Number of buyers whose cards raised money that was not returned.
    supporters: i64,
    /// Number of days after today until the last day; 0 on the last day and afterwards.
    days_left: i64,
    /// Thanks of the charity that buyers read after a purchase.
    #[schema(required)]
    thanks: Option<String>,
    is_active: bool,
    /// True if the campaign runs today.
    is_running: bool,
}

impl Campaign {
    fn new(row: CampaignRow, today: BusinessDate) -> Campaign {
        Campaign {
            is_running: row.days().include(today),
            days_left: row.days().left(today),
            id: row.id.to_string(),
            charity_id: row.charity_id.to_string(),
            charity_name: row.charity_name,
            charity_logo_path: row.charity_logo_key.map(|key| key.to_string()),
            name: row.name,
            description: row.description,
            start_date: row.start_day,
            end_date: row.end_day,
            campaign_url: row.url,
            logo_path: row.logo_key.map(|key| key.to_string()),
            hue: row.logo_hue,
            goal: row.goal,
            raised: row.raised,
            supporters: row.supporters,
            thanks: row.thanks,
            is_active: row.is_active,
        }
    }
}

type VersionedCampaign = Versioned<Campaign>;

page_schema! {
    /// A page of campaigns.
    CampaignPage of Campaign
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    #[param(inline)]
    charity_id: Option<TenantId>,
    is_active: Option<bool>,
}

/// Lists campaigns, the newest first.
///
/// Administrators see all campaigns, managers those of their own charities.
#[utoipa::path(get, path = "/Charities/campaigns", tag = "Campaigns",
    responses((status = OK, body = CampaignPage)))]
async fn list_campaigns(
    who: Can<ManageCampaigns>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<SearchIn<CampaignSearch>>,
    Query(sort): Query<Sort<CampaignOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<Campaign>>> {
    let filter = CampaignFilter {
        charity: filter.charity_id,
        is_active: filter.is_active,
        wanted: search.wanted()?,
    };
    let page = super::list(&app, who.scope, filter, sort, page).await?;
    let today = BusinessDate::today(&app.clock);
    Ok(Json(page.map(|row| Campaign::new(row, today))))
}

/// A campaign. Optional fields that are left out keep their values; an empty text clears them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignForm {
    name: Option<String>,
    description: Option<String>,
    /// Date; a time of day is ignored.
    start_date: Option<String>,
    end_date: Option<String>,
    /// Charity of the campaign. It can't be changed later.
    charity_id: Option<TenantId>,
    campaign_url: Option<String>,
    /// Key that the upload of the picture returned.
    logo_path: Option<String>,
    /// Fundraising goal in dollars; 0 for none.
    goal: Option<Cents>,
    /// Thanks of the charity that buyers read after a purchase and on the receipt.
    thanks: Option<String>,
}

impl CampaignForm {
    pub fn check(&self) -> Change {
        let mut fields = Fields::default();
        let f = &mut fields;
        let name = f.required::<Line<255>>("name", "Campaign Name", &self.name);
        let start = f.required::<BusinessDate>("startDate", "Start Date", &self.start_date);
        let end = f.required::<BusinessDate>("endDate", "End Date", &self.end_date);
        let description = &self.description;
        let description =
            sent::text::<Paragraphs<5000>>(f, "description", "Description", description);
        let url = sent::text::<WebAddress>(f, "campaignUrl", "URL", &self.campaign_url);
        let logo = sent::text::<FileKey>(f, "logoPath", "Logo", &self.logo_path);
        let goal = match self.goal {
            None => Sent::LeftOut,
            Some(Cents::ZERO) => Sent::Value(None),
            Some(goal) => Sent::checked(check_goal(f, goal).map(Some)),
        };
        let thanks = sent::text::<Paragraphs<500>>(f, "thanks", "Thanks", &self.thanks);
        Change {
            name: name.map(String::from),
            days: start.zip(end).map(|(start, end)| Days { start, end }),
            charity: self.charity_id,
            description: description.map(|text| text.map(String::from)),
            url: url.map(|url| url.map(String::from)),
            logo,
            goal,
            thanks: thanks.map(|text| text.map(String::from)),
            problems: fields,
        }
    }
}

/// The campaign that was added.
#[derive(Serialize, ToSchema)]
struct AddedCampaign {
    id: String,
}

/// Creates a campaign.
#[utoipa::path(post, path = "/Charities/campaigns", tag = "Campaigns",
    responses((status = OK, body = AddedCampaign)))]
async fn add_campaign(
    who: Can<ManageCampaigns>,
    State(app): AppState,
    once: Once<CampaignForm>,
) -> Result<Json<AddedCampaign>> {
    let (form, named) = once.by(who.actor.person);
    let author = Author::of(&who.actor);
    let id = super::create(&app, author, named, who.scope, form.check()).await?;
    Ok(Json(AddedCampaign { id: id.to_string() }))
}

/// Reads a campaign.
#[utoipa::path(get, path = "/Charities/campaigns/{id}", tag = "Campaigns",
    responses((status = OK, body = VersionedCampaign)))]
async fn get_campaign(
    who: Can<ManageCampaigns>,
    State(app): AppState,
    Path(id): Path<CampaignId>,
) -> Result<Json<VersionedCampaign>> {
    let row = super::find(&app, who.scope, id).await?;
    let version = version_of(&app.secrets, &super::edited(&row))?;
    Ok(Json(Versioned { record: Campaign::new(row, BusinessDate::today(&app.clock)), version }))
}

/// Changes a campaign.
#[utoipa::path(put, path = "/Charities/campaigns/{id}", tag = "Campaigns", responses((status = NO_CONTENT)))]
async fn change_campaign(
    who: Can<ManageCampaigns>,
    State(app): AppState,
    Path(id): Path<CampaignId>,
    began: IfMatch,
    extract::Json(form): extract::Json<CampaignForm>,
) -> Result<StatusCode> {
    super::edit(&app, Author::of(&who.actor), who.scope, id, began, form.check()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Activates or deactivates a campaign.
#[utoipa::path(put, path = "/Charities/campaigns/{id}/status/{status}", tag = "Campaigns",
    params(("status" = String, Path, description = "activate or deactivate")),
    responses((status = NO_CONTENT)))]
async fn set_campaign_status(
    who: Can<ManageCampaigns>,
    State(app): AppState,
    Path((id, status)): Path<(CampaignId, extract::ActiveStatus)>,
) -> Result<StatusCode> {
    super::set_active(&app, Author::of(&who.actor), who.scope, id, status.is_on()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a campaign today.
///
/// Today becomes its last day. The campaign must have begun before today and must not be over.
#[utoipa::path(put, path = "/Charities/campaigns/{id}/ended", tag = "Campaigns",
    responses((status = NO_CONTENT)))]
async fn end_campaign(
    who: Can<ManageCampaigns>,
    State(app): AppState,
    Path(id): Path<CampaignId>,
) -> Result<StatusCode> {
    super::end_today(&app, Author::of(&who.actor), who.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct CharityQuery {
    #[param(inline)]
    charity_id: Option<TenantId>,
}

/// Lists the campaigns that run today.
///
/// Those that end soonest come first.
#[utoipa::path(get, path = "/Public/charities/campaigns", tag = "Public",
    responses((status = OK, body = CampaignPage)))]
async fn list_public_campaigns(
    shared: Shared,
    State(app): AppState,
    Query(query): Query<CharityQuery>,
    Query(search): Query<SearchIn<CampaignSearch>>,
    Query(sort): Query<Sort<ShownOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let filter = ShownFilter { charity: query.charity_id, wanted: search.wanted()? };
            let page = super::list_shown(&app, filter, sort, page).await?;
            let today = BusinessDate::today(&app.clock);
            Ok(page.map(|row| Campaign::new(row, today)))
        })
        .await
}

/// Reads a campaign, as visitors see it.
///
/// Includes campaigns that are over or not begun; `isRunning` tells which can be supported.
#[utoipa::path(get, path = "/Public/charities/campaigns/{id}", tag = "Public",
    responses((status = OK, body = Campaign)))]
async fn get_public_campaign(
    shared: Shared,
    State(app): AppState,
    Path(id): Path<CampaignId>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let row = app.db.replica().read(move |tx| super::find_shown(tx, id)).await?;
            Ok(Campaign::new(row, BusinessDate::today(&app.clock)))
        })
        .await
}

/// Suggests a campaign for a shop's cards.
///
/// A campaign of a charity nearby, else one of a charity that the shop's customers choose, else the
/// campaign that ends first.
#[utoipa::path(get, path = "/Public/vendor/{id}/campaign", tag = "Public",
    responses((status = OK, body = Campaign)))]
async fn get_fitting_campaign(
    shared: Shared,
    State(app): AppState,
    Path(vendor): Path<TenantId>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let today = BusinessDate::today(&app.clock);
            let row =
                app.db.replica().read(move |tx| super::find_fitting(tx, vendor, today)).await?;
            Ok(Campaign::new(row, today))
        })
        .await
}

/// Progress of a campaign towards its goal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CampaignProgress {
    id: String,
    name: String,
    raised: Cents,
    #[schema(required)]
    goal: Option<Cents>,
    supporters: i64,
    days_left: i64,
    is_running: bool,
}

impl From<Campaign> for CampaignProgress {
    fn from(campaign: Campaign) -> Self {
        let Campaign { id, name, raised, goal, supporters, days_left, is_running, .. } = campaign;
        CampaignProgress { id, name, raised, goal, supporters, days_left, is_running }
    }
}

/// Reads the progress of a campaign, for any website.
///
/// Scripts of all websites may read the reply, for example to show a thermometer. It may be 30 seconds old; sales appear
/// within about two minutes.
#[utoipa::path(get, path = "/Public/campaigns/{id}/progress", tag = "Public",
    responses((status = OK, body = CampaignProgress)))]
async fn get_campaign_progress(
    shared: Shared,
    State(app): AppState,
    Path(id): Path<CampaignId>,
) -> Result<Response> {
    shared
        .reply(&app, async {
            let row = app.db.replica().read(move |tx| super::find_shown(tx, id)).await?;
            Ok(CampaignProgress::from(Campaign::new(row, BusinessDate::today(&app.clock))))
        })
        .await
}
