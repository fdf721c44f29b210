//! Transaction that a closure runs in. On both engines, a transaction can only be rolled back after
//! a failed statement, unless that statement ran in a [`savepoint`](Tx::savepoint).

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

/// Callback that gets one row at a time. It returns `Break` to stop before the last row.
pub(crate) type EachRow<'a> = dyn FnMut(&mut Row<'_>) -> ControlFlow<()> + 'a;

/// Query with a callback for its rows.
pub struct Question<'a> {
    pub(crate) sql: &'a str,
    pub(crate) params: &'a [Value<'static>],
    pub(crate) each: Box<EachRow<'a>>,
}

/// Operations that each engine provides inside a transaction.
pub(crate) trait Session {
    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64>;

    /// Runs a query and passes its rows to `each` one by one, until the last row or until `each`
    /// stops.
    fn query(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&mut Row<'_>) -> ControlFlow<()>,
    ) -> Result<()>;

    /// Runs several independent queries in the order of the slice.
    fn query_all(&mut self, questions: &mut [Question<'_>]) -> Result<()> {
        questions.iter_mut().try_for_each(|one| self.query(one.sql, one.params, &mut one.each))
    }

    /// Runs a statement that has no parameters and returns no rows, such as SAVEPOINT.
    fn control(&mut self, sql: &'static str) -> Result<()>;

    /// Runs a write now or later: at the latest together with the commit, or with the next
    /// statement whose result is needed.
    fn later(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        self.execute(sql, params).map(drop)
    }

    /// Declares that committing this transaction twice does no harm.
    fn may_be_repeated(&mut self) {}

    /// Declares that the next query is the only one of this transaction.
    fn is_asked_alone(&mut self) {}

    /// Runs the writes that [`later`](Session::later) has postponed.
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Transaction in progress.
///
/// # When a statement fails
/// On both engines, every later statement returns the same error, and the transaction is rolled
/// back even if the closure returns `Ok`. Put a statement that may fail into a
/// [`savepoint`](Tx::savepoint). [`Error::NoRow`] and [`Error::Column`] do not count as failed
/// statements: the transaction stays usable.
pub struct Tx<'a> {
    session: &'a mut dyn Session,
    engine: Engine,
    deadline: Instant,
    failure: Option<Error>,
    signals: Vec<Signal>,
    statements: u64,
    /// True once `ask_alone` has run; no further statement is allowed.
    is_over: bool,
    /// Writes collected so far inside `batched`; `None` outside `batched`.
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

    /// Returns the engine, for the few SQL fragments that differ between the engines.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Runs a statement and returns the number of changed rows.
    pub fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64> {
        self.checked(sql, params, |session| session.execute(sql, params))
    }

    /// Queues a write whose result is not needed before the commit. PostgreSQL gets the write
    /// together with the next statement or the commit, so the write costs no round trip of its own.
    /// If the write fails, the transaction fails. After a unique conflict with another transaction,
    /// the closure runs again and can then read the other transaction's row.
    pub fn later(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        match &mut self.batch {
            Some(batch) => batch.add(sql, params),
            None => self.checked(sql, params, |session| session.later(sql, params))?,
        }
        Ok(())
    }

    /// Merges the writes that `work` queues with [`later`](Tx::later): rows inserted by the same
    /// statement text become one multi-row INSERT. Statements run in the order of their first use,
    /// at the latest when `work` returns. A row may depend on rows of statements used earlier, but
    /// not on a later row of the same statement. If `work` fails, the collected writes are dropped.
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

    /// Runs the writes collected so far. Called before any other statement, because that statement
    /// may have to see the rows.
    fn write_batch(&mut self) -> Result<()> {
        let Some(batch) = self.batch.take() else { return Ok(()) };
        let written = batch.write(|sql, params| self.later(sql, params));
        self.batch = Some(Batch::default());
        written
    }

    /// Declares that committing this closure's writes twice does no harm. PostgreSQL then gets all
    /// writes queued with [`later`](Tx::later) together with the commit, in one round trip. If the
    /// connection turns out to be dead, the outcome is unknown, and the closure runs again on
    /// another connection.
    pub fn may_be_repeated(&mut self) {
        self.session.may_be_repeated();
    }

    /// Keeps PostgreSQL's planner from using these plan steps in this transaction. Meant for
    /// statements whose row counts the planner misjudges. Has no effect on SQLite.
    pub fn avoid(&mut self, steps: &[Step]) -> Result<()> {
        if self.engine == Engine::Postgres {
            for step in steps {
                self.later(step.setting(), &[])?;
            }
        }
        Ok(())
    }

    /// Runs a query and returns all its rows.
    pub fn rows<R: FromRow>(&mut self, sql: &str, params: &[Value<'_>]) -> Result<Vec<R>> {
        let mut rows = Vec::new();
        self.for_each(sql, params, |row| {
            rows.push(row);
            Ok::<_, Error>(())
        })?;
        Ok(rows)
    }

    /// Runs independent queries and returns their answers, on PostgreSQL in one round trip. The
    /// queries run in order. In a write, each query sees all transactions that were committed
    /// before the query began. A query that follows a locking query therefore reads the state that
    /// the lock protects.
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

    /// Like [`ask`](Tx::ask), for a transaction that does nothing else: any later statement fails.
    /// PostgreSQL then runs a single query without BEGIN and COMMIT, because one query always reads
    /// one snapshot.
    pub fn ask_alone<A: Ask>(&mut self, ask: A) -> Result<A::Answer> {
        self.session.is_asked_alone();
        let answer = self.ask(ask);
        self.is_over = true;
        answer
    }

    /// Runs a query and returns its first row, or `None` if there are no rows.
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

    /// Runs a query and returns its first row, or [`Error::NoRow`] if there are no rows.
    pub fn one<R: FromRow>(&mut self, sql: &str, params: &[Value<'_>]) -> Result<R> {
        self.first(sql, params)?.ok_or(Error::NoRow)
    }

    /// Runs a query and passes its rows to `each` one by one as they arrive, for results that are
    /// too big for memory. An error from `each` stops the query and is returned.
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

    /// Runs `attempt` in a savepoint: if it returns an error, its changes are undone and the
    /// transaction can continue. A deadlock, a timeout or a lost connection ends the whole
    /// transaction nevertheless.
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
        // Runs the writes that the attempt has queued, so that their errors count as errors of the
        // attempt.
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

    /// Wakes the subscribers of `topic` once this transaction is committed. On PostgreSQL,
    /// subscribers in other processes are woken as well. Signals may get lost, so store data in
    /// tables and keep the payload short.
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

    /// Counts a statement. Refuses statements that the two engines would handle differently:
    /// transaction control, and parameters with NUL characters.
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

/// Plan step that [`Tx::avoid`] can keep PostgreSQL's planner from using.
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

/// Refuses transaction control, such as COMMIT, in a closure. A COMMIT would commit half of the
/// closure's work, and on SQLite also the work of other closures in the same batch.
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
