//! Error codes: how a feature declares one, and how the wire shows it.

use std::fmt;

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use kernel::messages::Message;

/// A stable `errorCode` with its HTTP status and its message. Features declare theirs with [`codes!`](super::codes).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Code(&'static Declared);

/// The declaration of a code.
#[derive(PartialEq, Eq)]
pub struct Declared {
    word: &'static str,
    status: u16,
    english: &'static str,
    french: &'static str,
    blocks_jobs: bool,
    is_repeatable: bool,
}

impl Declared {
    pub const fn new(
        word: &'static str,
        status: StatusCode,
        english: &'static str,
        french: &'static str,
    ) -> Declared {
        let status = status.as_u16();
        Declared { word, status, english, french, blocks_jobs: false, is_repeatable: true }
    }

    /// Jobs that fail with this code wait without using up an attempt until `jobs::unblock`.
    #[must_use]
    pub const fn blocks_jobs(self) -> Declared {
        Declared { blocks_jobs: true, ..self }
    }

    /// A client that repeats the call by itself might do it twice: the reply has no `Retry-After`.
    #[must_use]
    pub const fn never_repeat(self) -> Declared {
        Declared { is_repeatable: false, ..self }
    }
}

impl Code {
    pub const fn of(declared: &'static Declared) -> Code {
        Code(declared)
    }

    pub fn word(self) -> &'static str {
        self.0.word
    }

    pub fn status(self) -> StatusCode {
        StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The message where the error has nothing more precise to say.
    pub fn message(self) -> Message {
        Message::new(self.0.english, self.0.french)
    }

    pub fn blocks_jobs(self) -> bool {
        self.0.blocks_jobs
    }

    pub fn is_repeatable(self) -> bool {
        self.0.is_repeatable
    }
}

/// Declares error codes as constants, and `CODES` for the program's list in `features.rs`.
///
/// `NAME = STATUS, "English", "French";` A property may follow: `blocks_jobs` or `never_repeat`.
#[macro_export]
macro_rules! codes {
    ($($name:ident = $status:ident, $english:literal, $french:literal $(, $property:ident)?;)+) => {
        $(
            pub const $name: $crate::error::Code = {
                const DECLARED: $crate::error::Declared = $crate::error::Declared::new(
                    stringify!($name),
                    axum::http::StatusCode::$status,
                    $english,
                    $french,
                )$(.$property())?;
                $crate::error::Code::of(&DECLARED)
            };
        )+

        pub const CODES: &[$crate::error::Code] = &[$($name),+];
    };
}

pub use codes;

impl fmt::Debug for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// A placeholder: the program puts the list of all codes in its place (`router/openapi/mod.rs`).
impl PartialSchema for Code {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).build().into()
    }
}

impl ToSchema for Code {
    fn name() -> std::borrow::Cow<'static, str> {
        "ErrorCode".into()
    }
}
