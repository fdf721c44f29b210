//! The invariants of the ledger: what must be true of its rows at every moment.

use std::fmt;

use db::Tx;

use super::{seals, store::checks};
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
    pub transfers: i64,
    pub cards: i64,
    /// What is still on all cards together.
    pub outstanding: Cents,
    pub sealed: i64,
}

pub fn summary(tx: &mut Tx<'_>) -> Result<Summary> {
    checks::summary(tx)
}

/// What is wrong with the books, the first few rows of each kind; nothing when they are right.
pub fn breaches(tx: &mut Tx<'_>) -> Result<Vec<Breach>> {
    let mut found = Vec::new();
    for (rule, query) in checks::ALL {
        let rows: Vec<(String, String)> = tx.rows(query, &[])?;
        found.extend(rows.into_iter().map(|(row, problem)| Breach { rule, row, problem }));
    }
    found.extend(seals::first_broken(tx)?);
    Ok(found)
}
