//! A field of a shop is declared once. These tests keep it so.

use std::fs;

use crate::support::documents::{repository, rust_files};

/// Fields of vendors by column and by name in JSON. Their names occur nowhere else, so that they can be counted.
const FIELDS: [[&str; 2]; 2] =
    [["opening_hours", "openingHours"], ["french_opening_hours", "frenchOpeningHours"]];

/// The migration, the declaration and the example of the OpenAPI document.
const MAX_PLACES: usize = 3;

/// Whether a line has this name as a whole word.
fn names(line: &str, name: &str) -> bool {
    let is_apart = |letter: char| !letter.is_alphanumeric() && letter != '_';
    line.split(is_apart).any(|word| word == name)
}

#[test]
fn field_of_a_shop_is_named_in_at_most_three_places() {
    let crates = repository().join("crates");
    let mut files = rust_files(&crates);
    let migrations = fs::read_dir(crates.join("platform/migrations")).expect("migrations");
    files.extend(migrations.map(|file| file.expect("a migration").path()));
    let openapi = crates.join("funray/src/router/openapi");
    files.extend([openapi.join("words.toml"), openapi.join("examples.json")]);
    // The demo fills fields with data, like any other caller.
    let others = ["/tests/", "/src/demo/"];
    files.retain(|path| !others.iter().any(|part| path.to_string_lossy().contains(part)));
    for field in FIELDS {
        let mut places = Vec::new();
        for path in &files {
            let text = fs::read_to_string(path).expect("text");
            let lines = text.lines().enumerate();
            let found = lines.filter(|(_, line)| field.iter().any(|name| names(line, name)));
            places.extend(found.map(|(at, _)| format!("{}:{}", path.display(), at + 1)));
        }
        assert!(
            (2..=MAX_PLACES).contains(&places.len()),
            "{field:?}: declare a field of a shop in tenants/facts, and name it nowhere else: {places:#?}"
        );
    }
}
