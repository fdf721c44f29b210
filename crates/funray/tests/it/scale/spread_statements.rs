//! Statements in the source that a cluster would refuse, or for which it asks all machines. Judged by
//! their text, so a statement that is put together from parts is judged by its first part alone.
//! `UPDATE_GOLDEN=1` removes lines of `tests/all-machines.txt` that are not needed any more.

use std::{collections::BTreeSet, fs, path::PathBuf};

use super::colocation::{asks_all, fault};
use crate::support::documents::{repository, rust_files};

/// Statements that join a table of the coordinator with distributed ones, each named by its beginning:
/// payments with their jobs, and payouts with their transfers. A cluster sends the coordinator's rows
/// to all machines. No statement may be added.
const WITH_LOCAL: [&str; 7] = [
    "SELECT a.id, 'it is ' || a.state || COALESCE(': ' || j.last_error, '')",
    "SELECT p.id, 'it is ' || p.state || ' with ' || p.amount",
    "SELECT r.id, 'the gateway has not made it'",
    "SELECT s.id, 'it says ' || s.commission",
    "SELECT s.id, 'its tax is ' || s.tax || ', and its transfer",
    "SELECT t.id, 'no payout knows it'",
    "SELECT t.id, 'no statement knows it'",
];

/// Returns the SQL statements in the string literals of a source file.
fn statements(source: &str) -> Vec<String> {
    const VERBS: [&str; 5] = ["SELECT ", "WITH ", "UPDATE ", "DELETE ", "INSERT "];
    // A quotation mark alone begins no literal.
    let source = source.replace("'\"'", "");
    let (mut found, mut rest) = (Vec::new(), source.as_str());
    while let Some(at) = rest.find(['"', '/']) {
        rest = &rest[at..];
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(literal) = rest.strip_prefix('"') {
            let mut is_escaped = false;
            let end = literal.find(|letter| {
                let ends = letter == '"' && !is_escaped;
                is_escaped = letter == '\\' && !is_escaped;
                ends
            });
            let (text, after) = literal.split_at(end.unwrap_or(literal.len()));
            if VERBS.iter().any(|verb| text.starts_with(verb)) {
                found.push(format!("{text}{}", lock_of(text, after)));
            }
            rest = after.get(1..).unwrap_or_default();
        } else {
            rest = &rest[1..];
        }
    }
    found
}

/// Returns the lock that the rest of the source adds to a statement.
fn lock_of(text: &str, rest: &str) -> &'static str {
    let call = rest.split(';').next().unwrap_or_default();
    let is_added = [".for_update()", ".skip_locked()"].iter().any(|lock| call.contains(lock));
    if is_added || text.contains("{lock}") { " FOR UPDATE" } else { "" }
}

/// Returns the statements in the source with the path of their file, and for a rule of the books
/// with the table whose rows it reads.
fn of_source() -> Vec<(String, String, Option<&'static str>)> {
    let rules = funray::features::rules();
    let rules: Vec<_> = rules.of_books.iter().chain(&rules.of_derived).collect();
    let crates = repository().join("crates");
    let mut found = Vec::new();
    for file in rust_files(&crates) {
        if !file.components().any(|part| part.as_os_str() == "src") {
            continue;
        }
        let name = file.strip_prefix(&crates).expect("a file of a crate").display().to_string();
        let source = fs::read_to_string(&file).expect("a source");
        for sql in statements(&source) {
            let rule = rules.iter().find(|rule| rule.breaking == sql);
            found.push((name.clone(), sql, rule.map(|rule| rule.table)));
        }
    }
    found
}

#[test]
fn statements_in_the_source_join_on_distribution_columns() {
    let (mut wrong, mut known) = (Vec::new(), BTreeSet::new());
    for (file, sql, table) in of_source() {
        let table = table.unwrap_or("card");
        let whole = sql.replace("{rows}", table).replace("{each}", table);
        let Some(fault) = fault(&whole) else { continue };
        match WITH_LOCAL.iter().find(|part| sql.contains(*part)) {
            Some(part) => {
                known.insert(*part);
            }
            None => wrong.push(format!("{file} ({fault:?}): {sql}")),
        }
    }
    assert!(wrong.is_empty(), "a cluster refuses these:\n{}", wrong.join("\n\n"));
    assert_eq!(known.into_iter().collect::<Vec<_>>(), WITH_LOCAL, "some are not needed any more");
}

/// Characters of a statement by which `tests/all-machines.txt` names it.
const SHOWN: usize = 100;

/// Rules of the books read whole tables, or the new rows of one, so they are no exceptions.
#[test]
fn statements_that_ask_all_machines_are_listed_and_get_fewer() {
    let unbound = of_source().into_iter().filter(|(_, sql, rule)| rule.is_none() && asks_all(sql));
    let line = |(file, sql, _): (String, String, _)| {
        let words: Vec<&str> = sql.split_whitespace().collect();
        let shown: String = words.join(" ").chars().take(SHOWN).collect();
        format!("{file}: {}", shown.trim_end())
    };
    let found: BTreeSet<String> = unbound.map(line).collect();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/all-machines.txt");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let listed: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    let more: Vec<&str> = found.difference(&listed).map(String::as_str).collect();
    assert!(
        more.is_empty(),
        "a cluster asks all machines for these: name the vendor or the person of the rows\n{}",
        more.join("\n")
    );
    let lines: Vec<&str> = found.iter().map(String::as_str).collect();
    let fewer = format!("{}\n", lines.join("\n"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &fewer).expect("the file is written");
    }
    assert!(
        fs::read_to_string(&path).is_ok_and(|text| text == fewer),
        "fewer statements ask all machines: run UPDATE_GOLDEN=1 cargo test --workspace --all-features --locked \
         --test it -- ask_all_machines"
    );
}
