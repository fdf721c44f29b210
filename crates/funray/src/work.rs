//! Collects the jobs and scheduled tasks of all features, and adds the tasks that concern several
//! features.

use std::sync::Arc;

use platform::{
    app::App,
    error::{Error, Result},
    jobs::{self, DAY, Forget, HOUR, Handlers, JobClass, ScheduledTasks, Work},
};

use crate::features;

fn all() -> Work {
    features::WORK.iter().fold(Work::default(), |work, add| add(work))
}

pub fn handlers() -> Handlers {
    all().handlers
}

pub fn scheduled_tasks() -> ScheduledTasks {
    let Work { tasks, forgotten, .. } = all();
    tasks.every(HOUR, "forget tries", move |app| forget_tries(app, forgotten.clone())).every(
        DAY,
        "forget mails",
        forget_mails,
    )
}

/// Maximum number of rows deleted per transaction, so that other writers don't wait long.
const BATCH: i64 = 500;

/// Scheduled task: deletes the expired rows of all features, such as rows that count recent
/// attempts.
async fn forget_tries(app: Arc<App>, forgotten: Vec<Forget>) -> Result<()> {
    loop {
        let forgotten = forgotten.clone();
        let deleted = app.write(move |tx, _, now| {
            forgotten
                .iter()
                .try_fold(0, |sum, forget| Ok::<_, Error>(sum + forget(tx, now, BATCH)?))
        });
        if deleted.await? == 0 {
            return Ok(());
        }
    }
}

/// Scheduled task: deletes old jobs of emails that could not be sent, old emails of the demo's
/// mailbox, and old records of sent emails.
async fn forget_mails(app: Arc<App>) -> Result<()> {
    let before = app.clock.now().minus(app.config.retention.mails());
    let kinds = Arc::new(handlers().kinds_of(JobClass::Mail));
    loop {
        let kinds = kinds.clone();
        let forgotten = app.db.write(move |tx| {
            let given_up = jobs::delete_given_up(tx, &kinds, before, BATCH)?;
            Ok::<_, Error>(given_up + mail::delete_old(tx, before, BATCH)?)
        });
        if forgotten.await? == 0 {
            return Ok(());
        }
    }
}
