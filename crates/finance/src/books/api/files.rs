//! `/Books/accounts` and `/Books/journal-file`: the chart of accounts, and files for accounting programs.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{
    super::{
        chart::{AccountName, AccountNumber, AccountType, ChartAccount},
        charts,
        journal_file::JournalFormat,
        summed::{self, MAX_TAX_RATE, USUAL_TAX_RATE},
    },
    KeepBooks,
};
use access::auth::Can;
use kernel::{
    fields::Fields, ids::BankAccountId, messages::Message, months::BusinessMonth, text::Line,
};
use ledger::AccountKind;
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
        .routes(routes!(list_book_accounts))
        .routes(routes!(map_book_account))
        .routes(routes!(read_journal_file))
}

/// The chart of accounts, sorted by number.
#[derive(Serialize, ToSchema)]
struct BookAccounts {
    /// All accounts.
    items: Vec<BookAccount>,
}

/// An account in the accountant's program.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BookAccount {
    /// Kind of account in the ledger.
    account: AccountKind,
    /// Bank account beside the main one, which `/Books/bank-accounts` names; null for all other accounts.
    #[schema(required)]
    bank_account_id: Option<BankAccountId>,
    /// Number of the account in the accountant's program.
    number: String,
    /// Name of the account in the accountant's program.
    name: String,
    /// Type of the account in a chart.
    account_type: AccountType,
    /// Whether an administrator mapped the account. Others have the usual number and name.
    is_mapped: bool,
}

impl BookAccounts {
    fn of(chart: Vec<ChartAccount>) -> BookAccounts {
        let account = |one: ChartAccount| {
            let ChartAccount { account, bank, number, name, account_type, is_mapped } = one;
            BookAccount { account, bank_account_id: bank, number, name, account_type, is_mapped }
        };
        BookAccounts { items: chart.into_iter().map(account).collect() }
    }
}

/// Lists the chart of accounts.
#[utoipa::path(get, path = "/Books/accounts", tag = "Books", responses((status = OK, body = BookAccounts)))]
async fn list_book_accounts(
    _: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
) -> Result<Json<BookAccounts>> {
    Ok(Json(BookAccounts::of(charts::list(&app, page.language).await?)))
}

#[derive(Deserialize, ToSchema)]
struct BookAccountForm {
    /// At most 10 letters, digits, dots and hyphens. No two accounts have the same number.
    number: Option<String>,
    /// Name as in the accountant's program. A colon separates a sub-account from its parent.
    name: Option<String>,
}

/// Maps an account to the accountant's program.
#[utoipa::path(put, path = "/Books/accounts/{account}", tag = "Books", responses((status = OK, body = BookAccounts)))]
async fn map_book_account(
    who: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
    Path(account): Path<AccountKind>,
    extract::Json(form): extract::Json<BookAccountForm>,
) -> Result<Json<BookAccounts>> {
    let mut fields = Fields::default();
    let number = fields.required::<AccountNumber>("number", "Number", &form.number);
    let name = fields.required::<AccountName>("name", "Name", &form.name);
    let (number, name) = fields.finish(|| number.zip(name))?;
    let chart = charts::map(&app, &who.actor, account, number, name, page.language).await?;
    Ok(Json(BookAccounts::of(chart)))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct JournalFileQuery {
    /// Month of the journal, such as `2026-03`.
    month: Option<String>,
    /// Program that imports the file.
    #[param(inline)]
    format: Option<JournalFormat>,
    /// Tax rate of each line, as it is called in Xero; `Tax Exempt` by default.
    tax_rate: Option<String>,
}

/// A file for an accounting program.
#[derive(Serialize, ToSchema)]
struct JournalFile {
    /// Name of the file.
    name: String,
    /// Text of the file.
    content: String,
}

/// Reads a month's summed journal as a file to import.
///
/// Each kind of transfer is one journal, dated on the last day of the month.
#[utoipa::path(get, path = "/Books/journal-file", tag = "Books", responses((status = OK, body = JournalFile)))]
async fn read_journal_file(
    _: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
    Query(query): Query<JournalFileQuery>,
) -> Result<Json<JournalFile>> {
    let mut fields = Fields::default();
    let month = fields.required::<BusinessMonth>("month", "Month", &query.month);
    let format = fields.present("format", "Format", query.format);
    let tax_rate = fields.optional::<Line<MAX_TAX_RATE>>("taxRate", "Tax rate", &query.tax_rate);
    let (month, (format, tax_rate)) = fields.finish(|| month.zip(format.zip(tax_rate)))?;
    let tax_rate = tax_rate.map_or_else(|| USUAL_TAX_RATE.to_owned(), String::from);
    if tax_rate.contains('"') {
        let message = Message::new("Please leave out quotes.", "Veuillez omettre les guillemets.");
        return Err(Fields::one("taxRate", message).into());
    }
    let file = summed::file(&app, month, format, tax_rate, page.language).await?;
    Ok(Json(JournalFile { name: file.name, content: file.content }))
}
