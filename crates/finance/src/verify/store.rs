//! SQL for the progress of the checks. The progress only tells where to resume. Decisions about
//! money never rely on it.

use std::collections::HashMap;

use db::{ToValue, Tx, params};

use kernel::timestamp::Timestamp;
use ledger::{Chain, Reached, Seal};
use platform::error::Result;

/// Returns the time up to which each check has found no breach, by name. `is_full` selects the
/// checks of all rows instead of those of new rows.
pub fn done_until(tx: &mut Tx<'_>, is_full: bool) -> Result<HashMap<String, Timestamp>> {
    let rows: Vec<(String, Timestamp)> = tx.rows(
        "SELECT name, done_until FROM check_run WHERE is_full = $1 AND done_until IS NOT NULL",
        params![is_full],
    )?;
    Ok(rows.into_iter().collect())
}

/// Returns the time up to which every check of new rows has found no breach. `None` if a check has
/// never succeeded.
pub fn checked_until(tx: &mut Tx<'_>) -> Result<Option<Timestamp>> {
    let (until,) = tx.one(
        "SELECT CASE WHEN count(*) = count(done_until) THEN MIN(done_until) END FROM check_run WHERE is_full = FALSE",
        &[],
    )?;
    Ok(until)
}

/// Returns the number of checks whose last run found a breach. Leaves out checks that have never
/// run without a breach.
pub fn count_failed(tx: &mut Tx<'_>) -> Result<i64> {
    let (count,) = tx.one(
        "SELECT count(*) FROM check_run WHERE done_until IS NOT NULL AND waiting_since > done_until",
        &[],
    )?;
    Ok(count)
}

/// Outcome of one attempt to run a check.
pub struct Run {
    pub name: String,
    pub is_full: bool,
    /// Whether the check ran to its end.
    pub is_made: bool,
    /// Whether the check found no breach.
    pub is_right: bool,
}

pub fn record_runs(tx: &mut Tx<'_>, runs: &[Run], now: Timestamp) -> Result<()> {
    for run in runs {
        let until = run.is_right.then_some(now);
        let sql = match run.is_made {
            true => {
                "INSERT INTO check_run (name, is_full, done_until, waiting_since) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (name, is_full) DO UPDATE
                 SET done_until = COALESCE(excluded.done_until, check_run.done_until), waiting_since = excluded.waiting_since"
            }
            false => {
                "INSERT INTO check_run (name, is_full, done_until, waiting_since) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (name, is_full) DO NOTHING"
            }
        };
        tx.later(sql, params![run.name, run.is_full, until, now])?;
    }
    Ok(())
}

/// Deletes the progress of checks that no longer exist. `names` are the checks that still exist.
pub fn forget_others(tx: &mut Tx<'_>, names: &[String]) -> Result<()> {
    let known: Vec<(String,)> =
        tx.rows("SELECT DISTINCT name FROM check_run ORDER BY name", &[])?;
    for (name,) in known.iter().filter(|(name,)| !names.contains(name)) {
        tx.later("DELETE FROM check_run WHERE name = $1", params![name])?;
    }
    Ok(())
}

/// Returns the checks that have not run since `new` (for checks of new rows) or since `full` (for
/// checks of all rows).
pub fn waiting_since(tx: &mut Tx<'_>, new: Timestamp, full: Timestamp) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = tx.rows(
        "SELECT name FROM check_run WHERE (is_full = FALSE AND waiting_since < $1) OR (is_full = TRUE AND waiting_since < $2)
         ORDER BY name, is_full",
        params![new, full],
    )?;
    Ok(rows.into_iter().map(|(name,)| name).collect())
}

/// Returns the time of the first transfer. `None` if the ledger is empty.
pub fn first_transfer(tx: &mut Tx<'_>) -> Result<Option<Timestamp>> {
    let (first,) = tx.one("SELECT MIN(created_at) FROM transfer", &[])?;
    Ok(first)
}

/// Returns the last intact position in each chain of a kind of rows.
pub fn checkpoints(tx: &mut Tx<'_>, chain: &Chain) -> Result<Vec<Reached>> {
    let rows: Vec<(String, i64, String)> = tx.rows(
        "SELECT owner_id, position, hash FROM seal_checkpoint WHERE chain = $1 ORDER BY owner_id",
        params![chain.word],
    )?;
    Ok(rows
        .into_iter()
        .map(|(owner, position, hash)| Reached {
            owner,
            seal: Seal { position, hash, ..Seal::start() },
        })
        .collect())
}

pub fn set_checkpoints(tx: &mut Tx<'_>, chain: &Chain, reached: &[Reached]) -> Result<()> {
    for some in db::pieces(reached) {
        let mut values = params![chain.word].to_vec();
        let mut rows = Vec::with_capacity(some.len());
        for Reached { owner, seal } in some {
            let first = values.len() + 1;
            rows.push(format!("(${first}, $1, ${}, ${})", first + 1, first + 2));
            values.extend([owner.to_value(), seal.position.to_value(), seal.hash.to_value()]);
        }
        tx.later(
            &format!(
                "INSERT INTO seal_checkpoint (owner_id, chain, position, hash) VALUES {}
                 ON CONFLICT (owner_id, chain) DO UPDATE SET position = excluded.position, hash = excluded.hash",
                rows.join(", ")
            ),
            &values,
        )?;
    }
    Ok(())
}
