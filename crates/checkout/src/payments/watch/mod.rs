//! Issued charges that are checked at the gateway until they can't be disputed any more. The
//! gateway sends no webhook for disputes, and buyers dispute after weeks. Each charge has a due
//! time, which only an answer moves.

mod rules;
mod store;

use db::Tx;

use super::{AttemptKey, State};
use kernel::{ids::AttemptId, timestamp::Timestamp};
use platform::error::Result;

pub use rules::{WATCHED_FOR, budget_of_run, first_due};
pub use store::WatchedCharge;

use rules::{next_due, pause_after};

/// Lists due charges that no node has reserved, the longest overdue first.
pub fn list_due(
    tx: &mut Tx<'_>,
    now: Timestamp,
    is_spent: bool,
    limit: i64,
) -> Result<Vec<WatchedCharge>> {
    store::due(tx, now, is_spent, limit)
}

/// Reserves a charge until a moment, so that no other node checks it. False if another node was
/// first.
pub fn take(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charge: &WatchedCharge,
    until: Timestamp,
) -> Result<bool> {
    store::take(tx, now, charge, until)
}

/// Releases a reserved charge that was not checked; it keeps its place.
pub fn release(tx: &mut Tx<'_>, charge: &WatchedCharge, until: Timestamp) -> Result<()> {
    store::release(tx, charge, until)
}

/// Records an answer of the gateway. `is_known`: it contained the state of the charge.
pub fn record_answer(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charge: &WatchedCharge,
    is_known: bool,
) -> Result<()> {
    store::answer(tx, charge, is_known.then_some(now), next_due(charge.sent_at, now))
}

/// Records that the gateway gave no answer; the charge is checked again after a pause.
pub fn record_failure(tx: &mut Tx<'_>, now: Timestamp, charge: &WatchedCharge) -> Result<()> {
    store::fail(tx, charge, now.plus(pause_after(charge.watch_failures)))
}

/// Watches a charge that may not have been watched before.
pub fn watch_again(tx: &mut Tx<'_>, charge: AttemptKey, due: Timestamp) -> Result<()> {
    store::watch_again(tx, charge, due)
}

pub fn stop_watching(tx: &mut Tx<'_>, charge: AttemptKey) -> Result<()> {
    store::stop(tx, charge)
}

/// Excludes a charge of the demo data from checks, because the gateway doesn't know it.
pub fn exclude(tx: &mut Tx<'_>, charge: AttemptKey, at: Timestamp) -> Result<()> {
    store::exclude(tx, charge, at)
}

/// Records whether the cards of a charge have no balance left.
pub fn set_spent(tx: &mut Tx<'_>, charge: AttemptKey, is_spent: bool) -> Result<()> {
    store::set_spent(tx, charge, is_spent)
}

/// Finds the charge that is overdue the longest, with its due time.
pub fn longest_due(tx: &mut Tx<'_>) -> Result<Option<(AttemptId, Timestamp)>> {
    store::longest_due(tx)
}

impl WatchedCharge {
    pub fn key(&self) -> AttemptKey {
        AttemptKey { person: self.person_id, id: self.id }
    }

    /// Whether the gateway may still report a change. Disputes of reversed charges may be won, and may take what the bank has refunded.
    pub fn can_change(&self) -> bool {
        match self.state {
            State::Issued | State::Reversed => true,
            State::VoidPending | State::Voided => self.refunded.is_positive(),
            _ => false,
        }
    }
}
