//! ScheduledTasks: what is done again and again, on one node at a time. When each is due stands in the database.

use std::{pin::Pin, sync::Arc, time::Duration};

use tokio::{sync::watch, time};
use tracing::Instrument;

use super::store;
use crate::{app::App, error::Result, kernel::random::random_hex, logging};

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
    /// Registers who does a task. The name is its row, so it stays.
    pub fn every<F, R>(mut self, every: Duration, name: &'static str, run: F) -> Self
    where
        F: Fn(Arc<App>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<()>> + Send + 'static,
    {
        self.all.push(ScheduledTask { name, every, run: Box::new(move |app| Box::pin(run(app))) });
        self
    }

    /// Does what is due, one after the other; how many that were. One that fails is due again when its time comes.
    pub async fn run_due(&self, app: &Arc<App>) -> Result<usize> {
        let mut done = 0;
        for task in &self.all {
            if !claim(app, task).await? {
                continue;
            }
            done += 1;
            let trace = random_hex();
            let span = tracing::error_span!("task", %trace, task = task.name);
            logging::join(&span, &trace, None);
            perform(task, app).instrument(span).await;
        }
        Ok(done)
    }

    /// Does what is due until `stop` says true.
    pub async fn run(self, app: Arc<App>, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            if let Err(error) = self.run_due(&app).await {
                tracing::warn!(error = ?error, "the tasks can't be read");
            }
            tokio::select! {
                () = time::sleep(app.config.jobs.poll()) => {}
                _ = stop.changed() => {}
            }
        }
    }
}

async fn perform(task: &ScheduledTask, app: &Arc<App>) {
    // A task of its own, so that a panic ends the task and nothing else.
    match tokio::spawn((task.run)(app.clone()).in_current_span()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(error = ?error, "a task failed"),
        Err(panic) => tracing::error!(%panic, "a task failed"),
    }
}

/// Whether it is due, and this node the one that does it.
async fn claim(app: &App, task: &ScheduledTask) -> Result<bool> {
    let (name, now) = (task.name, app.clock.now());
    if app.db.read(move |tx| store::task_due_after(tx, name, now)).await? {
        return Ok(false);
    }
    let next = now.plus(task.every);
    app.db.write(move |tx| store::claim_task(tx, name, now, next)).await
}
