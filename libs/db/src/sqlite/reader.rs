//! Thread that serves reads, each in its own snapshot.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::Shared;
use super::connection::{Access, SqliteConnection};
use super::syncer::Told;
use crate::job::Job;
use crate::{Engine, Result, Tx};

pub(super) struct Reader {
    shared: Arc<Shared>,
    // Opened for the first closure, because most readers of a quiet program never get one.
    connection: Option<SqliteConnection>,
    syncer: Sender<Told>,
}

impl Reader {
    pub fn new(shared: Arc<Shared>, syncer: Sender<Told>) -> Self {
        Reader { shared, connection: None, syncer }
    }

    pub fn run(mut self) {
        let mut ended = None;
        while let Some((class, waiting)) = self.shared.reads.next(ended) {
            let options = &self.shared.options;
            let limit = waiting.patience(options.queue_timeout, options.time_limit);
            if let Some(job) = waiting.start(limit, &self.shared.counters) {
                self.serve(job);
            }
            ended = Some(class);
        }
    }

    fn serve(&mut self, mut job: Box<dyn Job>) {
        self.shared.counters.started();
        let connection = match begin(&mut self.connection, &self.shared) {
            Ok(connection) => connection,
            Err(error) => {
                self.shared.counters.failed();
                return job.fail(error);
            }
        };
        let deadline = Instant::now() + self.shared.options.time_limit;
        connection.set_deadline(Some(deadline));
        let ok = job.attempt(&mut Tx::new(connection, Engine::Sqlite, deadline));
        connection.set_deadline(None);
        // Ends the snapshot. The rows already read stay valid if this fails, and the next BEGIN
        // reports the failure.
        let _ = connection.run("ROLLBACK");
        // If the read may have seen commits that are not on the disk yet, its result waits for the
        // next sync.
        if self.shared.commits.are_durable() {
            self.shared.finish_read(job, ok);
        } else {
            // If the syncer has ended, the job is dropped and its caller gets `Error::Closed`.
            let _ = self.syncer.send(Told::Read(job, ok));
        }
    }
}

/// Begins a snapshot on the kept connection, or on a new one.
fn begin<'c>(
    kept: &'c mut Option<SqliteConnection>,
    shared: &Shared,
) -> Result<&'c mut SqliteConnection> {
    let connection = match kept.take() {
        Some(connection) => connection,
        None => {
            let opened = SqliteConnection::open(&shared.file, &shared.options, Access::Read)?;
            shared.counters.connected();
            opened
        }
    };
    let connection = kept.insert(connection);
    connection.run("BEGIN").map_err(|trouble| trouble.error)?;
    Ok(connection)
}
