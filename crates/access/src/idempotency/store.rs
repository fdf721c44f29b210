//! SQL for rows of calls with an idempotency key.

use db::{Tx, params};

use kernel::{
    ids::{PersonId, SessionId},
    timestamp::Timestamp,
};
use ledger::Books;
use platform::error::Result;

db::row! {
    /// Earlier call with an idempotency key: the hash of its request, and its reply.
    pub struct Stored {
        pub request_hash: String,
        pub reply: String,
    }
}

/// Inserts a call with its key. If a concurrent call has inserted the same key, the transaction
/// runs again and finds the row of that call.
pub fn insert(
    tx: &mut Tx<'_>,
    books: Books,
    person: PersonId,
    key: &str,
    stored: &Stored,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO idempotency (vendor_id, person_id, key, request_hash, reply, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![books, person, key, stored.request_hash, stored.reply, now],
    )?;
    Ok(())
}

/// Locks the person's sessions until the transaction ends, so that calls of the same person run one
/// after the other. The person's own row would be no good lock: a cluster has a copy of it on every
/// machine, and lets only one transaction at a time lock rows of such a table.
pub fn lock_calls(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    let sql = format!(
        "SELECT id FROM session WHERE person_id = $1 ORDER BY id{}",
        tx.engine().for_update()
    );
    let _: Vec<(SessionId,)> = tx.rows(&sql, params![person])?;
    Ok(())
}

/// Finds an earlier call by person and key. The vendor is not compared, because earlier releases
/// did not store it.
pub fn find(tx: &mut Tx<'_>, person: PersonId, key: &str) -> Result<Option<Stored>> {
    let sql =
        format!("SELECT {} FROM idempotency WHERE person_id = $1 AND key = $2", Stored::COLUMNS);
    Ok(tx.first(&sql, params![person, key])?)
}

/// Deletes up to `limit` calls made before `time`. Returns the number deleted.
pub fn sweep(tx: &mut Tx<'_>, time: Timestamp, limit: i64) -> Result<u64> {
    let sql = format!(
        "DELETE FROM idempotency WHERE (person_id, key) IN
             (SELECT person_id, key FROM idempotency WHERE created_at < $1
              ORDER BY created_at, person_id, key LIMIT $2{})",
        tx.engine().skip_locked()
    );
    Ok(tx.execute(&sql, params![time, limit])?)
}
