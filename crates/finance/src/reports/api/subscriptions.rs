//! `/Report/subscriptions`: a person's emailed reports.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::ViewSales;
use access::auth::{Can, SignedIn};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{CampaignId, ReportSubscriptionId, TenantId},
};
use platform::{
    app::App,
    error::{Result, codes::NOT_FOUND},
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

use crate::reports::{
    CardType,
    errors::TOO_MANY_REPORT_MAILS,
    letters::{Cadence, MailedReport},
    subscriptions::{self, Asked, SubscriptionRow},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_report_subscriptions, add_report_subscription: NOT_FOUND TOO_MANY_REPORT_MAILS))
        .routes(routes!(remove_report_subscription))
}

/// A report by email: each Monday for the week before, or on the first of each month for the month before.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportSubscription {
    id: ReportSubscriptionId,
    report: MailedReport,
    /// Id of the vendor or charity of the report; null for a report on all of them.
    #[schema(required)]
    tenant_id: Option<TenantId>,
    #[schema(required)]
    tenant_name: Option<String>,
    cadence: Cadence,
    /// Kind of the cards: 0 for all, 1 with a cause, 2 without one.
    card_type: i64,
    #[schema(required)]
    campaign_id: Option<CampaignId>,
    #[schema(required)]
    campaign_name: Option<String>,
    /// Day in Toronto on which the next report is emailed.
    next_day: BusinessDate,
}

impl From<SubscriptionRow> for ReportSubscription {
    fn from(row: SubscriptionRow) -> Self {
        ReportSubscription {
            id: row.id,
            report: row.report,
            tenant_id: row.tenant_id,
            tenant_name: row.tenant_name,
            cadence: row.cadence,
            card_type: row.card_type,
            campaign_id: row.campaign_id,
            campaign_name: row.campaign_name,
            next_day: BusinessDate::of(row.due_at),
        }
    }
}

/// Lists your emailed reports, the oldest first.
#[utoipa::path(get, path = "/Report/subscriptions", tag = "Reports",
    responses((status = OK, body = [ReportSubscription])))]
async fn list_report_subscriptions(
    SignedIn(actor): SignedIn,
    State(app): AppState,
) -> Result<Json<Vec<ReportSubscription>>> {
    let rows = subscriptions::list(&app, actor.person).await?;
    Ok(Json(rows.into_iter().map(ReportSubscription::from).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReportSubscriptionForm {
    /// Kind of report: `VENDOR`, `CHARITY`, `VENDORS` or `CHARITIES`.
    report: Option<String>,
    /// Id of the vendor or charity of the report; your own by default.
    tenant_id: Option<String>,
    /// Interval of the emails: `WEEKLY` or `MONTHLY`.
    cadence: Option<String>,
    /// Kind of the cards: 0 for all, 1 with a cause, 2 without one.
    card_type: Option<i64>,
    /// Only cards that support this campaign.
    campaign_id: Option<String>,
}

/// Subscribes you to an emailed report.
///
/// The report is in your language. You can have at most 20 subscriptions. A repeated call changes
/// nothing.
#[utoipa::path(post, path = "/Report/subscriptions", tag = "Reports",
    responses((status = OK, body = ReportSubscription)))]
async fn add_report_subscription(
    who: Can<ViewSales>,
    State(app): AppState,
    extract::Json(form): extract::Json<ReportSubscriptionForm>,
) -> Result<Json<ReportSubscription>> {
    let mut fields = Fields::default();
    let report = fields.required::<MailedReport>("report", "Report", &form.report);
    let cadence = fields.required::<Cadence>("cadence", "Cadence", &form.cadence);
    let tenant = fields.optional::<TenantId>("tenantId", "Tenant", &form.tenant_id);
    let campaign = fields.optional::<CampaignId>("campaignId", "Campaign", &form.campaign_id);
    let card_type = CardType::of_query(form.card_type)?;
    let asked = fields.finish(|| {
        Some(Asked {
            report: report?,
            tenant: tenant?,
            cadence: cadence?,
            card_type,
            campaign: campaign?,
        })
    })?;
    let row = subscriptions::add(&app, &who.actor, who.scope, asked).await?;
    Ok(Json(row.into()))
}

/// Ends one of your emailed reports.
#[utoipa::path(delete, path = "/Report/subscriptions/{id}", tag = "Reports",
    responses((status = NO_CONTENT)))]
async fn remove_report_subscription(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<ReportSubscriptionId>,
) -> Result<StatusCode> {
    subscriptions::remove(&app, actor.person, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
