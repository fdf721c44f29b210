//! Ending threads.

use std::thread::{self, JoinHandle};

/// Waits until the threads have ended. A thread that drops the last handle within a closure can't
/// wait for itself.
pub(crate) fn join(threads: Vec<JoinHandle<()>>) {
    for handle in threads {
        if handle.thread().id() != thread::current().id() {
            // A thread that panicked has ended, which is all that is asked here.
            let _ = handle.join();
        }
    }
}

/// Runs `work` on a plain thread, for what must not block within an async runtime's own.
pub(crate) fn aside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| match scope.spawn(work).join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}
