//! A closure on its way through the queue: how it is run, and how its caller hears of it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use std::panic::Location;

use tokio::sync::oneshot;
use tracing::Span;

use crate::engine::Access;
use crate::lanes::{Class, Lane};
use crate::stats::Counters;
use crate::{Error, Tx};

/// What the caller receives: the closure's own result, or why there is none.
pub(crate) type Reply<T, E> = Result<Result<T, E>, Error>;

/// What an engine's thread does with a closure, whatever its types.
pub(crate) trait Job: Send {
    /// Runs the closure once and keeps its result. It may be called again: only the last result
    /// counts. True when the transaction is to be committed.
    fn attempt(&mut self, tx: &mut Tx<'_>) -> bool;
    /// Hands the kept result to the caller.
    fn complete(self: Box<Self>);
    /// Tells the caller that nothing was done.
    fn fail(self: Box<Self>, error: Error);
    /// The caller has given up.
    fn is_abandoned(&self) -> bool;
}

struct Work<T, E, F> {
    closure: F,
    asked: Asked,
    result: Reply<T, E>,
    reply: oneshot::Sender<Reply<T, E>>,
}

/// Who wants a closure run: what the log says of it belongs to their request.
struct Asked {
    span: Span,
    place: &'static Location<'static>,
    access: Access,
    since: Instant,
}

impl Asked {
    /// The span of one run, within the caller's own.
    fn transaction(&self) -> Span {
        tracing::debug_span!(
            "transaction",
            access = self.access.name(),
            caller = %self.place,
            waited_us = self.since.elapsed().as_micros() as u64,
            statements = tracing::field::Empty,
        )
    }
}

impl<T, E, F> Work<T, E, F> {
    fn answer(self: Box<Self>, result: Reply<T, E>) {
        // Here the closure ends, and the result too if its caller has gone away. Should that panic,
        // the thread that serves everybody must go on.
        let _ = catch_unwind(AssertUnwindSafe(move || drop(self.reply.send(result))));
    }
}

impl<T, E, F> Job for Work<T, E, F>
where
    T: Send,
    E: Send,
    F: Fn(&mut Tx<'_>) -> Result<T, E> + Send,
{
    fn attempt(&mut self, tx: &mut Tx<'_>) -> bool {
        let _caller = self.asked.span.enter();
        let transaction = self.asked.transaction().entered();
        // The closure is `Fn` and its transaction is rolled back: nothing half-changed is seen
        // afterwards.
        let outcome = catch_unwind(AssertUnwindSafe(|| (self.closure)(tx)));
        transaction.record("statements", tx.statements());
        self.result = match (outcome, tx.failure()) {
            (Err(panic), _) => Err(Error::Panicked(panic_message(panic.as_ref()))),
            (Ok(Ok(_)), Some(failure)) => Err(failure.clone()),
            (Ok(result), _) => Ok(result),
        };
        matches!(self.result, Ok(Ok(_)))
    }

    fn complete(mut self: Box<Self>) {
        let result = std::mem::replace(&mut self.result, Err(Error::Closed));
        self.answer(result);
    }

    fn fail(self: Box<Self>, error: Error) {
        self.answer(Err(error));
    }

    fn is_abandoned(&self) -> bool {
        self.reply.is_closed()
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    if let Some(text) = panic.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text.clone()
    } else {
        "no message".to_owned()
    }
}

/// A job in a queue, and since when.
pub(crate) struct Waiting {
    job: Box<dyn Job>,
    access: Access,
    lane: Lane,
    since: Instant,
}

impl Waiting {
    pub fn new<T, E, F>(
        closure: F,
        access: Access,
        lane: Lane,
        place: &'static Location<'static>,
    ) -> (Self, oneshot::Receiver<Reply<T, E>>)
    where
        T: Send + 'static,
        E: Send + 'static,
        F: Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    {
        let (reply, receiver) = oneshot::channel();
        let since = Instant::now();
        let job = Box::new(Work {
            closure,
            asked: Asked { span: Span::current(), place, access, since },
            // Replaced by the first attempt; a job that never had one is failed with a reason of
            // its own.
            result: Err(Error::Closed),
            reply,
        });
        (Waiting { job, access, lane, since }, receiver)
    }

    pub fn lane(&self) -> Lane {
        self.lane
    }

    /// How long it may wait. Slow work waits for slow work, which may run up to the time limit.
    pub fn patience(&self, queue_timeout: Duration, time_limit: Duration) -> Duration {
        match self.lane {
            Lane::Interactive => queue_timeout,
            Lane::Bulk | Lane::Background => queue_timeout + time_limit,
        }
    }

    /// The job, unless nobody wants its result any more or it has waited too long.
    pub fn start(self, limit: Duration, counters: &Counters) -> Option<Box<dyn Job>> {
        if self.job.is_abandoned() {
            counters.abandoned();
            return None;
        }
        let waited = self.since.elapsed();
        counters.waited(Class::of(self.lane, self.access), waited);
        if waited > limit {
            counters.timed_out();
            self.job.fail(Error::Busy);
            return None;
        }
        Some(self.job)
    }
}
