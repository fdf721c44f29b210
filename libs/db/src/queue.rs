//! Bounded queue between callers and the threads that run their closures. A full queue refuses new
//! items at once.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::Error;

pub(crate) struct Queue<T> {
    limit: usize,
    state: Mutex<State<T>>,
    wake: Condvar,
}

struct State<T> {
    items: VecDeque<T>,
    sleeping: usize,
    closed: bool,
}

impl<T> Queue<T> {
    pub fn new(limit: usize) -> Self {
        Queue {
            limit,
            state: Mutex::new(State { items: VecDeque::new(), sleeping: 0, closed: false }),
            wake: Condvar::new(),
        }
    }

    // No code panics while holding the lock, so the state is consistent even if the mutex is
    // poisoned.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item. Returns an error if the queue is closed or full.
    pub fn push(&self, item: T) -> Result<(), Error> {
        let mut state = self.lock();
        if state.closed {
            return Err(Error::Closed);
        }
        if state.items.len() >= self.limit {
            return Err(Error::Busy);
        }
        state.items.push_back(item);
        // A wake-up is a system call, so it is skipped while all threads are busy.
        if state.sleeping > 0 {
            self.wake.notify_one();
        }
        Ok(())
    }

    /// Waits for the next item and returns it. Returns `None` if the queue is closed and empty; the
    /// thread may then end.
    pub fn pop(&self) -> Option<T> {
        let mut state = self.lock();
        loop {
            if let Some(item) = state.items.pop_front() {
                return Some(item);
            }
            if state.closed {
                return None;
            }
            state = self.slept(state);
        }
    }

    /// Returns the next item; waits for one only while `is_at_work` returns true. Returns `None` if
    /// there is no item and no reason to wait. The thread at work calls [`wake`](Queue::wake) when
    /// it is done.
    pub fn pop_while(&self, is_at_work: impl Fn() -> bool) -> Option<T> {
        let mut state = self.lock();
        loop {
            let item = state.items.pop_front();
            if item.is_some() || state.closed || !is_at_work() {
                return item;
            }
            state = self.slept(state);
        }
    }

    /// Waits while `is_at_work` returns true. The thread at work calls [`wake`](Queue::wake) when
    /// it is done.
    pub fn rest_while(&self, is_at_work: impl Fn() -> bool) {
        let mut state = self.lock();
        while !state.closed && is_at_work() {
            state = self.slept(state);
        }
    }

    /// Makes waiting threads check their condition again.
    pub fn wake(&self) {
        let state = self.lock();
        if state.sleeping > 0 {
            self.wake.notify_all();
        }
    }

    fn slept<'a>(&self, mut state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        state.sleeping += 1;
        state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.sleeping -= 1;
        state
    }

    pub fn len(&self) -> usize {
        self.lock().items.len()
    }

    /// Closes the queue: refuses new items, but still hands out the waiting items.
    pub fn close(&self) {
        self.lock().closed = true;
        self.wake.notify_all();
    }
}
