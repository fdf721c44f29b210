//! Uploads and downloads of pictures.

use std::sync::Arc;

use axum::{
    Json,
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, FromRequest, Multipart, Request, State, multipart::Field},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use pictures::{MAX_BYTES, Name, WIDTHS};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{FileKind, Wanted};
use access::auth::{Actor, Can, Permission, Right, TenantKind};
use kernel::{
    fields::Fields,
    ids::FileKey,
    messages::{self, Message},
};
use platform::{
    app::App,
    error::{
        Error, Result,
        codes::{TOO_MANY_TRIES, UNSUPPORTED_MEDIA_TYPE, VALIDATION},
    },
    web::{
        AppState,
        calls::routes,
        extract::{Path, Query},
        sizes::{MAX_UPLOAD, declares_more_than},
        visitor,
    },
};

const TOO_LARGE: Message =
    Message::new("The maximum file size must be 1MB", "Le fichier doit peser au plus 1 Mo");

/// Right to upload pictures, of the kinds that the person's role allows.
pub struct UploadFiles;

impl Right for UploadFiles {
    const PERMISSION: Permission = Permission::UploadFiles;
    type Scope = Vec<FileKind>;

    fn scope(actor: &Actor) -> Vec<FileKind> {
        if actor.is_administrator() {
            return FileKind::ALL.to_vec();
        }
        let granted = actor.grants.iter().filter(|grant| Self::PERMISSION.is_of(grant.role));
        let kinds = granted.filter_map(|grant| grant.tenant).flat_map(|(_, kind)| match kind {
            TenantKind::Vendor => vec![FileKind::Vendor],
            TenantKind::Charity => vec![FileKind::Charity, FileKind::Campaign],
        });
        kinds.collect()
    }
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(upload_file: VALIDATION TOO_MANY_TRIES UNSUPPORTED_MEDIA_TYPE))
        .layer(DefaultBodyLimit::max(MAX_UPLOAD))
}

/// Routes of the pictures, outside the API path.
pub fn pictures() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_picture))
}

#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the form in the document")]
struct Upload {
    /// A PNG of at most 1 MB and 4096 pixels a side.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

#[derive(Serialize, ToSchema)]
struct Uploaded {
    /// Key of the picture, for fields such as `logoPath`. The picture is served at `/files/{type}/{key}`.
    key: String,
}

/// Uploads a picture.
///
/// Returns the key for fields such as `logoPath`.
#[utoipa::path(post, path = "/File/bucket/{type}", tag = "Files",
    params(("type" = String, Path, description = "Kind of picture: `vendor`, `charity`, `campaign` or `category`.")),
    request_body(content = Upload, content_type = "multipart/form-data"),
    responses((status = OK, body = Uploaded)))]
async fn upload_file(
    who: Can<UploadFiles>,
    State(app): AppState,
    Path(kind): Path<FileKind>,
    request: Request,
) -> Result<Json<Uploaded>> {
    if !who.scope.contains(&kind) {
        return Err(Error::Permission);
    }
    let key = super::upload(&app, &who.actor, kind, uploaded(request, &app)).await?;
    Ok(Json(Uploaded { key: key.to_string() }))
}

/// Returns the first file of the form.
async fn uploaded(request: Request, app: &Arc<App>) -> Result<Bytes> {
    if declares_more_than(MAX_UPLOAD, request.headers()) {
        return Err(Error::Invalid(Fields::one("file", TOO_LARGE)));
    }
    let mut form = Multipart::from_request(request, app)
        .await
        .map_err(|_| Error::UnsupportedMediaType("multipart/form-data"))?;
    while let Some(part) = form.next_field().await.map_err(unreadable)? {
        if part.file_name().is_some() || part.name() == Some("file") {
            return whole(part).await;
        }
    }
    Err(Error::Invalid(Fields::one("file", messages::required("File"))))
}

async fn whole(mut part: Field<'_>) -> Result<Bytes> {
    let mut bytes = Vec::new();
    let mut is_too_large = false;
    while let Some(chunk) = part.chunk().await.map_err(unreadable)? {
        is_too_large |= bytes.len() + chunk.len() > MAX_BYTES;
        if !is_too_large {
            bytes.extend_from_slice(&chunk);
        }
    }
    if is_too_large {
        return Err(Error::Invalid(Fields::one("file", TOO_LARGE)));
    }
    Ok(Bytes::from(bytes))
}

fn unreadable(error: axum::extract::multipart::MultipartError) -> Error {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Error::Invalid(Fields::one("file", TOO_LARGE));
    }
    Error::Malformed("The form can't be read.".to_owned())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Size {
    /// Width in pixels: 96, 192, 384 or 768. The whole picture if it is left out.
    w: Option<u32>,
}

/// Downloads a picture.
///
/// The picture has the requested width. It is a WebP file if the client accepts WebP and the file
/// is smaller, otherwise a PNG file.
#[utoipa::path(get, path = "/files/{type}/{key}", tag = "Files",
    params(("type" = String, Path, description = "Kind of picture: `vendor`, `charity`, `campaign` or `category`.")),
    responses((status = OK, content_type = "image/png", body = Vec<u8>)))]
async fn get_picture(
    State(app): AppState,
    Path((kind, key)): Path<(FileKind, FileKey)>,
    Query(size): Query<Size>,
    headers: HeaderMap,
) -> Result<Response> {
    if size.w.is_some_and(|width| !WIDTHS.contains(&width)) {
        return Err(Error::Invalid(Fields::one("w", messages::one_of("96, 192, 384, 768"))));
    }
    let wanted = Wanted { kind, key, width: size.w, takes_webp: takes_webp(&headers) };
    let name = super::find(&app, &wanted).await?.ok_or(Error::NotFound)?;
    let mut response = Response::new(Body::empty());
    describe(response.headers_mut(), key, name);
    if visitor::is_known(&headers, &response.headers()[header::ETAG]) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    *response.body_mut() = Body::from(super::read(&app, &wanted, name).await?);
    Ok(response)
}

/// Sets the headers of a picture. Caches may keep the picture forever, because the picture of a key
/// never changes. Scripts in a picture may not run; emails and other sites may show it.
fn describe(headers: &mut HeaderMap, key: FileKey, name: Name) {
    let tag = HeaderValue::from_str(&format!("\"{key}/{name}\""));
    headers.insert(header::ETAG, tag.unwrap_or(HeaderValue::from_static("\"\"")));
    let fixed = [
        (header::CONTENT_TYPE, name.format.media_type()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::VARY, "accept"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn takes_webp(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|item| {
        let (kind, weight) = item.split_once(';').unwrap_or((item, ""));
        kind.trim().eq_ignore_ascii_case("image/webp") && weight.trim() != "q=0"
    })
}
