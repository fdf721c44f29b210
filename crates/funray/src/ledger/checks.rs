//! The invariants of the ledger: what must be true of its rows at every moment.

use std::fmt;

use db::Tx;

use super::store::checks;
use crate::{
    error::Result,
    kernel::{money::Cents, timestamp::Timestamp},
};

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
    /// Where it says `{rows}` stand those that it looks at: its table, or some of it.
    pub breaking: &'static str,
    pub table: &'static str,
    /// The moment by which its rows are told apart.
    pub made: &'static str,
    /// The moment since which a row that it looks at may have changed.
    pub touched: &'static str,
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
pub fn breaking(tx: &mut Tx<'_>, rule: Rule, rows: Rows) -> Result<Vec<Breach>> {
    let found = checks::breaking(tx, rule, rows)?;
    Ok(found.into_iter().map(|(row, problem)| Breach { rule: rule.name, row, problem }).collect())
}
