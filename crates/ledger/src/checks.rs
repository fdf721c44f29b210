//! Rules that the ledger's rows must satisfy at every moment, and the queries that find rows that
//! break them.

use std::fmt;

use db::Tx;

use super::store::checks;
use kernel::{money::Cents, timestamp::Timestamp};
use platform::error::Result;

/// Row that breaks a rule: the name of the rule, the id of the row, and a description of the
/// problem.
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

/// Number of cards and sum of their balances, printed after a check of the books.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    pub cards: i64,
    /// Sum of all card balances.
    pub outstanding: Cents,
}

pub fn summary(tx: &mut Tx<'_>) -> Result<Summary> {
    checks::summary(tx)
}

/// Rule that all rows of a table must satisfy, with the SQL that finds the rows that break it.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub name: &'static str,
    /// SQL that returns the id, the problem and the owner of each row that breaks the rule.
    /// `{rows}` is replaced by the table, or by a subset of its rows that was read first. `{each}` is
    /// replaced by the table or a subquery, for rows whose subqueries a cluster runs beside them. What
    /// the rows need of a table with another distribution column is read first, in a WITH clause: the
    /// machines of a cluster can't join rows of each other.
    pub breaking: &'static str,
    pub table: &'static str,
    /// Columns that identify a row, so that a second check can read this row alone.
    pub key: KeyedBy,
    /// Column with the creation time of the table's rows.
    pub made: &'static str,
    /// Column with the time of the row's last change, for checks of recently changed rows only.
    pub touched: &'static str,
}

/// Columns that identify a single row, so that a second check does not read the whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyedBy {
    /// The owner in `vendor_id` and the row's id in `id`.
    Vendor,
    /// The owner in `vendor_id` and the id of the row's card in `card_id`.
    CardOfVendor,
    /// The owner in `person_id` and the row's id in `id`.
    Person,
    /// A single column identifies the row. The rule's SQL returns the value of this column as the
    /// owner of the row.
    Column(&'static str),
    /// Like [`KeyedBy::Column`], for a row that the rule compares with a sum over very many rows
    /// that never change. A second check does not compute the sum again, because that takes too
    /// long in large books.
    SumOf(&'static str),
}

/// Row that breaks a rule, with the owner of the row. Owner and id together identify the row for a
/// second check.
#[derive(Clone, Debug)]
pub struct Found {
    pub breach: Breach,
    pub owner: String,
}

/// Subset of a table's rows that a check covers.
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

/// Checks a single row again, identified by its owner and id. Returns `None` if the row no longer
/// breaks the rule.
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
