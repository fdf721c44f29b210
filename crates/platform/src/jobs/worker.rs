//! Worker: leases due jobs, runs several jobs at once, and retries failed jobs after growing
//! pauses.

use std::{
    future,
    sync::Arc,
    time::{Duration, Instant},
};

use db::{Subscription, Tx, Wake};
use tokio::{sync::watch, task::JoinSet, time};
use tracing::Instrument;

use super::{
    Handlers, JobClass, JobError, TOPIC,
    ending::{self, Write},
    store,
};
use kernel::{random::random_hex, timestamp::Timestamp};

use crate::{
    app::App,
    error::Result,
    jobs::store::{Claimed, Lease, Next, Room},
    logging,
    migrations::Fitness,
};

const FIRST_PAUSE: Duration = Duration::from_secs(5);
const MAX_PAUSE: Duration = Duration::from_secs(3600);
/// Interval between attempts of a blocked job, unless `jobs::unblock` makes the job due earlier.
const BLOCKED_PAUSE: Duration = Duration::from_secs(60);
/// Maximum time that running jobs get to finish at shutdown. The lease of an unfinished job
/// expires, and the job then runs again.
const FINISH_TIMEOUT: Duration = Duration::from_secs(20);

pub struct Worker {
    app: Arc<App>,
    handlers: Arc<Handlers>,
    lease: Lease,
}

impl Worker {
    pub fn new(app: Arc<App>, handlers: Arc<Handlers>) -> Worker {
        Worker { app, handlers, lease: Lease(random_hex()) }
    }

    /// Runs jobs until `stop` is true.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let worker = Arc::new(self);
        let mut news = worker.app.db.subscribe(TOPIC);
        let mut running = JoinSet::new();
        let poll = worker.app.config.jobs.poll();
        let places = Places::new(worker.app.config.jobs.concurrency);
        let mut fitness = Fitness::default();
        while !*stop.borrow() {
            // Removes all jobs that ended, so that one claim fills their places.
            while running.try_join_next().is_some() {}
            let claimed = match fitness.check(&worker.app.db, worker.app.config.jobs.lease()).await
            {
                Ok(()) => worker.claim(places.room()).await.map_err(|error| {
                    tracing::warn!(error = ?error, "the queue can't be read");
                }),
                Err(why) => {
                    tracing::warn!(%why, "jobs can't run on this database");
                    Err(())
                }
            };
            let rest = match claimed {
                Ok(claimed) => {
                    for job in claimed {
                        let worker = worker.clone();
                        let place = places.take(worker.class_of(&job));
                        running.spawn(async move {
                            worker.perform(job).await;
                            drop(place);
                        });
                    }
                    // Jobs that are still due belong to classes without a free place. They would
                    // make `rest` return at once, so the worker sleeps until a job ends or until
                    // the next poll.
                    if places.is_taken() { poll } else { worker.rest().await }
                }
                Err(()) => poll,
            };
            tokio::select! {
                () = news_for(&places, &mut news) => {}
                Some(_) = running.join_next() => {}
                () = time::sleep(rest) => {}
                _ = stop.changed() => {}
            }
        }
        let finish = async { while running.join_next().await.is_some() {} };
        if time::timeout(FINISH_TIMEOUT, finish).await.is_err() {
            tracing::warn!("some jobs did not finish in time; they will run again");
        }
    }

    /// Returns how long to sleep if no signal arrives: until the next job is due, but at most the
    /// polling interval.
    async fn rest(&self) -> Duration {
        let kinds = self.handlers.kinds();
        let poll = self.app.config.jobs.poll();
        match self.app.db.read(move |tx| store::next_due(tx, &kinds)).await {
            Ok(Some(due)) => due.since(self.app.clock.now()).min(poll),
            Ok(None) | Err(_) => poll,
        }
    }

    /// Returns the class of a job. Emails of one kind may be urgent or not, so the stored priority
    /// decides for them.
    fn class_of(&self, job: &Claimed) -> JobClass {
        match self.handlers.class(&job.kind) {
            JobClass::Mail if job.priority == JobClass::Urgent.priority() => JobClass::Urgent,
            class => class,
        }
    }

    async fn claim(&self, room: Room) -> Result<Vec<Claimed>> {
        if room.in_all == 0 {
            return Ok(Vec::new());
        }
        let (kinds, lease) = (self.handlers.kinds(), self.lease.clone());
        let now = self.app.clock.now();
        let until = now.plus(self.app.config.jobs.lease());
        self.app.db.write(move |tx| store::claim(tx, &kinds, room, now, &lease, until)).await
    }

    /// Runs one job inside the trace of the request that caused it.
    async fn perform(&self, job: Claimed) {
        // Jobs queued by programs that did not store traces have no trace id.
        let trace = job.trace.clone().unwrap_or_else(random_hex);
        let (id, kind, attempt) = (job.id, job.kind.clone(), job.attempts);
        let span = tracing::error_span!("job", %trace, job = %id, %kind, attempt);
        logging::join(&span, &trace, None);
        self.run_one(job).instrument(span).await;
    }

    /// Runs the job, renews its lease meanwhile, and stores the outcome.
    async fn run_one(&self, job: Claimed) {
        let started = Instant::now();
        let run = self.handlers.run(self.app.clone(), job.id, &job.kind, &job.payload);
        // A separate tokio task, so that a panic ends the job and not the worker.
        let mut task = tokio::spawn(ending::collect(run).in_current_span());
        let mut beat = time::interval(self.app.config.jobs.lease() / 3);
        beat.tick().await;
        let outcome = loop {
            tokio::select! {
                outcome = &mut task => break outcome,
                _ = beat.tick() => self.keep_lease(&job).await,
            }
        };
        let (outcome, left) =
            outcome.unwrap_or_else(|panic| (Err(JobError::Retry(panic.to_string())), Vec::new()));
        let (ms, class) = (started.elapsed().as_millis() as u64, self.class_of(&job));
        match &outcome {
            Ok(()) => tracing::info!(ms, "a job was done"),
            // The error of an email may name its recipient, so it is stored in the job's row only
            // and not logged.
            Err(error) if matches!(class, JobClass::Mail | JobClass::Urgent) => {
                tracing::warn!(ms, code = ?error.word(), "a job failed");
            }
            Err(error) => tracing::warn!(ms, %error, "a job failed"),
        }
        self.record_outcome(job, outcome, left).await;
    }

    async fn keep_lease(&self, job: &Claimed) {
        let (id, lease) = (job.id, self.lease.clone());
        let until = self.app.clock.now().plus(self.app.config.jobs.lease());
        let kept = self.app.db.write(move |tx| store::extend(tx, id, &lease, until)).await;
        if !matches!(kept, Ok(true)) {
            tracing::warn!("the lease could not be renewed; another worker may run the job, too");
        }
    }

    async fn record_outcome(&self, job: Claimed, outcome: Result<(), JobError>, left: Vec<Write>) {
        let most_attempts = self.handlers.class(&job.kind).most_attempts();
        let is_last = job.attempts >= most_attempts;
        let label = match &outcome {
            Ok(()) => "done",
            Err(JobError::Blocked(_)) => "blocked",
            Err(error) if error.is_final() => "dead",
            Err(_) if is_last => "dead",
            Err(_) => "retry",
        };
        self.app.metrics.job_ended(&job.kind, label);
        let now = self.app.clock.now();
        let end = Arc::new(End { job, outcome, lease: self.lease.clone(), most_attempts, now });
        if !left.is_empty() {
            let end = end.clone();
            let work = move |tx: &mut Tx<'_>| {
                left.iter().try_for_each(|write| write(tx))?;
                end.write(tx)
            };
            match self.app.db.write(work).await {
                Ok(()) => return,
                Err(error) => {
                    tracing::warn!(error = ?error, "what a job left to write could not be stored");
                }
            }
        }
        if let Err(error) = self.app.db.write(move |tx| end.write(tx)).await {
            tracing::warn!(error = ?error, "the job's outcome could not be stored; it will run again");
        }
    }
}

/// End of an attempt to run a job.
struct End {
    job: Claimed,
    outcome: Result<(), JobError>,
    lease: Lease,
    most_attempts: i64,
    now: Timestamp,
}

impl End {
    fn write(&self, tx: &mut Tx<'_>) -> Result<()> {
        let End { job, lease, now, .. } = self;
        match &self.outcome {
            Ok(()) => store::finish(tx, job.id, lease),
            Err(error @ JobError::Blocked(_)) => {
                let next = Next { due: now.plus(BLOCKED_PAUSE), attempts: job.attempts - 1 };
                store::reschedule(tx, job.id, lease, next, error)
            }
            Err(error) if error.is_final() => {
                store::dead_letter(tx, job.id, lease, error, &error.to_string())
            }
            Err(error) if job.attempts >= self.most_attempts => {
                let why = format!("gave up after {} attempts: {error}", self.most_attempts);
                store::dead_letter(tx, job.id, lease, error, &why)
            }
            Err(error) => {
                let next = Next { due: now.plus(pause(job)), attempts: job.attempts };
                store::reschedule(tx, job.id, lease, next, error)
            }
        }
    }
}

/// Waits for the signal of a new job for which a place is free. The worker can ignore signals of
/// other jobs, because it queries the queue again whenever a running job ends and its place becomes
/// free.
async fn news_for(places: &Places, news: &mut Subscription) {
    while let Some(wake) = news.next().await {
        if places.may_do(&wake) {
            return;
        }
    }
    // The signals have ended because the database is closed, so this waits forever.
    future::pending().await
}

/// Places of a worker, each for one running job. A quarter of the places is reserved for payments.
/// Another quarter is closed to payments, so that other jobs always run. An eighth is reserved for
/// urgent emails.
struct Places {
    in_all: usize,
    money: Arc<()>,
    urgent: Arc<()>,
    patient: Arc<()>,
}

impl Places {
    fn new(in_all: usize) -> Places {
        Places { in_all, money: Arc::default(), urgent: Arc::default(), patient: Arc::default() }
    }

    /// Occupies a place for a job of this class until the returned value is dropped.
    fn take(&self, class: JobClass) -> Arc<()> {
        match class {
            JobClass::Money => self.money.clone(),
            JobClass::Urgent => self.urgent.clone(),
            JobClass::Mail | JobClass::Upkeep => self.patient.clone(),
        }
    }

    fn room(&self) -> Room {
        let taken = |side: &Arc<()>| Arc::strong_count(side) - 1;
        let (money, urgent, patient) =
            (taken(&self.money), taken(&self.urgent), taken(&self.patient));
        let quarter = self.in_all.div_ceil(4);
        // At least one place is open to each group of classes, so that a worker with a single place
        // runs jobs of all classes.
        let most = self.in_all.saturating_sub(quarter).max(1);
        let most_patient = most.saturating_sub(quarter.div_ceil(2)).max(1);
        let in_all = self.in_all.saturating_sub(money + urgent + patient);
        let others = most.saturating_sub(urgent + patient).min(in_all);
        Room {
            in_all,
            money: most.saturating_sub(money).min(in_all),
            others,
            patient: most_patient.saturating_sub(patient).min(others),
        }
    }

    /// Returns true if a place is free for the job whose signal woke the worker.
    fn may_do(&self, wake: &Wake) -> bool {
        let room = self.room();
        let class = match wake {
            Wake::Signal(payload) => {
                JobClass::ALL.into_iter().find(|class| class.is_signalled_by(payload))
            }
            Wake::Missed => None,
        };
        match class {
            Some(JobClass::Money) => room.money > 0,
            Some(JobClass::Urgent) => room.others > 0,
            Some(JobClass::Mail | JobClass::Upkeep) => room.patient > 0,
            // Signals were missed, or this program does not know the class of the new job.
            None => true,
        }
    }

    fn is_taken(&self) -> bool {
        let room = self.room();
        room.money == 0 || room.others == 0 || room.patient == 0
    }
}

/// Returns the pause before the next attempt. The pause doubles with each attempt. It also varies
/// by the job's id, so that jobs that failed together are not retried at the same moment.
fn pause(job: &Claimed) -> Duration {
    let doublings = u32::try_from(job.attempts - 1).unwrap_or(0).min(16);
    let pause = FIRST_PAUSE.saturating_mul(1 << doublings).min(MAX_PAUSE);
    let spread = job.id.to_string().bytes().map(u32::from).sum::<u32>() % 16;
    pause + pause * spread / 64
}

/// Runs due jobs one by one until none is left. Used by tests and by commands that must not end
/// before their emails are sent.
pub async fn run_due(app: &Arc<App>, handlers: &Arc<Handlers>) -> Result<usize> {
    let worker = Worker::new(app.clone(), handlers.clone());
    let mut done = 0;
    loop {
        let one = Places::new(1).room();
        let Some(job) = worker.claim(one).await?.into_iter().next() else { return Ok(done) };
        worker.perform(job).await;
        done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{ids::JobId, timestamp::Timestamp};

    fn attempt(attempts: i64) -> Claimed {
        let id = JobId::new(Timestamp::UNIX_EPOCH);
        Claimed {
            id,
            kind: String::new(),
            priority: 0,
            payload: String::new(),
            attempts,
            trace: None,
        }
    }

    #[test]
    fn pause_backs_off_for_half_a_day_of_mails_and_two_weeks_of_payments() {
        for (class, hours) in [(JobClass::Mail, 12), (JobClass::Money, 14 * 24)] {
            let pauses: Vec<Duration> =
                (1..class.most_attempts()).map(|n| pause(&attempt(n))).collect();
            assert!(pauses[0] >= FIRST_PAUSE && pauses[0] < FIRST_PAUSE * 2);
            assert!(pauses.iter().all(|pause| *pause <= MAX_PAUSE * 5 / 4));
            let total: Duration = pauses.iter().sum();
            assert!(total > Duration::from_secs(hours * 3600), "{class:?}: {total:?}");
        }
    }

    #[test]
    fn places_keep_some_for_money_some_for_all_others_and_one_for_urgent_mails() {
        let places = Places::new(4);
        assert_eq!(places.room(), Room { in_all: 4, money: 3, others: 3, patient: 2 });
        let mails = [(); 2].map(|()| places.take(JobClass::Mail));
        assert_eq!(places.room(), Room { in_all: 2, money: 2, others: 1, patient: 0 });
        let signal = |class: JobClass| Wake::Signal(class.signal());
        assert!(places.may_do(&signal(JobClass::Urgent)));
        assert!(!places.may_do(&signal(JobClass::Mail)) && places.is_taken());
        let code = places.take(JobClass::Urgent);
        assert_eq!(places.room(), Room { in_all: 1, money: 1, others: 0, patient: 0 });
        let void = places.take(JobClass::Money);
        drop((mails, code));
        assert_eq!(places.room(), Room { in_all: 3, money: 2, others: 3, patient: 2 });
        drop(void);
        let one = Room { in_all: 1, money: 1, others: 1, patient: 1 };
        assert_eq!(Places::new(1).room(), one);
    }
}
