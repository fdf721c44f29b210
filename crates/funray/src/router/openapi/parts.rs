//! Parts of a type that have no name of their own: their properties become properties of the type. They come from structs that
//! are flattened into others only to declare their fields once.

use std::mem;

use utoipa::openapi::{
    Components, RefOr, Schema,
    schema::{AllOf, Object},
};

/// Joins the unnamed parts of each composed type.
pub fn join(components: &mut Components) {
    for schema in components.schemas.values_mut() {
        let RefOr::T(Schema::AllOf(AllOf { items, description, .. })) = schema else { continue };
        let mut own = Object::new();
        own.description = description.clone();
        let named = split(mem::take(items), &mut own);
        if named.is_empty() {
            *schema = RefOr::T(Schema::Object(own));
            continue;
        }
        items.extend(named);
        if !own.properties.is_empty() {
            own.description = None;
            items.push(RefOr::T(Schema::Object(own)));
        }
    }
}

/// Moves the properties of unnamed parts to `own` and returns the other parts.
fn split(parts: Vec<RefOr<Schema>>, own: &mut Object) -> Vec<RefOr<Schema>> {
    let mut others = Vec::new();
    for part in parts {
        match part {
            RefOr::T(Schema::Object(object)) => {
                own.properties.extend(object.properties);
                own.required.extend(object.required);
            }
            RefOr::T(Schema::AllOf(inner)) => others.extend(split(inner.items, own)),
            other => others.push(other),
        }
    }
    others
}
