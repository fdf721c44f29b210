//! Statement of a vendor or charity: the amounts payable at the start and the end of a period, and
//! the changes between them.

use db::Tx;

use super::{Account, Books, TransferKind, store::payees};
use kernel::{dates::BusinessDate, ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

/// Vendor or charity that receives payouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payee {
    Vendor(TenantId),
    Charity(TenantId),
}

impl Payee {
    pub fn account(self) -> Account {
        match self {
            Payee::Vendor(vendor) => Account::VendorPayable(vendor),
            Payee::Charity(charity) => Account::CharityPayable(charity),
        }
    }

    /// Returns the books in which this payee's payouts are recorded. A charity's payouts are in the
    /// platform's books, because its earnings come from many vendors.
    pub fn books(self) -> Books {
        match self {
            Payee::Vendor(vendor) => Books::Vendor(vendor),
            Payee::Charity(_) => Books::Platform,
        }
    }
}

db::row! {
    /// Amounts payable to a payee at the start and the end of a period, and now.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct AccountSums {
        pub opening: Cents,
        pub closing: Cents,
        pub now: Cents,
        /// Change of the payable amount by payouts after the period. Negative, unless more payouts
        /// were reversed than made.
        pub paid_since: Cents,
    }
}

db::row! {
    /// Change of a payee's account by the transfers of one kind in a period, with the shares that the
    /// same transfers moved. A reversal counts as the kind of transfer that it reverses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct AccountChange {
        pub kind: TransferKind,
        pub count: i64,
        pub amount: Cents,
        /// Amount that these transfers moved to charities.
        pub causes: Cents,
        /// Amount that these transfers moved to the platform.
        pub commission: Cents,
    }
}

/// Payee with a period: its start (inclusive) and its end (exclusive).
#[derive(Clone, Copy, Debug)]
pub struct PayeePeriod {
    pub payee: Payee,
    pub from: Timestamp,
    pub until: Timestamp,
}

/// Returns the day of the first entry on each payee's account, in the order of `payees`. `None` if
/// an account has no entries.
pub fn first_days_of(tx: &mut Tx<'_>, payees: &[Payee]) -> Result<Vec<Option<BusinessDate>>> {
    let (from, until) = (Timestamp::MIN, Timestamp::MAX);
    let all: Vec<_> =
        payees.iter().map(|payee| PayeePeriod { payee: *payee, from, until }).collect();
    let first = payees::first_moments(tx, &all)?;
    Ok(first.into_iter().map(|first| first.map(BusinessDate::of)).collect())
}

/// Range of creation times of the entries to sum. Entries older than [`LATE`](super::LATE) can no
/// longer change, so they can be summed before the payout is locked. Only newer entries have to be
/// summed under the lock.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub since: Timestamp,
    pub before: Timestamp,
}

impl Span {
    pub const ALL: Span = Span { since: Timestamp::MIN, before: Timestamp::MAX };

    pub fn before(before: Timestamp) -> Span {
        Span { before, ..Span::ALL }
    }

    pub fn since(since: Timestamp) -> Span {
        Span { since, ..Span::ALL }
    }
}

kernel::adds_up! { AccountSums { opening, closing, now, paid_since } }

/// Returns the amounts of each payee for its period, in the order of `payees`, summed over the
/// entries in `span` only. Takes few statements, whatever the number of payees.
pub fn sums_of_payees(
    tx: &mut Tx<'_>,
    payees: &[PayeePeriod],
    span: Span,
) -> Result<Vec<AccountSums>> {
    payees::sums(tx, payees, span)
}

/// Returns the changes of each payee's account in its period by kind of transfer, in the order of
/// `payees`.
pub fn changes_of_payees(
    tx: &mut Tx<'_>,
    payees: &[PayeePeriod],
) -> Result<Vec<Vec<AccountChange>>> {
    payees::changes(tx, payees)
}

/// Returns the amount payable to each payee for cards that were sold in its period, as of the end
/// of the period, in the order of `payees`.
pub fn owed_for_cards_sold(tx: &mut Tx<'_>, payees: &[PayeePeriod]) -> Result<Vec<Cents>> {
    payees::owed_for_cards_sold(tx, payees)
}
