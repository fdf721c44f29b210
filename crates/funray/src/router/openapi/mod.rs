//! The OpenAPI document, generated from the same registration as the routes. Only a build with the
//! feature `describe` generates it. Others contain the committed `openapi.json`, which a test
//! compares with the generated document.

mod about;
mod examples;
mod parts;
mod words;

use std::{
    collections::BTreeMap,
    io::Read,
    mem,
    sync::{Arc, LazyLock},
};

use axum::{
    Router,
    body::Bytes,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use flate2::read::GzDecoder;
use utoipa::{
    OpenApi, ToSchema,
    openapi::{
        Components, ContentBuilder, ObjectBuilder, Paths, Ref, RefOr, ResponseBuilder, Schema,
        path::Operation, schema::Type,
    },
};

use access::audit::{Action, SubjectKind};
use platform::{
    app::App,
    error::{Code, Error, ErrorBody, Result},
    web::calls::DESCRIBES,
};

use crate::features;

#[derive(OpenApi)]
#[openapi(components(schemas(ErrorBody)))]
struct Shared;

type Responses = BTreeMap<String, RefOr<utoipa::openapi::Response>>;

/// Committed document, compressed. Empty in a build that generates the document.
const COMMITTED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// OpenAPI document as JSON, made on first use so that starts and tests don't wait for it.
static DOCUMENT: LazyLock<Bytes> =
    LazyLock::new(|| Bytes::from(if DESCRIBES { generated() } else { unpacked(COMMITTED) }));

/// Routes of the calls. Building them also builds their descriptions, which takes longer than
/// copying them, and a test run starts a thousand programs.
static CALLS: LazyLock<Router<Arc<App>>> = LazyLock::new(|| super::api().split_for_parts().0);

/// Returns the routes of the calls, without their descriptions.
pub fn calls() -> Router<Arc<App>> {
    CALLS.clone()
}

/// Returns the document as text, for `funray openapi` and the snapshot.
pub fn document() -> Bytes {
    DOCUMENT.clone()
}

pub async fn serve() -> Result<Response> {
    let document = tokio::task::spawn_blocking(document).await;
    let document = document.map_err(|error| Error::Internal(format!("the document: {error}")))?;
    let json = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, json)], document).into_response())
}

fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    match GzDecoder::new(packed).read_to_end(&mut text) {
        Ok(_) => text,
        Err(_) => unreachable!("the build compressed the document"),
    }
}

/// Objects keep the order of their fields. The text ends with a newline, because the document is
/// also stored as a file.
fn generated() -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(&complete()).unwrap_or_default();
    text.push(b'\n');
    text
}

fn complete() -> utoipa::openapi::OpenApi {
    let mut document = assembled();
    let mut components = document.components.take().unwrap_or_default();
    words::describe(&mut components, &mut document.paths);
    examples::illustrate(&components, &mut document.paths);
    document.components = Some(components);
    document
}

/// Assembles the document from the routes and the parts that all calls share.
fn assembled() -> utoipa::openapi::OpenApi {
    let mut document = Shared::openapi();
    about::introduce(&mut document);
    document.merge(super::api().split_for_parts().1);
    let mut refusals = Responses::new();
    for operation in operations(&mut document.paths) {
        share_refusals(operation, &mut refusals);
        describe_success(operation);
        operation.responses.responses.insert("default".to_owned(), failure());
    }
    let components = document.components.get_or_insert_default();
    components.responses.extend(refusals);
    parts::join(components);
    list_names(components);
    document
}

/// Replaces the placeholder schemas of codes, actions and subjects by lists of the names that
/// features declare.
fn list_names(components: &mut Components) {
    let actions = features::actions().into_iter().map(Action::word);
    let subjects = features::subjects().into_iter().map(SubjectKind::word);
    components.schemas.extend([
        (Code::name().into_owned(), error_codes()),
        (Action::name().into_owned(), word_of(actions, "Action that the audit log records.")),
        (
            SubjectKind::name().into_owned(),
            word_of(subjects, "Kind of record that was changed or read."),
        ),
    ]);
}

/// Returns the schema of all error codes, each with its status and message.
fn error_codes() -> RefOr<Schema> {
    let codes = features::codes();
    let line = |code: &Code| {
        let (word, status) = (code.word(), code.status().as_u16());
        format!("- `{word}` ({status}): {}", code.message().english())
    };
    word_of(
        codes.iter().map(|code| code.word()),
        &codes.iter().map(line).collect::<Vec<_>>().join("\n"),
    )
}

fn word_of(words: impl Iterator<Item = &'static str>, about: &str) -> RefOr<Schema> {
    let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words));
    schema.description(Some(about)).build().into()
}

fn operations(paths: &mut Paths) -> impl Iterator<Item = &mut Operation> {
    let items = paths.paths.values_mut();
    items.flat_map(|item| {
        [&mut item.get, &mut item.post, &mut item.put, &mut item.delete].into_iter().flatten()
    })
}

/// Moves error responses into shared components. A response with one code is named after the code and shared by all calls;
/// a response with several codes is named after its call.
fn share_refusals(operation: &mut Operation, shared: &mut Responses) {
    let id = operation.operation_id.clone().unwrap_or_default();
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(refusal) = &*response else { continue };
        if !status.starts_with(['4', '5']) {
            continue;
        }
        let codes = refusal.description.clone();
        let name = if codes.contains(',') { format!("{id}_{status}") } else { codes };
        let reference = Ref::from_response_name(&name).into();
        shared.insert(name, mem::replace(response, reference));
    }
}

fn describe_success(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            let text = if status == "204" { "Done. The reply has no body." } else { "Done." };
            response.description = text.to_owned();
        }
    }
}

/// Returns the response of an unexpected error, which all calls share.
fn failure() -> RefOr<utoipa::openapi::Response> {
    ResponseBuilder::new()
        .description("Error with a code of the catalogue and a text for people.")
        .content(
            "application/json",
            ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build(),
        )
        .build()
        .into()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    #[test]
    fn unpacked_returns_what_the_build_compressed() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(b"{\"openapi\": 3}").expect("memory");
        assert_eq!(unpacked(&packed.finish().expect("memory")), b"{\"openapi\": 3}");
    }
}
