//! Job queue: work after a transaction, and the outbox of emails, events and calls to other
//! services. A job is a row written in the business transaction; a worker runs it at least once.

mod handlers;
mod scheduled_tasks;
mod store;
mod work;
mod worker;

use db::{Db, Tx};
use serde::{Serialize, de::DeserializeOwned};

use kernel::{ids::JobId, timestamp::Timestamp};

use crate::error::{Code, Error, Result};

pub use handlers::{Handlers, JobError, JobReason};
pub use scheduled_tasks::ScheduledTasks;
pub use work::{DAY, Forget, HOUR, MINUTE, Work};
pub use worker::{Worker, run_due};

/// Topic that wakes workers on every node; the payload is the class of the new job.
const TOPIC: &str = "jobs";

/// Kind of job: its payload (stored as JSON) and its name, which must not change while such jobs
/// wait.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    const KIND: &'static str;
    const CLASS: JobClass;

    /// Returns the class, if it differs between jobs of one kind.
    fn class(&self) -> JobClass {
        Self::CLASS
    }
}

/// Priority class. Higher classes run first, but never take all places: ten thousand emails delay
/// no void and no sign-in code, and voids don't stop emails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobClass {
    /// Gateway calls about payments.
    Money,
    /// Emails that a person waits for: codes, confirmations, resets. The rules of
    /// [`JobClass::Mail`] apply.
    Urgent,
    /// Other emails. Payload and error may contain an email address, so a job that was given up is
    /// deleted after a while. Dead jobs of other classes wait for a person.
    Mail,
    /// Background maintenance; lowest priority.
    Upkeep,
}

impl JobClass {
    const ALL: [JobClass; 4] =
        [JobClass::Money, JobClass::Urgent, JobClass::Mail, JobClass::Upkeep];

    /// Returns the stored priority; the smallest runs first. Programs before urgent emails stored 1
    /// for emails and 2 for upkeep. During an update some emails therefore run earlier than
    /// necessary.
    fn priority(self) -> i64 {
        self as i64
    }

    /// Returns the label in metrics.
    fn word(self) -> &'static str {
        match self {
            JobClass::Money => "money",
            JobClass::Urgent => "urgent",
            JobClass::Mail => "mail",
            JobClass::Upkeep => "upkeep",
        }
    }

    /// Returns the payload of the signal to workers.
    fn signal(self) -> String {
        self.priority().to_string()
    }

    fn is_signalled_by(self, payload: &str) -> bool {
        self.signal() == payload
    }

    /// Returns the number of attempts after which a job is dead and needs a person. With pauses of
    /// up to an hour this is two weeks for payments, which must survive a holiday, and about a day
    /// for others.
    fn most_attempts(self) -> i64 {
        match self {
            JobClass::Money => 340,
            JobClass::Urgent | JobClass::Mail | JobClass::Upkeep => 30,
        }
    }
}

/// Adds a job to the queue. It runs after the transaction is committed, or never if it is rolled
/// back.
pub fn enqueue<J: Job>(tx: &mut Tx<'_>, now: Timestamp, job: &J) -> Result<JobId> {
    enqueue_at(tx, now, now, job)
}

/// Like [`enqueue`], for a job that is due later.
pub fn enqueue_at<J: Job>(
    tx: &mut Tx<'_>,
    now: Timestamp,
    due: Timestamp,
    job: &J,
) -> Result<JobId> {
    let (id, class) = (JobId::new(now), job.class());
    store::insert(tx, id, J::KIND, class, &payload(job)?, now, due)?;
    tx.signal(TOPIC, class.signal());
    Ok(id)
}

/// Returns true if an equal job waits or is running.
pub fn is_waiting<J: Job>(tx: &mut Tx<'_>, job: &J) -> Result<bool> {
    store::is_waiting(tx, J::KIND, &payload(job)?)
}

fn payload<J: Job>(job: &J) -> Result<String> {
    serde_json::to_string(job)
        .map_err(|error| Error::Internal(format!("a {} job can't be written: {error}", J::KIND)))
}

/// Makes a job due no later than `due`, unless it is running; revives a dead one. Returns false if
/// there is none.
pub fn expedite(tx: &mut Tx<'_>, id: JobId, due: Timestamp) -> Result<bool> {
    let is_there = store::expedite(tx, id, due)?;
    tx.signal(TOPIC, "");
    Ok(is_there)
}

/// Removes a job from the queue. A worker that is running it may still finish.
pub fn cancel(tx: &mut Tx<'_>, id: JobId) -> Result<()> {
    store::delete(tx, id)
}

/// Returns the number of dead jobs.
pub fn count_dead(tx: &mut Tx<'_>) -> Result<u64> {
    store::count_dead(tx)
}

/// Revives a dead job as if it were new. Returns false if no dead job has this id.
pub fn revive(tx: &mut Tx<'_>, now: Timestamp, id: JobId) -> Result<bool> {
    let is_revived = store::revive(tx, id, now)?;
    tx.signal(TOPIC, "");
    Ok(is_revived)
}

/// Makes the jobs blocked by this code due at once.
pub fn unblock(tx: &mut Tx<'_>, code: Code) -> Result<()> {
    store::unblock(tx, code)?;
    tx.signal(TOPIC, "");
    Ok(())
}

/// Delays of the queue.
pub struct Ages {
    /// Due time of the oldest due job of each kind.
    pub due: Vec<(String, Timestamp)>,
    /// Creation time of the oldest unfinished job of some kinds.
    pub oldest: Option<Timestamp>,
}

pub fn ages(tx: &mut Tx<'_>, now: Timestamp, kinds: &[&'static str]) -> Result<Ages> {
    Ok(Ages { due: store::oldest_due(tx, now)?, oldest: store::oldest_waiting(tx, kinds)? })
}

/// Returns the number of dead jobs of each class.
pub fn dead_by_class(tx: &mut Tx<'_>) -> Result<Vec<(&'static str, i64)>> {
    let counts = store::dead_by_priority(tx)?;
    let count_of = |class: JobClass| {
        let found = counts.iter().find(|(priority, _)| *priority == class.priority());
        found.map_or(0, |(_, count)| *count)
    };
    Ok(JobClass::ALL.into_iter().map(|class| (class.word(), count_of(class))).collect())
}

/// Returns the number of due emails, and the time since which the first waits.
pub fn due_mails(tx: &mut Tx<'_>, now: Timestamp) -> Result<(u64, Option<Timestamp>)> {
    let (count, since) = store::due_of(tx, [JobClass::Urgent, JobClass::Mail], now)?;
    Ok((count.unsigned_abs(), since))
}

/// Deletes up to `limit` dead jobs of these kinds created before this moment; returns the number
/// deleted.
pub fn delete_given_up(
    tx: &mut Tx<'_>,
    kinds: &[&'static str],
    before: Timestamp,
    limit: i64,
) -> Result<u64> {
    store::delete_given_up(tx, kinds, before, limit)
}

/// Deletes the jobs that the demo's history has queued, because nobody needs emails about past
/// events.
#[cfg(feature = "demo")]
pub fn cancel_past(tx: &mut Tx<'_>, now: Timestamp) -> Result<()> {
    store::delete_created_before(tx, now)
}

/// Returns the last error of a job, if the job is still queued.
pub async fn last_error(db: &Db, id: JobId) -> Result<Option<String>> {
    db.read(move |tx| store::last_error(tx, id)).await
}
