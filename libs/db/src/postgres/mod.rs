//! PostgreSQL engine: a pool of threads with blocking connections runs closures, and one more
//! thread carries signals between nodes.

mod connection;
mod faults;
mod listener;
mod outgoing;
mod replica;
mod schema;
mod target;
mod tls;
mod values;
mod wire;
mod worker;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::engine::Access;
use crate::job::Waiting;
use crate::lanes::{Class, LaneQueue};
use crate::signals::Hub;
use crate::stats::Counters;
use crate::{Distribution, Error, Migration, PostgresOptions, Result, Stats, migrations, threads};

use listener::Listener;
use replica::Replica;
use target::Target;

pub(crate) struct Postgres {
    shared: Arc<Shared>,
    replica: Option<Replica>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// State shared by the threads and the handle.
struct Shared {
    target: Target,
    options: PostgresOptions,
    queue: LaneQueue<Request>,
    counters: Arc<Counters>,
    listener: Listener,
}

struct Request {
    job: Waiting,
    access: Access,
}

impl Postgres {
    pub fn open(url: &str, options: PostgresOptions, hub: Arc<Hub>) -> Result<Self> {
        let target = Target::new(url, &options)?.of_primary();
        // The listener connects first, which shows whether the server is reachable.
        let (listener, listening) = Listener::start(target.clone(), hub)?;
        let shared = Arc::new(Shared {
            target,
            queue: LaneQueue::new(options.queue_limit, options.connections.max(1), true),
            counters: Arc::default(),
            options,
            listener,
        });
        let threads = Mutex::new(vec![listening]);
        let mut postgres = Postgres { shared: shared.clone(), replica: None, threads };
        for number in 0..shared.options.connections.max(1) {
            let worker = worker::Worker::new(shared.clone());
            let thread = thread::Builder::new()
                .name(format!("db-worker-{number}"))
                .spawn(move || worker.run());
            match thread {
                Ok(thread) => postgres.lock_threads().push(thread),
                Err(error) => {
                    postgres.close();
                    return Err(Error::Unavailable(format!("no thread for the database: {error}")));
                }
            }
        }
        if let Some(url) = shared.options.replica_url.clone() {
            match Replica::start(&url, shared) {
                Ok(replica) => postgres.replica = Some(replica),
                Err(error) => {
                    postgres.close();
                    return Err(error);
                }
            }
        }
        Ok(postgres)
    }

    fn lock_threads(&self) -> std::sync::MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a closure. Slow reads and those that ask for it run on the replica, if one is
    /// configured and reachable.
    pub fn submit(&self, job: Waiting, access: Access, prefers_replica: bool) -> Result<()> {
        let class = Class::of(job.lane(), access);
        let is_wanted = access == Access::Read && (prefers_replica || class.is_slow());
        let queue = match &self.replica {
            Some(replica) if is_wanted && replica.is_up() => replica.queue(),
            _ => &self.shared.queue,
        };
        let pushed = queue.push(class, Request { job, access });
        if pushed == Err(Error::Busy) {
            self.shared.counters.refused();
        }
        pushed
    }

    /// Returns the server's time in microseconds since 1970. Uses the listener's connection,
    /// because a busy pool does not mean that the server is down.
    pub async fn ping(&self) -> Result<i64> {
        self.shared.listener.ping().await
    }

    pub fn migrate(&self, migrations: &[Migration]) -> Result<Vec<u32>> {
        let mut connection = schema::PostgresSchema::open(&self.shared.target)?;
        connection.create_like_on_a_plain_database()?;
        migrations::migrate_shared(&mut connection, migrations)
    }

    /// Distributes the tables of a cluster. `only_new`: does nothing unless they are distributed
    /// already.
    pub fn distribute(&self, plan: &Distribution, only_new: bool) -> Result<Vec<String>> {
        let mut connection = schema::PostgresSchema::open(&self.shared.target)?;
        if only_new {
            migrations::keep_distributed(&mut connection, plan)
        } else {
            migrations::distribute(&mut connection, plan)
        }
    }

    pub fn stats(&self) -> Stats {
        let on_replica = self.replica.as_ref().map_or(0, |replica| replica.queue().len());
        self.shared.counters.view(self.shared.queue.len() + on_replica)
    }

    /// Finishes queued work and stops the threads.
    pub fn close(&self) {
        // The replica's threads may still pass reads on to the primary, so they end first.
        if let Some(replica) = &self.replica {
            replica.close();
        }
        self.shared.queue.close();
        let mut ending = std::mem::take(&mut *self.lock_threads());
        // Workers end first, because the listener must still send the signals of their last
        // commits.
        let listening = if ending.is_empty() { Vec::new() } else { vec![ending.remove(0)] };
        threads::join(ending);
        self.shared.listener.stop();
        threads::join(listening);
    }
}

/// Separate connection for statements without a result.
#[cfg(feature = "testing")]
pub(crate) struct Script(schema::PostgresSchema);

#[cfg(feature = "testing")]
impl Script {
    pub fn open(url: &str) -> Result<Self> {
        let target = Target::new(url, &PostgresOptions::default())?;
        Ok(Script(schema::PostgresSchema::open(&target)?))
    }

    pub fn run(&mut self, sql: &str) -> Result<()> {
        use crate::migrations::SchemaConnection;
        self.0.batch(sql)
    }
}

/// Runs statements on a separate connection.
#[cfg(feature = "testing")]
pub(crate) fn run(url: &str, sql: &str) -> Result<()> {
    Script::open(url)?.run(sql)
}
