//! Moments in UTC, with a precision of microseconds, for rows, tokens and replies.

use super::messages;
use std::fmt;
use std::time::Duration;

use db::{Column, FromColumn, ToValue, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::ToSchema;

/// A moment between the years 1 and 9999. It is RFC 3339 text in JSON, and the number of
/// microseconds since 1970 in the database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String, format = DateTime)]
pub struct Timestamp(jiff::Timestamp);

impl Timestamp {
    pub const UNIX_EPOCH: Timestamp = Timestamp(jiff::Timestamp::UNIX_EPOCH);
    /// 0001-01-01T00:00:00Z, the earliest moment that RFC 3339 can write.
    pub const MIN: Timestamp = Timestamp(jiff::Timestamp::constant(-62_135_596_800, 0));
    pub const MAX: Timestamp = Timestamp(jiff::Timestamp::constant(253_402_207_200, 999_999_000));

    /// Converts microseconds since 1970, clamped to the supported range.
    pub fn from_micros(micros: i64) -> Self {
        let micros = micros.clamp(Self::MIN.as_micros(), Self::MAX.as_micros());
        jiff::Timestamp::from_microsecond(micros).map_or(Self::MAX, Timestamp)
    }

    pub fn as_micros(self) -> i64 {
        self.0.as_microsecond()
    }

    /// Parses RFC 3339 with any offset and truncates to microseconds.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self::from_jiff)
    }

    /// Adds a duration, up to [`Timestamp::MAX`].
    pub fn plus(self, duration: Duration) -> Self {
        self.0.checked_add(duration).map_or(Self::MAX, Self::from_jiff)
    }

    /// Subtracts a duration, down to [`Timestamp::MIN`].
    pub fn minus(self, duration: Duration) -> Self {
        self.0.checked_sub(duration).map_or(Self::MIN, Self::from_jiff)
    }

    /// Returns the time since `earlier`, or zero if `earlier` lies in the future.
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::try_from(self.0.duration_since(earlier.0)).unwrap_or(Duration::ZERO)
    }

    pub fn as_jiff(self) -> jiff::Timestamp {
        self.0
    }

    pub(super) fn from_jiff(moment: jiff::Timestamp) -> Self {
        Self::from_micros(moment.as_microsecond())
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom(messages::MOMENT.carried()))
    }
}

impl ToValue for Timestamp {
    fn to_value(&self) -> Value<'_> {
        Value::Int(self.as_micros())
    }
}

impl FromColumn for Timestamp {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let micros = i64::from_column(column)?;
        match Self::from_micros(micros) {
            moment if moment.as_micros() == micros => Ok(moment),
            _ => Err("a time outside the years 1 to 9999".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn timestamp_reads_and_writes_rfc_3339() {
        let moment = Timestamp::parse("2026-03-08T01:30:00.123456789-05:00").unwrap();
        assert_eq!(moment.to_string(), "2026-03-08T06:30:00.123456Z");
        assert_eq!(Timestamp::UNIX_EPOCH.to_string(), "1970-01-01T00:00:00Z");
        assert_eq!(
            serde_json::to_string(&Timestamp::UNIX_EPOCH).unwrap(),
            "\"1970-01-01T00:00:00Z\""
        );
        for wrong in ["", "now", "2026-03-08", "2026-03-08T01:30:00", "2026-02-30T00:00:00Z"] {
            assert_eq!(Timestamp::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn timestamp_arithmetic_stops_at_min_and_max() {
        let long = Duration::MAX;
        assert_eq!(Timestamp::UNIX_EPOCH.plus(long), Timestamp::MAX);
        assert_eq!(Timestamp::UNIX_EPOCH.minus(long), Timestamp::MIN);
        assert_eq!(Timestamp::MIN.minus(Duration::from_micros(1)), Timestamp::MIN);
        assert_eq!(Timestamp::MAX.plus(Duration::from_micros(1)), Timestamp::MAX);
        assert_eq!(Timestamp::from_micros(i64::MIN), Timestamp::MIN);
        assert_eq!(Timestamp::from_micros(i64::MAX), Timestamp::MAX);
        assert_eq!(Timestamp::MIN.to_string(), "0001-01-01T00:00:00Z");
        for micros in [i64::MIN, Timestamp::MIN.as_micros() - 1, i64::MAX] {
            assert!(Timestamp::from_column(Column::Int(micros)).is_err());
        }
    }

    #[test]
    fn since_is_zero_for_a_future_moment() {
        let later = Timestamp::UNIX_EPOCH.plus(Duration::from_secs(5));
        assert_eq!(later.since(Timestamp::UNIX_EPOCH), Duration::from_secs(5));
        assert_eq!(Timestamp::UNIX_EPOCH.since(later), Duration::ZERO);
    }

    proptest! {
        #[test]
        fn timestamp_round_trips_through_text_and_column(
            micros in Timestamp::MIN.as_micros()..=Timestamp::MAX.as_micros()
        ) {
            let moment = Timestamp::from_micros(micros);
            prop_assert_eq!(moment.as_micros(), micros);
            prop_assert_eq!(Timestamp::parse(&moment.to_string()), Some(moment));
            prop_assert_eq!(Timestamp::from_column(Column::Int(micros)), Ok(moment));
            prop_assert_eq!(moment.to_value(), Value::Int(micros));
        }

        #[test]
        fn timestamp_parse_never_panics(text in "[-0-9TZ:.+ ]{0,40}") {
            let _ = Timestamp::parse(&text);
        }
    }
}
