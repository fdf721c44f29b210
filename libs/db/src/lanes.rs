//! Lanes limit the number of connections that slow work may use. A redemption therefore never waits
//! for reports, searches and exports.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};

use crate::Error;
use crate::engine::Access;

/// Kind of work that a closure does. Each kind may use a limited number of connections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lane {
    /// Quick work that a person waits for: counters, sign-ins, checkouts. Its reads leave some
    /// connections for writes.
    #[default]
    Interactive,
    /// Work that takes seconds while a person waits: reports, broad searches, exports. Uses at most
    /// a third of the connections.
    Bulk,
    /// Scheduled tasks. Use at most a quarter of the connections.
    Background,
}

tokio::task_local! {
    static CURRENT: Lane;
}

/// Runs a future so that its database closures run in `lane`, unless their handle sets another
/// lane. Tasks that the future spawns are not included.
pub async fn in_lane<F: Future>(lane: Lane, work: F) -> F::Output {
    CURRENT.scope(lane, work).await
}

impl Lane {
    /// Returns the lane of the current future.
    pub(crate) fn current() -> Lane {
        CURRENT.try_with(|lane| *lane).unwrap_or_default()
    }
}

/// Kind of work that a connection is used for. Each class may use a limited number of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Write,
    Read,
    Bulk,
    Background,
}

const CLASSES: usize = 4;

impl Class {
    pub fn of(lane: Lane, access: Access) -> Class {
        match (lane, access) {
            (Lane::Interactive, Access::Write) => Class::Write,
            (Lane::Interactive, Access::Read) => Class::Read,
            (Lane::Bulk, _) => Class::Bulk,
            (Lane::Background, _) => Class::Background,
        }
    }

    /// Returns true for work that may take seconds.
    pub fn is_slow(self) -> bool {
        matches!(self, Class::Bulk | Class::Background)
    }
}

/// Maximum number of threads for each class.
struct Shares {
    most: [usize; CLASSES],
    /// Maximum number of threads for both slow classes together.
    slow: usize,
}

impl Shares {
    /// Divides `threads` into shares. A single thread serves every class.
    fn of(threads: usize, is_shared_with_writes: bool) -> Shares {
        let reads = match threads {
            _ if !is_shared_with_writes => threads,
            0 | 1 => 1,
            _ => threads - threads.div_ceil(8),
        };
        Shares {
            most: [threads, reads, threads.div_ceil(3), threads.div_ceil(4)],
            slow: threads.saturating_sub(1).max(1),
        }
    }
}

/// Queue of a thread pool. A free thread gets the oldest item whose class may use another thread.
///
/// The thread that fell asleep last wakes up first. Its connection already knows the statements and
/// the tables, so light load is served by few connections, which stay warm.
pub(crate) struct LaneQueue<T> {
    /// Maximum number of waiting items per class.
    limit: usize,
    shares: Shares,
    state: Mutex<State<T>>,
}

struct State<T> {
    /// Waiting items of each class, numbered in the order in which they arrived in any class.
    waiting: [VecDeque<(u64, T)>; CLASSES],
    running: [usize; CLASSES],
    pushed: u64,
    /// Threads that wait for an item; the last one fell asleep last.
    sleeping: Vec<Thread>,
    is_closed: bool,
}

impl<T> LaneQueue<T> {
    /// Creates a queue for `threads` threads that run reads and, if `is_shared_with_writes`, also
    /// writes.
    pub fn new(limit: usize, threads: usize, is_shared_with_writes: bool) -> Self {
        let state = State {
            waiting: Default::default(),
            running: [0; CLASSES],
            pushed: 0,
            sleeping: Vec::with_capacity(threads),
            is_closed: false,
        };
        let shares = Shares::of(threads, is_shared_with_writes);
        LaneQueue { limit, shares, state: Mutex::new(state) }
    }

    // No code panics while holding the lock, so the state is consistent even if the mutex is
    // poisoned.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item. Returns an error if the queue is closed, or full for this class.
    pub fn push(&self, class: Class, item: T) -> Result<(), Error> {
        self.add(class, item, self.limit)
    }

    /// Adds an item that another queue has handed out. Its caller was admitted already, so the item
    /// is added even if the queue is full.
    pub fn push_admitted(&self, class: Class, item: T) -> Result<(), Error> {
        self.add(class, item, usize::MAX)
    }

    fn add(&self, class: Class, item: T, limit: usize) -> Result<(), Error> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(Error::Closed);
        }
        if state.waiting[class as usize].len() >= limit {
            return Err(Error::Busy);
        }
        state.pushed += 1;
        let number = state.pushed;
        state.waiting[class as usize].push_back((number, item));
        let woken = state.sleeping.pop();
        drop(state);
        // A wake-up is a system call, so it is skipped while all threads are busy.
        if let Some(thread) = woken {
            thread.unpark();
        }
        Ok(())
    }

    /// Records that the thread has finished an item of the class `ended`, and waits for the next
    /// item. Returns `None` if the queue is closed and empty; the thread may then end.
    pub fn next(&self, ended: Option<Class>) -> Option<(Class, T)> {
        let mut state = self.lock();
        if let Some(class) = ended {
            state.running[class as usize] -= 1;
        }
        loop {
            let taken = state.take(&self.shares);
            let is_over = state.is_closed && state.is_empty();
            if is_over {
                state.wake_all();
            } else if taken.is_some() && state.next(&self.shares).is_some() {
                // Another item is ready. The thread that was woken for that item may have gone back
                // to sleep because the item's class had used up its share.
                if let Some(thread) = state.sleeping.pop() {
                    thread.unpark();
                }
            }
            if taken.is_some() || is_over {
                return taken;
            }
            let me = thread::current();
            let id = me.id();
            state.sleeping.push(me);
            drop(state);
            thread::park();
            state = self.lock();
            // A thread may also wake up by itself.
            state.sleeping.retain(|thread| thread.id() != id);
        }
    }

    pub fn len(&self) -> usize {
        self.lock().waiting.iter().map(VecDeque::len).sum()
    }

    /// Closes the queue: refuses new items, but still hands out the waiting items.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.wake_all();
    }
}

impl<T> State<T> {
    fn is_empty(&self) -> bool {
        self.waiting.iter().all(VecDeque::is_empty)
    }

    fn wake_all(&mut self) {
        self.sleeping.drain(..).for_each(|thread| thread.unpark());
    }

    /// Returns the class whose first item may run next; `None` if no item may run.
    fn next(&self, shares: &Shares) -> Option<Class> {
        let slow = self.running[Class::Bulk as usize] + self.running[Class::Background as usize];
        let classes = [Class::Write, Class::Read, Class::Bulk, Class::Background].into_iter();
        let ready = classes.filter(|class| {
            self.running[*class as usize] < shares.most[*class as usize]
                && !(class.is_slow() && slow >= shares.slow)
        });
        let first =
            |class: Class| Some((self.waiting[class as usize].front().map(|one| one.0)?, class));
        ready.filter_map(first).min_by_key(|(number, _)| *number).map(|(_, class)| class)
    }

    fn take(&mut self, shares: &Shares) -> Option<(Class, T)> {
        let class = self.next(shares)?;
        let (_, item) = self.waiting[class as usize].pop_front()?;
        self.running[class as usize] += 1;
        Some((class, item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(threads: usize) -> LaneQueue<u32> {
        LaneQueue::new(100, threads, true)
    }

    #[test]
    fn next_takes_the_oldest_whose_class_has_a_place() {
        let queue = queue(4);
        let pushed = [
            (Class::Bulk, 1),
            (Class::Bulk, 2),
            (Class::Bulk, 3),
            (Class::Read, 4),
            (Class::Write, 5),
        ];
        for (class, item) in pushed {
            assert_eq!(queue.push(class, item), Ok(()));
        }
        let taken: Vec<u32> = (0..4).map(|_| queue.next(None).expect("it waits").1).collect();
        assert_eq!(taken, [1, 2, 4, 5], "two of four are for bulk");
        assert_eq!(queue.next(Some(Class::Bulk)), Some((Class::Bulk, 3)));
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn next_leaves_a_place_to_writes_and_one_to_quick_work() {
        let (reads, slow) = (queue(2), queue(2));
        for item in 1..=2 {
            assert_eq!(reads.push(Class::Read, item), Ok(()));
        }
        assert_eq!(reads.push(Class::Write, 3), Ok(()));
        assert_eq!(reads.next(None), Some((Class::Read, 1)));
        assert_eq!(reads.next(None), Some((Class::Write, 3)));
        let pushed = [(Class::Bulk, 1), (Class::Background, 2), (Class::Read, 3)];
        for (class, item) in pushed {
            assert_eq!(slow.push(class, item), Ok(()));
        }
        assert_eq!(slow.next(None), Some((Class::Bulk, 1)));
        assert_eq!(slow.next(None), Some((Class::Read, 3)));
    }

    #[test]
    fn one_thread_does_everything() {
        let queue = queue(1);
        let classes = [Class::Background, Class::Bulk, Class::Read, Class::Write];
        for class in classes {
            assert_eq!(queue.push(class, 0), Ok(()));
        }
        let mut ended = None;
        for class in classes {
            assert_eq!(queue.next(ended), Some((class, 0)));
            ended = Some(class);
        }
        queue.close();
        assert_eq!(queue.next(ended), None);
    }

    #[test]
    fn push_wakes_the_thread_that_fell_asleep_last() {
        let queue = queue(2);
        let sleepers = |count| {
            while queue.lock().sleeping.len() < count {
                thread::yield_now();
            }
        };
        let serve = || {
            let mut served = 0;
            let mut ended = None;
            while let Some((class, done)) = queue.next(ended) {
                served += done;
                ended = Some(class);
            }
            served
        };
        thread::scope(|scope| {
            let first = scope.spawn(serve);
            sleepers(1);
            let second = scope.spawn(serve);
            sleepers(2);
            for _ in 0..3 {
                assert_eq!(queue.push(Class::Read, 1), Ok(()));
                sleepers(2);
            }
            queue.close();
            let served = [first, second].map(|thread| thread.join().expect("it ends"));
            assert_eq!(served, [0, 3]);
        });
    }

    #[test]
    fn push_refuses_one_class_alone_when_it_is_full() {
        let queue = LaneQueue::new(1, 4, true);
        assert_eq!(queue.push(Class::Bulk, 1), Ok(()));
        assert_eq!(queue.push(Class::Bulk, 2), Err(Error::Busy));
        assert_eq!(queue.push(Class::Write, 3), Ok(()));
    }

    #[test]
    fn push_admitted_ignores_the_limit() {
        let queue = LaneQueue::new(1, 4, true);
        assert_eq!(queue.push(Class::Read, 1), Ok(()));
        assert_eq!(queue.push_admitted(Class::Read, 2), Ok(()));
        queue.close();
        assert_eq!(queue.push_admitted(Class::Read, 3), Err(Error::Closed));
    }
}
