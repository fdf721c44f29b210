//! How often a gift may be sent again.

use kernel::dates::BusinessDate;

/// So often a day may a gift be sent again.
pub const MOST_RESENDS: i64 = 5;

/// How often a gift has been sent again today once it is sent now; `None` when that would be too often.
pub fn resends(last: Option<BusinessDate>, count: i64, today: BusinessDate) -> Option<i64> {
    let before = if last == Some(today) { count } else { 0 };
    (before < MOST_RESENDS).then_some(before + 1)
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
