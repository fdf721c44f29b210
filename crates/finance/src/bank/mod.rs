//! The bank side of the books: deposits of the gateway on their way to the bank account, and the
//! lines of the account's statements.

pub mod actions;
pub mod api;
mod deposits;
mod entries;
pub mod errors;
mod lines;
mod reconciliation;
mod rules;
#[cfg(feature = "demo")]
pub mod seed;
mod statement_file;
mod statements;
mod store;

use access::auth::{Actor, Permission, Right};
use ledger::Rule;
use platform::jobs::{HOUR, Work};

pub use deposits::{count_differing, read_deposits};
pub use lines::count_open_until;

/// The right to import bank statements and to match their lines.
pub struct KeepBank;

impl Right for KeepBank {
    const PERMISSION: Permission = Permission::KeepBooks;
    type Scope = ();

    fn scope(_: &Actor) {}
}

pub fn add_work(work: Work) -> Work {
    work.every(HOUR, "read the gateway's deposits", deposits::read_deposits)
}

/// Returns the rules that deposits and lines of the bank must satisfy.
pub fn rules() -> Vec<Rule> {
    store::RULES.to_vec()
}
