//! Reads on a standby server. A read first asks the primary for the position of its log, and waits
//! until the standby has replayed the log up to there. It therefore sees every commit that was
//! acknowledged before it, whichever node made the commit. If the standby is behind or unreachable,
//! the primary answers.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::connection::{BEGIN_READ, PostgresConnection};
use super::target::Target;
use super::{Request, Shared};
use crate::job::{Job, Waiting};
use crate::lanes::LaneQueue;
use crate::tx::Session;
use crate::{Engine, Error, PostgresOptions, Result, Tx, rows, threads};

/// Time for which the primary answers everything after the standby was behind or unreachable.
const REST: Duration = Duration::from_secs(2);
/// Time limit for connecting to the standby. It is short, because the primary can answer instead.
const CONNECT_LIMIT: Duration = Duration::from_secs(1);
/// Pause before the standby's position is asked for again. It doubles up to `MAX_PAUSE`.
const FIRST_PAUSE: Duration = Duration::from_micros(500);
const MAX_PAUSE: Duration = Duration::from_millis(10);
/// Position up to which the server has replayed the log. A server that was promoted meanwhile
/// writes the log itself.
const REPLAYED: &str =
    "SELECT CAST(COALESCE(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
     ELSE pg_current_wal_flush_lsn() END, '0/0') - '0/0'::pg_lsn AS BIGINT)";

/// Pool of threads with connections to the standby.
pub(super) struct Replica {
    standby: Arc<Standby>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// State shared by the pool's threads.
struct Standby {
    target: Target,
    queue: LaneQueue<Request>,
    primary: Arc<Shared>,
    rests_until: Mutex<Option<Instant>>,
}

impl Replica {
    /// Starts the threads, which connect when they are first needed. Fails if the URL is invalid.
    pub fn start(url: &str, primary: Arc<Shared>) -> Result<Replica> {
        let options = &primary.options;
        let connect_timeout = options.connect_timeout.min(CONNECT_LIMIT);
        let target = Target::new(url, &PostgresOptions { connect_timeout, ..options.clone() })?;
        let count = options.connections.max(1);
        let standby = Arc::new(Standby {
            target,
            queue: LaneQueue::new(options.queue_limit, count, false),
            primary,
            rests_until: Mutex::default(),
        });
        let replica = Replica { standby, threads: Mutex::default() };
        for number in 0..count {
            let reader = Reader { standby: replica.standby.clone(), connection: None, replayed: 0 };
            let thread = thread::Builder::new()
                .name(format!("db-replica-{number}"))
                .spawn(move || reader.run());
            match thread {
                Ok(thread) => replica.lock_threads().push(thread),
                Err(error) => {
                    replica.close();
                    return Err(Error::Unavailable(format!("no thread for the replica: {error}")));
                }
            }
        }
        Ok(replica)
    }

    fn lock_threads(&self) -> std::sync::MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn queue(&self) -> &LaneQueue<Request> {
        &self.standby.queue
    }

    /// Returns false for a while after the standby was behind or unreachable.
    pub fn is_up(&self) -> bool {
        let mut rests_until = self.standby.lock_rest();
        let rests = rests_until.is_some_and(|until| Instant::now() < until);
        if !rests {
            *rests_until = None;
        }
        !rests
    }

    /// Finishes queued reads and stops the threads.
    pub fn close(&self) {
        self.standby.queue.close();
        threads::join(std::mem::take(&mut *self.lock_threads()));
    }
}

impl Standby {
    fn lock_rest(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.rests_until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rest(&self) {
        *self.lock_rest() = Some(Instant::now() + REST);
    }
}

/// Thread of the pool.
struct Reader {
    standby: Arc<Standby>,
    connection: Option<PostgresConnection>,
    /// Position that the server of this connection is known to have replayed.
    replayed: i64,
}

/// Result of a read on the standby.
enum Outcome {
    Answered,
    /// The closure returned an error, which its caller gets.
    Refused,
    /// The standby could not answer.
    Missed,
}

impl Reader {
    fn run(mut self) {
        let standby = self.standby.clone();
        let (primary, mut ended) = (&standby.primary, None);
        while let Some((class, Request { job, access })) = standby.queue.next(ended) {
            ended = Some(class);
            let (ticket, options) = (job.ticket(), &primary.options);
            let limit = job.patience(options.queue_timeout, options.statement_timeout);
            let Some(mut job) = job.start(limit, &primary.counters) else { continue };
            primary.counters.started();
            match self.attempt(&mut *job) {
                Outcome::Answered => {
                    primary.counters.completed();
                    primary.counters.read_from_replica();
                    job.complete();
                }
                Outcome::Refused => {
                    primary.counters.failed();
                    job.complete();
                }
                Outcome::Missed => {
                    primary.counters.missed_replica();
                    let job = Waiting::again(job, ticket);
                    // Fails only while the database is closing. The caller then gets
                    // `Error::Closed`, because the job is dropped.
                    let _ = primary.queue.push_admitted(class, Request { job, access });
                }
            }
        }
        if let Some(connection) = self.connection {
            connection.end();
        }
    }

    fn attempt(&mut self, job: &mut dyn Job) -> Outcome {
        let standby = self.standby.clone();
        let connection = match self.caught_up() {
            Ok(connection) => connection,
            Err(_) => {
                standby.rest();
                return Outcome::Missed;
            }
        };
        connection.begin_with_the_next(BEGIN_READ);
        let deadline = Instant::now() + standby.primary.options.statement_timeout;
        let mut tx = Tx::new(connection, Engine::Postgres, deadline);
        let keep = job.attempt(&mut tx);
        // A standby also cancels reads that hinder it from replaying the log.
        let has_failed = matches!(tx.failure(), Some(Error::Unavailable(_) | Error::Contended));
        if keep && !has_failed && connection.flush().is_ok() {
            connection.end_read();
            return Outcome::Answered;
        }
        connection.roll_back();
        if has_failed || connection.is_broken() || keep {
            return Outcome::Missed;
        }
        Outcome::Refused
    }

    /// Returns a connection to the standby, once the standby has replayed everything that was
    /// committed before this call.
    fn caught_up(&mut self) -> Result<&mut PostgresConnection> {
        let standby = self.standby.clone();
        let patience = standby.primary.options.replica_patience;
        let committed = standby.primary.listener.committed(patience)?;
        let deadline = Instant::now() + patience;
        let reused = self.connection.take().filter(|connection| !connection.is_broken());
        if let Some(connection) = reused
            && self.wait(connection, committed, deadline).is_ok()
        {
            return self.connection.as_mut().ok_or(Error::Closed);
        }
        // The old connection may have been lost while it was idle. If it was only behind, the
        // deadline has passed.
        if Instant::now() >= deadline {
            return Err(Error::Timeout);
        }
        let (target, options) = (&standby.target, &standby.primary.options);
        let counters = &standby.primary.counters;
        let connection = PostgresConnection::open(target, options, counters)?;
        counters.connected();
        self.replayed = 0;
        self.wait(connection, committed, Instant::now() + patience)?;
        self.connection.as_mut().ok_or(Error::Closed)
    }

    /// Waits until the connection's server has replayed the log up to `position`, and keeps the
    /// connection unless it is broken.
    fn wait(
        &mut self,
        mut connection: PostgresConnection,
        position: i64,
        deadline: Instant,
    ) -> Result<()> {
        let mut pause = FIRST_PAUSE;
        let outcome = loop {
            if self.replayed >= position {
                break Ok(());
            }
            match replayed(&mut connection, &self.standby.primary.options) {
                Ok(replayed) => self.replayed = replayed,
                Err(error) => break Err(error),
            }
            if self.replayed >= position {
                break Ok(());
            }
            if Instant::now() >= deadline {
                break Err(Error::Timeout);
            }
            rest(pause);
            pause = (pause * 2).min(MAX_PAUSE);
        };
        if !connection.is_broken() {
            self.connection = Some(connection);
        }
        outcome
    }
}

/// Asks the server how far it has replayed the log.
fn replayed(connection: &mut PostgresConnection, options: &PostgresOptions) -> Result<i64> {
    connection.begin_with_the_next(BEGIN_READ);
    let deadline = Instant::now() + options.statement_timeout;
    let mut tx = Tx::new(connection, Engine::Postgres, deadline);
    let answer = tx.ask_alone(rows::<(i64,)>(REPLAYED, &[]).one());
    match answer {
        Ok((position,)) => {
            connection.end_read();
            Ok(position)
        }
        Err(error) => {
            connection.roll_back();
            Err(error)
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a thread of the pool, which has nothing else to do")]
fn rest(pause: Duration) {
    thread::sleep(pause);
}
