//! Limits on sending a gift again and on reminders of it.

use std::time::Duration;

use kernel::{dates::BusinessDate, timestamp::Timestamp};

/// Maximum times per day that a gift is sent again.
pub const MAX_RESENDS: i64 = 5;

/// Returns how often a gift has been sent today, including this time. Returns `None` if that
/// exceeds the limit.
pub fn resends(last: Option<BusinessDate>, count: i64, today: BusinessDate) -> Option<i64> {
    let before = if last == Some(today) { count } else { 0 };
    (before < MAX_RESENDS).then_some(before + 1)
}

/// Maximum number of reminders of one gift.
pub const MAX_REMINDERS: i64 = 3;

/// Time between the gift's email and a reminder, and between two reminders.
const BETWEEN_REMINDERS: Duration = Duration::from_secs(7 * 24 * 3600);

/// Returns the time from which the giver may remind the recipient, or `None` after the last
/// reminder.
pub fn remind_from(
    mailed: Timestamp,
    reminded: Option<Timestamp>,
    count: i64,
) -> Option<Timestamp> {
    let last = reminded.map_or(mailed, |reminded| reminded.max(mailed));
    (count < MAX_REMINDERS).then(|| last.plus(BETWEEN_REMINDERS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resends_are_limited_to_five_a_day() {
        let day = |day| BusinessDate::new(2026, 3, day).expect("a day");
        assert_eq!(resends(None, 0, day(1)), Some(1));
        assert_eq!(resends(Some(day(1)), 4, day(1)), Some(5));
        assert_eq!(resends(Some(day(1)), 5, day(1)), None);
        assert_eq!(resends(Some(day(1)), 5, day(2)), Some(1));
    }

    #[test]
    fn remind_from_allows_three_reminders_a_week_apart() {
        let day = |day: u64| Timestamp::UNIX_EPOCH.plus(Duration::from_secs(day * 24 * 3600));
        assert_eq!(remind_from(day(0), None, 0), Some(day(7)));
        assert_eq!(remind_from(day(0), Some(day(9)), 1), Some(day(16)));
        assert_eq!(remind_from(day(12), Some(day(9)), 2), Some(day(19)), "sent again since");
        assert_eq!(remind_from(day(0), Some(day(16)), 3), None);
    }
}
