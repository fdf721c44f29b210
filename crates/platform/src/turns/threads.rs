//! Threads that run the work of a line. Allocators keep freed memory per thread, so work that takes
//! megabytes must not spread over all runtime threads.

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
                // The other threads do the work of the missing thread.
                tracing::error!(%error, "a thread for work in turns can't start");
            }
        }
        Threads { work }
    }

    /// Queues work, which runs as soon as a thread is free.
    pub fn run(&self, work: Work) {
        // If no thread could be started, the work is dropped, and its caller gets an error.
        let _ = self.work.send(work);
    }
}

/// Runs queued work until the line is dropped.
fn do_all(given: &Mutex<mpsc::Receiver<Work>>) {
    loop {
        let next = given.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // The program's panic hook logs a panic; the thread continues with the next piece of work.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}
