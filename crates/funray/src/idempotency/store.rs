//! The rows of calls that were named by a key.

use db::{Tx, params};

use crate::{
    error::Result,
    kernel::{ids::PersonId, timestamp::Timestamp},
};

db::row! {
    pub struct Stored {
        pub request_hash: String,
        pub reply: String,
    }
}

/// True for the first who comes with this key. Others wait until that one has its reply, or has failed.
pub fn claim(
    tx: &mut Tx<'_>,
    person: PersonId,
    key: &str,
    request_hash: &str,
    now: Timestamp,
) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO idempotency (person_id, key, request_hash, reply, created_at) VALUES ($1, $2, $3, '', $4)
         ON CONFLICT (person_id, key) DO NOTHING",
        params![person, key, request_hash, now],
    )?;
    Ok(inserted == 1)
}

pub fn set_reply(tx: &mut Tx<'_>, person: PersonId, key: &str, reply: &str) -> Result<()> {
    tx.execute(
        "UPDATE idempotency SET reply = $1 WHERE person_id = $2 AND key = $3",
        params![reply, person, key],
    )?;
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, person: PersonId, key: &str) -> Result<Stored> {
    let sql =
        format!("SELECT {} FROM idempotency WHERE person_id = $1 AND key = $2", Stored::COLUMNS);
    Ok(tx.one(&sql, params![person, key])?)
}

/// Removes the first of those made before `time`; how many that were.
pub fn sweep(tx: &mut Tx<'_>, time: Timestamp, limit: i64) -> Result<u64> {
    let sql = format!(
        "DELETE FROM idempotency WHERE (person_id, key) IN
             (SELECT person_id, key FROM idempotency WHERE created_at < $1
              ORDER BY created_at, person_id, key LIMIT $2{})",
        tx.engine().skip_locked()
    );
    Ok(tx.execute(&sql, params![time, limit])?)
}
