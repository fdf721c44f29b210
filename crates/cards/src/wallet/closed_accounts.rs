//! What stays of cards when an account is closed: they are money, and are used by number and code from then on.

use db::Tx;

use kernel::{
    ids::PersonId,
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::error::Result;

use super::store;
use crate::card::CardRow;

/// What somebody still has on cards.
#[derive(Clone, Copy, Debug)]
pub struct RemainingCards {
    /// Cards of their own that have something on them.
    pub cards: i64,
    pub balance: Cents,
    /// Gifts of theirs that nobody has claimed yet: these are their recipients'.
    pub unclaimed_gifts: i64,
}

pub fn left_of(tx: &mut Tx<'_>, person: PersonId) -> Result<RemainingCards> {
    let (cards, balance) = store::left_of(tx, person)?;
    let unclaimed_gifts = store::count_unclaimed(tx, person)?;
    Ok(RemainingCards { cards, balance, unclaimed_gifts })
}

/// The cards of somebody that have something on them.
pub fn list_spendable(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Page<CardRow>> {
    let rows = store::list_spendable(tx, person, page)?;
    Page::counted(rows, page, || Ok(store::left_of(tx, person)?.0.unsigned_abs()))
}

/// Erases what cards say of somebody whose account has just been closed.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::forget(tx, person)
}

/// Erases the recipients of some gifts of closed accounts whom nobody has to reach any more; how many that were.
pub fn forget_recipients(tx: &mut Tx<'_>, spent_before: Timestamp, limit: i64) -> Result<u64> {
    store::forget_recipients(tx, spent_before, limit)
}
