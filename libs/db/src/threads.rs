//! Helpers for threads.

use std::thread::{self, JoinHandle};

/// Waits until the threads have ended. Skips the current thread, which may drop the last handle
/// inside a closure.
pub(crate) fn join(threads: Vec<JoinHandle<()>>) {
    for handle in threads {
        if handle.thread().id() != thread::current().id() {
            // A thread that panicked has ended, too.
            let _ = handle.join();
        }
    }
}

/// Runs `work` on a plain thread, for work that must not block an async runtime's thread.
pub(crate) fn aside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| match scope.spawn(work).join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}
