//! Repeats valid calls without some of their body's fields. Compares the fields named in the errors
//! with those that the OpenAPI document requires.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    matrix::send,
    samples::{Body, Sample},
    schema_of_body,
    world::{Actor, Ids, World},
};
use crate::openapi;

/// Results of the calls with missing fields.
#[derive(Default)]
pub struct Fields {
    /// Differences between the replies and the OpenAPI document.
    pub wrong: BTreeSet<String>,
    /// Fields that an error named because they were missing from the body.
    missed: BTreeSet<String>,
    /// Whether a call was already repeated without each of its required fields.
    is_probed: bool,
}

impl Fields {
    /// Records the fields that an error names and that the sample's body doesn't contain.
    pub fn add_missing(&mut self, sample: &Sample, ids: &Ids, reply: &Value) {
        if schema_of_body(&sample.call).is_null() {
            return;
        }
        let body = match &sample.body {
            Body::Json(make) => make(ids),
            _ => Value::Null,
        };
        let is_sent = |name: &String| {
            let pointer = name.replace(['.', '['], "/").replace(']', "");
            body.pointer(&format!("/{pointer}")).is_some()
        };
        let named = named_in(reply).into_iter().filter(|name| !is_sent(name));
        self.add_named(&sample.call, named.collect());
    }

    /// Records fields that an error names because they are missing. Each must be required in the
    /// document, at least under a condition.
    fn add_named(&mut self, call: &str, named: BTreeSet<String>) {
        let (document, schema) = (&*super::DOCUMENT, schema_of_body(call));
        for name in &named {
            if !openapi::is_required(document, schema, name)
                && !openapi::has_condition(document, schema, name)
            {
                let problem =
                    format!("{call}: {name} is needed, which its description doesn't say");
                self.wrong.insert(problem);
            }
        }
        self.missed.extend(named);
    }

    /// Returns whether some call was refused because this field was missing.
    pub fn is_missed(&self, field: &str) -> bool {
        self.missed.iter().any(|name| is_within(name, field))
    }
}

/// Repeats a successful call with an empty body, then without each conditionally required field.
/// For the first actor, also repeats it without each required field.
pub async fn probe(
    world: &mut World,
    call: (&str, &str),
    body: &Value,
    ids: &Ids,
    actor: Actor,
    found: &mut Fields,
) {
    let (call, path) = call;
    let (document, schema) = (&*super::DOCUMENT, schema_of_body(call));
    let mut required = openapi::required(document, schema);
    if found.is_probed {
        required.clear();
    } else {
        let mut wrong = Vec::new();
        openapi::check(document, schema, body, call, &mut wrong);
        found.wrong.extend(wrong);
        found.is_probed = true;
    }
    let conditional = openapi::conditions(document, schema).into_values();
    let omitted: BTreeSet<String> = required.iter().cloned().chain(conditional).collect();
    let named = missing_in(world, call, path, json!({}), ids, actor).await;
    found.add_named(call, named);
    for field in omitted {
        let mut body = body.clone();
        remove(&mut body, &field);
        let mut named = missing_in(world, call, path, body, ids, actor).await;
        named.retain(|name| is_within(name, &field));
        if named.is_empty() && required.contains(&field) {
            found.wrong.insert(format!("{call}: {field} can be left out"));
        }
        found.missed.extend(named);
    }
}

/// Removes a field from a body. `field` is a path such as `address.city`.
fn remove(body: &mut Value, field: &str) {
    let (parent, name) = match field.rsplit_once('.') {
        Some((parent, name)) => (body.pointer_mut(&format!("/{}", parent.replace('.', "/"))), name),
        None => (Some(body), field),
    };
    if let Some(parent) = parent.and_then(Value::as_object_mut) {
        parent.remove(name);
    }
}

/// Makes a call with this body and returns the fields that the error names. If the call succeeds,
/// replaces the actor, because the call may have ended the actor's session or closed the account.
async fn missing_in(
    world: &mut World,
    call: &str,
    path: &str,
    body: Value,
    ids: &Ids,
    actor: Actor,
) -> BTreeSet<String> {
    let (method, _) = call.split_once(' ').expect("a call");
    let token = world.token(actor).await;
    let body = Body::Json(Box::new(move |_: &Ids| body.clone()));
    let (status, reply) = send(world, method, path, &body, ids, token.as_deref()).await;
    if status < 400 {
        world.replace(actor);
    }
    named_in(&reply)
}

fn named_in(reply: &Value) -> BTreeSet<String> {
    reply["fields"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

fn is_within(name: &str, field: &str) -> bool {
    name.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
