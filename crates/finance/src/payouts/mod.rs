//! Payouts: payments of the amounts payable to vendors and charities for a period. A run drafts a
//! payout for each payee. An administrator who neither drafted it nor entered the bank account approves
//! it. It is sent to the bank in a file and ends as paid or failed. While a payee's payouts are paused,
//! none is drafted, approved or sent.

pub mod actions;
pub mod api;
mod approval;
mod bank_file;
mod changes;
mod drafts;
pub mod errors;
pub mod exports;
pub mod failures;
mod file_outcome;
pub mod hold_back;
pub mod letters;
pub mod next;
mod notices;
pub mod pauses;
mod rules;
pub mod runs;
pub mod sealed;
mod statements;
mod store;
pub mod terms;

use db::Tx;

use access::{
    audit::{Action, Entry, Subject},
    auth::{Actor, Permission, Right, TenantKind, second_person::Decision},
};
use kernel::ids::{PayoutId, PersonId, TenantId};
use ledger::{Books, Payee, Rule};
use platform::error::Result;

use actions::PAYOUT;
pub use store::{Filter, PayoutRow, PayoutState, under_way::OpenPayouts};

/// Maximum number of payouts that are changed in one transaction, so that sales don't wait for long.
const CHANGED_AT_ONCE: usize = 128;

/// Right to prepare, approve and end payouts.
pub struct ManageRight;

impl Right for ManageRight {
    const PERMISSION: Permission = Permission::ManagePayouts;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Returns the decision about a payout or bank file on which these administrators worked before.
fn decision_after(first: impl IntoIterator<Item = PersonId>) -> Decision {
    Decision::of_platform(Permission::ManagePayouts).excluding(first)
}

/// Returns the rules that the rows of payouts must satisfy.
pub fn rules() -> Vec<Rule> {
    store::RULES.to_vec()
}

fn payee_of(kind: TenantKind, tenant: TenantId) -> Payee {
    match kind {
        TenantKind::Vendor => Payee::Vendor(tenant),
        TenantKind::Charity => Payee::Charity(tenant),
    }
}

fn entry(action: Action, id: PayoutId, tenant: TenantId) -> Entry {
    Entry::new(action, Subject::of(PAYOUT, id)).tenant(tenant)
}

/// Counts open payouts: drafted ones, and approved ones that are not confirmed as paid.
pub fn count_open(tx: &mut Tx<'_>) -> Result<OpenPayouts> {
    store::under_way::count(tx)
}

/// Returns the number of reported failures that no second administrator has confirmed or rejected,
/// and the id of the first such payout.
pub fn failures_reported(tx: &mut Tx<'_>) -> Result<(u64, Option<PayoutId>)> {
    store::under_way::failures_reported(tx)
}

/// Primary key of a payout: the books of its payee, and its id.
type RowKey = (Books, PayoutId);
