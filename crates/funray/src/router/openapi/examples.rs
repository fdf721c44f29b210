//! Generates example bodies from their schemas. A property gets the example that the file has for
//! its name, or else for its type. New calls thus have examples at once, which match their schemas.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use utoipa::openapi::{
    Components, Content, KnownFormat, Paths, Ref, RefOr, Schema, SchemaFormat,
    schema::{AllOf, AnyOf, Array, ArrayItems, Object, OneOf, SchemaType, Type},
};

use super::operations;

const FILE: &str = include_str!("examples.json");
const JSON: &str = "application/json";
const SCHEMAS: &str = "#/components/schemas/";
/// Placeholder for a text without an example. A test refuses it.
const MISSING: &str = "…";
/// Maximum nesting of schemas.
const MAX_DEPTH: usize = 12;

type Schemas = BTreeMap<String, RefOr<Schema>>;

/// Adds an example to each body of JSON that has none.
pub fn illustrate(components: &Components, paths: &mut Paths) {
    let mut examples = Examples::new(&components.schemas);
    for operation in operations(paths) {
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            examples.illustrate(body.content.get_mut(JSON));
        }
        for (status, response) in &mut operation.responses.responses {
            if let RefOr::T(response) = response
                && status.starts_with('2')
            {
                examples.illustrate(response.content.get_mut(JSON));
            }
        }
    }
}

struct Examples<'a> {
    schemas: &'a Schemas,
    /// Examples by the name of a type, by the name of a property, or by the names of a type and one
    /// of its properties.
    known: Map<String, Value>,
    used: BTreeSet<String>,
}

impl<'a> Examples<'a> {
    fn new(schemas: &'a Schemas) -> Examples<'a> {
        // A unit test parses the file, so no build that passed the tests contains an invalid file.
        let known = serde_json::from_str(FILE).unwrap_or_default();
        Examples { schemas, known, used: BTreeSet::new() }
    }

    fn illustrate(&mut self, content: Option<&mut RefOr<Content>>) {
        let Some(RefOr::T(content)) = content else { return };
        if content.example.is_none() {
            content.example = content.schema.as_ref().map(|schema| self.of(schema, "", 0));
        }
    }

    fn of(&mut self, schema: &RefOr<Schema>, owner: &str, depth: usize) -> Value {
        if depth > MAX_DEPTH {
            return Value::Null;
        }
        match schema {
            RefOr::Ref(to) => self.of_type(name_of(to), depth),
            RefOr::T(schema) => self.of_schema(schema, owner, depth),
        }
    }

    fn of_type(&mut self, name: &str, depth: usize) -> Value {
        if let Some(known) = self.known.get(name) {
            self.used.insert(name.to_owned());
            return known.clone();
        }
        let schemas = self.schemas;
        schemas.get(name).map_or(Value::Null, |schema| self.of(schema, name, depth + 1))
    }

    fn of_schema(&mut self, schema: &Schema, owner: &str, depth: usize) -> Value {
        match schema {
            Schema::Object(object) => self.of_object(object, owner, depth),
            Schema::Array(Array { items: ArrayItems::RefOrSchema(item), .. }) => {
                json!([self.of(item, owner, depth + 1)])
            }
            Schema::AllOf(AllOf { items, .. }) => {
                let parts = items.iter().map(|part| self.of(part, owner, depth + 1));
                let fields = parts.filter_map(|part| match part {
                    Value::Object(fields) => Some(fields),
                    _ => None,
                });
                Value::Object(fields.flatten().collect())
            }
            Schema::OneOf(OneOf { items, .. }) | Schema::AnyOf(AnyOf { items, .. }) => {
                items.first().map_or(Value::Null, |first| self.of(first, owner, depth + 1))
            }
            _ => Value::Null,
        }
    }

    fn of_object(&mut self, object: &Object, owner: &str, depth: usize) -> Value {
        if let Some(own) = object.example.iter().chain(&object.examples).next() {
            return own.clone();
        }
        if let Some(first) = object.enum_values.as_ref().and_then(|values| values.first()) {
            return first.clone();
        }
        match types(&object.schema_type).first() {
            Some(Type::Boolean) => json!(false),
            Some(Type::Integer) => json!(1),
            Some(Type::Number) => json!(1.5),
            Some(Type::String) => json!(text_of(object.format.as_ref())),
            Some(Type::Object) => {
                let fields = object.properties.iter().map(|(name, property)| {
                    (name.clone(), self.of_property(owner, name, property, depth))
                });
                Value::Object(fields.collect())
            }
            _ => Value::Null,
        }
    }

    fn of_property(
        &mut self,
        owner: &str,
        name: &str,
        property: &RefOr<Schema>,
        depth: usize,
    ) -> Value {
        for key in [format!("{owner}.{name}"), name.to_owned()] {
            let known = self.known.get(&key).filter(|known| fits(self.schemas, property, known));
            if let Some(known) = known.cloned() {
                self.used.insert(key);
                return known;
            }
        }
        self.of(property, owner, depth + 1)
    }
}

/// Returns whether an example has the type of a schema. Properties of one name can have several types.
fn fits(schemas: &Schemas, schema: &RefOr<Schema>, value: &Value) -> bool {
    let schema = match schema {
        RefOr::Ref(to) => {
            return schemas.get(name_of(to)).is_some_and(|schema| fits(schemas, schema, value));
        }
        RefOr::T(schema) => schema,
    };
    match schema {
        Schema::Object(object) => {
            object.enum_values.as_ref().is_none_or(|values| values.contains(value))
                && is_of(&object.schema_type, value)
                && has_form(object.format.as_ref(), value)
        }
        Schema::Array(Array { items: ArrayItems::RefOrSchema(item), schema_type, .. }) => {
            is_of(schema_type, value)
                && value.as_array().into_iter().flatten().all(|one| fits(schemas, item, one))
        }
        Schema::AllOf(AllOf { items, .. }) => items.iter().all(|item| fits(schemas, item, value)),
        Schema::OneOf(OneOf { items, .. }) | Schema::AnyOf(AnyOf { items, .. }) => {
            items.iter().any(|item| fits(schemas, item, value))
        }
        _ => false,
    }
}

fn is_of(schema_type: &SchemaType, value: &Value) -> bool {
    let types = types(schema_type);
    types.is_empty()
        || types.iter().any(|one| match one {
            Type::Object => value.is_object(),
            Type::String => value.is_string(),
            Type::Integer => value.is_i64(),
            Type::Number => value.is_number(),
            Type::Boolean => value.is_boolean(),
            Type::Array => value.is_array(),
            Type::Null => value.is_null(),
        })
}

/// Returns whether a text has the form of its format, such as a day or a time.
fn has_form(format: Option<&SchemaFormat>, value: &Value) -> bool {
    let Some(SchemaFormat::KnownFormat(format)) = format else { return true };
    match (format, value.as_str()) {
        (KnownFormat::Date, Some(day)) => day.len() == "2026-03-09".len(),
        (KnownFormat::DateTime, Some(time)) => time.ends_with('Z'),
        _ => true,
    }
}

/// Lists the JSON types of a schema; empty if any type is allowed.
fn types(schema_type: &SchemaType) -> &[Type] {
    match schema_type {
        SchemaType::Type(one) => std::slice::from_ref(one),
        SchemaType::Array(several) => several,
        SchemaType::AnyValue => &[],
    }
}

fn text_of(format: Option<&SchemaFormat>) -> &'static str {
    match format {
        Some(SchemaFormat::KnownFormat(KnownFormat::Date)) => "2026-03-09",
        Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)) => "2026-03-09T14:30:00Z",
        Some(SchemaFormat::KnownFormat(KnownFormat::Binary)) => "",
        _ => MISSING,
    }
}

fn name_of(to: &Ref) -> &str {
    to.ref_location.strip_prefix(SCHEMAS).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_all_needed_and_none_is_missing() {
        let known: BTreeMap<String, Value> = serde_json::from_str(FILE).expect("examples.json");
        let document = crate::router::openapi::assembled();
        let components = document.components.expect("components");
        let mut examples = Examples::new(&components.schemas);
        let mut missing = Vec::new();
        for name in components.schemas.keys() {
            if let Value::Object(fields) = examples.of_type(name, 0) {
                let bare = fields
                    .into_iter()
                    .filter(|(_, one)| *one == MISSING || *one == json!([MISSING]));
                missing.extend(bare.map(|(field, _)| format!("{name}.{field}")));
            }
        }
        assert!(missing.is_empty(), "add these to router/openapi/examples.json: {missing:#?}");
        let unused: Vec<_> = known.keys().filter(|key| !examples.used.contains(*key)).collect();
        assert!(unused.is_empty(), "remove these from router/openapi/examples.json: {unused:#?}");
    }
}
