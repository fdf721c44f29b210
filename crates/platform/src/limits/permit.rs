//! Tries that are counted before their work begins.

use std::{collections::BTreeSet, time::Duration};

use db::{Ask, Tx};

use super::{Level, Levels, Limit, store};
use kernel::timestamp::Timestamp;

use crate::{
    app::App,
    error::{Error, Result},
};

/// Where a try is counted, and how many there may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    pub name: String,
    pub limit: Limit,
}

/// Tries that were counted in a transaction before their work: the work runs under the permit.
#[derive(Clone, Debug)]
#[must_use = "the work has to run under its permit, so that a try that ended in BUSY is released"]
pub struct Permit {
    buckets: Vec<Bucket>,
}

/// How often releasing is tried while the database is busy, too.
const RELEASES: u32 = 5;

impl Permit {
    /// Counts a try in each of the buckets, or in none of them when one is full.
    pub fn acquire(tx: &mut Tx<'_>, now: Timestamp, buckets: &[Bucket]) -> Result<Permit> {
        let permit = Permit { buckets: buckets.to_vec() };
        let levels = tx.ask(permit.lock(now))?;
        permit.change(tx, now, &levels, |limit, level| {
            limit.after_try(level, now).map_err(Error::TooManyTries)
        })?;
        Ok(permit)
    }

    /// Does the work that was counted. A try that ended because the program was too busy is not counted.
    pub async fn run<T>(self, app: &App, work: impl Future<Output = Result<T>>) -> Result<T> {
        let outcome = work.await;
        if outcome.as_ref().is_err_and(Error::is_busy) {
            self.release_later(app).await;
        }
        outcome
    }

    /// Takes the tries back, in the transaction in which they turned out to be no guesses.
    pub fn release(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<()> {
        let levels = tx.ask(self.lock(now))?;
        self.release_locked(tx, now, &levels)
    }

    /// The same where the buckets are locked already.
    pub fn release_locked(&self, tx: &mut Tx<'_>, now: Timestamp, levels: &Levels) -> Result<()> {
        self.change(tx, now, levels, |limit, level| Ok(limit.after_release(level, now)))
    }

    /// Locks all its buckets in one go.
    pub fn lock(&self, now: Timestamp) -> impl Ask<Answer = Levels> + use<> {
        let names: BTreeSet<&str> =
            self.buckets.iter().map(|bucket| bucket.name.as_str()).collect();
        let all = (!names.is_empty()).then(|| store::lock_all(&names, now));
        all.into_iter()
            .collect::<Vec<_>>()
            .map(|levels| Levels(levels.into_iter().flatten().collect()))
    }

    /// Changes how full each of its buckets is.
    fn change(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        Levels(levels): &Levels,
        after: impl Fn(Limit, Level) -> Result<i64>,
    ) -> Result<()> {
        for bucket in &self.buckets {
            let Some(level) = levels.get(&bucket.name) else { continue };
            store::put(tx, &bucket.name, after(bucket.limit, *level)?, now)?;
        }
        Ok(())
    }

    async fn release_later(self, app: &App) {
        for attempt in 1..=RELEASES {
            let (now, permit) = (app.clock.now(), self.clone());
            match app.db.write(move |tx| permit.release(tx, now)).await {
                Ok(()) => return,
                Err(error) if error.is_busy() && attempt < RELEASES => {
                    tokio::time::sleep(Duration::from_millis(50) * attempt).await;
                }
                Err(error) => {
                    tracing::warn!(%error, "a try that ended in BUSY could not be released");
                    return;
                }
            }
        }
    }
}
