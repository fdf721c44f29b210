//! Codes of the Canadian provinces and territories, such as `ON`.

use std::fmt;

use db::{Column, FromColumn, ToValue, Value};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::canada;
use super::fields::Checked;
use super::language::Language;
use super::messages::Message;

/// Province or territory, written as its two letters in the API and the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String)]
pub struct ProvinceCode(&'static str);

/// Codes in alphabetical order.
const CODES: [&str; 13] =
    ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"];

impl ProvinceCode {
    pub fn all() -> impl Iterator<Item = ProvinceCode> {
        CODES.into_iter().map(ProvinceCode)
    }

    /// Finds a province by its code.
    pub fn parse(text: &str) -> Option<ProvinceCode> {
        CODES.into_iter().find(|code| *code == text).map(ProvinceCode)
    }

    /// Finds a province by the name in an address: English, French, or an abbreviation. `None` for
    /// addresses outside Canada.
    pub fn of_address(name: &str) -> Option<ProvinceCode> {
        let code = canada::province_code(name)?;
        CODES.into_iter().find(|known| known.eq_ignore_ascii_case(code)).map(ProvinceCode)
    }

    pub fn name(self, language: Language) -> &'static str {
        canada::name_of_code(self.0, language)
    }
}

impl fmt::Display for ProvinceCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

impl Serialize for ProvinceCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl Checked for ProvinceCode {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        Self::parse(text).ok_or(Message::new(
            "Please choose a province or territory.",
            "Veuillez choisir une province ou un territoire.",
        ))
    }
}

impl ToValue for ProvinceCode {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.0.into())
    }
}

impl FromColumn for ProvinceCode {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        Self::parse(&text).ok_or_else(|| format!("{text:?} is no province"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn province_is_found_by_every_name_that_addresses_contain() {
        for (name, code) in [
            ("Ontario", "ON"),
            ("Québec", "QC"),
            ("Quebec", "QC"),
            ("B.C.", "BC"),
            ("Terre-Neuve-et-Labrador", "NL"),
            ("PEI", "PE"),
            ("Yukon Territory", "YT"),
        ] {
            let found = ProvinceCode::of_address(name);
            assert_eq!(found.map(|found| found.to_string()).as_deref(), Some(code), "{name}");
        }
        assert_eq!(ProvinceCode::of_address("Texas"), None);
    }

    #[test]
    fn every_code_has_a_name_in_both_languages() {
        for code in ProvinceCode::all() {
            for language in [Language::En, Language::Fr] {
                assert_eq!(ProvinceCode::of_address(code.name(language)), Some(code), "{code}");
            }
            assert_eq!(ProvinceCode::parse(&code.to_string()), Some(code));
        }
        assert_eq!(ProvinceCode::parse("on"), None);
    }
}
