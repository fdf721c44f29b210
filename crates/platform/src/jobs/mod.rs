//! Job queue for work after a transaction, such as emails, events and calls to other services. A
//! job is a row that the transaction writes together with its other changes. A worker then runs the
//! job at least once.

mod ending;
mod handlers;
mod scheduled_tasks;
mod store;
mod work;
mod worker;

use db::{Db, Tx};
use serde::{Serialize, de::DeserializeOwned};

use kernel::{ids::JobId, timestamp::Timestamp};

use crate::error::{Code, Error, Result};

pub use ending::write_at_end;
pub use handlers::{Handlers, JobError, JobReason};
pub use scheduled_tasks::ScheduledTasks;
pub use work::{DAY, Forget, HOUR, MINUTE, Work};
pub use worker::{Worker, run_due};

/// Topic of the signals that wake workers on every node. A signal's payload is the class of the new
/// job.
const TOPIC: &str = "jobs";

/// Kind of job. A value of the implementing type is the payload, which is stored as JSON. The name
/// of the kind must not change while jobs of this kind wait.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    const KIND: &'static str;
    const CLASS: JobClass;

    /// Returns the class of this job. Implemented only if jobs of one kind have different classes.
    fn class(&self) -> JobClass {
        Self::CLASS
    }
}

/// Priority class of a job. Jobs of higher classes run first, but no class takes all places of a
/// worker. Ten thousand emails thus delay neither a void nor a sign-in code, and voids don't stop
/// emails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobClass {
    /// Gateway calls about payments.
    Money,
    /// Jobs that send emails for which a person waits: codes, confirmations, resets. For storing
    /// and deleting such jobs, the rules of [`JobClass::Mail`] apply.
    Urgent,
    /// Jobs that send all other emails. The payload and the error of such a job may contain an
    /// email address, so dead jobs of this class are deleted after a while. Dead jobs of the other
    /// classes are kept until a person handles them.
    Mail,
    /// Background maintenance; lowest priority.
    Upkeep,
}

impl JobClass {
    const ALL: [JobClass; 4] =
        [JobClass::Money, JobClass::Urgent, JobClass::Mail, JobClass::Upkeep];

    /// Returns the priority stored in the job's row; jobs with the smallest number run first.
    /// Programs without the class `Urgent` stored 1 for emails and 2 for upkeep. During an update,
    /// some emails therefore run earlier than necessary.
    fn priority(self) -> i64 {
        self as i64
    }

    /// Returns the name of the class used as a label in metrics.
    fn word(self) -> &'static str {
        match self {
            JobClass::Money => "money",
            JobClass::Urgent => "urgent",
            JobClass::Mail => "mail",
            JobClass::Upkeep => "upkeep",
        }
    }

    /// Returns the payload of the signal that wakes workers when a job of this class is added.
    fn signal(self) -> String {
        self.priority().to_string()
    }

    fn is_signalled_by(self, payload: &str) -> bool {
        self.signal() == payload
    }

    /// Returns the number of attempts after which a job is dead and needs a person. With pauses of
    /// up to an hour this is two weeks for payments, which must survive a holiday, and about a day
    /// for other jobs.
    fn most_attempts(self) -> i64 {
        match self {
            JobClass::Money => 340,
            JobClass::Urgent | JobClass::Mail | JobClass::Upkeep => 30,
        }
    }
}

/// Adds a job to the queue and returns its id. The job runs after the transaction is committed. If
/// the transaction is rolled back, the job never runs.
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

/// Returns true if a job with the same kind and payload is waiting or running.
pub fn is_waiting<J: Job>(tx: &mut Tx<'_>, job: &J) -> Result<bool> {
    store::is_waiting(tx, J::KIND, &payload(job)?)
}

fn payload<J: Job>(job: &J) -> Result<String> {
    serde_json::to_string(job)
        .map_err(|error| Error::Internal(format!("a {} job can't be written: {error}", J::KIND)))
}

/// Makes a job due at `due`, unless it is due earlier. Also revives a dead job. Returns false if
/// the job does not exist or is running.
pub fn expedite(tx: &mut Tx<'_>, id: JobId, due: Timestamp) -> Result<bool> {
    let is_there = store::expedite(tx, id, due)?;
    tx.signal(TOPIC, "");
    Ok(is_there)
}

/// Removes a job from the queue. A worker that is already running the job may still finish it.
pub fn cancel(tx: &mut Tx<'_>, id: JobId) -> Result<()> {
    store::delete(tx, id)
}

/// Returns the number of dead jobs.
pub fn count_dead(tx: &mut Tx<'_>) -> Result<u64> {
    store::count_dead(tx)
}

/// Makes a dead job due again as if it were new. Returns false if no dead job has this id.
pub fn revive(tx: &mut Tx<'_>, now: Timestamp, id: JobId) -> Result<bool> {
    let is_revived = store::revive(tx, id, now)?;
    tx.signal(TOPIC, "");
    Ok(is_revived)
}

/// Makes all jobs that are blocked by this code due at once.
pub fn unblock(tx: &mut Tx<'_>, code: Code) -> Result<()> {
    store::unblock(tx, code)?;
    tx.signal(TOPIC, "");
    Ok(())
}

/// Times of the oldest jobs in the queue, from which metrics calculate how late the queue is.
pub struct Ages {
    /// Due time of the oldest due job of each kind.
    pub due: Vec<(String, Timestamp)>,
    /// Creation time of the oldest unfinished job of the requested kinds.
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

/// Returns the number of emails that are due, and the due time of the oldest of them.
pub fn due_mails(tx: &mut Tx<'_>, now: Timestamp) -> Result<(u64, Option<Timestamp>)> {
    let (count, since) = store::due_of(tx, [JobClass::Urgent, JobClass::Mail], now)?;
    Ok((count.unsigned_abs(), since))
}

/// Deletes up to `limit` dead jobs of these kinds that were created before this moment. Returns the
/// number deleted.
pub fn delete_given_up(
    tx: &mut Tx<'_>,
    kinds: &[&'static str],
    before: Timestamp,
    limit: i64,
) -> Result<u64> {
    store::delete_given_up(tx, kinds, before, limit)
}

/// Deletes the jobs that were queued while the demo's history was generated. Nobody needs emails
/// about events of the past.
#[cfg(feature = "demo")]
pub fn cancel_past(tx: &mut Tx<'_>, now: Timestamp) -> Result<()> {
    store::delete_created_before(tx, now)
}

/// Returns the last error of a job. Returns `None` if the job is no longer queued or has not
/// failed.
pub async fn last_error(db: &Db, id: JobId) -> Result<Option<String>> {
    db.read(move |tx| store::last_error(tx, id)).await
}
