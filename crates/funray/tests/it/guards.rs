//! Guards of the design: what must stay true of the code as it grows.

use std::{collections::BTreeMap, fs, path::PathBuf};

use crate::support::Place;

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_openapi_document_is_the_committed_one() {
    let committed = fs::read(repository().join("crates/funray/openapi.json")).expect("the file");
    assert!(
        committed == funray::http::document(),
        "the calls have changed: run `make api` and look at the difference"
    );
}

/// The sources of the program by path from `src`, without their unit tests.
fn sources() -> BTreeMap<String, String> {
    let root = repository().join("crates/funray/src");
    let mut folders = vec![root.clone()];
    let mut sources = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).expect("inside").display().to_string();
            let text = fs::read_to_string(&path).expect("text");
            let program = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            sources.insert(name, program.to_owned());
        }
    }
    sources
}

/// The modules that a source names: the word behind each `crate::`, braces opened.
fn named(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for piece in source.split("crate::").skip(1) {
        if let Some(list) = piece.strip_prefix('{') {
            found.extend(list_heads(list));
        } else {
            found.push(word(piece));
        }
    }
    found
}

/// `app::App, http::{extract::Path, server}}` names `app` and `http`.
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

fn word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// What nobody below a feature may know of, and what the layers of a feature may not reach up to.
#[test]
fn imports_lean_one_way() {
    const GROUND: [&str; 4] = ["kernel", "brand", "error", "config"];
    const FEATURES: [&str; 13] = [
        "accounts",
        "campaigns",
        "captcha",
        "cards",
        "carts",
        "contact",
        "demo",
        "directory",
        "files",
        "helpdesk",
        "orders",
        "payments",
        "tenants",
    ];
    let mut wrong = Vec::new();
    for (path, source) in sources() {
        let folder = path.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let file = path.rsplit('/').next().unwrap_or_default();
        for name in named(&source) {
            let allowed = match (folder, file) {
                ("kernel", _) => name == "kernel" || name == "id_type",
                ("brand" | "error" | "config", _) => GROUND.contains(&name.as_str()),
                (
                    "auth" | "jobs" | "mail" | "metrics" | "ledger" | "idempotency" | "limits"
                    | "lists" | "secrets",
                    _,
                ) => !FEATURES.contains(&name.as_str()),
                (_, _) if is_store(&path) => !["http", "app"].contains(&name.as_str()),
                (_, "rules.rs") => ["kernel", "auth", "brand"].contains(&name.as_str()),
                _ => true,
            };
            if !allowed {
                wrong.push(format!("{path} names crate::{name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "these imports lean the wrong way:\n{}", wrong.join("\n"));
}

/// `store.rs`, or a file of a store that has grown into a folder.
fn is_store(path: &str) -> bool {
    path.ends_with("store.rs") || path.contains("/store/")
}

#[test]
fn sql_stands_in_stores_only() {
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

#[test]
fn a_features_store_and_rules_are_its_own() {
    let open: Vec<String> = sources()
        .into_iter()
        .filter(|(_, source)| source.contains("pub mod store") || source.contains("pub mod rules"))
        .map(|(path, _)| path)
        .collect();
    assert!(open.is_empty(), "other features could reach these stores: {open:?}");
}

/// Tables, columns with their kind and whether they may be null, and unique and plain indexes, as one engine
/// describes what the migrations made of it.
fn schema(place: &Place) -> Vec<String> {
    let db = place.open();
    db.migrate(funray::migrations::ALL).expect("migrations");
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
fn both_engines_end_with_the_same_schema() {
    if !crate::support::place::on_postgres() {
        return;
    }
    let postgres = schema(&Place::new());
    let sqlite = schema(&Place::embedded());
    assert!(postgres.iter().any(|line| line == "job.id text not null"), "{postgres:#?}");
    assert_eq!(sqlite, postgres);
}
