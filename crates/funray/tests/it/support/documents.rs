//! Finds files of the repository, for tests that check its documents and sources.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The pages that a newcomer reads first, with their maximum number of characters.
pub const FRONT_PAGES: [(&str, usize); 4] = [
    ("README.md", 4_000),
    ("ARCHITECTURE.md", 12_000),
    ("SECURITY.md", 2_000),
    ("CONTRIBUTING.md", 4_000),
];

/// Folders in `docs` with installed or built files.
const BUILT: [&str; 3] = ["docs/site/node_modules", "docs/site/dist", "docs/site/src/content"];

/// Returns the root folder of the repository.
pub fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the path in the repository and the text of every document: the front pages and all files
/// in `docs`.
pub fn documents() -> Vec<(String, String)> {
    let repository = repository();
    let mut names: Vec<String> = FRONT_PAGES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut folders = vec!["docs".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(repository.join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                if !BUILT.contains(&name.as_str()) {
                    folders.push(name);
                }
            } else if Path::new(&name).extension().is_some_and(|extension| extension == "md") {
                names.push(name);
            }
        }
    }
    names.sort();
    let read = |name: String| {
        let text = fs::read_to_string(repository.join(&name)).expect("text");
        (name, text)
    };
    names.into_iter().map(read).collect()
}

/// Returns the paths of all Rust files in a folder and its subfolders.
pub fn rust_files(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// Returns the identifier at the beginning of a text: its leading letters, digits and underscores.
pub fn word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}
