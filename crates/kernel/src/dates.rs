//! Business days: calendar days of America/Toronto, independent of the zone of the server or
//! client.

use std::fmt;

use db::{Column, FromColumn, ToValue, Value};
use jiff::ToSpan;
use jiff::civil::{Date, Time, Weekday};
use jiff::fmt::temporal::Pieces;
use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::ToSchema;

use super::clock::Clock;
use super::fields::Checked;
use super::language::Language;
use super::messages::{self, Message};
use super::timestamp::Timestamp;

/// Rules of the zone, compiled in, so that the server needs no time zone files.
static TORONTO: TimeZone = jiff::tz::get!("America/Toronto");

const FRENCH_MONTHS: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];

/// Calendar date of the years 1 to 9999, written `YYYY-MM-DD` in the API and the database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String, format = Date)]
pub struct BusinessDate(Date);

/// Formats a moment in Toronto time: `2026-03-10 11:00`.
pub fn toronto_clock(moment: Timestamp) -> String {
    TORONTO.to_datetime(moment.as_jiff()).strftime("%Y-%m-%d %H:%M").to_string()
}

/// Returns the hour of a moment in Toronto, 0 to 23.
pub fn toronto_hour(moment: Timestamp) -> i8 {
    TORONTO.to_datetime(moment.as_jiff()).hour()
}

impl BusinessDate {
    pub fn new(year: i16, month: i8, day: i8) -> Option<Self> {
        let date = Date::new(year, month, day).ok()?;
        (1..=9999).contains(&year).then_some(BusinessDate(date))
    }

    /// Parses `YYYY-MM-DD`, `MM/DD/YYYY` or an RFC 3339 timestamp. Of a timestamp only the written
    /// date counts, because clients attach any time of day.
    pub fn parse(text: &str) -> Option<Self> {
        let number = |range| {
            let digits: &str = text.get(range)?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
        };
        let separators = (text.get(2..3), text.get(4..5), text.get(5..6), text.get(7..8));
        match (text.get(10..)?, separators) {
            ("", (Some("/"), _, Some("/"), _)) => {
                Self::new(number(6..10)?, number(0..2)? as i8, number(3..5)? as i8)
            }
            (rest, (_, Some("-"), _, Some("-"))) if is_time_or_nothing(text, rest) => {
                Self::new(number(0..4)?, number(5..7)? as i8, number(8..10)? as i8)
            }
            _ => None,
        }
    }

    /// Returns the Toronto date of a moment.
    pub fn of(moment: Timestamp) -> Self {
        BusinessDate(TORONTO.to_datetime(moment.as_jiff()).date())
    }

    /// Like [`BusinessDate::of`], in another zone.
    pub(super) fn of_in(moment: Timestamp, zone: &TimeZone) -> Self {
        BusinessDate(zone.to_datetime(moment.as_jiff()).date())
    }

    pub fn today(clock: &Clock) -> Self {
        Self::of(clock.now())
    }

    pub fn year(self) -> i16 {
        self.0.year()
    }

    /// Returns the day of the year, 1 to 366.
    pub fn day_of_year(self) -> i16 {
        self.0.day_of_year()
    }

    pub fn is_monday(self) -> bool {
        self.0.weekday() == Weekday::Monday
    }

    /// Returns 0 for Monday to 6 for Sunday.
    pub fn days_since_monday(self) -> i8 {
        self.0.weekday().to_monday_zero_offset()
    }

    pub fn is_weekend(self) -> bool {
        matches!(self.0.weekday(), Weekday::Saturday | Weekday::Sunday)
    }

    /// Adds days (negative: subtracts them) and stops at the years 1 and 9999.
    #[must_use]
    pub fn plus_days(self, days: i32) -> Self {
        BusinessDate(self.0.saturating_add(days.days()))
    }

    /// Returns the number of days from this day to another one; negative if that one is earlier.
    pub fn days_until(self, other: BusinessDate) -> i64 {
        i64::from(self.0.until(other.0).map_or(0, |span| span.get_days()))
    }

    #[must_use]
    pub fn tomorrow(self) -> Self {
        self.plus_days(1)
    }

    /// Returns the first moment of the day.
    pub fn start(self) -> Timestamp {
        self.start_in(&TORONTO)
    }

    /// Like [`BusinessDate::start`], in another zone.
    pub(super) fn start_in(self, zone: &TimeZone) -> Timestamp {
        let midnight = self.0.to_datetime(Time::midnight());
        // Only the last days of the year 9999 have no timestamp of their own.
        zone.to_timestamp(midnight).map_or(Timestamp::MAX, Timestamp::from_jiff)
    }

    /// Like [`BusinessDate::at_hour`], in another zone.
    pub(super) fn at_hour_in(self, hour: u8, zone: &TimeZone) -> Timestamp {
        let moment = self.0.to_datetime(Time::midnight());
        let moment = moment.with().hour(hour.cast_signed()).build();
        let moment = moment.and_then(|moment| zone.to_timestamp(moment));
        moment.map_or(Timestamp::MAX, Timestamp::from_jiff)
    }

    /// Returns the moment of this full hour on the day.
    pub fn at_hour(self, hour: i8) -> Timestamp {
        let moment = self.0.to_datetime(Time::midnight()).with().hour(hour).build();
        let moment = moment.and_then(|moment| TORONTO.to_timestamp(moment));
        moment.map_or(Timestamp::MAX, Timestamp::from_jiff)
    }

    /// Returns the first moment after the day. A day has 23, 24 or 25 hours.
    pub fn end_exclusive(self) -> Timestamp {
        self.end_in(&TORONTO)
    }

    /// Like [`BusinessDate::end_exclusive`], in another zone.
    pub(super) fn end_in(self, zone: &TimeZone) -> Timestamp {
        self.0.tomorrow().map_or(Timestamp::MAX, |next| BusinessDate(next).start_in(zone))
    }

    /// Formats the date for a letter.
    pub fn in_words(self, lang: Language) -> String {
        let (day, month) = (self.0.day(), usize::from(self.0.month().unsigned_abs()) - 1);
        match lang {
            Language::En => self.0.strftime("%B %-d, %Y").to_string(),
            Language::Fr => {
                let ordinal = if day == 1 { "er" } else { "" };
                format!("{day}{ordinal}\u{a0}{} {}", FRENCH_MONTHS[month], self.0.year())
            }
        }
    }

    pub fn first_of_month(self) -> Self {
        BusinessDate(self.0.first_of_month())
    }

    pub fn last_of_month(self) -> Self {
        BusinessDate(self.0.last_of_month())
    }
}

fn is_time_or_nothing(text: &str, rest: &str) -> bool {
    rest.is_empty() || Pieces::parse(text).is_ok_and(|pieces| pieces.time().is_some())
}

impl fmt::Display for BusinessDate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl fmt::Debug for BusinessDate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Serialize for BusinessDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BusinessDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(text.trim()).ok_or_else(|| de::Error::custom(messages::FILTER_DATE.carried()))
    }
}

impl Checked for BusinessDate {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        Self::parse(text).ok_or(messages::FORM_DATE)
    }
}

impl ToValue for BusinessDate {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.to_string().into())
    }
}

impl FromColumn for BusinessDate {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        Self::parse(&String::from_column(column)?).ok_or_else(|| "not a date".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    fn date(text: &str) -> BusinessDate {
        BusinessDate::parse(text).unwrap()
    }

    fn moment(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    #[test]
    fn parse_reads_dates_with_and_without_time() {
        for text in [
            "2026-03-08",
            "03/08/2026",
            "2026-03-08T23:59:59Z",
            "2026-03-08T00:00:00.000Z",
            "2026-03-08t00:00:00+14:00",
            "2026-03-08 12:30:00-05:00",
            "2026-03-08T23:59:59",
            "2026-03-08T02:30:00-05:00",
        ] {
            assert_eq!(date(text).to_string(), "2026-03-08", "{text}");
        }
        assert_eq!(date("9999-12-31T23:59:59.9999999Z").to_string(), "9999-12-31");
    }

    #[test]
    fn in_words_names_the_month_in_either_language() {
        for (day, english, french) in [
            ("2026-08-01", "August 1, 2026", "1er\u{a0}août 2026"),
            ("2026-12-31", "December 31, 2026", "31\u{a0}décembre 2026"),
        ] {
            assert_eq!(date(day).in_words(Language::En), english);
            assert_eq!(date(day).in_words(Language::Fr), french);
        }
    }

    #[test]
    fn parse_refuses_invalid_dates() {
        for text in [
            "",
            "2026",
            "2026-3-8",
            "2026-02-29",
            "2026-13-01",
            "2026-00-01",
            "02/29/2026",
            "31/12/2026",
            "3/8/2026",
            "03-08-2026",
            "2026/03/08",
            "0000-01-01",
            "+002026-03-08",
            "-2026-03-08",
            "20260308",
            "2026-W10-7",
            "2026-03-08Z",
            "2026-03-08T",
            "2026-03-08T25:00:00Z",
            "2026-03-08[America/Toronto]",
            "2026-03-08x",
            " 2026-03-08",
            "03/08/2026T00:00:00Z",
            "2026-03-0é",
            "２０２６-03-08",
            "2026-03-08T00:00:00Z; DROP",
        ] {
            assert_eq!(BusinessDate::parse(text), None, "{text}");
        }
    }

    #[test]
    fn start_and_end_are_midnight_in_toronto() {
        for (day, start, end) in [
            ("2026-01-15", "2026-01-15T05:00:00Z", "2026-01-16T05:00:00Z"),
            ("2026-07-15", "2026-07-15T04:00:00Z", "2026-07-16T04:00:00Z"),
            ("2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"),
            ("2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        ] {
            let day = date(day);
            assert_eq!((day.start(), day.end_exclusive()), (moment(start), moment(end)), "{day}");
        }
        let hours = |day: &str| date(day).end_exclusive().since(date(day).start()).as_secs() / 3600;
        assert_eq!((hours("2026-03-07"), hours("2026-03-08"), hours("2026-11-01")), (24, 23, 25));
    }

    #[test]
    fn of_changes_the_day_at_midnight_in_toronto() {
        for (text, day) in [
            ("2026-01-01T04:59:59.999999Z", "2025-12-31"),
            ("2026-01-01T05:00:00Z", "2026-01-01"),
            ("2026-07-01T03:59:59Z", "2026-06-30"),
            ("2026-07-01T04:00:00Z", "2026-07-01"),
        ] {
            assert_eq!(BusinessDate::of(moment(text)), date(day), "{text}");
        }
    }

    #[test]
    fn first_and_last_of_month_know_leap_years() {
        let day = date("2024-02-10");
        assert_eq!(day.first_of_month(), date("2024-02-01"));
        assert_eq!(day.last_of_month(), date("2024-02-29"));
    }

    #[test]
    fn end_exclusive_of_the_last_day_is_the_maximum() {
        assert_eq!(date("9999-12-31").end_exclusive(), Timestamp::MAX);
        assert_eq!(date("9999-12-31").start(), Timestamp::MAX);
        assert!(date("0001-01-01").start() > Timestamp::MIN);
    }

    #[test]
    fn business_date_round_trips_through_json_and_column() {
        let day = date("2026-03-08");
        assert_eq!(serde_json::to_string(&day).unwrap(), "\"2026-03-08\"");
        assert_eq!(serde_json::from_str::<BusinessDate>("\" 03/08/2026 \"").unwrap(), day);
        assert_eq!(day.to_value(), Value::Text("2026-03-08".into()));
        assert_eq!(BusinessDate::from_column(Column::Text("2026-03-08")), Ok(day));
        assert!(BusinessDate::from_column(Column::Text("soon")).is_err());
        assert_eq!(BusinessDate::check("Start Date", "soon"), Err(messages::FORM_DATE));
    }

    #[test]
    fn parse_survives_fuzzing() {
        let examples = ["03/10/2026", "2026-03-10", "2026-03-10T23:59:59.999Z", "2024-02-29 04:00"];
        fuzzing::run(&fuzzing::mutated_text(&examples), |text| {
            let _ = Timestamp::parse(&text);
            let Some(date) = BusinessDate::parse(&text) else { return };
            assert_eq!(BusinessDate::of(date.start()), date);
        });
    }

    proptest! {
        #[test]
        fn of_matches_the_first_and_last_moment_of_a_day(
            year in 1970..=2200_i16, month in 1..=12_i8, day in 1..=31_i8,
        ) {
            if let Some(date) = BusinessDate::new(year, month, day) {
                let microsecond = Duration::from_micros(1);
                prop_assert_eq!(BusinessDate::of(date.start()), date);
                prop_assert_eq!(BusinessDate::of(date.end_exclusive().minus(microsecond)), date);
                prop_assert!(BusinessDate::of(date.start().minus(microsecond)) < date);
                prop_assert!(BusinessDate::of(date.end_exclusive()) > date);
            }
        }

        #[test]
        fn business_date_sorts_like_its_text(
            one in (1..=9999_i16, 1..=12_i8, 1..=28_i8),
            other in (1..=9999_i16, 1..=12_i8, 1..=28_i8),
        ) {
            let one = BusinessDate::new(one.0, one.1, one.2).unwrap();
            let other = BusinessDate::new(other.0, other.1, other.2).unwrap();
            prop_assert_eq!(one.cmp(&other), one.to_string().cmp(&other.to_string()));
            prop_assert_eq!(BusinessDate::parse(&one.to_string()), Some(one));
        }

        #[test]
        fn of_returns_a_day_for_every_moment(
            micros in Timestamp::MIN.as_micros()..=Timestamp::MAX.as_micros()
        ) {
            let moment = Timestamp::from_micros(micros);
            let day = BusinessDate::of(moment);
            prop_assert!(day.start() <= moment && moment <= day.end_exclusive());
        }

        #[test]
        fn parse_never_panics(text in ".{0,24}|[0-9]{4}-[0-9]{2}-[0-9]{2}.{0,20}|[0-9/]{10}") {
            let _ = BusinessDate::parse(&text);
        }
    }
}
