//! Tests of guarantees that the OpenAPI document gives to its readers.

mod schemas;

use std::collections::BTreeSet;

use funray::features;
use serde_json::{Map, Value};

pub use schemas::{check, conditions, has_condition, is_required, required};

const MAX_SUMMARY: usize = 60;

fn document() -> Value {
    serde_json::from_slice(&funray::router::document()).expect("JSON")
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    members(&document["paths"]).flat_map(|(_, item)| members(item).map(|(_, operation)| operation))
}

fn expect_none(problems: &[String], advice: &str) {
    assert!(problems.is_empty(), "{advice}: {problems:#?}");
}

#[test]
fn openapi_document_introduces_the_api() {
    let document = document();
    assert!(text(&document["info"], "description").len() > 500);
    assert!(!text(&document["servers"][0], "url").is_empty());
    let tags: BTreeSet<&str> = elements(&document["tags"])
        .inspect(|tag| assert!(!text(tag, "description").is_empty(), "{tag}"))
        .map(|tag| text(tag, "name"))
        .collect();
    let used: BTreeSet<&str> = operations(&document)
        .flat_map(|operation| elements(&operation["tags"]).filter_map(Value::as_str))
        .collect();
    assert_eq!(tags, used, "list each tag in router/openapi/about.rs");
}

#[test]
fn openapi_operations_have_a_short_summary_that_begins_with_a_verb() {
    let document = document();
    let mut wrong = Vec::new();
    for operation in operations(&document) {
        let summary = text(operation, "summary");
        let first = summary.split_whitespace().next().unwrap_or_default();
        // A summary begins with a verb in the third person, such as "Lists cards.", so its first
        // word is capitalized and ends in "s".
        let is_verb = first.ends_with('s') && first.starts_with(|c: char| c.is_ascii_uppercase());
        let is_short = summary.chars().count() <= MAX_SUMMARY && !summary.contains('\n');
        if !is_verb || !is_short || !summary.ends_with('.') {
            wrong.push(format!("{}: {summary}", text(operation, "operationId")));
        }
    }
    let advice = "the first paragraph of a handler's doc comment is one sentence such as \"Lists cards.\", \
                  at most 60 characters; details follow behind an empty line";
    expect_none(&wrong, advice);
}

/// Collects the properties without a description, each as `Schema.property`.
fn collect_bare(schema: &Value, owner: &str, bare: &mut Vec<String>) {
    for (name, property) in members(&schema["properties"]) {
        if text(property, "description").is_empty() {
            bare.push(format!("{owner}.{name}"));
        }
        collect_bare(property, owner, bare);
    }
    for part in ["allOf", "oneOf", "anyOf"] {
        elements(&schema[part]).for_each(|part| collect_bare(part, owner, bare));
    }
    if schema["items"].is_object() {
        collect_bare(&schema["items"], owner, bare);
    }
}

#[test]
fn openapi_types_properties_and_parameters_have_descriptions() {
    let document = document();
    let mut bare = Vec::new();
    for (name, schema) in members(&document["components"]["schemas"]) {
        if text(schema, "description").is_empty() {
            bare.push(name.clone());
        }
        collect_bare(schema, name, &mut bare);
    }
    for operation in operations(&document) {
        let id = text(operation, "operationId");
        for parameter in elements(&operation["parameters"]) {
            if text(parameter, "description").is_empty() {
                bare.push(format!("{id}?{}", text(parameter, "name")));
            }
        }
        for (status, response) in members(&operation["responses"]) {
            if response["$ref"].is_null() && text(response, "description").is_empty() {
                bare.push(format!("{id}: {status}"));
            }
        }
    }
    expect_none(&bare, "write doc comments, or entries of router/openapi/words.toml");
}

/// Words that descriptions must not use, because readers would have to decode them.
const UNCLEAR_WORDS: [&str; 10] = [
    "whoever",
    "whosever",
    "somebody",
    "nobody",
    "everybody",
    "anybody",
    "anew",
    "one's",
    "oneself",
    "stands",
];

const UNCLEAR_PHRASES: [&str; 9] = [
    " told",
    "hears of",
    "given back",
    "gives back",
    "taken back",
    "takes back",
    "came of",
    "became of",
    "goes on",
];

const UNCLEAR_BEGINNINGS: [&str; 8] =
    ["What ", "Who ", "Whose ", "Of ", "So many ", "So long ", "The same", "Likewise"];

fn is_unclear(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|word| UNCLEAR_WORDS.contains(&word))
        || UNCLEAR_PHRASES.iter().any(|phrase| lower.contains(phrase))
        || UNCLEAR_BEGINNINGS.iter().any(|beginning| sentence.starts_with(beginning))
}

#[test]
fn openapi_texts_are_plain() {
    fn collect(value: &Value, unclear: &mut Vec<String>) {
        for (name, inner) in members(value) {
            let texts = ["summary", "description"];
            if let Some(said) = inner.as_str().filter(|_| texts.contains(&name.as_str()))
                && said.split(". ").flat_map(str::lines).any(is_unclear)
            {
                unclear.push(said.to_owned());
            }
            collect(inner, unclear);
        }
        elements(value).for_each(|inner| collect(inner, unclear));
    }
    let mut document = document();
    // Skip the catalogue of errors, because it quotes messages written for users.
    document["components"]["schemas"]["ErrorCode"].take();
    let mut unclear = Vec::new();
    collect(&document, &mut unclear);
    expect_none(&unclear, "name things by nouns");
}

#[test]
fn openapi_bodies_have_a_valid_example() {
    let document = document();
    let mut wrong = Vec::new();
    for operation in operations(&document) {
        let id = text(operation, "operationId");
        let replies =
            members(&operation["responses"]).filter(|(status, _)| status.starts_with('2'));
        let bodies = [&operation["requestBody"]].into_iter().chain(replies.map(|(_, one)| one));
        for body in bodies {
            let content = &body["content"]["application/json"];
            if content["schema"].is_null() {
                continue;
            }
            match content.get("example") {
                None => wrong.push(format!("{id}: no example")),
                Some(example) => {
                    let mut problems = Vec::new();
                    check(&document, &content["schema"], example, id, &mut problems);
                    wrong.append(&mut problems);
                }
            }
        }
    }
    expect_none(&wrong, "mend router/openapi/examples.json");
}

/// Collects the names of all schemas that a part of the document uses, including nested ones.
fn collect_types<'a>(document: &'a Value, part: &'a Value, types: &mut BTreeSet<&'a str>) {
    let name = part["$ref"].as_str().and_then(|place| place.strip_prefix("#/components/schemas/"));
    if let Some(name) = name.filter(|&name| types.insert(name)) {
        collect_types(document, &document["components"]["schemas"][name], types);
    }
    let inner = members(part).filter(|(name, _)| *name != "example").map(|(_, inner)| inner);
    inner.chain(elements(part)).for_each(|inner| collect_types(document, inner, types));
}

fn collect_optional(schema: &Value, owner: &str, optional: &mut Vec<String>) {
    for (name, _) in members(&schema["properties"]) {
        if !elements(&schema["required"]).any(|required| required == name) {
            optional.push(format!("{owner}.{name}"));
        }
    }
    for part in ["allOf", "oneOf", "anyOf"] {
        elements(&schema[part]).for_each(|part| collect_optional(part, owner, optional));
    }
}

/// In replies, a property without a value is null and not left out, so every property is marked as
/// required.
#[test]
fn openapi_replies_have_all_their_properties() {
    let document = document();
    let mut types = BTreeSet::new();
    for operation in operations(&document) {
        for (status, response) in members(&operation["responses"]) {
            if status.starts_with('2') {
                collect_types(&document, response, &mut types);
            }
        }
    }
    let mut optional = Vec::new();
    for name in types {
        collect_optional(&document["components"]["schemas"][name], name, &mut optional);
    }
    expect_none(&optional, "write #[schema(required)] above the fields of replies");
}

#[test]
fn openapi_refusals_are_named_by_a_code_or_by_their_operation() {
    let document = document();
    let codes: BTreeSet<&str> = features::codes().into_iter().map(|code| code.word()).collect();
    let empty = Map::new();
    for operation in operations(&document) {
        let id = text(operation, "operationId");
        for (status, response) in operation["responses"].as_object().unwrap_or(&empty) {
            if !status.starts_with(['4', '5']) {
                continue;
            }
            let place = text(response, "$ref");
            let name = place.strip_prefix("#/components/responses/").expect("a shared response");
            let shared = &document["components"]["responses"][name];
            let listed: Vec<&str> = text(shared, "description").split(", ").collect();
            assert!(listed.iter().all(|code| codes.contains(code)), "{id}: {listed:?}");
            let own = format!("{id}_{status}");
            assert_eq!(name, if listed.len() == 1 { listed[0] } else { &own }, "{id}");
        }
    }
}

/// Clients that follow the document must know for each operation how to sign in.
#[test]
fn openapi_operations_name_their_security_schemes() {
    let document = document();
    let schemes = &document["components"]["securitySchemes"];
    for operation in operations(&document) {
        let id = text(operation, "operationId");
        let named: BTreeSet<&str> = elements(&operation["security"])
            .flat_map(|requirement| members(requirement).map(|(name, _)| name.as_str()))
            .inspect(|name| assert!(!text(&schemes[name], "description").is_empty(), "{name}"))
            .collect();
        let refuses = |code: &str| {
            members(&operation["responses"]).any(|(_, response)| {
                let place = text(response, "$ref").trim_start_matches('#');
                let shared = document.pointer(place);
                shared
                    .is_some_and(|one| text(one, "description").split(", ").any(|one| one == code))
            })
        };
        let takes_secret = elements(&operation["parameters"])
            .any(|parameter| text(parameter, "name") == "X-Till-Secret");
        assert_eq!(named.contains("till"), takes_secret, "{id}");
        if named.contains("session") {
            assert!(refuses("UNAUTHORIZED"), "{id}");
        }
        if refuses("PERMISSION") || refuses("PIN_SESSION") {
            assert!(!named.is_empty() || id == "resend_email_confirmation", "{id}");
        }
    }
}
