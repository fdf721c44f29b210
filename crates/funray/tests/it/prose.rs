//! Counts the patterns that `docs/recipes/comment.md` forbids, per crate and folder, in comments and documents.
//! The numbers of `tests/prose-counts.txt` may only shrink; `UPDATE_GOLDEN=1` lowers them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::support::documents::repository;

/// Position in a text at which a phrase counts.
#[derive(Clone, Copy)]
enum Spot {
    /// At the start of the comment or line.
    Start,
    /// At the start of the line or of a sentence.
    Sentence,
    Anywhere,
}

use Spot::{Anywhere, Sentence, Start};

/// A pattern by its name in the table, with its phrases in code and in documents.
struct Pattern {
    name: &'static str,
    code: (Spot, &'static [&'static str]),
    documents: (Spot, &'static [&'static str]),
}

/// Returns a pattern that counts anywhere, in code and in documents.
const fn anywhere(name: &'static str, phrases: &'static [&'static str]) -> Pattern {
    Pattern { name, code: (Anywhere, phrases), documents: (Anywhere, phrases) }
}

const PATTERNS: [Pattern; 14] = [
    Pattern {
        name: "of",
        code: (Start, &["Of"]),
        documents: (
            Sentence,
            &[
                "Of a", "Of an", "Of the", "Of what", "Of whom", "Of this", "Of these", "Of all",
                "Of each",
            ],
        ),
    },
    Pattern {
        name: "so-many",
        code: (Start, &["So many", "So much", "So few", "So far", "So long", "So often"]),
        documents: (
            Anywhere,
            &[
                "so many days",
                "so many browsers",
                "so many cards",
                "so many rows",
                "So many days",
                "So many browsers",
                "So many cards",
                "So many rows",
            ],
        ),
    },
    Pattern {
        name: "what",
        code: (Start, &["What"]),
        documents: (
            Anywhere,
            &[
                "what is",
                "what was",
                "what are",
                "what were",
                "what has",
                "what had",
                "what came",
                "what comes",
                "what somebody",
                "what nobody",
                "what they",
                "what it",
                "What is",
                "What was",
                "What are",
                "What were",
                "What has",
                "What had",
                "What came",
                "What comes",
                "What somebody",
                "What nobody",
                "What they",
                "What it",
            ],
        ),
    },
    anywhere("whoever", &["whoever", "Whoever", "whosoever", "Whosoever"]),
    Pattern {
        name: "somebody",
        code: (Start, &["Somebody", "Nobody", "Everybody", "Anybody", "One's", "One’s"]),
        documents: (
            Anywhere,
            &[
                "somebody",
                "nobody",
                "everybody",
                "anybody",
                "Somebody",
                "Nobody",
                "Everybody",
                "Anybody",
            ],
        ),
    },
    anywhere(
        "told",
        &[
            "is told",
            "are told",
            "was told",
            "were told",
            "be told",
            "hear of",
            "hears of",
            "hear about",
            "hears about",
            "tell of",
            "tells of",
            "says so",
        ],
    ),
    anywhere(
        "back",
        &[
            "give back",
            "gives back",
            "gave back",
            "given back",
            "take back",
            "takes back",
            "took back",
            "taken back",
        ],
    ),
    anywhere("anew", &["anew"]),
    anywhere("stands", &["stand", "stands", "stood"]),
    anywhere(
        "came-of",
        &["become of", "becomes of", "became of", "come of", "comes of", "came of"],
    ),
    anywhere("goes-on", &["go on", "goes on", "went on", "going on", "gone on"]),
    anywhere("ones", &["one's", "one’s", "One's", "One’s", "oneself", "Oneself"]),
    Pattern {
        name: "the-same",
        code: (Start, &["The same", "Likewise"]),
        documents: (Anywhere, &["the same,", "| the same"]),
    },
    Pattern {
        name: "who",
        code: (Start, &["Who", "Whose", "Whom", "Whoever", "In whose"]),
        documents: (Sentence, &["Who", "Whose", "Whom", "Whoever"]),
    },
];

/// Superlatives that names of constants must not begin with. `MAX_` and `MIN_` take their place.
const SUPERLATIVES: [&str; 5] = ["MOST", "LEAST", "LONGEST", "SHORTEST", "LARGEST"];

/// Folders that are not checked: built, downloaded or generated files.
const SKIPPED: [&str; 12] = [
    "target",
    "data",
    "node_modules",
    "web/dist",
    "web/test-results",
    "web/playwright-report",
    "web/src/i18n/generated",
    "web/project.inlang",
    "docs/site/dist",
    "docs/site/src/content",
    // Made from texts that are checked where they are written, or that the program shows.
    "docs/site/pages/reference",
    // Lawyers write these texts.
    "web/src/areas/shop/front/legal",
];

/// Kind of a file, which decides what part of it is checked.
#[derive(Clone, Copy)]
enum Kind {
    /// Source code in Rust, TypeScript, JavaScript or CSS: only comments are checked.
    Code,
    /// Document: all lines are checked.
    Text,
    /// Settings or scripts: only comments after `#` are checked.
    Hash,
}

fn kind(path: &str) -> Option<Kind> {
    let name = path.rsplit('/').next().unwrap_or_default();
    match (name, name.rsplit_once('.').map(|(_, extension)| extension)) {
        // `schema.d.ts` is generated, and this file contains the patterns themselves.
        ("schema.d.ts" | "prose.rs", _) => None,
        ("words.toml", _) | (_, Some("md")) => Some(Kind::Text),
        (_, Some("rs" | "ts" | "tsx" | "mjs" | "css")) => Some(Kind::Code),
        ("Makefile" | "Dockerfile" | "Caddyfile", _)
        | (_, Some("toml" | "sh" | "env" | "conf" | "service")) => Some(Kind::Hash),
        _ if path == ".ci/run" => Some(Kind::Hash),
        _ => None,
    }
}

/// Returns whether a word can begin or end between these two characters.
fn is_apart(before: Option<char>, after: Option<char>) -> bool {
    let is_word = |letter: Option<char>| {
        letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
    };
    !(is_word(before) && is_word(after))
}

fn starts_with(text: &str, phrase: &str) -> bool {
    let last = phrase.chars().next_back();
    text.strip_prefix(phrase).is_some_and(|rest| is_apart(last, rest.chars().next()))
}

fn contains(text: &str, phrase: &str) -> bool {
    let first = phrase.chars().next();
    text.match_indices(phrase).any(|(at, _)| {
        is_apart(text[..at].chars().next_back(), first) && starts_with(&text[at..], phrase)
    })
}

fn holds(text: &str, (spot, phrases): (Spot, &[&str])) -> bool {
    phrases.iter().any(|phrase| match spot {
        Spot::Start => starts_with(text.trim_start(), phrase),
        Spot::Sentence => {
            text.split(". ").any(|sentence| starts_with(sentence.trim_start(), phrase))
        }
        Spot::Anywhere => contains(text, phrase),
    })
}

/// Returns the comment on a line of code, including its marks.
fn comment(line: &str) -> Option<&str> {
    if line.trim_start().starts_with('*') {
        return Some(line);
    }
    let at = ["//", "/*"].iter().filter_map(|mark| line.find(mark)).min()?;
    Some(&line[at..])
}

/// Returns the text of a comment that has a line to itself.
fn opening(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let marks = ["///", "//!", "//", "/**", "/*", "*"];
    let text = marks.iter().find_map(|mark| line.strip_prefix(mark))?;
    text.starts_with(char::is_whitespace).then(|| text.trim_start())
}

/// Returns the names of the patterns that occur in a line.
fn found(kind: Kind, line: &str) -> Vec<&'static str> {
    let has = |pattern: &&Pattern| match kind {
        Kind::Code => {
            let text = if matches!(pattern.code.0, Start) { opening(line) } else { comment(line) };
            text.is_some_and(|text| holds(text, pattern.code))
        }
        Kind::Text => holds(line, pattern.documents),
        Kind::Hash => line.split_once('#').is_some_and(|(_, text)| holds(text, pattern.documents)),
    };
    let mut names: Vec<_> = PATTERNS.iter().filter(has).map(|pattern| pattern.name).collect();
    let is_code = matches!(kind, Kind::Code);
    if is_code && SUPERLATIVES.iter().any(|word| line.contains(&format!("const {word}_"))) {
        names.push("const");
    }
    names
}

/// Returns the row of the table that counts a file: a crate, a folder of the web app, or a folder of the repository.
fn row(path: &str) -> String {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    let depth = match folders.as_slice() {
        ["web", "src", "areas", ..] => 4,
        ["web", "src", ..] => 3,
        ["web" | "crates" | "libs", ..] => 2,
        _ => 1,
    };
    folders.truncate(depth);
    if folders.is_empty() { ".".to_owned() } else { folders.join("/") }
}

/// Returns the files to check, each with its path in the repository.
fn files(root: &Path) -> Vec<(String, PathBuf)> {
    let mut folders = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = entry.path();
            let name = path.strip_prefix(root).expect("inside").display().to_string();
            let last = name.rsplit('/').next().unwrap_or_default();
            if entry.file_type().expect("a kind").is_dir() {
                let is_hidden = last.starts_with('.') && name != ".ci";
                if !is_hidden && !SKIPPED.contains(&last) && !SKIPPED.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if kind(&name).is_some() {
                files.push((name, path));
            }
        }
    }
    files.sort();
    files
}

/// Returns the lines with a pattern, by row of the table and name of the pattern.
fn hits() -> BTreeMap<String, Vec<String>> {
    let mut hits: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, path) in files(&repository()) {
        let Some(kind) = kind(&name) else { continue };
        let text = fs::read_to_string(&path).expect("text");
        for (number, line) in (1..).zip(text.lines()) {
            for pattern in found(kind, line) {
                let key = format!("{}: {pattern}", row(&name));
                hits.entry(key).or_default().push(format!("{name}:{number}: {}", line.trim()));
            }
        }
    }
    hits
}

fn table(hits: &BTreeMap<String, Vec<String>>) -> String {
    hits.iter().map(|(key, lines)| format!("{key} {}\n", lines.len())).collect()
}

#[test]
fn odd_patterns_in_prose_only_become_fewer() {
    let hits = hits();
    let table = table(&hits);
    println!("{table}");
    let path = repository().join("crates/funray/tests/prose-counts.txt");
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    let limits: BTreeMap<&str, usize> = recorded
        .lines()
        .filter_map(|line| line.rsplit_once(' '))
        .map(|(key, count)| (key, count.parse().expect("a number")))
        .collect();
    let is_grown = |key: &str, count: usize| count > limits.get(key).copied().unwrap_or_default();
    let grown: Vec<String> = hits
        .iter()
        .filter(|(key, lines)| is_grown(key, lines.len()))
        .map(|(key, lines)| format!("{key}\n  {}", lines.join("\n  ")))
        .collect();
    assert!(
        grown.is_empty(),
        "one of these lines is new; say it in plain English (docs/recipes/comment.md):\n{}",
        grown.join("\n")
    );
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &table).expect("the file is written");
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        table == recorded,
        "there are fewer odd patterns than recorded: run UPDATE_GOLDEN=1 scripts/prose-counts.sh"
    );
}

#[test]
fn patterns_count_where_they_are_a_fault() {
    assert_eq!(found(Kind::Code, "    /// What a card costs."), ["what"]);
    assert_eq!(found(Kind::Code, "let a = b; // It stands here."), ["stands"]);
    assert_eq!(found(Kind::Code, "/// Whoever asks."), ["whoever", "who"]);
    assert_eq!(found(Kind::Code, &format!("const {}_CARDS: u8 = 1;", "MOST")), ["const"]);
    assert_eq!(found(Kind::Text, "Cards. Whose card it is"), ["who"]);
    assert_eq!(found(Kind::Hash, "rows = 1 # Nobody reads them."), ["somebody"]);
    let harmless = [
        "fn stands() {}",
        "/// Whatever outstanding.",
        "/// Says what it is.",
        "//What",
        "/// A stand-in.",
    ];
    for line in harmless {
        assert!(found(Kind::Code, line).is_empty(), "{line}");
    }
    assert!(found(Kind::Hash, "text = \"Nobody\"").is_empty());
}

#[test]
fn rows_are_crates_and_folders() {
    assert_eq!(row("README.md"), ".");
    assert_eq!(row("crates/cards/src/lib.rs"), "crates/cards");
    assert_eq!(row("docs/recipes/style.md"), "docs");
    assert_eq!(row("web/src/areas/counter/Counter.tsx"), "web/src/areas/counter");
    assert_eq!(row("web/src/lib/money.ts"), "web/src/lib");
    assert_eq!(row("web/e2e/support/shop.ts"), "web/e2e");
}
