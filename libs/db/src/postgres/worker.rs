//! A thread of the pool: it takes closures from the queue and runs each in a transaction on its own
//! connection.

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

/// The first pause before a closure that lost a race runs again; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(200);

pub(super) struct Worker {
    shared: Arc<Shared>,
    // Opened for the first closure, and again after it was lost.
    connection: Option<PostgresConnection>,
}

/// How one run of a closure ended.
enum Outcome {
    Committed(Vec<Signal>),
    /// The closure gave an error; its caller gets it.
    RolledBack,
    /// Others were in the way: run it again.
    Contended,
    /// The connection had died while it was idle: run it again on a new one.
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
        // Its time begins with its first transaction: connecting is not its fault.
        let mut deadline = None;
        let mut retries = 0..shared.options.retries;
        let outcome = loop {
            match self.attempt(&mut *job, access, &mut deadline) {
                // A new one is never stale.
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
        // Whatever the closure made of it: the transaction itself remembers why it failed.
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
            // A write among reads is refused here at the latest.
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

    /// Begins a transaction on a connection that works, as far as one knows without asking.
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
        // A server that does not even begin is a standby or on its way down.
        connection.batch(begin).map_err(|error| shared.target.unreachable(&error.to_string()))?;
        Ok(self.connection.insert(connection))
    }
}

/// Waits for a random time, lest those that collided collide again.
#[expect(clippy::disallowed_methods, reason = "a thread of the pool, which has nothing else to do")]
fn rest(count: u32) {
    thread::sleep(pause(count));
}

fn pause(count: u32) -> Duration {
    let longest = FIRST_PAUSE.saturating_mul(1 << count.min(16)).min(LONGEST_PAUSE);
    // Without chance, which the system seldom denies, both wait as long as they may.
    let dice = getrandom::u32().unwrap_or(u32::MAX);
    longest.mul_f64(f64::from(dice) / f64::from(u32::MAX))
}
