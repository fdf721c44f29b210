//! Parses forms from JSON. Accepts only JSON objects, and refuses payment card numbers.

use std::{fmt, marker::PhantomData, ops::Deref};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

use super::extract;
use kernel::{
    fields::Fields,
    messages::{self, Message},
    payment_card,
};

/// Form, or part of a form, that must be a JSON object. serde would also accept an array of values
/// in the order of the struct's fields. Reordering the fields would then change the meaning of a
/// request.
#[derive(Clone, Debug, Default)]
pub struct Object<T>(pub T);

impl<T> Deref for Object<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, parts: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(parts)).map(Object)
    }
}

/// Value of a field. If the value is invalid, parsing continues, so that the errors of all fields
/// are reported together.
#[derive(Clone, Debug)]
pub struct Later<T>(Result<T, Message>);

impl<T: Clone> Later<T> {
    pub fn optional(
        fields: &mut Fields,
        path: &str,
        given: &Option<Later<T>>,
    ) -> Option<Option<T>> {
        match given.as_ref().map(|given| &given.0) {
            None => Some(None),
            Some(Ok(value)) => Some(Some(value.clone())),
            Some(Err(problem)) => {
                fields.add(path, problem.clone());
                None
            }
        }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Later<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(from)?;
        let read = serde_json::from_value(value);
        Ok(Later(read.map_err(|problem| extract::sentence(&problem.to_string()))))
    }
}

/// Refuses JSON that contains a payment card number in any field. The check runs before other
/// parsing, so no form can skip it.
pub struct NoCardNumbers;

impl NoCardNumbers {
    fn or_refuse<E: Error>(text: &str) -> Result<Self, E> {
        if payment_card::is_in(text) {
            return Err(E::custom(messages::PAYMENT_CARD.carried()));
        }
        Ok(NoCardNumbers)
    }
}

impl<'de> Deserialize<'de> for NoCardNumbers {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(NoCardNumbers)
    }
}

impl<'de> Visitor<'de> for NoCardNumbers {
    type Value = Self;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self, E> {
        Self::or_refuse(text)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self, E> {
        Self::or_refuse(&number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self, E> {
        Self::or_refuse(&number.to_string())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E: Error>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self, A::Error> {
        while parts.next_element::<NoCardNumbers>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<Self, A::Error> {
        while parts.next_entry::<NoCardNumbers, NoCardNumbers>()?.is_some() {}
        Ok(self)
    }
}
