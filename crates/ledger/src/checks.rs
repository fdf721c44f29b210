//! The invariants of the ledger: what must be true of its rows at every moment.

use std::fmt;

use db::Tx;

use super::store::checks;
use kernel::{money::Cents, timestamp::Timestamp};
use platform::error::Result;

/// A row that can't be: which rule it breaks, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    pub rule: &'static str,
    pub row: String,
    pub problem: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}: {}", self.rule, self.row, self.problem)
    }
}

/// How much there is in the books.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    pub cards: i64,
    /// What is still on all cards together.
    pub outstanding: Cents,
}

pub fn summary(tx: &mut Tx<'_>) -> Result<Summary> {
    checks::summary(tx)
}

/// What must be true of some rows, and the statement that gives those of them that break it, each with what is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub name: &'static str,
    /// `{rows}` is replaced by the rows that are checked: all of the table, or some of it. Its columns: the row's id, what is wrong
    /// with it, and the row's owner.
    pub breaking: &'static str,
    pub table: &'static str,
    /// How a row is found again.
    pub key: KeyedBy,
    /// The moment by which its rows are told apart.
    pub made: &'static str,
    /// The moment since which a row that it looks at may have changed.
    pub touched: &'static str,
}

/// The key by which one row is checked once more, without reading its whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyedBy {
    /// `vendor_id` is the owner; the id stands beside it.
    Vendor,
    /// `vendor_id` is the owner, and the row is known by its `card_id`.
    CardOfVendor,
    /// `person_id` is the owner; the id stands beside it.
    Person,
    /// The owner is the value of this column, which alone finds the row.
    Column(&'static str),
    /// Like [`KeyedBy::Column`], for a row that is compared with the sum of very many others, which nothing changes once it is there.
    /// The sum was of one moment; it is not added up again, because in large books that takes longer than a second look may.
    SumOf(&'static str),
}

/// A breach, and the owner that finds its row again together with its id.
#[derive(Clone, Debug)]
pub struct Found {
    pub breach: Breach,
    pub owner: String,
}

/// Which rows a check looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    All,
    /// Those that were made from one moment until before another.
    Made(Timestamp, Timestamp),
    TouchedSince(Timestamp),
}

pub const RULES: &[Rule] = &checks::ALL;

/// The first few rows that break a rule; nothing when all keep it.
pub fn breaking(tx: &mut Tx<'_>, rule: Rule, rows: Rows) -> Result<Vec<Found>> {
    let found = checks::breaking(tx, rule, rows)?;
    Ok(found.into_iter().map(|row| row.named(rule)).collect())
}

/// Checks one row again, found by its owner and id: the breach, if it still breaks the rule.
pub fn breaking_again(
    tx: &mut Tx<'_>,
    rule: Rule,
    owner: &str,
    breach: &Breach,
) -> Result<Option<Breach>> {
    if let KeyedBy::SumOf(_) = rule.key {
        checks::require_row(tx, rule, owner, &breach.row)?;
        return Ok(Some(breach.clone()));
    }
    let again = checks::breaking_row(tx, rule, owner, &breach.row)?;
    Ok(again.map(|row| row.named(rule).breach))
}
