//! Counts attempts before their work begins, and releases them if the program is too busy for it.

use std::{collections::BTreeSet, time::Duration};

use db::{Ask, Tx};

use super::{Level, Levels, Limit, store};
use kernel::timestamp::Timestamp;

use crate::{
    app::App,
    error::{Error, Result},
};

/// Name and limit of a bucket that counts attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    pub name: String,
    pub limit: Limit,
}

/// Attempts that a transaction has counted. The work runs afterwards under this permit.
#[derive(Clone, Debug)]
#[must_use = "the work has to run under its permit, so that a try that ended in BUSY is released"]
pub struct Permit {
    buckets: Vec<Bucket>,
}

/// Maximum number of tries to release a permit, because the database may be busy.
const RELEASES: u32 = 5;

impl Permit {
    /// Counts an attempt in each bucket. Returns an error if one of the buckets is full; rolling
    /// back the transaction then undoes the counting.
    pub fn acquire(tx: &mut Tx<'_>, now: Timestamp, buckets: &[Bucket]) -> Result<Permit> {
        let permit = Permit { buckets: buckets.to_vec() };
        let levels = tx.ask(permit.lock(now))?;
        permit.change(tx, now, &levels, |limit, level| {
            limit.after_try(level, now).map_err(Error::TooManyTries)
        })?;
        Ok(permit)
    }

    /// Runs the work for which the attempts were counted. Releases the attempts if the work failed
    /// because the program was busy.
    pub async fn run<T>(self, app: &App, work: impl Future<Output = Result<T>>) -> Result<T> {
        let outcome = work.await;
        if outcome.as_ref().is_err_and(Error::is_busy) {
            self.release_later(app).await;
        }
        outcome
    }

    /// Removes the counted attempts from their buckets, in the transaction that found the attempts
    /// to be legitimate.
    pub fn release(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<()> {
        let levels = tx.ask(self.lock(now))?;
        self.release_locked(tx, now, &levels)
    }

    /// Like [`release`](Permit::release), for buckets that are already locked.
    pub fn release_locked(&self, tx: &mut Tx<'_>, now: Timestamp, levels: &Levels) -> Result<()> {
        self.change(tx, now, levels, |limit, level| Ok(limit.after_release(level, now)))
    }

    /// Locks all buckets of the permit in one statement and returns their levels.
    pub fn lock(&self, now: Timestamp) -> impl Ask<Answer = Levels> + use<> {
        let names: BTreeSet<&str> =
            self.buckets.iter().map(|bucket| bucket.name.as_str()).collect();
        let all = (!names.is_empty()).then(|| store::lock_all(&names, now));
        all.into_iter()
            .collect::<Vec<_>>()
            .map(|levels| Levels(levels.into_iter().flatten().collect()))
    }

    /// Sets the level of each bucket to the result of `after`.
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
                    tracing::warn!(%error, "an attempt that ended in BUSY could not be released");
                    return;
                }
            }
        }
    }
}
