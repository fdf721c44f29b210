//! Limit on sending a gift again.

use kernel::dates::BusinessDate;

/// Maximum times per day that a gift is sent again.
pub const MAX_RESENDS: i64 = 5;

/// Returns how often a gift has been sent today, including this time. Returns `None` if that
/// exceeds the limit.
pub fn resends(last: Option<BusinessDate>, count: i64, today: BusinessDate) -> Option<i64> {
    let before = if last == Some(today) { count } else { 0 };
    (before < MAX_RESENDS).then_some(before + 1)
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
}
