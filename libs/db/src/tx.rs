//! The transaction a closure works with. It holds both engines to one rule: after a statement has
//! failed the transaction can only be rolled back, unless the statement stood in a
//! [`savepoint`](Tx::savepoint).

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

/// Looks at rows one by one, until it breaks off.
pub(crate) type EachRow<'a> = dyn FnMut(&mut Row<'_>) -> ControlFlow<()> + 'a;

/// A statement whose rows somebody looks at.
pub struct Question<'a> {
    pub(crate) sql: &'a str,
    pub(crate) params: &'a [Value<'static>],
    pub(crate) each: Box<EachRow<'a>>,
}

/// What an engine must be able to do within a transaction.
pub(crate) trait Session {
    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64>;

    /// Shows `each` the rows one by one, until there are no more or it breaks off.
    fn query(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&mut Row<'_>) -> ControlFlow<()>,
    ) -> Result<()>;

    /// The rows of questions that don't depend on each other, asked in this order.
    fn query_all(&mut self, questions: &mut [Question<'_>]) -> Result<()> {
        questions.iter_mut().try_for_each(|one| self.query(one.sql, one.params, &mut one.each))
    }

    /// A statement without parameters or rows: savepoints, begin and end.
    fn control(&mut self, sql: &'static str) -> Result<()>;

    /// Runs a write, at the latest with the next statement that has a result or with the commit.
    fn later(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        self.execute(sql, params).map(drop)
    }

    /// The transaction may be committed twice with no harm.
    fn may_be_repeated(&mut self) {}

    /// The next question is all that this transaction asks.
    fn is_asked_alone(&mut self) {}

    /// Runs what was to be run later.
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A transaction in progress.
///
/// # When a statement fails
/// On both engines every further statement then gives the same error, and the work is rolled back
/// even if the closure returns `Ok`. Put an attempt that may fail into a
/// [`savepoint`](Tx::savepoint). [`Error::NoRow`] and [`Error::Column`] speak of what was read, not
/// of a failed statement: they leave the transaction as it was.
pub struct Tx<'a> {
    session: &'a mut dyn Session,
    engine: Engine,
    deadline: Instant,
    failure: Option<Error>,
    signals: Vec<Signal>,
    statements: u64,
    /// All has been asked.
    is_over: bool,
    /// What is gathered, while something is.
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

    /// How many were run in it.
    pub(crate) fn statements(&self) -> u64 {
        self.statements
    }

    pub(crate) fn into_signals(self) -> Vec<Signal> {
        self.signals
    }

    /// Which engine runs this transaction, for the few fragments that differ.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Runs a statement and says how many rows it changed.
    pub fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64> {
        self.checked(sql, params, |session| session.execute(sql, params))
    }

    /// Runs a write whose outcome nobody has to know before the commit: on PostgreSQL it travels with the next statement
    /// that has one, or with the commit, and costs no round trip of its own. When it fails, so does the transaction; on
    /// a unique key that somebody else was first to use, the closure runs again and finds what they wrote.
    pub fn later(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        match &mut self.batch {
            Some(batch) => batch.add(sql, params),
            None => self.checked(sql, params, |session| session.later(sql, params))?,
        }
        Ok(())
    }

    /// Does the same for many: what is written [`later`](Tx::later) meanwhile is gathered, and rows inserted by one statement
    /// are inserted together, so that a thousand are a handful of statements. The statements run in the order in which each
    /// was first said, at the latest when the work is done: a row may hang on those of statements before, never on a later
    /// row of its own. Of work that fails, nothing that is gathered is written.
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

    /// Writes what is gathered so far: the next statement may have to see it.
    fn write_batch(&mut self) -> Result<()> {
        let Some(batch) = self.batch.take() else { return Ok(()) };
        let written = batch.write(|sql, params| self.later(sql, params));
        self.batch = Some(Batch::default());
        written
    }

    /// Says that it does no harm when this closure's writes are committed twice. On PostgreSQL a transaction that only writes
    /// [`later`](Tx::later) is sent as a whole then, its commit included: should the connection turn out to be dead, nobody
    /// knows whether that was done, and the closure runs again on another.
    pub fn may_be_repeated(&mut self) {
        self.session.may_be_repeated();
    }

    /// Has PostgreSQL's planner avoid these steps for the rest of the transaction, for statements whose rows it is known to
    /// misjudge. SQLite, which joins along indexes anyway, knows none of them.
    pub fn avoid(&mut self, steps: &[Step]) -> Result<()> {
        if self.engine == Engine::Postgres {
            for step in steps {
                self.later(step.setting(), &[])?;
            }
        }
        Ok(())
    }

    /// All rows.
    pub fn rows<R: FromRow>(&mut self, sql: &str, params: &[Value<'_>]) -> Result<Vec<R>> {
        let mut rows = Vec::new();
        self.for_each(sql, params, |row| {
            rows.push(row);
            Ok::<_, Error>(())
        })?;
        Ok(rows)
    }

    /// The answers to questions that don't depend on each other: on PostgreSQL they travel together. They are answered in
    /// their order, each seeing what is committed by then: what stands behind one that locks a row is read under the lock.
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

    /// The same where nothing else is read or written: a single question is a snapshot by itself, and PostgreSQL is spared
    /// a transaction around it.
    pub fn ask_alone<A: Ask>(&mut self, ask: A) -> Result<A::Answer> {
        self.session.is_asked_alone();
        let answer = self.ask(ask);
        self.is_over = true;
        answer
    }

    /// The first row, if there is one.
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

    /// The first row; [`Error::NoRow`] when there is none.
    pub fn one<R: FromRow>(&mut self, sql: &str, params: &[Value<'_>]) -> Result<R> {
        self.first(sql, params)?.ok_or(Error::NoRow)
    }

    /// Hands the rows over one by one as they arrive, for results too big to hold. An error ends it
    /// early.
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

    /// Runs an attempt that may fail: when it returns an error, all it did is undone and the
    /// transaction goes on. Trouble of the whole transaction (a deadlock, a time-out, a lost
    /// connection) can't be undone this way: it ends the transaction all the same.
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
        // What was to be written later belongs to the attempt, too.
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

    /// Wakes the subscribers of `topic` once this transaction is committed, in this process and, on
    /// PostgreSQL, in others. A hint that may get lost, not a message: keep what matters in rows
    /// and the payload short.
    pub fn signal(&mut self, topic: &'static str, payload: impl Into<String>) {
        self.signals.push(Signal { topic, payload: payload.into() });
    }

    /// Runs a statement that never ends, for tests: the time limit has to end it.
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

    /// Counts a statement, and refuses one that neither engine would run alike.
    fn note(&mut self, sql: &str, params: &[Value<'_>]) -> Result<()> {
        #[cfg(feature = "testing")]
        if let Some((recorder, access)) = &self.recorder {
            recorder.note(sql, params, *access);
            let cost = recorder.cost(*access);
            self.deadline = self.deadline.checked_sub(cost).unwrap_or(self.deadline);
        }
        if self.is_over {
            let error = Error::Sql("more than the one question is asked".to_owned());
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

/// What PostgreSQL's planner may be kept from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Reading all of a table.
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

/// A closure that ended its own transaction would commit half its work, and on SQLite its
/// neighbours' too.
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

/// PostgreSQL has no NUL character in text. Refused on both engines, lest a program works on one
/// only.
fn refuse_nul(params: &[Value<'_>]) -> Result<()> {
    let with_nul =
        |value: &Value<'_>| matches!(value, Value::Text(text) if text.as_bytes().contains(&0));
    match params.iter().position(with_nul) {
        Some(index) => Err(Error::Sql(format!("parameter ${} holds a NUL character", index + 1))),
        None => Ok(()),
    }
}
