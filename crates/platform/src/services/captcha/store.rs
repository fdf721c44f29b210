//! The challenges that were solved and used.

use std::time::Duration;

use db::{Tx, params};

use super::altcha::Solved;
use kernel::timestamp::Timestamp;

use crate::error::Result;

/// Rows are kept for a while after their challenge has expired: another node's clock may be behind ours.
const KEPT: Duration = Duration::from_secs(3600);
/// How many old rows one new row takes with it. More than one, so that the table shrinks when it is quiet.
const SWEPT: i64 = 20;

/// Whether this is the first use. Of many at once, one is first.
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
    let sql = format!(
        "DELETE FROM used_captcha WHERE nonce IN (
             SELECT nonce FROM used_captcha WHERE expires_at < $1
             ORDER BY expires_at, nonce LIMIT $2{})",
        tx.engine().skip_locked()
    );
    tx.later(&sql, params![before, SWEPT])?;
    Ok(())
}
