//! Days on which banks in Ontario are open: every day except weekends and bank holidays.

use serde::Deserialize;

use super::dates::BusinessDate;

/// Day of the week on which a weekly bank job runs. If banks are closed on this day, the job runs
/// on the next bank day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
}

impl Weekday {
    fn days_since_monday(self) -> i8 {
        match self {
            Weekday::Monday => 0,
            Weekday::Tuesday => 1,
            Weekday::Wednesday => 2,
            Weekday::Thursday => 3,
            Weekday::Friday => 4,
        }
    }
}

/// Returns the date of the next run of a weekly bank job, possibly today. If banks are closed on
/// the weekly date, the run moves to the next bank day.
pub fn next_weekly_bank_day(today: BusinessDate, weekday: Weekday) -> BusinessDate {
    let since = (today.days_since_monday() - weekday.days_since_monday()).rem_euclid(7);
    // The weekly run that was due last may have moved to today or later because of a bank holiday.
    let last = today.plus_days(-i32::from(since));
    let moved = |day| if is_bank_day(day) { day } else { bank_days_after(day, 1) };
    let from_last = moved(last);
    if from_last >= today { from_last } else { moved(last.plus_days(7)) }
}

/// Returns the bank day that is `days` bank days after `day`.
pub fn bank_days_after(day: BusinessDate, days: u32) -> BusinessDate {
    let mut reached = day;
    for _ in 0..days {
        reached = reached.tomorrow();
        while !is_bank_day(reached) {
            reached = reached.tomorrow();
        }
    }
    reached
}

pub fn is_bank_day(day: BusinessDate) -> bool {
    !day.is_weekend() && !holidays(day.year()).contains(&day)
}

/// Returns the bank holidays of a year. A holiday on a weekend is observed on the next weekday that
/// is not a holiday.
fn holidays(year: i16) -> Vec<BusinessDate> {
    let day = |month, day| BusinessDate::new(year, month, day);
    let movable = [
        monday(year, 2, 15),                             // Family Day
        easter(year).map(|sunday| sunday.plus_days(-2)), // Good Friday
        monday(year, 5, 18),                             // Victoria Day
        monday(year, 8, 1),                              // Civic Holiday
        monday(year, 9, 1),                              // Labour Day
        monday(year, 10, 8),                             // Thanksgiving
    ];
    // New Year's Day, Canada Day, National Day for Truth and Reconciliation, Remembrance Day,
    // Christmas Day, Boxing Day.
    let fixed = [day(1, 1), day(7, 1), day(9, 30), day(11, 11), day(12, 25), day(12, 26)];
    let mut all: Vec<BusinessDate> = movable.into_iter().flatten().collect();
    for mut day in fixed.into_iter().flatten() {
        while day.is_weekend() || all.contains(&day) {
            day = day.tomorrow();
        }
        all.push(day);
    }
    all
}

/// Returns the first Monday on or after this day, or `None` if the date is invalid.
fn monday(year: i16, month: i8, first: i8) -> Option<BusinessDate> {
    let first = BusinessDate::new(year, month, first)?;
    (0..7).map(|days| first.plus_days(days)).find(|day| day.is_monday())
}

/// Returns the date of Easter Sunday, computed with the anonymous Gregorian algorithm.
fn easter(year: i16) -> Option<BusinessDate> {
    let year = i32::from(year);
    let (golden, century, of_century) = (year % 19, year / 100, year % 100);
    let corrected =
        (century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 19 * golden + 15) % 30;
    let weekday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - corrected - of_century % 4) % 7;
    let late = (golden + 11 * corrected + 22 * weekday) / 451;
    let days = corrected + weekday - 7 * late + 114;
    let number = |value: i32| i8::try_from(value).ok();
    BusinessDate::new(i16::try_from(year).ok()?, number(days / 31)?, number(days % 31 + 1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> BusinessDate {
        BusinessDate::parse(text).expect(text)
    }

    #[test]
    fn is_bank_day_knows_weekends_and_holidays() {
        for closed in [
            "2026-01-01",
            "2026-02-16",
            "2026-04-03",
            "2026-05-18",
            "2026-07-01",
            "2026-08-03",
            "2026-09-07",
            "2026-09-30",
            "2026-10-12",
            "2026-11-11",
            "2026-12-25",
            "2026-12-28",
            "2026-03-07",
            "2026-03-08",
            "2027-03-26",
            "2024-03-29",
            "2022-12-26",
            "2022-12-27",
            "2023-01-02",
            "2028-01-03",
        ] {
            assert!(!is_bank_day(date(closed)), "{closed}");
        }
        for open in
            ["2026-01-02", "2026-04-06", "2026-12-24", "2026-12-29", "2024-02-29", "2022-12-28"]
        {
            assert!(is_bank_day(date(open)), "{open}");
        }
    }

    #[test]
    fn bank_days_after_skips_closed_days() {
        for (day, days, reached) in [
            ("2026-03-10", 3, "2026-03-13"),
            ("2026-03-13", 3, "2026-03-18"),
            ("2026-03-14", 1, "2026-03-16"),
            ("2026-12-23", 3, "2026-12-30"),
            ("2026-04-02", 1, "2026-04-06"),
            ("2026-03-10", 0, "2026-03-10"),
        ] {
            assert_eq!(bank_days_after(date(day), days), date(reached), "{day} + {days}");
        }
    }

    #[test]
    fn next_weekly_bank_day_moves_past_holidays() {
        for (today, weekday, expected) in [
            ("2026-03-10", Weekday::Friday, "2026-03-13"),
            ("2026-03-13", Weekday::Friday, "2026-03-13"),
            ("2026-03-14", Weekday::Friday, "2026-03-20"),
            // Good Friday moves to the following Monday, which on Sunday is still in the future.
            ("2026-04-01", Weekday::Friday, "2026-04-06"),
            ("2026-04-05", Weekday::Friday, "2026-04-06"),
            ("2026-04-06", Weekday::Friday, "2026-04-06"),
            ("2026-04-07", Weekday::Friday, "2026-04-10"),
            ("2026-05-17", Weekday::Monday, "2026-05-19"),
            ("2026-03-10", Weekday::Tuesday, "2026-03-10"),
        ] {
            assert_eq!(
                next_weekly_bank_day(date(today), weekday),
                date(expected),
                "{today} {weekday:?}"
            );
        }
    }
}
