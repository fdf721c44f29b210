//! SQL for the facts about companies that were entered on screen.

use db::{Tx, params};

use crate::{config::CompanyFacts, error::Result};

pub fn all(tx: &mut Tx<'_>) -> Result<CompanyFacts> {
    let rows: Vec<(String, String, String)> =
        tx.rows("SELECT brand, name, value FROM company_fact ORDER BY brand, name", &[])?;
    Ok(rows.into_iter().map(|(brand, name, value)| ((brand, name), value)).collect())
}

pub fn put(tx: &mut Tx<'_>, brand: &str, name: &str, value: &str) -> Result<()> {
    tx.later(
        "INSERT INTO company_fact (brand, name, value) VALUES ($1, $2, $3)
         ON CONFLICT (brand, name) DO UPDATE SET value = excluded.value",
        params![brand, name, value],
    )?;
    Ok(())
}
