//! The thread that writes: it runs the closures that are waiting in one transaction, commits them
//! together, and hands their replies to the syncer. While a batch is on its way to the disk the next
//! one grows.
//!
//! Each closure stands for itself, as if in a savepoint of its own. But savepoints cost as much as
//! the work, and few closures fail after they have written: so a batch runs without them, and only
//! one that is spoilt in this way is rolled back and run again with savepoints, and so are some
//! batches after it.

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

/// Batches that take savepoints after one that was spoilt.
const CAUTION: u32 = 32;

pub(super) struct Writer {
    shared: Arc<Shared>,
    // `None` after trouble with the file, until the next batch opens it again.
    connection: Option<SqliteConnection>,
    syncer: Sender<Told>,
    // Batches to come that take a savepoint for each closure.
    caution: u32,
}

/// Writes a page, and nothing that anybody reads.
const SMALLEST_WRITE: &str = "PRAGMA user_version = 0";

/// A closure that has run and waits for the commit.
pub(super) struct Ran {
    job: Box<dyn Job>,
    kept: bool,
    wrote: bool,
    signals: Vec<Signal>,
}

impl Ran {
    /// Tells its caller, and whoever it signals to.
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

/// A closure that can not stay in the transaction it ran in.
enum Misfit {
    /// It failed after it had written, and without a savepoint its work can't be told from that of
    /// the others.
    Spoilt(Box<dyn Job>),
    /// SQLite rolled everything back when it was interrupted or the disk failed it. The error is
    /// for its caller, where its own result does not say it.
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
    }

    /// Runs `waiting`, and what else waits in the queue up to `limit`, in one commit.
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
            // The others did nothing wrong. Their work is gone with the transaction: do it again.
            for again in ran.drain(..).rev() {
                self.shared.counters.retried();
                waiting.push_front(again.job);
            }
            if waiting.is_empty() {
                return;
            }
        }
    }

    /// Fills a batch until the one before is on the disk and nothing waits; stops at a closure that
    /// does not fit in.
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

    /// Tells the caller of a closure that is out of its batch for good.
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
        // Only what changes something has to reach the disk.
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
                // Readers may wait for it.
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
        // A commit without a change would tell nothing of a disk that could not be written.
        if has_fault {
            connection.run(SMALLEST_WRITE)?;
        }
        connection.run("COMMIT")
    }

    /// What closures have seen, too, may be on its way to the disk.
    fn reply(&self, ran: Vec<Ran>) {
        if self.shared.commits.are_durable() {
            ran.into_iter().for_each(|done| done.tell(&self.shared));
        } else {
            // Without the syncer nothing is told, and callers hear that its thread is gone.
            let _ = self.syncer.send(Told::Written(ran));
        }
    }

    /// The commit failed: nothing of the batch happened, and an answer that was drawn from it is
    /// void as well.
    fn refuse(&mut self, ran: Vec<Ran>, trouble: Trouble) {
        self.heal(trouble.io);
        // A constraint that is checked at the end does not say whose row breaks it: let each commit
        // alone.
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
