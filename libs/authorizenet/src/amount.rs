//! Dollar amounts as the gateway sends and receives them: decimal text, stored as a number of
//! cents. Floating point is never used.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::value::RawValue;

/// Non-negative amount in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(u64);

impl Amount {
    pub const fn from_cents(cents: u64) -> Amount {
        Amount(cents)
    }

    pub const fn cents(self) -> u64 {
        self.0
    }

    /// Parses `25`, `25.5`, `25.00` or `25.0000`. The gateway writes up to four decimals; only the
    /// first two may be non-zero.
    pub fn parse(text: &str) -> Option<Amount> {
        let (dollars, decimals) = text.split_once('.').unwrap_or((text, "00"));
        let is_plain =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_plain(dollars) || !is_plain(decimals) {
            return None;
        }
        let (cents, rest) = decimals.split_at(decimals.len().min(2));
        if rest.bytes().any(|digit| digit != b'0') {
            return None;
        }
        format!("{dollars}{cents:0<2}").parse().ok().map(Amount)
    }
}

/// Formats the amount with two decimals, as requests to the gateway require: `25.00`.
impl fmt::Display for Amount {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses an amount from a JSON number or a JSON string, since the gateway's replies contain
/// either. Reads the digits as text, so no precision is lost.
impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Box::<RawValue>::deserialize(deserializer)?;
        let text = written.get().trim_matches('"');
        Amount::parse(text).ok_or_else(|| de::Error::custom("an amount that can't be read"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(json: &str) -> Option<u64> {
        serde_json::from_str::<Amount>(json).ok().map(Amount::cents)
    }

    #[test]
    fn amount_prints_two_decimals() {
        for (cents, text) in [(0, "0.00"), (5, "0.05"), (2500, "25.00"), (123_456, "1234.56")] {
            assert_eq!(Amount(cents).to_string(), text);
            assert_eq!(serde_json::to_string(&Amount(cents)).expect("JSON"), format!("\"{text}\""));
        }
    }

    #[test]
    fn amount_deserializes_from_numbers_and_strings() {
        for (json, cents) in [
            ("25.00", 2500),
            ("25.0", 2500),
            ("25", 2500),
            ("1018.88", 101_888),
            ("0.1", 10),
            ("1.15", 115),
            ("25.0000", 2500),
            ("\"25.00\"", 2500),
        ] {
            assert_eq!(read(json), Some(cents), "{json}");
        }
    }

    #[test]
    fn amount_parse_refuses_anything_that_is_not_dollars_and_cents() {
        for json in ["25.001", "2.5e1", "-1", "\"\"", "\"1,00\"", "\" 1\"", "null", "true", "[1]"] {
            assert_eq!(read(json), None, "{json}");
        }
        for text in ["", ".", "1.", ".5", "+1", "0x1", "184467440737095516.16", "１"] {
            assert_eq!(Amount::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn amount_round_trips_through_text_and_json(cents: u64) {
            let amount = Amount(cents);
            prop_assert_eq!(Amount::parse(&amount.to_string()), Some(amount));
            prop_assert_eq!(read(&amount.to_string()), Some(cents), "as a number");
            prop_assert_eq!(read(&format!("\"{amount}\"")), Some(cents), "as a text");
        }

        #[test]
        fn amount_parse_never_panics_and_round_trips(text in "[-+0-9.eE]{0,24}|.{0,8}") {
            if let Some(amount) = Amount::parse(&text) {
                prop_assert_eq!(Amount::parse(&amount.to_string()), Some(amount));
            }
        }
    }
}
