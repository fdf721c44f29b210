//! Transaction of a closure. On both engines a failed statement means that the transaction can only
//! be rolled back, unless it ran in a [`savepoint`](Tx::savepoint).

use std::ops::ControlFlow;
use std::time::Instant;

use crate::batch::Batch;
#[cfg(feature = "testing")]
use crate::engine::Access;
#[cfg(feature = "testing")]
use crate::recording::Recorder;
use crate::signals::Signal;
use crate::{Ask, Engine, Error, FromRow, Result, Row, Value};

pub(crate) const SAVEPOINT: &str = "SAVEPOINT attempt";
pub(crate) const RELEASE_SAVEPOINT: &str = "RELEASE SAVEPOINT attempt";
pub(crate) const ROLLBACK_TO_SAVEPOINT: &str = "ROLLBACK TO SAVEPOINT attempt";

/// Callback for rows one by one; it may stop early.
pub(crate) type EachRow<'a> = dyn FnMut(&mut Row<'_>) -> ControlFlow<()> + 'a;

/// Query with a callback for its rows.
pub struct Question<'a> {
    pub(crate) sql: &'a str,
    pub(crate) params: &'a [Value<'static>],
    pub(crate) each: Box<EachRow<'a>>,
}

/// Operations of an engine inside a transaction.
pub(crate) trait Session {
    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64>;

    /// Passes the rows to `each` one by one, until the end or until it stops.
    fn query(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&mut Row<'_>) -> ControlFlow<()>,
    ) -> Result<()>;

    /// Runs independent queries in this order.
    fn query_all(&mut self, questions: &mut [Question<'_>]) -> Result<()> {
        questions.iter_mut().try_for_each(|one| self.query(one.sql, one.params, &mut one.each))
    }

    /// Runs a statement without parameters or rows: savepoints, begin and end.
    fn control(&mut self, sql: &'static str) -> Result<()>;

    /// Runs a write, at the latest with the next statement that has a result or with the commit.
    fn later(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        self.execute(sql, params).map(drop)
    }

    /// Declares that the transaction may be committed twice.
    fn may_be_repeated(&mut self) {}

    /// Declares that the next query is the only one of this transaction.
    fn is_asked_alone(&mut self) {}

    /// Runs the postponed writes.
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Transaction in progress.
///
/// # When a statement fails
/// On both engines every further statement then returns the same error, and the work is rolled back
/// even if the closure returns `Ok`. Put an attempt that may fail into a
/// [`savepoint`](Tx::savepoint). [`Error::NoRow`] and [`Error::Column`] are no failed statements,
/// so they leave the transaction usable.
pub struct Tx<'a> {
    session: &'a mut dyn Session,
    engine: Engine,
    deadline: Instant,
    failure: Option<Error>,
    signals: Vec<Signal>,
    statements: u64,
    /// True once `ask_alone` has run; no further statement is allowed.
    is_over: bool,
    /// Collected writes, inside `batched`.
    batch: Option<Batch>,
    #[cfg(feature = "testing")]
    recorder: Option<(Recorder, Access)>,
}

impl<'a> Tx<'a> {
    pub(crate) fn new(session: &'a mut dyn Session, engine: Engine, deadline: Instant) -> Self {
        Tx {
            session,
            engine,
            deadline,
            failure: None,
            signals: Vec::new(),
            statements: 0,
            is_over: false,
            batch: None,
            #[cfg(feature = "testing")]
            recorder: None,
        }
    }

    #[cfg(feature = "testing")]
    pub(crate) fn record(&mut self, recorder: &Recorder, access: Access) {
        self.recorder = Some((recorder.clone(), access));
    }

    pub(crate) fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    /// Returns the number of statements run so far.
    pub(crate) fn statements(&self) -> u64 {
        self.statements
    }

    pub(crate) fn into_signals(self) -> Vec<Signal> {
        self.signals
    }

    /// Returns the engine, for the few fragments that differ.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Runs a statement and returns the number of changed rows.
    pub fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64> {
        self.checked(sql, params, |session| session.execute(sql, params))
    }

    /// Queues a write whose result is not needed before the commit. On PostgreSQL it is sent with
    /// the next statement or the commit and costs no round trip. If it fails, so does the
    /// transaction. On a unique conflict with another transaction the closure runs again and finds
    /// the other row.
    pub fn later(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        match &mut self.batch {
            Some(batch) => batch.add(sql, params),
            None => self.checked(sql, params, |session| session.later(sql, params))?,
        }
        Ok(())
    }

    /// Merges the writes that `work` queues with [`later`](Tx::later): rows inserted by one
    /// statement are inserted together. Statements run in the order of their first use, at the
    /// latest when `work` returns. A row may depend on rows of earlier statements, never on a later
    /// row of its own statement. If `work` fails, the collected writes are dropped.
    pub fn batched<T, E: From<Error>>(
        &mut self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.batch.is_some() {
            return work(self);
        }
        self.batch = Some(Batch::default());
        let done = work(self);
        let written = if done.is_ok() { self.write_batch() } else { Ok(()) };
        self.batch = None;
        written?;
        done
    }

    /// Writes the collected rows, because the next statement may have to see them.
    fn write_batch(&mut self) -> Result<()> {
        let Some(batch) = self.batch.take() else { return Ok(()) };
        let written = batch.write(|sql, params| self.later(sql, params));
        self.batch = Some(Batch::default());
        written
    }

    /// Declares that committing this closure's writes twice does no harm. On PostgreSQL a
    /// transaction of [`later`](Tx::later) writes is then sent in one piece with its commit. If the
    /// connection was dead, the outcome is unknown, and the closure runs again on another
    /// connection.
    pub fn may_be_repeated(&mut self) {
        self.session.may_be_repeated();
    }

    /// Keeps PostgreSQL's planner from using these steps in this transaction, for statements whose
    /// row counts it misjudges. Has no effect on SQLite.
    pub fn avoid(&mut self, steps: &[Step]) -> Result<()> {
        if self.engine == Engine::Postgres {
            for step in steps {
                self.later(step.setting(), &[])?;
            }
        }
        Ok(())
    }

    /// Returns all rows.
    pub fn rows<R: FromRow>(&mut self, sql: &str, params: &[Value<'_>]) -> Result<Vec<R>> {
        let mut rows = Vec::new();
        self.for_each(sql, params, |row| {
            rows.push(row);
            Ok::<_, Error>(())
        })?;
        Ok(rows)
    }

    /// Answers independent queries, on PostgreSQL in one round trip. They run in order, and each
    /// sees the latest commits: a query after one that locks a row reads under that lock.
    pub fn ask<A: Ask>(&mut self, mut ask: A) -> Result<A::Answer> {
        self.write_batch()?;
        let mut questions = Vec::new();
        ask.questions(&mut questions);
        for question in &questions {
            self.note(question.sql, question.params)?;
        }
        if !questions.is_empty() {
            self.guarded(|session| session.query_all(&mut questions))?;
        }
        drop(questions);
        ask.answer()
    }

    /// Like [`ask`](Tx::ask), if the transaction does nothing else. A single query is its own
    /// snapshot, so PostgreSQL needs no transaction around it.
    pub fn ask_alone<A: Ask>(&mut self, ask: A) -> Result<A::Answer> {
        self.session.is_asked_alone();
        let answer = self.ask(ask);
        self.is_over = true;
        answer
    }

    /// Returns the first row, if there is one.
    pub fn first<R: FromRow>(&mut self, sql: &str, params: &[Value<'_>]) -> Result<Option<R>> {
        let mut first = None;
        self.checked(sql, params, |session| {
            session.query(sql, params, &mut |row| {
                first = Some(R::from_row(row));
                ControlFlow::Break(())
            })
        })?;
        first.transpose()
    }

    /// Returns the first row, or [`Error::NoRow`].
    pub fn one<R: FromRow>(&mut self, sql: &str, params: &[Value<'_>]) -> Result<R> {
        self.first(sql, params)?.ok_or(Error::NoRow)
    }

    /// Passes the rows to the callback one by one as they arrive, for results too big to hold. An
    /// error stops it.
    pub fn for_each<R, E>(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        mut each: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E>
    where
        R: FromRow,
        E: From<Error>,
    {
        let mut stopped = None;
        self.checked(sql, params, |session| {
            session.query(sql, params, &mut |row| match R::from_row(row)
                .map_err(E::from)
                .and_then(&mut each)
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    stopped = Some(error);
                    ControlFlow::Break(())
                }
            })
        })?;
        stopped.map_or(Ok(()), Err)
    }

    /// Runs an attempt that may fail: if it returns an error, its changes are undone and the
    /// transaction continues. Errors of the whole transaction (deadlock, timeout, lost connection)
    /// end the transaction all the same.
    ///
    /// ```no_run
    /// # use db::{Error, Result, Tx, params};
    /// fn find_or_add(tx: &mut Tx<'_>, id: &str, name: &str) -> Result<String> {
    ///     let insert = "INSERT INTO tag (id, name) VALUES ($1, $2)";
    ///     match tx.savepoint(|tx| tx.execute(insert, params![id, name])) {
    ///         Err(Error::Unique { .. }) => {
    ///             tx.one("SELECT id FROM tag WHERE name = $1", params![name]).map(|(id,)| id)
    ///         }
    ///         added => added.map(|_| id.to_owned()),
    ///     }
    /// }
    /// ```
    pub fn savepoint<T, E: From<Error>>(
        &mut self,
        attempt: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.control(SAVEPOINT)?;
        let signalled = self.signals.len();
        let result = attempt(self);
        // Queued writes belong to the attempt, too.
        if result.is_ok() {
            let _ = self.guarded(|session| session.flush());
        }
        let result = match (result, &self.failure) {
            (Ok(_), Some(failure)) => Err(E::from(failure.clone())),
            (result, _) => result,
        };
        if result.is_ok() {
            self.control(RELEASE_SAVEPOINT)?;
            return result;
        }
        self.signals.truncate(signalled);
        if !self.failure.as_ref().is_some_and(Error::is_passing) {
            self.failure = None;
            self.control(ROLLBACK_TO_SAVEPOINT)?;
            self.control(RELEASE_SAVEPOINT)?;
        }
        result
    }

    /// Wakes the subscribers of `topic` once this transaction is committed, on PostgreSQL in other
    /// processes, too. Signals may get lost, so keep data in rows and the payload short.
    pub fn signal(&mut self, topic: &'static str, payload: impl Into<String>) {
        self.signals.push(Signal { topic, payload: payload.into() });
    }

    /// Runs an endless statement, for tests of the time limit.
    #[cfg(feature = "testing")]
    pub fn hang(&mut self) -> Result<()> {
        self.one::<(i64,)>(endless(self.engine), &[]).map(drop)
    }

    fn control(&mut self, sql: &'static str) -> Result<()> {
        self.write_batch()?;
        self.guarded(|session| session.control(sql))
    }

    fn checked<T>(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        run: impl FnOnce(&mut dyn Session) -> Result<T>,
    ) -> Result<T> {
        self.write_batch()?;
        self.note(sql, params)?;
        self.guarded(run)
    }

    /// Counts a statement and refuses those that the engines would run differently.
    fn note(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        #[cfg(feature = "testing")]
        if let Some((recorder, access)) = &self.recorder {
            recorder.note(sql, params, *access);
            let cost = recorder.cost(*access);
            self.deadline = self.deadline.checked_sub(cost).unwrap_or(self.deadline);
        }
        if self.is_over {
            let error =
                Error::Sql("ask_alone was not the only query of its transaction".to_owned());
            return self.guarded(|_| Err(error));
        }
        self.statements += 1;
        self.guarded(|_| refuse_transaction_control(sql).and_then(|()| refuse_nul(params)))
    }

    fn guarded<T>(&mut self, run: impl FnOnce(&mut dyn Session) -> Result<T>) -> Result<T> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let result =
            if Instant::now() > self.deadline { Err(Error::Timeout) } else { run(self.session) };
        if let Err(error) = &result {
            self.failure = Some(error.clone());
        }
        result
    }
}

/// Plan step that PostgreSQL's planner can be kept from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sequential scan of a table.
    WholeTable,
    Sort,
    HashJoin,
    MergeJoin,
}

impl Step {
    fn setting(self) -> &'static str {
        match self {
            Step::WholeTable => "SET LOCAL enable_seqscan = off",
            Step::Sort => "SET LOCAL enable_sort = off",
            Step::HashJoin => "SET LOCAL enable_hashjoin = off",
            Step::MergeJoin => "SET LOCAL enable_mergejoin = off",
        }
    }
}

#[cfg(feature = "testing")]
fn endless(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => {
            "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
             SELECT count(*) FROM number"
        }
        Engine::Postgres => "SELECT CAST(1 AS BIGINT) FROM pg_sleep('infinity')",
    }
}

/// Refuses transaction control in a closure: it would commit half its work, and on SQLite also that
/// of other closures in the batch.
fn refuse_transaction_control(sql: &str) -> Result<()> {
    const WORDS: [&str; 9] =
        ["BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "PREPARE"];
    let text = sql.trim_start();
    let length = text.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(text.len());
    let word = &text[..length];
    if WORDS.iter().any(|banned| word.eq_ignore_ascii_case(banned)) {
        return Err(Error::Sql(format!(
            "{word}: transactions are begun and ended by the data layer; use Tx::savepoint for a \
             part that may fail"
        )));
    }
    Ok(())
}

/// Refuses NUL characters on both engines, because PostgreSQL can't store them in text.
fn refuse_nul(params: &[Value<'_>]) -> Result<()> {
    let with_nul =
        |value: &Value<'_>| matches!(value, Value::Text(text) if text.as_bytes().contains(&0));
    match params.iter().position(with_nul) {
        Some(index) => Err(Error::Sql(format!("parameter ${} holds a NUL character", index + 1))),
        None => Ok(()),
    }
}
