//! Invariants of the ledger, which must hold for its rows at every moment.

use std::fmt;

use db::Tx;

use super::store::checks;
use kernel::{money::Cents, timestamp::Timestamp};
use platform::error::Result;

/// Invalid row: the rule that it breaks, and how.
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

/// Totals of the books.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    pub cards: i64,
    /// Sum of all card balances.
    pub outstanding: Cents,
}

pub fn summary(tx: &mut Tx<'_>) -> Result<Summary> {
    checks::summary(tx)
}

/// Rule about rows of a table, with the SQL that finds rows that break it.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub name: &'static str,
    /// SQL that returns the breaking rows: id, problem and owner. `{rows}` is replaced by the
    /// table, or by a part of it.
    pub breaking: &'static str,
    pub table: &'static str,
    /// Key by which a breaking row is found again.
    pub key: KeyedBy,
    /// Column with the creation time of the table's rows.
    pub made: &'static str,
    /// Column with the time since which the checked row may have changed.
    pub touched: &'static str,
}

/// Key of a single row, so that a second check does not read its whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyedBy {
    /// Owner in `vendor_id`, and the row's id.
    Vendor,
    /// Owner in `vendor_id`, and the row's `card_id`.
    CardOfVendor,
    /// Owner in `person_id`, and the row's id.
    Person,
    /// This column alone, whose value is returned as the owner.
    Column(&'static str),
    /// Like [`KeyedBy::Column`], for a row compared with a sum over very many rows that never
    /// change. The sum is not computed again, because in large books that takes too long for a
    /// second check.
    SumOf(&'static str),
}

/// Breach, with the owner that finds its row together with the id.
#[derive(Clone, Debug)]
pub struct Found {
    pub breach: Breach,
    pub owner: String,
}

/// Rows that a check covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    All,
    /// Rows created in a period (start inclusive, end exclusive).
    Made(Timestamp, Timestamp),
    TouchedSince(Timestamp),
}

pub const RULES: &[Rule] = &checks::ALL;

/// Returns the first rows that break a rule.
pub fn breaking(tx: &mut Tx<'_>, rule: Rule, rows: Rows) -> Result<Vec<Found>> {
    let found = checks::breaking(tx, rule, rows)?;
    Ok(found.into_iter().map(|row| row.named(rule)).collect())
}

/// Checks one row again by owner and id. Returns the breach if it still exists.
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
