//! Canadian dollars counted in cents, parsed and formatted exactly. Uses no floating point, and
//! sums never wrap.

use std::fmt;

use db::{Column, FromColumn, ToValue, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::language::Language;
use super::messages::{self, Message};
use super::sums::Overflow;

/// An amount in cents. In JSON it is a number of dollars: `25`, `2.50`.
///
/// Parsing needs the exact digits of the number, which are lost unless the struct is read directly
/// from a JSON document. Structs with amounts therefore can't be flattened, tagged or read from a
/// query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = f64)]
pub struct Cents(i64);

impl Cents {
    pub const ZERO: Cents = Cents(0);
    /// Largest amount that a client may send, $9,999,999,999.
    pub const MAX: Cents = Cents(999_999_999_900);

    pub const fn new(cents: i64) -> Self {
        Cents(cents)
    }

    pub const fn from_dollars(dollars: u32) -> Self {
        Cents(dollars as i64 * 100)
    }

    pub const fn get(self) -> i64 {
        self.0
    }

    pub fn is_positive(self) -> bool {
        self.0 > 0
    }

    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub fn checked_add(self, other: Cents) -> Result<Cents, Overflow> {
        self.0.checked_add(other.0).map(Cents).ok_or(Overflow)
    }

    pub fn checked_sub(self, other: Cents) -> Result<Cents, Overflow> {
        self.0.checked_sub(other.0).map(Cents).ok_or(Overflow)
    }

    pub fn checked_neg(self) -> Result<Cents, Overflow> {
        self.0.checked_neg().map(Cents).ok_or(Overflow)
    }

    pub fn checked_mul(self, quantity: u32) -> Result<Cents, Overflow> {
        self.0.checked_mul(i64::from(quantity)).map(Cents).ok_or(Overflow)
    }

    pub fn sum(amounts: impl IntoIterator<Item = Cents>) -> Result<Cents, Overflow> {
        amounts.into_iter().try_fold(Cents::ZERO, Cents::checked_add)
    }

    /// Parses dollars in JSON number syntax: optional minus, no leading zeros, at most two
    /// decimals. Exponents and a minus before zero are refused.
    pub fn parse(text: &str) -> Result<Cents, NotAnAmount> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text),
        };
        let (dollars, decimals) = match digits.split_once('.') {
            Some((dollars, decimals)) if matches!(decimals.len(), 1 | 2) => (dollars, decimals),
            Some(_) => return Err(NotAnAmount::Malformed),
            None => (digits, ""),
        };
        let is_plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let has_idle_zero = dollars.len() > 1 && dollars.starts_with('0');
        if dollars.is_empty() || has_idle_zero || !is_plain(dollars) || !is_plain(decimals) {
            return Err(NotAnAmount::Malformed);
        }
        let out_of_range = if sign < 0 { NotAnAmount::TooSmall } else { NotAnAmount::TooLarge };
        let cents: i64 = format!("{dollars}{decimals:0<2}").parse().map_err(|_| out_of_range)?;
        match cents {
            0 if sign < 0 => Err(NotAnAmount::Malformed),
            _ if cents > Self::MAX.0 => Err(out_of_range),
            _ => Ok(Cents(sign * cents)),
        }
    }

    /// Formats as `$1,234.50` in English and `1 234,50 $` in French, with non-breaking spaces.
    pub fn format(self, language: Language) -> String {
        const NO_BREAK_SPACE: char = '\u{a0}';
        let sign = if self.is_negative() { "-" } else { "" };
        let (dollars, cents) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match language {
            Language::En => format!("{sign}${}.{cents:02}", grouped(dollars, ',')),
            Language::Fr => {
                let dollars = grouped(dollars, NO_BREAK_SPACE);
                format!("{sign}{dollars},{cents:02}{NO_BREAK_SPACE}$")
            }
        }
    }

    /// Formats for the front of a card: whole dollars without cents.
    pub fn format_short(self, language: Language) -> String {
        let whole = self.format(language);
        match language {
            Language::En => whole.strip_suffix(".00").map(str::to_owned).unwrap_or(whole),
            Language::Fr => whole.replace(",00\u{a0}$", "\u{a0}$"),
        }
    }

    /// Returns the JSON number: whole dollars without decimals, other amounts with two.
    fn number(self) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        match (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100) {
            (dollars, 0) => format!("{sign}{dollars}"),
            (dollars, cents) => format!("{sign}{dollars}.{cents:02}"),
        }
    }
}

/// Groups the digits of a whole number in threes.
fn grouped(number: u64, separator: char) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 2);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

impl fmt::Display for Cents {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.format(Language::En))
    }
}

/// Reasons for which a text is no valid amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAnAmount {
    Malformed,
    TooSmall,
    TooLarge,
}

impl NotAnAmount {
    pub fn message(self) -> Message {
        match self {
            NotAnAmount::Malformed => messages::NUMBER,
            NotAnAmount::TooSmall => messages::VALUE_TOO_SMALL,
            NotAnAmount::TooLarge => messages::VALUE_TOO_LARGE,
        }
    }
}

impl fmt::Display for NotAnAmount {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.message().english())
    }
}

impl std::error::Error for NotAnAmount {}

impl Serialize for Cents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = RawValue::from_string(self.number()).map_err(ser::Error::custom)?;
        number.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Box::<RawValue>::deserialize(deserializer)?;
        Cents::parse(number.get()).map_err(|why| de::Error::custom(why.message().carried()))
    }
}

impl ToValue for Cents {
    fn to_value(&self) -> Value<'_> {
        Value::Int(self.0)
    }
}

impl FromColumn for Cents {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        i64::from_column(column).map(Cents)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(json: &str) -> Result<Cents, String> {
        serde_json::from_str(json).map_err(|problem| problem.to_string())
    }

    #[test]
    fn format_short_shows_cents_where_there_are_some() {
        for (cents, english, french) in [
            (2_500, "$25", "25\u{a0}$"),
            (2_550, "$25.50", "25,50\u{a0}$"),
            (123_400, "$1,234", "1\u{a0}234\u{a0}$"),
            (5, "$0.05", "0,05\u{a0}$"),
        ] {
            let amount = Cents::new(cents);
            assert_eq!(amount.format_short(Language::En), english);
            assert_eq!(amount.format_short(Language::Fr), french);
        }
    }

    #[test]
    fn cents_deserialize_reads_json_numbers_exactly() {
        for (json, cents) in [
            ("0", 0),
            ("25", 2500),
            ("25.5", 2550),
            ("25.50", 2550),
            (" 0.01 ", 1),
            ("0.1", 10),
            ("-2.05", -205),
            ("1.15", 115),
            ("9999999999", 999_999_999_900),
            ("9999999999.00", 999_999_999_900),
            ("-9999999999", -999_999_999_900),
        ] {
            assert_eq!(read(json), Ok(Cents(cents)), "{json}");
        }
    }

    #[test]
    fn cents_deserialize_refuses_other_values_as_specified() {
        for (json, message) in [
            ("10.005", messages::NUMBER),
            ("10.000", messages::NUMBER),
            ("1e3", messages::NUMBER),
            ("1E-1", messages::NUMBER),
            ("-0", messages::NUMBER),
            ("-0.00", messages::NUMBER),
            ("\"25\"", messages::NUMBER),
            ("null", messages::NUMBER),
            ("true", messages::NUMBER),
            ("[25]", messages::NUMBER),
            ("9999999999.01", messages::VALUE_TOO_LARGE),
            ("10000000000", messages::VALUE_TOO_LARGE),
            ("99999999999999999999999999", messages::VALUE_TOO_LARGE),
            ("-10000000000", messages::VALUE_TOO_SMALL),
        ] {
            let problem = read(json).unwrap_err();
            assert!(problem.contains(message.english()), "{json}: {problem}");
        }
        for json in ["NaN", "Infinity", "+1", ".5", "5.", "01", "1,5", "1_000", "０", ""] {
            assert!(read(json).is_err(), "{json}");
            assert_eq!(Cents::parse(json), Err(NotAnAmount::Malformed), "{json}");
        }
    }

    #[test]
    fn cents_in_an_option_may_be_missing_or_null() {
        #[derive(Debug, Deserialize)]
        struct Redeem {
            value: Option<Cents>,
        }
        for (json, value) in
            [("{}", None), (r#"{"value":null}"#, None), (r#"{"value":1.5}"#, Some(Cents(150)))]
        {
            assert_eq!(serde_json::from_str::<Redeem>(json).unwrap().value, value, "{json}");
        }
    }

    #[test]
    fn cents_errors_name_the_field() {
        #[derive(Debug, Deserialize)]
        struct Cart {
            #[allow(dead_code, reason = "only the reading is under test")]
            prices: Vec<Cents>,
        }
        let mut json = serde_json::Deserializer::from_str(r#"{"prices":[1.25,1e3]}"#);
        let problem = serde_path_to_error::deserialize::<_, Cart>(&mut json).unwrap_err();
        assert_eq!(problem.path().to_string(), "prices[1]");
    }

    #[test]
    fn cents_format_in_english_and_french() {
        for (cents, english, french) in [
            (0, "$0.00", "0,00\u{a0}$"),
            (5, "$0.05", "0,05\u{a0}$"),
            (123_450, "$1,234.50", "1\u{a0}234,50\u{a0}$"),
            (99_999, "$999.99", "999,99\u{a0}$"),
            (-100_000_000, "-$1,000,000.00", "-1\u{a0}000\u{a0}000,00\u{a0}$"),
            (
                i64::MIN,
                "-$92,233,720,368,547,758.08",
                "-92\u{a0}233\u{a0}720\u{a0}368\u{a0}547\u{a0}758,08\u{a0}$",
            ),
        ] {
            assert_eq!(Cents(cents).to_string(), english);
            assert_eq!(Cents(cents).format(Language::Fr), french);
        }
    }

    #[test]
    fn cents_serialize_as_json_numbers() {
        for (cents, json) in [
            (0, "0"),
            (2500, "25"),
            (250, "2.50"),
            (5, "0.05"),
            (-5, "-0.05"),
            (i64::MIN, "-92233720368547758.08"),
        ] {
            assert_eq!(serde_json::to_string(&Cents(cents)).unwrap(), json);
        }
    }

    #[test]
    fn cents_arithmetic_is_checked_for_overflow() {
        let most = Cents(i64::MAX);
        assert_eq!(most.checked_add(Cents(1)), Err(Overflow));
        assert_eq!(Cents(i64::MIN).checked_sub(Cents(1)), Err(Overflow));
        assert_eq!(Cents(i64::MIN).checked_neg(), Err(Overflow));
        assert_eq!(most.checked_mul(2), Err(Overflow));
        assert_eq!(Cents::sum([most, Cents(1), Cents(-1)]), Err(Overflow));
        assert_eq!(Cents::sum([]), Ok(Cents::ZERO));
        assert_eq!(Cents::from_dollars(25).checked_mul(3), Ok(Cents(7500)));
    }

    #[test]
    fn parse_survives_fuzzing() {
        let examples = ["12.50", "-0.01", "9999999999.99", "100", "{\"price\":12.5}"];
        fuzzing::run(&fuzzing::mutated_text(&examples), |text| {
            let Ok(amount) = Cents::parse(&text) else { return };
            assert!(amount.0.abs() <= Cents::MAX.0);
            assert_eq!(read(&text), Ok(amount), "JSON writes it the same way");
        });
    }

    proptest! {
        #[test]
        fn cents_round_trip_through_json_and_column(cents in -999_999_999_900..=999_999_999_900_i64) {
            let json = serde_json::to_string(&Cents(cents)).unwrap();
            prop_assert_eq!(read(&json), Ok(Cents(cents)));
            prop_assert_eq!(Cents::from_column(Column::Int(cents)), Ok(Cents(cents)));
        }

        #[test]
        fn cents_display_has_all_digits(cents: i64) {
            let bare = Cents(cents).to_string().replace(['$', ',', '.'], "");
            prop_assert_eq!(bare.parse(), Ok(cents));
        }

        #[test]
        fn cents_parse_never_panics(text in "[-+0-9.eE]{0,24}|.{0,8}") {
            if let Ok(amount) = Cents::parse(&text) {
                prop_assert!(amount.0.abs() <= Cents::MAX.0);
            }
        }
    }
}
