//! The buckets' rows.

use std::collections::{BTreeMap, BTreeSet};

use db::{Ask, ToValue, Tx, Value, params, rows};

use super::Level;
use kernel::timestamp::Timestamp;

use crate::error::Result;

/// The bucket as it stands, locked until the transaction ends; an empty one is made when there is none, so that two first
/// tries at once wait for each other too. Found and locked in one go: between two statements somebody else may empty it.
pub fn lock(tx: &mut Tx<'_>, bucket: &str, now: Timestamp) -> Result<Level> {
    let empty = Level { used_up: 0, updated_at: now };
    let found = tx.ask(lock_all(&BTreeSet::from([bucket]), now))?.remove(bucket);
    Ok(found.unwrap_or(empty))
}

/// The same of several buckets in one go. Always in this order, so that nobody waits for somebody who waits for them.
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

/// Buckets as they stand, without those that there are none of.
pub fn find_all(buckets: &[&str]) -> impl Ask<Answer = BTreeMap<String, Level>> + use<> {
    let places: Vec<String> = (1..=buckets.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT bucket, used_up, updated_at FROM token_bucket WHERE bucket IN ({})",
        places.join(", ")
    );
    let names: Vec<Value<'_>> = buckets.iter().map(ToValue::to_value).collect();
    rows(sql, &names).map(by_name)
}

fn by_name(rows: Vec<(String, i64, Timestamp)>) -> BTreeMap<String, Level> {
    let level = |(bucket, used_up, updated_at)| (bucket, Level { used_up, updated_at });
    rows.into_iter().map(level).collect()
}

/// Removes the first of the buckets that were last touched before `time`; how many that were.
pub fn sweep(tx: &mut Tx<'_>, time: Timestamp, limit: i64) -> Result<u64> {
    let sql = format!(
        "DELETE FROM token_bucket WHERE bucket IN
             (SELECT bucket FROM token_bucket WHERE updated_at < $1 ORDER BY updated_at, bucket LIMIT $2{})",
        tx.engine().skip_locked()
    );
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
