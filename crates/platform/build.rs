//! Generates the list of migrations for the program.

#![expect(clippy::disallowed_methods, reason = "cargo tells a build script by its environment")]

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    list_migrations();
}

/// Lists the files of `migrations/`: `0007_names.sql` is number 7. A new file need not be listed
/// anywhere else.
fn list_migrations() {
    println!("cargo:rerun-if-changed=migrations");
    let folder =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("migrations");
    let entries = fs::read_dir(&folder).expect("the folder of the migrations");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let list: String = files.iter().map(|file| line_of(file)).collect();
    let target = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("migrations.rs");
    fs::write(target, format!("&[\n{list}]\n")).expect("the list can be written");
}

fn line_of(file: &Path) -> String {
    let name = file.file_stem().and_then(|name| name.to_str()).expect("a name in letters");
    let digits = name.split('_').next().filter(|digits| digits.len() == 4);
    let number: u32 = digits.and_then(|digits| digits.parse().ok()).unwrap_or_else(|| {
        panic!(
            "{}: the names of migrations begin with four digits, as 0007_names.sql",
            file.display()
        )
    });
    let oldest_program = oldest_program(file, number);
    format!(
        "Migration {{ number: {number}, name: {name:?}, sql: include_str!({file:?}), \
         oldest_program: {oldest_program} }},\n"
    )
}

/// Migrations up to this number form the schema of the first release. No program is older than that
/// release.
const LAST_OF_FIRST_RELEASE: u32 = 16;

/// Returns the oldest program that may run after a migration, from its first line: `-- oldest
/// program: 16`.
fn oldest_program(file: &Path, number: u32) -> u32 {
    if number <= LAST_OF_FIRST_RELEASE {
        return number;
    }
    let text = fs::read_to_string(file).expect("a migration is text");
    let line = text.lines().next().unwrap_or_default();
    let oldest = line.strip_prefix("-- oldest program: ").and_then(|oldest| oldest.parse().ok());
    oldest.filter(|oldest| *oldest <= number).unwrap_or_else(|| {
        panic!(
            "{}: the first line of a migration names the oldest program that may run on the schema after it, by the newest \
             migration which that knows, as `-- oldest program: 16` (docs/recipes/migration.md)",
            file.display()
        )
    })
}
