//! `/Payouts/…`: administrators prepare and approve payouts, managers see the payouts to their own organization.

mod decisions;
mod drafts;
mod exports;
mod hold_back;
mod next;
mod pauses;
mod runs;

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use access::{
    audit::last_digits,
    auth::{Actor, Can, TenantKind},
};
use kernel::{
    dates::BusinessDate,
    ids::{PayoutExportId, PayoutId, PayoutRunId, TenantId},
    language::Language,
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use market::tenants::{BankNumbers, BankOnFile, tenant_rights};
use platform::{
    app::App,
    error::{Code, Result},
    lists::{Depth, SearchIn, Searchable},
    secrets::Secrets,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use crate::{
    payouts::{
        Filter, PayoutRow, PayoutState,
        statements::{self, Refusal, Statement},
        terms::{Term, TermKind},
    },
    reports::Sums,
};

tenant_rights! {
    /// The right to see what vendors and charities were paid.
    ViewPayouts;
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_payouts))
        .merge(drafts::routes())
        .merge(exports::routes())
        .merge(runs::routes())
        .merge(hold_back::routes())
        .merge(pauses::routes())
        .merge(next::routes())
        .routes(routes!(get_payout))
        .merge(decisions::routes())
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
    /// Whether the approved payout is not sent because the payee has another bank account since the approval. Mark it as
    /// failed: the next payout pays the amount.
    is_account_changed: bool,
    /// Id of the run that drafted the payout; null for managers.
    #[schema(required)]
    run_id: Option<String>,
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
        let is_account_changed = row.is_account_changed();
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
            is_account_changed,
            run_id: row.run_id.filter(|_| reader.is_administrator()).map(|id| id.to_string()),
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
    /// `SALE` (shares of sales), `REDEMPTION`, `CASH_OUT` (paid in cash by the shop), `CHARGE_REVERSAL`, `REFUND`, `PAYOUT`,
    /// `COMMISSION_TAX` (tax on the platform's shares), or `REVERSAL` of a reversal. A reversed transfer is subtracted from the sum of its kind.
    kind: &'static str,
    count: i64,
    amount: Cents,
}

/// Term of a payout. A negative amount is subtracted.
#[derive(Serialize, ToSchema)]
pub struct PayoutTerm {
    #[schema(inline)]
    kind: TermKind,
    amount: Cents,
}

impl From<Term> for PayoutTerm {
    fn from(Term { kind, amount }: Term) -> Self {
        PayoutTerm { kind, amount }
    }
}

/// Sales of a shop in the period of a payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutSales {
    /// Sales before refunds.
    gross_sold: Cents,
    /// Refunded, cancelled and reversed sales, on the day of the refund.
    refunds: Cents,
    /// `grossSold` less `refunds`. The shares of causes and the commission are parts of it.
    net_sold: Cents,
}

impl PayoutSales {
    fn of(sums: &Sums) -> Result<PayoutSales> {
        Ok(PayoutSales {
            gross_sold: sums.gross()?,
            refunds: sums.refunded,
            net_sold: sums.purchased,
        })
    }
}

/// A payout with its statement. `opening` plus the lines is `closing`; `closing` plus `since`, less
/// `heldBack` and `reserve`, is `amount`.
#[derive(Serialize, ToSchema)]
struct PayoutStatement {
    payout: Payout,
    lines: Vec<PayoutLine>,
    /// Why the payout is what it is. The terms add up to `amount`.
    terms: Vec<PayoutTerm>,
    /// Sales in the period; null for a charity.
    #[schema(required)]
    sales: Option<PayoutSales>,
    /// Amount that was paid out or ceased to be owed after the period.
    since: Cents,
    /// Reason why you can't approve the draft, confirm that the payout failed, or mark it as paid, at present. Null for managers.
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

/// Reason why the caller can't take the payout's next step at present.
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
    ) -> Result<Json<PayoutStatement>> {
        let sales = statement.sales.as_ref().map(PayoutSales::of).transpose()?;
        let refusal = statement.refusal;
        let lines = statement.lines.into_iter();
        let tenant = statement.payout.tenant_id;
        let bank = statement.destination;
        Ok(Json(PayoutStatement {
            payout: Payout::of(statement.payout, &app.secrets, reader),
            lines: lines
                .map(|line| PayoutLine {
                    kind: line.kind.word(),
                    count: line.count,
                    amount: line.amount,
                })
                .collect(),
            terms: statement.terms.into_list().into_iter().map(PayoutTerm::from).collect(),
            sales,
            since: statement.since,
            refusal: refusal.map(|refusal| ApprovalRefusal::of(refusal, page.language)),
            destination: bank.and_then(|bank| Destination::of(bank, tenant, &app.secrets)),
        }))
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
    /// Only payouts of this run.
    #[param(inline)]
    run_id: Option<PayoutRunId>,
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
    let FilterQuery { state, tenant_id: tenant, export_id: export, run_id: run } = filter;
    let filter = Filter { state, tenant, export, run, search: search.into_search()? };
    let page = statements::list(&app, who.scope, filter, page).await?;
    Ok(Json(page.map(|row| Payout::of(row, &app.secrets, &who.actor))))
}

/// Reads a payout with its statement.
#[utoipa::path(get, path = "/Payouts/{id}", tag = "Payouts", responses((status = OK, body = PayoutStatement)))]
async fn get_payout(
    who: Can<ViewPayouts>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutId>,
) -> Result<Json<PayoutStatement>> {
    let statement = statements::find(&app, who.scope, &who.actor, id).await?;
    PayoutStatement::of(statement, &app, &who.actor, page)
}
