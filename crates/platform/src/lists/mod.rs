//! What the long lists of the catalogue share: they are searched by words that stand in an index, read from the
//! nearer end, and counted once for every version of the data.

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

pub use pages::{KeptPage, LIFETIME as PAGE_LIFETIME, Pages, brotli, gzip};
pub use store::{Listing, changed, file_under, index, index_more, vendor_has_word};
pub use totals::Totals;

/// What is found by its words.
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

/// Where a word stands. What matches in its name comes before what matches in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    Name = 1,
    Text = 2,
    /// Administrators find by it, visitors don't: not even that it is there may be learned.
    Private = 3,
}

/// What a list can be searched in: the names that `searchFields` may hold, with the depth of each.
pub trait Searchable {
    const FIELDS: &'static [(&'static str, Depth)];

    fn names() -> String {
        let names: Vec<&str> = Self::FIELDS.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }
}

/// A search that may be narrowed to some fields of a list.
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
    /// Checks the fields and returns what an index of words is asked for.
    pub fn wanted(&self) -> Result<Wanted, Fields> {
        Ok(Wanted::new(self.checked()?, S::FIELDS))
    }

    /// Checks the fields and returns the search, for a list that has no index of words.
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

/// Of a whole postal code its area counts: nobody lives in the shop that they look for.
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

/// Maximum rows that are looked through for a search that names fields: as many as the largest page.
pub const MAX_NARROWED: u32 = 1000;

/// What a list is searched for: words, and where they may stand.
#[derive(Clone, Debug)]
pub struct Wanted {
    words: Vec<String>,
    depths: Vec<Depth>,
    /// The fields to which the query narrows the search, in its own spelling. The index knows depths only.
    fields: Vec<String>,
}

impl Wanted {
    /// `fields` are those of the list, with the depth of each.
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

    /// Whether only some fields are to be searched: what the index finds is then looked through by [`Wanted::fits`].
    pub fn is_narrowed(&self) -> bool {
        !self.is_empty() && !self.fields.is_empty()
    }

    /// Whether a row has all words in the fields that the query names. `texts` are its fields by name.
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
