//! Versions for concurrent edits of a record. A reply contains the record's version. A change may
//! name this version in `If-Match` and is refused if the record has changed since. A version is a
//! keyed hash of the edited fields, so no statement has to maintain a counter.

use std::{borrow::Cow, sync::Arc};

use axum::{
    extract::FromRequestParts,
    http::{header::IF_MATCH, request::Parts},
};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{AllOfBuilder, ObjectBuilder, Ref, RefOr, Schema, schema::Type},
};

use super::calls::{Call, Described};
use kernel::{fields::Fields, messages::Message, random::hex};

use crate::{
    app::App,
    error::{Error, Result, codes::VALIDATION},
    secrets::Secrets,
    web::{errors::CHANGED_MEANWHILE, secret_uses::VERSION},
};

/// Length of a version, more than enough to distinguish states of a record.
const BYTES: usize = 12;

/// Computes the version of a record from its edited fields. The hash is keyed, because a form may
/// show only the ends of numbers, and an unkeyed hash would let a caller guess the rest.
pub fn version_of(secrets: &Secrets, edited: &impl Serialize) -> Result<String> {
    let edited = serde_json::to_vec(edited)
        .map_err(|error| Error::Internal(format!("a version: {error}")))?;
    Ok(hex(&secrets.mac(VERSION, &[&edited])[..BYTES]))
}

/// Record with its version.
#[derive(Serialize)]
pub struct Versioned<T> {
    #[serde(flatten)]
    pub record: T,
    pub version: String,
}

/// Each versioned record has its own schema name.
impl<T: ToSchema> ToSchema for Versioned<T> {
    fn name() -> Cow<'static, str> {
        format!("Versioned{}", T::name()).into()
    }

    fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(all);
        all.push((T::name().into_owned(), T::schema()));
    }
}

impl<T: ToSchema> PartialSchema for Versioned<T> {
    fn schema() -> RefOr<Schema> {
        let about = "Version of the record, for `If-Match` of the call that changes it.";
        let version = ObjectBuilder::new().schema_type(Type::String).description(Some(about));
        let version = ObjectBuilder::new().property("version", version).required("version");
        AllOfBuilder::new()
            .description(Some("The record with its version."))
            .item(Ref::from_schema_name(T::name()))
            .item(version)
            .into()
    }
}

/// Version that a change refers to, if given.
#[derive(Clone, Debug)]
pub enum IfMatch {
    Any,
    One(Vec<String>),
}

impl IfMatch {
    /// Refuses the change if the record has another version. The caller must have locked the
    /// record.
    pub fn check(&self, secrets: &Secrets, edited: &impl Serialize) -> Result<()> {
        match self {
            IfMatch::Any => Ok(()),
            IfMatch::One(known) if known.contains(&version_of(secrets, edited)?) => Ok(()),
            IfMatch::One(_) => Err(Error::Refused(CHANGED_MEANWHILE)),
        }
    }

    fn parse(text: &str) -> Option<IfMatch> {
        if text.trim() == "*" {
            return Some(IfMatch::Any);
        }
        // A weak tag (`W/"…"`) matches nothing, as the standard says.
        let known = text.split(',').map(str::trim).map(|tag| {
            let tag = tag.strip_prefix("W/").map_or((tag, true), |weak| (weak, false));
            let (tag, is_strong) = tag;
            let inner = tag.strip_prefix('"')?.strip_suffix('"')?;
            Some(is_strong.then(|| inner.to_owned()))
        });
        let known: Option<Vec<Option<String>>> = known.collect();
        Some(IfMatch::One(known?.into_iter().flatten().collect()))
    }
}

impl FromRequestParts<Arc<App>> for IfMatch {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self> {
        let Some(value) = parts.headers.get(IF_MATCH) else { return Ok(IfMatch::Any) };
        value.to_str().ok().and_then(IfMatch::parse).ok_or_else(|| {
            let message = Message::new(
                "Must be the version of the record, in quotation marks.",
                "Doit être la version de la fiche, entre guillemets.",
            );
            Error::Invalid(Fields::one("If-Match", message))
        })
    }
}

impl Described for IfMatch {
    fn describe(call: &mut Call) {
        call.takes_header(
            "If-Match",
            "`version` of the record that the change is based on, in quotation marks. Left out, nothing is compared.",
        );
        call.may_refuse(&[VALIDATION, CHANGED_MEANWHILE]);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn if_match_accepts_the_version_of_the_same_record() {
        let secrets = Secrets::random();
        let edited = json!({ "name": "Ottawa" });
        let version = version_of(&secrets, &edited).expect("a version");
        let check = |header: &str, edited| {
            let known = IfMatch::parse(header).expect("a header that can be read");
            known.check(&secrets, edited).map_err(|error| error.code())
        };
        let other = json!({ "name": "Gatineau" });
        for (header, record, outcome) in [
            (format!("\"{version}\""), &edited, Ok(())),
            (format!("\"x\", \"{version}\""), &edited, Ok(())),
            ("*".to_owned(), &other, Ok(())),
            (format!("\"{version}\""), &other, Err(CHANGED_MEANWHILE)),
            (format!("W/\"{version}\""), &edited, Err(CHANGED_MEANWHILE)),
            ("\"\"".to_owned(), &edited, Err(CHANGED_MEANWHILE)),
        ] {
            assert_eq!(check(&header, record), outcome, "{header}");
        }
    }

    #[test]
    fn if_match_refuses_malformed_versions() {
        for header in ["", "abc", "\"abc", "abc\"", "\"", "\"a\", b", "*, \"a\""] {
            assert!(IfMatch::parse(header).is_none(), "{header}");
        }
    }
}
