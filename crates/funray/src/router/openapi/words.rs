//! Descriptions of types, properties and parameters without a doc comment. A name such as `pageSize` means the same in fifty
//! replies, so its description is written once.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use utoipa::openapi::{
    Components, Paths, RefOr, Schema,
    schema::{AllOf, AnyOf, Array, ArrayItems, Object, OneOf, SchemaType, Type},
};

use super::operations;

const FILE: &str = include_str!("words.toml");

#[derive(Default, Deserialize)]
struct Words {
    properties: BTreeMap<String, String>,
    parameters: BTreeMap<String, String>,
    schemas: BTreeMap<String, String>,
    /// Properties that a caller must send, by type.
    required: BTreeMap<String, Vec<String>>,
}

/// Adds the missing descriptions of types, properties and parameters, and the properties that a caller must send.
pub fn describe(components: &mut Components, paths: &mut Paths) {
    Describing::new().all(components, paths);
}

struct Describing {
    words: Words,
    /// Entries of the file that were used, as `table.key`.
    used: BTreeSet<String>,
}

impl Describing {
    fn new() -> Describing {
        // A unit test reads the file, so a broken one never gets here.
        Describing { words: toml::from_str(FILE).unwrap_or_default(), used: BTreeSet::new() }
    }

    fn all(&mut self, components: &mut Components, paths: &mut Paths) {
        for (name, schema) in &mut components.schemas {
            self.properties(name, schema);
            for property in self.words.required.get(name).into_iter().flatten() {
                if require(schema, property) {
                    self.used.insert(format!("required.{name}.{property}"));
                }
            }
            if description(schema).is_none()
                && let Some(text) = self.words.schemas.get(name)
            {
                self.used.insert(format!("schemas.{name}"));
                set_description(schema, text.clone());
            }
        }
        for operation in operations(paths) {
            let id = operation.operation_id.clone().unwrap_or_default();
            for parameter in operation.parameters.iter_mut().flatten() {
                let RefOr::T(parameter) = parameter else { continue };
                if parameter.description.is_none() {
                    let (key, text) = find(&self.words.parameters, &id, &parameter.name).unzip();
                    self.used.extend(key.map(|key| format!("parameters.{key}")));
                    parameter.description = text;
                }
            }
        }
    }

    fn properties(&mut self, owner: &str, schema: &mut RefOr<Schema>) {
        let RefOr::T(schema) = schema else { return };
        match schema {
            Schema::Object(Object { properties, .. }) => {
                for (name, property) in properties {
                    lift(property);
                    if description(property).is_none()
                        && let Some((key, text)) = find(&self.words.properties, owner, name)
                    {
                        self.used.insert(format!("properties.{key}"));
                        set_description(property, text);
                    }
                    self.properties(owner, property);
                }
            }
            Schema::OneOf(OneOf { items, .. })
            | Schema::AllOf(AllOf { items, .. })
            | Schema::AnyOf(AnyOf { items, .. }) => {
                items.iter_mut().for_each(|item| self.properties(owner, item));
            }
            Schema::Array(Array { items: ArrayItems::RefOrSchema(item), .. }) => {
                self.properties(owner, item);
            }
            _ => {}
        }
    }
}

/// Finds the entry for a name of this owner (a type or call), or else the entry for the name alone.
fn find(table: &BTreeMap<String, String>, owner: &str, name: &str) -> Option<(String, String)> {
    [format!("{owner}.{name}"), name.to_owned()]
        .into_iter()
        .find_map(|key| table.get(&key).cloned().map(|text| (key, text)))
}

/// Makes a property required and not null, in any part of a composed type.
fn require(schema: &mut RefOr<Schema>, name: &str) -> bool {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            let Some(property) = object.properties.get_mut(name) else { return false };
            forbid_null(property);
            if !object.required.iter().any(|one| one == name) {
                object.required.push(name.to_owned());
            }
            true
        }
        RefOr::T(Schema::AllOf(AllOf { items, .. })) => {
            items.iter_mut().any(|item| require(item, name))
        }
        _ => false,
    }
}

fn forbid_null(property: &mut RefOr<Schema>) {
    let without = |types: &mut SchemaType| {
        if let SchemaType::Array(several) = types {
            several.retain(|one| *one != Type::Null);
            if let [one] = &several[..] {
                *types = SchemaType::Type(one.clone());
            }
        }
    };
    match property {
        RefOr::T(Schema::Object(Object { schema_type, .. }))
        | RefOr::T(Schema::Array(Array { schema_type, .. })) => without(schema_type),
        RefOr::T(Schema::OneOf(OneOf { items, description, .. })) => {
            // Replaces a choice between a reference and null by the reference, which gets the description of the choice.
            let text = description.take();
            if let Some(mut first) = items.first().cloned() {
                text.into_iter().for_each(|text| set_description(&mut first, text));
                *property = first;
            }
        }
        _ => {}
    }
}

/// Moves the description of an optional property from the reference in its `oneOf` schema to the
/// property.
fn lift(property: &mut RefOr<Schema>) {
    let RefOr::T(Schema::OneOf(choice)) = property else { return };
    if choice.description.is_none() {
        choice.description = choice.items.iter_mut().find_map(|item| match item {
            RefOr::Ref(one) if !one.description.is_empty() => {
                Some(std::mem::take(&mut one.description))
            }
            _ => None,
        });
    }
}

fn description(schema: &RefOr<Schema>) -> Option<&str> {
    let text = match schema {
        RefOr::Ref(to) => Some(&to.description),
        RefOr::T(Schema::Object(Object { description, .. }))
        | RefOr::T(Schema::Array(Array { description, .. }))
        | RefOr::T(Schema::OneOf(OneOf { description, .. }))
        | RefOr::T(Schema::AllOf(AllOf { description, .. }))
        | RefOr::T(Schema::AnyOf(AnyOf { description, .. })) => description.as_ref(),
        RefOr::T(_) => None,
    };
    text.map(String::as_str).filter(|text| !text.is_empty())
}

fn set_description(schema: &mut RefOr<Schema>, text: String) {
    match schema {
        RefOr::Ref(to) => to.description = text,
        RefOr::T(Schema::Object(Object { description, .. }))
        | RefOr::T(Schema::Array(Array { description, .. }))
        | RefOr::T(Schema::OneOf(OneOf { description, .. }))
        | RefOr::T(Schema::AllOf(AllOf { description, .. }))
        | RefOr::T(Schema::AnyOf(AnyOf { description, .. })) => *description = Some(text),
        RefOr::T(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_all_needed() {
        let words: Words = toml::from_str(FILE).expect("words.toml");
        let all = [
            ("properties", &words.properties),
            ("parameters", &words.parameters),
            ("schemas", &words.schemas),
        ];
        let required = words.required.iter().flat_map(|(owner, names)| {
            names.iter().map(move |name| format!("required.{owner}.{name}"))
        });
        let all: BTreeSet<String> = all
            .iter()
            .flat_map(|(table, texts)| texts.keys().map(move |key| format!("{table}.{key}")))
            .chain(required)
            .collect();
        let mut document = crate::router::openapi::assembled();
        let mut describing = Describing::new();
        let mut components = document.components.take().expect("components");
        describing.all(&mut components, &mut document.paths);
        let unused: Vec<_> = all.difference(&describing.used).collect();
        assert!(unused.is_empty(), "remove these from router/openapi/words.toml: {unused:#?}");
    }
}
