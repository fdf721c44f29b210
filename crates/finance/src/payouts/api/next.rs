//! `/Payouts/next`: what a payee gets next.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{PayoutTerm, ViewPayouts};
use access::auth::Can;
use kernel::{dates::BusinessDate, ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::{
    app::App,
    error::{Result, codes::NOT_FOUND},
    web::{AppState, calls::routes, extract::Query},
};

use crate::payouts::{
    PayoutState,
    hold_back::Reserve,
    next::{self, NextPayout, Parts},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_next_payout: NOT_FOUND))
}

/// Part of the amount owed that the next payout holds back.
#[derive(Serialize, ToSchema)]
struct NextReserve {
    amount: Cents,
    /// Percentage held back of the amount owed for recently sold cards.
    percent: i64,
    /// First day whose sales are at risk: cards sold on this day or later may still be disputed.
    since: BusinessDate,
    /// Day from which nothing of the reserve is held back any more.
    until: BusinessDate,
}

impl From<Reserve> for NextReserve {
    fn from(reserve: Reserve) -> Self {
        let Reserve { amount, percent, since, until, .. } = reserve;
        NextReserve { amount, percent, since, until }
    }
}

/// The next payout: an approved payout that is not known to be paid, otherwise the amount owed now.
/// While payouts are paused, it is paid after the pause.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UpcomingPayout {
    /// Day on which the payout is paid.
    payday: BusinessDate,
    amount: Cents,
    /// Parts of a vendor's amount since the last payout; null for charities, for all payees
    /// together, and while a payout is under way.
    #[schema(required)]
    parts: Option<UpcomingParts>,
    /// Why the amount is what it is. The terms add up to `amount`, or to less than zero if the payee
    /// owes money to the platform. Empty for all payees together.
    terms: Vec<PayoutTerm>,
    /// Part held back for recently sold cards; null if there is none, for an approved payout, and
    /// for all payees together.
    #[schema(required)]
    reserve: Option<NextReserve>,
    /// Last three digits of the payee's bank account; null if there is none, and for all payees
    /// together.
    #[schema(required)]
    bank_ending: Option<String>,
    #[schema(required)]
    payout_id: Option<String>,
    #[schema(required, inline)]
    state: Option<PayoutState>,
    /// Start of a pause of the payouts; null if they are not paused, and for all payees together.
    #[schema(required)]
    paused_since: Option<Timestamp>,
}

/// Parts of the amount owed to a vendor. The properties before `owed` add up to `owed`. If `owed`
/// is negative, nothing is paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UpcomingParts {
    /// Amount owed at the end of the last payout's period.
    opening: Cents,
    /// Sum of redemptions and cash-outs.
    redeemed: Cents,
    /// Charities' shares of cards sold, as a negative number.
    causes: Cents,
    /// The platform's shares of cards sold, as a negative number.
    platform: Cents,
    /// Tax on the platform's shares, as a negative number, with tax that is not charged yet. 0 if
    /// the platform is not registered for a tax.
    tax: Cents,
    /// Refunds and reversed charges.
    other: Cents,
    /// Amount paid out after the period of the last payout; usually negative.
    paid: Cents,
    owed: Cents,
}

impl From<Parts> for UpcomingParts {
    fn from(parts: Parts) -> Self {
        let Parts { opening, redeemed, causes, platform, tax, other, paid, owed } = parts;
        UpcomingParts { opening, redeemed, causes, platform, tax, other, paid, owed }
    }
}

impl From<NextPayout> for UpcomingPayout {
    fn from(next: NextPayout) -> Self {
        UpcomingPayout {
            payday: next.payday,
            amount: next.amount,
            parts: next.parts.map(UpcomingParts::from),
            terms: next.terms.into_list().into_iter().map(PayoutTerm::from).collect(),
            reserve: next.reserve.map(NextReserve::from),
            bank_ending: next.bank_ending,
            payout_id: next.payout.map(|(id, _)| id.to_string()),
            state: next.payout.map(|(_, state)| state),
            paused_since: next.paused_since,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct PayeeQuery {
    /// Id of a vendor or charity. Defaults to your own; for administrators, to all payees together.
    #[param(inline)]
    tenant_id: Option<TenantId>,
}

/// Reads the next payout of a vendor or charity.
///
/// The reply contains the amount, the day and the bank account.
#[utoipa::path(get, path = "/Payouts/next", tag = "Payouts", responses((status = OK, body = UpcomingPayout)))]
async fn get_next_payout(
    who: Can<ViewPayouts>,
    State(app): AppState,
    Query(query): Query<PayeeQuery>,
) -> Result<Json<UpcomingPayout>> {
    let next = next::next(&app, who.scope, query.tenant_id).await?;
    Ok(Json(next.into()))
}
