//! The two engines, the few SQL fragments that differ between them, and how each is set up.

use std::fmt;
use std::time::Duration;

/// Which database answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// Ends a SELECT whose rows this transaction is about to change. SQLite has one writer: nothing
    /// to lock.
    pub fn for_update(self) -> &'static str {
        match self {
            Engine::Sqlite => "",
            Engine::Postgres => " FOR UPDATE",
        }
    }

    /// Ends a SELECT whose rows stay as they are until this transaction is over.
    pub fn for_share(self) -> &'static str {
        match self {
            Engine::Sqlite => "",
            Engine::Postgres => " FOR SHARE",
        }
    }

    /// Like [`for_update`](Engine::for_update), leaving out the rows that another transaction
    /// holds: for queues.
    pub fn skip_locked(self) -> &'static str {
        match self {
            Engine::Sqlite => "",
            Engine::Postgres => " FOR UPDATE SKIP LOCKED",
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

/// How the embedded database is run.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// Threads that serve reads, each with a connection of its own.
    pub readers: usize,
    /// Closures that may wait, for the writer and for the readers each; one more is told
    /// [`Busy`](crate::Error::Busy).
    pub queue_limit: usize,
    /// A closure that has waited longer is not run any more.
    pub queue_timeout: Duration,
    /// A closure that runs longer is interrupted at its next statement, or within it.
    pub time_limit: Duration,
    /// Closures that may share one commit.
    pub batch_limit: usize,
    /// A batch takes no further closure once it has run this long.
    pub batch_time: Duration,
    /// How long to wait for another process that holds the file's write lock.
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

/// How a PostgreSQL server is used.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Threads that run closures, each with a connection of its own, opened when first needed.
    pub connections: usize,
    /// Closures that may wait; one more is told [`Busy`](crate::Error::Busy).
    pub queue_limit: usize,
    /// A closure that has waited longer is not run any more.
    pub queue_timeout: Duration,
    /// The server interrupts a statement that runs longer; a closure that has run longer gets no
    /// further statement.
    pub statement_timeout: Duration,
    /// How often a closure is run again after a serialisation failure or a deadlock.
    pub retries: u32,
    /// How long to wait for the server to accept a connection, unless the URL says otherwise.
    pub connect_timeout: Duration,
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
        }
    }
}

/// What a closure may do with the database.
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
