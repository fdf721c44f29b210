//! The invariants of the ledger: what must be true of its rows at every moment.

use std::fmt;

use db::Tx;

use super::store::checks;
use crate::{error::Result, kernel::money::Cents};

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

/// A rule, and the statement that gives the rows that break it, each with what is wrong.
pub type Rule = (&'static str, &'static str);

pub const RULES: &[Rule] = &checks::ALL;

/// The first few rows that break a rule; nothing when all keep it.
pub fn breaking(tx: &mut Tx<'_>, (rule, query): Rule) -> Result<Vec<Breach>> {
    let rows: Vec<(String, String)> = tx.rows(query, &[])?;
    Ok(rows.into_iter().map(|(row, problem)| Breach { rule, row, problem }).collect())
}
