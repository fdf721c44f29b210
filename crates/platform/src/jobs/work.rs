//! Jobs and scheduled tasks that the program's features register.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::{Handlers, Job, JobError, ScheduledTasks};
use kernel::{ids::JobId, timestamp::Timestamp};

use crate::{app::App, error::Result};

/// Function that deletes up to `limit` rows that have expired by `now`. Returns the number deleted.
pub type Forget = fn(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64>;

#[derive(Default)]
pub struct Work {
    pub handlers: Handlers,
    pub tasks: ScheduledTasks,
    /// Functions that delete rows which live for minutes or days. One hourly task runs them all.
    pub forgotten: Vec<Forget>,
}

impl Work {
    /// Adds the handler of jobs of type `J`.
    #[must_use]
    pub fn on<J, F, R>(mut self, run: F) -> Work
    where
        J: Job,
        F: Fn(Arc<App>, JobId, J) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), JobError>> + Send + 'static,
    {
        self.handlers = self.handlers.on(run);
        self
    }

    /// Adds a scheduled task. The task's name is stored in the database, so it must never change.
    #[must_use]
    pub fn every<F, R>(mut self, period: Duration, name: &'static str, run: F) -> Work
    where
        F: Fn(Arc<App>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<()>> + Send + 'static,
    {
        self.tasks = self.tasks.every(period, name, run);
        self
    }

    #[must_use]
    pub fn forget(mut self, forget: Forget) -> Work {
        self.forgotten.push(forget);
        self
    }
}

pub const MINUTE: Duration = Duration::from_secs(60);
pub const HOUR: Duration = Duration::from_secs(3600);
pub const DAY: Duration = Duration::from_secs(24 * 3600);
