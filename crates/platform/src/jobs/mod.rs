//! The queue of work that follows a transaction, and the outbox of what leaves the program (mails, events, calls
//! to others). A job is a row written in the business transaction; a worker does it at least once.

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

/// Wakes workers, on every node, and says of which class a new job is.
const TOPIC: &str = "jobs";

/// A kind of work: its data, written as JSON, and a name that must never change while such jobs wait.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    const KIND: &'static str;
    const CLASS: JobClass;

    /// Its class, where not all jobs of a kind have the same.
    fn class(&self) -> JobClass {
        Self::CLASS
    }
}

/// Jobs of a class share the worker and what becomes of those that fail. A higher class is done first, but never takes all
/// places, so that ten thousand mails delay no void and no sign-in code, and voids don't stop the mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobClass {
    /// What the gateway is asked about a payment.
    Money,
    /// Mails that a person waits for: codes, confirmations, resets. What holds for [`JobClass::Mail`] holds for them.
    Urgent,
    /// Letters. Their data, and what went wrong with them, may name somebody's address: given up, such a job is thrown away
    /// after a while; any other waits for a person.
    Mail,
    /// What nobody waits for.
    Upkeep,
}

impl JobClass {
    const ALL: [JobClass; 4] =
        [JobClass::Money, JobClass::Urgent, JobClass::Mail, JobClass::Upkeep];

    /// As the queue's rows hold it: the smallest is done first. A program of before urgent mails wrote 1 for mails and 2 for
    /// upkeep: during an update some mails are done earlier than they need be.
    fn priority(self) -> i64 {
        self as i64
    }

    /// Label in metrics.
    fn word(self) -> &'static str {
        match self {
            JobClass::Money => "money",
            JobClass::Urgent => "urgent",
            JobClass::Mail => "mail",
            JobClass::Upkeep => "upkeep",
        }
    }

    /// As workers hear of it.
    fn signal(self) -> String {
        self.priority().to_string()
    }

    fn is_signalled_by(self, payload: &str) -> bool {
        self.signal() == payload
    }

    /// After so many attempts a job is dead: a person has to look at it. Their pauses grow to an hour, so these are two weeks
    /// for a payment, which must not be left alone over a holiday, and about a day for all else.
    fn most_attempts(self) -> i64 {
        match self {
            JobClass::Money => 340,
            JobClass::Urgent | JobClass::Mail | JobClass::Upkeep => 30,
        }
    }
}

/// Puts a job in the queue. It runs after the transaction is committed, or never if it isn't.
pub fn enqueue<J: Job>(tx: &mut Tx<'_>, now: Timestamp, job: &J) -> Result<JobId> {
    enqueue_at(tx, now, now, job)
}

/// The same for a job that is to be done later.
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

/// Whether such a job is still to be done, or is being done right now.
pub fn is_waiting<J: Job>(tx: &mut Tx<'_>, job: &J) -> Result<bool> {
    store::is_waiting(tx, J::KIND, &payload(job)?)
}

fn payload<J: Job>(job: &J) -> Result<String> {
    serde_json::to_string(job)
        .map_err(|error| Error::Internal(format!("a {} job can't be written: {error}", J::KIND)))
}

/// Makes a job that nobody is at due no later than `due`; one that was given up begins anew. False when there is none.
pub fn expedite(tx: &mut Tx<'_>, id: JobId, due: Timestamp) -> Result<bool> {
    let is_there = store::expedite(tx, id, due)?;
    tx.signal(TOPIC, "");
    Ok(is_there)
}

/// Takes a job out of the queue that is not needed any more. Whoever is at it may finish all the same.
pub fn cancel(tx: &mut Tx<'_>, id: JobId) -> Result<()> {
    store::delete(tx, id)
}

/// How many jobs were given up.
pub fn count_dead(tx: &mut Tx<'_>) -> Result<u64> {
    store::count_dead(tx)
}

/// Has a job that was given up tried anew, as if it were new. False when there is none.
pub fn revive(tx: &mut Tx<'_>, now: Timestamp, id: JobId) -> Result<bool> {
    let is_revived = store::revive(tx, id, now)?;
    tx.signal(TOPIC, "");
    Ok(is_revived)
}

/// Has the jobs go on at once that are blocked by this.
pub fn unblock(tx: &mut Tx<'_>, code: Code) -> Result<()> {
    store::unblock(tx, code)?;
    tx.signal(TOPIC, "");
    Ok(())
}

/// How late the queue is.
pub struct Ages {
    /// Since when the oldest due job of each kind is due.
    pub due: Vec<(String, Timestamp)>,
    /// When the oldest of some kinds was made that is still to be done.
    pub oldest: Option<Timestamp>,
}

pub fn ages(tx: &mut Tx<'_>, now: Timestamp, kinds: &[&'static str]) -> Result<Ages> {
    Ok(Ages { due: store::oldest_due(tx, now)?, oldest: store::oldest_waiting(tx, kinds)? })
}

/// How many jobs of each class were given up.
pub fn dead_by_class(tx: &mut Tx<'_>) -> Result<Vec<(&'static str, i64)>> {
    let counts = store::dead_by_priority(tx)?;
    let count_of = |class: JobClass| {
        let found = counts.iter().find(|(priority, _)| *priority == class.priority());
        found.map_or(0, |(_, count)| *count)
    };
    Ok(JobClass::ALL.into_iter().map(|class| (class.word(), count_of(class))).collect())
}

/// How many mails should have left by now, and since when the first of them waits.
pub fn due_mails(tx: &mut Tx<'_>, now: Timestamp) -> Result<(u64, Option<Timestamp>)> {
    let (count, since) = store::due_of(tx, [JobClass::Urgent, JobClass::Mail], now)?;
    Ok((count.unsigned_abs(), since))
}

/// Throws away some of the jobs of these kinds that were made before this moment and given up; how many that were.
pub fn delete_given_up(
    tx: &mut Tx<'_>,
    kinds: &[&'static str],
    before: Timestamp,
    limit: i64,
) -> Result<u64> {
    store::delete_given_up(tx, kinds, before, limit)
}

/// Takes out what the history of a demo has enqueued: nobody needs a mail about what is long over.
#[cfg(feature = "demo")]
pub fn cancel_past(tx: &mut Tx<'_>, now: Timestamp) -> Result<()> {
    store::delete_created_before(tx, now)
}

/// Whether a job is still in the queue, and what went wrong at its last attempt.
pub async fn last_error(db: &Db, id: JobId) -> Result<Option<String>> {
    db.read(move |tx| store::last_error(tx, id)).await
}
