//! `/Payouts/{id}/…`: decisions of administrators about a payout.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::PayoutStatement;
use access::auth::{Can, FreshProof, second_person::DECIDES};
use kernel::{
    fields::{Checked, Fields},
    ids::PayoutId,
    messages::Message,
    money::Cents,
    text::{Line, Paragraphs},
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
    ManageRight, approval, changes,
    errors::{
        BANK_JUST_CHANGED, BURST_OPEN, FAILURE_WAITS, HOLD_BACK_CHANGED, NO_BANK_ACCOUNT,
        OWN_BANK_CHANGE, PAYOUT_EXCEEDS_OWED, PAYOUT_STATE, PAYOUT_TOO_LARGE, PAYOUTS_PAUSED,
        REQUESTER_GONE,
    },
    failures,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(hold_back_payout: PAYOUT_STATE))
        .routes(routes!(
            approve_payout: [DECIDES] PAYOUT_STATE NO_BANK_ACCOUNT OWN_BANK_CHANGE BURST_OPEN
                BANK_JUST_CHANGED HOLD_BACK_CHANGED PAYOUT_EXCEEDS_OWED PAYOUT_TOO_LARGE PAYOUTS_PAUSED
                LEDGER_STOPPED
        ))
        .routes(routes!(discard_payout: PAYOUT_STATE))
        .routes(routes!(mark_payout_paid: PAYOUT_STATE FAILURE_WAITS PAYOUTS_PAUSED))
        .routes(routes!(mark_payout_failed: PAYOUT_STATE FAILURE_WAITS LEDGER_STOPPED))
        .routes(routes!(confirm_payout_failure: [DECIDES] PAYOUT_STATE REQUESTER_GONE LEDGER_STOPPED))
        .routes(routes!(refuse_payout_failure: PAYOUT_STATE))
}

#[derive(Deserialize, ToSchema)]
struct HoldBackForm {
    /// Amount to hold back for a later payout.
    amount: Option<Cents>,
    /// Reason, printed on the statement.
    reason: Option<String>,
}

/// Holds back an amount from a drafted payout.
///
/// The new amount replaces an amount held back before.
#[utoipa::path(put, path = "/Payouts/{id}/held-back", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn hold_back_payout(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
    extract::Json(form): extract::Json<HoldBackForm>,
) -> Result<Json<PayoutStatement>> {
    let mut fields = Fields::default();
    let reason = fields.required::<Paragraphs<500>>("reason", "Reason", &form.reason);
    let amount = fields.present("amount", "Amount", form.amount);
    if amount.is_some_and(Cents::is_negative) {
        fields.add("amount", Message::new("Must not be below zero.", "Ne doit pas être négatif."));
    }
    let (amount, reason) = fields.finish(|| amount.zip(reason))?;
    let held = changes::hold_back(&app, &who.actor, id, amount, reason.into()).await?;
    PayoutStatement::of(held, &app, &who.actor, page)
}

/// Approves a drafted payout as a second person.
///
/// The administrator who drafted it or entered the bank account can't approve it. After a change of the bank account, a
/// payout can be approved from the third bank day on.
#[utoipa::path(put, path = "/Payouts/{id}/approved", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn approve_payout(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
) -> Result<Json<PayoutStatement>> {
    let approved = approval::approve(&app, &who.actor, id).await?;
    PayoutStatement::of(approved, &app, &who.actor, page)
}

#[derive(Deserialize, ToSchema)]
struct PayoutReasonForm {
    reason: Option<String>,
}

#[derive(Deserialize, ToSchema)]
struct PayoutReferenceForm {
    /// Reference of the payment at the bank.
    reference: Option<String>,
}

fn required<T: Checked>(path: &str, label: &str, given: &Option<String>) -> Result<String>
where
    String: From<T>,
{
    let mut fields = Fields::default();
    let text = fields.required::<T>(path, label, given);
    Ok(fields.finish(|| text)?.into())
}

/// Discards a drafted payout.
#[utoipa::path(put, path = "/Payouts/{id}/discarded", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn discard_payout(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
    extract::Json(form): extract::Json<PayoutReasonForm>,
) -> Result<Json<PayoutStatement>> {
    let reason = required::<Paragraphs<500>>("reason", "Reason", &form.reason)?;
    let discarded = changes::discard(&app, &who.actor, id, reason).await?;
    PayoutStatement::of(discarded, &app, &who.actor, page)
}

/// Confirms that the bank made a payout.
///
/// A repeated call keeps the first reference.
#[utoipa::path(put, path = "/Payouts/{id}/paid", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn mark_payout_paid(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
    extract::Json(form): extract::Json<PayoutReferenceForm>,
) -> Result<Json<PayoutStatement>> {
    let reference = required::<Line<100>>("reference", "Reference", &form.reference)?;
    let paid = changes::mark_paid(&app, &who.actor, id, reference).await?;
    PayoutStatement::of(paid, &app, &who.actor, page)
}

#[derive(Deserialize, ToSchema)]
struct PayoutFailureForm {
    reason: Option<String>,
    /// Reference on the bank's notice that it returned the payment; required if the payout was in a
    /// bank file.
    reference: Option<String>,
}

/// Reports that a payout failed.
///
/// A payout in a bank file waits for another administrator, who confirms or refuses the report. A payout that was in no bank
/// file fails at once, and its amount is owed again.
#[utoipa::path(put, path = "/Payouts/{id}/failed", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn mark_payout_failed(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
    extract::Json(form): extract::Json<PayoutFailureForm>,
) -> Result<Json<PayoutStatement>> {
    let mut fields = Fields::default();
    let reason = fields.required::<Paragraphs<500>>("reason", "Reason", &form.reason);
    let reference = fields.optional::<Line<100>>("reference", "Reference", &form.reference);
    let (reason, reference) = fields.finish(|| reason.zip(reference))?;
    let reference = reference.map(String::from);
    let failed = failures::mark_failed(&app, &who.actor, id, reason.into(), reference).await?;
    PayoutStatement::of(failed, &app, &who.actor, page)
}

/// Confirms as a second person that a payout failed.
///
/// The amount is owed to the payee again.
#[utoipa::path(put, path = "/Payouts/{id}/failed/confirmed", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn confirm_payout_failure(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
) -> Result<Json<PayoutStatement>> {
    let failed = failures::confirm(&app, &who.actor, id).await?;
    PayoutStatement::of(failed, &app, &who.actor, page)
}

/// Refuses or withdraws the report of a failed payout.
///
/// The payout stays as it is.
#[utoipa::path(put, path = "/Payouts/{id}/failed/refused", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn refuse_payout_failure(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
    extract::Json(form): extract::Json<PayoutReasonForm>,
) -> Result<Json<PayoutStatement>> {
    let reason = required::<Paragraphs<500>>("reason", "Reason", &form.reason)?;
    let kept = failures::refuse(&app, &who.actor, id, reason).await?;
    PayoutStatement::of(kept, &app, &who.actor, page)
}
