//! The end of a month: a checklist before its books are closed, and the reopening of the last closed
//! month by two people.

pub mod actions;
pub mod api;
mod reopening;
mod store;

use db::Tx;
use serde::Serialize;
use utoipa::ToSchema;

use access::auth::{Actor, Permission, Right};
use checkout::{
    disputes::{reconciliation, reversals},
    payments::figures::HELD,
};
use kernel::{language::Language, months::BusinessMonth};
use platform::{app::App, error::Result};

use crate::{
    bank,
    books::bank_accounts::{self, BankAccount},
    taxes,
};

pub use reopening::{ReopeningRow, decision};

/// The right to close and reopen months.
pub struct KeepBooks;

impl Right for KeepBooks {
    const PERMISSION: Permission = Permission::KeepBooks;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Subject of a check before a month is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CheckKind {
    /// Payouts for the month, or for earlier days, that are drafted and not approved.
    Drafts,
    /// Payments that the gateway holds.
    HeldPayments,
    /// Differences between our records and the gateway's.
    Differences,
    /// Reversed charges that nobody has worked through.
    Reversals,
    /// Reasons for which money is stopped, because a check of the books failed.
    Verification,
    /// Vendors whose commission of the month is not taxed yet.
    Tax,
    /// Lines of a bank account until the end of the month that are not matched.
    BankLines,
    /// Deposits of the gateway whose sums differ from their transactions.
    Deposits,
}

/// Item of the checklist. It is done if nothing is open.
#[derive(Clone, Debug)]
pub struct Check {
    pub kind: CheckKind,
    pub open: u64,
    /// Bank account of the check, if there are several.
    pub bank_account: Option<String>,
}

/// Returns the checklist of a month.
pub async fn checklist(app: &App, month: BusinessMonth, language: Language) -> Result<Vec<Check>> {
    app.db.bulk().read(move |tx| checks(tx, month, language)).await
}

fn checks(tx: &mut Tx<'_>, month: BusinessMonth, language: Language) -> Result<Vec<Check>> {
    let check = |kind, open| Check { kind, open, bank_account: None };
    let mut checks = vec![
        check(CheckKind::Drafts, store::count_drafts(tx, month.last_day())?),
        check(CheckKind::HeldPayments, HELD.count(tx)?),
        check(CheckKind::Differences, reconciliation::OPEN.count(tx)?),
        check(CheckKind::Reversals, reversals::OPEN.count(tx)?),
        check(CheckKind::Verification, ledger::stops(tx)?.len() as u64),
        check(CheckKind::Tax, taxes::count_uncharged(tx, month.last_day())?),
    ];
    let accounts = bank_accounts::all(tx, language)?;
    let are_several = accounts.len() > 1;
    for BankAccount { id, name, .. } in accounts {
        let open = bank::count_open_until(tx, id, month.last_day())?;
        let bank_account = are_several.then_some(name);
        checks.push(Check { bank_account, ..check(CheckKind::BankLines, open) });
    }
    checks.push(check(CheckKind::Deposits, bank::count_differing(tx)?));
    Ok(checks)
}
