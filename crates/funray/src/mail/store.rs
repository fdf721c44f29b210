//! The rows of the demo's mailbox, as far as every program has to do with them.

use db::{Tx, params};

use crate::{error::Result, kernel::timestamp::Timestamp};

/// Throws away the first of the mails that were sent before this moment; how many that were.
pub fn delete_old(tx: &mut Tx<'_>, sent_before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "DELETE FROM demo_mail WHERE id IN
             (SELECT id FROM demo_mail WHERE sent_at < $1 ORDER BY sent_at, id LIMIT $2)",
        params![sent_before, limit],
    )?)
}
