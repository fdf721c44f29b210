//! `/Books/bank-accounts`: the platform's bank accounts.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{
    super::{
        bank_accounts::{self, Wanted},
        chart::{AccountName, AccountNumber},
    },
    KeepBooks,
};
use access::auth::Can;
use kernel::{fields::Fields, ids::BankAccountId};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_bank_accounts))
        .routes(routes!(add_bank_account))
        .routes(routes!(change_bank_account))
}

/// Bank account of the platform.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankAccount {
    id: BankAccountId,
    /// Number in the chart of accounts.
    number: String,
    /// Name in the chart of accounts.
    name: String,
    /// Whether the gateway's deposits arrive there. One account has them.
    takes_deposits: bool,
    /// Whether new bank files of payouts leave it. They leave one account.
    pays_payouts: bool,
}

/// Bank accounts of the platform.
#[derive(Serialize, ToSchema)]
struct BankAccounts {
    /// All accounts, the main one first.
    items: Vec<BankAccount>,
}

impl BankAccounts {
    fn of(accounts: Vec<bank_accounts::BankAccount>) -> Json<BankAccounts> {
        let account = |one: bank_accounts::BankAccount| {
            let bank_accounts::BankAccount { id, number, name, takes_deposits, pays_payouts } = one;
            BankAccount { id, number, name, takes_deposits, pays_payouts }
        };
        Json(BankAccounts { items: accounts.into_iter().map(account).collect() })
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankAccountForm {
    /// At most 10 letters, digits, dots and hyphens. No two accounts of the chart have the same number.
    number: Option<String>,
    /// Name in the chart of accounts, different from all others.
    name: Option<String>,
    /// Whether the gateway's deposits arrive there from now on. Another account loses them.
    #[serde(default)]
    takes_deposits: bool,
    /// Whether new bank files of payouts leave it from now on. They no longer leave another account.
    #[serde(default)]
    pays_payouts: bool,
}

impl BankAccountForm {
    fn check(&self) -> Result<Wanted> {
        let mut fields = Fields::default();
        let number = fields.required::<AccountNumber>("number", "Number", &self.number);
        let name = fields.required::<AccountName>("name", "Name", &self.name);
        let (number, name) = fields.finish(|| number.zip(name))?;
        let (takes_deposits, pays_payouts) = (self.takes_deposits, self.pays_payouts);
        Ok(Wanted { number, name, takes_deposits, pays_payouts })
    }
}

/// Lists the platform's bank accounts.
///
/// There is always a main one, which has no statement, deposit or bank file less if others are added.
#[utoipa::path(get, path = "/Books/bank-accounts", tag = "Books", responses((status = OK, body = BankAccounts)))]
async fn list_bank_accounts(
    _: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
) -> Result<Json<BankAccounts>> {
    Ok(BankAccounts::of(bank_accounts::list(&app, page.language).await?))
}

/// Adds a bank account.
///
/// Repeating it changes nothing.
#[utoipa::path(post, path = "/Books/bank-accounts", tag = "Books", responses((status = OK, body = BankAccounts)))]
async fn add_bank_account(
    who: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
    extract::Json(form): extract::Json<BankAccountForm>,
) -> Result<Json<BankAccounts>> {
    let added = bank_accounts::add(&app, &who.actor, form.check()?, page.language).await?;
    Ok(BankAccounts::of(added))
}

/// Changes a bank account.
///
/// An account keeps the deposits and the payouts until another one gets them.
#[utoipa::path(put, path = "/Books/bank-accounts/{id}", tag = "Books", responses((status = OK, body = BankAccounts)))]
async fn change_bank_account(
    who: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<BankAccountId>,
    extract::Json(form): extract::Json<BankAccountForm>,
) -> Result<Json<BankAccounts>> {
    let changed = bank_accounts::change(&app, &who.actor, id, form.check()?, page.language).await?;
    Ok(BankAccounts::of(changed))
}
