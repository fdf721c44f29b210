//! Closures in the queue: how they run and how their callers get the result.

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

/// Reply to the caller: the closure's own result, or the reason why there is none.
pub(crate) type Reply<T, E> = Result<Result<T, E>, Error>;

/// Queued closure with erased types, so that an engine's threads can run closures with any result.
pub(crate) trait Job: Send {
    /// Runs the closure once and keeps its result. Returns true if the transaction should be
    /// committed. After several calls only the last result counts.
    fn attempt(&mut self, tx: &mut Tx<'_>) -> bool;
    /// Sends the kept result to the caller.
    fn complete(self: Box<Self>);
    /// Sends this error to the caller in place of a result.
    fn fail(self: Box<Self>, error: Error);
    /// Returns true if the caller has given up.
    fn is_abandoned(&self) -> bool;
}

struct Work<T, E, F> {
    closure: F,
    asked: Asked,
    result: Reply<T, E>,
    reply: oneshot::Sender<Reply<T, E>>,
}

/// Place in the code, time and tracing span from which a closure was submitted.
struct Asked {
    span: Span,
    place: &'static Location<'static>,
    access: Access,
    since: Instant,
}

impl Asked {
    /// Creates the tracing span of one run of the closure, inside the caller's span.
    fn transaction(&self) -> Span {
        tracing::debug_span!(
            "transaction",
            access = self.access.name(),
            caller = %self.place,
            waited_us = self.since.elapsed().as_micros() as u64,
            statements = tracing::field::Empty,
        )
    }

    /// Runs a closure inside its tracing spans, and returns its panic as an error. Not generic,
    /// because it is compiled once for hundreds of closures.
    fn run(&self, tx: &mut Tx<'_>, closure: &mut dyn FnMut(&mut Tx<'_>)) -> Result<(), Error> {
        let _caller = self.span.enter();
        let transaction = self.transaction().entered();
        // After a panic no half-changed state remains: the closure of the caller is `Fn`, and its
        // transaction is rolled back.
        let outcome = catch_unwind(AssertUnwindSafe(|| closure(tx)));
        transaction.record("statements", tx.statements());
        outcome.map_err(|panic| Error::Panicked(panic_message(panic.as_ref())))
    }
}

impl<T, E, F> Work<T, E, F> {
    fn answer(self: Box<Self>, result: Reply<T, E>) {
        // Drops the closure, and the result if its caller has gone. A panic in their destructors
        // must not end the shared thread.
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
        let closure = &self.closure;
        let mut outcome = None;
        let ran = self.asked.run(tx, &mut |tx| outcome = Some(closure(tx)));
        self.result = match (ran, outcome, tx.failure()) {
            (Err(panic), ..) => Err(panic),
            (Ok(()), None, _) => Err(Error::Closed),
            (Ok(()), Some(Ok(_)), Some(failure)) => Err(failure.clone()),
            (Ok(()), Some(result), _) => Ok(result),
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

/// Properties of a queued job that outlast its time in a queue.
#[derive(Clone, Copy)]
pub(crate) struct Ticket {
    access: Access,
    lane: Lane,
    since: Instant,
}

/// Queued job with the time at which it was queued.
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
            // Placeholder, which the first attempt replaces. A job that is never attempted ends
            // through `fail`, with the error passed there.
            result: Err(Error::Closed),
            reply,
        });
        (Waiting { job, access, lane, since }, receiver)
    }

    /// Queues a job again that another queue has handed out. Its waiting time continues.
    pub fn again(job: Box<dyn Job>, ticket: Ticket) -> Self {
        let Ticket { access, lane, since } = ticket;
        Waiting { job, access, lane, since }
    }

    pub fn ticket(&self) -> Ticket {
        Ticket { access: self.access, lane: self.lane, since: self.since }
    }

    pub fn lane(&self) -> Lane {
        self.lane
    }

    /// Returns the maximum time that the job may wait in the queue. Slow work may wait longer,
    /// because other slow work before it may run up to the time limit.
    pub fn patience(&self, queue_timeout: Duration, time_limit: Duration) -> Duration {
        match self.lane {
            Lane::Interactive => queue_timeout,
            Lane::Bulk | Lane::Background => queue_timeout + time_limit,
        }
    }

    /// Returns the job. Returns `None` if its caller has given up, or after reporting
    /// [`Error::Busy`] to the caller if the job has waited too long.
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
