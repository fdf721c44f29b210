//! The thread that makes commits durable, while the writer goes on with the next batch.
//!
//! SQLite commits into its log without waiting for the disk. Nobody hears of a commit before the log
//! is synced: neither whoever made it, nor a reader that has seen it.

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
use super::writer::Ran;
use crate::Error;
use crate::job::Job;

/// What may be told as soon as the log is on the disk.
pub(super) enum Told {
    /// What was done in a batch.
    Written(Vec<Ran>),
    /// What was read, and whether the closure could use it.
    Read(Box<dyn Job>, bool),
}

/// How far commits have come. The writer alone moves the first two, the syncer the others.
#[derive(Default)]
pub(super) struct Commits {
    /// Those that readers may have seen.
    begun: AtomicU64,
    made: AtomicU64,
    synced: AtomicU64,
    /// Why the log could not be synced. What the disk has of it is uncertain then, and would stay
    /// so whatever is written after it: only opening the file anew finds out.
    lost: OnceLock<Error>,
}

impl Commits {
    /// However it ends, the syncer hears of it.
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

    /// Whether the disk is still waited for.
    pub fn is_syncing(&self) -> bool {
        self.lost.get().is_none() && self.synced.load(SeqCst) < self.made.load(SeqCst)
    }

    /// Whether all that can be seen is on the disk.
    pub fn are_durable(&self) -> bool {
        self.begun.load(SeqCst) <= self.synced.load(SeqCst)
    }

    /// Whether all that was made is on the disk, and one more is being made.
    fn are_synced_but_for_one(&self) -> bool {
        let made = self.made.load(SeqCst);
        made <= self.synced.load(SeqCst) && self.begun.load(SeqCst) > made
    }

    pub fn check(&self) -> Result<(), Error> {
        self.lost.get().map_or(Ok(()), |why| Err(why.clone()))
    }
}

/// Lets tests hold a sync, or have it fail.
#[cfg(feature = "testing")]
#[derive(Default)]
pub struct Gate {
    state: Mutex<Syncing>,
    moved: Condvar,
}

/// What becomes of syncs.
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
    /// And the way to tell something through it.
    pub fn new(shared: Arc<Shared>) -> (Syncer, Sender<Told>) {
        let (sender, waiting) = channel();
        (Syncer { shared, waiting, log: None }, sender)
    }

    /// Ends when nobody has anything to tell any more.
    pub fn run(mut self) {
        let mut all = Vec::new();
        loop {
            let next = self.waiting.recv();
            let is_over = next.is_err();
            all.extend(next.into_iter().chain(self.waiting.try_iter()));
            if is_over && all.is_empty() {
                return;
            }
            // Those who have seen a commit that is being made wait for it, too: it tells how it ended.
            if !is_over && self.shared.commits.are_synced_but_for_one() {
                continue;
            }
            let synced = self.sync();
            // Before anybody is told: who hears it may close the database, and wait for the writer.
            self.shared.writes.wake();
            for told in all.drain(..) {
                self.tell(told, &synced);
            }
        }
    }

    /// Brings all commits that were made to the disk.
    fn sync(&mut self) -> Result<(), Error> {
        let commits = &self.shared.commits;
        commits.check()?;
        if commits.are_durable() {
            return Ok(());
        }
        let made = commits.made.load(SeqCst);
        self.sync_log().map_err(|error| {
            let why =
                format!("the disk did not take what was written: {error}; start the program again");
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

    /// The file that SQLite writes its log to, opened anew if it is another one by now.
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
        }
    }
}
