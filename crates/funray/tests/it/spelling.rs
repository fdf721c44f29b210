//! Checks that the program's texts spell a word in one way.

use std::{fs, path::PathBuf};

use crate::support::documents::repository;

/// Names that are stored, or part of a secret's use, and can't change any more.
const STORED: [&str; 2] =
    ["MailKind::EmailCode => \"e-mail code\",", "EMAIL_CODE = \"e-mail code\";"];

/// Returns the source files and the texts of letters of all crates.
fn sources() -> Vec<PathBuf> {
    let crates = fs::read_dir(repository().join("crates")).expect("the crates");
    let mut folders: Vec<PathBuf> =
        crates.map(|entry| entry.expect("a crate").path().join("src")).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            match path.extension().and_then(|end| end.to_str()) {
                Some("rs" | "toml") => files.push(path),
                _ if path.is_dir() => folders.push(path),
                _ => {}
            }
        }
    }
    files
}

/// The web app's own test holds its messages to the same spelling.
#[test]
fn messages_and_letters_write_email_in_one_way() {
    let mut found = Vec::new();
    for path in sources() {
        let text = fs::read_to_string(&path).expect("text");
        let lines = text.lines().map(str::trim).filter(|line| !STORED.contains(line));
        let other = lines.filter(|line| line.to_lowercase().contains("e-mail"));
        found.extend(other.map(|line| format!("{}: {line}", path.display())));
    }
    assert!(found.is_empty(), "write \"email\": {found:#?}");
}
