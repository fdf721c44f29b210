//! Reads and writes the rows of buckets, which count attempts.

use std::collections::{BTreeMap, BTreeSet};

use db::{Ask, ToValue, Tx, Value, params, rows};

use super::Level;
use kernel::timestamp::Timestamp;

use crate::error::Result;

/// Locks a bucket until the transaction ends, and returns its level. Creates a missing bucket, so
/// that two concurrent first attempts wait for each other. One statement creates and locks the
/// bucket, because another transaction may delete it between two statements.
pub fn lock(tx: &mut Tx<'_>, bucket: &str, now: Timestamp) -> Result<Level> {
    let empty = Level { used_up: 0, updated_at: now };
    let found = tx.ask(lock_all(&BTreeSet::from([bucket]), now))?.remove(bucket);
    Ok(found.unwrap_or(empty))
}

/// Locks several buckets in one statement and returns their levels. The buckets are locked in
/// sorted order, which prevents deadlocks.
pub fn lock_all(
    buckets: &BTreeSet<&str>,
    now: Timestamp,
) -> impl Ask<Answer = BTreeMap<String, Level>> + use<> {
    let places: Vec<String> =
        (0..buckets.len()).map(|place| format!("(${}, 0, $1)", place + 2)).collect();
    let sql = format!(
        "INSERT INTO token_bucket (bucket, used_up, updated_at) VALUES {}
         ON CONFLICT (bucket) DO UPDATE SET used_up = token_bucket.used_up
         RETURNING bucket, used_up, updated_at",
        places.join(", ")
    );
    let mut values = params![now].to_vec();
    values.extend(buckets.iter().map(|bucket| bucket.to_value()));
    rows(sql, &values).map(by_name)
}

/// Reads the levels of those buckets that exist.
pub fn find_all(buckets: &[&str]) -> impl Ask<Answer = BTreeMap<String, Level>> + use<> {
    let places = db::places(1..=buckets.len());
    let sql =
        format!("SELECT bucket, used_up, updated_at FROM token_bucket WHERE bucket IN ({places})");
    let names: Vec<Value<'_>> = buckets.iter().map(ToValue::to_value).collect();
    rows(sql, &names).map(by_name)
}

fn by_name(rows: Vec<(String, i64, Timestamp)>) -> BTreeMap<String, Level> {
    let level = |(bucket, used_up, updated_at)| (bucket, Level { used_up, updated_at });
    rows.into_iter().map(level).collect()
}

/// Deletes up to `limit` buckets that were last changed before `time`. Returns the number deleted.
pub fn sweep(tx: &mut Tx<'_>, time: Timestamp, limit: i64) -> Result<u64> {
    let old = format!(
        "SELECT bucket FROM token_bucket WHERE updated_at < $1 ORDER BY updated_at, bucket LIMIT $2{}",
        tx.engine().skip_locked()
    );
    let sql = format!("DELETE FROM token_bucket WHERE {}", tx.engine().is_one_of("bucket", &old));
    Ok(tx.execute(&sql, params![time, limit])?)
}

pub fn put(tx: &mut Tx<'_>, bucket: &str, used_up: i64, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE token_bucket SET used_up = $1, updated_at = $2 WHERE bucket = $3",
        params![used_up, now, bucket],
    )?;
    Ok(())
}

pub fn delete(tx: &mut Tx<'_>, bucket: &str) -> Result<()> {
    tx.later("DELETE FROM token_bucket WHERE bucket = $1", params![bucket])?;
    Ok(())
}
