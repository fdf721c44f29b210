//! Interleaves two transactions: the second begins just before the first commits.

use std::sync::{
    atomic::{AtomicBool, Ordering},
    mpsc,
};

use db::{Engine, Tx};
use platform::error::Result;
use tokio::{sync::oneshot, task::JoinHandle};

use super::TestApp;

/// A transaction that has run its statements and waits for the test to let it commit.
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

    /// Opens a transaction that runs `work` at once, and `last` just before it commits.
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
                // The database may retry this closure. The second run commits without waiting for
                // the test.
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

/// On PostgreSQL, waits until a call is blocked by a row lock or has finished without one. Returns
/// at once on the embedded engine, where every write waits for the open transaction.
pub async fn until_it_waits<T>(app: &TestApp, call: &JoinHandle<T>) {
    let waiting = "SELECT count(*) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let engine = app.app.db.engine();
    while engine == Engine::Postgres && !call.is_finished() && app.count(waiting).await == 0 {
        tokio::task::yield_now().await;
    }
}
