//! Helpers for threads.

use std::thread::{self, JoinHandle};

/// Waits until the threads have ended. Skips the current thread: a closure that drops the last
/// handle runs on one of these threads and can't wait for itself.
pub(crate) fn join(threads: Vec<JoinHandle<()>>) {
    for handle in threads {
        if handle.thread().id() != thread::current().id() {
            // The result does not matter: a thread that panicked has ended, too.
            let _ = handle.join();
        }
    }
}

/// Runs `work` on a new thread and waits for its result. For blocking calls that would panic on a
/// thread of an async runtime.
pub(crate) fn aside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| match scope.spawn(work).join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}
