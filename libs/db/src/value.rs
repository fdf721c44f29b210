//! Parameters and column values: text, 64-bit integers, booleans and NULL. Both engines store these
//! types in the same way, so programs behave alike on both engines.

use std::borrow::Cow;

/// Parameter of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    Null,
    Text(Cow<'a, str>),
    Int(i64),
    Bool(bool),
}

impl Value<'_> {
    /// Copies the value, so that it outlives its source.
    pub fn owned(&self) -> Value<'static> {
        match self {
            Value::Null => Value::Null,
            Value::Text(text) => Value::Text(text.clone().into_owned().into()),
            Value::Int(int) => Value::Int(*int),
            Value::Bool(bool) => Value::Bool(*bool),
        }
    }
}

/// Type whose values can be sent to the database as parameters. A newtype implements this trait by
/// delegating to its inner value.
pub trait ToValue {
    fn to_value(&self) -> Value<'_>;
}

/// Column value, borrowed from the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column<'a> {
    Null,
    Text(&'a str),
    Int(i64),
    Bool(bool),
}

/// Type that can be read from a column. The error describes the value that was found; the row adds
/// the column's name.
pub trait FromColumn: Sized {
    fn from_column(column: Column<'_>) -> Result<Self, String>;
}

impl Column<'_> {
    /// Returns the type of the value for error messages. The value itself is not shown, because it
    /// may be private.
    pub fn kind(&self) -> &'static str {
        match self {
            Column::Null => "NULL",
            Column::Text(_) => "text",
            Column::Int(_) => "an integer",
            Column::Bool(_) => "a boolean",
        }
    }
}

fn mismatch<T>(wanted: &str, found: Column<'_>) -> Result<T, String> {
    Err(format!("expected {wanted}, found {}", found.kind()))
}

impl ToValue for Value<'_> {
    fn to_value(&self) -> Value<'_> {
        match self {
            Value::Null => Value::Null,
            Value::Text(text) => Value::Text(Cow::Borrowed(text)),
            Value::Int(int) => Value::Int(*int),
            Value::Bool(bool) => Value::Bool(*bool),
        }
    }
}

impl ToValue for str {
    fn to_value(&self) -> Value<'_> {
        Value::Text(Cow::Borrowed(self))
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value<'_> {
        Value::Text(Cow::Borrowed(self))
    }
}

impl ToValue for i64 {
    fn to_value(&self) -> Value<'_> {
        Value::Int(*self)
    }
}

impl ToValue for i32 {
    fn to_value(&self) -> Value<'_> {
        Value::Int(i64::from(*self))
    }
}

impl ToValue for u32 {
    fn to_value(&self) -> Value<'_> {
        Value::Int(i64::from(*self))
    }
}

impl ToValue for bool {
    fn to_value(&self) -> Value<'_> {
        Value::Bool(*self)
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, ToValue::to_value)
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value<'_> {
        (**self).to_value()
    }
}

impl FromColumn for String {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        match column {
            Column::Text(text) => Ok(text.to_owned()),
            other => mismatch("text", other),
        }
    }
}

impl FromColumn for i64 {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        match column {
            Column::Int(int) => Ok(int),
            other => mismatch("an integer", other),
        }
    }
}

impl FromColumn for u32 {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        match column {
            Column::Int(int) => {
                u32::try_from(int).map_err(|_| "an integer outside 0..2^32".to_owned())
            }
            other => mismatch("an integer", other),
        }
    }
}

impl FromColumn for bool {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        match column {
            Column::Bool(bool) => Ok(bool),
            // SQLite stores booleans as 0 and 1.
            Column::Int(0) => Ok(false),
            Column::Int(1) => Ok(true),
            other => mismatch("a boolean", other),
        }
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        match column {
            Column::Null => Ok(None),
            other => T::from_column(other).map(Some),
        }
    }
}

/// Declares the text that the database stores for each variant of an enum. Adds `ALL`, `word()` and
/// `from_word()` to the enum.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum State { Open, Sold }
///
/// db::text_enum! {
///     State {
///         Open = "OPEN",
///         Sold = "SOLD",
///     }
/// }
///
/// assert_eq!(State::ALL, [State::Open, State::Sold]);
/// assert_eq!(State::Sold.word(), "SOLD");
/// assert_eq!(State::from_word("OPEN"), Some(State::Open));
/// ```
#[macro_export]
macro_rules! text_enum {
    ($name:ident { $($value:ident = $text:literal,)+ }) => {
        impl $name {
            pub const ALL: [$name; [$($text),+].len()] = [$($name::$value),+];

            pub fn word(self) -> &'static str {
                match self {
                    $($name::$value => $text,)+
                }
            }

            pub fn from_word(word: &str) -> ::std::option::Option<$name> {
                $name::ALL.into_iter().find(|value| value.word() == word)
            }
        }

        impl $crate::ToValue for $name {
            fn to_value(&self) -> $crate::Value<'_> {
                $crate::Value::Text(self.word().into())
            }
        }

        impl $crate::FromColumn for $name {
            fn from_column(
                column: $crate::Column<'_>,
            ) -> ::std::result::Result<Self, ::std::string::String> {
                let text = <::std::string::String as $crate::FromColumn>::from_column(column)?;
                $name::from_word(&text)
                    .ok_or_else(|| ::std::format!("{text:?} is no {}", ::std::stringify!($name)))
            }
        }
    };
}

/// Builds the parameters of a statement, in the order of `$1`, `$2`, …
///
/// ```
/// let (id, note) = ("ven_1", None::<String>);
/// assert_eq!(db::params![id, note, 3_i64].len(), 3);
/// ```
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$($crate::ToValue::to_value(&$value)),*][..] as &[$crate::Value<'_>]
    };
}
