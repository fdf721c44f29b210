//! Actions and kinds of subjects, by the words that rows and the API use. A word never changes its
//! meaning, because rows keep it for years. Each feature declares its own in its `actions.rs`.

use db::{ToValue, Value};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use kernel::{fields::Fields, messages};
use platform::error::{Error, Result};

macro_rules! word {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(&'static str);

        impl $name {
            pub const fn new(word: &'static str) -> $name {
                $name(word)
            }

            pub fn word(self) -> &'static str {
                self.0
            }
        }

        impl ToValue for $name {
            fn to_value(&self) -> Value<'_> {
                Value::Text(self.0.into())
            }
        }

        /// Placeholder schema: `router/openapi/mod.rs` replaces it by the list of all words.
        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new().schema_type(Type::String).build().into()
            }
        }

        impl ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        }
    };
}

word! {
    /// An action that the audit log records. Features declare theirs with `actions!`.
    Action
}

word! {
    /// Kind of record that was changed or read. Features declare theirs with `subjects!`.
    SubjectKind
}

/// Declares a feature's actions as constants, and the list `ACTIONS` of them, which `features.rs`
/// of the program reads.
#[macro_export]
macro_rules! actions {
    ($($name:ident;)+) => {
        $(pub const $name: $crate::audit::Action = $crate::audit::Action::new(stringify!($name));)+

        pub const ACTIONS: &[$crate::audit::Action] = &[$($name),+];
    };
}

/// Declares a feature's kinds of subjects as constants, and the list `SUBJECTS` of them, which
/// `features.rs` of the program reads.
#[macro_export]
macro_rules! subjects {
    ($($name:ident;)+) => {
        $(
            pub const $name: $crate::audit::SubjectKind =
                $crate::audit::SubjectKind::new(stringify!($name));
        )+

        pub const SUBJECTS: &[$crate::audit::SubjectKind] = &[$($name),+];
    };
}

pub use actions;
pub use subjects;

/// All actions of the program.
pub struct Actions(pub Vec<Action>);

impl Actions {
    /// Parses a query field that names an action.
    pub fn find(&self, field: &str, word: &str) -> Result<Action> {
        let found = self.0.iter().find(|action| action.word().eq_ignore_ascii_case(word));
        found.copied().ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|action| action.word()).collect();
            Error::Invalid(Fields::one(field, messages::one_of(&known.join(", "))))
        })
    }
}
