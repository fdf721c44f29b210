//! Search for places in the form of a region, without a maps provider. The data file lists the
//! larger places of Canada with name, province and postal code prefix.

use std::sync::LazyLock;

use kernel::{fold, search::Search};

const LINES: &str = include_str!("../../assets/places.txt");
/// Maximum number of places found.
const MAX_FOUND: usize = 10;

#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    pub name: &'static str,
    pub province: &'static str,
    pub postal_code: &'static str,
    /// Words of the name, without case and accents.
    words: Vec<String>,
}

pub const COUNTRY: &str = "Canada";

static PLACES: LazyLock<Vec<Place>> =
    LazyLock::new(|| LINES.lines().filter_map(Place::from_line).collect());

impl Place {
    fn from_line(line: &'static str) -> Option<Place> {
        let mut parts = line.split(';');
        let (name, province, postal_code) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Place { name, province, postal_code, words: fold::words(name) })
    }

    /// Returns true if each searched word is a prefix of a word in the place's name.
    fn is_found_by(&self, search: &Search) -> bool {
        search.words().iter().all(|word| self.words.iter().any(|own| own.starts_with(word)))
    }

    /// Returns true if the place's name starts with the search text. Such places are listed first.
    fn begins_with(&self, search: &Search) -> bool {
        self.words.join(" ").starts_with(&search.words().join(" "))
    }
}

pub fn find(search: &Search) -> Vec<&'static Place> {
    if search.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<&Place> = PLACES.iter().filter(|place| place.is_found_by(search)).collect();
    found.sort_by_key(|place| (!place.begins_with(search), &place.words));
    found.truncate(MAX_FOUND);
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use kernel::query::QueryString;

    fn names(text: &str) -> Vec<&'static str> {
        let query: String = form_urlencoded::Serializer::new(String::new())
            .append_pair("searchText", text)
            .finish();
        let search = QueryString::parse(&query).and_then(|query| query.read()).expect("a search");
        find(&search).into_iter().map(|place| place.name).collect()
    }

    #[test]
    fn places_are_unique_and_complete() {
        assert_eq!(PLACES.len(), LINES.lines().count());
        let different: BTreeSet<_> =
            PLACES.iter().map(|place| (place.name, place.province)).collect();
        assert_eq!(different.len(), PLACES.len());
        for place in PLACES.iter() {
            let code: Vec<bool> =
                place.postal_code.chars().map(|letter| letter.is_ascii_digit()).collect();
            assert_eq!(code, [false, true, false], "{}", place.name);
        }
    }

    #[test]
    fn find_matches_the_beginnings_of_words() {
        assert_eq!(names("ottawa"), ["Ottawa"]);
        assert_eq!(names("  MONTREAL "), ["Montréal"]);
        assert_eq!(names("trois riv"), ["Trois-Rivières"]);
        assert_eq!(names("beloeil"), ["Belœil"]);
        assert_eq!(names("st john"), ["St. John's", "Fort St. John"]);
        assert_eq!(
            names("sydney"),
            ["Sydney", "North Sydney"],
            "names with this prefix come first"
        );
        assert!(names("tawa").is_empty());
        assert!(names("").is_empty() && names("%").is_empty());
        assert_eq!(names("s").len(), MAX_FOUND);
    }

    #[test]
    fn find_returns_places_of_one_name_in_two_provinces() {
        let search = QueryString::parse("searchText=woodstock").and_then(|query| query.read());
        let found = find(&search.expect("a search"));
        let provinces: BTreeSet<_> = found.iter().map(|place| place.province).collect();
        assert_eq!(provinces, BTreeSet::from(["New Brunswick", "Ontario"]));
    }
}
