//! Decisions about many payouts of a run, and its bank file.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{
    super::{
        ApprovalRefusal,
        exports::{PayoutExport, PayoutsExported},
    },
    PayoutRun,
};
use access::auth::{Actor, Can, FreshProof, second_person::DECIDES};
use kernel::{
    fields::Fields,
    ids::{PayoutId, PayoutRunId},
    language::Language,
    messages::{self, Message},
    money::Cents,
    text::Paragraphs,
};
use ledger::errors::LEDGER_STOPPED;
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

use crate::payouts::{
    ManageRight,
    errors::{NOTHING_TO_EXPORT, PAYOUT_STATE, PAYOUTS_PAUSED},
    exports as bank_files,
    runs::{self, Outcome, Selected, Unchanged},
};

/// Maximum number of payouts that one call decides about.
const MAX_SELECTED: usize = 2000;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(approve_payouts_of_run: [DECIDES] LEDGER_STOPPED))
        .routes(routes!(exclude_payouts_of_run))
        .routes(
            routes!(export_payouts_of_run: [DECIDES] PAYOUT_STATE NOTHING_TO_EXPORT PAYOUTS_PAUSED),
        )
}

/// Outcome of a decision about many payouts.
#[derive(Serialize, ToSchema)]
struct PayoutsDecided {
    /// The run after the decision.
    run: PayoutRun,
    /// Number of payouts that were changed, now or by an earlier call.
    changed: i64,
    /// Sum of these payouts.
    amount: Cents,
    /// Payouts that could not be changed, with the reasons.
    unchanged: Vec<PayoutUnchanged>,
}

/// Payout that could not be changed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutUnchanged {
    /// Id of the payout.
    payout_id: String,
    tenant_name: String,
    /// Reason why the payout could not be changed.
    refusal: ApprovalRefusal,
}

impl PayoutUnchanged {
    fn of(Unchanged { id, payee, refusal }: Unchanged, language: Language) -> PayoutUnchanged {
        let refusal = ApprovalRefusal::of(refusal, language);
        PayoutUnchanged { payout_id: id.to_string(), tenant_name: payee, refusal }
    }
}

async fn decided(
    outcome: Outcome,
    id: PayoutRunId,
    app: &App,
    actor: &Actor,
    page: extract::Page,
) -> Result<Json<PayoutsDecided>> {
    let run = PayoutRun::alone(runs::find(app, id).await?, app, actor, page).await?;
    let Outcome { changed, amount, unchanged } = outcome;
    let unchanged = unchanged.into_iter().map(|one| PayoutUnchanged::of(one, page.language));
    Ok(Json(PayoutsDecided { run, changed, amount, unchanged: unchanged.collect() }))
}

fn selected(fields: &mut Fields, given: Option<Vec<PayoutId>>) -> Option<Vec<PayoutId>> {
    let ids = given.unwrap_or_default();
    if ids.is_empty() {
        fields.add("payoutIds", messages::required("Payouts"));
    } else if ids.len() > MAX_SELECTED {
        let message = Message::of(
            format!("At most {MAX_SELECTED} payouts at once."),
            format!("Au plus {MAX_SELECTED} versements à la fois."),
        );
        fields.add("payoutIds", message);
    }
    Some(ids)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApproveRunForm {
    /// Ids of drafts of the run.
    payout_ids: Option<Vec<PayoutId>>,
    /// Sum of their amounts, as you have seen it.
    total: Option<Cents>,
}

/// Approves drafts of a run as a second person.
///
/// Payouts that you can't approve are named with the reason, and don't keep the others back. A repeated call approves what is left.
#[utoipa::path(put, path = "/Payouts/runs/{id}/approved", tag = "Payouts", responses((status = OK, body = PayoutsDecided)))]
async fn approve_payouts_of_run(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutRunId>,
    extract::Json(form): extract::Json<ApproveRunForm>,
) -> Result<Json<PayoutsDecided>> {
    let mut fields = Fields::default();
    let ids = selected(&mut fields, form.payout_ids);
    let total = fields.present("total", "Total", form.total);
    let (ids, total) = fields.finish(|| ids.zip(total))?;
    let outcome = runs::approve(&app, &who.actor, id, Selected { ids, total }).await?;
    decided(outcome, id, &app, &who.actor, page).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExcludeForm {
    /// Ids of drafts of the run.
    payout_ids: Option<Vec<PayoutId>>,
    /// Reason, shown beside the payouts.
    reason: Option<String>,
}

/// Excludes drafts from a run.
///
/// The amounts stay owed, and the next run drafts them again.
#[utoipa::path(put, path = "/Payouts/runs/{id}/excluded", tag = "Payouts", responses((status = OK, body = PayoutsDecided)))]
async fn exclude_payouts_of_run(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutRunId>,
    extract::Json(form): extract::Json<ExcludeForm>,
) -> Result<Json<PayoutsDecided>> {
    let mut fields = Fields::default();
    let ids = selected(&mut fields, form.payout_ids);
    let reason = fields.required::<Paragraphs<500>>("reason", "Reason", &form.reason);
    let (ids, reason) = fields.finish(|| ids.zip(reason))?;
    let outcome = runs::exclude(&app, &who.actor, id, ids, reason.into()).await?;
    decided(outcome, id, &app, &who.actor, page).await
}

/// Puts the approved payouts of a run into one bank file.
///
/// Leaves out the same payouts as `POST /Payouts/exports`.
#[utoipa::path(post, path = "/Payouts/runs/{id}/exports", tag = "Payouts", responses((status = OK, body = PayoutsExported)))]
async fn export_payouts_of_run(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutRunId>,
) -> Result<Json<PayoutsExported>> {
    let (row, left_out) = bank_files::export(&app, &who.actor, Some(id)).await?;
    let file = PayoutExport::alone(row, &app, &who.actor, page).await?;
    Ok(Json(PayoutsExported::new(file, left_out)))
}
