//! Figures for dashboards: what waits, what runs, and how it ended.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A moment's view. The totals count from the start of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Closures that wait.
    pub queued: usize,
    /// Closures that run now.
    pub running: usize,
    /// Closures whose transaction was committed.
    pub completed: u64,
    /// Closures that were rolled back, because they returned an error or because the database
    /// failed.
    pub failed: u64,
    /// Refused with [`Busy`](crate::Error::Busy).
    pub refused: u64,
    /// Not run, because they had waited too long.
    pub timed_out: u64,
    /// Not run, because their caller had given up.
    pub abandoned: u64,
    /// Run again: after a serialisation failure or a deadlock, or because of a neighbour in the
    /// batch.
    pub retried: u64,
    /// Durable commits of writes. On SQLite a commit carries a whole batch.
    pub commits: u64,
    /// Connections opened since the start.
    pub connects: u64,
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
        }
    }
}
