//! A blocking connection: it belongs to one thread, remembers its prepared statements, and never
//! waits for ever.

use std::collections::{BTreeSet, HashMap};
use std::future::{Future, poll_fn};
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use futures_util::future::maybe_done;
use futures_util::{FutureExt, TryStreamExt};
use tokio::runtime::{self, Runtime};
use tokio::task::{JoinHandle, yield_now};
use tokio::time::timeout;
use tokio_postgres::{Client, Statement};

use super::faults;
use super::target::Target;
use crate::stats::Counters;
use crate::tx::{Question, ROLLBACK_TO_SAVEPOINT, Session};
use crate::{Error, PostgresOptions, Result, Row, Value};

/// Statements kept prepared; beyond it they are forgotten and prepared anew.
const STATEMENTS: usize = 512;
/// The server ends a statement at its time-out. One that has said nothing this much later is gone.
const GRACE: Duration = Duration::from_secs(5);

pub(super) const BEGIN_WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
pub(super) const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

pub(super) struct PostgresConnection {
    client: Client,
    link: JoinHandle<()>,
    runtime: Runtime,
    statements: HashMap<String, Statement>,
    /// Travels with what is sent next.
    queued: Vec<Queued>,
    counters: Arc<Counters>,
    patience: Duration,
    is_broken: bool,
    is_stale: bool,
    is_repeatable: bool,
    /// The next question is all that its transaction asks.
    is_alone: bool,
    /// What was begun has to be ended.
    is_begun: bool,
}

/// What nobody waits for yet.
enum Queued {
    Begin(&'static str),
    /// In place of a beginning: a single question is a transaction by itself.
    Alone,
    Control(&'static str),
    Write(Statement, Vec<Value<'static>>),
}

/// Why a commit failed.
pub(super) enum CommitFault {
    /// The server refused: nothing was done.
    Refused(Error),
    /// No answer came: it may be done or not.
    Unknown(String),
}

impl PostgresConnection {
    pub fn open(
        target: &Target,
        options: &PostgresOptions,
        counters: &Arc<Counters>,
    ) -> Result<Self> {
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
            queued: Vec::new(),
            counters: counters.clone(),
            patience: options.statement_timeout + GRACE,
            is_broken: false,
            is_stale: false,
            is_repeatable: false,
            is_alone: false,
            is_begun: true,
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

    /// Runs statements without parameters or rows, and waits for them.
    pub fn batch(&mut self, sql: &str) -> Result<()> {
        self.ask(async |client| client.batch_execute(sql).await)
    }

    /// Begins a transaction together with its first statement.
    pub fn begin_with_the_next(&mut self, begin: &'static str) {
        self.queued = vec![Queued::Begin(begin)];
        self.is_stale = false;
        self.is_repeatable = false;
        self.is_alone = false;
        self.is_begun = true;
    }

    /// The server has heard nothing of the transaction yet.
    fn is_unheard(&self) -> bool {
        self.queued.first().is_some_and(Queued::begins)
    }

    fn has_writes(&self) -> bool {
        self.queued.iter().any(|one| matches!(one, Queued::Write(..)))
    }

    /// The connection was found dead by the first statement of a transaction.
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    pub fn commit(&mut self) -> Result<(), CommitFault> {
        if self.is_unheard() && !self.is_repeatable {
            // Should the connection be dead, it is to be known that nothing was done.
            self.flush().map_err(|error| {
                self.roll_back();
                CommitFault::Refused(error)
            })?;
        }
        let is_first = self.is_unheard();
        if is_first && !self.has_writes() {
            // Nothing was done at all.
            self.queued.clear();
            return Ok(());
        }
        let outcome = self.send(async |client| client.batch_execute("COMMIT").await);
        let certain = match &outcome {
            Ok(()) => return Ok(()),
            Err(Fault::Silent) => false,
            // After a write that failed, a commit is a rollback.
            Err(Fault::Told(error) | Fault::Earlier(error)) => !faults::ends_session(error),
        };
        let outcome = self.checked(outcome);
        self.is_stale = is_first && self.is_broken();
        match outcome {
            Err(error) if certain => Err(CommitFault::Refused(error)),
            Err(error) => Err(CommitFault::Unknown(error.to_string())),
            Ok(()) => Ok(()),
        }
    }

    /// Ends a transaction that only read: what was read is read, so nobody waits for the answer.
    pub fn end_read(&mut self) {
        let is_unheard = self.is_unheard();
        self.queued.clear();
        if !is_unheard && self.is_begun {
            let _ = self.client.batch_execute("COMMIT").now_or_never();
            // The link sends it before this thread sleeps.
            self.runtime.block_on(yield_now());
        }
    }

    pub fn roll_back(&mut self) {
        let is_unheard = self.is_unheard();
        self.queued.clear();
        if !is_unheard && self.is_begun && !self.is_broken() {
            // A failure breaks the connection, which is then replaced: gone is rolled back as well.
            let _ = self.batch("ROLLBACK");
        }
    }

    /// Sends a request, with all that was queued before it, and waits for the answers.
    fn ask<T>(
        &mut self,
        request: impl AsyncFnOnce(&Client) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T> {
        let is_first = self.is_unheard();
        let outcome = self.send(request);
        let answer = self.checked(outcome);
        self.is_stale = is_first && self.is_broken();
        answer
    }

    fn send<T>(
        &mut self,
        request: impl AsyncFnOnce(&Client) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, Fault> {
        self.counters.round_trip();
        let queued = std::mem::take(&mut self.queued);
        let client = &self.client;
        let answers = in_order(&queued, client, request(client));
        self.runtime
            .block_on(async { timeout(self.patience, answers).await.unwrap_or(Err(Fault::Silent)) })
    }

    /// Notes whether the connection can be used again, and translates the error.
    fn checked<T>(&mut self, outcome: Result<T, Fault>) -> Result<T> {
        outcome.map_err(|fault| match fault {
            Fault::Silent => {
                self.is_broken = true;
                Error::Unavailable("PostgreSQL does not answer".to_owned())
            }
            Fault::Told(error) | Fault::Earlier(error) if faults::is_stale_plan(&error) => {
                self.statements.clear();
                Error::Contended
            }
            Fault::Earlier(error) if faults::is_unique(&error) => Error::Contended,
            Fault::Told(error) | Fault::Earlier(error) => {
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
        self.prepare(&[sql])?;
        Ok(self.statements[sql].clone())
    }

    fn all_prepared(&mut self, texts: &[&str]) -> Result<Vec<Statement>> {
        if !texts.iter().all(|sql| self.statements.contains_key(*sql)) {
            self.prepare(texts)?;
        }
        Ok(texts.iter().map(|sql| self.statements[*sql].clone()).collect())
    }

    /// Prepares what isn't yet, all in one go.
    fn prepare(&mut self, texts: &[&str]) -> Result<()> {
        if self.statements.len() + texts.len() > STATEMENTS {
            self.statements.clear();
        }
        let is_missing = |sql: &&&str| !self.statements.contains_key(**sql);
        let missing: BTreeSet<&str> = texts.iter().filter(is_missing).copied().collect();
        let prepared = self.ask(async |client| {
            all_in_order(missing.iter().map(|sql| client.prepare(sql))).await
        })?;
        let named = missing.into_iter().map(str::to_owned).zip(prepared);
        self.statements.extend(named);
        Ok(())
    }
}

/// What goes wrong with a request.
enum Fault {
    Told(tokio_postgres::Error),
    /// Something that was queued before it failed, and all after it with it.
    Earlier(tokio_postgres::Error),
    /// The time was up and the server had said nothing.
    Silent,
}

impl Queued {
    fn begins(&self) -> bool {
        matches!(self, Queued::Begin(_) | Queued::Alone)
    }

    async fn run(&self, client: &Client) -> Result<(), tokio_postgres::Error> {
        match self {
            Queued::Begin(sql) | Queued::Control(sql) => client.batch_execute(sql).await,
            Queued::Alone => Ok(()),
            Queued::Write(statement, params) => {
                client.execute_raw(statement, params).await.map(drop)
            }
        }
    }
}

/// Lets each speak in its turn, and waits for all: what a client is handed without waiting arrives in this order.
async fn in_order<T>(
    queued: &[Queued],
    client: &Client,
    request: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, Fault> {
    let mut before = pin!(maybe_done(all_in_order(queued.iter().map(|one| one.run(client)))));
    let mut last = pin!(maybe_done(request));
    poll_fn(|context| {
        let is_waiting = before.as_mut().poll(context).is_pending();
        if last.as_mut().poll(context).is_pending() || is_waiting {
            Poll::Pending
        } else {
            Poll::Ready(())
        }
    })
    .await;
    // Both are done, so each has its outcome.
    if let Some(Err(error)) = before.as_mut().take_output() {
        return Err(Fault::Earlier(error));
    }
    last.as_mut().take_output().map_or(Err(Fault::Silent), |answer| answer.map_err(Fault::Told))
}

/// The outcomes of several requests, of which each speaks in its turn; the first error when there are any.
async fn all_in_order<T>(
    requests: impl Iterator<Item = impl Future<Output = Result<T, tokio_postgres::Error>>>,
) -> Result<Vec<T>, tokio_postgres::Error> {
    let mut all: Vec<_> = requests.map(|one| Box::pin(maybe_done(one))).collect();
    poll_fn(|context| {
        let mut waiting = 0;
        for one in &mut all {
            waiting += usize::from(one.as_mut().poll(context).is_pending());
        }
        if waiting == 0 { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    // All are done, so each has its outcome.
    all.iter_mut().filter_map(|one| one.as_mut().take_output()).collect()
}

fn settings(statement_timeout: Duration) -> String {
    let millis = statement_timeout.as_millis().max(1);
    // An acknowledged write must survive: a server set up to forget some gets that undone for these
    // sessions. A node that vanished must not keep its row locks for hours. What is no transaction
    // that was begun for writing only reads.
    format!(
        "SET statement_timeout = {millis}; SET idle_in_transaction_session_timeout = {};
         SET client_min_messages = warning; SET timezone = 'UTC'; SET default_transaction_read_only = on;
         SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
         SELECT set_config('synchronous_commit', 'on', false)
         WHERE current_setting('synchronous_commit') = 'off'",
        millis * 2
    )
}

async fn read(
    client: &Client,
    statement: &Statement,
    params: &[Value<'_>],
    each: &mut dyn FnMut(&mut Row<'_>) -> ControlFlow<()>,
) -> Result<(), tokio_postgres::Error> {
    let mut rows = pin!(client.query_raw(statement, params).await?);
    let mut wanted = true;
    // The rest is read even when nobody wants it: an error in it has ended the transaction.
    while let Some(row) = rows.try_next().await? {
        wanted = wanted && each(&mut Row::new(&row)).is_continue();
    }
    Ok(())
}

impl Session for PostgresConnection {
    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64> {
        let statement = self.prepared(sql)?;
        self.ask(async |client| client.execute_raw(&statement, params).await)
    }

    fn query(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&mut Row<'_>) -> ControlFlow<()>,
    ) -> Result<()> {
        let statement = self.prepared(sql)?;
        self.ask(async |client| read(client, &statement, params, each).await)
    }

    fn query_all(&mut self, questions: &mut [Question<'_>]) -> Result<()> {
        let texts: Vec<&str> = questions.iter().map(|question| question.sql).collect();
        let statements = self.all_prepared(&texts)?;
        let is_only = self.is_alone && questions.len() == 1;
        if is_only && matches!(self.queued[..], [Queued::Begin(BEGIN_READ)]) {
            self.queued = vec![Queued::Alone];
            self.is_begun = false;
        }
        self.ask(async |client| {
            let each = statements.iter().zip(questions);
            all_in_order(each.map(|(statement, question)| {
                read(client, statement, question.params, &mut question.each)
            }))
            .await
            .map(drop)
        })
    }

    fn control(&mut self, sql: &'static str) -> Result<()> {
        if sql == ROLLBACK_TO_SAVEPOINT {
            // What it would undo need not be done at all.
            while matches!(self.queued.last(), Some(Queued::Write(..))) {
                self.queued.pop();
            }
        }
        self.queued.push(Queued::Control(sql));
        Ok(())
    }

    fn later(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        let statement = self.prepared(sql)?;
        self.queued.push(Queued::Write(statement, params.iter().map(Value::owned).collect()));
        Ok(())
    }

    fn may_be_repeated(&mut self) {
        self.is_repeatable = true;
    }

    fn is_asked_alone(&mut self) {
        self.is_alone = true;
    }

    fn flush(&mut self) -> Result<()> {
        if self.has_writes() { self.ask(async |_| Ok(())) } else { Ok(()) }
    }
}
