//! Clock of the program. It is passed to all code that needs the time, so that tests can set the
//! time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use super::timestamp::Timestamp;

/// Source of the current time. Clones are cheap and share the same source.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    #[cfg(feature = "fail-points")]
    /// Clock that differs from the system time by this many microseconds.
    Ahead(i64),
    Manual(ManualClock),
}

impl Clock {
    pub fn system() -> Self {
        Clock(Source::System)
    }

    /// Creates a clock that starts at this time and runs at normal speed. Tests pass the start time
    /// to programs that they start.
    #[cfg(feature = "fail-points")]
    pub fn running_from(moment: Timestamp) -> Self {
        Clock(Source::Ahead(moment.as_micros() - system_time().as_micros()))
    }

    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::System => system_time(),
            #[cfg(feature = "fail-points")]
            Source::Ahead(micros) => Timestamp::from_micros(system_time().as_micros() + micros),
            Source::Manual(clock) => clock.now(),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks the system for the time")]
fn system_time() -> Timestamp {
    Timestamp::from_jiff(jiff::Timestamp::now())
}

/// Clock that only moves when a test sets it. Each [`Clock`] created from it shows the same time.
#[derive(Clone, Debug)]
pub struct ManualClock {
    micros: Arc<AtomicI64>,
}

impl ManualClock {
    pub fn starting_at(moment: Timestamp) -> Self {
        ManualClock { micros: Arc::new(AtomicI64::new(moment.as_micros())) }
    }

    pub fn clock(&self) -> Clock {
        Clock(Source::Manual(self.clone()))
    }

    pub fn now(&self) -> Timestamp {
        Timestamp::from_micros(self.micros.load(Ordering::SeqCst))
    }

    pub fn set(&self, moment: Timestamp) {
        self.micros.store(moment.as_micros(), Ordering::SeqCst);
    }

    pub fn advance(&self, duration: Duration) {
        self.set(self.now().plus(duration));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manual_clock_moves_only_when_set() {
        let hands = ManualClock::starting_at(Timestamp::UNIX_EPOCH);
        let (clock, same) = (hands.clock(), hands.clock().clone());
        assert_eq!(clock.now(), Timestamp::UNIX_EPOCH);

        hands.advance(Duration::from_secs(90));
        assert_eq!(clock.now().to_string(), "1970-01-01T00:01:30Z");
        assert_eq!(same.now(), clock.now());

        hands.set(Timestamp::MIN);
        assert_eq!(clock.now(), Timestamp::MIN);
    }

    #[test]
    fn system_clock_returns_the_current_time() {
        assert!(Clock::system().now() > Timestamp::parse("2025-01-01T00:00:00Z").unwrap());
    }
}
