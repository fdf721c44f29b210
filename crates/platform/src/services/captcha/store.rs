//! Records used captcha challenges, so that each is accepted only once.

use std::time::Duration;

use db::{Tx, params};

use super::altcha::Solved;
use kernel::timestamp::Timestamp;

use crate::error::Result;

/// Time for which used challenges are kept after they expire. Another node's clock may be behind,
/// so that node might still accept them.
const KEPT: Duration = Duration::from_secs(3600);
/// Number of expired rows that are deleted for each new row. It is more than one, so that a table
/// with many expired rows shrinks.
const SWEPT: i64 = 20;

/// Records the use of a challenge. Returns true for the first use only, even if several uses are
/// concurrent.
pub fn use_once(tx: &mut Tx<'_>, now: Timestamp, solved: &Solved) -> Result<bool> {
    sweep(tx, now.minus(KEPT))?;
    let inserted = tx.execute(
        "INSERT INTO used_captcha (nonce, expires_at) VALUES ($1, $2)
         ON CONFLICT (nonce) DO NOTHING",
        params![solved.nonce, solved.expires_at],
    )?;
    Ok(inserted == 1)
}

fn sweep(tx: &mut Tx<'_>, before: Timestamp) -> Result<()> {
    let expired = format!(
        "SELECT nonce FROM used_captcha WHERE expires_at < $1 ORDER BY expires_at, nonce LIMIT $2{}",
        tx.engine().skip_locked()
    );
    let sql =
        format!("DELETE FROM used_captcha WHERE {}", tx.engine().is_one_of("nonce", &expired));
    tx.later(&sql, params![before, SWEPT])?;
    Ok(())
}
