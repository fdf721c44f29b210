//! Thread that writes: it runs waiting closures in one transaction, commits them together and
//! passes their replies to the syncer. While one batch is synced, the next batch is filled.
//!
//! A failed closure must not affect the other closures of its batch. A savepoint for each closure
//! would ensure that, but costs as much as the closure's work, and few closures fail after a write.
//! A batch therefore runs without savepoints at first. If a closure fails after a write, its batch
//! and some later batches run with savepoints.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::Shared;
use super::connection::{Access, SqliteConnection};
use super::faults::Trouble;
use super::syncer::Told;
use crate::job::Job;
use crate::signals::Signal;
use crate::{Engine, Error, Result, Tx};

/// Number of batches run with savepoints once a closure has failed after writing.
const CAUTION: u32 = 32;

pub(super) struct Writer {
    shared: Arc<Shared>,
    // `None` after a file error, until the next batch opens the connection again.
    connection: Option<SqliteConnection>,
    syncer: Sender<Told>,
    // Number of further batches that use a savepoint for each closure.
    caution: u32,
}

/// Smallest possible write, to a value that no code reads.
const SMALLEST_WRITE: &str = "PRAGMA user_version = 0";

/// Closure that has run and waits for the commit.
pub(super) struct Ran {
    job: Box<dyn Job>,
    kept: bool,
    wrote: bool,
    signals: Vec<Signal>,
}

impl Ran {
    /// Sends the result to the caller, and the signals to their subscribers.
    pub fn tell(self, shared: &Shared) {
        if self.kept {
            shared.counters.completed();
            shared.hub.deliver(&self.signals);
        } else {
            shared.counters.failed();
        }
        self.job.complete();
    }

    pub fn fail(self, shared: &Shared, error: &Error) {
        shared.counters.failed();
        self.job.fail(error.clone());
    }
}

/// Closure whose changes can't stay in the transaction of its batch.
enum Misfit {
    /// The closure failed after it had written. Without a savepoint, its changes can't be undone
    /// without the changes of other closures.
    Spoilt(Box<dyn Job>),
    /// SQLite rolled back the whole batch after an interruption or a disk error. The caller gets
    /// this error; `None` if the closure's own result reports the failure.
    Lost(Box<dyn Job>, Option<Error>),
}

impl Writer {
    pub fn open(shared: Arc<Shared>, syncer: Sender<Told>) -> Result<Self> {
        let connection = SqliteConnection::open(&shared.file, &shared.options, Access::Write)?;
        shared.counters.connected();
        let connection = Some(connection);
        Ok(Writer { shared, connection, syncer, caution: 0 })
    }

    pub fn run(mut self) {
        while let Some(waiting) = self.shared.writes.pop() {
            let limit = self.shared.options.queue_timeout;
            if let Some(job) = waiting.start(limit, &self.shared.counters) {
                self.shared.counters.started();
                self.caution = self.caution.saturating_sub(1);
                let limit = self.shared.options.batch_limit.max(1);
                self.batch(VecDeque::from([job]), limit);
            }
        }
        if let Some(connection) = self.connection.take() {
            // If the syncer is gone, everything is synced.
            let _ = self.syncer.send(Told::Ended(Box::new(connection)));
        }
    }

    /// Runs `waiting`, and queued closures up to `limit`, in one commit.
    fn batch(&mut self, mut waiting: VecDeque<Box<dyn Job>>, limit: usize) {
        let mut ran = Vec::new();
        loop {
            if let Err(trouble) = self.begin() {
                self.heal(trouble.io);
                self.shared.set_fault(Some(trouble.error.clone()));
                return self.fail_all(waiting, &trouble.error);
            }
            let Some(misfit) = self.run_together(&mut waiting, &mut ran, limit) else {
                return self.commit(ran);
            };
            self.heal(false);
            match misfit {
                Misfit::Spoilt(job) => {
                    self.caution = CAUTION;
                    waiting.push_front(job);
                }
                Misfit::Lost(job, error) => self.dismiss(job, error),
            }
            // The other closures lost their changes with the transaction, so they run again.
            for again in ran.drain(..).rev() {
                self.shared.counters.retried();
                waiting.push_front(again.job);
            }
            if waiting.is_empty() {
                return;
            }
        }
    }

    /// Runs closures until the batch is full, or the previous batch is on the disk and the queue is
    /// empty. Stops at a closure that can't stay in the transaction, and returns it.
    fn run_together(
        &mut self,
        waiting: &mut VecDeque<Box<dyn Job>>,
        ran: &mut Vec<Ran>,
        limit: usize,
    ) -> Option<Misfit> {
        let start = Instant::now();
        while let Some(job) = waiting.pop_front().or_else(|| {
            let room = ran.len() < limit && start.elapsed() < self.shared.options.batch_time;
            if room { self.next_in_queue() } else { None }
        }) {
            match self.run_one(job) {
                Ok(done) => ran.push(done),
                Err(misfit) => return Some(misfit),
            }
        }
        self.shared.writes.rest_while(|| self.shared.commits.is_syncing());
        None
    }

    fn next_in_queue(&self) -> Option<Box<dyn Job>> {
        loop {
            let waiting = self.shared.writes.pop_while(|| self.shared.commits.is_syncing())?;
            let limit = self.shared.options.queue_timeout;
            if let Some(job) = waiting.start(limit, &self.shared.counters) {
                self.shared.counters.started();
                return Some(job);
            }
        }
    }

    fn run_one(&mut self, mut job: Box<dyn Job>) -> Result<Ran, Misfit> {
        let Some(connection) = &mut self.connection else {
            return Err(Misfit::Lost(job, Some(Error::Closed)));
        };
        let is_careful = self.caution > 0;
        if is_careful && let Err(trouble) = connection.run("SAVEPOINT closure") {
            return Err(Misfit::Lost(job, Some(trouble.error)));
        }
        let deadline = Instant::now() + self.shared.options.time_limit;
        connection.take_has_written();
        connection.set_deadline(Some(deadline));
        let mut tx = Tx::new(connection, Engine::Sqlite, deadline);
        let kept = job.attempt(&mut tx);
        let signals = tx.into_signals();
        connection.set_deadline(None);
        let wrote = connection.take_has_written();
        let must_undo = wrote && !kept;
        if !connection.in_transaction() {
            return Err(Misfit::Lost(job, None));
        }
        let settled = match (is_careful, must_undo) {
            (false, false) => Ok(()),
            (false, true) => return Err(Misfit::Spoilt(job)),
            (true, false) => connection.run("RELEASE closure"),
            (true, true) => connection
                .run("ROLLBACK TO closure")
                .and_then(|()| connection.run("RELEASE closure")),
        };
        match settled {
            Ok(()) => Ok(Ran { job, kept, wrote, signals }),
            Err(trouble) => Err(Misfit::Lost(job, Some(trouble.error))),
        }
    }

    /// Replies to the caller of a closure that was removed from its batch and won't run again.
    fn dismiss(&self, job: Box<dyn Job>, error: Option<Error>) {
        self.shared.counters.failed();
        match error {
            Some(error) => job.fail(error),
            None => job.complete(),
        }
    }

    fn begin(&mut self) -> Result<(), Trouble> {
        self.shared.commits.check().map_err(|error| Trouble { error, io: false })?;
        let connection = match &mut self.connection {
            Some(connection) => connection,
            closed => {
                let opened =
                    SqliteConnection::open(&self.shared.file, &self.shared.options, Access::Write)
                        .map_err(|error| Trouble { error, io: true })?;
                self.shared.counters.connected();
                closed.insert(opened)
            }
        };
        connection.run("BEGIN IMMEDIATE")
    }

    fn commit(&mut self, ran: Vec<Ran>) {
        let is_kept = ran.iter().any(|done| done.kept);
        let has_fault = self.shared.has_fault();
        // A batch without changes needs no sync to the disk.
        let is_change = is_kept && (has_fault || ran.iter().any(|done| done.wrote));
        if is_change {
            self.shared.commits.begin();
        }
        let ended = self.end(is_kept, has_fault);
        if is_change {
            self.shared.commits.end(ended.is_ok());
        }
        match ended {
            Ok(()) => {
                if is_kept {
                    self.shared.counters.committed();
                    self.shared.set_fault(None);
                }
                self.reply(ran);
            }
            Err(trouble) => {
                // Wakes the syncer, because reads may wait there for the end of this commit.
                let _ = self.syncer.send(Told::Written(Vec::new()));
                self.refuse(ran, trouble);
            }
        }
    }

    fn end(&self, is_kept: bool, has_fault: bool) -> Result<(), Trouble> {
        let closed = || Trouble { error: Error::Closed, io: false };
        let connection = self.connection.as_ref().ok_or_else(closed)?;
        if !is_kept {
            return connection.run("ROLLBACK");
        }
        self.shared.commits.check().map_err(|error| Trouble { error, io: false })?;
        // A commit without a change would not show whether the disk is writable again.
        if has_fault {
            connection.run(SMALLEST_WRITE)?;
        }
        connection.run("COMMIT")
    }

    /// Sends the results to the callers, or passes them to the syncer if the closures may have seen
    /// commits that are not on the disk yet.
    fn reply(&self, ran: Vec<Ran>) {
        if self.shared.commits.are_durable() {
            ran.into_iter().for_each(|done| done.tell(&self.shared));
        } else {
            // If the syncer has ended, the callers get `Error::Closed`.
            let _ = self.syncer.send(Told::Written(ran));
        }
    }

    /// Handles a failed commit: the whole batch was rolled back, so the results of all its closures
    /// are void.
    fn refuse(&mut self, ran: Vec<Ran>, trouble: Trouble) {
        self.heal(trouble.io);
        // The error of a deferred constraint does not name the closure that caused it, so each
        // closure runs again and commits alone.
        if trouble.error == Error::ForeignKey && ran.len() > 1 {
            for done in ran {
                self.shared.counters.retried();
                self.batch(VecDeque::from([done.job]), 1);
            }
            return;
        }
        if trouble.error != Error::ForeignKey {
            self.shared.set_fault(Some(trouble.error.clone()));
        }
        self.fail_all(ran.into_iter().map(|done| done.job), &trouble.error);
    }

    fn heal(&mut self, reopen: bool) {
        if let Some(connection) = &self.connection {
            let stuck = connection.in_transaction() && connection.run("ROLLBACK").is_err();
            if stuck || reopen {
                self.connection = None;
            }
        }
    }

    fn fail_all(&self, jobs: impl IntoIterator<Item = Box<dyn Job>>, error: &Error) {
        for job in jobs {
            self.shared.counters.failed();
            job.fail(error.clone());
        }
    }
}
