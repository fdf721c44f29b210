//! Graceful shutdown within 30 seconds, after which supervisors kill the process. Work in progress
//! finishes, or is left to the next program.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use db::Db;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, timeout, timeout_at},
};
use tokio_util::task::TaskTracker;

use platform::{app::App, jobs::Worker};

use crate::work;

/// Maximum time from the request to stop until unfinished jobs and scheduled tasks are abandoned.
/// The next program repeats them.
const MAX_WORK: Duration = Duration::from_secs(24);
/// Maximum time for closing the database, after the work has finished or was abandoned.
const MAX_CLOSING: Duration = Duration::from_secs(2);

/// Jobs, scheduled tasks and checkouts in progress.
pub struct Work {
    stop: watch::Sender<bool>,
    asked_at: OnceLock<Instant>,
    running: JoinSet<()>,
    checkouts: TaskTracker,
}

impl Work {
    pub fn start(app: &Arc<App>) -> Work {
        let (stop, stopping) = watch::channel(false);
        let mut running = JoinSet::new();
        running.spawn(Worker::new(app.clone(), Arc::new(work::handlers())).run(stopping.clone()));
        running.spawn(work::scheduled_tasks().run(app.clone(), stopping));
        Work { stop, asked_at: OnceLock::new(), running, checkouts: app.checkouts.clone() }
    }

    /// Asks the workers not to start any new job or scheduled task.
    pub fn ask_to_stop(&self) {
        self.asked_at.get_or_init(Instant::now);
        // Sending fails if all workers have already ended, which is no error.
        let _ = self.stop.send(true);
    }

    /// Waits for work in progress until the deadline. Another program repeats unfinished work: a
    /// job when its lease ends, a scheduled task at its next time.
    pub async fn finish(mut self) {
        let end = *self.asked_at.get_or_init(Instant::now) + MAX_WORK;
        let done = async {
            while self.running.join_next().await.is_some() {}
            self.checkouts.close();
            self.checkouts.wait().await;
        };
        if timeout_at(end, done).await.is_err() {
            tracing::warn!(
                "some jobs, scheduled tasks or checkouts did not finish in time; jobs will do what is left of them"
            );
        }
    }
}

/// Closes the database. Waits for pending writes, but only for a limited time.
pub async fn close(db: Db) {
    let closing = tokio::task::spawn_blocking(move || db.close());
    if timeout(MAX_CLOSING, closing).await.is_err() {
        tracing::warn!(
            "the database did not finish in time; what was not acknowledged may be undone"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn finish_abandons_hanging_work_at_the_deadline() {
        let mut running = JoinSet::new();
        running.spawn(std::future::pending());
        let stop = watch::Sender::new(false);
        let checkouts = TaskTracker::new();
        let work = Work { stop, asked_at: OnceLock::new(), running, checkouts };
        work.ask_to_stop();
        let asked_at = Instant::now();
        // Simulates requests that took 20 of the 24 seconds to finish.
        tokio::time::advance(Duration::from_secs(20)).await;
        work.finish().await;
        let whole = asked_at.elapsed() + MAX_CLOSING;
        assert!(whole >= MAX_WORK && whole < Duration::from_secs(30), "{whole:?}");
    }
}
