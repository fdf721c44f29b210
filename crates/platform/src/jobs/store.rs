//! Reads and writes the rows of jobs and scheduled tasks.

use db::{Engine, Step, ToValue, Tx, Value, params};

use kernel::{ids::JobId, timestamp::Timestamp};

use crate::{
    error::{Code, Result},
    jobs::{JobClass, JobError},
    logging::trace,
};

db::row! {
    /// Job that this worker has leased.
    pub struct Claimed {
        pub id: JobId,
        pub kind: String,
        pub priority: i64,
        pub payload: String,
        pub attempts: i64,
        pub trace: Option<String>,
    }
}

/// Token with which a worker proves that it still holds a job.
#[derive(Clone, Debug)]
pub struct Lease(pub String);

/// Due time of a job's next attempt, and the number of attempts that the job has used up.
pub struct Next {
    pub due: Timestamp,
    pub attempts: i64,
}

pub fn insert(
    tx: &mut Tx<'_>,
    id: JobId,
    kind: &str,
    class: JobClass,
    payload: &str,
    now: Timestamp,
    due: Timestamp,
) -> Result<()> {
    let trace = trace::current_or_new();
    tx.later(
        "INSERT INTO job (id, kind, priority, payload, state, due_at, attempts, trace, created_at)
         VALUES ($1, $2, $3, $4, 'waiting', $5, 0, $6, $7)",
        params![id, kind, class.priority(), payload, due, trace, now],
    )?;
    Ok(())
}

pub fn is_waiting(tx: &mut Tx<'_>, kind: &'static str, payload: &str) -> Result<bool> {
    // The kind is part of the SQL text, so that the database can use a partial index for this kind.
    let sql = format!(
        "SELECT id FROM job WHERE state = 'waiting' AND kind = '{kind}' AND payload = $1 LIMIT 1"
    );
    Ok(tx.first::<(JobId,)>(&sql, params![payload])?.is_some())
}

pub fn expedite(tx: &mut Tx<'_>, id: JobId, due: Timestamp) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE job SET due_at = CASE WHEN state = 'dead' OR due_at > $1 THEN $1 ELSE due_at END, state = 'waiting',
                attempts = CASE WHEN state = 'dead' THEN 0 ELSE attempts END
         WHERE id = $2 AND lease IS NULL",
        params![due, id],
    )?;
    Ok(changed > 0)
}

pub fn delete(tx: &mut Tx<'_>, id: JobId) -> Result<()> {
    tx.later("DELETE FROM job WHERE id = $1", params![id])?;
    Ok(())
}

pub fn delete_given_up(
    tx: &mut Tx<'_>,
    kinds: &[&'static str],
    before: Timestamp,
    limit: i64,
) -> Result<u64> {
    let given_up = format!(
        "SELECT id FROM job WHERE state = 'dead' AND created_at < $1 AND kind IN ({})
         ORDER BY created_at, id LIMIT $2",
        db::places(3..3 + kinds.len()),
    );
    let sql = format!("DELETE FROM job WHERE {}", tx.engine().is_one_of("id", &given_up));
    let mut parameters = vec![Value::Int(before.as_micros()), Value::Int(limit)];
    parameters.extend(kinds.iter().map(|kind| Value::Text((*kind).into())));
    Ok(tx.execute(&sql, &parameters)?)
}

#[cfg(feature = "demo")]
pub fn delete_created_before(tx: &mut Tx<'_>, time: Timestamp) -> Result<()> {
    tx.later("DELETE FROM job WHERE created_at < $1", params![time])?;
    Ok(())
}

/// Number of jobs that a worker may still start, by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub in_all: usize,
    /// Maximum for [`JobClass::Money`]; `others` is the maximum for all other classes together.
    pub money: usize,
    pub others: usize,
    /// Maximum for [`JobClass::Mail`] and [`JobClass::Upkeep`] together.
    pub patient: usize,
}

/// Leases due jobs of these kinds until the time `until`. Jobs of a class with higher priority come
/// first, and within a class the jobs that have been due longest. Returns the leased jobs.
pub fn claim(
    tx: &mut Tx<'_>,
    kinds: &[&'static str],
    room: Room,
    now: Timestamp,
    lease: &Lease,
    until: Timestamp,
) -> Result<Vec<Claimed>> {
    let due = format!(
        "state = 'waiting' AND due_at <= $1 AND kind IN ({})",
        db::places(8..8 + kinds.len())
    );
    let skip_locked = Engine::skip_locked(tx.engine());
    let (money, urgent) = ("(SELECT count(*) FROM money)", "(SELECT count(*) FROM urgent)");
    // A CASE expression, because the function for the smaller of two values has different names in
    // PostgreSQL and SQLite.
    let least =
        |one: &str, other: &str| format!("CASE WHEN {one} < {other} THEN {one} ELSE {other} END");
    let room_for_urgent = least("$3", &format!("$5 - {money}"));
    let room_left = least(&format!("$3 - {urgent}"), &format!("$5 - {money} - {urgent}"));
    let room_for_patient = least("$4", &format!("({room_left})"));
    let sql = format!(
        "WITH money AS (
             SELECT id FROM job WHERE {due} AND priority = {} ORDER BY due_at, id LIMIT $2{skip_locked}
         ), urgent AS (
             SELECT id FROM job WHERE {due} AND priority = {} ORDER BY due_at, id
             LIMIT (SELECT {room_for_urgent}){skip_locked}
         ), patient AS (
             SELECT id FROM job WHERE {due} AND priority > {} ORDER BY priority, due_at, id
             LIMIT (SELECT {room_for_patient}){skip_locked}
         )
         UPDATE job SET due_at = $6, attempts = attempts + 1, lease = $7 WHERE {} RETURNING {}",
        JobClass::Money.priority(),
        JobClass::Urgent.priority(),
        JobClass::Urgent.priority(),
        tx.engine().is_one_of(
            "id",
            "SELECT id FROM money UNION ALL SELECT id FROM urgent UNION ALL SELECT id FROM patient",
        ),
        Claimed::COLUMNS,
    );
    // Avoids plans that scan or sort the whole table. Such a plan may have been cached while the
    // queue was empty. With ten thousand emails waiting, each claim would then read all of them.
    tx.avoid(&[Step::WholeTable, Step::Sort])?;
    let limit = |places: usize| Value::Int(places as i64);
    let mut parameters = vec![now.to_value(), limit(room.money), limit(room.others)];
    parameters.extend([limit(room.patient), limit(room.in_all)]);
    parameters.extend([until.to_value(), lease.0.to_value()]);
    parameters.extend(kinds.iter().map(|kind| Value::Text((*kind).into())));
    Ok(tx.rows(&sql, &parameters)?)
}

/// Renews a job's lease. Returns false if another worker has taken the job.
pub fn extend(tx: &mut Tx<'_>, id: JobId, lease: &Lease, until: Timestamp) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE job SET due_at = $1 WHERE id = $2 AND lease = $3",
        params![until, id, lease.0],
    )?;
    Ok(changed == 1)
}

pub fn finish(tx: &mut Tx<'_>, id: JobId, lease: &Lease) -> Result<()> {
    tx.later("DELETE FROM job WHERE id = $1 AND lease = $2", params![id, lease.0])?;
    Ok(())
}

pub fn reschedule(
    tx: &mut Tx<'_>,
    id: JobId,
    lease: &Lease,
    next: Next,
    error: &JobError,
) -> Result<()> {
    let code = error.word();
    tx.later(
        "UPDATE job SET due_at = $1, attempts = $2, lease = NULL, last_error = $3, error_code = $4
         WHERE id = $5 AND lease = $6",
        params![next.due, next.attempts, error.to_string(), code, id, lease.0],
    )?;
    Ok(())
}

pub fn dead_letter(
    tx: &mut Tx<'_>,
    id: JobId,
    lease: &Lease,
    error: &JobError,
    why: &str,
) -> Result<()> {
    let code = error.word();
    tx.later(
        "UPDATE job SET state = 'dead', lease = NULL, last_error = $1, error_code = $2
         WHERE id = $3 AND lease = $4",
        params![why, code, id, lease.0],
    )?;
    Ok(())
}

/// Returns when the next waiting job of these kinds is due, or `None` if no job waits. A worker
/// sleeps no longer than that.
pub fn next_due(tx: &mut Tx<'_>, kinds: &[&'static str]) -> Result<Option<Timestamp>> {
    let kinds_known = db::places(1..1 + kinds.len());
    let of_class = |class: JobClass| {
        format!(
            "SELECT * FROM (SELECT due_at FROM job WHERE state = 'waiting' AND priority = {} AND kind IN ({kinds_known})
             ORDER BY due_at, id LIMIT 1) next_{}",
            class.priority(),
            class.priority(),
        )
    };
    let sql = format!(
        "SELECT MIN(due_at) FROM ({}) next_of_all",
        JobClass::ALL.map(of_class).join(" UNION ALL ")
    );
    let kinds: Vec<Value<'_>> = kinds.iter().map(|kind| Value::Text((*kind).into())).collect();
    Ok(tx.one::<(Option<Timestamp>,)>(&sql, &kinds)?.0)
}

/// Returns the due time of the oldest due job of each kind.
pub fn oldest_due(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<(String, Timestamp)>> {
    let sql = "SELECT kind, MIN(due_at) FROM job WHERE state = 'waiting' AND due_at <= $1
               GROUP BY kind ORDER BY kind";
    Ok(tx.rows(sql, params![now])?)
}

/// Returns the creation time of the oldest unfinished job of these kinds.
pub fn oldest_waiting(tx: &mut Tx<'_>, kinds: &[&'static str]) -> Result<Option<Timestamp>> {
    let sql = format!(
        "SELECT MIN(created_at) FROM job WHERE state = 'waiting' AND kind IN ({})",
        db::places(1..1 + kinds.len()),
    );
    let kinds: Vec<Value<'_>> = kinds.iter().map(|kind| Value::Text((*kind).into())).collect();
    Ok(tx.one::<(Option<Timestamp>,)>(&sql, &kinds)?.0)
}

/// Returns the number of due jobs of two classes, and the due time of the oldest.
pub fn due_of(
    tx: &mut Tx<'_>,
    [one, other]: [JobClass; 2],
    now: Timestamp,
) -> Result<(i64, Option<Timestamp>)> {
    let sql = "SELECT count(*), MIN(due_at) FROM job
               WHERE state = 'waiting' AND priority IN ($1, $2) AND due_at <= $3";
    Ok(tx.one(sql, params![one.priority(), other.priority(), now])?)
}

pub fn last_error(tx: &mut Tx<'_>, id: JobId) -> Result<Option<String>> {
    let left: Option<(Option<String>,)> =
        tx.first("SELECT last_error FROM job WHERE id = $1", params![id])?;
    Ok(left.map(|(why,)| why.unwrap_or_else(|| "not tried yet".to_owned())))
}

pub fn count_dead(tx: &mut Tx<'_>) -> Result<u64> {
    let (count,): (i64,) = tx.one("SELECT count(*) FROM job WHERE state = 'dead'", &[])?;
    Ok(count.unsigned_abs())
}

pub fn dead_by_priority(tx: &mut Tx<'_>) -> Result<Vec<(i64, i64)>> {
    let sql = "SELECT priority, count(*) FROM job WHERE state = 'dead' GROUP BY priority ORDER BY priority";
    Ok(tx.rows(sql, &[])?)
}

/// Makes a dead job due again as if it were new. Returns false if no dead job has this id.
pub fn revive(tx: &mut Tx<'_>, id: JobId, now: Timestamp) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE job SET state = 'waiting', attempts = 0, due_at = $1 WHERE id = $2 AND state = 'dead'",
        params![now, id],
    )?;
    Ok(changed == 1)
}

/// Makes the jobs blocked by this code due. Each job's due time becomes the job's creation time, so
/// that the jobs run at once and in the order of creation.
pub fn unblock(tx: &mut Tx<'_>, code: Code) -> Result<()> {
    tx.later(
        "UPDATE job SET due_at = created_at, error_code = NULL
         WHERE state = 'waiting' AND lease IS NULL AND error_code = $1",
        params![code.word()],
    )?;
    Ok(())
}

/// Returns true if the task need not be started, because it is not due or a node holds its lease. A
/// task whose lease has expired was left unfinished by a dead node, and must start again even if it
/// is not due.
pub fn task_rests(tx: &mut Tx<'_>, name: &str, now: Timestamp) -> Result<bool> {
    let task: Option<(Timestamp, Option<Timestamp>)> =
        tx.first("SELECT due_at, leased_until FROM scheduled_task WHERE name = $1", params![name])?;
    Ok(task.is_some_and(|(due, leased)| leased.map_or(due > now, |until| until > now)))
}

/// Leases a task that is due or whose lease has expired, and sets its next due time. Returns false
/// if another node was faster or still runs the task.
pub fn claim_task(
    tx: &mut Tx<'_>,
    name: &str,
    now: Timestamp,
    next: Timestamp,
    lease: &Lease,
    until: Timestamp,
) -> Result<bool> {
    tx.execute(
        "INSERT INTO scheduled_task (name, due_at) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        params![name, now],
    )?;
    let changed = tx.execute(
        "UPDATE scheduled_task SET due_at = $1, lease = $4, leased_until = $5
         WHERE name = $2 AND (leased_until IS NULL AND due_at <= $3 OR leased_until <= $3)",
        params![next, name, now, lease.0, until],
    )?;
    Ok(changed == 1)
}

/// Renews a task's lease. Returns false if another node has taken the task.
pub fn extend_task(tx: &mut Tx<'_>, name: &str, lease: &Lease, until: Timestamp) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE scheduled_task SET leased_until = $1 WHERE name = $2 AND lease = $3",
        params![until, name, lease.0],
    )?;
    Ok(changed == 1)
}

/// Releases the lease of a finished or failed task.
pub fn finish_task(tx: &mut Tx<'_>, name: &str, lease: &Lease) -> Result<()> {
    tx.later(
        "UPDATE scheduled_task SET lease = NULL, leased_until = NULL WHERE name = $1 AND lease = $2",
        params![name, lease.0],
    )?;
    Ok(())
}
