//! `/Books/deposits`, `/Books/bank-…` and `/Books/reconciliation`: the bank side of the books.

use std::sync::Arc;

use axum::{Json, extract::State};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{
    KeepBank, deposits,
    errors::{BANK_LINE_STATE, BANK_TARGET_TAKEN},
    lines::{self, MAX_DEPOSITS, Matching},
    reconciliation::{self, Reconciliation},
    rules::Resolution,
    statement_file::DateOrder,
    statements,
    store::{
        deposits::DepositRow,
        lines::{Filter, LineRow},
        statements::StatementRow,
        targets::{OpenDeposit, OpenFile, OpenPayout, Targets},
    },
};
use access::auth::Can;
use kernel::{
    date_range::DateFilter,
    dates::BusinessDate,
    fields::Fields,
    ids::{BankAccountId, BankLineId, GatewayDepositId, Id, PayoutExportId, PayoutId},
    messages::Message,
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    text::{Line, Paragraphs},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_gateway_deposits))
        .routes(routes!(list_bank_statements))
        .routes(routes!(import_bank_statement))
        .routes(routes!(list_bank_lines))
        .routes(routes!(list_bank_targets))
        .routes(routes!(match_bank_line: BANK_LINE_STATE BANK_TARGET_TAKEN))
        .routes(routes!(reopen_bank_line))
        .routes(routes!(read_reconciliation))
}

/// Batch that the gateway has settled. The bank account receives it as a deposit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GatewayDeposit {
    id: String,
    /// The gateway's number of the batch.
    batch_id: String,
    /// Time of the settlement.
    settled_at: Timestamp,
    /// Day of the settlement in Toronto.
    settled_on: BusinessDate,
    /// Sum of the charges.
    charges: Cents,
    /// Number of charges.
    charge_count: i64,
    /// Sum of the refunds.
    refunds: Cents,
    /// Number of refunds.
    refund_count: i64,
    /// Charges less refunds. The gateway takes a negative amount from the bank account.
    net: Cents,
    /// Charges less refunds by the list of the batch's transactions.
    listed: Cents,
    /// Time of the booking; null while `net` and `listed` differ.
    #[schema(required)]
    booked_at: Option<Timestamp>,
    /// Day on which a matched bank line received it; null until then.
    #[schema(required)]
    arrived_on: Option<BusinessDate>,
}

impl From<DepositRow> for GatewayDeposit {
    fn from(row: DepositRow) -> GatewayDeposit {
        GatewayDeposit {
            id: row.id.to_string(),
            batch_id: row.batch_id,
            settled_at: row.settled_at,
            settled_on: row.settled_on,
            charges: row.charges,
            charge_count: row.charge_count,
            refunds: row.refunds,
            refund_count: row.refund_count,
            net: row.net,
            listed: row.listed,
            booked_at: row.booked_at,
            arrived_on: row.arrived_on,
        }
    }
}

page_schema! {
    /// A page of deposits.
    GatewayDepositPage of GatewayDeposit
}

/// Lists deposits of the gateway, the newest first.
///
/// The gateway reports no fees: they are on bank statements.
#[utoipa::path(get, path = "/Books/deposits", tag = "Books", responses((status = OK, body = GatewayDepositPage)))]
async fn list_gateway_deposits(
    _: Can<KeepBank>,
    State(app): AppState,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<GatewayDeposit>>> {
    let rows = deposits::list(&app, days.range()?, page).await?;
    Ok(Json(rows.map(GatewayDeposit::from)))
}

/// Bank statement that was imported from a file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankStatement {
    id: String,
    /// Bank account of the statement.
    account_id: BankAccountId,
    /// Name of the file.
    name: String,
    /// First day of its lines.
    first_day: BusinessDate,
    /// Last day of its lines.
    last_day: BusinessDate,
    /// Number of its lines.
    lines: i64,
    /// Number of lines that no earlier statement had.
    new_lines: i64,
    /// Number of lines that the import matched, without those that were reopened.
    matched_lines: i64,
    /// Time of the import.
    imported_at: Timestamp,
    /// Name of the administrator who imported it.
    #[schema(required)]
    imported_by_name: Option<String>,
}

impl From<StatementRow> for BankStatement {
    fn from(row: StatementRow) -> BankStatement {
        BankStatement {
            id: row.id.to_string(),
            account_id: row.account_id,
            name: row.name,
            first_day: row.first_day,
            last_day: row.last_day,
            lines: row.lines,
            new_lines: row.new_lines,
            matched_lines: row.matched_lines,
            imported_at: row.imported_at,
            imported_by_name: row.imported_by_name,
        }
    }
}

page_schema! {
    /// A page of imported bank statements.
    BankStatementPage of BankStatement
}

/// Lists imported bank statements, the newest first.
#[utoipa::path(get, path = "/Books/bank-statements", tag = "Books", responses((status = OK, body = BankStatementPage)))]
async fn list_bank_statements(
    _: Can<KeepBank>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<BankStatement>>> {
    Ok(Json(statements::list(&app, page).await?.map(BankStatement::from)))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankStatementForm {
    /// Bank account of the statement. If there are several, one must be chosen.
    account_id: Option<BankAccountId>,
    /// Name of the file.
    name: Option<String>,
    /// The CSV file in base64, at most 180 kB. A row has headings for a date, a description and an amount (or debit and
    /// credit), in English or French.
    content: Option<String>,
    /// Order of day and month, if the dates don't show it.
    #[schema(inline)]
    date_order: Option<DateOrder>,
}

/// Imports a bank statement from a CSV file.
///
/// A statement belongs to one bank account. A file is imported as a whole or not at all. Repeating an import changes nothing, and returns the earlier one. Lines of
/// an earlier statement are left out. A new line is matched if its amount fits exactly one deposit or bank file of the account
/// within 3 days.
#[utoipa::path(post, path = "/Books/bank-statements", tag = "Books", responses((status = OK, body = BankStatement)))]
async fn import_bank_statement(
    who: Can<KeepBank>,
    State(app): AppState,
    extract::Json(form): extract::Json<BankStatementForm>,
) -> Result<Json<BankStatement>> {
    let mut fields = Fields::default();
    let name = fields.required::<Line<120>>("name", "Name", &form.name);
    let content = fields.present("content", "File", form.content);
    let content = content.and_then(|content| {
        BASE64_STANDARD.decode(content).map_err(|_| fields.add("content", NOT_BASE64)).ok()
    });
    let (name, content) = fields.finish(|| name.zip(content))?;
    let (account, name) = (form.account_id, name.into());
    let imported =
        statements::import(&app, &who.actor, account, name, &content, form.date_order).await?;
    Ok(Json(imported.into()))
}

const NOT_BASE64: Message =
    Message::new("The file must be in base64.", "Le fichier doit être en base64.");

/// Line of a bank account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankLine {
    id: String,
    /// Bank account of the line.
    account_id: BankAccountId,
    /// Day by the bank.
    day: BusinessDate,
    /// Positive if the account received it.
    amount: Cents,
    /// Description by the bank.
    text: String,
    /// Reference by the bank; empty if there is none.
    reference: String,
    /// Meaning of the line; null while it is not matched.
    #[schema(required)]
    resolution: Option<Resolution>,
    /// Fee that was deducted from the deposits.
    fee: Cents,
    /// Bank file that left with the line.
    #[schema(required)]
    export_id: Option<String>,
    /// Payout that left or came back with the line.
    #[schema(required)]
    payout_id: Option<String>,
    /// Reason that an administrator gave.
    #[schema(required)]
    reason: Option<String>,
    /// Time at which it was matched.
    #[schema(required)]
    resolved_at: Option<Timestamp>,
    /// Name of the administrator who matched it, or who imported the statement that matched it.
    #[schema(required)]
    resolved_by_name: Option<String>,
    /// Whether the import of the statement matched it.
    is_automatic: bool,
}

impl From<LineRow> for BankLine {
    fn from(row: LineRow) -> BankLine {
        BankLine {
            id: row.id.to_string(),
            account_id: row.account_id,
            day: row.day,
            amount: row.amount,
            text: row.text,
            reference: row.reference,
            resolution: row.resolution,
            fee: row.fee,
            export_id: row.export_id.map(|id| id.to_string()),
            payout_id: row.payout_id.map(|id| id.to_string()),
            reason: row.reason,
            resolved_at: row.resolved_at,
            resolved_by_name: row.resolved_by_name,
            is_automatic: row.is_automatic,
        }
    }
}

page_schema! {
    /// A page of bank lines.
    BankLinePage of BankLine
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct LineQuery {
    /// Whether to list only lines that are not matched, or only matched ones.
    is_open: Option<bool>,
    /// Only lines of this bank account.
    #[param(inline)]
    account_id: Option<BankAccountId>,
}

/// Lists lines of the bank accounts, the newest first.
#[utoipa::path(get, path = "/Books/bank-lines", tag = "Books", responses((status = OK, body = BankLinePage)))]
async fn list_bank_lines(
    _: Can<KeepBank>,
    State(app): AppState,
    Query(query): Query<LineQuery>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<BankLine>>> {
    let LineQuery { is_open, account_id: account } = query;
    let filter = Filter { is_open, last_day: None, account };
    Ok(Json(lines::list(&app, filter, page).await?.map(BankLine::from)))
}

/// Deposits, bank files and payouts that bank lines can be matched with.
#[derive(Serialize, ToSchema)]
struct BankTargets {
    /// Deposits that have not arrived, the newest first.
    deposits: Vec<DepositTarget>,
    /// Released bank files that have not left the account.
    files: Vec<FileTarget>,
    /// Payouts that have not left the account, and returned ones that have not come back.
    payouts: Vec<PayoutTarget>,
}

/// Deposit that has not arrived.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DepositTarget {
    id: String,
    /// The gateway's number of the batch.
    batch_id: String,
    /// Day of the settlement.
    settled_on: BusinessDate,
    /// Charges less refunds.
    net: Cents,
}

/// Bank file that has not left the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FileTarget {
    id: String,
    /// Number of the file.
    number: i64,
    /// Bank account that it leaves.
    account_id: BankAccountId,
    /// Day on which the payees have the money.
    funds_on: BusinessDate,
    /// Total of its payouts.
    total: Cents,
}

/// Payout that has not left the account, or was returned.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutTarget {
    id: String,
    /// Name of the payee.
    payee_name: String,
    /// Last day of its period.
    last_day: BusinessDate,
    amount: Cents,
    /// Whether the bank returned it, so that a line brings it back.
    is_returned: bool,
}

impl From<Targets> for BankTargets {
    fn from(targets: Targets) -> BankTargets {
        let deposit = |one: OpenDeposit| DepositTarget {
            id: one.id.to_string(),
            batch_id: one.batch_id,
            settled_on: one.settled_on,
            net: one.net,
        };
        let file = |one: OpenFile| FileTarget {
            id: one.id.to_string(),
            number: one.number,
            account_id: one.account_id,
            funds_on: one.funds_on,
            total: one.total,
        };
        let payout = |one: OpenPayout| PayoutTarget {
            id: one.id.to_string(),
            payee_name: one.payee_name,
            last_day: one.last_day,
            amount: one.amount,
            is_returned: one.is_returned,
        };
        BankTargets {
            deposits: targets.deposits.into_iter().map(deposit).collect(),
            files: targets.files.into_iter().map(file).collect(),
            payouts: targets.payouts.into_iter().map(payout).collect(),
        }
    }
}

/// Lists what bank lines can be matched with.
#[utoipa::path(get, path = "/Books/bank-targets", tag = "Books", responses((status = OK, body = BankTargets)))]
async fn list_bank_targets(_: Can<KeepBank>, State(app): AppState) -> Result<Json<BankTargets>> {
    Ok(Json(lines::targets(&app).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankLineForm {
    /// Meaning of the line.
    #[schema(inline)]
    resolution: Option<Resolution>,
    /// Deposits that arrived with the line, at most 100. For `DEPOSITS` only.
    deposit_ids: Option<Vec<String>>,
    /// Bank file that left with the line. For `PAYOUT_FILE` only.
    export_id: Option<String>,
    /// Payout that left or came back with the line. For `PAYOUT` and `PAYOUT_RETURNED` only.
    payout_id: Option<String>,
    /// Fee that was deducted from the deposits. The line and the fee add up to the deposits.
    fee: Option<Cents>,
    /// Reason. `REFUND`, `CHARGEBACK` and `OTHER` need one.
    reason: Option<String>,
}

impl BankLineForm {
    fn check(self) -> Result<Matching> {
        let mut fields = Fields::default();
        let resolution = fields.present("resolution", "Meaning", self.resolution);
        let reason = fields.optional::<Paragraphs<500>>("reason", "Reason", &self.reason);
        let fee = self.fee.unwrap_or(Cents::ZERO);
        let has_fee = fee != Cents::ZERO;
        let is_of_deposits = resolution == Some(Resolution::Deposits);
        if fee.is_negative() || fee > Cents::MAX || (has_fee && !is_of_deposits) {
            fields.add("fee", WRONG_FEE);
        }
        let given = self.deposit_ids.unwrap_or_default();
        if is_of_deposits && !(1..=MAX_DEPOSITS).contains(&given.len()) {
            fields.add("depositIds", WRONG_COUNT);
        }
        let needs_reason = resolution.is_some_and(Resolution::needs_reason);
        if needs_reason && matches!(reason, Some(None)) {
            fields.add("reason", lines::reason_missing());
        }
        let mut deposits: Vec<_> =
            given.iter().map(|id| GatewayDepositId::from_outside(id)).collect();
        deposits.sort_unstable();
        deposits.dedup();
        let (export, payout) = (self.export_id, self.payout_id);
        Ok(fields.finish(|| {
            let resolution = resolution?;
            let is = |wanted: &[Resolution]| wanted.contains(&resolution);
            Some(Matching {
                resolution,
                deposits: if is_of_deposits { deposits } else { Vec::new() },
                export: export
                    .filter(|_| is(&[Resolution::PayoutFile]))
                    .map(|id| PayoutExportId::from_outside(&id)),
                payout: payout
                    .filter(|_| is(&[Resolution::Payout, Resolution::PayoutReturned]))
                    .map(|id| PayoutId::from_outside(&id)),
                fee,
                reason: reason?.map(String::from),
            })
        })?)
    }
}

const WRONG_FEE: Message = Message::new(
    "A fee is deducted from deposits, and is not negative.",
    "Des frais se déduisent de dépôts et ne sont pas négatifs.",
);
const WRONG_COUNT: Message =
    Message::new("Please choose 1 to 100 deposits.", "Choisissez de 1 à 100 dépôts.");

/// Matches a bank line with what it pays.
///
/// The match is booked today. Repeating it changes nothing.
#[utoipa::path(put, path = "/Books/bank-lines/{id}/matched", tag = "Books", responses((status = OK, body = BankLine)))]
async fn match_bank_line(
    who: Can<KeepBank>,
    State(app): AppState,
    Path(id): Path<BankLineId>,
    extract::Json(form): extract::Json<BankLineForm>,
) -> Result<Json<BankLine>> {
    Ok(Json(lines::match_with(&app, &who.actor, id, form.check()?).await?.into()))
}

#[derive(Deserialize, ToSchema)]
struct BankLineReopeningForm {
    /// Reason, shown in the audit log.
    reason: Option<String>,
}

/// Reopens a matched bank line.
///
/// Its transfer is reversed, and the line can be matched again.
#[utoipa::path(put, path = "/Books/bank-lines/{id}/reopened", tag = "Books", responses((status = OK, body = BankLine)))]
async fn reopen_bank_line(
    who: Can<KeepBank>,
    State(app): AppState,
    Path(id): Path<BankLineId>,
    extract::Json(form): extract::Json<BankLineReopeningForm>,
) -> Result<Json<BankLine>> {
    let mut fields = Fields::default();
    let reason = fields.required::<Paragraphs<500>>("reason", "Reason", &form.reason);
    let reason = fields.finish(|| reason)?;
    Ok(Json(lines::reopen(&app, &who.actor, id, reason.into()).await?.into()))
}

/// The gateway, the bank account and the ledger of a period, by day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankReconciliation {
    /// Money that the gateway has not settled, at the end of the period.
    at_gateway: Cents,
    /// Settled money that has not arrived.
    in_transit: Cents,
    /// Balance of all bank accounts by matched lines, from the first imported statement on.
    in_bank: Cents,
    /// Fees of the gateway and the bank.
    fees: Cents,
    /// Payouts and refunds that have not left the bank account.
    payouts_on_their_way: Cents,
    /// Other money that the bank accounts received, less other money that they paid.
    other: Cents,
    /// Number of lines of all days that are not matched.
    open_lines: i64,
    /// Sum of these lines.
    open: Cents,
    /// Number of batches whose sums differ from their transactions.
    differing: u64,
    /// All bank accounts, the main one first.
    accounts: Vec<ReconciledAccount>,
    /// Days with movements, the newest first.
    days: Vec<ReconciledDay>,
}

/// Balance of one bank account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReconciledAccount {
    id: BankAccountId,
    /// Name in the chart of accounts.
    name: String,
    /// Balance by matched lines, at the end of the period.
    in_bank: Cents,
    /// Number of its lines of all days that are not matched.
    open_lines: i64,
    /// Sum of these lines.
    open: Cents,
}

/// Sums of a day. Amounts are positive if we receive money.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReconciledDay {
    /// Day in Toronto, or by the bank.
    day: BusinessDate,
    /// Net amount of the batches that the gateway settled.
    settled: Cents,
    /// Amount that the bank account received.
    received: Cents,
    /// Amount that left the bank account.
    paid: Cents,
    /// Number of lines of the day that are not matched.
    open_lines: i64,
    /// Sum of these lines.
    open: Cents,
    /// Change of the money in transit that was booked on the day.
    booked_transit: Cents,
    /// Change of the bank account that was booked on the day.
    booked_bank: Cents,
}

impl From<Reconciliation> for BankReconciliation {
    fn from(found: Reconciliation) -> BankReconciliation {
        let day = |(day, sums): (BusinessDate, reconciliation::Day)| ReconciledDay {
            day,
            settled: sums.settled,
            received: sums.received,
            paid: sums.paid,
            open_lines: sums.open_lines,
            open: sums.open,
            booked_transit: sums.booked_transit,
            booked_bank: sums.booked_bank,
        };
        let account = |one: reconciliation::AccountSums| ReconciledAccount {
            id: one.account.id,
            name: one.account.name,
            in_bank: one.in_bank,
            open_lines: one.open_lines,
            open: one.open,
        };
        BankReconciliation {
            at_gateway: found.at_gateway,
            in_transit: found.in_transit,
            in_bank: found.in_bank,
            fees: found.fees,
            payouts_on_their_way: found.payouts_on_their_way,
            other: found.other,
            open_lines: found.open_lines,
            open: found.open,
            differing: found.differing,
            accounts: found.accounts.into_iter().map(account).collect(),
            days: found.days.into_iter().rev().map(day).collect(),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct AccountQuery {
    /// Only the movements of this bank account in `days`.
    #[param(inline)]
    account_id: Option<BankAccountId>,
}

/// Compares the gateway, the bank and the ledger by day.
///
/// Without dates, it covers the current month. Balances are those of all bank accounts.
#[utoipa::path(get, path = "/Books/reconciliation", tag = "Books", responses((status = OK, body = BankReconciliation)))]
async fn read_reconciliation(
    _: Can<KeepBank>,
    State(app): AppState,
    page: extract::Page,
    Query(query): Query<AccountQuery>,
    Query(days): Query<DateFilter>,
) -> Result<Json<BankReconciliation>> {
    let days = days.range()?.or_this_month(&app.clock);
    let found = reconciliation::read(&app, days, query.account_id, page.language).await?;
    Ok(Json(found.into()))
}
