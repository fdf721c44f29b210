//! Tests of the writes that a job leaves to the transaction that ends it.

use std::sync::Arc;

use kernel::ids::JobId;
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{self, Handlers, Job, JobClass},
};
use serde::{Deserialize, Serialize};

use crate::support::TestApp;

#[derive(Serialize, Deserialize)]
struct First;

impl Job for First {
    const KIND: &'static str = "first";
    const CLASS: JobClass = JobClass::Mail;
}

/// Job that no worker here knows, so that its row shows whether it was enqueued.
#[derive(Serialize, Deserialize)]
struct Second;

impl Job for Second {
    const KIND: &'static str = "second";
    const CLASS: JobClass = JobClass::Upkeep;
}

/// Runs a job that leaves the write of a second job, with this result. Returns the kinds of the jobs
/// that remain.
async fn kinds_after(app: &TestApp, result: fn() -> Result<()>) -> Vec<(String,)> {
    let now = app.app.clock.now();
    let queued = app.app.db.write(move |tx| jobs::enqueue(tx, now, &First)).await;
    queued.expect("the first job");
    let handlers = Handlers::default().on(move |_: Arc<App>, _: JobId, First| async move {
        jobs::write_at_end(move |tx| {
            jobs::enqueue(tx, now, &Second)?;
            result()
        });
        Ok(())
    });
    assert_eq!(jobs::run_due(&app.app, &Arc::new(handlers)).await.expect("the queue"), 1);
    let kinds = app.app.db.read(|tx| tx.rows("SELECT kind FROM job ORDER BY kind", &[])).await;
    kinds.map_err(|error: db::Error| error).expect("the jobs")
}

#[tokio::test]
async fn write_left_by_a_job_is_stored_when_the_job_ends() {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    assert_eq!(kinds_after(&app, || Ok(())).await, [("second".to_owned(),)]);
}

#[tokio::test]
async fn job_ends_without_a_left_write_that_fails() {
    let app = TestApp::new().await;
    assert_eq!(kinds_after(&app, || Err(Error::NotFound)).await, []);
}
