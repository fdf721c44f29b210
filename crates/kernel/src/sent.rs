//! Form fields that may be omitted, so that the record keeps its value.

use super::fields::{Checked, Fields, Given};

/// Field of a form that changes a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent<T> {
    /// The form omits the field, so the record keeps its value.
    LeftOut,
    Value(T),
    /// The value is invalid, and the form has an error message for the field.
    Invalid,
}

impl<T> Sent<T> {
    /// Converts the result of a check: `None` means that the value is invalid.
    pub fn checked(value: Option<T>) -> Sent<T> {
        value.map_or(Sent::Invalid, Sent::Value)
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Sent<U> {
        match self {
            Sent::LeftOut => Sent::LeftOut,
            Sent::Value(value) => Sent::Value(change(value)),
            Sent::Invalid => Sent::Invalid,
        }
    }
}

impl<T: Clone> Sent<T> {
    /// Returns the record's value after the change, or `None` if the field is invalid.
    pub fn over(&self, before: T) -> Option<T> {
        match self {
            Sent::LeftOut => Some(before),
            Sent::Value(value) => Some(value.clone()),
            Sent::Invalid => None,
        }
    }
}

/// Validates a text that may be omitted. An empty text clears the record's value.
pub fn text<T: Checked>(
    fields: &mut Fields,
    path: &str,
    label: &str,
    given: &Option<impl Given>,
) -> Sent<Option<T>> {
    match given {
        None => Sent::LeftOut,
        Some(text) => Sent::checked(fields.optional::<T>(path, label, text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Line;

    #[test]
    fn text_that_is_left_out_keeps_the_value_and_an_empty_one_clears_it() {
        let mut fields = Fields::default();
        let mut after = |given: Option<&str>| {
            let sent = text::<Line<5>>(&mut fields, "city", "City", &given.map(str::to_owned));
            sent.map(|city| city.map(String::from)).over(Some("Hull".to_owned()))
        };
        assert_eq!(after(None), Some(Some("Hull".to_owned())));
        assert_eq!(after(Some("Laval")), Some(Some("Laval".to_owned())));
        assert_eq!(after(Some(" ")), Some(None));
        assert_eq!(after(Some("Ottawa")), None);
        assert_eq!(fields.paths().collect::<Vec<_>>(), ["city"]);
    }
}
