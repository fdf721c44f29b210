//! Reads the schemas in the OpenAPI document, for tests.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{elements, members, text};

/// Checks a value against its schema, with the parts of JSON Schema that the document uses. Adds
/// differences to `wrong`.
pub fn check(document: &Value, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
    if let Some(place) = schema["$ref"].as_str().and_then(|place| place.strip_prefix('#')) {
        let schema = document.pointer(place).expect("a schema");
        return check(document, schema, value, at, wrong);
    }
    let choices = ["oneOf", "anyOf"].into_iter().flat_map(|part| elements(&schema[part]));
    let choices: Vec<&Value> = choices.collect();
    let fits = |choice: &&Value| {
        let mut problems = Vec::new();
        check(document, choice, value, at, &mut problems);
        problems.is_empty()
    };
    if !choices.is_empty() && !choices.iter().any(fits) {
        wrong.push(format!("{at}: {value} is none of the choices"));
    }
    elements(&schema["allOf"]).for_each(|part| check(document, part, value, at, wrong));
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        wrong.push(format!("{at}: {value} is not listed"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        several => elements(several).filter_map(Value::as_str).collect(),
    };
    if !types.is_empty() && !types.iter().any(|one| is_of(one, value)) {
        wrong.push(format!("{at}: {value} is no {types:?}"));
    }
    let has_format = match (text(schema, "format"), value.as_str()) {
        ("date", Some(day)) => day.len() == 10 && day.split('-').count() == 3,
        ("date-time", Some(time)) => time.contains('T') && time.ends_with('Z'),
        _ => true,
    };
    if !has_format {
        wrong.push(format!("{at}: {value} has another format"));
    }
    for required in elements(&schema["required"]).filter_map(Value::as_str) {
        if value.is_object() && value.get(required).is_none() {
            wrong.push(format!("{at}.{required} is missing"));
        }
    }
    for (name, property) in members(&schema["properties"]) {
        if let Some(inner) = value.get(name) {
            check(document, property, inner, &format!("{at}.{name}"), wrong);
        }
    }
    for inner in elements(value).filter(|_| schema["items"].is_object()) {
        check(document, &schema["items"], inner, &format!("{at}[]"), wrong);
    }
}

/// Returns the names of the properties that an object with this schema must have.
pub fn required(document: &Value, schema: &Value) -> BTreeSet<String> {
    if let Some(place) = schema["$ref"].as_str().and_then(|place| place.strip_prefix('#')) {
        return required(document, document.pointer(place).expect("a schema"));
    }
    let own = elements(&schema["required"]).filter_map(Value::as_str).map(str::to_owned);
    let inner = elements(&schema["allOf"]).flat_map(|part| required(document, part));
    let inner = inner.chain(elements(&schema["oneOf"]).flat_map(|part| required(document, part)));
    own.chain(inner).collect()
}

/// Returns whether the schema requires the field at a path such as `address.city`, as errors name
/// it.
pub fn is_required(document: &Value, schema: &Value, path: &str) -> bool {
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    let name = name.split('[').next().unwrap_or_default();
    if !required(document, schema).contains(name) {
        return false;
    }
    rest.is_empty()
        || property(document, schema, name).is_some_and(|inner| is_required(document, inner, rest))
}

/// Beginning of the sentence that describes when an optional property is required.
const CONDITION: &str = "Required ";

/// Returns whether a description says when the field at this path is required.
pub fn has_condition(document: &Value, schema: &Value, path: &str) -> bool {
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    property(document, schema, name).is_some_and(|inner| {
        text(inner, "description").contains(CONDITION) || has_condition(document, inner, rest)
    })
}

/// Returns the properties that are required only under a condition, as `Schema.property`, with
/// their paths in the body.
pub fn conditions(document: &Value, schema: &Value) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    collect_conditions(document, schema, "", "", &mut found);
    found
}

fn collect_conditions(
    document: &Value,
    schema: &Value,
    owner: &str,
    path: &str,
    found: &mut BTreeMap<String, String>,
) {
    if let Some(place) = schema["$ref"].as_str() {
        let (_, owner) = place.rsplit_once('/').expect("a schema");
        let schema = document.pointer(&place[1..]).expect("a schema");
        return collect_conditions(document, schema, owner, path, found);
    }
    for (name, property) in members(&schema["properties"]) {
        let path = format!("{path}{name}");
        if text(property, "description").contains(CONDITION) {
            found.insert(format!("{owner}.{name}"), path.clone());
        }
        collect_conditions(document, property, owner, &format!("{path}."), found);
    }
    for part in ["allOf", "oneOf"] {
        elements(&schema[part])
            .for_each(|part| collect_conditions(document, part, owner, path, found));
    }
}

fn property<'a>(document: &'a Value, schema: &'a Value, name: &str) -> Option<&'a Value> {
    if let Some(place) = schema["$ref"].as_str().and_then(|place| place.strip_prefix('#')) {
        return property(document, document.pointer(place)?, name);
    }
    let own = schema["properties"].get(name);
    let parts = || elements(&schema["allOf"]).chain(elements(&schema["oneOf"]));
    own.or_else(|| parts().find_map(|part| property(document, part, name)))
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => value.is_null(),
    }
}
