//! Checks the licences and sources of all crates in the program, and that none is banned, by the
//! rules of `deny.toml`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
};

use serde_json::Value;

use crate::support::documents::repository;

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn rules() -> toml::Table {
    let text = fs::read_to_string(repository().join("deny.toml")).expect("deny.toml");
    text.parse().expect("TOML")
}

/// Returns the crates for this platform as resolved by cargo, including our own. Works without a
/// network.
fn resolved() -> Value {
    let flags = ["--format-version", "1", "--locked", "--offline", "--all-features"];
    let output = Command::new(env!("CARGO"))
        .arg("metadata")
        .args(flags)
        .args(["--filter-platform", "host-tuple"])
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

/// Returns whether the allowed licences satisfy a licence expression. `AND` binds more tightly than
/// `OR`, and old crates write `/` for `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    any_of(&mut words, allowed) == Some(true) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// Evaluates alternatives joined by `OR`. Returns `None` for an invalid expression.
fn any_of(words: &mut Words<'_>, allowed: &BTreeSet<&str>) -> Option<bool> {
    let mut is_satisfied = all_of(words, allowed)?;
    while words.next_if_eq(&"OR").is_some() {
        is_satisfied |= all_of(words, allowed)?;
    }
    Some(is_satisfied)
}

fn all_of(words: &mut Words<'_>, allowed: &BTreeSet<&str>) -> Option<bool> {
    let mut is_satisfied = one(words, allowed)?;
    while words.next_if_eq(&"AND").is_some() {
        is_satisfied &= one(words, allowed)?;
    }
    Some(is_satisfied)
}

fn one(words: &mut Words<'_>, allowed: &BTreeSet<&str>) -> Option<bool> {
    let word = words.next()?;
    if word == "(" {
        let is_satisfied = any_of(words, allowed)?;
        return (words.next()? == ")").then_some(is_satisfied);
    }
    let mut licence = word.to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        licence = format!("{licence} WITH {}", words.next()?);
    }
    Some(allowed.contains(licence.as_str()))
}

#[test]
fn licence_expressions_are_satisfied_by_allowed_licences_only() {
    let allowed = BTreeSet::from(["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"]);
    let good = ["MIT", "GPL-3.0 OR MIT", "GPL-3.0/MIT", "(GPL-3.0 OR MIT) AND ISC"];
    assert!(good.iter().all(|licence| is_allowed(licence, &allowed)));
    assert!(is_allowed("Apache-2.0 WITH LLVM-exception", &allowed));
    let bad = ["", "GPL-3.0", "MIT AND GPL-3.0", "ISC OR", "(MIT", "Apache-2.0", "MIT ISC"];
    assert!(!bad.iter().any(|licence| is_allowed(licence, &allowed)));
    assert!(is_allowed("MIT OR GPL-3.0 AND ISC", &allowed), "AND binds closer");
}

#[test]
fn dependencies_have_allowed_licences() {
    let (rules, resolved) = (rules(), resolved());
    let allowed = rules["licenses"]["allow"].as_array().expect("a list");
    let allowed: BTreeSet<&str> = allowed.iter().filter_map(toml::Value::as_str).collect();
    let refused: Vec<_> = list(&resolved, "packages")
        .iter()
        .filter(|package| !is_allowed(text(package, "license"), &allowed))
        .map(|package| format!("{}: {}", text(package, "name"), text(package, "license")))
        .collect();
    assert!(refused.is_empty(), "deny.toml does not allow these licences: {refused:#?}");
}

/// Checks the lock file, because it lists the crates for all platforms.
#[test]
fn dependencies_come_from_the_registry_only() {
    let resolved = resolved();
    let own: BTreeSet<&str> = list(&resolved, "packages")
        .iter()
        .filter(|package| package["source"].is_null())
        .map(|package| text(package, "name"))
        .collect();
    let lock = fs::read_to_string(repository().join("Cargo.lock")).expect("Cargo.lock");
    let lock: toml::Table = lock.parse().expect("TOML");
    for package in lock["package"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a name");
        let source = package.get("source").and_then(toml::Value::as_str);
        assert!(source == Some(REGISTRY) || own.contains(name), "{name} comes from {source:?}");
    }
}

#[test]
fn own_crates_name_the_versions_of_their_dependencies() {
    let resolved = resolved();
    for package in list(&resolved, "packages").iter().filter(|one| one["source"].is_null()) {
        for dependency in list(package, "dependencies") {
            let is_wild = text(dependency, "req") == "*" && dependency["path"].is_null();
            let (user, name) = (text(package, "name"), text(dependency, "name"));
            assert!(!is_wild, "{user} takes any version of {name}");
        }
    }
}

#[test]
fn banned_crates_are_used_by_their_listed_wrappers_only() {
    let (rules, resolved) = (rules(), resolved());
    let names: BTreeMap<&str, &str> = list(&resolved, "packages")
        .iter()
        .map(|package| (text(package, "id"), text(package, "name")))
        .collect();
    for ban in rules["bans"]["deny"].as_array().expect("a list") {
        let banned = ban["name"].as_str().expect("a name");
        let wrappers = ban.get("wrappers").and_then(toml::Value::as_array);
        let wrappers: BTreeSet<&str> =
            wrappers.into_iter().flatten().filter_map(toml::Value::as_str).collect();
        let users: Vec<_> = list(&resolved["resolve"], "nodes")
            .iter()
            .filter(|node| list(node, "deps").iter().any(|dep| names[text(dep, "pkg")] == banned))
            .map(|node| names[text(node, "id")])
            .filter(|user| !wrappers.contains(user))
            .collect();
        assert!(users.is_empty(), "{banned} is banned ({ban}), and used by {users:?}");
    }
}
