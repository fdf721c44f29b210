//! Shared parts of the catalogue's long lists: an index of words, pages that are read from the
//! nearer end of the list, and totals that are counted once per version of the data.

mod pages;
mod store;
mod totals;

use std::marker::PhantomData;

use serde::Deserialize;
use utoipa::{
    IntoParams, PartialSchema,
    openapi::path::{Parameter, ParameterBuilder, ParameterIn},
};

use kernel::{fields::Fields, fold::search_key, messages, search::Search};

use crate::error::Result;

pub use pages::{KeptPage, LIFETIME as PAGE_LIFETIME, Pages, brotli, from_brotli, gzip};
pub use store::{Listing, Texts, changed, file_under, index, index_all, vendor_has_word};
pub use totals::Totals;

/// Kinds of rows in the index of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexed {
    Vendor,
    Charity,
    Campaign,
}

impl Indexed {
    fn word(self) -> &'static str {
        match self {
            Indexed::Vendor => "VENDOR",
            Indexed::Charity => "CHARITY",
            Indexed::Campaign => "CAMPAIGN",
        }
    }
}

/// Part of a row in which a word occurs. Matches in the name rank before matches in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    Name = 1,
    Text = 2,
    /// Text that only administrators can search. Visitors may not even learn that it exists.
    Private = 3,
}

/// Fields of a list that `searchFields` may name, each with its depth.
pub trait Searchable {
    const FIELDS: &'static [(&'static str, Depth)];

    fn names() -> String {
        let names: Vec<&str> = Self::FIELDS.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }
}

/// Search that may be restricted to some fields of a list.
#[derive(Deserialize)]
#[serde(transparent, bound = "")]
pub struct SearchIn<S> {
    search: Search,
    #[serde(skip)]
    list: PhantomData<S>,
}

impl<S> Default for SearchIn<S> {
    fn default() -> Self {
        SearchIn { search: Search::default(), list: PhantomData }
    }
}

impl<S: Searchable> SearchIn<S> {
    /// Validates the fields and returns the search for the index of words.
    pub fn wanted(&self) -> Result<Wanted, Fields> {
        Ok(Wanted::new(self.checked()?, S::FIELDS))
    }

    /// Validates the fields and returns the search, for a list without an index of words.
    pub fn into_search(self) -> Result<Search, Fields> {
        self.checked()?;
        Ok(self.search)
    }

    fn checked(&self) -> Result<&Search, Fields> {
        let is_known =
            |given: &str| S::FIELDS.iter().any(|(name, _)| name.eq_ignore_ascii_case(given));
        if !self.search.fields().all(is_known) {
            let message = messages::one_of(&S::names());
            return Err(Fields::one("searchFields", message));
        }
        Ok(&self.search)
    }
}

impl<S: Searchable> IntoParams for SearchIn<S> {
    fn into_params(parameter_in: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut parameters = Search::into_params(parameter_in);
        let fields = ParameterBuilder::new()
            .name("searchFields")
            .parameter_in(ParameterIn::Query)
            .description(Some(format!("Any of {}, joined by commas.", S::names())))
            .schema(Some(String::schema()));
        parameters.push(fields.build());
        parameters
    }
}

/// Replaces a full postal code by its area, because visitors search near their home, not for a
/// shop's own code.
fn with_postal_areas(words: &[String]) -> Vec<String> {
    let has_form = |word: &str, form: &str| {
        word.len() == form.len()
            && word.bytes().zip(form.bytes()).all(|(byte, kind)| match kind {
                b'9' => byte.is_ascii_digit(),
                _ => byte.is_ascii_lowercase(),
            })
    };
    let mut found: Vec<String> = Vec::new();
    for word in words {
        let is_rest =
            found.last().is_some_and(|last| has_form(last, "a9a")) && has_form(word, "9a9");
        if is_rest {
            continue;
        }
        found.push(if has_form(word, "a9a9a9") { word[..3].to_owned() } else { word.clone() });
    }
    found
}

/// Maximum number of matches that a search with field names examines, as many as the largest page
/// has rows.
pub const MAX_NARROWED: u32 = 1000;

/// Words of a search and the depths at which they may occur.
#[derive(Clone, Debug)]
pub struct Wanted {
    words: Vec<String>,
    depths: Vec<Depth>,
    /// Fields to which the query restricts the search, as spelled in the query. The index of words
    /// stores only depths, not fields.
    fields: Vec<String>,
}

impl Wanted {
    /// Creates a search; `fields` are the list's fields with their depths.
    pub fn new(search: &Search, fields: &[(&str, Depth)]) -> Wanted {
        let covered = fields.iter().filter(|(name, _)| search.covers(name));
        let mut depths: Vec<Depth> = covered.map(|(_, depth)| *depth).collect();
        depths.sort();
        depths.dedup();
        let mut words = with_postal_areas(search.words());
        words.sort();
        words.dedup();
        let fields = search.fields().map(str::to_owned).collect();
        Wanted { words, depths, fields }
    }

    /// Returns true if the search names fields; [`Wanted::fits`] then filters the rows that the
    /// index finds.
    pub fn is_narrowed(&self) -> bool {
        !self.is_empty() && !self.fields.is_empty()
    }

    /// Returns true if a row has all words in the named fields. `texts` are its fields by name.
    pub fn fits(&self, texts: &[(&str, &str)]) -> bool {
        let is_covered =
            |name: &str| self.fields.iter().any(|field| field.eq_ignore_ascii_case(name));
        let covered: Vec<&str> =
            texts.iter().filter(|(name, _)| is_covered(name)).map(|(_, text)| *text).collect();
        let key = search_key(&covered.join(" "));
        self.words.iter().all(|word| key.contains(word.as_str()))
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_takes_the_area_of_a_postal_code() {
        for (text, words) in [
            ("M6G 1X5", vec!["m6g"]),
            ("m6g1x5 books", vec!["books", "m6g"]),
            ("M6G", vec!["m6g"]),
            ("1x5", vec!["1x5"]),
            ("m6g bakery 1x5", vec!["1x5", "bakery", "m6g"]),
        ] {
            let wanted = Wanted::new(&Search::of(text), &[("name", Depth::Name)]);
            assert_eq!(wanted.words, words, "{text}");
        }
    }
}
