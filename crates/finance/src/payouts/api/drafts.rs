//! `POST /Payouts`: drafts of payouts to all payees.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::Can;
use kernel::{dates::BusinessDate, fields::Fields, money::Cents};
use platform::{
    app::App,
    error::Result,
    web::{AppState, calls::routes, extract},
};

use crate::payouts::{
    ManageRight,
    drafts::Terms,
    runs::{self, Drafted},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(draft_payouts))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DraftForm {
    /// Last day of the period, in the past. Payouts cover the amount owed until the end of this
    /// day.
    last_day: Option<String>,
}

/// Number of new drafts, and what was left out because of pauses.
#[derive(Serialize, ToSchema)]
struct PayoutsDrafted {
    drafted: u64,
    paused: PausedPayees,
}

/// Payees that were left out because their payouts are paused.
#[derive(Serialize, ToSchema)]
struct PausedPayees {
    /// Number of payees to whom something is payable.
    payees: u64,
    /// Sum of the payouts that they would have got.
    amount: Cents,
}

impl From<Drafted> for PayoutsDrafted {
    fn from(Drafted { drafts, paused_payees, paused_amount, .. }: Drafted) -> Self {
        let paused = PausedPayees { payees: paused_payees, amount: paused_amount };
        PayoutsDrafted { drafted: drafts, paused }
    }
}

/// Drafts payouts for all vendors and charities.
///
/// Each payout covers the amount owed from the payee's last payout to the end of a day. Payees that have a draft or are owed
/// nothing are skipped, so a repeated call drafts nothing. Payees whose payouts are paused are left out and counted.
#[utoipa::path(post, path = "/Payouts", tag = "Payouts", responses((status = OK, body = PayoutsDrafted)))]
async fn draft_payouts(
    who: Can<ManageRight>,
    State(app): AppState,
    extract::Json(form): extract::Json<DraftForm>,
) -> Result<Json<PayoutsDrafted>> {
    let mut fields = Fields::default();
    let day = fields.required::<BusinessDate>("lastDay", "Last day", &form.last_day);
    let day = fields.finish(|| day)?;
    let terms = Terms { last_day: day, minimum: Cents::ZERO };
    Ok(Json(runs::draft_all(&app, &who.actor, terms).await?.into()))
}
