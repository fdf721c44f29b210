//! Checks design rules that the code must follow as it grows.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use db::SpreadTable;
use funray::features;
use platform::distribution::PLAN;

use crate::support::{
    Place,
    documents::{repository, rust_files, word},
};

#[test]
fn openapi_document_matches_the_committed_file() {
    let committed = fs::read(repository().join("crates/funray/openapi.json")).expect("the file");
    assert!(
        committed == funray::router::document(),
        "the calls have changed: run `make api` and look at the difference"
    );
}

/// Every `$ref` in the OpenAPI document must refer to an existing part of the document.
#[test]
fn openapi_document_holds_all_that_it_refers_to() {
    let text = funray::router::document();
    let document: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let text = std::str::from_utf8(&text).expect("text");
    for reference in text.split("\"$ref\": \"#").skip(1) {
        let place = reference.split('"').next().unwrap_or_default();
        assert!(document.pointer(place).is_some(), "{place} is not in the document");
    }
}

/// Returns the product's sources without their unit tests. The keys are paths such as
/// `crate/file.rs`, without `src`.
fn sources() -> BTreeMap<String, String> {
    let root = repository().join("crates");
    let sources = rust_files(&root).into_iter().filter(|path| {
        path.strip_prefix(&root).expect("inside").iter().nth(1).is_some_and(|part| part == "src")
    });
    let named = sources.map(|path| {
        let name = path.strip_prefix(&root).expect("inside").display().to_string();
        let name = name.replacen("/src/", "/", 1);
        let text = fs::read_to_string(&path).expect("text");
        let program = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        (name, program.to_owned())
    });
    named.collect()
}

/// Some code must write every declared audit action and subject, because readers of the log expect
/// rows with them.
#[test]
fn every_word_of_the_audit_log_is_written_somewhere() {
    let actions =
        features::actions().into_iter().map(|action| format!("actions::{}", action.word()));
    let kinds = features::subjects().into_iter().map(|kind| kind.word().to_owned());
    let words: BTreeSet<String> = actions.chain(kinds).collect();
    let mut written = BTreeSet::new();
    for (path, source) in sources() {
        if path.ends_with("/actions.rs") || !source.contains("actions::") {
            continue;
        }
        let named = source.split("actions::").skip(1);
        written.extend(named.map(|rest| format!("actions::{}", word(rest))));
        let imports = source.split("\nuse ").filter_map(|part| part.split_once(';'));
        let bodies = imports.map(|(_, body)| body);
        let is_apart = |letter: char| !letter.is_ascii_uppercase() && letter != '_';
        written.extend(bodies.flat_map(|body| body.split(is_apart)).map(str::to_owned));
    }
    let unwritten: Vec<_> = words.difference(&written).collect();
    assert!(unwritten.is_empty(), "no code writes {unwritten:?}: write it, or remove it");
}

/// Returns the modules of the crate `of` that a source names: the word after each `CRATE::`, or
/// each word in braces there.
fn named(source: &str, of: &str) -> Vec<String> {
    let mut found = Vec::new();
    let root = format!("{of}::");
    for (at, _) in source.match_indices(&root) {
        let is_longer = |letter: char| letter.is_alphanumeric() || "_:".contains(letter);
        if source[..at].ends_with(is_longer) {
            continue;
        }
        let piece = &source[at + root.len()..];
        if let Some(list) = piece.strip_prefix('{') {
            found.extend(list_heads(list));
        } else {
            found.push(word(piece));
        }
    }
    found
}

/// Returns the first word of each item in a list in braces: `app` and `web` for `app::App,
/// web::{extract::Path, server}}`.
fn list_heads(list: &str) -> Vec<String> {
    let mut heads = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                heads.push(word(list[start..at].trim()));
                start = at + 1;
                if letter == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

/// Crates whose `lib.rs` lists the modules in order. A module may import only modules listed above
/// it.
const ORDERED: [&str; 5] = ["platform", "access", "market", "checkout", "finance"];

/// Returns the modules of a crate in the order of its `lib.rs`.
fn order_of_modules(of: &str) -> Vec<String> {
    let lib = repository().join(format!("crates/{of}/src/lib.rs"));
    let text = fs::read_to_string(lib).expect("lib.rs");
    let lines = text.lines().filter_map(|line| line.split("mod ").nth(1));
    lines.map(word).collect()
}

#[test]
fn imports_lead_upwards_in_lib_rs() {
    let orders: BTreeMap<&str, Vec<String>> =
        ORDERED.map(|of| (of, order_of_modules(of))).into_iter().collect();
    let mut wrong = Vec::new();
    for (path, source) in sources() {
        let (of, inner) = path.split_once('/').expect("a crate");
        let Some(order) = orders.get(of) else { continue };
        let place = |name: &str| order.iter().position(|module| module == name);
        let module = inner.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let Some(own) = place(module) else { continue };
        for name in named(&source, "crate") {
            if place(&name).is_none_or(|other| other > own) {
                wrong.push(format!("{path} imports crate::{name}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "these import what stands below them in the lib.rs of their crate; \
         let the lower one define a trait, or move what both need:\n{}",
        wrong.join("\n")
    );
}

/// `lib.rs` must list every module of an ordered crate, because a missing module would have no
/// position in the order.
#[test]
fn every_module_of_an_ordered_crate_is_in_its_list() {
    for of in ORDERED {
        let listed: BTreeSet<String> = order_of_modules(of).into_iter().collect();
        let found: BTreeSet<String> = sources()
            .keys()
            .filter_map(|path| path.strip_prefix(&format!("{of}/")))
            .filter_map(|path| path.split('/').next())
            .map(|part| part.trim_end_matches(".rs").to_owned())
            .filter(|part| part != "lib")
            .collect();
        assert_eq!(listed, found, "modules of {of}");
    }
}

/// Rules (`rules.rs`) are pure decisions. Stores must depend neither on requests nor on the running
/// program.
#[test]
fn rules_and_stores_import_no_program() {
    let mut wrong = Vec::new();
    for (path, source) in sources() {
        let is_rule = matches!(path.rsplit('/').next(), Some("rules.rs" | "attempt.rs"))
            || path.contains("/rules/");
        if is_rule {
            // A rule may import only `kernel`, the roles in `access::auth`, and its own crate.
            let own = path.split('/').next().unwrap_or_default();
            let others = CRATES.into_iter().filter(|of| !["kernel", own].contains(of));
            let from =
                others.flat_map(|of| named(&source, of).into_iter().map(move |name| (of, name)));
            let from = from.filter(|(of, name)| (*of, name.as_str()) != ("access", "auth"));
            wrong.extend(from.map(|(of, name)| format!("{path} imports {of}::{name}")));
        } else if is_store(&path) {
            let from = named(&source, "platform").into_iter();
            let from = from.filter(|name| ["web", "app"].contains(&name.as_str()));
            wrong.extend(from.map(|name| format!("{path} imports platform::{name}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names of the product's crates, except the program `funray` itself.
const CRATES: [&str; 14] = [
    "brands", "kernel", "art", "platform", "people", "ledger", "access", "mail", "market", "cards",
    "checkout", "finance", "accounts", "desk",
];

/// Returns whether a file is a store: `store.rs`, or a file in a folder `store`.
fn is_store(path: &str) -> bool {
    path.ends_with("store.rs") || path.contains("/store/")
}

#[test]
fn every_feature_that_stores_replies_has_golden_ones() {
    for (path, source) in sources() {
        if !source.contains("named.keep(") {
            continue;
        }
        let mut parts = path.split('/');
        let own = parts.next().unwrap_or_default();
        let folder = repository().join(format!("crates/{own}/tests/stored/replies"));
        let names = [Some(own), parts.next()].into_iter().flatten();
        let mut files = names.map(|name| folder.join(format!("{name}.json")));
        assert!(
            files.any(|file| file.exists()),
            "put a list of what {path} stores under its keys into a file in {}, as serde writes it, and a test that reads it",
            folder.display()
        );
    }
}

/// Handlers must not pass a closure that compares a change with the earlier record (`before`) to a
/// use case. The use case itself makes this comparison, with the record that it has locked.
#[test]
fn handlers_pass_values_and_no_checks_of_the_record_before() {
    let is_api = |path: &str| path.contains("/api/") || path.ends_with("/api.rs");
    let wrong: Vec<String> = sources()
        .into_iter()
        .filter(|(path, _)| is_api(path))
        .filter(|(_, source)| {
            let closures = source.split("move |").skip(1);
            let mut arguments = closures.filter_map(|rest| rest.split('|').next());
            arguments.any(|given| given.split([',', ' ']).any(|name| name == "before"))
        })
        .map(|(path, _)| path)
        .collect();
    assert!(
        wrong.is_empty(),
        "pass a checked change to the use case and compare it in rules.rs: {wrong:?}"
    );
}

#[test]
fn sql_is_found_in_stores_only() {
    let verbs = ["SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM "];
    let wrong: Vec<String> = sources()
        .into_iter()
        .filter(|(path, _)| !is_store(path))
        .filter(|(_, source)| {
            let mut lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
            lines.any(|line| verbs.iter().any(|verb| line.contains(&format!("\"{verb}"))))
        })
        .map(|(path, _)| path)
        .collect();
    assert!(wrong.is_empty(), "SQL outside of a store: {wrong:?}");
}

/// Functions that change names or roles of staff. Each must also write a row of the identity
/// history, see `people/identity`.
const IDENTITY_CHANGERS: [&str; 8] = [
    "accounts/store/people.rs close",
    "accounts/store/people.rs insert",
    "accounts/store/people.rs set_names",
    "accounts/store/roles.rs change",
    "accounts/store/roles.rs insert",
    "accounts/store/roles.rs set_active",
    "accounts/store/roles.rs set_inactive",
    "people/identity/store.rs insert",
];

#[test]
fn names_and_roles_of_people_are_changed_by_the_listed_store_functions_only() {
    let mut found = BTreeSet::new();
    for (path, source) in sources() {
        for function in source.split("\npub fn ").flat_map(|part| part.split("\nfn ")).skip(1) {
            let sql = function.split_whitespace().collect::<Vec<_>>().join(" ");
            let names = ["email = ", "first_name = ", "last_name = ", "search_key = "];
            let renames = sql.split("UPDATE person SET ").skip(1).any(|statement| {
                let set = statement.split(" WHERE ").next().unwrap_or_default();
                names.iter().any(|column| set.contains(column))
            });
            let changes = [
                "INSERT INTO person (",
                "UPDATE person_role",
                "INSERT INTO person_role",
                "DELETE FROM person_role",
            ];
            if renames || changes.iter().any(|statement| sql.contains(statement)) {
                found.insert(format!("{path} {}", word(function)));
            }
        }
    }
    assert_eq!(found, IDENTITY_CHANGERS.map(str::to_owned).into());
}

#[test]
fn stores_and_rules_are_private_to_their_feature() {
    let open: Vec<String> = sources()
        .into_iter()
        .filter(|(_, source)| {
            source.contains("pub mod store;") || source.contains("pub mod rules;")
        })
        .map(|(path, _)| path)
        .collect();
    assert!(open.is_empty(), "other features could reach these stores: {open:?}");
}

/// Returns a description of the schema after all migrations: tables, columns with type and
/// nullability, unique and other indexes.
pub fn schema(place: &Place) -> Vec<String> {
    let db = place.open();
    db.migrate(platform::migrations::ALL).expect("migrations");
    let columns: &'static str = match db.engine() {
        db::Engine::Sqlite => {
            "SELECT t.name || '.' || c.name || ' ' ||
                    CASE c.type WHEN 'BOOLEAN' THEN 'boolean' WHEN 'BIGINT' THEN 'bigint' ELSE 'text' END ||
                    CASE c.\"notnull\" WHEN 1 THEN ' not null' ELSE '' END
             FROM sqlite_schema t, pragma_table_info(t.name) c
             WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'refinery%'"
        }
        db::Engine::Postgres => {
            "SELECT table_name || '.' || column_name || ' ' || data_type ||
                    CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END
             FROM information_schema.columns
             WHERE table_schema = 'public' AND table_name NOT LIKE 'refinery%'"
        }
    };
    let indexes: &'static str = match db.engine() {
        db::Engine::Sqlite => {
            "SELECT 'index ' || i.name || CASE i.\"unique\" WHEN 1 THEN ' unique' ELSE '' END || ' on ' || t.name ||
                    ' (' || (SELECT group_concat(x.name, ', ') FROM pragma_index_info(i.name) x) || ')'
             FROM sqlite_schema t, pragma_index_list(t.name) i
             WHERE t.type = 'table' AND i.origin = 'c'"
        }
        db::Engine::Postgres => {
            "SELECT 'index ' || c.relname || CASE i.indisunique WHEN TRUE THEN ' unique' ELSE '' END || ' on ' ||
                    t.relname || ' (' || (SELECT string_agg(a.attname, ', ' ORDER BY k.at)
                        FROM unnest(i.indkey) WITH ORDINALITY k(number, at)
                        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number) || ')'
             FROM pg_index i
             JOIN pg_class c ON c.oid = i.indexrelid
             JOIN pg_class t ON t.oid = i.indrelid
             JOIN pg_namespace n ON n.oid = t.relnamespace
             WHERE n.nspname = 'public' AND t.relname NOT LIKE 'refinery%'
               AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = c.oid)"
        }
    };
    let mut lines: Vec<String> = db
        .read_blocking(move |tx| {
            let mut lines = tx.rows::<(String,)>(columns, &[])?;
            lines.extend(tx.rows::<(String,)>(indexes, &[])?);
            Ok::<_, db::Error>(lines)
        })
        .expect("a description")
        .into_iter()
        .map(|(line,)| line)
        .collect();
    lines.sort();
    lines
}

#[test]
fn migrations_give_both_engines_the_same_schema() {
    if !crate::support::place::on_postgres() {
        return;
    }
    let postgres = schema(&Place::new());
    let sqlite = schema(&Place::embedded());
    assert!(postgres.iter().any(|line| line == "job.id text not null"), "{postgres:#?}");
    assert_eq!(sqlite, postgres);
}

/// Keys that don't begin with the distribution column of their table. No key may be added to this
/// list.
const WITHOUT_COLUMN: [&str; 0] = [];

#[test]
fn keys_begin_with_the_column_by_which_their_table_is_spread() {
    if !crate::support::place::on_postgres() {
        return;
    }
    let keys = "SELECT CAST(t.relname AS TEXT), CAST(k.conname AS TEXT), CAST(COALESCE(f.relname, '') AS TEXT),
                       CAST(a.attname AS TEXT)
                FROM pg_constraint k
                JOIN pg_class t ON t.oid = k.conrelid
                JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'public'
                LEFT JOIN pg_class f ON f.oid = k.confrelid
                JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.conkey[1]
                WHERE k.contype IN ('p', 'u', 'f') AND k.conparentid = 0
                UNION
                SELECT CAST(t.relname AS TEXT), CAST(c.relname AS TEXT), '', CAST(a.attname AS TEXT)
                FROM pg_index i
                JOIN pg_class c ON c.oid = i.indexrelid
                JOIN pg_class t ON t.oid = i.indrelid
                JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'public'
                JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
                WHERE i.indisunique";
    let place = Place::migrated();
    let keys: Vec<(String, String, String, String)> =
        place.open().read_blocking(move |tx| tx.rows(keys, &[])).expect("the catalogue");
    for SpreadTable { table, .. } in PLAN.spread {
        assert!(keys.iter().any(|(of, ..)| of == table), "there is no {table}");
    }
    let mut without: Vec<&str> = keys
        .iter()
        .filter(|(table, _, target, column)| {
            PLAN.spread.iter().any(|spread| spread.table == table && spread.column != column)
                && !PLAN.copied.contains(&target.as_str())
        })
        .map(|(_, key, ..)| key.as_str())
        .collect();
    without.sort_unstable();
    assert_eq!(without, WITHOUT_COLUMN, "these keys don't begin with the column of their table");
}
