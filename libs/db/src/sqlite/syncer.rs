//! Thread that makes commits durable while the writer continues with the next batch.
//!
//! SQLite commits to its log without waiting for the disk. No caller gets a result that depends on
//! a commit before the log is synced to the disk.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
#[cfg(feature = "testing")]
use std::sync::{Condvar, Mutex, PoisonError};

use super::Shared;
use super::connection::SqliteConnection;
use super::writer::Ran;
use crate::Error;
use crate::job::Job;

/// Results to send once the log is on the disk.
pub(super) enum Told {
    /// Closures of a committed batch.
    Written(Vec<Ran>),
    /// A read, with whether its closure succeeded.
    Read(Box<dyn Job>, bool),
    /// The writer's connection at its end. SQLite deletes the log together with the last
    /// connection, so this one is kept until the last commit is synced.
    Ended(Box<SqliteConnection>),
}

/// Numbers of commits begun, made and synced. Only the writer changes `begun` and `made`; only the
/// syncer changes `synced` and `lost`.
#[derive(Default)]
pub(super) struct Commits {
    /// Number of commits that readers may have seen.
    begun: AtomicU64,
    made: AtomicU64,
    synced: AtomicU64,
    /// Error of a failed sync. The state of the log on the disk is then unknown, and further writes
    /// can't repair it. Only opening the file again shows which commits survived.
    lost: OnceLock<Error>,
}

impl Commits {
    /// Counts a commit that starts. The writer reports the end of each commit to the syncer.
    pub fn begin(&self) {
        self.begun.fetch_add(1, SeqCst);
    }

    pub fn end(&self, is_made: bool) {
        if is_made {
            self.made.store(self.begun.load(SeqCst), SeqCst);
        } else {
            self.begun.fetch_sub(1, SeqCst);
        }
    }

    /// Returns true while a finished commit still has to be synced to the disk.
    pub fn is_syncing(&self) -> bool {
        self.lost.get().is_none() && self.synced.load(SeqCst) < self.made.load(SeqCst)
    }

    /// Returns true if all visible commits are on the disk.
    pub fn are_durable(&self) -> bool {
        self.begun.load(SeqCst) <= self.synced.load(SeqCst)
    }

    /// Returns true if all finished commits are on the disk and one more is in progress.
    fn are_synced_but_for_one(&self) -> bool {
        let made = self.made.load(SeqCst);
        made <= self.synced.load(SeqCst) && self.begun.load(SeqCst) > made
    }

    pub fn check(&self) -> Result<(), Error> {
        self.lost.get().map_or(Ok(()), |why| Err(why.clone()))
    }
}

/// Lets tests hold a sync or make it fail.
#[cfg(feature = "testing")]
#[derive(Default)]
pub struct Gate {
    state: Mutex<Syncing>,
    moved: Condvar,
}

/// Behaviour of disk syncs in tests.
#[cfg(feature = "testing")]
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Syncing {
    #[default]
    Open,
    Held,
    Failing,
}

#[cfg(feature = "testing")]
impl Gate {
    pub fn set(&self, state: Syncing) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
        self.moved.notify_all();
    }

    fn pass(&self) -> io::Result<()> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_held = |state: &mut Syncing| *state == Syncing::Held;
        let state = self.moved.wait_while(state, is_held).unwrap_or_else(PoisonError::into_inner);
        if *state == Syncing::Failing { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

pub(super) struct Syncer {
    shared: Arc<Shared>,
    waiting: Receiver<Told>,
    log: Option<File>,
}

impl Syncer {
    /// Creates the syncer and the channel to it.
    pub fn new(shared: Arc<Shared>) -> (Syncer, Sender<Told>) {
        let (sender, waiting) = channel();
        (Syncer { shared, waiting, log: None }, sender)
    }

    /// Runs until all senders are gone.
    pub fn run(mut self) {
        let mut all = Vec::new();
        loop {
            let next = self.waiting.recv();
            let is_over = next.is_err();
            all.extend(next.into_iter().chain(self.waiting.try_iter()));
            if is_over && all.is_empty() {
                return;
            }
            // Results of reads that saw an unfinished commit wait for its end, which the writer
            // reports.
            if !is_over && self.shared.commits.are_synced_but_for_one() {
                continue;
            }
            let synced = self.sync();
            // Wakes the writer before any caller gets a result: a caller may close the database and
            // wait for the writer.
            self.shared.writes.wake();
            for told in all.drain(..) {
                self.tell(told, &synced);
            }
        }
    }

    /// Syncs all finished commits to the disk.
    fn sync(&mut self) -> Result<(), Error> {
        let commits = &self.shared.commits;
        commits.check()?;
        if commits.are_durable() {
            return Ok(());
        }
        let made = commits.made.load(SeqCst);
        self.sync_log().map_err(|error| {
            let why =
                format!("the log could not be synced to the disk: {error}; restart the program");
            self.shared.commits.lost.get_or_init(|| Error::Unavailable(why)).clone()
        })?;
        self.shared.commits.synced.store(made, SeqCst);
        Ok(())
    }

    fn sync_log(&mut self) -> io::Result<()> {
        #[cfg(feature = "testing")]
        self.shared.sync_gate.pass()?;
        self.log()?.sync_data()
    }

    /// Returns SQLite's log file, opened again if it has been replaced.
    fn log(&mut self) -> io::Result<&File> {
        let mut path = self.shared.file.clone().into_os_string();
        path.push("-wal");
        let path = PathBuf::from(path);
        let now = path.metadata()?;
        let is_same = |file: &File| {
            file.metadata().is_ok_and(|known| (known.dev(), known.ino()) == (now.dev(), now.ino()))
        };
        match self.log.take().filter(is_same) {
            Some(log) => Ok(self.log.insert(log)),
            None => Ok(self.log.insert(File::open(path)?)),
        }
    }

    fn tell(&self, told: Told, synced: &Result<(), Error>) {
        match (told, synced) {
            (Told::Written(ran), Ok(())) => ran.into_iter().for_each(|one| one.tell(&self.shared)),
            (Told::Written(ran), Err(error)) => {
                for one in ran {
                    one.fail(&self.shared, &Error::OutcomeUnknown(error.to_string()));
                }
            }
            (Told::Read(job, is_used), Ok(())) => self.shared.finish_read(job, is_used),
            (Told::Read(job, _), Err(error)) => {
                self.shared.counters.failed();
                job.fail(error.clone());
            }
            (Told::Ended(connection), _) => drop(connection),
        }
    }
}
