//! `/Payouts/…`: administrators prepare and approve them, managers see what their own organization was paid.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{
    Filter, PayoutRow, PayoutState, Refusal, Statement,
    exports::{self, FileFormat},
    next::{self, NextPayout},
};
use crate::{
    app::App,
    audit::last_digits,
    auth::{Actor, Can, FreshProof, Permission, Right, TenantKind},
    error::{Code, Result},
    kernel::{
        dates::BusinessDate,
        fields::{Checked, Fields},
        ids::{PayoutExportId, PayoutId, TenantId},
        language::Language,
        messages::Message,
        money::Cents,
        paging::{Page, PageRequest},
        search::Search,
        text::{Line, Paragraphs},
        timestamp::Timestamp,
    },
    page_schema,
    secrets::Secrets,
    tenants::{BankNumbers, tenant_rights},
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

tenant_rights! {
    /// The right to see what vendors and charities were paid.
    ViewPayouts;
}

/// The right to prepare, approve and end payouts.
struct ManagePayouts;

impl Right for ManagePayouts {
    const PERMISSION: Permission = Permission::ManagePayouts;
    type Scope = ();

    fn scope(_: &Actor) {}
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_payouts))
        .routes(routes!(draft_payouts))
        .routes(routes!(export_payouts: PayoutState NothingToExport))
        .routes(routes!(read_bank_file))
        .routes(routes!(get_next_payout: NotFound))
        .routes(routes!(get_payout))
        .routes(routes!(hold_back_payout: PayoutState))
        .routes(routes!(
            approve_payout: PayoutState NoBankAccount OwnBankChange BurstOpen BankJustChanged PayoutExceedsOwed PayoutTooLarge LedgerStopped
        ))
        .routes(routes!(discard_payout: PayoutState))
        .routes(routes!(mark_payout_paid: PayoutState))
        .routes(routes!(mark_payout_failed: PayoutState LedgerStopped))
}

/// What a vendor or a charity is paid for a period.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payout {
    id: String,
    tenant_id: String,
    tenant_name: String,
    tenant_kind: TenantKind,
    first_day: BusinessDate,
    last_day: BusinessDate,
    #[schema(inline)]
    state: PayoutState,
    /// What was owed when the period began, and when it had ended. Below zero, it was owed to us.
    opening: Cents,
    closing: Cents,
    held_back: Cents,
    #[schema(required)]
    held_back_reason: Option<String>,
    amount: Cents,
    /// The end of the account's number that it goes to, once it is approved.
    #[schema(required)]
    bank_account: Option<String>,
    drafted_at: Timestamp,
    /// For administrators, as is who has approved it.
    #[schema(required)]
    drafted_by_name: Option<String>,
    #[schema(required)]
    approved_at: Option<Timestamp>,
    #[schema(required)]
    approved_by_name: Option<String>,
    /// The bank file that it is in.
    #[schema(required)]
    export_id: Option<String>,
    /// When it was known to be paid, had failed or was discarded.
    #[schema(required)]
    ended_at: Option<Timestamp>,
    /// What the bank knows the payment by.
    #[schema(required)]
    reference: Option<String>,
    /// Why it failed or was discarded.
    #[schema(required)]
    failure: Option<String>,
}

impl Payout {
    fn of(row: PayoutRow, secrets: &Secrets, reader: &Actor) -> Payout {
        let name = |first: Option<String>, last: Option<String>| {
            let name = first.zip(last).map(|(first, last)| format!("{first} {last}"));
            name.filter(|_| reader.is_administrator())
        };
        let sealed = row.sealed_bank.as_deref();
        let bank = sealed.and_then(|sealed| BankNumbers::open(secrets, row.tenant_id, sealed));
        Payout {
            id: row.id.to_string(),
            tenant_id: row.tenant_id.to_string(),
            tenant_name: row.tenant_name,
            tenant_kind: row.tenant_kind,
            first_day: row.first_day,
            last_day: row.last_day,
            state: row.state,
            opening: row.opening,
            closing: row.closing,
            held_back: row.held_back,
            held_back_reason: row.held_back_reason,
            amount: row.amount,
            bank_account: bank.map(|bank| last_digits(&bank.account)),
            drafted_at: row.drafted_at,
            drafted_by_name: name(row.drafter_first_name, row.drafter_last_name),
            approved_at: row.approved_at,
            approved_by_name: name(row.approver_first_name, row.approver_last_name),
            export_id: row.export_id.map(|id| id.to_string()),
            ended_at: row.ended_at,
            reference: row.reference,
            failure: row.failure,
        }
    }
}

page_schema! {
    /// A page of payouts.
    PayoutPage of Payout
}

/// What transfers of one kind added up to.
#[derive(Serialize, ToSchema)]
struct PayoutLine {
    /// `SALE` (the shares of what was sold), `REDEMPTION`, `CASH_OUT` (paid out in cash by the shop), `CHARGE_REVERSAL`, `REFUND`, `PAYOUT` or `REVERSAL` (of something that was
    /// reversed itself). What was reversed counts against what it reverses.
    kind: &'static str,
    count: i64,
    amount: Cents,
}

/// A payout and why it is that much: `opening` and the lines are `closing`, `closing` and `since` less `heldBack` are `amount`.
#[derive(Serialize, ToSchema)]
struct PayoutStatement {
    payout: Payout,
    lines: Vec<PayoutLine>,
    /// What was paid out or was not owed any more after the period.
    since: Cents,
    /// Of a draft, why the administrator who reads it can't approve it at present.
    #[schema(required)]
    refusal: Option<ApprovalRefusal>,
}

/// What the approval of a draft would be answered with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApprovalRefusal {
    #[schema(value_type = String)]
    error_code: Code,
    error_message: String,
    /// From which day on it can be approved, where it is a matter of time.
    #[schema(required)]
    approvable_from: Option<BusinessDate>,
}

impl ApprovalRefusal {
    fn of(refusal: Refusal, language: Language) -> ApprovalRefusal {
        ApprovalRefusal {
            error_code: refusal.code,
            error_message: refusal.code.message().said_in(language).to_owned(),
            approvable_from: refusal.approvable_from,
        }
    }
}

impl PayoutStatement {
    fn of(
        statement: Statement,
        app: &App,
        reader: &Actor,
        page: extract::Page,
    ) -> Json<PayoutStatement> {
        let refusal = statement.refusal;
        let lines = statement.lines.into_iter();
        Json(PayoutStatement {
            payout: Payout::of(statement.payout, &app.secrets, reader),
            lines: lines
                .map(|line| PayoutLine {
                    kind: line.kind.word(),
                    count: line.count,
                    amount: line.amount,
                })
                .collect(),
            since: statement.since,
            refusal: refusal.map(|refusal| ApprovalRefusal::of(refusal, page.language)),
        })
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    #[param(inline)]
    state: Option<PayoutState>,
    #[param(inline)]
    tenant_id: Option<TenantId>,
}

/// Payouts, the newest first: all for administrators, for managers those of their own organizations that were approved.
#[utoipa::path(get, path = "/Payouts", tag = "Payouts", responses((status = OK, body = PayoutPage)))]
async fn list_payouts(
    who: Can<ViewPayouts>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<Search>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<Payout>>> {
    let filter = Filter { state: filter.state, tenant: filter.tenant_id, search };
    let page = super::list(&app, who.scope, filter, page).await?;
    Ok(Json(page.map(|row| Payout::of(row, &app.secrets, &who.actor))))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DraftForm {
    /// What is owed until the end of this day: it must be over.
    last_day: Option<String>,
}

/// How many payouts were drafted.
#[derive(Serialize, ToSchema)]
struct Drafted {
    drafted: u64,
}

/// Drafts what every vendor and charity is owed until the end of a day, each from where its last payout ended. Whoever has a draft
/// already, or is owed nothing, gets none, so the same call again drafts nothing.
#[utoipa::path(post, path = "/Payouts", tag = "Payouts", responses((status = OK, body = Drafted)))]
async fn draft_payouts(
    who: Can<ManagePayouts>,
    State(app): AppState,
    extract::Json(form): extract::Json<DraftForm>,
) -> Result<Json<Drafted>> {
    let mut fields = Fields::default();
    let day = fields.required::<BusinessDate>("lastDay", "Last day", &form.last_day);
    let day = fields.finish(|| day)?;
    Ok(Json(Drafted { drafted: super::draft_all(&app, &who.actor, day).await? }))
}

/// What is paid next. Where a payout is approved and not known to be paid it is that one, else what is owed at this moment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UpcomingPayout {
    /// The day on which it is paid.
    payday: BusinessDate,
    amount: Cents,
    /// The last three digits of the account that it goes to; null where there is none, and where it is of all.
    #[schema(required)]
    bank_ending: Option<String>,
    #[schema(required)]
    payout_id: Option<String>,
    #[schema(required, inline)]
    state: Option<PayoutState>,
}

impl From<NextPayout> for UpcomingPayout {
    fn from(next: NextPayout) -> Self {
        UpcomingPayout {
            payday: next.payday,
            amount: next.amount,
            bank_ending: next.bank_ending,
            payout_id: next.payout.map(|(id, _)| id.to_string()),
            state: next.payout.map(|(_, state)| state),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct PayeeQuery {
    /// Whose: one's own where none is named, for administrators then all together.
    #[param(inline)]
    tenant_id: Option<TenantId>,
}

/// What a vendor or a charity is paid next, when, and to which account.
#[utoipa::path(get, path = "/Payouts/next", tag = "Payouts", responses((status = OK, body = UpcomingPayout)))]
async fn get_next_payout(
    who: Can<ViewPayouts>,
    State(app): AppState,
    Query(query): Query<PayeeQuery>,
) -> Result<Json<UpcomingPayout>> {
    let next = next::next(&app, who.scope, query.tenant_id).await?;
    Ok(Json(next.into()))
}

/// A payout with its statement.
#[utoipa::path(get, path = "/Payouts/{id}", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn get_payout(
    who: Can<ViewPayouts>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
) -> Result<Json<PayoutStatement>> {
    let statement = super::find(&app, who.scope, &who.actor, id).await?;
    Ok(PayoutStatement::of(statement, &app, &who.actor, page))
}

#[derive(Deserialize, ToSchema)]
struct HoldBackForm {
    /// What is left for a later payout.
    amount: Option<Cents>,
    /// Why: it stands on the statement.
    reason: Option<String>,
}

/// Holds some of a draft back, in place of what was held back before.
#[utoipa::path(put, path = "/Payouts/{id}/held-back", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn hold_back_payout(
    who: Can<ManagePayouts>,
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
    let held = super::hold_back(&app, &who.actor, id, amount, reason.into()).await?;
    Ok(PayoutStatement::of(held, &app, &who.actor, page))
}

/// Approves a draft: the payee is owed that much less from now on. Whoever entered the bank account can't, and a bank account
/// that was changed is not paid to before the third bank day after.
#[utoipa::path(put, path = "/Payouts/{id}/approved", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn approve_payout(
    who: Can<ManagePayouts>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
) -> Result<Json<PayoutStatement>> {
    let approved = super::approve(&app, &who.actor, id).await?;
    Ok(PayoutStatement::of(approved, &app, &who.actor, page))
}

#[derive(Deserialize, ToSchema)]
struct PayoutReasonForm {
    reason: Option<String>,
}

#[derive(Deserialize, ToSchema)]
struct PayoutReferenceForm {
    /// What the bank knows the payment by.
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

/// Discards a draft.
#[utoipa::path(put, path = "/Payouts/{id}/discarded", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn discard_payout(
    who: Can<ManagePayouts>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
    extract::Json(form): extract::Json<PayoutReasonForm>,
) -> Result<Json<PayoutStatement>> {
    let reason = required::<Paragraphs<500>>("reason", "Reason", &form.reason)?;
    let discarded = super::discard(&app, &who.actor, id, reason).await?;
    Ok(PayoutStatement::of(discarded, &app, &who.actor, page))
}

/// Says that the bank has paid an approved payout. Sent again, the first reference stays.
#[utoipa::path(put, path = "/Payouts/{id}/paid", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn mark_payout_paid(
    who: Can<ManagePayouts>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
    extract::Json(form): extract::Json<PayoutReferenceForm>,
) -> Result<Json<PayoutStatement>> {
    let reference = required::<Line<100>>("reference", "Reference", &form.reference)?;
    let paid = super::mark_paid(&app, &who.actor, id, reference).await?;
    Ok(PayoutStatement::of(paid, &app, &who.actor, page))
}

/// Says that the bank has not paid an approved payout, or has sent it back: the payee is owed it again.
#[utoipa::path(put, path = "/Payouts/{id}/failed", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn mark_payout_failed(
    who: Can<ManagePayouts>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
    extract::Json(form): extract::Json<PayoutReasonForm>,
) -> Result<Json<PayoutStatement>> {
    let reason = required::<Paragraphs<500>>("reason", "Reason", &form.reason)?;
    let failed = super::mark_failed(&app, &who.actor, id, reason).await?;
    Ok(PayoutStatement::of(failed, &app, &who.actor, page))
}

/// Payouts that were put into a file for the bank.
#[derive(Serialize, ToSchema)]
struct PayoutExport {
    id: String,
    /// Of the file.
    number: i64,
    payouts: usize,
    total: Cents,
}

/// Puts all approved payouts into the next file for the bank.
#[utoipa::path(post, path = "/Payouts/exports", tag = "Payouts", responses((status = OK, body = PayoutExport)))]
async fn export_payouts(
    who: Can<ManagePayouts>,
    _proof: FreshProof,
    State(app): AppState,
) -> Result<Json<PayoutExport>> {
    let export = exports::export(&app, &who.actor).await?;
    let (payouts, total) = (export.payouts, export.total);
    Ok(Json(PayoutExport { id: export.id.to_string(), number: export.number, payouts, total }))
}

#[derive(Deserialize, ToSchema)]
struct BankFileForm {
    #[schema(inline)]
    format: Option<FileFormat>,
}

/// A file for the bank.
#[derive(Serialize, ToSchema)]
struct BankFile {
    name: String,
    content: String,
}

/// The file of an export: `CPA005` for the bank, `CSV` for whoever enters payments by hand. Bank numbers stand in it in full, so each
/// reading is recorded.
#[utoipa::path(post, path = "/Payouts/exports/{id}/file", tag = "Payouts", responses((status = OK, body = BankFile)))]
async fn read_bank_file(
    who: Can<ManagePayouts>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<PayoutExportId>,
    extract::Json(form): extract::Json<BankFileForm>,
) -> Result<Json<BankFile>> {
    let mut fields = Fields::default();
    let format = fields.present("format", "Format", form.format);
    let format = fields.finish(|| format)?;
    let file = exports::file(&app, &who.actor, id, format).await?;
    Ok(Json(BankFile { name: file.name, content: file.content }))
}
