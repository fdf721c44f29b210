//! Scheduled tasks: periodic work. Each task runs on one node at a time, and several tasks run in
//! parallel. Due times are stored in the database.

use std::{collections::BTreeSet, pin::Pin, sync::Arc, time::Duration};

use tokio::{sync::watch, task::JoinSet, time};
use tracing::Instrument;

use super::store::{self, Lease};
use kernel::random::random_hex;

use crate::{app::App, error::Result, logging, migrations::Fitness};

type Outcome = Pin<Box<dyn Future<Output = Result<()>> + Send>>;
type Run = Box<dyn Fn(Arc<App>) -> Outcome + Send + Sync>;

struct ScheduledTask {
    name: &'static str,
    every: Duration,
    run: Run,
}

#[derive(Default)]
pub struct ScheduledTasks {
    all: Vec<ScheduledTask>,
}

impl ScheduledTasks {
    /// Registers a task. Its name is stored in the database, so it must not change.
    pub fn every<F, R>(mut self, every: Duration, name: &'static str, run: F) -> Self
    where
        F: Fn(Arc<App>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<()>> + Send + 'static,
    {
        self.all.push(ScheduledTask { name, every, run: Box::new(move |app| Box::pin(run(app))) });
        self
    }

    /// Returns the name and period of each task.
    pub fn periods(&self) -> impl Iterator<Item = (&'static str, Duration)> {
        self.all.iter().map(|task| (task.name, task.every))
    }

    /// Runs the due tasks in parallel and returns their number. A failed task runs again at its
    /// next due time.
    pub async fn run_due(&self, app: &Arc<App>) -> Result<usize> {
        let mut running = Running::default();
        self.begin_due(app, &mut running).await?;
        let begun = running.names.len();
        while running.end_next().await {}
        Ok(begun)
    }

    /// Runs due tasks until `stop` is true. A slow task does not delay other tasks.
    pub async fn run(self, app: Arc<App>, mut stop: watch::Receiver<bool>) {
        let mut running = Running::default();
        let mut fitness = Fitness::default();
        while !*stop.borrow() {
            match fitness.check(&app.db, app.config.jobs.lease()).await {
                Ok(()) => {
                    if let Err(error) = self.begin_due(&app, &mut running).await {
                        tracing::warn!(error = ?error, "the tasks can't be read");
                    }
                }
                Err(why) => tracing::warn!(%why, "tasks can't run on this database"),
            }
            let poll = time::sleep(app.config.jobs.poll());
            tokio::pin!(poll);
            loop {
                tokio::select! {
                    () = &mut poll => break,
                    _ = stop.changed() => break,
                    true = running.end_next() => {}
                }
            }
        }
        while running.end_next().await {}
    }

    /// Starts due tasks that are not running on this node.
    async fn begin_due(&self, app: &Arc<App>, running: &mut Running) -> Result<()> {
        for task in &self.all {
            if running.names.contains(task.name) {
                continue;
            }
            let Some(lease) = claim(app, task).await? else { continue };
            let trace = random_hex();
            let span = tracing::error_span!("task", %trace, task = task.name);
            logging::join(&span, &trace, None);
            let done = perform((task.run)(app.clone())).instrument(span);
            running.names.insert(task.name);
            let (name, app) = (task.name, app.clone());
            running.tasks.spawn(async move {
                under_lease(&app, name, &lease, done).await;
                name
            });
        }
        Ok(())
    }
}

/// Tasks that are running on this node.
#[derive(Default)]
struct Running {
    names: BTreeSet<&'static str>,
    tasks: JoinSet<&'static str>,
}

impl Running {
    /// Waits for the next task to end. Returns false if no task is running.
    async fn end_next(&mut self) -> bool {
        match self.tasks.join_next().await {
            Some(ended) => {
                // `perform` catches a panic of the task, so the task's name is always returned.
                if let Ok(name) = ended {
                    self.names.remove(name);
                }
                true
            }
            None => false,
        }
    }
}

/// Runs the task in the background lane, which leaves connections for interactive work.
async fn perform(run: Outcome) {
    let run = db::in_lane(db::Lane::Background, run);
    // A separate tokio task, so that a panic ends only this task.
    match tokio::spawn(run.in_current_span()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(error = ?error, "a task failed"),
        Err(panic) => tracing::error!(%panic, "a task failed"),
    }
}

/// Renews the lease of a task while the task runs, so that no other node starts it, and releases
/// the lease afterwards. If this node dies, the lease expires and another node runs the task.
async fn under_lease(app: &App, name: &'static str, lease: &Lease, work: impl Future<Output = ()>) {
    let length = app.config.jobs.lease();
    let mut beat = time::interval(length / 3);
    beat.tick().await;
    tokio::pin!(work);
    loop {
        tokio::select! {
            () = &mut work => break,
            _ = beat.tick() => {
                let (lease, until) = (lease.clone(), app.clock.now().plus(length));
                let kept = app.db.write(move |tx| store::extend_task(tx, name, &lease, until)).await;
                if !matches!(kept, Ok(true)) {
                    tracing::warn!(task = name, "the lease of a task could not be renewed");
                }
            }
        }
    }
    let lease = lease.clone();
    if let Err(error) = app.db.write(move |tx| store::finish_task(tx, name, &lease)).await {
        tracing::warn!(
            task = name,
            ?error,
            "the lease of a task could not be released; it will expire"
        );
    }
}

/// Leases a task that is due or was left unfinished. Returns `None` if the task is not due or
/// another node has leased it.
async fn claim(app: &App, task: &ScheduledTask) -> Result<Option<Lease>> {
    let (name, now) = (task.name, app.clock.now());
    if app.db.read(move |tx| store::task_rests(tx, name, now)).await? {
        return Ok(None);
    }
    let (next, lease) = (now.plus(task.every), Lease(random_hex()));
    let (until, taken) = (now.plus(app.config.jobs.lease()), lease.clone());
    let claim = move |tx: &mut db::Tx<'_>| store::claim_task(tx, name, now, next, &taken, until);
    Ok(app.db.write(claim).await?.then_some(lease))
}
