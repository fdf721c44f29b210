//! Extractors that answer bad input with our errors: which field, what to change.

use axum::{
    body::{Bytes, HttpBody},
    extract::{FromRequest, FromRequestParts, Request, rejection::BytesRejection},
    http::{header, request::Parts},
};
use serde::{Deserialize, de::DeserializeOwned};

use super::{forms::Strict, web};
use crate::{
    app::App,
    brand::Brand,
    error::Error,
    kernel::{fields::Fields, language::Language, query::QueryString},
};
use std::sync::Arc;

/// A JSON body.
pub struct Json<T>(pub T);

/// The query string, its keys matched without regard to case.
pub struct Query<T>(pub T);

/// The parameters in the path. One that can't be read names nothing, so it isn't found.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        if !is_json(&request) {
            return Err(Error::UnsupportedMediaType("application/json"));
        }
        let bytes =
            Bytes::from_request(request, app).await.map_err(|rejection| match rejection {
                BytesRejection::FailedToBufferBody(inner)
                    if inner.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE =>
                {
                    Error::TooLarge(app.config.http.body_limit())
                }
                _ => Error::Malformed("The request body broke off.".to_owned()),
            })?;
        from_json(&bytes).map(Json)
    }
}

/// A JSON body where there may be none at all.
pub struct OptionalJson<T>(pub Option<T>);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for OptionalJson<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        if request.body().is_end_stream() {
            return Ok(OptionalJson(None));
        }
        Json::from_request(request, app).await.map(|Json(body)| OptionalJson(Some(body)))
    }
}

fn is_json(request: &Request) -> bool {
    request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|value| value.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads JSON so that an error names the field it happened at.
fn from_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(Strict(&mut reader)).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if !inner.is_data() {
            return Error::Malformed(format!("The request body is not valid JSON: {inner}."));
        }
        // "invalid type: …, expected a string at line 1 column 7": the place is in the path already.
        let text = inner.to_string();
        let problem = text.split(" at line ").next().unwrap_or(&text);
        let field = at(&path, problem)
            .or_else(|| field_behind::<T>(bytes, problem))
            .unwrap_or_else(|| "body".to_owned());
        Error::Invalid(Fields::one(&field, sentence(problem)))
    })?;
    reader.end().map_err(|_| {
        Error::Malformed("There is something after the end of the JSON.".to_owned())
    })?;
    Ok(value)
}

/// The path of the field. For one that is missing, or there twice, serde stops at its parent: its name is in the words.
fn at(path: &str, problem: &str) -> Option<String> {
    let named = ["missing field", "duplicate field"]
        .into_iter()
        .find_map(|what| problem.strip_prefix(what)?.trim().strip_prefix('`')?.strip_suffix('`'));
    match (if path == "." { "" } else { path }, named) {
        ("", None) => None,
        (parent, None) => Some(parent.to_owned()),
        ("", Some(field)) => Some(field.to_owned()),
        (parent, Some(field)) => Some(format!("{parent}.{field}")),
    }
}

/// Parts that several forms share are read without their place in the form: it is the field without which nobody would
/// complain of it.
fn field_behind<T: DeserializeOwned>(bytes: &[u8], problem: &str) -> Option<String> {
    let form: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(bytes).ok()?;
    let is_behind = |field: &&String| {
        let mut rest = form.clone();
        rest.remove(*field);
        let read = T::deserialize(Strict(serde_json::Value::Object(rest)));
        read.err().is_none_or(|error| error.to_string() != problem)
    };
    form.keys().find(is_behind).cloned()
}

/// What to change. Our own messages are sentences; serde's speak of types and repeat the value, and begin with a small
/// letter.
fn sentence(problem: &str) -> String {
    if problem.starts_with(char::is_uppercase) {
        return problem.to_owned();
    }
    if problem.starts_with("missing field") {
        return "This field is required.".to_owned();
    }
    if problem.starts_with("duplicate field") {
        return "This field is there twice.".to_owned();
    }
    let expected = problem.rsplit_once("expected ").map_or("", |(_, expected)| expected);
    let wanted = match expected {
        "a string" | "string" | "a borrowed string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "f32" | "f64" => "a number",
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "a map" => "an object",
        _ if expected.starts_with("struct ") => "an object",
        _ if problem.starts_with("unknown variant") => {
            return format!("Must be {}.", expected.replace('`', ""));
        }
        _ => return "This value doesn't fit.".to_owned(),
    };
    format!("Must be {wanted}.")
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Error> {
        let text = parts.uri.query().unwrap_or_default();
        Ok(Query(QueryString::parse(text)?.read()?))
    }
}

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        axum::extract::Path::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Path(value)| Path(value))
            .map_err(|_| Error::NotFound)
    }
}

/// The brand and language of the page that is calling.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub brand: Brand,
    pub language: Language,
    /// The same, when it isn't only what the browser asks for.
    pub chosen_language: Option<Language>,
}

impl FromRequestParts<Arc<App>> for Page {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        Ok(Page {
            brand: web::brand(app, &parts.headers),
            language: web::language(&parts.headers),
            chosen_language: web::chosen_language(&parts.headers),
        })
    }
}

/// The `{status}` of the calls that switch something: `activate` or `deactivate` in any case.
/// The call sets the state, it does not flip it.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Switch(String);

impl Switch {
    pub fn is_on(&self) -> Result<bool, Error> {
        match self.0.to_ascii_lowercase().as_str() {
            "activate" => Ok(true),
            "deactivate" => Ok(false),
            _ => Err(Error::Invalid(Fields::one("status", "Must be activate or deactivate."))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::messages;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only the reading is under test")]
    struct Outer {
        first_name: String,
        address: Inner,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only the reading is under test")]
    struct Inner {
        city: String,
        floors: Vec<u8>,
    }

    #[test]
    fn an_error_names_the_field() {
        for (body, path) in [
            (r#"{"address":{"city":"Ottawa","floors":[]}}"#, "firstName"),
            (r#"{"firstName":"Ann","address":{"floors":[]}}"#, "address.city"),
            (r#"{"firstName":1,"address":{"city":"Ottawa","floors":[]}}"#, "firstName"),
            (
                r#"{"firstName":"Ann","address":{"city":"Ottawa","floors":[1,300]}}"#,
                "address.floors[1]",
            ),
        ] {
            match from_json::<Outer>(body.as_bytes()) {
                Err(Error::Invalid(fields)) => {
                    assert_eq!(
                        fields.iter().map(|(path, _)| path).collect::<Vec<_>>(),
                        [path],
                        "{body}"
                    );
                }
                other => panic!("{body}: {other:?}"),
            }
        }
    }

    fn refused<T: DeserializeOwned + std::fmt::Debug>(body: &str) -> (String, String) {
        match from_json::<T>(body.as_bytes()) {
            Err(Error::Invalid(fields)) => {
                let (path, message) = fields.iter().next().expect("a field");
                (path.to_owned(), message.to_string())
            }
            other => panic!("{body}: {other:?}"),
        }
    }

    #[test]
    fn it_is_told_what_to_change_and_not_what_it_was() {
        for (body, path, message) in [
            ("null", "body", "Must be an object."),
            ("[]", "body", "Must be an object."),
            (r#"["Ann",{"city":"Ottawa","floors":[]}]"#, "body", "Must be an object."),
            (r#"{"firstName":"Ann","address":["Ottawa",[]]}"#, "address", "Must be an object."),
            (r#"{"firstName":true}"#, "firstName", "Must be a text."),
            (r#"{"firstName":"a","firstName":"b"}"#, "firstName", "This field is there twice."),
            (r#"{"address":{"floors":"up"}}"#, "address.floors", "Must be a list."),
            (r#"{"address":{"floors":["up"]}}"#, "address.floors[0]", "Must be a whole number."),
            (r#"{"address":{}}"#, "address.city", "This field is required."),
        ] {
            assert_eq!(refused::<Outer>(body), (path.to_owned(), message.to_owned()), "{body}");
        }
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only the reading is under test")]
    struct Flat {
        kind: Option<Kind>,
        notes: Option<Vec<String>>,
        #[serde(flatten)]
        rest: Rest,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        One,
        Two,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only the reading is under test")]
    struct Rest {
        app_name: Option<String>,
    }

    #[test]
    fn the_number_of_a_payment_card_gets_in_nowhere() {
        const CARD: &str = "4111 1111 1111 1111";
        for (body, path) in [
            (format!(r#"{{"notes":["a","my card is {CARD}, please"]}}"#), "notes[1]"),
            (format!(r#"{{"appName":"{CARD}"}}"#), "appName"),
            (format!(r#"{{"nobodyAskedFor":{{"this":["{CARD}"]}}}}"#), "nobodyAskedFor.this[0]"),
            (r#"{"nobodyAskedFor":4111111111111111}"#.to_owned(), "nobodyAskedFor"),
            (format!(r#"{{"kind":"{CARD}"}}"#), "kind"),
        ] {
            let (at, message) = refused::<Flat>(&body);
            assert_eq!((at.as_str(), message.as_str()), (path, messages::PAYMENT_CARD), "{body}");
        }
        let (at, message) = refused::<Flat>(r#"{"notes":["a"],"appName":true}"#);
        assert_eq!((at.as_str(), message.as_str()), ("appName", "Must be a text."));
        let body = r#"{"kind":"two","notes":null,"appName":"rayzr","more":[1,{"a":null}]}"#;
        let read = from_json::<Flat>(body.as_bytes()).expect("all is well");
        assert!(matches!(read.kind, Some(Kind::Two)) && read.rest.app_name.is_some());
        let (path, message) = refused::<Flat>(r#"{"kind":"three"}"#);
        assert_eq!((path.as_str(), message.as_str()), ("kind", "Must be one or two."));
        let read = from_json::<Flat>(br#"{"kind":"one"}"#).expect("what is left out is well");
        assert!(matches!(read.kind, Some(Kind::One)) && read.rest.app_name.is_none());
    }

    #[test]
    fn what_is_no_json_is_malformed() {
        for body in ["", "{", "{]", "nope", "{\"a\":\u{1}}"] {
            assert!(
                matches!(from_json::<serde_json::Value>(body.as_bytes()), Err(Error::Malformed(_))),
                "{body:?}"
            );
        }
        let trailing = from_json::<serde_json::Value>(b"{} {}");
        assert!(matches!(trailing, Err(Error::Malformed(_))), "{trailing:?}");
        let deep = "[".repeat(100_000);
        assert!(from_json::<serde_json::Value>(deep.as_bytes()).is_err());
    }
}
