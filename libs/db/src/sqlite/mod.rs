//! Embedded engine: one thread writes and commits in batches, one thread syncs the commits to the
//! disk, and several threads read.

mod backup;
mod connection;
mod faults;
mod reader;
mod schema;
mod syncer;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::engine::Access;
use crate::job::{Job, Waiting};
use crate::lanes::{Class, LaneQueue};
use crate::queue::Queue;
use crate::signals::Hub;
use crate::stats::Counters;
use crate::{Error, Migration, Result, SqliteOptions, Stats, migrations, threads};

#[cfg(feature = "testing")]
pub use syncer::Syncing;

pub(crate) struct Sqlite {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// State shared by the threads and the handle.
struct Shared {
    file: PathBuf,
    options: SqliteOptions,
    writes: Queue<Waiting>,
    reads: LaneQueue<Waiting>,
    counters: Counters,
    hub: Arc<Hub>,
    // Error of the last write attempt, until a write succeeds again.
    fault: Mutex<Option<Error>>,
    commits: syncer::Commits,
    #[cfg(feature = "testing")]
    sync_gate: syncer::Gate,
}

impl Shared {
    fn has_fault(&self) -> bool {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn set_fault(&self, fault: Option<Error>) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    /// Sends the result of a read to its caller. `is_used` is true if the closure succeeded.
    fn finish_read(&self, job: Box<dyn Job>, is_used: bool) {
        if is_used {
            self.counters.completed();
        } else {
            self.counters.failed();
        }
        job.complete();
    }
}

impl Sqlite {
    pub fn open(file: &Path, options: SqliteOptions, hub: Arc<Hub>) -> Result<Self> {
        connection::create_private(file)?;
        let shared = Arc::new(Shared {
            file: file.to_owned(),
            writes: Queue::new(options.queue_limit),
            reads: LaneQueue::new(options.queue_limit, options.readers.max(1), false),
            counters: Counters::default(),
            options,
            hub,
            fault: Mutex::default(),
            commits: syncer::Commits::default(),
            #[cfg(feature = "testing")]
            sync_gate: syncer::Gate::default(),
        });
        let (syncer, told) = syncer::Syncer::new(shared.clone());
        // The writer opens the file first: it switches the file to WAL mode and finds out whether
        // the file is writable.
        let writer = writer::Writer::open(shared.clone(), told.clone())?;
        let sqlite = Sqlite { shared, threads: Mutex::default() };
        for number in 0..sqlite.shared.options.readers.max(1) {
            let reader = reader::Reader::new(sqlite.shared.clone(), told.clone());
            sqlite.spawn(format!("db-reader-{number}"), move || reader.run())?;
        }
        sqlite.spawn("db-writer".to_owned(), move || writer.run())?;
        sqlite.spawn("db-syncer".to_owned(), move || syncer.run())?;
        Ok(sqlite)
    }

    fn spawn(&self, name: String, run: impl FnOnce() + Send + 'static) -> Result<()> {
        let thread = thread::Builder::new()
            .name(name)
            .spawn(run)
            .map_err(|error| Error::Unavailable(format!("no thread for the database: {error}")))?;
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        Ok(())
    }

    pub fn write(&self, job: Waiting) -> Result<()> {
        self.accepted(self.shared.writes.push(job))
    }

    pub fn read(&self, job: Waiting) -> Result<()> {
        self.accepted(self.shared.reads.push(Class::of(job.lane(), Access::Read), job))
    }

    fn accepted(&self, pushed: Result<()>) -> Result<()> {
        if pushed == Err(Error::Busy) {
            self.shared.counters.refused();
        }
        pushed
    }

    pub fn migrate(&self, migrations: &[Migration]) -> Result<Vec<u32>> {
        let mut connection = schema::SqliteSchema::open(&self.shared.file)?;
        migrations::migrate_embedded(&mut connection, migrations)
    }

    pub fn backup(&self, to: &Path) -> Result<()> {
        backup::backup(&self.shared.file, to)
    }

    /// Returns an error if recent writes failed, which reads alone would not notice.
    pub fn check_writer(&self) -> Result<()> {
        self.shared.commits.check()?;
        let fault = self.shared.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.clone().map_or(Ok(()), Err)
    }

    pub fn stats(&self) -> Stats {
        let queued = self.shared.writes.len() + self.shared.reads.len();
        self.shared.counters.view(queued)
    }

    #[cfg(feature = "testing")]
    pub fn sync_gate(&self) -> &syncer::Gate {
        &self.shared.sync_gate
    }

    /// Finishes queued work and stops the threads.
    pub fn close(&self) {
        self.shared.writes.close();
        self.shared.reads.close();
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        threads::join(threads);
    }
}
