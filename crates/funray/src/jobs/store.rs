//! The queue's rows.

use db::{Engine, Tx, Value, params};

use crate::{
    error::Result,
    id_type,
    kernel::{paging::PageRequest, timestamp::Timestamp},
};

id_type!(
    /// A job in the queue.
    JobId,
    "job"
);

db::row! {
    /// A job that this worker holds the lease of.
    pub struct Claimed {
        pub id: JobId,
        pub kind: String,
        pub payload: String,
        pub attempts: i64,
    }
}

/// What proves that a worker still holds a job.
#[derive(Clone, Debug)]
pub struct Lease(pub String);

pub fn insert(
    tx: &mut Tx<'_>,
    id: JobId,
    kind: &str,
    payload: &str,
    now: Timestamp,
    due: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO job (id, kind, payload, state, due_at, attempts, created_at)
         VALUES ($1, $2, $3, 'waiting', $4, 0, $5)",
        params![id, kind, payload, due, now],
    )?;
    Ok(())
}

pub fn is_waiting(tx: &mut Tx<'_>, kind: &str, payload: &str) -> Result<bool> {
    let found: Option<(JobId,)> = tx.first(
        "SELECT id FROM job WHERE state = 'waiting' AND kind = $1 AND payload = $2 ORDER BY id LIMIT 1",
        params![kind, payload],
    )?;
    Ok(found.is_some())
}

pub fn hurry(tx: &mut Tx<'_>, id: JobId, due: Timestamp) -> Result<bool> {
    let hurried = tx.execute(
        "UPDATE job SET due_at = CASE WHEN state = 'dead' OR due_at > $1 THEN $1 ELSE due_at END, state = 'waiting',
                attempts = CASE WHEN state = 'dead' THEN 0 ELSE attempts END
         WHERE id = $2 AND lease IS NULL",
        params![due, id],
    )?;
    Ok(hurried > 0)
}

pub fn delete(tx: &mut Tx<'_>, id: JobId) -> Result<()> {
    tx.execute("DELETE FROM job WHERE id = $1", params![id])?;
    Ok(())
}

pub fn delete_all(tx: &mut Tx<'_>) -> Result<()> {
    tx.execute("DELETE FROM job", &[])?;
    Ok(())
}

/// Takes up to `limit` due jobs of these kinds under a lease that ends at `until`.
pub fn claim(
    tx: &mut Tx<'_>,
    kinds: &[&'static str],
    limit: usize,
    now: Timestamp,
    lease: &Lease,
    until: Timestamp,
) -> Result<Vec<Claimed>> {
    let sql = format!(
        "SELECT {} FROM job
         WHERE state = 'waiting' AND due_at <= $1 AND kind IN ({})
         ORDER BY due_at, id LIMIT $2{}",
        Claimed::COLUMNS,
        placeholders(3, kinds.len()),
        Engine::skip_locked(tx.engine()),
    );
    let mut parameters = vec![Value::Int(now.as_micros()), Value::Int(limit as i64)];
    parameters.extend(kinds.iter().map(|kind| Value::Text((*kind).into())));
    let mut claimed: Vec<Claimed> = tx.rows(&sql, &parameters)?;
    for job in &mut claimed {
        job.attempts += 1;
        tx.execute(
            "UPDATE job SET due_at = $1, attempts = $2, lease = $3 WHERE id = $4",
            params![until, job.attempts, lease.0, job.id],
        )?;
    }
    Ok(claimed)
}

fn placeholders(from: usize, count: usize) -> String {
    (from..from + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

/// Says that the worker is still at it. False when the lease has gone to somebody else.
pub fn extend(tx: &mut Tx<'_>, id: JobId, lease: &Lease, until: Timestamp) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE job SET due_at = $1 WHERE id = $2 AND lease = $3 AND state = 'waiting'",
        params![until, id, lease.0],
    )?;
    Ok(changed == 1)
}

pub fn finish(tx: &mut Tx<'_>, id: JobId, lease: &Lease) -> Result<()> {
    tx.execute("DELETE FROM job WHERE id = $1 AND lease = $2", params![id, lease.0])?;
    Ok(())
}

pub fn put_back(
    tx: &mut Tx<'_>,
    id: JobId,
    lease: &Lease,
    due: Timestamp,
    why: &str,
) -> Result<()> {
    tx.execute(
        "UPDATE job SET due_at = $1, lease = NULL, last_error = $2 WHERE id = $3 AND lease = $4",
        params![due, why, id, lease.0],
    )?;
    Ok(())
}

pub fn bury(tx: &mut Tx<'_>, id: JobId, lease: &Lease, why: &str) -> Result<()> {
    tx.execute(
        "UPDATE job SET state = 'dead', lease = NULL, last_error = $1 WHERE id = $2 AND lease = $3",
        params![why, id, lease.0],
    )?;
    Ok(())
}

/// When the next job of these kinds is due, so that a worker knows how long it may rest.
pub fn next_due(tx: &mut Tx<'_>, kinds: &[&'static str]) -> Result<Option<Timestamp>> {
    let sql = format!(
        "SELECT due_at FROM job WHERE state = 'waiting' AND kind IN ({})
         ORDER BY due_at, id LIMIT 1",
        placeholders(1, kinds.len()),
    );
    let kinds: Vec<Value<'_>> = kinds.iter().map(|kind| Value::Text((*kind).into())).collect();
    Ok(tx.first::<(Timestamp,)>(&sql, &kinds)?.map(|(due,)| due))
}

pub fn last_error(tx: &mut Tx<'_>, id: JobId) -> Result<Option<String>> {
    let left: Option<(Option<String>,)> =
        tx.first("SELECT last_error FROM job WHERE id = $1", params![id])?;
    Ok(left.map(|(why,)| why.unwrap_or_else(|| "nobody has tried yet".to_owned())))
}

db::row! {
    /// A job that was given up.
    #[derive(Clone, Debug)]
    pub struct DeadJob {
        pub id: JobId,
        pub kind: String,
        pub payload: String,
        pub attempts: i64,
        pub last_error: Option<String>,
        pub created_at: Timestamp,
    }
}

pub fn list_dead(tx: &mut Tx<'_>, page: PageRequest) -> Result<Vec<DeadJob>> {
    let sql = format!(
        "SELECT {} FROM job WHERE state = 'dead' ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2",
        DeadJob::COLUMNS
    );
    Ok(tx.rows(&sql, params![page.limit(), page.offset()])?)
}

pub fn count_dead(tx: &mut Tx<'_>) -> Result<u64> {
    let (count,): (i64,) = tx.one("SELECT count(*) FROM job WHERE state = 'dead'", &[])?;
    Ok(count.unsigned_abs())
}

/// False when there is no such job that was given up.
pub fn revive(tx: &mut Tx<'_>, id: JobId, now: Timestamp) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE job SET state = 'waiting', attempts = 0, due_at = $1 WHERE id = $2 AND state = 'dead'",
        params![now, id],
    )?;
    Ok(changed == 1)
}

/// Those whose last error ends so. They are due at once: they have been since they were made.
pub fn revive_failed(tx: &mut Tx<'_>, why: &str) -> Result<()> {
    tx.execute(
        "UPDATE job SET state = 'waiting', attempts = 0, due_at = created_at
         WHERE state = 'dead' AND last_error LIKE $1",
        params![format!("%{why}")],
    )?;
    Ok(())
}

/// Whether a chore is due only after this moment.
pub fn chore_due_after(tx: &mut Tx<'_>, name: &str, now: Timestamp) -> Result<bool> {
    let due: Option<(Timestamp,)> =
        tx.first("SELECT due_at FROM chore WHERE name = $1", params![name])?;
    Ok(due.is_some_and(|(due,)| due > now))
}

/// Puts a chore off until `next`. False when another node was faster.
pub fn claim_chore(tx: &mut Tx<'_>, name: &str, now: Timestamp, next: Timestamp) -> Result<bool> {
    tx.execute(
        "INSERT INTO chore (name, due_at) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        params![name, now],
    )?;
    let changed = tx.execute(
        "UPDATE chore SET due_at = $1 WHERE name = $2 AND due_at <= $3",
        params![next, name, now],
    )?;
    Ok(changed == 1)
}
