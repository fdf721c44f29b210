//! Text files of letters. Each section of a file is a letter. A table inside the section has texts
//! for one value of a field: `[invite.role.MANAGER]` applies to invitations whose field `role` is
//! `MANAGER`. The section `[all]` applies to all letters of the file.

use std::sync::OnceLock;

use serde_json::{Map, Value};
use toml::Table;

use kernel::language::Language;

/// Texts that the letters of all features share.
pub static COMMON: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

/// Name of the section that applies to all letters of a file.
const ALL: &str = "all";
/// Name of the table whose texts apply if a field has no value.
const NONE: &str = "none";

/// Texts of a feature's letters in English and French.
pub struct Texts {
    sources: [&'static str; 2],
    tables: OnceLock<[Table; 2]>,
}

impl Texts {
    pub const fn new(english: &'static str, french: &'static str) -> Texts {
        Texts { sources: [english, french], tables: OnceLock::new() }
    }

    fn table(&self, lang: Language) -> &Table {
        let read = |source| {
            toml::from_str(source).unwrap_or_else(|error| unreachable!("texts of letters: {error}"))
        };
        let tables = self.tables.get_or_init(|| self.sources.map(read));
        match lang {
            Language::En => &tables[0],
            Language::Fr => &tables[1],
        }
    }

    pub(super) fn letters(&'static self) -> Vec<&'static str> {
        self.table(Language::En).keys().map(String::as_str).filter(|word| *word != ALL).collect()
    }

    pub(super) fn has(&'static self, word: &str) -> bool {
        word != ALL && self.table(Language::En).contains_key(word)
    }

    /// Finds the text with this key. Tries the tables for the letter's field values first, then the
    /// letter's section, then `[all]` of the file, then `[all]` of [`COMMON`].
    pub(super) fn find(
        &'static self,
        lang: Language,
        word: &str,
        values: &Map<String, Value>,
        key: &str,
    ) -> Option<&'static toml::Value> {
        let (own, common) = (self.table(lang), COMMON.table(lang));
        let sections = [own.get(word), own.get(ALL), common.get(ALL)];
        let mut sections = sections.into_iter().flatten().filter_map(toml::Value::as_table);
        sections.find_map(|section| in_section(section, values, key))
    }

    /// Returns all texts in the section of a letter or in `[all]`, each with its path in the file.
    pub fn of(&'static self, lang: Language, word: &str) -> Vec<(String, String)> {
        let mut all = Vec::new();
        if let Some(section) = self.table(lang).get(word) {
            collect(section, word, &mut all);
        }
        all
    }
}

fn in_section<'a>(
    section: &'a Table,
    values: &Map<String, Value>,
    key: &str,
) -> Option<&'a toml::Value> {
    let variants =
        section.iter().filter_map(|(field, texts)| Some((texts.as_table()?, values.get(field)?)));
    for (variants, value) in variants {
        if let Some(found) = in_variants(variants, value, values, key) {
            return Some(found);
        }
    }
    section.get(key).filter(|text| !text.is_table())
}

fn in_variants<'a>(
    variants: &'a Table,
    value: &Value,
    values: &Map<String, Value>,
    key: &str,
) -> Option<&'a toml::Value> {
    variants.iter().find_map(|(name, variant)| {
        let variant = variant.as_table()?;
        match value.get(name) {
            _ if is(value, name) => in_section(variant, values, key),
            Some(inner) => in_variants(variant, inner, values, key),
            None => None,
        }
    })
}

/// Returns whether a field has the value that a table's name represents. An enum variant with data
/// is an object with one key, the variant's name.
fn is(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == NONE,
        Value::String(text) if text.is_empty() => name == NONE,
        Value::String(text) => text == name,
        Value::Bool(flag) => name == if *flag { "true" } else { "false" },
        Value::Number(number) => number.to_string() == name,
        Value::Object(fields) => fields.len() == 1 && fields.contains_key(name),
        Value::Array(_) => false,
    }
}

fn collect(value: &toml::Value, path: &str, all: &mut Vec<(String, String)>) {
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(key, value)| collect(value, &format!("{path}.{key}"), all));
        }
        toml::Value::Array(list) => list.iter().for_each(|value| collect(value, path, all)),
        text => all.push((path.to_owned(), text.as_str().unwrap_or_default().to_owned())),
    }
}
