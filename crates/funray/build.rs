//! What the program is compiled with: the list of its migrations, and, in a release, the web app.

#![expect(clippy::disallowed_methods, reason = "cargo tells a build script by its environment")]

use std::{env, fs, path::PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../web/dist/.built");
    }
    list_migrations();
}

/// `migrations/0007_names.sql` is number 7; a new file needs no line anywhere.
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

fn line_of(file: &std::path::Path) -> String {
    let name = file.file_stem().and_then(|name| name.to_str()).expect("a name in letters");
    let digits = name.split('_').next().filter(|digits| digits.len() == 4);
    let number: u32 = digits.and_then(|digits| digits.parse().ok()).unwrap_or_else(|| {
        panic!(
            "{}: the names of migrations begin with four digits, as 0007_names.sql",
            file.display()
        )
    });
    format!("Migration {{ number: {number}, name: {name:?}, sql: include_str!({file:?}) }},\n")
}
