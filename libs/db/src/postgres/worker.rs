//! Thread of the pool: runs each queued closure in a transaction on its own connection.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::connection::{BEGIN_READ, BEGIN_WRITE, CommitFault, PostgresConnection};
use super::{Request, Shared};
use crate::engine::Access;
use crate::job::Job;
use crate::signals::Signal;
use crate::tx::Session;
use crate::{Engine, Error, Result, Tx};

/// Maximum pause before the first retry of a closure after a conflict. The maximum doubles with
/// each retry up to `MAX_PAUSE`.
const FIRST_PAUSE: Duration = Duration::from_millis(2);
const MAX_PAUSE: Duration = Duration::from_millis(200);

pub(super) struct Worker {
    shared: Arc<Shared>,
    // Connection of this thread, opened for the first closure, and again after the connection was
    // lost.
    connection: Option<PostgresConnection>,
}

/// Result of one run of a closure.
enum Outcome {
    Committed(Vec<Signal>),
    /// The closure returned an error, which its caller gets.
    RolledBack,
    /// The transaction conflicted with other transactions; the closure runs again.
    Contended,
    /// The connection had died while it was idle; the closure runs again on a new connection.
    Stale,
    Failed(Error),
}

impl Worker {
    pub fn new(shared: Arc<Shared>) -> Self {
        let connection = None;
        Worker { shared, connection }
    }

    pub fn run(mut self) {
        let mut ended = None;
        while let Some((class, Request { job, access })) = self.shared.queue.next(ended) {
            let options = &self.shared.options;
            let limit = job.patience(options.queue_timeout, options.statement_timeout);
            if let Some(job) = job.start(limit, &self.shared.counters) {
                self.serve(job, access);
            }
            ended = Some(class);
        }
        if let Some(connection) = self.connection {
            connection.end();
        }
    }

    fn serve(&mut self, mut job: Box<dyn Job>, access: Access) {
        let shared = self.shared.clone();
        shared.counters.started();
        // The time limit starts with the first transaction, so that connecting does not count.
        let mut deadline = None;
        let mut retries = 0..shared.options.retries;
        let outcome = loop {
            match self.attempt(&mut *job, access, &mut deadline) {
                // Retries on a new connection. This can't repeat, because a new connection is never
                // stale.
                Outcome::Stale => (self.connection, deadline) = (None, None),
                Outcome::Contended => match retries.next() {
                    Some(count) if deadline.is_none_or(|deadline| Instant::now() < deadline) => {
                        shared.counters.retried();
                        rest(count);
                    }
                    _ => break Outcome::Failed(Error::Contended),
                },
                outcome => break outcome,
            }
        };
        if self.connection.as_ref().is_some_and(PostgresConnection::is_broken) {
            self.connection = None;
        }
        match outcome {
            Outcome::Committed(signals) => {
                shared.counters.completed();
                if access == Access::Write {
                    shared.counters.committed();
                    shared.listener.publish(signals);
                }
                job.complete();
            }
            Outcome::Failed(error) => {
                shared.counters.failed();
                job.fail(error);
            }
            Outcome::RolledBack | Outcome::Contended | Outcome::Stale => {
                shared.counters.failed();
                job.complete();
            }
        }
    }

    fn attempt(
        &mut self,
        job: &mut dyn Job,
        access: Access,
        deadline: &mut Option<Instant>,
    ) -> Outcome {
        let limit = self.shared.options.statement_timeout;
        let connection = match self.begin(access) {
            Ok(connection) => connection,
            Err(error) => return Outcome::Failed(error),
        };
        let deadline = *deadline.get_or_insert_with(|| Instant::now() + limit);
        let mut tx = Tx::new(connection, Engine::Postgres, deadline);
        let keep = job.attempt(&mut tx);
        // The transaction remembers a conflict even if the closure ignored the error.
        let is_contended = tx.failure() == Some(&Error::Contended);
        let signals = tx.into_signals();
        if connection.is_stale() {
            return Outcome::Stale;
        }
        if is_contended || !keep {
            connection.roll_back();
            return if is_contended { Outcome::Contended } else { Outcome::RolledBack };
        }
        if access == Access::Read {
            // Sends queued writes. If a read-only closure has queued a write, the server refuses it
            // here.
            return match connection.flush() {
                Ok(()) => {
                    connection.end_read();
                    Outcome::Committed(signals)
                }
                Err(error) => {
                    connection.roll_back();
                    Outcome::Failed(error)
                }
            };
        }
        match connection.commit() {
            Ok(()) => Outcome::Committed(signals),
            Err(_) if connection.is_stale() => Outcome::Stale,
            Err(CommitFault::Refused(Error::Contended)) => Outcome::Contended,
            Err(CommitFault::Refused(error)) => Outcome::Failed(error),
            Err(CommitFault::Unknown(why)) => Outcome::Failed(Error::OutcomeUnknown(why)),
        }
    }

    /// Begins a transaction on the existing connection, or on a new one if that connection is
    /// broken.
    fn begin(&mut self, access: Access) -> Result<&mut PostgresConnection> {
        let begin = match access {
            Access::Write => BEGIN_WRITE,
            Access::Read => BEGIN_READ,
        };
        let reused = self.connection.take().filter(|connection| !connection.is_broken());
        if let Some(mut connection) = reused {
            connection.begin_with_the_next(begin);
            return Ok(self.connection.insert(connection));
        }
        let shared = &self.shared;
        let mut connection =
            PostgresConnection::open(&shared.target, &shared.options, &shared.counters)?;
        shared.counters.connected();
        // A server that refuses to begin a transaction is a standby or is shutting down.
        connection.batch(begin).map_err(|error| shared.target.unreachable(&error.to_string()))?;
        Ok(self.connection.insert(connection))
    }
}

/// Sleeps for a random time, so that colliding closures don't collide again.
#[expect(clippy::disallowed_methods, reason = "a thread of the pool, which has nothing else to do")]
fn rest(count: u32) {
    thread::sleep(pause(count));
}

fn pause(count: u32) -> Duration {
    let longest = FIRST_PAUSE.saturating_mul(1 << count.min(16)).min(MAX_PAUSE);
    // Without random numbers, which is rare, the closure waits the maximum.
    let dice = getrandom::u32().unwrap_or(u32::MAX);
    longest.mul_f64(f64::from(dice) / f64::from(u32::MAX))
}
