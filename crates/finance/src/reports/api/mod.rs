//! `/Report/…` and `/Vendors/summary`: sales of vendors and donations raised for charities.

mod homes;
mod position;
mod replies;
mod subscriptions;

use std::sync::Arc;

use axum::{Json, extract::State, response::Response};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use super::{AsOf, CardType, MovementKind, TenantReport, Wanted, figures};
use access::auth::{
    Can, TenantKind,
    errors::{PROOF_REQUIRED, TOO_MUCH_READ},
};
use kernel::{
    date_range::DateFilter,
    fields::Fields,
    ids::{CampaignId, TenantId},
    messages::Message,
    paging::PageRequest,
};
use market::tenants::{TenantScope, tenant_rights};
use platform::{
    app::App,
    error::{Error, Result, codes::NOT_FOUND},
    web::{AppState, calls::routes, extract::Query, shared::Shared},
};

pub use subscriptions::ReportSubscription;

use replies::{
    CharitiesReport, CharityReport, DailyReport, PublicFigures, ReportOfTenant, VendorFiguresReply,
    VendorReport, VendorSummary, VendorsReport,
};

tenant_rights! {
    /// The right to see a vendor's sales or a charity's sums raised.
    ViewSales;
    /// The right to see the sales and sums raised of all vendors and charities.
    ViewReports;
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(summarize_vendor: NOT_FOUND))
        .routes(routes!(list_vendor_figures))
        .routes(routes!(report_vendor: NOT_FOUND))
        .routes(routes!(report_charity: NOT_FOUND TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(report_by_vendor_manager: NOT_FOUND TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(report_by_charity_manager: NOT_FOUND TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(report_vendors: NOT_FOUND))
        .routes(routes!(report_charities: NOT_FOUND))
        .routes(routes!(report_days: NOT_FOUND))
        .routes(routes!(get_public_figures))
        .merge(homes::routes())
        .merge(subscriptions::routes())
}

/// Default rows per page, so that all but very long reports fit on one page.
const ROWS: u32 = 1000;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ReportQuery {
    /// Id of a vendor or charity; your own by default.
    #[param(inline)]
    tenant_id: Option<TenantId>,
    /// Kind of the cards: 0 for all, 1 with a cause, 2 without one.
    card_type: Option<i64>,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct CampaignQuery {
    /// Only cards that support this campaign.
    #[param(inline)]
    campaign_id: Option<CampaignId>,
}

impl ReportQuery {
    fn wanted(
        self,
        campaign: Option<CampaignId>,
        days: DateFilter,
        page: PageRequest,
    ) -> Result<Wanted> {
        let card_type = CardType::of_query(self.card_type)?;
        let (tenant, days, page) = (self.tenant_id, days.range()?, page.or_size(ROWS));
        Ok(Wanted { tenant, campaign, card_type, days, page, kind: None })
    }
}

/// Reads the figures of a vendor.
#[utoipa::path(get, path = "/Vendors/summary", tag = "Vendors", responses((status = OK, body = VendorSummary)))]
async fn summarize_vendor(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(days): Query<DateFilter>,
) -> Result<Json<VendorSummary>> {
    let wanted = query.wanted(None, days, PageRequest::default())?;
    let sums = app.db.bulk().read(move |tx| super::summarize(tx, &who.scope, &wanted)).await?;
    VendorSummary::of(&sums).map(Json)
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct KindQuery {
    /// Only rows of this kind. The sums include all kinds.
    #[param(inline)]
    kind: Option<MovementKind>,
}

/// Maximum number of vendors per call.
const MAX_VENDORS: usize = 100;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct VendorIdsQuery {
    /// Ids of at most 100 vendors, joined by commas.
    ids: String,
}

impl VendorIdsQuery {
    fn check(&self) -> Result<Vec<TenantId>> {
        let given = self.ids.split(',').map(str::trim).filter(|id| !id.is_empty());
        let ids: Option<Vec<TenantId>> = given.map(TenantId::parse).collect();
        let ids = ids.filter(|ids| !ids.is_empty() && ids.len() <= MAX_VENDORS);
        let message = Message::new(
            "Please name 1 to 100 vendors by their ids, joined by commas.",
            "Veuillez nommer de 1 à 100 commerces par leurs identifiants, séparés par des virgules.",
        );
        ids.ok_or_else(|| Error::Invalid(Fields::one("ids", message)))
    }
}

/// Lists figures of several vendors.
///
/// For each vendor: the sales in the period, the balance on its cards, and the amount owed to it.
#[utoipa::path(get, path = "/Vendors/figures", tag = "Vendors", responses((status = OK, body = VendorFiguresReply)))]
async fn list_vendor_figures(
    _: Can<ViewReports>,
    State(app): AppState,
    Query(query): Query<VendorIdsQuery>,
    Query(days): Query<DateFilter>,
) -> Result<Json<VendorFiguresReply>> {
    let (vendors, days) = (query.check()?, days.range()?);
    let read = move |tx: &mut db::Tx<'_>| super::figures_of_vendors(tx, &vendors, days);
    Ok(Json(VendorFiguresReply::from(app.db.bulk().read(read).await?)))
}

/// Reports the events on a vendor's cards.
///
/// Sales, redemptions, cancellations and reversals are listed, each on its day. A page has 1,000 rows unless `pageSize` is
/// smaller.
#[utoipa::path(get, path = "/Report/vendor", tag = "Reports", responses((status = OK, body = VendorReport)))]
async fn report_vendor(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(campaign): Query<CampaignQuery>,
    Query(KindQuery { kind }): Query<KindQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<AsOf<VendorReport>> {
    let wanted = query.wanted(campaign.campaign_id, days, page)?;
    let wanted = Wanted { kind, ..wanted };
    let read =
        move |tx: &mut db::Tx<'_>| super::of_tenant(tx, &who.scope, TenantKind::Vendor, &wanted);
    app.db.bulk().read(read).await?.try_map(|report| match report {
        TenantReport::Vendor(sums, rows) => VendorReport::of(&sums, rows),
        TenantReport::Charity(..) => Err(Error::NotFound),
    })
}

/// Reports the sums raised for a charity.
///
/// One row for each card sold for its campaigns. Customers are shown by first name and initial, cards by their last four
/// digits. A page has 1,000 rows unless `pageSize` is smaller.
#[utoipa::path(get, path = "/Report/charity", tag = "Reports", responses((status = OK, body = CharityReport)))]
async fn report_charity(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(campaign): Query<CampaignQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<AsOf<CharityReport>> {
    let wanted = query.wanted(campaign.campaign_id, days, page)?;
    let read =
        move |tx: &mut db::Tx<'_>| super::of_tenant(tx, &who.scope, TenantKind::Charity, &wanted);
    app.db.bulk().read(read).await?.try_map(|report| match report {
        TenantReport::Charity(sums, rows) => Ok(CharityReport::of(&sums, rows)),
        TenantReport::Vendor(..) => Err(Error::NotFound),
    })
}

/// Reports a vendor's sales with the charities supported.
///
/// A charity gets its own report instead.
#[utoipa::path(get, path = "/Report/charity/by-vendor-manager", tag = "Reports", responses((status = OK, body = ReportOfTenant)))]
async fn report_by_vendor_manager(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(campaign): Query<CampaignQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<AsOf<ReportOfTenant>> {
    let wanted = query.wanted(campaign.campaign_id, days, page)?;
    of_any_tenant(&app, who.scope, TenantKind::Vendor, wanted).await
}

/// Reports the vendors that support a charity.
///
/// A vendor gets its own report instead.
#[utoipa::path(get, path = "/Report/vendor/by-charity-manager", tag = "Reports", responses((status = OK, body = ReportOfTenant)))]
async fn report_by_charity_manager(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(campaign): Query<CampaignQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<AsOf<ReportOfTenant>> {
    let wanted = query.wanted(campaign.campaign_id, days, page)?;
    of_any_tenant(&app, who.scope, TenantKind::Charity, wanted).await
}

async fn of_any_tenant(
    app: &App,
    scope: TenantScope,
    first: TenantKind,
    wanted: Wanted,
) -> Result<AsOf<ReportOfTenant>> {
    let report =
        app.db.bulk().read(move |tx| super::of_any_tenant(tx, &scope, first, &wanted)).await?;
    report.try_map(ReportOfTenant::of)
}

/// Reports the sales of all vendors.
///
/// A page has 1,000 rows unless `pageSize` is smaller.
#[utoipa::path(get, path = "/Report/vendors", tag = "Reports", responses((status = OK, body = VendorsReport)))]
async fn report_vendors(
    _: Can<ViewReports>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<AsOf<VendorsReport>> {
    let wanted = query.wanted(None, days, page)?;
    let read = move |tx: &mut db::Tx<'_>| {
        let vendors = super::of_vendors(tx, &wanted)?;
        super::as_of_now(tx, vendors)
    };
    let vendors = app.db.bulk().read(read).await?;
    vendors.try_map(|vendors| VendorsReport::of(&vendors.total, vendors.page))
}

/// Reports the sums raised for all charities.
///
/// One row for each campaign. A page has 1,000 rows unless `pageSize` is smaller.
#[utoipa::path(get, path = "/Report/charities", tag = "Reports", responses((status = OK, body = CharitiesReport)))]
async fn report_charities(
    _: Can<ViewReports>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(campaign): Query<CampaignQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<AsOf<CharitiesReport>> {
    let wanted = query.wanted(campaign.campaign_id, days, page)?;
    let read = move |tx: &mut db::Tx<'_>| {
        let campaigns = super::of_charities(tx, &wanted)?;
        super::as_of_now(tx, campaigns)
    };
    let campaigns = app.db.bulk().read(read).await?;
    campaigns.try_map(|campaigns| Ok(CharitiesReport::of(&campaigns.total, campaigns.page)))
}

/// Reports sales, redemptions and sums raised by day.
///
/// The report covers the cards of one vendor, the cards that support one charity, or, for
/// administrators, all cards.
#[utoipa::path(get, path = "/Report/days", tag = "Reports", responses((status = OK, body = DailyReport)))]
async fn report_days(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(days): Query<DateFilter>,
) -> Result<Json<DailyReport>> {
    let wanted = query.wanted(None, days, PageRequest::default())?;
    let days = app.db.bulk().read(move |tx| super::of_days(tx, &who.scope, &wanted)).await?;
    Ok(Json(DailyReport::of(days)))
}

/// Reads the figures of the marketplace.
///
/// The number of shops and charities and the sum raised are updated once an hour.
#[utoipa::path(get, path = "/Public/figures", tag = "Public", responses((status = OK, body = PublicFigures)))]
async fn get_public_figures(shared: Shared, State(app): AppState) -> Result<Response> {
    shared.reply(&app, async { Ok(PublicFigures::from(figures::figures(&app).await?)) }).await
}
