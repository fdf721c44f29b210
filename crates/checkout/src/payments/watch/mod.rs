//! Scheduled checks of charges at the gateway, until they can't be disputed any more. The gateway
//! sends no webhook for disputes, which buyers may raise after weeks. A check that fails doesn't
//! change the due time of its charge, so that overdue charges can be reported.

mod rules;
mod store;

use db::Tx;

use super::{AttemptKey, State};
use kernel::{ids::AttemptId, timestamp::Timestamp};
use platform::error::Result;

pub use rules::{WATCHED_FOR, budget_of_run, first_due};
pub use store::WatchedCharge;

use rules::{next_due, pause_after};

/// Lists charges that are due for a check and that no node has reserved, longest overdue first.
/// `is_spent` selects charges whose cards have no balance left.
pub fn list_due(
    tx: &mut Tx<'_>,
    now: Timestamp,
    is_spent: bool,
    limit: i64,
) -> Result<Vec<WatchedCharge>> {
    store::due(tx, now, is_spent, limit)
}

/// Reserves a charge until the time `until`, so that no other node checks the charge. Returns false
/// if another node has reserved it first.
pub fn take(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charge: &WatchedCharge,
    until: Timestamp,
) -> Result<bool> {
    store::take(tx, now, charge, until)
}

/// Releases a reserved charge that was not checked. The due time of the charge doesn't change.
pub fn release(tx: &mut Tx<'_>, charge: &WatchedCharge, until: Timestamp) -> Result<()> {
    store::release(tx, charge, until)
}

/// Records that the gateway answered a check of a charge. `is_known` is false if the gateway
/// doesn't know the charge.
pub fn record_answer(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charge: &WatchedCharge,
    is_known: bool,
) -> Result<()> {
    store::answer(tx, charge, is_known.then_some(now), next_due(charge.sent_at, now))
}

/// Records that the gateway didn't answer a check. The charge is checked again after a pause.
pub fn record_failure(tx: &mut Tx<'_>, now: Timestamp, charge: &WatchedCharge) -> Result<()> {
    store::fail(tx, charge, now.plus(pause_after(charge.watch_failures)))
}

/// Schedules checks of a charge from `due` on, unless checks are scheduled already.
pub fn watch_again(tx: &mut Tx<'_>, charge: AttemptKey, due: Timestamp) -> Result<()> {
    store::watch_again(tx, charge, due)
}

pub fn stop_watching(tx: &mut Tx<'_>, charge: AttemptKey) -> Result<()> {
    store::stop(tx, charge)
}

/// Excludes a charge of the demo data from the checks, because the gateway doesn't know the charge.
pub fn exclude(tx: &mut Tx<'_>, charge: AttemptKey, at: Timestamp) -> Result<()> {
    store::exclude(tx, charge, at)
}

/// Records whether the cards of a charge have no balance left.
pub fn set_spent(tx: &mut Tx<'_>, charge: AttemptKey, is_spent: bool) -> Result<()> {
    store::set_spent(tx, charge, is_spent)
}

/// Finds the charge with the earliest due time of a check, and returns it with that time.
pub fn longest_due(tx: &mut Tx<'_>) -> Result<Option<(AttemptId, Timestamp)>> {
    store::longest_due(tx)
}

impl WatchedCharge {
    pub fn key(&self) -> AttemptKey {
        AttemptKey { person: self.person_id, id: self.id }
    }

    /// Whether the gateway may still report a change of the charge. The dispute of a reversed
    /// charge may be won, and a new dispute may take amounts that our bank has refunded.
    pub fn can_change(&self) -> bool {
        match self.state {
            State::Issued | State::Reversed => true,
            State::VoidPending | State::Voided => self.refunded.is_positive(),
            _ => false,
        }
    }
}
