//! Finds the separator and the columns in the heading row.

use std::collections::BTreeMap;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{Limits, Records, Refusal, write::unescape};

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Column that a caller expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name by which the caller reads cells. It is accepted as a heading, too.
    pub key: &'static str,
    /// Heading in English files.
    pub english: &'static str,
    /// Heading in French files.
    pub french: &'static str,
    /// Other accepted headings.
    pub others: &'static [&'static str],
    /// Whether a file without the column is refused.
    pub is_required: bool,
}

impl Column {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.key, self.english, self.french].into_iter().chain(self.others.iter().copied())
    }
}

/// Heading row of a file.
pub struct Headings {
    pub delimiter: u8,
    pub texts: Vec<String>,
    pub unknown: Vec<String>,
    /// Place of each expected column that the file has.
    pub places: BTreeMap<&'static str, usize>,
}

impl Headings {
    /// Reads the first row that has text. The separator is the one that makes most expected
    /// columns of it.
    pub fn find(text: &str, columns: &[Column], limits: Limits) -> Result<Headings, Refusal> {
        let names: BTreeMap<String, &'static str> = columns
            .iter()
            .flat_map(|column| column.names().map(|name| (fold(name), column.key)))
            .collect();
        let best = DELIMITERS
            .into_iter()
            .filter_map(|delimiter| Some((delimiter, first_row(text, delimiter)?)))
            .max_by_key(|(_, cells)| {
                let known = cells.iter().filter(|cell| names.contains_key(&fold(cell))).count();
                (known, cells.len())
            });
        let Some((delimiter, texts)) = best else { return Err(Refusal::Empty) };
        if texts.len() > limits.columns {
            return Err(Refusal::TooManyColumns { columns: limits.columns });
        }
        if texts.iter().any(|text| text.chars().count() > limits.characters) {
            return Err(Refusal::LongHeading { characters: limits.characters });
        }
        let mut places = BTreeMap::new();
        let mut unknown = Vec::new();
        for (place, text) in texts.iter().enumerate() {
            match names.get(&fold(text)) {
                Some(key) if places.insert(*key, place).is_some() => {
                    return Err(Refusal::DuplicateHeading { heading: text.clone() });
                }
                Some(_) => {}
                None if text.is_empty() => {}
                None => unknown.push(text.clone()),
            }
        }
        let missing = columns
            .iter()
            .filter(|column| column.is_required && !places.contains_key(column.key))
            .copied()
            .collect::<Vec<Column>>();
        match missing.is_empty() {
            true => Ok(Headings { delimiter, texts, unknown, places }),
            false => Err(Refusal::MissingHeadings { columns: missing }),
        }
    }
}

fn first_row(text: &str, delimiter: u8) -> Option<Vec<String>> {
    let mut records = Records::of(text, delimiter);
    while let Some((_, record)) = records.next() {
        if record.iter().any(|cell| !cell.trim().is_empty()) {
            let cells = record.iter().map(|cell| unescape(cell.trim()).to_owned());
            return Some(cells.collect());
        }
    }
    None
}

/// Folds a heading: lower case, without accents, punctuation and spaces.
pub fn fold(heading: &str) -> String {
    heading
        .nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}
