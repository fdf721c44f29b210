//! The threads that do the work of a line. An allocator keeps some of the memory that a thread has freed, for the next work of
//! that thread: work that takes megabytes must not wander over all threads of the runtime.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

type Work = Box<dyn FnOnce() + Send>;

pub struct Threads {
    work: mpsc::Sender<Work>,
}

impl Threads {
    pub fn start(number: usize) -> Threads {
        let (work, given) = mpsc::channel();
        let given = Arc::new(Mutex::new(given));
        for number in 0..number.max(1) {
            let given = given.clone();
            let started =
                thread::Builder::new().name(format!("turn-{number}")).spawn(move || do_all(&given));
            if let Err(error) = started {
                // The other threads do its share.
                tracing::error!(%error, "a thread for work in turns can't start");
            }
        }
        Threads { work }
    }

    /// Does this as soon as a thread is free.
    pub fn run(&self, work: Work) {
        // Without any thread the work is dropped, and its caller notices that.
        let _ = self.work.send(work);
    }
}

/// Works until the line is gone.
fn do_all(given: &Mutex<mpsc::Receiver<Work>>) {
    loop {
        let next = given.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // The hook of the program logs a panic; the thread goes on to the next work.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}
