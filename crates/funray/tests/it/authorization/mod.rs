//! Authorization matrix: every actor makes every call of the API, on their own subjects, someone
//! else's, and missing ones. `tests/authorization.txt` holds the results, so that reviewers see
//! each change of policy. `UPDATE_GOLDEN=1` updates the file.

mod fields;
mod matrix;
mod samples;
mod world;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use access::auth::{Permission, Role};

use matrix::{Answer, Row, Target};
use world::Actor;

use crate::openapi;

/// Every call in the OpenAPI document needs a sample. Otherwise the matrix would not show who can
/// make the call.
#[test]
fn authorization_samples_cover_every_documented_call() {
    let documented = documented();
    let sampled: BTreeSet<String> =
        samples::all().iter().map(|sample| sample.call.to_owned()).collect();
    let missing: Vec<_> = documented.difference(&sampled).collect();
    assert!(
        missing.is_empty(),
        "add a sample to `all` in crates/funray/tests/it/authorization/samples.rs, such as `on(\"PUT /api/v1/…/{{id}}\", Subject::Card)\
         .body(|_| json!({{ … }}))`, and `.public()` for calls without an account: {missing:#?}"
    );
    let gone: Vec<_> = sampled.difference(&documented).collect();
    assert!(gone.is_empty(), "these calls are no more: {gone:#?}");
}

#[test]
fn authorization_matrix_matches_the_committed_file() {
    let rows = matrix::of(&samples::all());
    let table = matrix::table(&rows);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/authorization.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(file, &table).expect("written");
    }
    rows.iter().for_each(expect_sound);
    expect_documented_codes(&rows);
    expect_documented_fields(&rows);
    expect_the_same_for_hidden_and_missing(&rows);
    let committed = std::fs::read_to_string(file).unwrap_or_default();
    let (before, now): (BTreeSet<_>, BTreeSet<_>) =
        (committed.lines().collect(), table.lines().collect());
    let gone: Vec<_> = before.difference(&now).collect();
    let new: Vec<_> = now.difference(&before).collect();
    assert!(
        committed == table,
        "run UPDATE_GOLDEN=1 cargo test --workspace --all-features --locked --test it -- authorization, \
         and look at the difference of crates/funray/tests/authorization.txt\nbefore: {gone:#?}\nnow: {new:#?}\n{}",
        matrix::columns()
    );
}

/// Checks rules that hold for every call: no server errors, and 401 exactly for callers who aren't
/// signed in.
fn expect_sound(row: &Row) {
    for (actor, answer) in row.cells() {
        let cell = format!("{} of {:?} by {actor:?}: {answer:?}", row.call, row.target);
        assert!(answer.status < 500, "{cell}");
        let is_stranger = matches!(actor, Actor::Nobody | Actor::Ended);
        let is_unauthorized = (answer.status, answer.code.as_str()) == (401, "UNAUTHORIZED");
        if !row.is_public {
            assert_eq!(is_stranger, is_unauthorized, "{cell}");
        }
    }
}

/// Checks that the OpenAPI document marks each required field of a body, or describes when it is
/// required.
fn expect_documented_fields(rows: &[Row]) {
    let wrong: BTreeSet<&String> = rows.iter().flat_map(|row| &row.fields.wrong).collect();
    assert!(
        wrong.is_empty(),
        "mend [required] in router/openapi/words.toml, or write \"Required …\" into the description of the field: {wrong:#?}"
    );
    let mut conditions: BTreeMap<String, bool> = BTreeMap::new();
    for row in rows {
        for (property, field) in openapi::conditions(&DOCUMENT, schema_of_body(&row.call)) {
            *conditions.entry(property).or_default() |= row.fields.is_missed(&field);
        }
    }
    let unproven: Vec<_> = conditions.iter().filter(|(_, is_proven)| !**is_proven).collect();
    assert!(
        unproven.is_empty(),
        "no call is refused without these fields, though their descriptions say \"Required …\": {unproven:#?}"
    );
}

/// Returns the operation in the OpenAPI document for a call such as `PUT /api/v1/Cards/{id}/lost`.
/// Ignores a label after the path.
fn operation(call: &str) -> &'static serde_json::Value {
    let mut words = call.split(' ');
    let method = words.next().unwrap_or_default().to_lowercase();
    &DOCUMENT["paths"][words.next().unwrap_or_default()][method]
}

fn schema_of_body(call: &str) -> &'static serde_json::Value {
    &operation(call)["requestBody"]["content"]["application/json"]["schema"]
}

/// Checks that the OpenAPI document lists every error code that a call returned.
fn expect_documented_codes(rows: &[Row]) {
    let document = &*DOCUMENT;
    for row in rows {
        let responses = operation(&row.call)["responses"].as_object();
        let responses = responses.expect("responses");
        let codes: BTreeSet<&str> =
            responses.values().flat_map(|response| codes_of(document, response)).collect();
        for (actor, answer) in row.cells().filter(|(_, answer)| !answer.code.is_empty()) {
            assert!(
                codes.contains(answer.code.as_str()),
                "{} answers {} to {actor:?}, which the document doesn't say: \
                 add the code behind the handler's name in `routes!`, then `make api`",
                row.call,
                answer.code
            );
        }
    }
}

/// Returns the error codes of a response in the OpenAPI document, whose description lists them.
fn codes_of<'a>(
    document: &'a serde_json::Value,
    response: &'a serde_json::Value,
) -> impl Iterator<Item = &'a str> {
    let place = response["$ref"].as_str().and_then(|place| place.strip_prefix('#'));
    let shared = place.and_then(|place| document.pointer(place));
    shared.and_then(|one| one["description"].as_str()).unwrap_or_default().split(", ")
}

/// Checks that someone else's subject gives the same reply as a missing one. Roles without the
/// permission get the same reply for every subject, so they learn nothing about it.
fn expect_the_same_for_hidden_and_missing(rows: &[Row]) {
    for [a, b, missing] in rows.windows(3).filter_map(|three| <&[Row; 3]>::try_from(three).ok()) {
        if (a.target, b.target, missing.target) != (Target::A, Target::B, Target::Missing) {
            continue;
        }
        for actor in Actor::ALL {
            let [a, b, missing] = [a, b, missing].map(|row| (row, row.answer(actor)));
            let all: [&Answer; 3] = [a.1, b.1, missing.1];
            if missing.1.code == "PERMISSION" {
                assert!(all.iter().all(|one| *one == all[0]), "{} by {actor:?}: {all:?}", a.0.call);
            }
            for (row, answer) in [a, b] {
                if answer.status == 404 && missing.1.status == 404 {
                    assert_eq!(answer, missing.1, "{} of {:?} by {actor:?}", row.call, row.target);
                }
            }
            let other = match actor.side() {
                Some(world::Side::A) => b,
                Some(world::Side::B) => a,
                None => continue,
            };
            if !other.0.is_shared {
                assert_eq!(other.1, missing.1, "{} by {actor:?}: another's", other.0.call);
            }
        }
    }
}

/// The OpenAPI document, which is parsed only once.
pub static DOCUMENT: LazyLock<serde_json::Value> =
    LazyLock::new(|| serde_json::from_slice(&funray::router::document()).expect("JSON"));

/// Returns all calls in the OpenAPI document, as method and path.
pub fn documented() -> BTreeSet<String> {
    let document = &*DOCUMENT;
    let paths = document["paths"].as_object().expect("paths");
    paths
        .iter()
        .flat_map(|(path, item)| {
            let methods = item.as_object().expect("an item").keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect()
}

/// Compares the table of roles and permissions with `tests/permissions.txt`. After a change of
/// policy, `UPDATE_GOLDEN=1` updates the file.
#[test]
fn permission_table_matches_the_committed_file() {
    let mut table = format!("{:<20}", "");
    for role in Role::ALL {
        table += &format!(" {}", role.word());
    }
    table += " AT_TILLS\n";
    for permission in Permission::ALL {
        table += &format!("{:<20}", format!("{permission:?}"));
        for role in Role::ALL {
            let mark = if permission.is_of(role) { "x" } else { "." };
            table += &format!(" {mark:<width$}", width = role.word().len());
        }
        table += if permission.is_for_tills() { " x" } else { " ." };
        table = table.trim_end().to_owned() + "\n";
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/permissions.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(file, &table).expect("written");
    }
    assert_eq!(
        std::fs::read_to_string(file).unwrap_or_default(),
        table,
        "the policy has changed: run UPDATE_GOLDEN=1 cargo test --workspace --all-features --locked --test it -- permission, \
         and look at the difference of crates/funray/tests/permissions.txt"
    );
}
