//! The worker: takes due jobs under a lease, does a few at once, and puts back what failed, later and later.

use std::{sync::Arc, time::Duration};

use db::Tx;
use tokio::{sync::watch, task::JoinSet, time};

use super::{Handlers, JobError, TOPIC, store};
use crate::{
    app::App,
    error::Result,
    jobs::store::{Claimed, Lease},
    kernel::random::random_hex,
};

/// After this many attempts, spread over about a day, a job is dead: a person has to look at it.
const MAX_ATTEMPTS: i64 = 30;
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);
/// A worker that is asked to stop gives its jobs this long; what is left then is given back by its lease.
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

    /// Works until `stop` says true.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let worker = Arc::new(self);
        let mut news = worker.app.db.subscribe(TOPIC);
        let mut running = JoinSet::new();
        let poll = worker.app.config.jobs.poll();
        while !*stop.borrow() {
            let free = worker.app.config.jobs.concurrency - running.len();
            let rest = match worker.claim(free).await {
                // What is due has to wait until a job ends, however often one asks.
                Ok(_) if free == 0 => poll,
                Ok(claimed) if claimed.is_empty() => worker.rest().await,
                Ok(claimed) => {
                    for job in claimed {
                        let worker = worker.clone();
                        running.spawn(async move { worker.perform(job).await });
                    }
                    continue;
                }
                Err(error) => {
                    tracing::warn!(error = ?error, "the queue can't be read");
                    poll
                }
            };
            tokio::select! {
                Some(_) = news.next() => {}
                Some(_) = running.join_next() => {}
                () = time::sleep(rest) => {}
                _ = stop.changed() => {}
            }
        }
        let finish = async { while running.join_next().await.is_some() {} };
        if time::timeout(FINISH_TIMEOUT, finish).await.is_err() {
            tracing::warn!("some jobs did not finish in time; they will be done again");
        }
    }

    /// How long to sleep when nobody calls: until the next job is due, at most the polling interval.
    async fn rest(&self) -> Duration {
        let kinds = self.handlers.kinds();
        let poll = self.app.config.jobs.poll();
        match self.app.db.read(move |tx| store::next_due(tx, &kinds)).await {
            Ok(Some(due)) => due.since(self.app.clock.now()).min(poll),
            Ok(None) | Err(_) => poll,
        }
    }

    async fn claim(&self, limit: usize) -> Result<Vec<Claimed>> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let (kinds, lease) = (self.handlers.kinds(), self.lease.clone());
        let now = self.app.clock.now();
        let until = now.plus(self.app.config.jobs.lease());
        self.app.db.write(move |tx| store::claim(tx, &kinds, limit, now, &lease, until)).await
    }

    /// Does one job and writes down how it went, keeping the lease while it lasts.
    async fn perform(&self, job: Claimed) {
        let run = self.handlers.run(self.app.clone(), job.id, &job.kind, &job.payload);
        // A task of its own, so that a panic ends the job and not the worker.
        let mut task = tokio::spawn(run);
        let mut beat = time::interval(self.app.config.jobs.lease() / 3);
        beat.tick().await;
        let outcome = loop {
            tokio::select! {
                outcome = &mut task => break outcome,
                _ = beat.tick() => self.keep_lease(&job).await,
            }
        };
        let outcome = outcome.unwrap_or_else(|panic| Err(JobError::Retry(panic.to_string())));
        self.settle(job, outcome).await;
    }

    async fn keep_lease(&self, job: &Claimed) {
        let (id, lease) = (job.id, self.lease.clone());
        let until = self.app.clock.now().plus(self.app.config.jobs.lease());
        let kept = self.app.db.write(move |tx| store::extend(tx, id, &lease, until)).await;
        if !matches!(kept, Ok(true)) {
            tracing::warn!(job = %job.id, "the lease could not be kept; another worker may do the job too");
        }
    }

    async fn settle(&self, job: Claimed, outcome: Result<(), JobError>) {
        let outcome = match outcome {
            Err(JobError::Retry(why)) if job.attempts >= MAX_ATTEMPTS => {
                Err(JobError::Hopeless(format!("gave up after {MAX_ATTEMPTS} attempts: {why}")))
            }
            other => other,
        };
        let label = match &outcome {
            Ok(()) => "done",
            Err(JobError::Retry(_)) => "retry",
            Err(JobError::Hopeless(_)) => "dead",
        };
        self.app.metrics.job_ended(&job.kind, label);
        if let Err(error) = &outcome {
            tracing::warn!(job = %job.id, kind = %job.kind, attempt = job.attempts, outcome = label, %error, "a job failed");
        }
        let (lease, due) = (self.lease.clone(), self.app.clock.now().plus(pause(&job)));
        let id = job.id;
        let written = self
            .app
            .db
            .write(move |tx: &mut Tx<'_>| match &outcome {
                Ok(()) => store::finish(tx, job.id, &lease),
                Err(JobError::Retry(why)) => store::put_back(tx, job.id, &lease, due, why),
                Err(JobError::Hopeless(why)) => store::bury(tx, job.id, &lease, why),
            })
            .await;
        if let Err(error) = written {
            tracing::warn!(job = %id, error = ?error, "the job's outcome could not be written; it will be done again");
        }
    }
}

/// Longer at every attempt, and a little different for each job, so that they don't all come back at once.
fn pause(job: &Claimed) -> Duration {
    let doublings = u32::try_from(job.attempts - 1).unwrap_or(0).min(16);
    let pause = FIRST_PAUSE.saturating_mul(1 << doublings).min(LONGEST_PAUSE);
    let spread = job.id.to_string().bytes().map(u32::from).sum::<u32>() % 16;
    pause + pause * spread / 64
}

/// Does what is due now, one after the other, until nothing is: for tests, and for commands that must not leave
/// before their mail has.
pub async fn run_due(app: &Arc<App>, handlers: &Arc<Handlers>) -> Result<usize> {
    let worker = Worker::new(app.clone(), handlers.clone());
    let mut done = 0;
    loop {
        let Some(job) = worker.claim(1).await?.into_iter().next() else { return Ok(done) };
        worker.perform(job).await;
        done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{jobs::JobId, kernel::timestamp::Timestamp};

    fn attempt(attempts: i64) -> Claimed {
        let id = JobId::new(Timestamp::UNIX_EPOCH);
        Claimed { id, kind: String::new(), payload: String::new(), attempts }
    }

    #[test]
    fn pauses_grow_and_outlast_a_mail_server_that_is_down_for_a_while() {
        let pauses: Vec<Duration> = (1..MAX_ATTEMPTS).map(|n| pause(&attempt(n))).collect();
        assert!(pauses[0] >= FIRST_PAUSE && pauses[0] < FIRST_PAUSE * 2);
        assert!(pauses.iter().all(|pause| *pause <= LONGEST_PAUSE * 5 / 4));
        let total: Duration = pauses.iter().sum();
        assert!(total > Duration::from_secs(12 * 3600), "{total:?}");
    }
}
