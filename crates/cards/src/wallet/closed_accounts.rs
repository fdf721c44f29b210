//! Cards of closed accounts: they keep their balance and remain valid by number and code.

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

/// A person's cards at the time when they close their account.
#[derive(Clone, Copy, Debug)]
pub struct RemainingCards {
    /// Number of the person's cards with a balance.
    pub cards: i64,
    pub balance: Cents,
    /// Number of the person's unclaimed gifts, which remain valid for the recipients.
    pub unclaimed_gifts: i64,
}

pub fn left_of(tx: &mut Tx<'_>, person: PersonId) -> Result<RemainingCards> {
    let (cards, balance) = store::left_of(tx, person)?;
    let unclaimed_gifts = store::count_unclaimed(tx, person)?;
    Ok(RemainingCards { cards, balance, unclaimed_gifts })
}

/// Lists a person's cards with a balance.
pub fn list_spendable(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Page<CardRow>> {
    let rows = store::list_spendable(tx, person, page)?;
    Page::counted(rows, page, || Ok(store::left_of(tx, person)?.0.unsigned_abs()))
}

/// Erases a person's data from cards after their account was closed.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::forget(tx, person)
}

/// Erases the recipients' data from up to `limit` gifts whose givers' accounts are closed, once the
/// recipients need no more emails about the gift. Returns the number of gifts.
pub fn forget_recipients(tx: &mut Tx<'_>, spent_before: Timestamp, limit: i64) -> Result<u64> {
    store::forget_recipients(tx, spent_before, limit)
}
