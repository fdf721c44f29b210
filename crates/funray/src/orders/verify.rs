//! The invariants of orders: no cards without a charge, no charge without its cards.

use db::Tx;

use super::store::CHECKS;
use crate::{error::Result, ledger::Breach};

/// What is wrong, the first few rows of each kind.
pub fn breaches(tx: &mut Tx<'_>) -> Result<Vec<Breach>> {
    let mut found = Vec::new();
    for (rule, query) in CHECKS {
        let rows: Vec<(String, String)> = tx.rows(query, &[])?;
        found.extend(rows.into_iter().map(|(row, problem)| Breach { rule, row, problem }));
    }
    Ok(found)
}
