//! Checks the documents: the files, headings, commands and tests that they name must exist.

use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path, PathBuf},
};

use clap::CommandFactory;

use crate::support::documents::{FRONT_PAGES, documents, repository, rust_files, word};

/// Readers copy commands from the documents, so each command must exist.
#[test]
fn documents_name_existing_targets_and_commands() {
    let makefile = fs::read_to_string(repository().join("Makefile")).expect("the Makefile");
    let cli = funray::cli::Cli::command();
    for (document, text) in documents() {
        for code in text.split('`').skip(1).step_by(2) {
            let mut words = code.split_whitespace().skip_while(|word| word.contains('='));
            match (words.next(), words.next()) {
                (Some("make"), Some(target)) => {
                    let rule = format!("\n{target}:");
                    assert!(makefile.contains(&rule), "{document}: make {target}");
                }
                (Some("funray"), Some(command)) if !command.starts_with('-') => {
                    let is_there = cli.find_subcommand(command).is_some();
                    assert!(is_there, "{document}: funray {command}");
                }
                _ => {}
            }
        }
    }
}

/// Newcomers read the front pages in one sitting, so these must stay short. Details belong in the
/// folders in `docs`.
#[test]
fn front_pages_stay_within_their_size() {
    for (document, text) in documents() {
        let Some((_, most)) = FRONT_PAGES.iter().find(|(name, _)| *name == document) else {
            continue;
        };
        let count = text.chars().count();
        assert!(
            count <= *most,
            "{document} has {count} characters, at most {most}: move details below docs/"
        );
    }
}

/// Returns the link targets in a Markdown text, except in code blocks.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split(')').next())
}

/// Returns the anchor that Markdown renderers make from a heading.
fn anchor(heading: &str) -> String {
    let is_kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | ' ');
    heading.to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-")
}

/// Resolves `.` and `..` in a path.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut normal, part| {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::CurDir => {}
            part => normal.push(part),
        }
        normal
    })
}

#[test]
fn links_of_documents_lead_to_files_and_headings() {
    let mut count = 0;
    for (document, text) in documents() {
        let folder = Path::new(&document).parent().unwrap_or(Path::new(""));
        for link in links(&text).filter(|link| !link.contains(':')) {
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { document.clone().into() } else { folder.join(path) };
            let target = repository().join(normal(&target));
            assert!(target.exists(), "{document} links to {link}, which is not there");
            if !heading.is_empty() {
                let page = fs::read_to_string(&target).expect("a page with headings");
                let has_heading = page
                    .lines()
                    .filter_map(|line| line.strip_prefix('#'))
                    .any(|line| anchor(line.trim_start_matches('#').trim()) == heading);
                assert!(has_heading, "{document} links to {link}, a heading that is not there");
            }
            count += 1;
        }
    }
    assert!(count > 100, "only {count} links were found");
}

/// Every test named in the security documents must exist. Otherwise their rules would be unproven.
#[test]
fn security_documents_name_existing_tests() {
    let (mut modules, mut functions) = (BTreeSet::new(), BTreeSet::new());
    let folders = ["libs", "crates"].map(|folder| rust_files(&repository().join(folder)));
    for path in folders.concat() {
        // A module can be a folder, so include the names of folders.
        modules.extend(
            path.iter()
                .rev()
                .take(2)
                .map(|part| part.to_str().expect("a name").trim_end_matches(".rs").to_owned()),
        );
        let text = fs::read_to_string(&path).expect("text");
        functions.extend(text.split("fn ").skip(1).map(word));
    }
    let is_there = |name: &str| {
        let part = name.rsplit([':', ' ']).next().unwrap_or(name).trim_matches('…');
        let is_beginning = name.ends_with('…');
        functions.contains(part)
            || modules.contains(part)
            || is_beginning && functions.iter().any(|function| function.starts_with(part))
    };
    let mut count = 0;
    for (document, text) in documents() {
        if document != "SECURITY.md" && !document.starts_with("docs/security/") {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        // A row is the head of a table if the next line is a row of dashes.
        let is_head = |at: usize| lines.get(at + 1).is_some_and(|next| next.starts_with("|-"));
        let rules = lines
            .iter()
            .enumerate()
            .filter(|(at, line)| line.starts_with('|') && !line.starts_with("|-") && !is_head(*at));
        for (_, rule) in rules {
            let tests = rule.trim_end_matches([' ', '|']).rsplit('|').next().unwrap_or_default();
            let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
            assert!(!names.is_empty(), "{document}: no test holds this rule: {rule}");
            for name in names {
                assert!(is_there(name), "{document} names {name}, which is no test");
            }
            count += 1;
        }
    }
    assert!(count > 100, "only {count} rules were found");
}
