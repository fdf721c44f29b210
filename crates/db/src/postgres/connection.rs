//! A blocking connection: it belongs to one thread, remembers its prepared statements, and never
//! waits for ever.

use std::collections::HashMap;
use std::future::Future;
use std::ops::ControlFlow;
use std::pin::pin;
use std::time::Duration;

use futures_util::TryStreamExt;
use tokio::runtime::{self, Runtime};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::{Client, Statement};

use super::faults;
use super::target::Target;
use crate::tx::Session;
use crate::{Error, PostgresOptions, Result, Row, Value};

/// Statements kept prepared; beyond it they are forgotten and prepared anew.
const STATEMENTS: usize = 512;
/// The server ends a statement at its time-out. One that has said nothing this much later is gone.
const GRACE: Duration = Duration::from_secs(5);

pub(super) struct PostgresConnection {
    client: Client,
    link: JoinHandle<()>,
    runtime: Runtime,
    statements: HashMap<String, Statement>,
    patience: Duration,
    is_broken: bool,
}

/// Why a commit failed.
pub(super) enum CommitFault {
    /// The server refused: nothing was done.
    Refused(Error),
    /// No answer came: it may be done or not.
    Unknown(String),
}

impl PostgresConnection {
    pub fn open(target: &Target, options: &PostgresOptions) -> Result<Self> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| target.unreachable(&error.to_string()))?;
        let (client, link) = runtime.block_on(target.connect())?;
        let link = runtime.spawn(async {
            // How the link ended is told to whoever uses the client next.
            let _ = link.await;
        });
        let mut connection = PostgresConnection {
            client,
            link,
            runtime,
            statements: HashMap::new(),
            patience: options.statement_timeout + GRACE,
            is_broken: false,
        };
        connection.batch(&settings(options.statement_timeout))?;
        Ok(connection)
    }

    pub fn is_broken(&self) -> bool {
        self.is_broken || self.client.is_closed()
    }

    /// Says goodbye, so that the server does not log a lost client.
    pub fn end(self) {
        drop(self.statements);
        drop(self.client);
        // Whether or not it gets through: the link goes with the runtime.
        let _ = self.runtime.block_on(async { timeout(GRACE, self.link).await });
    }

    /// Runs statements without parameters or rows.
    pub fn batch(&mut self, sql: &str) -> Result<()> {
        let outcome = self.runtime.block_on(limited(self.patience, self.client.batch_execute(sql)));
        self.settled(outcome)
    }

    pub fn commit(&mut self) -> Result<(), CommitFault> {
        let outcome =
            self.runtime.block_on(limited(self.patience, self.client.batch_execute("COMMIT")));
        let certain = match &outcome {
            Ok(()) => return Ok(()),
            Err(Fault::Silent) => false,
            Err(Fault::Told(error)) => !faults::ends_session(error),
        };
        match self.settled(outcome) {
            Err(error) if certain => Err(CommitFault::Refused(error)),
            Err(error) => Err(CommitFault::Unknown(error.to_string())),
            Ok(()) => Ok(()),
        }
    }

    /// Notes whether the connection can be used again, and translates the error.
    fn settled<T>(&mut self, outcome: Result<T, Fault>) -> Result<T> {
        outcome.map_err(|fault| match fault {
            Fault::Silent => {
                self.is_broken = true;
                Error::Unavailable("PostgreSQL does not answer".to_owned())
            }
            Fault::Told(error) if faults::is_stale_plan(&error) => {
                self.statements.clear();
                Error::Contended
            }
            Fault::Told(error) => {
                let error = faults::error(&error);
                self.is_broken |= matches!(error, Error::Unavailable(_));
                error
            }
        })
    }

    fn prepared(&mut self, sql: &str) -> Result<Statement> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        if self.statements.len() >= STATEMENTS {
            self.statements.clear();
        }
        let outcome = self.runtime.block_on(limited(self.patience, self.client.prepare(sql)));
        let statement = self.settled(outcome)?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// What goes wrong with a request.
enum Fault {
    Told(tokio_postgres::Error),
    /// The time was up and the server had said nothing.
    Silent,
}

async fn limited<T>(
    patience: Duration,
    request: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, Fault> {
    match timeout(patience, request).await {
        Ok(answer) => answer.map_err(Fault::Told),
        Err(_) => Err(Fault::Silent),
    }
}

fn settings(statement_timeout: Duration) -> String {
    let millis = statement_timeout.as_millis().max(1);
    // An acknowledged write must survive: a server set up to forget some gets that undone for these
    // sessions. A node that vanished must not keep its row locks for hours.
    format!(
        "SET statement_timeout = {millis}; SET idle_in_transaction_session_timeout = {};
         SET client_min_messages = warning; SET timezone = 'UTC';
         SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
         SELECT set_config('synchronous_commit', 'on', false)
         WHERE current_setting('synchronous_commit') = 'off'",
        millis * 2
    )
}

impl Session for PostgresConnection {
    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64> {
        let statement = self.prepared(sql)?;
        let request = self.client.execute_raw(&statement, params);
        let outcome = self.runtime.block_on(limited(self.patience, request));
        self.settled(outcome)
    }

    fn query(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&mut Row<'_>) -> ControlFlow<()>,
    ) -> Result<()> {
        let statement = self.prepared(sql)?;
        let client = &self.client;
        let request = async {
            let mut rows = pin!(client.query_raw(&statement, params).await?);
            let mut wanted = true;
            // The rest is read even when nobody wants it: an error in it has ended the transaction.
            while let Some(row) = rows.try_next().await? {
                wanted = wanted && each(&mut Row::new(&row)).is_continue();
            }
            Ok(())
        };
        let outcome = self.runtime.block_on(limited(self.patience, request));
        self.settled(outcome)
    }

    fn control(&mut self, sql: &'static str) -> Result<()> {
        self.batch(sql)
    }
}
