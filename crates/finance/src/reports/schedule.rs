//! Computes when reports are emailed, always in the morning in Toronto. Weekly reports cover the
//! previous week and are sent on Mondays. Monthly reports cover the previous month and are sent on
//! the first of a month.

use kernel::{dates::BusinessDate, timestamp::Timestamp};

use crate::reports::letters::Cadence;

/// Hour of the day in Toronto at which reports are emailed. By then, the transfers of the previous
/// day have arrived from all nodes.
pub const HOUR: i8 = 7;

/// Returns the first time after a moment at which a report is due.
pub fn next_due(cadence: Cadence, after: Timestamp) -> Timestamp {
    let today = BusinessDate::of(after);
    let due = next_day(cadence, today.plus_days(-1)).at_hour(HOUR);
    if due > after { due } else { next_day(cadence, today).at_hour(HOUR) }
}

/// Returns the latest time until now at which a report was due, starting from an earlier due time.
/// Reports missed in between are skipped, so that a subscriber doesn't get many at once.
pub fn last_due(cadence: Cadence, due: Timestamp, now: Timestamp) -> Timestamp {
    let mut last = due;
    loop {
        let next = next_due(cadence, last);
        if next > now || next <= last {
            return last;
        }
        last = next;
    }
}

/// Returns the first and the last day of the period that a report due at this moment covers.
pub fn days_before(cadence: Cadence, due: Timestamp) -> (BusinessDate, BusinessDate) {
    let day = BusinessDate::of(due);
    let last = day.plus_days(-1);
    match cadence {
        Cadence::Weekly => (day.plus_days(-7), last),
        Cadence::Monthly => (last.first_of_month(), last),
    }
}

fn next_day(cadence: Cadence, day: BusinessDate) -> BusinessDate {
    match cadence {
        Cadence::Weekly => {
            let mut next = day.tomorrow();
            for _ in 0..6 {
                if next.is_monday() {
                    break;
                }
                next = next.tomorrow();
            }
            next
        }
        Cadence::Monthly => day.last_of_month().tomorrow(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    /// Returns the first due time after a moment, and the first and last day of the report.
    fn due(cadence: Cadence, after: &str) -> (String, String, String) {
        let due = next_due(cadence, moment(after));
        let (first, last) = days_before(cadence, due);
        (due.to_string(), first.to_string(), last.to_string())
    }

    #[test]
    fn next_due_is_seven_in_the_morning_in_toronto_across_weeks_months_and_clock_changes() {
        for (cadence, after, expected, first, last) in [
            // 10 March 2026 is a Tuesday, so the report is due on the next Monday.
            (
                Cadence::Weekly,
                "2026-03-10T15:00:00Z",
                "2026-03-16T11:00:00Z",
                "2026-03-09",
                "2026-03-15",
            ),
            // The time passed to `due` is just before seven in Toronto, exactly seven, and late on
            // the evening before.
            (
                Cadence::Weekly,
                "2026-03-16T10:59:59Z",
                "2026-03-16T11:00:00Z",
                "2026-03-09",
                "2026-03-15",
            ),
            (
                Cadence::Weekly,
                "2026-03-16T11:00:00Z",
                "2026-03-23T11:00:00Z",
                "2026-03-16",
                "2026-03-22",
            ),
            (
                Cadence::Weekly,
                "2026-03-16T03:00:00Z",
                "2026-03-16T11:00:00Z",
                "2026-03-09",
                "2026-03-15",
            ),
            // Clocks change on Sunday, 8 March and 1 November. The Mondays before and after the
            // change have different UTC offsets.
            (
                Cadence::Weekly,
                "2026-03-03T15:00:00Z",
                "2026-03-09T11:00:00Z",
                "2026-03-02",
                "2026-03-08",
            ),
            (
                Cadence::Weekly,
                "2026-10-27T15:00:00Z",
                "2026-11-02T12:00:00Z",
                "2026-10-26",
                "2026-11-01",
            ),
            (
                Cadence::Monthly,
                "2026-10-31T15:00:00Z",
                "2026-11-01T12:00:00Z",
                "2026-10-01",
                "2026-10-31",
            ),
            (
                Cadence::Monthly,
                "2026-03-01T12:00:00Z",
                "2026-04-01T11:00:00Z",
                "2026-03-01",
                "2026-03-31",
            ),
            (
                Cadence::Monthly,
                "2028-02-29T15:00:00Z",
                "2028-03-01T12:00:00Z",
                "2028-02-01",
                "2028-02-29",
            ),
            (
                Cadence::Monthly,
                "2026-12-31T23:00:00Z",
                "2027-01-01T12:00:00Z",
                "2026-12-01",
                "2026-12-31",
            ),
        ] {
            let expected = (expected.to_owned(), first.to_owned(), last.to_owned());
            assert_eq!(due(cadence, after), expected, "{cadence:?} after {after}");
        }
    }

    #[test]
    fn last_due_skips_missed_reports() {
        let monday = moment("2026-03-16T11:00:00Z");
        for (now, last) in [
            ("2026-03-16T11:00:00Z", "2026-03-16T11:00:00Z"),
            ("2026-03-23T10:59:59Z", "2026-03-16T11:00:00Z"),
            ("2026-04-08T15:00:00Z", "2026-04-06T11:00:00Z"),
        ] {
            assert_eq!(last_due(Cadence::Weekly, monday, moment(now)), moment(last), "{now}");
        }
    }
}
