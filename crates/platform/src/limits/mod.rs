//! Limits on attempts. Each limit is a leaky bucket: an attempt raises its level, and the level
//! falls with time. Buckets are stored in the database, so all nodes share them.
//!
//! Use [`acquire`] if the same transaction counts the attempt and does the work: a failure then
//! rolls back the counting as well. Use a [`Permit`] if the work runs after the transaction that
//! counts the attempt: the permit releases the attempt if the work fails with BUSY.

pub mod mails;
mod permit;
pub mod secret_uses;
mod store;

use std::{collections::BTreeMap, time::Duration};

use db::{Ask, Tx};

use kernel::{contact::Email, timestamp::Timestamp};

use crate::{
    error::{Error, Result},
    jobs::Work,
    limits::secret_uses::LIMITED_ADDRESS,
    secrets::Secrets,
};

pub use permit::{Bucket, Permit};

/// Limit on attempts: `capacity` attempts are possible at once, then one after each `interval`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub capacity: i64,
    pub interval: Duration,
}

/// Age at which an unchanged bucket is certainly empty: every limit allows the full number of
/// attempts again within this time.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Outcome of an attempt: allowed, or refused for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    GoOn,
    /// The attempt is refused and not counted. The next attempt is possible after this time.
    Wait(Duration),
}

impl Verdict {
    /// Returns an error if the attempt is refused.
    pub fn or_refuse(self) -> Result<()> {
        match self {
            Verdict::GoOn => Ok(()),
            Verdict::Wait(wait) => Err(Error::TooManyTries(wait)),
        }
    }
}

/// State of a bucket before an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The bucket is empty: earlier attempts no longer count.
    Clean,
    /// Some attempts are counted, and another attempt is possible.
    Counted,
    Full(Duration),
}

/// Deletes up to `limit` empty buckets; returns the number deleted.
pub fn forget_old(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::sweep(tx, now.minus(FORGOTTEN_AFTER), limit)
}

/// Hashes an email address for use in a bucket's name. Anyone with access to the database can read
/// bucket names.
pub fn hidden(secrets: &Secrets, email: &Email) -> String {
    let address: &str = email.as_ref();
    secrets.mac_hex(LIMITED_ADDRESS, &[address.as_bytes()])
}

/// Counts an attempt in this bucket. If the bucket is full, counts nothing and returns how long to
/// wait.
pub fn acquire(tx: &mut Tx<'_>, now: Timestamp, bucket: &str, limit: Limit) -> Result<Verdict> {
    let level = store::lock(tx, bucket, now)?;
    match limit.after_try(level, now) {
        Ok(level) => {
            store::put(tx, bucket, level, now)?;
            Ok(Verdict::GoOn)
        }
        Err(wait) => Ok(Verdict::Wait(wait)),
    }
}

/// Reads the levels of these buckets without counting an attempt.
pub fn levels(buckets: &[&str]) -> impl Ask<Answer = Levels> + use<> {
    store::find_all(buckets).map(Levels)
}

/// Levels of several buckets, by name.
#[derive(Clone, Debug, Default)]
pub struct Levels(BTreeMap<String, Level>);

impl Levels {
    pub fn standing(&self, now: Timestamp, bucket: &str, limit: Limit) -> Standing {
        self.0.get(bucket).map_or(Standing::Clean, |level| limit.standing(*level, now))
    }
}

/// Empties a bucket, for a caller who has proven to be legitimate.
pub fn forget(tx: &mut Tx<'_>, bucket: &str) -> Result<()> {
    store::delete(tx, bucket)
}

/// Removes one attempt from a bucket, because the attempt turned out to be legitimate or its work
/// was not done.
pub fn release(tx: &mut Tx<'_>, now: Timestamp, bucket: &str, limit: Limit) -> Result<()> {
    let level = store::lock(tx, bucket, now)?;
    store::put(tx, bucket, limit.after_release(level, now), now)
}

/// Level of a bucket at its last change: the time until the bucket is empty, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub used_up: i64,
    pub updated_at: Timestamp,
}

impl Limit {
    fn after_try(self, level: Level, now: Timestamp) -> Result<i64, Duration> {
        let one = micros(self.interval);
        let filled = level.at(now).saturating_add(one);
        let too_much = filled.saturating_sub(one.saturating_mul(self.capacity));
        if too_much > 0 {
            return Err(Duration::from_micros(too_much.unsigned_abs()));
        }
        Ok(filled)
    }

    fn standing(self, level: Level, now: Timestamp) -> Standing {
        match self.after_try(level, now) {
            Err(wait) => Standing::Full(wait),
            Ok(_) if level.at(now) > 0 => Standing::Counted,
            Ok(_) => Standing::Clean,
        }
    }

    fn after_release(self, level: Level, now: Timestamp) -> i64 {
        level.at(now).saturating_sub(micros(self.interval)).max(0)
    }
}

impl Level {
    /// Returns the level at `now`, lowered by the time since the last change.
    fn at(self, now: Timestamp) -> i64 {
        self.used_up.saturating_sub(micros(now.since(self.updated_at))).max(0)
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

/// Adds the deletion of old buckets to the program's scheduled work.
pub fn add_work(work: Work) -> Work {
    work.forget(forget_old)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit { capacity: 3, interval: Duration::from_secs(60) };

    fn moment(seconds: u64) -> Timestamp {
        Timestamp::UNIX_EPOCH.plus(Duration::from_secs(seconds))
    }

    /// Makes an attempt at each of these seconds. Returns how many seconds each attempt had to
    /// wait.
    fn waits(tries: &[u64]) -> Vec<u64> {
        let mut level = Level { used_up: 0, updated_at: moment(0) };
        tries
            .iter()
            .map(|at| match LIMIT.after_try(level, moment(*at)) {
                Ok(used_up) => {
                    level = Level { used_up, updated_at: moment(*at) };
                    0
                }
                Err(wait) => wait.as_secs(),
            })
            .collect()
    }

    #[test]
    fn after_try_allows_a_burst_then_one_per_interval() {
        assert_eq!(waits(&[0, 0, 0, 0]), [0, 0, 0, 60]);
        assert_eq!(waits(&[0, 0, 0, 30, 60, 60]), [0, 0, 0, 30, 0, 60]);
        assert_eq!(waits(&[0, 0, 0, 1000, 1000, 1000, 1000]), [0, 0, 0, 0, 0, 0, 60]);
    }

    #[test]
    fn standing_is_clean_once_the_bucket_has_drained() {
        let two = Level { used_up: 2 * micros(LIMIT.interval), updated_at: moment(0) };
        let full = Level { used_up: 3 * micros(LIMIT.interval), ..two };
        assert_eq!(LIMIT.standing(full, moment(20)), Standing::Full(Duration::from_secs(40)));
        assert_eq!(LIMIT.standing(full, moment(60)), Standing::Counted);
        assert_eq!(LIMIT.standing(two, moment(119)), Standing::Counted);
        assert_eq!(LIMIT.standing(two, moment(120)), Standing::Clean);
    }

    #[test]
    fn after_release_restores_one_try() {
        let full = Level { used_up: micros(LIMIT.interval) * 3, updated_at: moment(0) };
        let freed = Level { used_up: LIMIT.after_release(full, moment(0)), ..full };
        assert!(LIMIT.after_try(full, moment(0)).is_err());
        assert_eq!(LIMIT.after_try(freed, moment(0)), Ok(full.used_up));
        let empty = Level { used_up: 0, updated_at: moment(0) };
        assert_eq!(LIMIT.after_release(empty, moment(0)), 0, "no attempt is gained");
    }

    #[test]
    fn after_try_gains_nothing_when_the_clock_steps_back() {
        assert_eq!(waits(&[100, 100, 100, 50]), [0, 0, 0, 60]);
    }
}
