//! SQL for the times of safeguards.

use db::{Tx, params};

use kernel::timestamp::Timestamp;

use crate::error::Result;

pub fn record(tx: &mut Tx<'_>, name: &str, at: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO safeguard (name, done_at) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at",
        params![name, at],
    )?;
    Ok(())
}

/// Returns the name and time of each safeguard, in order of the names.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<(String, Timestamp)>> {
    Ok(tx.rows("SELECT name, done_at FROM safeguard ORDER BY name", &[])?)
}
