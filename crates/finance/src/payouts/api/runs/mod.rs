//! `/Payouts/runs…`: payouts that were drafted together.

mod decisions;

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{ApprovalRefusal, Destination, PayeeSearch, Payout};
use access::{
    auth::{
        Actor, Can, TenantKind,
        second_person::{DecisionRefusal, Reader},
    },
    idempotency::Once,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::PayoutRunId,
    messages::Message,
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::Result,
    lists::SearchIn,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use crate::payouts::{
    ManageRight, PayoutState,
    drafts::Terms,
    errors::NOTHING_PAYABLE,
    runs::{self, OfRun, Part, Run},
    store::runs::{LeftOutReason, LeftOutRow},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_payout_runs))
        .routes(routes!(draft_payout_run: NOTHING_PAYABLE))
        .routes(routes!(get_payout_run))
        .routes(routes!(list_payouts_of_run))
        .routes(routes!(list_payees_left_out))
        .merge(decisions::routes())
}

/// Number of payouts or payees, with their sum.
#[derive(Serialize, ToSchema)]
struct PayoutRunPart {
    /// Number of payouts or payees.
    count: i64,
    /// Sum in dollars.
    amount: Cents,
}

impl From<Part> for PayoutRunPart {
    fn from(Part { count, amount }: Part) -> Self {
        PayoutRunPart { count, amount }
    }
}

/// Payouts that were drafted together for all payees.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutRun {
    id: String,
    /// Last day of the period. The payouts cover the amounts owed until the end of this day.
    last_day: BusinessDate,
    /// Smallest amount that is paid.
    minimum: Cents,
    /// Time at which the run was drafted.
    drafted_at: Timestamp,
    /// Administrator who drafted the run.
    #[schema(required)]
    drafted_by_name: Option<String>,
    /// All payouts of the run, without excluded ones.
    all: PayoutRunPart,
    /// Payouts to be approved.
    drafted: PayoutRunPart,
    /// Approved payouts that are in no bank file.
    approved: PayoutRunPart,
    /// Payouts in a bank file.
    exported: PayoutRunPart,
    /// Payouts that the bank has made.
    paid: PayoutRunPart,
    /// Payouts that failed, so that they are owed again.
    failed: PayoutRunPart,
    /// Payouts that were excluded or discarded.
    excluded: PayoutRunPart,
    /// Number of reported failures that a second person has yet to confirm.
    failures_reported: i64,
    /// Payees that owe money to the platform, which the next run carries forward.
    carried_forward: PayoutRunPart,
    /// Payees that would have got less than the minimum.
    below_minimum: PayoutRunPart,
    /// Payees whose whole amount is held back for recently sold cards.
    reserved: PayoutRunPart,
    /// Payees whose payouts are paused.
    paused: PayoutRunPart,
    /// Payees with a draft of an earlier run.
    drafted_before: PayoutRunPart,
    /// Reason why you can't approve the drafts; null if you can, and if there are none.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

page_schema! {
    /// A page of payout runs.
    PayoutRunPage of PayoutRun
}

impl PayoutRun {
    fn of(run: Run, reader: &Reader) -> Result<PayoutRun> {
        let state = |state: PayoutState| run.part(state).into();
        let left_out =
            |reason: LeftOutReason| run.left_out.get(&reason).copied().unwrap_or_default().into();
        Ok(PayoutRun {
            all: run.all()?.into(),
            drafted: state(PayoutState::Draft),
            approved: state(PayoutState::Approved),
            exported: state(PayoutState::Exported),
            paid: state(PayoutState::Paid),
            failed: state(PayoutState::Failed),
            excluded: state(PayoutState::Discarded),
            failures_reported: run.reported,
            carried_forward: left_out(LeftOutReason::Negative),
            below_minimum: left_out(LeftOutReason::BelowMinimum),
            reserved: left_out(LeftOutReason::Reserved),
            paused: left_out(LeftOutReason::Paused),
            drafted_before: left_out(LeftOutReason::Drafted),
            refusal: reader.refusal(run.decision()),
            id: run.row.id.to_string(),
            last_day: run.row.last_day,
            minimum: run.row.minimum,
            drafted_at: run.row.drafted_at,
            drafted_by_name: run.row.drafted_by_name,
        })
    }

    async fn alone(run: Run, app: &App, actor: &Actor, page: extract::Page) -> Result<Self> {
        let reader = Reader::of(app, actor, page.language, run.decision()).await?;
        PayoutRun::of(run, &reader)
    }
}

/// Lists payout runs, the newest first.
#[utoipa::path(get, path = "/Payouts/runs", tag = "Payouts", responses((status = OK, body = PayoutRunPage)))]
async fn list_payout_runs(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<PayoutRun>>> {
    let runs = runs::list(&app, pages).await?;
    let decisions = runs.items.iter().filter_map(Run::decision);
    let reader = Reader::of(&app, &who.actor, page.language, decisions).await?;
    Ok(Json(runs.try_map(|run| PayoutRun::of(run, &reader))?))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutRunForm {
    /// Last day of the period, in the past.
    last_day: Option<String>,
    /// Smallest amount to pay. Payees that would get less are left out and paid later.
    minimum: Option<Cents>,
}

/// Drafts payouts to all vendors and charities as one run.
///
/// Payees that owe money, get less than the minimum, or whose payouts are paused are left out and listed.
#[utoipa::path(post, path = "/Payouts/runs", tag = "Payouts", responses((status = OK, body = PayoutRun)))]
async fn draft_payout_run(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    once: Once<PayoutRunForm>,
) -> Result<Json<PayoutRun>> {
    let (form, call) = once.by(who.actor.person);
    let mut fields = Fields::default();
    let last_day = fields.required::<BusinessDate>("lastDay", "Last day", &form.last_day);
    let minimum = form.minimum.unwrap_or_default();
    if minimum.is_negative() {
        fields.add("minimum", Message::new("Must not be below zero.", "Ne doit pas être négatif."));
    }
    let last_day = fields.finish(|| last_day)?;
    let run = runs::draft(&app, call, &who.actor, Terms { last_day, minimum }).await?;
    Ok(Json(PayoutRun::alone(run, &app, &who.actor, page).await?))
}

/// Reads a payout run.
#[utoipa::path(get, path = "/Payouts/runs/{id}", tag = "Payouts", responses((status = OK, body = PayoutRun)))]
async fn get_payout_run(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutRunId>,
) -> Result<Json<PayoutRun>> {
    let run = runs::find(&app, id).await?;
    Ok(Json(PayoutRun::alone(run, &app, &who.actor, page).await?))
}

/// A payout of a run, with the bank account of a draft.
#[derive(Serialize, ToSchema)]
struct PayoutOfRun {
    #[serde(flatten)]
    payout: Payout,
    /// Reason why you can't approve the draft at present; null if you can, and for other states.
    #[schema(required)]
    refusal: Option<ApprovalRefusal>,
    /// Bank account to which the draft will be paid; null if there is none, and for other states.
    #[schema(required)]
    destination: Option<Destination>,
}

page_schema! {
    /// A page of the payouts of a run.
    PayoutOfRunPage of PayoutOfRun
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct StateQuery {
    #[param(inline)]
    state: Option<PayoutState>,
}

/// Lists the payouts of a run by payee.
#[utoipa::path(get, path = "/Payouts/runs/{id}/payouts", tag = "Payouts", responses((status = OK, body = PayoutOfRunPage)))]
async fn list_payouts_of_run(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutRunId>,
    Query(StateQuery { state }): Query<StateQuery>,
    Query(search): Query<SearchIn<PayeeSearch>>,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<PayoutOfRun>>> {
    let filter = (state, search.into_search()?);
    let payouts = runs::payouts(&app, &who.actor, id, filter, pages).await?;
    Ok(Json(payouts.map(|OfRun { payout, refusal, destination }| {
        let tenant = payout.tenant_id;
        PayoutOfRun {
            payout: Payout::of(payout, &app.secrets, &who.actor),
            refusal: refusal.map(|refusal| ApprovalRefusal::of(refusal, page.language)),
            destination: destination.and_then(|bank| Destination::of(bank, tenant, &app.secrets)),
        }
    })))
}

/// Vendor or charity without a payout in a run, although its balance is not zero.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayeeLeftOut {
    tenant_id: String,
    tenant_name: String,
    tenant_kind: TenantKind,
    #[schema(inline)]
    reason: LeftOutReason,
    /// Amount that the payout would have had. If negative, the payee owes it, and the next run
    /// carries it forward.
    balance: Cents,
}

page_schema! {
    /// A page of the payees that a run left out.
    PayeeLeftOutPage of PayeeLeftOut
}

impl From<LeftOutRow> for PayeeLeftOut {
    fn from(row: LeftOutRow) -> Self {
        PayeeLeftOut {
            tenant_id: row.tenant_id.to_string(),
            tenant_name: row.tenant_name,
            tenant_kind: row.tenant_kind,
            reason: row.reason,
            balance: row.balance,
        }
    }
}

/// Lists the payees that a run left out.
///
/// They are as they were when the run was drafted.
#[utoipa::path(get, path = "/Payouts/runs/{id}/left-out", tag = "Payouts", responses((status = OK, body = PayeeLeftOutPage)))]
async fn list_payees_left_out(
    _who: Can<ManageRight>,
    State(app): AppState,
    Path(id): Path<PayoutRunId>,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<PayeeLeftOut>>> {
    let left_out = runs::left_out(&app, id, pages).await?;
    Ok(Json(left_out.map(PayeeLeftOut::from)))
}
