//! Writes log lines on a separate thread. A stalled reader of the log blocks no caller. Lines that
//! don't fit into the queue are dropped and counted.

use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use tracing::{Subscriber, dispatcher::get_default};
use tracing_subscriber::{fmt::MakeWriter, layer::Layer};

/// Maximum number of bytes in waiting lines, enough for about ten thousand lines.
const MAX_BYTES: usize = 4 * 1024 * 1024;
/// Maximum time for writing the remaining lines at shutdown.
const MAX_FLUSH: Duration = Duration::from_secs(1);

/// Queue of lines for the writing thread.
#[derive(Clone)]
pub struct Lines(Arc<Queue>);

struct Queue {
    most_bytes: usize,
    state: Mutex<State>,
    changed: Condvar,
    dropped: Arc<AtomicU64>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Vec<u8>>,
    /// Number of bytes in waiting lines and in lines that are being written.
    bytes: usize,
}

impl Lines {
    pub fn to(sink: impl Write + Send + 'static) -> io::Result<Lines> {
        Lines::bounded(MAX_BYTES, sink)
    }

    fn bounded(most_bytes: usize, sink: impl Write + Send + 'static) -> io::Result<Lines> {
        let queue = Arc::new(Queue {
            most_bytes,
            state: Mutex::default(),
            changed: Condvar::new(),
            dropped: Arc::default(),
        });
        let writing = queue.clone();
        thread::Builder::new().name("log".to_owned()).spawn(move || writing.write_to(sink))?;
        Ok(Lines(queue))
    }

    /// Waits until everything is written, but no longer than `MAX_FLUSH`.
    pub fn flush(&self) {
        let state = self.0.lock();
        // Lines that a stalled reader does not read in time are lost.
        let _ = self.0.changed.wait_timeout_while(state, MAX_FLUSH, |state| state.bytes > 0);
    }

    /// Returns the layer from which [`dropped`] reads the number of dropped lines.
    pub fn count(&self) -> DroppedLines {
        DroppedLines(self.0.dropped.clone())
    }
}

impl Queue {
    // No code panics while it holds the lock, so the data of a poisoned lock is still consistent.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, line: &[u8]) {
        let mut state = self.lock();
        if state.bytes + line.len() > self.most_bytes {
            self.dropped.fetch_add(1, Relaxed);
            return;
        }
        state.bytes += line.len();
        state.waiting.push_back(line.to_vec());
        self.changed.notify_all();
    }

    fn write_to(&self, mut sink: impl Write) {
        loop {
            let mut state = self.lock();
            while state.waiting.is_empty() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let lines = std::mem::take(&mut state.waiting);
            drop(state);
            for line in lines {
                // The program continues if the log can't be written, and there is no place to
                // report it.
                let _ = sink.write_all(&line).and_then(|()| sink.flush());
                self.lock().bytes -= line.len();
            }
            self.changed.notify_all();
        }
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Lines;

    fn make_writer(&'a self) -> Lines {
        self.clone()
    }
}

impl Write for Lines {
    /// Queues a log line. Each call passes one complete line.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.push(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub struct DroppedLines(Arc<AtomicU64>);

impl<S: Subscriber> Layer<S> for DroppedLines {}

/// Returns the number of dropped log lines.
pub fn dropped() -> u64 {
    get_default(|subscriber| {
        subscriber.downcast_ref::<DroppedLines>().map_or(0, |dropped| dropped.0.load(Relaxed))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// Reader of the log that reads a line only when the test allows it.
    struct Reader {
        go: Receiver<()>,
        read: Sender<String>,
    }

    impl Write for Reader {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            let _ = self.go.recv();
            let _ = self.read.send(String::from_utf8_lossy(line).into_owned());
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_drop_overflow_and_flush_writes_the_rest() {
        let ((go, may_go), (read, lines_read)) = (channel(), channel());
        let mut lines = Lines::bounded(10, Reader { go: may_go, read }).expect("a thread");
        for line in ["one\n", "two\n", "three\n", "4\n"] {
            lines.write_all(line.as_bytes()).expect("never an error");
        }
        assert_eq!(lines.count().0.load(Relaxed), 1, "line three does not fit");
        drop(go);
        Lines::flush(&lines);
        assert_eq!(lines_read.try_iter().collect::<String>(), "one\ntwo\n4\n");
    }
}
