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
use kernel::months::BusinessMonth;
use platform::{app::App, error::Result};

use crate::{bank, taxes};

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
    /// Lines of bank statements until the end of the month that are not matched.
    BankLines,
    /// Deposits of the gateway whose sums differ from their transactions.
    Deposits,
}

/// Item of the checklist. It is done if nothing is open.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub kind: CheckKind,
    pub open: u64,
}

/// Returns the checklist of a month.
pub async fn checklist(app: &App, month: BusinessMonth) -> Result<Vec<Check>> {
    app.db.bulk().read(move |tx| checks(tx, month)).await
}

fn checks(tx: &mut Tx<'_>, month: BusinessMonth) -> Result<Vec<Check>> {
    let check = |kind, open| Check { kind, open };
    Ok(vec![
        check(CheckKind::Drafts, store::count_drafts(tx, month.last_day())?),
        check(CheckKind::HeldPayments, HELD.count(tx)?),
        check(CheckKind::Differences, reconciliation::OPEN.count(tx)?),
        check(CheckKind::Reversals, reversals::OPEN.count(tx)?),
        check(CheckKind::Verification, ledger::stops(tx)?.len() as u64),
        check(CheckKind::Tax, taxes::count_uncharged(tx, month.last_day())?),
        check(CheckKind::BankLines, bank::count_open_until(tx, month.last_day())?),
        check(CheckKind::Deposits, bank::count_differing(tx)?),
    ])
}
