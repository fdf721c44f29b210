//! `/Payouts/…`: administrators prepare and approve payouts, managers see the payouts to their own organization.

mod exports;
mod hold_back;
mod pauses;

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{
    Drafted, Filter, ManageRight, PayoutRow, PayoutState, Refusal, Statement, failures,
    hold_back::Reserve,
    next::{self, NextPayout, Parts},
};
use access::{
    audit::last_digits,
    auth::{Actor, Can, FreshProof, TenantKind, second_person::DECIDES},
};
use kernel::{
    dates::BusinessDate,
    fields::{Checked, Fields},
    ids::{PayoutExportId, PayoutId, TenantId},
    language::Language,
    messages::Message,
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    text::{Line, Paragraphs},
    timestamp::Timestamp,
};
use ledger::errors::LEDGER_STOPPED;
use market::tenants::{BankNumbers, BankOnFile, tenant_rights};
use platform::{
    app::App,
    error::{Code, Result, codes::NOT_FOUND},
    lists::{Depth, SearchIn, Searchable},
    secrets::Secrets,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use crate::payouts::errors::{
    BANK_JUST_CHANGED, BURST_OPEN, FAILURE_WAITS, HOLD_BACK_CHANGED, NO_BANK_ACCOUNT,
    OWN_BANK_CHANGE, PAYOUT_EXCEEDS_OWED, PAYOUT_STATE, PAYOUT_TOO_LARGE, PAYOUTS_PAUSED,
    REQUESTER_GONE,
};

tenant_rights! {
    /// The right to see what vendors and charities were paid.
    ViewPayouts;
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_payouts))
        .routes(routes!(draft_payouts))
        .merge(exports::routes())
        .merge(hold_back::routes())
        .merge(pauses::routes())
        .routes(routes!(get_next_payout: NOT_FOUND))
        .routes(routes!(get_payout))
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

/// A payment to a vendor or charity for a period.
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
    /// Amount owed at the beginning of the period. Negative if the payee owed it to the platform.
    opening: Cents,
    closing: Cents,
    held_back: Cents,
    #[schema(required)]
    held_back_reason: Option<String>,
    /// Part of the payout that is held back for recently sold cards, whose buyers may still dispute
    /// the charge.
    reserve: Cents,
    /// Percentage held back of the amount owed for recently sold cards.
    #[schema(required)]
    reserve_percent: Option<i64>,
    /// Day from which the next payout releases the whole reserve.
    #[schema(required)]
    reserve_until: Option<BusinessDate>,
    amount: Cents,
    /// Last digits of the payee's bank account; null before the payout is approved.
    #[schema(required)]
    bank_account: Option<String>,
    drafted_at: Timestamp,
    /// Administrator who drafted the payout. Null for managers.
    #[schema(required)]
    drafted_by_name: Option<String>,
    #[schema(required)]
    approved_at: Option<Timestamp>,
    #[schema(required)]
    approved_by_name: Option<String>,
    /// Id of the bank file that contains the payout.
    #[schema(required)]
    export_id: Option<String>,
    /// Time at which the payout was confirmed as paid, failed or was discarded.
    #[schema(required)]
    ended_at: Option<Timestamp>,
    /// Reference of the payment at the bank.
    #[schema(required)]
    reference: Option<String>,
    /// Reason why the payout failed or was discarded; null otherwise.
    #[schema(required)]
    failure: Option<String>,
    /// Open report that the payout failed, which another administrator confirms. Null for managers.
    #[schema(required)]
    failure_request: Option<FailureRequest>,
    /// Reference on the bank's notice that it returned the payment.
    #[schema(required)]
    failure_reference: Option<String>,
    /// Whether the payout is not sent because payouts to the payee are paused.
    is_paused: bool,
}

/// Report that a payout failed after it may have reached the bank.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FailureRequest {
    asked_at: Timestamp,
    #[schema(required)]
    asked_by_name: Option<String>,
    reason: String,
    reference: String,
}

impl Payout {
    fn of(row: PayoutRow, secrets: &Secrets, reader: &Actor) -> Payout {
        let name = |first: Option<String>, last: Option<String>| {
            let name = first.zip(last).map(|(first, last)| format!("{first} {last}"));
            name.filter(|_| reader.is_administrator())
        };
        let is_waiting = row.failure_waits_of().is_some();
        let is_paused = row.is_paused();
        let failure_request = row
            .failure_asked_at
            .filter(|_| is_waiting && reader.is_administrator())
            .map(|asked_at| FailureRequest {
                asked_at,
                asked_by_name: name(row.asker_first_name, row.asker_last_name),
                reason: row.failure_reason.unwrap_or_default(),
                reference: row.failure_reference.clone().unwrap_or_default(),
            });
        let failure_reference = row.failure_reference.filter(|_| row.state == PayoutState::Failed);
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
            reserve: row.reserve,
            reserve_percent: row.reserve_percent,
            reserve_until: row.reserve_until,
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
            failure_request,
            failure_reference,
            is_paused,
        }
    }
}

page_schema! {
    /// A page of payouts.
    PayoutPage of Payout
}

/// Sum of the transfers of one kind in a statement.
#[derive(Serialize, ToSchema)]
struct PayoutLine {
    /// `SALE` (shares of sales), `REDEMPTION`, `CASH_OUT` (paid in cash by the shop), `CHARGE_REVERSAL`, `REFUND`, `PAYOUT`, or
    /// `REVERSAL` of a reversal. A reversed transfer is subtracted from the sum of its kind.
    kind: &'static str,
    count: i64,
    amount: Cents,
}

/// A payout with its statement. `opening` plus the lines is `closing`; `closing` plus `since`, less
/// `heldBack` and `reserve`, is `amount`.
#[derive(Serialize, ToSchema)]
struct PayoutStatement {
    payout: Payout,
    lines: Vec<PayoutLine>,
    /// Amount that was paid out or ceased to be owed after the period.
    since: Cents,
    /// Reason why you can't approve the draft, or confirm that the payout failed, at present. Null for managers.
    #[schema(required)]
    refusal: Option<ApprovalRefusal>,
    /// Bank account to which the draft will be paid; null if there is none, and for managers.
    #[schema(required)]
    destination: Option<Destination>,
}

/// Bank account to which a drafted payout will be paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Destination {
    /// Last digits of the account's number.
    bank_account: String,
    /// Time at which the account was entered; null if that was before changes were recorded.
    #[schema(required)]
    changed_at: Option<Timestamp>,
}

impl Destination {
    fn of(bank: BankOnFile, tenant: TenantId, secrets: &Secrets) -> Option<Destination> {
        let numbers = BankNumbers::open(secrets, tenant, bank.sealed_bank.as_deref()?)?;
        let bank_account = last_digits(&numbers.account);
        Some(Destination { bank_account, changed_at: bank.bank_changed_at })
    }
}

/// Reason why the caller can't approve the draft or confirm the failure at present.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApprovalRefusal {
    #[schema(value_type = String)]
    error_code: Code,
    error_message: String,
    /// First day on which the payout can be approved, if the only obstacle is a waiting period.
    #[schema(required)]
    approvable_from: Option<BusinessDate>,
}

impl ApprovalRefusal {
    fn of(refusal: Refusal, language: Language) -> ApprovalRefusal {
        ApprovalRefusal {
            error_code: refusal.code,
            error_message: refusal.message.said_in(language).to_owned(),
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
        let tenant = statement.payout.tenant_id;
        let bank = statement.destination;
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
            destination: bank.and_then(|bank| Destination::of(bank, tenant, &app.secrets)),
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
    /// Only payouts in this bank file.
    #[param(inline)]
    export_id: Option<PayoutExportId>,
}

/// Search fields of payouts.
struct PayeeSearch;

impl Searchable for PayeeSearch {
    const FIELDS: &'static [(&'static str, Depth)] = &[("tenantName", Depth::Name)];
}

/// Lists payouts, the newest first.
///
/// Administrators see all payouts, managers the approved ones of their own organizations.
#[utoipa::path(get, path = "/Payouts", tag = "Payouts", responses((status = OK, body = PayoutPage)))]
async fn list_payouts(
    who: Can<ViewPayouts>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<SearchIn<PayeeSearch>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<Payout>>> {
    let FilterQuery { state, tenant_id: tenant, export_id: export } = filter;
    let filter = Filter { state, tenant, export, search: search.into_search()? };
    let page = super::list(&app, who.scope, filter, page).await?;
    Ok(Json(page.map(|row| Payout::of(row, &app.secrets, &who.actor))))
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
    fn from(Drafted { drafts, paused_payees, paused_amount }: Drafted) -> Self {
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
    Ok(Json(super::draft_all(&app, &who.actor, day).await?.into()))
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
    /// Refunds and reversed charges.
    other: Cents,
    /// Amount paid out after the period of the last payout; usually negative.
    paid: Cents,
    owed: Cents,
}

impl From<Parts> for UpcomingParts {
    fn from(parts: Parts) -> Self {
        let Parts { opening, redeemed, causes, platform, other, paid, owed } = parts;
        UpcomingParts { opening, redeemed, causes, platform, other, paid, owed }
    }
}

impl From<NextPayout> for UpcomingPayout {
    fn from(next: NextPayout) -> Self {
        UpcomingPayout {
            payday: next.payday,
            amount: next.amount,
            parts: next.parts.map(UpcomingParts::from),
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

/// Reads a payout with its statement.
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
    let held = super::hold_back(&app, &who.actor, id, amount, reason.into()).await?;
    Ok(PayoutStatement::of(held, &app, &who.actor, page))
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
    let approved = super::approve(&app, &who.actor, id).await?;
    Ok(PayoutStatement::of(approved, &app, &who.actor, page))
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
    let discarded = super::discard(&app, &who.actor, id, reason).await?;
    Ok(PayoutStatement::of(discarded, &app, &who.actor, page))
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
    let paid = super::mark_paid(&app, &who.actor, id, reference).await?;
    Ok(PayoutStatement::of(paid, &app, &who.actor, page))
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
    Ok(PayoutStatement::of(failed, &app, &who.actor, page))
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
    Ok(PayoutStatement::of(failed, &app, &who.actor, page))
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
    Ok(PayoutStatement::of(kept, &app, &who.actor, page))
}
