//! Checks that tests that are skipped are listed in `quarantine.txt`. The list is empty, because a
//! test that fails only sometimes has found a race condition.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::support::documents::{repository, rust_files};

/// Maximum number of tests in the list. This number must not grow.
const MAX_QUARANTINED: usize = 0;

/// Beginnings of the reasons in `#[ignore = "…"]` of tests that run nevertheless: in a separate
/// step of `make test`, or as a child process of another test.
const STARTED_BY_OTHERS: [&str; 2] = ["= \"needs ", "= \"the child of "];

/// Calls that skip a test of the web app unconditionally.
const LEFT_OUT: [&str; 7] = [
    "it.skip(",
    "it.todo(",
    "it.fails(",
    "describe.skip(",
    "test.fixme(",
    "test.fail(",
    "test.skip(\"",
];

/// Returns the paths of all test files of the web app.
fn specs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && name != "node_modules" && !name.starts_with('.') {
            found.extend(specs(&path));
        } else if name.ends_with(".spec.ts") || name.ends_with(".spec.tsx") {
            found.push(path);
        }
    }
    found
}

fn is_left_out(path: &Path, line: &str) -> bool {
    let line = line.trim_start();
    if path.extension().is_some_and(|extension| extension == "rs") {
        let is_started = STARTED_BY_OTHERS.iter().any(|reason| line.contains(reason));
        return line.starts_with("#[ignore") && !is_started;
    }
    LEFT_OUT.iter().any(|words| line.starts_with(words))
}

#[test]
fn tests_that_are_left_out_are_in_quarantine() {
    let root = repository();
    let mut files = specs(&root.join("web"));
    files.extend(rust_files(&root.join("crates")));
    files.extend(rust_files(&root.join("libs")));
    files.extend(rust_files(&root.join("bench")));
    let mut found = BTreeSet::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("text");
        let name = path.strip_prefix(&root).expect("inside").display().to_string();
        if text.lines().any(|line| is_left_out(&path, line)) {
            found.insert(name);
        }
    }
    let list = fs::read_to_string(root.join("quarantine.txt")).expect("quarantine.txt");
    let tests = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let listed: BTreeSet<String> =
        tests.map(|line| line.split(": ").next().unwrap_or_default().to_owned()).collect();
    assert_eq!(found, listed, "left out, and listed in quarantine.txt");
    assert_eq!(listed.len(), MAX_QUARANTINED, "mend these tests: {listed:?}");
}

/// Crates whose comments have examples run them as tests. The others are not searched for examples.
#[test]
fn examples_in_comments_are_run() {
    let root = repository();
    for folder in ["crates", "libs"].map(|folder| root.join(folder)) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let home = entry.expect("an entry").path();
            let manifest = fs::read_to_string(home.join("Cargo.toml")).expect("a manifest");
            let has_examples = rust_files(&home.join("src")).iter().any(|path| {
                let text = fs::read_to_string(path).expect("text");
                text.lines()
                    .map(str::trim_start)
                    .any(|line| line.starts_with("/// ```") || line.starts_with("//! ```"))
            });
            let are_run = !manifest.contains("doctest = false");
            assert_eq!(has_examples, are_run, "mend `doctest` in {}/Cargo.toml", home.display());
        }
    }
}
