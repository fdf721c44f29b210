//! Statistics about closures for dashboards: how many are waiting or running, and how they ended.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use crate::lanes::Class;

/// Histogram of the times that closures waited in the queue, with the sum of these times in
/// seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Waits {
    /// Number of closures per bound of [`Waits::BOUNDS`]. The last entry counts longer waits.
    pub counts: [u64; Waits::BOUNDS.len() + 1],
    pub seconds: f64,
}

impl Waits {
    /// Upper bounds of the histogram's buckets, in seconds.
    pub const BOUNDS: [f64; 7] = [0.001, 0.004, 0.016, 0.064, 0.25, 1.0, 4.0];
}

#[derive(Default)]
struct WaitCounters {
    counts: [AtomicU64; Waits::BOUNDS.len() + 1],
    micros: AtomicU64,
}

impl WaitCounters {
    fn waited(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        let place = Waits::BOUNDS.iter().position(|bound| seconds <= *bound);
        self.counts[place.unwrap_or(Waits::BOUNDS.len())].fetch_add(1, Relaxed);
        self.micros.fetch_add(time.as_micros() as u64, Relaxed);
    }

    fn view(&self) -> Waits {
        let counts = std::array::from_fn(|place| self.counts[place].load(Relaxed));
        Waits { counts, seconds: self.micros.load(Relaxed) as f64 / 1e6 }
    }
}

/// Snapshot of the statistics. Totals count from the moment the database was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Number of closures that are waiting in a queue.
    pub queued: usize,
    /// Number of closures that are running.
    pub running: usize,
    /// Number of closures whose transaction was committed.
    pub completed: u64,
    /// Number of closures that were rolled back after their own error or a database error.
    pub failed: u64,
    /// Number of closures refused with [`Busy`](crate::Error::Busy), because the queue was full.
    pub refused: u64,
    /// Number of closures not run because they had waited too long.
    pub timed_out: u64,
    /// Number of closures not run because their caller had given up.
    pub abandoned: u64,
    /// Number of times that a closure ran again after a serialization failure, a deadlock or a
    /// failure in its batch.
    pub retried: u64,
    /// Number of durable commits of writes. On SQLite one commit covers a whole batch.
    pub commits: u64,
    /// Number of connections to the database opened so far.
    pub connects: u64,
    /// Number of round trips to the server. Always 0 on SQLite.
    pub round_trips: u64,
    /// Number of reads that a replica answered.
    pub replica_reads: u64,
    /// Number of reads that the primary answered because the replica was behind or unreachable.
    pub replica_misses: u64,
    /// Queue times of interactive writes; `read_waits` has those of interactive reads.
    pub write_waits: Waits,
    pub read_waits: Waits,
    /// Queue times of the lanes [`Bulk`](crate::Lane::Bulk) and
    /// [`Background`](crate::Lane::Background).
    pub slow_waits: Waits,
}

#[derive(Default)]
pub(crate) struct Counters {
    running: AtomicUsize,
    completed: AtomicU64,
    failed: AtomicU64,
    refused: AtomicU64,
    timed_out: AtomicU64,
    abandoned: AtomicU64,
    retried: AtomicU64,
    commits: AtomicU64,
    connects: AtomicU64,
    round_trips: AtomicU64,
    replica_reads: AtomicU64,
    replica_misses: AtomicU64,
    write_waits: WaitCounters,
    read_waits: WaitCounters,
    slow_waits: WaitCounters,
}

impl Counters {
    pub fn started(&self) {
        self.running.fetch_add(1, Relaxed);
    }

    pub fn completed(&self) {
        self.running.fetch_sub(1, Relaxed);
        self.completed.fetch_add(1, Relaxed);
    }

    pub fn failed(&self) {
        self.running.fetch_sub(1, Relaxed);
        self.failed.fetch_add(1, Relaxed);
    }

    pub fn refused(&self) {
        self.refused.fetch_add(1, Relaxed);
    }

    pub fn timed_out(&self) {
        self.timed_out.fetch_add(1, Relaxed);
    }

    pub fn abandoned(&self) {
        self.abandoned.fetch_add(1, Relaxed);
    }

    pub fn retried(&self) {
        self.retried.fetch_add(1, Relaxed);
    }

    pub fn committed(&self) {
        self.commits.fetch_add(1, Relaxed);
    }

    pub fn connected(&self) {
        self.connects.fetch_add(1, Relaxed);
    }

    pub fn round_trip(&self) {
        self.round_trips.fetch_add(1, Relaxed);
    }

    pub fn read_from_replica(&self) {
        self.replica_reads.fetch_add(1, Relaxed);
    }

    /// Counts a read that began on the replica and continues on the primary.
    pub fn missed_replica(&self) {
        self.running.fetch_sub(1, Relaxed);
        self.replica_misses.fetch_add(1, Relaxed);
    }

    pub fn waited(&self, class: Class, time: Duration) {
        match class {
            Class::Write => self.write_waits.waited(time),
            Class::Read => self.read_waits.waited(time),
            Class::Bulk | Class::Background => self.slow_waits.waited(time),
        }
    }

    pub fn view(&self, queued: usize) -> Stats {
        Stats {
            queued,
            running: self.running.load(Relaxed),
            completed: self.completed.load(Relaxed),
            failed: self.failed.load(Relaxed),
            refused: self.refused.load(Relaxed),
            timed_out: self.timed_out.load(Relaxed),
            abandoned: self.abandoned.load(Relaxed),
            retried: self.retried.load(Relaxed),
            commits: self.commits.load(Relaxed),
            connects: self.connects.load(Relaxed),
            round_trips: self.round_trips.load(Relaxed),
            replica_reads: self.replica_reads.load(Relaxed),
            replica_misses: self.replica_misses.load(Relaxed),
            write_waits: self.write_waits.view(),
            read_waits: self.read_waits.view(),
            slow_waits: self.slow_waits.view(),
        }
    }
}
