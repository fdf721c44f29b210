//! Statement of a vendor or charity: the amount owed at the start and the end of a period, and the
//! changes between.

use db::Tx;

use super::{Account, Books, TransferKind, store::statements};
use kernel::{dates::BusinessDate, ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

/// Recipient of payouts.
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

    /// Returns the books with transfers of this payee only. A charity's earnings come from the
    /// books of many vendors.
    pub fn books(self) -> Books {
        match self {
            Payee::Vendor(vendor) => Books::Vendor(vendor),
            Payee::Charity(_) => Books::Platform,
        }
    }
}

db::row! {
    /// Amounts owed to a payee at several times.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct AccountSums {
        pub opening: Cents,
        pub closing: Cents,
        pub now: Cents,
        /// Paid out after the period. Negative, unless more was returned.
        pub paid_since: Cents,
    }
}

db::row! {
    /// Sum of one kind of transfers in a period. A reversal counts against the kind that it
    /// reverses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct StatementLine {
        pub kind: TransferKind,
        pub count: i64,
        pub amount: Cents,
    }
}

/// Returns the day on which a payee was first owed money.
pub fn first_day_of(tx: &mut Tx<'_>, payee: Payee) -> Result<Option<BusinessDate>> {
    Ok(statements::first_moment(tx, payee)?.map(BusinessDate::of))
}

/// Range of entries to sum. Entries older than [`LATE`](super::LATE) are read once, newer ones
/// again under a lock.
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

impl AccountSums {
    /// Adds the sums of two ranges.
    pub fn checked_add(self, other: AccountSums) -> Option<AccountSums> {
        Some(AccountSums {
            opening: self.opening.checked_add(other.opening)?,
            closing: self.closing.checked_add(other.closing)?,
            now: self.now.checked_add(other.now)?,
            paid_since: self.paid_since.checked_add(other.paid_since)?,
        })
    }
}

/// Sums a period (start inclusive, end exclusive) over the entries of a range.
pub fn sums_of(
    tx: &mut Tx<'_>,
    payee: Payee,
    period: (Timestamp, Timestamp),
    span: Span,
) -> Result<AccountSums> {
    statements::sums(tx, payee, period, span)
}

/// Returns the changes of the amount owed in a period. They sum to closing minus opening.
pub fn statement_lines(
    tx: &mut Tx<'_>,
    payee: Payee,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<StatementLine>> {
    statements::lines(tx, payee, from, until)
}

/// Returns the platform's shares of a vendor's sales since a time, without reversed sales.
pub fn platform_shares(tx: &mut Tx<'_>, vendor: TenantId, since: Timestamp) -> Result<Cents> {
    statements::platform_shares(tx, vendor, since)
}

/// Returns the amount owed to a payee for cards sold in a period, as of its end.
pub fn owed_for_cards_sold(
    tx: &mut Tx<'_>,
    payee: Payee,
    (from, until): (Timestamp, Timestamp),
) -> Result<Cents> {
    statements::owed_for_cards_sold(tx, payee, from, until)
}
