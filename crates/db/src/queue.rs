//! A bounded queue between callers and the threads that run their closures. It never grows past its
//! limit: a caller too many is told so at once.

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

    // Nothing panics while the lock is held, so a poisoned state is still a whole one.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item, or says why not.
    pub fn push(&self, item: T) -> Result<(), Error> {
        let mut state = self.lock();
        if state.closed {
            return Err(Error::Closed);
        }
        if state.items.len() >= self.limit {
            return Err(Error::Busy);
        }
        state.items.push_back(item);
        // A wake-up is a system call: spare it when every thread is at work anyway.
        if state.sleeping > 0 {
            self.wake.notify_one();
        }
        Ok(())
    }

    /// Waits for an item. `None` means that the queue is closed and empty: the thread may end.
    pub fn pop(&self) -> Option<T> {
        let mut state = self.lock();
        loop {
            if let Some(item) = state.items.pop_front() {
                return Some(item);
            }
            if state.closed {
                return None;
            }
            state.sleeping += 1;
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.sleeping -= 1;
        }
    }

    /// Takes an item if one is waiting.
    pub fn try_pop(&self) -> Option<T> {
        self.lock().items.pop_front()
    }

    pub fn len(&self) -> usize {
        self.lock().items.len()
    }

    /// Refuses new items; those that wait are still handed out.
    pub fn close(&self) {
        self.lock().closed = true;
        self.wake.notify_all();
    }
}
