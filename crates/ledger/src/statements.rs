//! What a vendor or a charity is owed: what it was when a period began, why it changed, and what it was when it had ended.

use db::Tx;

use super::{Account, Books, TransferKind, store::statements};
use kernel::{dates::BusinessDate, ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

/// Who is owed something.
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

    /// Where transfers stand that are this payee's alone: what a charity is owed comes from the books of many vendors.
    pub fn books(self) -> Books {
        match self {
            Payee::Vendor(vendor) => Books::Vendor(vendor),
            Payee::Charity(_) => Books::Platform,
        }
    }
}

db::row! {
    /// What a payee was owed at some moments.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct AccountSums {
        pub opening: Cents,
        pub closing: Cents,
        pub now: Cents,
        /// What was paid out after the period: below zero, unless more came back.
        pub paid_since: Cents,
    }
}

db::row! {
    /// What the transfers of a kind added up to in a period. What was reversed counts against what it reverses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct StatementLine {
        pub kind: TransferKind,
        pub count: i64,
        pub amount: Cents,
    }
}

/// On which day a payee was first owed anything.
pub fn first_day_of(tx: &mut Tx<'_>, payee: Payee) -> Result<Option<BusinessDate>> {
    Ok(statements::first_moment(tx, payee)?.map(BusinessDate::of))
}

/// The span of entries that are added up. What is older than [`LATE`](super::LATE) is read once, and the rest again under a lock.
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
    /// The sums of two spans together.
    pub fn checked_add(self, other: AccountSums) -> Option<AccountSums> {
        Some(AccountSums {
            opening: self.opening.checked_add(other.opening)?,
            closing: self.closing.checked_add(other.closing)?,
            now: self.now.checked_add(other.now)?,
            paid_since: self.paid_since.checked_add(other.paid_since)?,
        })
    }
}

/// Sums of a period from its first moment until before another, made of the entries of a span.
pub fn sums_of(
    tx: &mut Tx<'_>,
    payee: Payee,
    period: (Timestamp, Timestamp),
    span: Span,
) -> Result<AccountSums> {
    statements::sums(tx, payee, period, span)
}

/// Why what a payee is owed changed in a period; the lines are the difference between its opening and its closing.
pub fn statement_lines(
    tx: &mut Tx<'_>,
    payee: Payee,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<StatementLine>> {
    statements::lines(tx, payee, from, until)
}

/// The platform's shares of a vendor's sales since a moment, less those of sales that were reversed.
pub fn platform_shares(tx: &mut Tx<'_>, vendor: TenantId, since: Timestamp) -> Result<Cents> {
    statements::platform_shares(tx, vendor, since)
}

/// What a payee is owed for cards that were sold in a period, as of its end.
pub fn owed_for_cards_sold(
    tx: &mut Tx<'_>,
    payee: Payee,
    (from, until): (Timestamp, Timestamp),
) -> Result<Cents> {
    statements::owed_for_cards_sold(tx, payee, from, until)
}
