//! Blocking connection to the server, owned by one thread. It caches prepared statements and never
//! waits without a time limit. Statements sent together share one Sync message, so all their
//! replies arrive together.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::{DataRowBody, Message};
use postgres_protocol::message::frontend;
use tokio_postgres::types::Type;

use super::faults::Told;
use super::target::Target;
use super::values;
use super::wire::Wire;
use crate::pieces::MAX_KEPT_TEXT;
use crate::row::Columns;
use crate::stats::Counters;
use crate::tx::{EachRow, Question, RELEASE_SAVEPOINT, ROLLBACK_TO_SAVEPOINT, SAVEPOINT, Session};
use crate::{Column, Error, PostgresOptions, Result, Row, Value};

/// Maximum number of cached statements; the least recently used one is evicted.
const STATEMENTS: usize = 512;
/// Time that a silent server gets in addition to the statement timeout, before the connection
/// counts as lost.
const GRACE: Duration = Duration::from_secs(5);

pub(super) const BEGIN_WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
pub(super) const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const COMMIT: &str = "COMMIT";
const ROLLBACK: &str = "ROLLBACK";
/// Maximum number of queued writes. The replies to more writes could fill the server's buffers, so
/// that client and server would wait for each other.
const QUEUED: usize = 4096;
/// Transaction status that the server reports if no transaction is open.
const IDLE: u8 = b'I';
/// Format code for parameters and columns in binary format.
const BINARY: i16 = 1;

pub(super) struct PostgresConnection {
    wire: Wire,
    statements: Statements,
    /// Number of statements prepared so far, used to give each its own name.
    prepared: u64,
    /// Names of statements that the server should close before the next transaction.
    forgotten: Vec<String>,
    /// Statements that begin and end transactions and savepoints.
    controls: HashMap<&'static str, Arc<Statement>>,
    /// Bytes that are sent with the next request.
    outgoing: BytesMut,
    queued: Vec<Queued>,
    /// Number of replies that are still to be read although no caller waits for them, such as those
    /// to the end of a read transaction.
    unheard_ends: usize,
    /// Transaction status that the server reported last.
    status: u8,
    counters: Arc<Counters>,
    is_broken: bool,
    is_stale: bool,
    is_repeatable: bool,
    /// True if the next query is the only one of its transaction.
    is_alone: bool,
    /// True if the last statement ended its transaction with a rollback.
    has_rolled_back: bool,
}

/// Prepared statement, which the server knows by name.
struct Statement {
    name: String,
    parameters: Vec<Type>,
    columns: Vec<(String, Type)>,
}

/// Statement that waits to be sent, with its position in the outgoing bytes.
struct Queued {
    kind: Kind,
    start: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Begins a transaction.
    Begin(&'static str),
    /// Takes the place of BEGIN before a single query, which is a transaction by itself.
    Alone,
    Control,
    Write,
}

/// Reason why a commit failed.
pub(super) enum CommitFault {
    /// The server refused the commit, so the transaction was rolled back.
    Refused(Error),
    /// No reply came, so the outcome is unknown.
    Unknown(String),
}

/// Part of a request to the server; each part gets its own reply.
enum Request<'r, 'e> {
    /// Runs a statement and passes its rows to the closure.
    Run(&'r Statement, Option<&'r mut EachRow<'e>>),
    /// Prepares a statement under its name.
    Prepare(Statement),
}

/// Failure of a request.
enum Fault {
    Told(Box<Told>),
    /// A statement that was queued earlier failed, so the server skipped all statements after it.
    Earlier(Box<Told>),
    /// No reply came, or it can't be parsed.
    Lost(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Lost(error)
    }
}

impl PostgresConnection {
    pub fn open(
        target: &Target,
        options: &PostgresOptions,
        counters: &Arc<Counters>,
    ) -> Result<Self> {
        let wire = target.connect_blocking()?;
        wire.set_patience(options.statement_timeout + GRACE)
            .map_err(|error| target.unreachable(&error.to_string()))?;
        let mut connection = PostgresConnection {
            wire,
            statements: Statements::default(),
            prepared: 0,
            forgotten: Vec::new(),
            controls: HashMap::new(),
            outgoing: BytesMut::new(),
            queued: Vec::new(),
            unheard_ends: 0,
            status: IDLE,
            counters: counters.clone(),
            is_broken: false,
            is_stale: false,
            is_repeatable: false,
            is_alone: false,
            has_rolled_back: false,
        };
        connection.batch(&settings(options.statement_timeout))?;
        let controls = [
            BEGIN_WRITE,
            BEGIN_READ,
            COMMIT,
            ROLLBACK,
            SAVEPOINT,
            RELEASE_SAVEPOINT,
            ROLLBACK_TO_SAVEPOINT,
        ];
        let prepared = connection.prepare(&controls)?;
        connection.controls = controls.into_iter().zip(prepared).collect();
        Ok(connection)
    }

    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Closes the session, so that the server does not log a lost client.
    pub fn end(mut self) {
        let mut goodbye = BytesMut::new();
        frontend::terminate(&mut goodbye);
        // The connection ends here even if sending fails.
        let _ = self.wire.send(&goodbye);
    }

    /// Runs statements that have no parameters and return no rows, and waits until they are done.
    pub fn batch(&mut self, sql: &str) -> Result<()> {
        self.forget_queued();
        let asked = frontend::query(sql, &mut self.outgoing).map_err(Fault::Lost);
        let outcome = asked.and_then(|()| {
            self.counters.round_trip();
            self.transmit()?;
            self.hear_ends()?;
            let mut failure = None;
            loop {
                match self.wire.next()? {
                    Message::ReadyForQuery(body) => {
                        self.status = body.status();
                        return failure.map_or(Ok(()), Err);
                    }
                    Message::ErrorResponse(body) => {
                        let told = Told::read(&body)?;
                        let is_over = told.ends_session;
                        failure = Some(Fault::Told(told));
                        if is_over {
                            return failure.map_or(Ok(()), Err);
                        }
                    }
                    _ => {}
                }
            }
        });
        self.checked(outcome)
    }

    /// Queues the BEGIN of a transaction, which is sent together with the first statement.
    pub fn begin_with_the_next(&mut self, begin: &'static str) {
        self.forget_queued();
        for name in self.forgotten.drain(..) {
            // Encoding can't fail for a name this short.
            let _ = frontend::close(b'S', &name, &mut self.outgoing);
        }
        let control = self.controls[begin].clone();
        // A statement without parameters can always be encoded.
        let _ = self.queue(Kind::Begin(begin), &control, &[]);
        self.is_stale = false;
        self.is_repeatable = false;
        self.is_alone = false;
    }

    /// Returns true if no statement of the transaction has been sent yet.
    fn is_unheard(&self) -> bool {
        self.queued.first().is_some_and(|first| matches!(first.kind, Kind::Begin(_) | Kind::Alone))
    }

    fn has_writes(&self) -> bool {
        self.queued.iter().any(|one| one.kind == Kind::Write)
    }

    /// Returns true if the first statement of the transaction found the connection dead, so nothing
    /// was done.
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    pub fn commit(&mut self) -> Result<(), CommitFault> {
        if self.is_unheard() && !self.is_repeatable {
            // Sends the queued writes before the commit. If the connection is dead, this fails,
            // which proves that nothing was done.
            self.flush().map_err(|error| {
                self.roll_back();
                CommitFault::Refused(error)
            })?;
        }
        let is_first = self.is_unheard();
        if is_first && !self.has_writes() {
            // The transaction had no statements, so there is nothing to commit.
            self.forget_queued();
            return Ok(());
        }
        let commit = self.controls[COMMIT].clone();
        let outcome = match self.say(&commit, &[]) {
            Ok(()) => self.exchange(&mut [Request::Run(&commit, None)]),
            Err(error) => return Err(CommitFault::Refused(error)),
        };
        let is_certain = match &outcome {
            // The server answers the COMMIT of a failed transaction with ROLLBACK, not with an
            // error.
            Ok(_) if self.has_rolled_back => {
                let why = "the transaction was rolled back in place of its commit";
                return Err(CommitFault::Refused(Error::Sql(why.to_owned())));
            }
            Ok(_) => return Ok(()),
            Err(Fault::Lost(_)) => false,
            Err(Fault::Told(told) | Fault::Earlier(told)) => !told.ends_session,
        };
        let error = self.checked(outcome).err().unwrap_or(Error::Contended);
        self.is_stale = is_first && self.is_broken;
        if is_certain {
            // After a failed write the server has skipped the commit.
            self.roll_back();
            Err(CommitFault::Refused(error))
        } else {
            Err(CommitFault::Unknown(error.to_string()))
        }
    }

    /// Ends a read transaction without waiting for the reply, because nothing depends on it.
    pub fn end_read(&mut self) {
        self.forget_queued();
        if self.status == IDLE || self.is_broken {
            return;
        }
        let commit = self.controls[COMMIT].clone();
        let sent = self.say(&commit, &[]).is_ok() && {
            frontend::sync(&mut self.outgoing);
            self.transmit().is_ok()
        };
        self.is_broken |= !sent;
        self.unheard_ends += 1;
        self.status = IDLE;
    }

    pub fn roll_back(&mut self) {
        self.forget_queued();
        if self.status != IDLE && !self.is_broken {
            let roll_back = self.controls[ROLLBACK].clone();
            // The result is ignored. If the rollback fails, the connection counts as broken and is
            // replaced, and the server rolls back by itself.
            let _ = self
                .say(&roll_back, &[])
                .and_then(|()| self.ask(&mut [Request::Run(&roll_back, None)]));
        }
    }

    /// Drops queued statements that were not sent.
    fn forget_queued(&mut self) {
        if let Some(first) = self.queued.first() {
            self.outgoing.truncate(first.start);
        }
        self.queued.clear();
    }

    fn queue(&mut self, kind: Kind, statement: &Statement, params: &[Value<'_>]) -> Result<()> {
        let start = self.outgoing.len();
        self.say(statement, params)?;
        self.queued.push(Queued { kind, start });
        Ok(())
    }

    /// Appends a statement to the outgoing bytes.
    fn say(&mut self, statement: &Statement, params: &[Value<'_>]) -> Result<()> {
        let start = self.outgoing.len();
        let said = bind(statement, params, &mut self.outgoing);
        if said.is_err() {
            self.outgoing.truncate(start);
        }
        said
    }

    /// Sends a request with all statements queued before it and waits for the replies. Returns the
    /// number of rows that the last statement changed.
    fn ask(&mut self, requests: &mut [Request<'_, '_>]) -> Result<u64> {
        let is_first = self.is_unheard();
        let outcome = self.exchange(requests);
        let answer = self.checked(outcome);
        self.is_stale = is_first && self.is_broken;
        answer
    }

    fn exchange(&mut self, requests: &mut [Request<'_, '_>]) -> Result<u64, Fault> {
        let earlier = self.queued.iter().filter(|one| one.kind != Kind::Alone).count();
        self.queued.clear();
        self.counters.round_trip();
        frontend::sync(&mut self.outgoing);
        self.transmit()?;
        self.hear_ends()?;
        let (mut answered, mut changed, mut failure) = (0, 0, None);
        let mut ranges = Vec::new();
        loop {
            let message = self.wire.next()?;
            let asked = requests.get_mut(answered.max(earlier) - earlier);
            match (message, asked) {
                (Message::DataRow(row), Some(Request::Run(statement, each))) => {
                    let is_over = each.as_mut().is_some_and(|each| {
                        ranges.clear();
                        let mut columns = row.ranges();
                        while let Ok(Some(range)) = columns.next() {
                            ranges.push(range);
                        }
                        let found = Found { statement, row: &row, ranges: &ranges };
                        each(&mut Row::new(&found)).is_break()
                    });
                    // Reads the remaining rows even if they are not wanted, because an error among
                    // them ends the transaction.
                    if is_over {
                        *each = None;
                    }
                }
                (Message::ParameterDescription(body), Some(Request::Prepare(statement))) => {
                    let kinds = body.parameters().map(|oid| Ok(values::kind_of(oid)));
                    statement.parameters = kinds.collect()?;
                }
                (Message::RowDescription(body), Some(Request::Prepare(statement))) => {
                    let columns = body.fields().map(|field| {
                        Ok((field.name().to_owned(), values::kind_of(field.type_oid())))
                    });
                    statement.columns = columns.collect()?;
                    answered += 1;
                }
                (Message::CommandComplete(body), _) => {
                    let tag = body.tag()?;
                    self.has_rolled_back = tag == ROLLBACK;
                    let count = tag.rsplit(' ').next().and_then(|word| word.parse().ok());
                    changed = count.unwrap_or(0);
                    answered += 1;
                }
                (Message::NoData | Message::EmptyQueryResponse, _) => answered += 1,
                (Message::ErrorResponse(body), _) => {
                    let told = Told::read(&body)?;
                    let is_over = told.ends_session;
                    let fault =
                        if answered < earlier { Fault::Earlier(told) } else { Fault::Told(told) };
                    if is_over {
                        return Err(fault);
                    }
                    failure = Some(fault);
                }
                (Message::ReadyForQuery(body), _) => {
                    self.status = body.status();
                    return failure.map_or(Ok(changed), Err);
                }
                _ => {}
            }
        }
    }

    fn transmit(&mut self) -> io::Result<()> {
        let sent = self.wire.send(&self.outgoing);
        self.outgoing.clear();
        sent
    }

    /// Reads the outstanding replies that no caller waited for.
    fn hear_ends(&mut self) -> Result<(), Fault> {
        while self.unheard_ends > 0 {
            match self.wire.next()? {
                Message::ReadyForQuery(_) => self.unheard_ends -= 1,
                Message::ErrorResponse(body) => {
                    let told = Told::read(&body)?;
                    if told.ends_session {
                        return Err(Fault::Earlier(told));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Converts an error and records whether the connection is still usable.
    fn checked<T>(&mut self, outcome: Result<T, Fault>) -> Result<T> {
        outcome.map_err(|fault| match fault {
            Fault::Lost(error) => {
                self.is_broken = true;
                let why = match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                        "PostgreSQL does not answer".to_owned()
                    }
                    _ => format!("the connection to PostgreSQL was lost: {error}"),
                };
                Error::Unavailable(why)
            }
            Fault::Told(told) | Fault::Earlier(told) if told.is_stale_plan() => {
                self.forget_statements();
                Error::Contended
            }
            Fault::Earlier(told) if told.is_unique() => Error::Contended,
            Fault::Told(told) | Fault::Earlier(told) => {
                let error = told.error();
                self.is_broken |= matches!(error, Error::Unavailable(_));
                error
            }
        })
    }

    fn prepared(&mut self, sql: &str) -> Result<Arc<Statement>> {
        if let Some(statement) = self.statements.find(sql) {
            return Ok(statement);
        }
        let mut all = self.all_prepared(&[sql])?;
        all.pop().ok_or_else(|| Error::Sql("nothing to prepare".to_owned()))
    }

    fn all_prepared(&mut self, texts: &[&str]) -> Result<Vec<Arc<Statement>>> {
        let mut known: HashMap<&str, Arc<Statement>> = HashMap::new();
        let mut missing = BTreeSet::new();
        for sql in texts {
            match self.statements.find(sql) {
                Some(statement) => drop(known.insert(sql, statement)),
                None => drop(missing.insert(*sql)),
            }
        }
        if !missing.is_empty() {
            let missing: Vec<&str> = missing.into_iter().collect();
            let prepared = self.prepare(&missing)?;
            for (sql, statement) in missing.into_iter().zip(prepared) {
                self.keep(sql, &statement);
                known.insert(sql, statement);
            }
        }
        Ok(texts.iter().map(|sql| known[sql].clone()).collect())
    }

    /// Caches a prepared statement, and evicts the least recently used one if the cache is full.
    /// Queued uses of an evicted statement still run, because the server closes it only before the
    /// next transaction.
    fn keep(&mut self, sql: &str, statement: &Arc<Statement>) {
        if sql.len() > MAX_KEPT_TEXT {
            self.forgotten.push(statement.name.clone());
        } else if let Some(oldest) = self.statements.keep(sql, statement.clone()) {
            self.forgotten.push(oldest.name.clone());
        }
    }

    /// Prepares statements under new names, all in one round trip.
    fn prepare(&mut self, texts: &[&str]) -> Result<Vec<Arc<Statement>>> {
        let mut requests = Vec::new();
        for sql in texts {
            self.prepared += 1;
            let name = format!("s{}", self.prepared);
            frontend::parse(&name, sql, [], &mut self.outgoing)
                .and_then(|()| frontend::describe(b'S', &name, &mut self.outgoing))
                .map_err(|error| Error::Sql(error.to_string()))?;
            requests.push(Request::Prepare(Statement {
                name,
                parameters: Vec::new(),
                columns: Vec::new(),
            }));
        }
        self.ask(&mut requests)?;
        let statement = |request| match request {
            Request::Prepare(statement) => Some(Arc::new(statement)),
            Request::Run(..) => None,
        };
        Ok(requests.into_iter().filter_map(statement).collect())
    }

    /// Clears the cache and closes the statements on the server before the next transaction.
    fn forget_statements(&mut self) {
        self.forgotten.extend(self.statements.clear());
    }
}

/// Cache of prepared statements with the time of their last use.
#[derive(Default)]
struct Statements {
    by_text: HashMap<String, Kept>,
    uses: u64,
}

struct Kept {
    statement: Arc<Statement>,
    used: u64,
}

impl Statements {
    fn find(&mut self, sql: &str) -> Option<Arc<Statement>> {
        self.uses += 1;
        let kept = self.by_text.get_mut(sql)?;
        kept.used = self.uses;
        Some(kept.statement.clone())
    }

    /// Adds a statement. If the cache was full, returns the evicted statement.
    fn keep(&mut self, sql: &str, statement: Arc<Statement>) -> Option<Arc<Statement>> {
        let oldest = if self.by_text.len() < STATEMENTS {
            None
        } else {
            // A linear search costs little beside the round trip that prepared the new statement.
            let oldest = self.by_text.iter().min_by_key(|(_, kept)| kept.used);
            let text = oldest.map(|(text, _)| text.clone());
            text.and_then(|text| self.by_text.remove(&text)).map(|kept| kept.statement)
        };
        self.uses += 1;
        self.by_text.insert(sql.to_owned(), Kept { statement, used: self.uses });
        oldest
    }

    /// Empties the cache and returns the names of its statements.
    fn clear(&mut self) -> impl Iterator<Item = String> {
        self.by_text.drain().map(|(_, kept)| kept.statement.name.clone())
    }
}

/// Encodes the parameters of a statement and the request to run it.
fn bind(statement: &Statement, params: &[Value<'_>], out: &mut BytesMut) -> Result<()> {
    let (given, expected) = (params.len(), statement.parameters.len());
    if given != expected {
        return Err(Error::Sql(format!("{given} parameters were given, {expected} are expected")));
    }
    let values = params.iter().zip(&statement.parameters);
    let encode = |(value, kind), out: &mut BytesMut| values::encode(value, kind, out);
    frontend::bind("", &statement.name, [BINARY], values, encode, [BINARY], out)
        .map_err(|error| match error {
            frontend::BindError::Conversion(problem) => Error::Sql(problem.to_string()),
            frontend::BindError::Serialization(problem) => Error::Sql(problem.to_string()),
        })
        .and_then(|()| {
            frontend::execute("", 0, out).map_err(|problem| Error::Sql(problem.to_string()))
        })
}

/// Row as the server sent it.
struct Found<'a> {
    statement: &'a Statement,
    row: &'a DataRowBody,
    ranges: &'a [Option<Range<usize>>],
}

impl Columns for Found<'_> {
    fn count(&self) -> usize {
        self.ranges.len()
    }

    fn name(&self, index: usize) -> &str {
        self.statement.columns.get(index).map_or("?", |(name, _)| name)
    }

    fn column(&self, index: usize) -> Result<Column<'_>, String> {
        let range = self.ranges.get(index).ok_or("no such column")?;
        let (_, kind) = self.statement.columns.get(index).ok_or("no such column")?;
        let raw = range.as_ref().map(|range| &self.row.buffer()[range.clone()]);
        values::decode(kind, raw).map_err(|problem| problem.to_string())
    }
}

fn settings(statement_timeout: Duration) -> String {
    let millis = statement_timeout.as_millis().max(1);
    // - `synchronous_commit`: an acknowledged write must survive, so a server default of `off` is
    //   overridden.
    //
    // - Timeouts and keepalives: a node that vanished must not keep its row locks for hours.
    //
    // - `default_transaction_read_only`: only transactions begun for writing may write.
    //
    // - `jit`: compiling takes longer than any of our statements.
    //
    // - `random_page_cost`: the server's default assumes spinning disks and prefers full scans over
    //   indexes.
    //
    // - `max_parallel_workers_per_gather`: parallel searches and reports would take processors from
    //   redemptions. A value set by the operator is kept.
    //
    // - `citus.multi_shard_modify_mode`: a cluster refuses to change a copied table in a transaction
    //   that used several connections to one machine. Does nothing on other servers.
    format!(
        "SET statement_timeout = {millis}; SET idle_in_transaction_session_timeout = {};
         SET client_min_messages = warning; SET timezone = 'UTC'; SET default_transaction_read_only = on; SET jit = off;
         SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
         SET citus.multi_shard_modify_mode = 'sequential';
         SELECT set_config('synchronous_commit', 'on', false)
         WHERE current_setting('synchronous_commit') = 'off';
         SELECT set_config('random_page_cost', '1.1', false)
         WHERE current_setting('random_page_cost') = '4';
         SELECT set_config('max_parallel_workers_per_gather', '0', false)
         WHERE current_setting('max_parallel_workers_per_gather') = '2'",
        millis * 2
    )
}

impl Session for PostgresConnection {
    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64> {
        let statement = self.prepared(sql)?;
        self.say(&statement, params)?;
        self.ask(&mut [Request::Run(&statement, None)])
    }

    fn query(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&mut Row<'_>) -> ControlFlow<()>,
    ) -> Result<()> {
        let statement = self.prepared(sql)?;
        self.say(&statement, params)?;
        self.ask(&mut [Request::Run(&statement, Some(each))]).map(drop)
    }

    fn query_all(&mut self, questions: &mut [Question<'_>]) -> Result<()> {
        let texts: Vec<&str> = questions.iter().map(|question| question.sql).collect();
        let statements = self.all_prepared(&texts)?;
        let is_only = self.is_alone && questions.len() == 1;
        if is_only && self.queued.iter().map(|one| one.kind).eq([Kind::Begin(BEGIN_READ)]) {
            self.forget_queued();
            self.queued.push(Queued { kind: Kind::Alone, start: self.outgoing.len() });
        }
        let mut requests = Vec::new();
        for (statement, question) in statements.iter().zip(questions) {
            self.say(statement, question.params)?;
            requests.push(Request::Run(statement, Some(&mut *question.each)));
        }
        self.ask(&mut requests).map(drop)
    }

    fn control(&mut self, sql: &'static str) -> Result<()> {
        if sql == ROLLBACK_TO_SAVEPOINT {
            // Writes that the rollback would undo were not sent yet, so they are dropped.
            while let Some(last) = self.queued.pop_if(|last| last.kind == Kind::Write) {
                self.outgoing.truncate(last.start);
            }
        }
        let control = self.controls[sql].clone();
        self.queue(Kind::Control, &control, &[])
    }

    fn later(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        if self.queued.len() >= QUEUED {
            self.flush()?;
        }
        let statement = self.prepared(sql)?;
        self.queue(Kind::Write, &statement, params)
    }

    fn may_be_repeated(&mut self) {
        self.is_repeatable = true;
    }

    fn is_asked_alone(&mut self) {
        self.is_alone = true;
    }

    fn flush(&mut self) -> Result<()> {
        if self.has_writes() { self.ask(&mut []).map(drop) } else { Ok(()) }
    }
}
