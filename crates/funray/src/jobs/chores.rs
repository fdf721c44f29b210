//! Chores: what is done again and again, on one node at a time. When each is due stands in the database.

use std::{pin::Pin, sync::Arc, time::Duration};

use tokio::{sync::watch, time};

use super::store;
use crate::{app::App, error::Result};

type Outcome = Pin<Box<dyn Future<Output = Result<()>> + Send>>;
type Run = Box<dyn Fn(Arc<App>) -> Outcome + Send + Sync>;

struct Chore {
    name: &'static str,
    every: Duration,
    run: Run,
}

#[derive(Default)]
pub struct Chores {
    all: Vec<Chore>,
}

impl Chores {
    /// Registers who does a chore. The name is its row, so it stays.
    pub fn every<F, R>(mut self, every: Duration, name: &'static str, run: F) -> Self
    where
        F: Fn(Arc<App>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<()>> + Send + 'static,
    {
        self.all.push(Chore { name, every, run: Box::new(move |app| Box::pin(run(app))) });
        self
    }

    /// Does what is due, one after the other; how many that were. One that fails is due again when its time comes.
    pub async fn run_due(&self, app: &Arc<App>) -> Result<usize> {
        let mut done = 0;
        for chore in &self.all {
            if !claim(app, chore).await? {
                continue;
            }
            done += 1;
            // A task of its own, so that a panic ends the chore and nothing else.
            match tokio::spawn((chore.run)(app.clone())).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    tracing::error!(chore = chore.name, error = ?error, "a chore failed");
                }
                Err(panic) => tracing::error!(chore = chore.name, %panic, "a chore failed"),
            }
        }
        Ok(done)
    }

    /// Does what is due until `stop` says true.
    pub async fn run(self, app: Arc<App>, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            if let Err(error) = self.run_due(&app).await {
                tracing::warn!(error = ?error, "the chores can't be read");
            }
            tokio::select! {
                () = time::sleep(app.config.jobs.poll()) => {}
                _ = stop.changed() => {}
            }
        }
    }
}

/// Whether it is due, and this node the one that does it.
async fn claim(app: &App, chore: &Chore) -> Result<bool> {
    let (name, now) = (chore.name, app.clock.now());
    if app.db.read(move |tx| store::chore_due_after(tx, name, now)).await? {
        return Ok(false);
    }
    let next = now.plus(chore.every);
    app.db.write(move |tx| store::claim_chore(tx, name, now, next)).await
}
