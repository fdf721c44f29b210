//! The OpenAPI document, generated from the same registration as the routes.

use std::{collections::BTreeSet, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use utoipa::{
    OpenApi, ToSchema,
    openapi::{
        ContentBuilder, InfoBuilder, ObjectBuilder, Ref, RefOr, ResponseBuilder, Schema,
        schema::Type,
    },
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    app::App,
    audit::{Action, SubjectKind},
    error::{Code, ErrorBody},
    features,
    web::calls::refusal,
};

#[derive(OpenApi)]
#[openapi(components(schemas(ErrorBody)))]
struct Shared;

const RESPONSES: &str = "#/components/responses/";

/// Separates the calls from their description.
pub fn split(api: OpenApiRouter<Arc<App>>) -> (Router<Arc<App>>, Bytes) {
    let (router, calls) = api.split_for_parts();
    let mut document = Shared::openapi();
    document.info = InfoBuilder::new().title("FunRay").version("1").build();
    document.merge(calls);
    let mut names = BTreeSet::new();
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            names.extend(
                responses
                    .values()
                    .filter_map(|response| match response {
                        RefOr::Ref(response) => response.ref_location.strip_prefix(RESPONSES),
                        RefOr::T(_) => None,
                    })
                    .map(str::to_owned),
            );
            responses.insert("default".to_owned(), failure());
        }
    }
    let components = document.components.get_or_insert_default();
    for name in names {
        let response = refusal(&name).into();
        components.responses.insert(name, response);
    }
    components.schemas.extend([
        (Code::name().into_owned(), error_codes()),
        (Action::name().into_owned(), actions()),
        (SubjectKind::name().into_owned(), subjects()),
    ]);
    // Objects keep the order of their fields; a trailing newline because the document is a file too.
    let mut text = serde_json::to_vec_pretty(&document).unwrap_or_default();
    text.push(b'\n');
    (router, Bytes::from(text))
}

/// All error codes, each with its status and message.
fn error_codes() -> RefOr<Schema> {
    let codes = features::codes();
    let line = |code: &Code| {
        let (word, status) = (code.word(), code.status().as_u16());
        format!("- `{word}` ({status}): {}", code.message().english())
    };
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(codes.iter().map(|code| code.word())))
        .description(Some(codes.iter().map(line).collect::<Vec<_>>().join("\n")))
        .build()
        .into()
}

fn actions() -> RefOr<Schema> {
    let words = features::actions().into_iter().map(Action::word);
    word_of(words, "Action that the audit log records.")
}

fn subjects() -> RefOr<Schema> {
    let words = features::subjects().into_iter().map(SubjectKind::word);
    word_of(words, "Kind of the thing that was changed or viewed.")
}

fn word_of(words: impl Iterator<Item = &'static str>, about: &str) -> RefOr<Schema> {
    let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words));
    schema.description(Some(about)).build().into()
}

/// Every call may fail with the same body; each need not repeat it.
fn failure() -> RefOr<utoipa::openapi::Response> {
    ResponseBuilder::new()
        .description("An error: its code from the catalogue, and what to do next.")
        .content(
            "application/json",
            ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build(),
        )
        .build()
        .into()
}

/// The document as text, for `funray openapi` and the snapshot.
pub fn document() -> Bytes {
    split(crate::router::api()).1
}

pub async fn serve(document: Bytes) -> Response {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], document).into_response()
}
