//! Extractors that report invalid input with our errors: the field and what to change.

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Request, rejection::BytesRejection},
    http::{header, request::Parts},
};
use serde::{Deserialize, de::DeserializeOwned};
use utoipa::{IntoParams, ToSchema, openapi::Required};

use super::{
    calls::{Call, Described},
    forms::NoCardNumbers,
    json_size, visitor,
};
use kernel::{
    brand::Brand,
    fields::Fields,
    language::Language,
    messages::{self, Message},
    query::QueryString,
};

use crate::{
    app::App,
    error::{
        Code, Error,
        codes::{BAD_REQUEST, NOT_FOUND, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, VALIDATION},
    },
};
use std::sync::Arc;

pub use super::forms::{Later, Object};

/// JSON body.
pub struct Json<T>(pub T);

/// Query string, with keys matched without regard to case.
pub struct Query<T>(pub T);

/// Path parameters. An invalid parameter is answered as not found, because no record has such an
/// id.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let bytes = read_json(request, app).await?;
        from_json(&bytes).map(Json)
    }
}

/// Reads the bytes of a JSON body.
pub async fn read_json(request: Request, app: &Arc<App>) -> Result<Bytes, Error> {
    if !is_json(&request) {
        return Err(Error::UnsupportedMediaType("application/json"));
    }
    read(request, app).await
}

/// JSON body that may be missing.
pub struct OptionalJson<T>(pub Option<T>);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for OptionalJson<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let is_json = is_json(&request);
        let bytes = read(request, app).await?;
        if bytes.is_empty() {
            return Ok(OptionalJson(None));
        }
        if !is_json {
            return Err(Error::UnsupportedMediaType("application/json"));
        }
        from_json(&bytes).map(|body| OptionalJson(Some(body)))
    }
}

async fn read(request: Request, app: &Arc<App>) -> Result<Bytes, Error> {
    Bytes::from_request(request, app).await.map_err(|rejection| match rejection {
        BytesRejection::FailedToBufferBody(inner)
            if inner.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE =>
        {
            Error::TooLarge(app.config.http.body_limit())
        }
        _ => Error::Malformed("The request body broke off.".to_owned()),
    })
}

fn is_json(request: &Request) -> bool {
    request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|value| value.trim().eq_ignore_ascii_case("application/json"))
}

pub fn from_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    check(bytes)?;
    parse::<Object<T>>(bytes).map(|Object(form)| form)
}

/// Checks what does not depend on the type of the form.
fn check(bytes: &[u8]) -> Result<(), Error> {
    json_size::refuse_excess(bytes)?;
    parse::<NoCardNumbers>(bytes).map(drop)
}

/// Parses JSON, so that an error names its field.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(invalid)?;
    reader.end().map_err(|_| {
        Error::Malformed("There is something after the end of the JSON.".to_owned())
    })?;
    Ok(value)
}

fn invalid(error: serde_path_to_error::Error<serde_json::Error>) -> Error {
    let path = error.path().to_string();
    let inner = error.into_inner();
    if !inner.is_data() {
        return Error::Malformed(format!("The request body is not valid JSON: {inner}."));
    }
    // Drops the position from serde's message, such as "expected a string at line 1 column 7",
    // because the path of the field already says where the error is.
    let text = inner.to_string();
    let problem = text.split(" at line ").next().unwrap_or(&text);
    let field = at(&path, problem).unwrap_or_else(|| "body".to_owned());
    Error::Invalid(Fields::one(&field, sentence(problem)))
}

/// Returns the field's path. For missing or duplicate fields serde reports only the parent, so the
/// name comes from its message.
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

/// Returns what to change. Our own messages are sentences. serde's messages start with a lower-case
/// letter, name types and repeat the value.
pub(super) fn sentence(problem: &str) -> Message {
    if let Some(message) = Message::brought(problem) {
        return message;
    }
    let unreadable = |english: &str| messages::UNREADABLE.with_english(english);
    if problem.starts_with(char::is_uppercase) {
        return unreadable(problem);
    }
    if problem.starts_with("missing field") {
        return Message::new("This field is required.", "Ce champ est obligatoire.");
    }
    if problem.starts_with("duplicate field") {
        return Message::new("This field is there twice.", "Ce champ est donné deux fois.");
    }
    let expected = problem.rsplit_once("expected ").map_or("", |(_, expected)| expected);
    let (wanted, french) = match expected {
        "a string" | "string" | "a borrowed string" => ("a text", "un texte"),
        "a boolean" => ("true or false", "true ou false"),
        "a sequence" => ("a list", "une liste"),
        "f32" | "f64" => ("a number", "un nombre"),
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => {
            ("a whole number", "un nombre entier")
        }
        "a map" => ("an object", "un objet"),
        _ if expected.starts_with("struct ") => ("an object", "un objet"),
        _ if problem.starts_with("unknown variant") => {
            let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
            return match known[..] {
                [one, other] => messages::one_of_two(one, other),
                _ => messages::one_of(&known.join(", ")),
            };
        }
        _ => return unreadable("This value doesn't fit."),
    };
    Message::of(format!("Must be {wanted}."), format!("Doit être {french}."))
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

/// Token of an emailed link. Proxies log paths, so the token is sent in a header and the path has a
/// dash instead. A path with the token is accepted, too.
pub struct LinkToken(pub String);

const LINK_TOKEN: &str = "x-link-token";
const IN_HEADER: &str = "-";

impl<S: Send + Sync> FromRequestParts<S> for LinkToken {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Path(token) = Path::<String>::from_request_parts(parts, state).await?;
        if token != IN_HEADER {
            return Ok(LinkToken(token));
        }
        let carried = parts.headers.get(LINK_TOKEN).and_then(|value| value.to_str().ok());
        carried.map(|token| LinkToken(token.to_owned())).ok_or(Error::NotFound)
    }
}

impl Described for LinkToken {
    fn describe(call: &mut Call) {
        call.takes_header(
            "X-Link-Token",
            "Token of the link, if the path has `-` in its place. Logs keep paths, but not this header.",
        );
        call.may_refuse(&[NOT_FOUND]);
    }
}

/// Brand and language of the calling page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub brand: Brand,
    pub language: Language,
    /// Language, if the user chose it explicitly.
    pub chosen_language: Option<Language>,
}

impl Page {
    /// Returns the brand that a call names as `appName`, else that of the page. The brand only
    /// selects the look of emails and the pages that links lead to.
    pub fn brand_of(self, app_name: Option<&str>) -> Brand {
        app_name.and_then(Brand::from_slug).unwrap_or(self.brand)
    }
}

impl FromRequestParts<Arc<App>> for Page {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        Ok(Page {
            brand: visitor::brand(app, &parts.headers),
            language: visitor::language(&parts.headers),
            chosen_language: visitor::chosen_language(&parts.headers),
        })
    }
}

/// `{status}` of calls that set something active or inactive: `activate` or `deactivate`, in any
/// case. The call sets the state and does not toggle it.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct ActiveStatus(String);

impl ActiveStatus {
    pub fn is_on(&self) -> Result<bool, Error> {
        match self.0.to_ascii_lowercase().as_str() {
            "activate" => Ok(true),
            "deactivate" => Ok(false),
            _ => Err(Error::Invalid(Fields::one(
                "status",
                messages::one_of_two("activate", "deactivate"),
            ))),
        }
    }
}

/// Error codes with which a body may be refused.
const BODY: [Code; 4] = [VALIDATION, BAD_REQUEST, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE];

impl<T: ToSchema> Described for Json<T> {
    fn describe(call: &mut Call) {
        call.takes_body::<T>(Required::True);
        call.may_refuse(&BODY);
    }
}

impl<T: IntoParams> Described for Query<T> {
    fn describe(call: &mut Call) {
        call.takes_parameters::<T>();
        call.may_refuse(&[VALIDATION]);
    }
}

/// The route template already describes path parameters.
impl<T> Described for Path<T> {
    fn describe(call: &mut Call) {
        call.may_refuse(&[NOT_FOUND]);
    }
}

impl<T: ToSchema> Described for OptionalJson<T> {
    fn describe(call: &mut Call) {
        call.takes_body::<T>(Required::False);
        call.may_refuse(&BODY);
    }
}

impl Described for Page {
    fn describe(_: &mut Call) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::messages;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only the reading is under test")]
    struct Outer {
        first_name: String,
        address: Object<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only the reading is under test")]
    struct Inner {
        city: String,
        floors: Vec<u8>,
    }

    #[test]
    fn from_json_names_the_wrong_field() {
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
    fn from_json_names_the_expected_type() {
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
    fn from_json_refuses_payment_card_numbers_in_any_field() {
        const CARD: &str = "4111 1111 1111 1111";
        for (body, path) in [
            (format!(r#"{{"notes":["a","my card is {CARD}, please"]}}"#), "notes[1]"),
            (format!(r#"{{"appName":"{CARD}"}}"#), "appName"),
            (format!(r#"{{"nobodyAskedFor":{{"this":["{CARD}"]}}}}"#), "nobodyAskedFor.this[0]"),
            (r#"{"nobodyAskedFor":4111111111111111}"#.to_owned(), "nobodyAskedFor"),
            (format!(r#"{{"kind":"{CARD}"}}"#), "kind"),
        ] {
            let (at, message) = refused::<Flat>(&body);
            assert_eq!(
                (at.as_str(), message.as_str()),
                (path, messages::PAYMENT_CARD.english()),
                "{body}"
            );
        }
        let body = r#"{"kind":"two","notes":null,"appName":"rayzr","more":[1,{"a":null}]}"#;
        let read = from_json::<Flat>(body.as_bytes()).expect("all is well");
        assert!(matches!(read.kind, Some(Kind::Two)) && read.rest.app_name.is_some());
        let (path, message) = refused::<Flat>(r#"{"kind":"three"}"#);
        assert_eq!((path.as_str(), message.as_str()), ("kind", "Must be one or two."));
        let read = from_json::<Flat>(br#"{"kind":"one"}"#).expect("what is left out is well");
        assert!(matches!(read.kind, Some(Kind::One)) && read.rest.app_name.is_none());
    }

    #[test]
    fn from_json_survives_fuzzing() {
        let examples: [&[u8]; 3] = [
            br#"{"firstName":"Ann","address":{"city":"Ottawa","floors":[1,200]}}"#,
            br#"{"kind":"two","notes":["a","my card"],"appName":"rayzr","more":[1,{"a":null}]}"#,
            br#"{"kind":null,"notes":null,"price":12.50,"id":4111111111111111}"#,
        ];
        fuzzing::run(&fuzzing::mutated(&examples), |bytes| {
            for refused in [from_json::<Outer>(&bytes).err(), from_json::<Flat>(&bytes).err()] {
                let status = refused.map_or(400, |error| error.code().status().as_u16());
                assert_eq!(status, 400);
            }
            if let Ok(read) = from_json::<Flat>(&bytes) {
                let texts = read.notes.into_iter().flatten().chain(read.rest.app_name);
                assert!(!texts.into_iter().any(|text| kernel::payment_card::is_in(&text)));
            }
        });
    }

    /// An error in a flattened part names the whole body. To find the field, the program would have
    /// to examine all fields that the client sent.
    #[test]
    fn from_json_reports_errors_of_flattened_parts_for_the_body() {
        let (at, message) = refused::<Flat>(r#"{"notes":["a"],"appName":true}"#);
        assert_eq!((at.as_str(), message.as_str()), ("body", "Must be a text."));
    }

    #[test]
    fn from_json_refuses_too_many_fields() {
        let keys: Vec<String> = (0..4_000).map(|key| format!("\"k{key}\":1")).collect();
        let body = format!("{{\"appName\":true,\"kind\":7,{}}}", keys.join(","));
        let refused = from_json::<Flat>(body.as_bytes());
        assert!(matches!(refused, Err(Error::Malformed(_))), "{refused:?}");
    }

    #[test]
    fn from_json_refuses_malformed_json() {
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
