//! Times at which a charge is checked at the gateway. Pure functions.

use std::time::Duration;

use kernel::timestamp::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

/// Time after a sale during which cardholders' banks accept disputes.
pub const WATCHED_FOR: Duration = Duration::from_secs(180 * 24 * 3600);
/// Age of a charge up to which it is checked daily. Older charges are checked weekly.
const DAILY_FOR: Duration = Duration::from_secs(14 * 24 * 3600);

/// Pause before a charge is checked again after the first failed check.
const FIRST_PAUSE: Duration = Duration::from_secs(10 * 60);
/// Maximum pause before a charge is checked again after repeated failures.
const MAX_PAUSE: Duration = Duration::from_secs(12 * 3600);

/// Number of runs of the scheduled task per hour. The runs share an hourly budget of checks.
const RUNS_PER_HOUR: i64 = 12;
const RUN_SECONDS: i64 = 3600 / RUNS_PER_HOUR;

/// Returns the time of the first check of a charge.
pub fn first_due(issued_at: Timestamp) -> Timestamp {
    issued_at.plus(DAY)
}

/// Returns the time of the next check of a charge. Returns `None` if the gateway answered so late
/// that the charge can't be disputed any more.
pub fn next_due(sent_at: Timestamp, answered_at: Timestamp) -> Option<Timestamp> {
    let end = sent_at.plus(WATCHED_FOR);
    if answered_at >= end {
        return None;
    }
    let pause = if answered_at.since(sent_at) < DAILY_FOR { DAY } else { WEEK };
    Some(answered_at.plus(pause).min(end))
}

/// Returns the pause before a charge is checked again after a failed check. `failures` is the
/// number of earlier failures.
pub fn pause_after(failures: i64) -> Duration {
    let doublings = u32::try_from(failures.clamp(0, 10)).unwrap_or_default();
    (FIRST_PAUSE * 2_u32.pow(doublings)).min(MAX_PAUSE)
}

/// Returns the number of checks that the run at this time may make. The runs of an hour may make
/// `per_hour` checks in total.
pub fn budget_of_run(per_hour: u32, now: Timestamp) -> i64 {
    let run = now.as_micros().div_euclid(1_000_000 * RUN_SECONDS).rem_euclid(RUNS_PER_HOUR);
    let until = |runs: i64| i64::from(per_hour) * runs / RUNS_PER_HOUR;
    until(run + 1) - until(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALE: Timestamp = Timestamp::UNIX_EPOCH;

    fn after(days: u32) -> Timestamp {
        SALE.plus(DAY * days)
    }

    #[test]
    fn next_due_is_daily_for_two_weeks_then_weekly_up_to_180_days() {
        assert_eq!(first_due(SALE), after(1));
        let due: Vec<_> =
            [1, 13, 14, 100, 173, 174, 179].map(|days| next_due(SALE, after(days))).to_vec();
        let days = [2, 14, 21, 107, 180, 180, 180].map(|days| Some(after(days))).to_vec();
        assert_eq!(due, days);
        assert_eq!(next_due(SALE, after(180)), None);
        assert_eq!(next_due(SALE, after(200)), None, "a program that stood still asks once more");
    }

    #[test]
    fn pause_after_failures_doubles_up_to_half_a_day() {
        let minutes = [0, 1, 2, 6, 7, 1_000].map(|failures| pause_after(failures).as_secs() / 60);
        assert_eq!(minutes, [10, 20, 40, 640, 720, 720]);
    }

    #[test]
    fn budget_of_run_adds_up_to_the_budget_of_an_hour() {
        for per_hour in [0, 1, 5, 11, 12, 2_000] {
            let runs = (0..RUNS_PER_HOUR).map(|run| {
                let now =
                    SALE.plus(Duration::from_secs(u64::try_from(run * 300 + 7).expect("a time")));
                budget_of_run(per_hour, now)
            });
            assert_eq!(runs.sum::<i64>(), i64::from(per_hour));
        }
        assert_eq!(budget_of_run(2_000, SALE), 166);
    }
}
