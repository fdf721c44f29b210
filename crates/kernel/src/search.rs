//! Search of a list: `searchText`, and optionally `searchFields`.

use serde::{Deserialize, Deserializer, de};
use utoipa::IntoParams;

use super::fold;
use super::messages;

/// Maximum number of words that narrow a search; further words are ignored.
const MAX_WORDS: usize = 10;
const MAX_CHARACTERS: usize = 200;

/// Search of a query. A row matches if its `search_key` matches every one of [`Search::patterns`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct Search {
    /// Words to find, without regard to case and accents. `search` is accepted as well.
    #[serde(alias = "search")]
    #[param(value_type = Option<String>)]
    search_text: Words,
    #[param(ignore)]
    search_fields: Vec<String>,
}

impl Search {
    /// Creates a search from another parameter. Text beyond the limit is ignored.
    pub fn of(text: &str) -> Search {
        Search { search_text: Words::of(text), search_fields: Vec::new() }
    }

    /// Returns true if there is nothing to search for, so the whole list is shown.
    pub fn is_empty(&self) -> bool {
        self.search_text.0.is_empty()
    }

    /// Returns the folded words that a row must contain.
    pub fn words(&self) -> &[String] {
        &self.search_text.0
    }

    /// Returns true if the search is restricted to some fields.
    pub fn is_narrowed(&self) -> bool {
        !self.is_empty() && self.fields().next().is_some()
    }

    /// Keeps the rows that have all words in the named fields. `texts` returns the fields of a row
    /// by name.
    pub fn narrow<R>(
        &self,
        rows: Vec<R>,
        texts: impl Fn(&R) -> Vec<(&'static str, String)>,
    ) -> Vec<R> {
        let fits = |row: &R| {
            let covered: Vec<String> = texts(row)
                .into_iter()
                .filter_map(|(field, text)| self.covers(field).then_some(text))
                .collect();
            self.fits(&covered.join(" "))
        };
        rows.into_iter().filter(fits).collect()
    }

    /// Returns true if a text contains all words, as [`Search::patterns`] would match it.
    pub fn fits(&self, text: &str) -> bool {
        let key = fold::search_key(text);
        self.words().iter().all(|word| key.contains(word.as_str()))
    }

    /// Yields one pattern per word for `search_key LIKE $n ESCAPE '\'`.
    pub fn patterns(&self) -> impl Iterator<Item = String> {
        self.words().iter().map(|word| contains_pattern(word))
    }

    /// Yields the field names of the query as spelled there, repeated or separated by commas.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let names = self.search_fields.iter().flat_map(|names| names.split(','));
        names.map(str::trim).filter(|name| !name.is_empty())
    }

    /// Returns true if a field is searched. All fields are, unless the query names some.
    pub fn covers(&self, field: &str) -> bool {
        let mut names = self.fields().peekable();
        names.peek().is_none() || names.any(|name| name.eq_ignore_ascii_case(field))
    }
}

/// Builds a pattern for `LIKE $n ESCAPE '\'` that matches `text` anywhere. The characters `%` and
/// `_` in `text` match only themselves.
pub fn contains_pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Words(Vec<String>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.chars().count() > MAX_CHARACTERS {
            return Err(de::Error::custom(messages::too_long("Search", MAX_CHARACTERS).carried()));
        }
        Ok(Words::of(&text))
    }
}

impl Words {
    fn of(text: &str) -> Words {
        let beginning: String = text.chars().take(MAX_CHARACTERS).collect();
        let mut words = fold::words(&beginning);
        words.truncate(MAX_WORDS);
        Words(words)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::query::QueryString;

    fn search(query: &str) -> Result<Search, String> {
        QueryString::parse(query)
            .and_then(|query| query.read())
            .map_err(|fields| fields.to_string())
    }

    #[test]
    fn search_folds_its_words() {
        let search = search("SearchText=++L%27%C3%89pi%20BAR+").unwrap();
        assert_eq!(search.words(), ["l", "epi", "bar"]);
        assert_eq!(search.patterns().collect::<Vec<_>>(), ["%l%", "%epi%", "%bar%"]);
    }

    #[test]
    fn search_is_empty_without_words() {
        for query in ["", "searchText=", "searchText=+++", "searchText=%25_"] {
            assert!(search(query).unwrap().is_empty(), "{query}");
        }
    }

    #[test]
    fn search_fields_may_be_repeated_or_joined() {
        let named = search("searchFields=displayName,%20LegalName&SearchFields=city").unwrap();
        for (field, is_covered) in
            [("displayName", true), ("legalName", true), ("city", true), ("email", false)]
        {
            assert_eq!(named.covers(field), is_covered, "{field}");
        }
        assert!(search("searchFields=").unwrap().covers("email"), "all, when none is named");
    }

    #[test]
    fn narrow_keeps_rows_with_the_words_in_the_named_fields() {
        let rows = vec![("Ann Roy", "ann@shop.example"), ("Roy Ann", "royal@shop.example")];
        let found = |query: &str| {
            let texts =
                |row: &(&str, &str)| vec![("name", row.0.to_owned()), ("email", row.1.to_owned())];
            search(query).unwrap().narrow(rows.clone(), texts).len()
        };
        assert_eq!(found("search=ann+roy&searchFields=name"), 2);
        assert_eq!(found("search=ann&searchFields=email"), 1);
        assert_eq!(found("search=ann+roy&searchFields=email"), 0);
        assert_eq!(found("search=ann+roy&searchFields=name,email"), 2);
    }

    #[test]
    fn search_limits_characters_and_words() {
        assert_eq!(
            search(&format!("searchText={}", "a".repeat(201))),
            Err("searchText: Search has a maximum limit of 200 characters.".to_owned())
        );
        assert_eq!(
            search(&"searchText=".chars().chain("a+".repeat(50).chars()).collect::<String>())
                .unwrap()
                .words()
                .len(),
            10
        );
    }

    #[test]
    fn contains_pattern_escapes_wildcards() {
        assert_eq!(contains_pattern(r"50%_\ off"), r"%50\%\_\\ off%");
        assert_eq!(contains_pattern(""), "%%");
    }

    proptest! {
        #[test]
        fn contains_pattern_escapes_any_text(text in "[a%_\\\\]{0,20}") {
            let pattern = contains_pattern(&text);
            let mut inside = pattern[1..pattern.len() - 1].chars();
            let mut read = String::new();
            while let Some(character) = inside.next() {
                prop_assert!(!matches!(character, '%' | '_'));
                read.push(if character == '\\' { inside.next().unwrap() } else { character });
            }
            prop_assert_eq!(read, text);
        }
    }
}
