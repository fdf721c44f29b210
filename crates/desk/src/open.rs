//! Numbers of open cases of all features, for the dashboard and the menu of administrators.

use serde::Serialize;
use utoipa::ToSchema;

use access::auth::TenantKind;
use accounts::appointments;
use cards::bursts;
use checkout::{
    disputes::{reconciliation, reversals},
    fraud::{raised_limits, review},
    orders::{refund_requests, shop_closings},
    payments::{REFUSED_REFUNDS, figures::HELD},
};
use finance::payouts;
use kernel::timestamp::Timestamp;
use market::tenants;
use platform::{app::App, error::Result};

use crate::store;

/// Numbers of tasks that wait for an administrator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenCounts {
    /// Orders that are held for review.
    reviews: u64,
    /// Payments that the gateway holds. An administrator approves or declines them at the gateway.
    held_payments: u64,
    /// Refunds that wait for a second person.
    refund_requests: u64,
    /// Raised buying limits that wait for a second person.
    buying_limits: u64,
    /// Open reversed charges.
    reversals: u64,
    /// Open differences between our records and the gateway's.
    differences: u64,
    /// Open bursts of redemptions.
    bursts: u64,
    /// Emails and other jobs that failed after many attempts.
    dead_letters: u64,
    /// Payouts that are not approved yet, or not known to be paid.
    payouts: u64,
    /// Payouts that wait for approval.
    payouts_drafted: u64,
    /// Approved payouts that are in no bank file yet.
    payouts_approved: u64,
    /// Payouts in a bank file that are not known to be paid.
    payouts_exported: u64,
    /// Payouts that one administrator has reported as failed. Another administrator confirms or
    /// refuses the report.
    payout_failures: u64,
    /// Id of the payout that was first reported as failed; null if there is none.
    #[schema(required)]
    oldest_payout_failure: Option<String>,
    /// Vendors that wait to be approved.
    vendors: u64,
    /// Time since when the first of these vendors has waited; null if none waits.
    #[schema(required)]
    oldest_vendor: Option<Timestamp>,
    /// Charities that wait to be approved.
    charities: u64,
    /// Time since when the first of these charities has waited; null if none waits.
    #[schema(required)]
    oldest_charity: Option<Timestamp>,
    /// People proposed as administrators. 0 for callers who may not agree to a proposal.
    proposals: u64,
    /// Closings of shops with money on their cards that wait for a second person.
    shop_closings: u64,
    /// Refunds that the gateway has refused for good, and that are not paid by the bank yet.
    refused_refunds: u64,
}

/// Counts the open cases. A reader who can't agree to proposed administrators gets none of those.
pub async fn count(app: &App, may_agree: bool) -> Result<OpenCounts> {
    app.db
        .bulk()
        .read(move |tx| {
            let payouts = payouts::count_open(tx)?;
            let (payout_failures, oldest_payout_failure) = payouts::failures_reported(tx)?;
            let vendors = tenants::count_pending(tx, TenantKind::Vendor)?;
            let charities = tenants::count_pending(tx, TenantKind::Charity)?;
            Ok(OpenCounts {
                reviews: review::OPEN.count(tx)?,
                held_payments: HELD.count(tx)?,
                refund_requests: refund_requests::OPEN.count(tx)?,
                buying_limits: raised_limits::OPEN.count(tx)?,
                reversals: reversals::OPEN.count(tx)?,
                differences: reconciliation::OPEN.count(tx)?,
                bursts: bursts::OPEN.count(tx)?,
                dead_letters: store::count_undelivered(tx)?,
                payouts: payouts.total(),
                payouts_drafted: payouts.drafted,
                payouts_approved: payouts.approved,
                payouts_exported: payouts.exported,
                payout_failures,
                oldest_payout_failure: oldest_payout_failure.map(|id| id.to_string()),
                vendors: vendors.count,
                oldest_vendor: vendors.oldest,
                charities: charities.count,
                oldest_charity: charities.oldest,
                proposals: if may_agree { appointments::PROPOSED.count(tx)? } else { 0 },
                shop_closings: shop_closings::OPEN.count(tx)?,
                refused_refunds: REFUSED_REFUNDS.count(tx)?,
            })
        })
        .await
}
