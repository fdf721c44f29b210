//! The two engines, the SQL fragments that differ between them, and their options.

use std::fmt;
use std::time::Duration;

/// Database engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// Returns the suffix that makes a SELECT lock its rows for changes by this transaction. Empty
    /// on SQLite, where only one transaction writes at a time.
    pub fn for_update(self) -> &'static str {
        match self {
            Engine::Sqlite => "",
            Engine::Postgres => " FOR UPDATE",
        }
    }

    /// Returns the suffix that makes a SELECT keep other transactions from changing its rows until
    /// this transaction ends. Empty on SQLite.
    pub fn for_share(self) -> &'static str {
        match self {
            Engine::Sqlite => "",
            Engine::Postgres => " FOR SHARE",
        }
    }

    /// Like [`for_update`](Engine::for_update), but the SELECT skips rows locked by other
    /// transactions. Meant for queues of jobs.
    pub fn skip_locked(self) -> &'static str {
        match self {
            Engine::Sqlite => "",
            Engine::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }

    /// Returns the condition that a column has one of the few values that a query returns. With
    /// `IN`, a plan that PostgreSQL made while the table was empty may read the whole table for
    /// each of the values. An array of them is read before the table, whose index is then asked.
    pub fn is_one_of(self, column: &str, query: &str) -> String {
        match self {
            Engine::Sqlite => format!("{column} IN ({query})"),
            Engine::Postgres => format!("{column} = ANY (ARRAY({query}))"),
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Engine::Sqlite => "SQLite",
            Engine::Postgres => "PostgreSQL",
        })
    }
}

/// Options of the embedded database.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// Number of read threads, each with its own connection.
    pub readers: usize,
    /// Maximum number of closures that wait for the writer, or for the readers in one lane. Further
    /// closures get [`Busy`](crate::Error::Busy).
    pub queue_limit: usize,
    /// Maximum time in the queue; a closure that waited longer is not run.
    pub queue_timeout: Duration,
    /// Maximum running time of a closure. A closure that runs longer is interrupted during or after
    /// its current statement.
    pub time_limit: Duration,
    /// Maximum number of closures in one commit.
    pub batch_limit: usize,
    /// Running time of a batch after which no further closure is added to it.
    pub batch_time: Duration,
    /// Maximum waiting time for the file's write lock, if another process holds it.
    pub busy_timeout: Duration,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        SqliteOptions {
            readers: std::thread::available_parallelism()
                .map_or(4, |cores| cores.get().clamp(4, 8)),
            queue_limit: 4096,
            queue_timeout: Duration::from_secs(10),
            time_limit: Duration::from_secs(10),
            batch_limit: 256,
            batch_time: Duration::from_millis(10),
            busy_timeout: Duration::from_secs(5),
        }
    }
}

/// Options of a PostgreSQL client.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Number of threads that run closures. Each opens its own connection when first needed.
    pub connections: usize,
    /// Maximum number of waiting closures for each kind of work: writes, reads, bulk, background.
    /// Further closures get [`Busy`](crate::Error::Busy).
    pub queue_limit: usize,
    /// Maximum time in the queue; a closure that waited longer is not run.
    pub queue_timeout: Duration,
    /// Time limit for each statement on the server, and for a whole closure. After the limit,
    /// further statements of the closure fail.
    pub statement_timeout: Duration,
    /// Maximum number of retries after a serialization failure or a deadlock.
    pub retries: u32,
    /// Time limit for connecting, unless the URL sets another one.
    pub connect_timeout: Duration,
    /// Address of a standby server that answers slow and public reads. `None` sends all reads to
    /// the primary.
    pub replica_url: Option<String>,
    /// Maximum time that a read waits for the standby to replay what was committed before the read.
    /// After that, the primary answers.
    pub replica_patience: Duration,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        PostgresOptions {
            connections: 16,
            queue_limit: 4096,
            queue_timeout: Duration::from_secs(10),
            statement_timeout: Duration::from_secs(10),
            retries: 8,
            connect_timeout: Duration::from_secs(5),
            replica_url: None,
            replica_patience: Duration::from_millis(500),
        }
    }
}

/// Whether a closure writes or only reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Write,
    Read,
}

impl Access {
    pub fn name(self) -> &'static str {
        match self {
            Access::Write => "write",
            Access::Read => "read",
        }
    }
}
