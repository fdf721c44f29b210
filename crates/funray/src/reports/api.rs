//! `/Vendors/summary`: what a vendor has sold.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{CardType, SummaryFilter};
use crate::{
    app::App,
    auth::Can,
    error::Result,
    kernel::{
        date_range::DateFilter, fields::Fields, ids::TenantId, messages::Message, money::Cents,
    },
    tenants::tenant_rights,
    web::{AppState, calls::routes, extract::Query},
};

tenant_rights! {
    /// The right to see what a vendor has sold.
    ViewSales;
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(summarize_vendor: NotFound))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct SummaryQuery {
    /// One's own vendor when none is named.
    #[param(inline)]
    tenant_id: Option<TenantId>,
    /// 0 for all, 1 for FunRay, 2 for RayZR.
    card_type: Option<i64>,
}

/// What a vendor has sold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VendorSummary {
    total_revenue: Cents,
    total_card_sold: u64,
    total_redemption: Cents,
    total_balance: Cents,
}

/// What a vendor has sold, in four figures.
#[utoipa::path(get, path = "/Vendors/summary", tag = "Vendors", responses((status = OK, body = VendorSummary)))]
async fn summarize_vendor(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<SummaryQuery>,
    Query(days): Query<DateFilter>,
) -> Result<Json<VendorSummary>> {
    let card_type = CardType::from_number(query.card_type.unwrap_or(0)).ok_or_else(|| {
        Fields::one("cardType", Message::new("Must be 0, 1 or 2.", "Doit être 0, 1 ou 2."))
    })?;
    let filter = SummaryFilter { tenant: query.tenant_id, card_type, days: days.range()? };
    let summary = app.db.read(move |tx| super::of(tx, &who.scope, &filter)).await?;
    Ok(Json(VendorSummary {
        total_revenue: summary.revenue,
        total_card_sold: summary.cards_sold,
        total_redemption: summary.redemption,
        total_balance: summary.balance,
    }))
}
