//! Error codes: declaration and representation in the API.

use std::fmt;

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use kernel::messages::Message;

/// Stable `errorCode` with its HTTP status and message. Features declare their codes with
/// [`codes!`](super::codes).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Code(&'static Declared);

/// Declaration of a code.
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

    /// Makes jobs that fail with this code wait until `jobs::unblock`, without using up attempts.
    #[must_use]
    pub const fn blocks_jobs(self) -> Declared {
        Declared { blocks_jobs: true, ..self }
    }

    /// Omits `Retry-After`, because repeating the call automatically might carry it out twice.
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

    /// Returns the default message, for errors without a more precise one.
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
/// Format: `NAME = STATUS, "English", "French";` with an optional property `blocks_jobs` or
/// `never_repeat`.
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

/// Placeholder schema: `router/openapi/mod.rs` replaces it by the list of all codes.
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
