//! Checks with two examples that a field of a shop is declared in a single place, `tenants/facts`.
//! No other code may repeat its name.

use std::fs;

use crate::support::documents::{repository, rust_files};

/// Two fields of vendors, each by its column and by its name in JSON. Nothing else in the code has
/// these names, so a search finds only these fields.
const FIELDS: [[&str; 2]; 2] =
    [["opening_hours", "openingHours"], ["french_opening_hours", "frenchOpeningHours"]];

/// Maximum number of lines that may name a field: in the migration, in the declaration, and in the
/// example of the OpenAPI document.
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
    // Leave out the tests and the demo, because they fill in the fields like any client of the API.
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
