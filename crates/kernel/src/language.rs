//! Languages of the product: English and French.

use db::{Column, FromColumn, ToValue, Value};
use serde::{Deserialize, Serialize};

/// Language of the product: `en` or `fr` in the API and the database. French means Canadian French.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Fr,
}

impl Language {
    pub fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Fr => "fr",
        }
    }

    /// Parses a language tag by its first part: `fr`, `FR-ca` and `fr_CA` are French. Returns
    /// `None` for other languages.
    pub fn parse(tag: &str) -> Option<Self> {
        let first = tag.trim().split(['-', '_']).next()?;
        [Language::En, Language::Fr]
            .into_iter()
            .find(|language| first.eq_ignore_ascii_case(language.code()))
    }
}

impl ToValue for Language {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.code().into())
    }
}

impl FromColumn for Language {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        Self::parse(&String::from_column(column)?).ok_or_else(|| "neither en nor fr".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_parse_reads_the_primary_tag() {
        for (tag, language) in [
            ("en", Some(Language::En)),
            ("EN-CA", Some(Language::En)),
            (" fr ", Some(Language::Fr)),
            ("fr_CA", Some(Language::Fr)),
            ("frisian", None),
            ("de", None),
            ("", None),
        ] {
            assert_eq!(Language::parse(tag), language, "{tag}");
        }
    }

    #[test]
    fn language_uses_its_code_in_json_and_column() {
        assert_eq!(serde_json::to_string(&Language::Fr).unwrap(), "\"fr\"");
        assert_eq!(Language::Fr.to_value(), Value::Text("fr".into()));
        assert_eq!(Language::from_column(Column::Text("en")), Ok(Language::En));
        assert!(Language::from_column(Column::Text("xx")).is_err());
    }
}
