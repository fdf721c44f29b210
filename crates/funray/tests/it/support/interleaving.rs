//! Two who do something at the same moment, the one just before the other has committed.

use std::sync::{
    atomic::{AtomicBool, Ordering},
    mpsc,
};

use db::{Engine, Tx};
use platform::error::Result;
use tokio::{sync::oneshot, task::JoinHandle};

use super::TestApp;

/// A transaction that has done its work and not yet committed.
pub struct Open {
    commit: mpsc::Sender<()>,
    done: JoinHandle<()>,
}

impl Open {
    pub async fn after(
        app: &TestApp,
        work: impl Fn(&mut Tx<'_>) -> Result<()> + Send + 'static,
    ) -> Open {
        Open::between(app, work, |_| Ok(())).await
    }

    /// One that does something more just before it commits.
    pub async fn between(
        app: &TestApp,
        work: impl Fn(&mut Tx<'_>) -> Result<()> + Send + 'static,
        last: impl Fn(&mut Tx<'_>) -> Result<()> + Send + 'static,
    ) -> Open {
        let (commit, committing) = mpsc::channel();
        let (worked, has_worked) = oneshot::channel();
        let (db, worked) = (app.app.db.clone(), std::sync::Mutex::new(Some(worked)));
        let done = tokio::spawn(async move {
            let may_commit = AtomicBool::new(false);
            let written = db.write(move |tx| {
                work(tx)?;
                if let Some(worked) = worked.lock().expect("no panic").take() {
                    worked.send(()).expect("somebody waits for it");
                }
                // Like every closure it may run twice: the second time nobody tells it to commit.
                if !may_commit.load(Ordering::SeqCst) {
                    committing.recv().expect("somebody lets it commit");
                    may_commit.store(true, Ordering::SeqCst);
                }
                last(tx)
            });
            written.await.expect("it commits");
        });
        has_worked.await.expect("the work is done");
        Open { commit, done }
    }

    pub async fn commit(self) {
        self.commit.send(()).expect("it waits");
        self.done.await.expect("it has committed");
    }
}

/// Until a call waits for a row that another transaction holds, or has its answer, which tells the test that it doesn't wait.
/// The embedded database has one writer: there every writer waits.
pub async fn until_it_waits<T>(app: &TestApp, call: &JoinHandle<T>) {
    let waiting = "SELECT count(*) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let engine = app.app.db.engine();
    while engine == Engine::Postgres && !call.is_finished() && app.count(waiting).await == 0 {
        tokio::task::yield_now().await;
    }
}
