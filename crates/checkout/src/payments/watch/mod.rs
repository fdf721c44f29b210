//! Issued charges that are asked about at the gateway until they can't be disputed any more: it sends no webhook for a dispute,
//! and buyers dispute after weeks. Each charge has the moment at which it is due, which only an answer moves.

mod rules;
mod store;

use db::Tx;

use super::{AttemptKey, State};
use kernel::{ids::AttemptId, timestamp::Timestamp};
use platform::error::Result;

pub use rules::{WATCHED_FOR, budget_of_run, first_due};
pub use store::WatchedCharge;

use rules::{next_due, pause_after};

/// Begins to watch charges that were issued before charges were watched, or by an older program; how many they are.
pub fn begin_watching(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::begin(tx, now, now.minus(WATCHED_FOR), limit)
}

/// Charges that are due and that no node is asking about, the longest overdue first.
pub fn list_due(
    tx: &mut Tx<'_>,
    now: Timestamp,
    is_spent: bool,
    limit: i64,
) -> Result<Vec<WatchedCharge>> {
    store::due(tx, now, is_spent, limit)
}

/// Takes a charge until a moment, so that no other node asks about it. False when another node has taken it.
pub fn take(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charge: &WatchedCharge,
    until: Timestamp,
) -> Result<bool> {
    store::take(tx, now, charge, until)
}

/// Gives a charge back that was taken and not asked about: it keeps its place.
pub fn release(tx: &mut Tx<'_>, charge: &WatchedCharge, until: Timestamp) -> Result<()> {
    store::release(tx, charge, until)
}

/// Records that the gateway has answered. `is_known`: it said how the charge stands.
pub fn record_answer(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charge: &WatchedCharge,
    is_known: bool,
) -> Result<()> {
    store::answer(tx, charge, is_known.then_some(now), next_due(charge.sent_at, now))
}

/// Records that the gateway gave no answer: the charge waits, and the others are asked about meanwhile.
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

/// Never asks the gateway about a charge that the demo made up, since the gateway does not know it.
pub fn exclude(tx: &mut Tx<'_>, charge: AttemptKey, at: Timestamp) -> Result<()> {
    store::exclude(tx, charge, at)
}

/// Records whether anything is left on the cards of a charge.
pub fn set_spent(tx: &mut Tx<'_>, charge: AttemptKey, is_spent: bool) -> Result<()> {
    store::set_spent(tx, charge, is_spent)
}

/// The charge that has been due for the longest time, and since when.
pub fn longest_due(tx: &mut Tx<'_>) -> Result<Option<(AttemptId, Timestamp)>> {
    store::longest_due(tx)
}

impl WatchedCharge {
    pub fn key(&self) -> AttemptKey {
        AttemptKey { person: self.person_id, id: self.id }
    }

    /// Whether the gateway may still say something new of it. A dispute may also be won, or take what the bank has refunded.
    pub fn can_change(&self) -> bool {
        match self.state {
            State::Issued | State::Reversed => true,
            State::VoidPending | State::Voided => self.refunded.is_positive(),
            _ => false,
        }
    }
}
