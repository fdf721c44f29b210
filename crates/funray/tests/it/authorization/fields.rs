//! Leaves out fields of bodies, and compares the refusals with the fields that the document requires.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    matrix::send,
    samples::{Body, Sample},
    schema_of_body,
    world::{Actor, Ids, World},
};
use crate::openapi;

/// Results of the calls that leave out fields.
#[derive(Default)]
pub struct Fields {
    /// Differences from the document.
    pub wrong: BTreeSet<String>,
    /// Fields that a refusal named because they were missing.
    missed: BTreeSet<String>,
    /// Whether an actor has tried to leave out each required field.
    is_probed: bool,
}

impl Fields {
    /// Adds the fields that this actor should have sent with the sample.
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

    /// Adds the fields that a refusal names because they are missing.
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

    /// Whether the call was refused without this field.
    pub fn is_missed(&self, field: &str) -> bool {
        self.missed.iter().any(|name| is_within(name, field))
    }
}

/// Repeats a call that was right: without any field, without each field that has a condition, and, for the first actor,
/// without each required field.
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

/// Removes the field at a path from a body.
fn remove(body: &mut Value, field: &str) {
    let (parent, name) = match field.rsplit_once('.') {
        Some((parent, name)) => (body.pointer_mut(&format!("/{}", parent.replace('.', "/"))), name),
        None => (Some(body), field),
    };
    if let Some(parent) = parent.and_then(Value::as_object_mut) {
        parent.remove(name);
    }
}

/// Fields that the refusal of this body names. A body that is accepted changes the actor or the thing, so the next call gets
/// another actor.
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
