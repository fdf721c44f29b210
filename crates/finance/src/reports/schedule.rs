//! When reports are emailed: in the morning in Toronto, each Monday for the week before, or on the
//! first of a month for the month before.

use kernel::{dates::BusinessDate, timestamp::Timestamp};

use crate::reports::letters::Cadence;

/// Hour of the mailing. By then the ledger has all transfers of the day before, from all nodes.
pub const HOUR: i8 = 7;

/// Computes the first due time after a moment.
pub fn next_due(cadence: Cadence, after: Timestamp) -> Timestamp {
    let today = BusinessDate::of(after);
    let due = next_day(cadence, today.plus_days(-1)).at_hour(HOUR);
    if due > after { due } else { next_day(cadence, today).at_hour(HOUR) }
}

/// Computes the latest due time until now, from an earlier one. Missed reports are skipped, not
/// emailed one by one.
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

/// Returns the first and last day that a report due at this moment covers.
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

    /// Returns the due time after a moment, and the days that report covers.
    fn due(cadence: Cadence, after: &str) -> (String, String, String) {
        let due = next_due(cadence, moment(after));
        let (first, last) = days_before(cadence, due);
        (due.to_string(), first.to_string(), last.to_string())
    }

    #[test]
    fn next_due_is_seven_in_the_morning_in_toronto_across_weeks_months_and_clock_changes() {
        for (cadence, after, expected, first, last) in [
            // 10 March 2026 is a Tuesday.
            (
                Cadence::Weekly,
                "2026-03-10T15:00:00Z",
                "2026-03-16T11:00:00Z",
                "2026-03-09",
                "2026-03-15",
            ),
            // A moment before seven, at seven, and late on the evening before in Toronto.
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
            // Clocks change on Sunday, 8 March and 1 November: Mondays before and after have
            // different offsets.
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
