//! Tests of storing files in an S3 bucket, with a fake service that supports the calls of the
//! program.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use tokio::net::TcpListener;

use crate::support::{TestApp, pictures::png, wire::ClosedPort};

#[derive(Clone, Default)]
struct Service {
    objects: Arc<Mutex<BTreeMap<String, Bytes>>>,
}

impl Service {
    async fn start(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let service = self.clone();
        let answer = async move |method: Method, uri: Uri, headers: HeaderMap, body: Bytes| {
            service.answer(&method, uri.path(), &headers, body)
        };
        let router = Router::new().fallback(answer);
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}")
    }

    fn answer(&self, method: &Method, path: &str, headers: &HeaderMap, body: Bytes) -> Response {
        let signed = headers.get("authorization").and_then(|value| value.to_str().ok());
        if !signed.is_some_and(|text| text.starts_with("AWS4-HMAC-SHA256 Credential=access/")) {
            return StatusCode::FORBIDDEN.into_response();
        }
        let mut objects = self.objects.lock().expect("nobody panicked");
        match *method {
            Method::PUT => {
                objects.insert(path.to_owned(), body);
                [("etag", "\"1\"")].into_response()
            }
            Method::GET => match objects.get(path) {
                Some(bytes) => {
                    let modified = ("last-modified", "Tue, 10 Mar 2026 15:00:00 GMT");
                    ([("etag", "\"1\""), modified], bytes.clone()).into_response()
                }
                None => StatusCode::NOT_FOUND.into_response(),
            },
            _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        }
    }

    fn paths(&self) -> Vec<String> {
        self.objects.lock().expect("nobody panicked").keys().cloned().collect()
    }
}

async fn app_with(endpoint: &str) -> TestApp {
    TestApp::with(&format!(
        "files = {{ store = \"s3://pictures/live\", s3_endpoint = \"{endpoint}\",
                    s3_access_key = \"access\", s3_secret_key = \"secret\" }}"
    ))
    .await
}

#[tokio::test]
async fn s3_store_writes_and_reads_pictures() {
    let service = Service::default();
    let app = app_with(&service.start().await).await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let call = admin.call("POST", "/api/v1/File/bucket/vendor");
    let reply = call.file("logo.png", &png(120, 120, [200, 30, 30])).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let key = reply.json()["key"].as_str().expect("a key").to_owned();
    let paths = service.paths();
    for name in ["96.png", "120.png"] {
        let path = format!("/pictures/live/vendor/{key}/{name}");
        assert!(paths.contains(&path), "{path} is not in {paths:?}");
    }
    let shown = app.get(&format!("/files/vendor/{key}?w=96")).send().await;
    assert_eq!(shown.status, 200, "{}", shown.text());
    assert_eq!(image::load_from_memory(&shown.body).expect("a picture").width(), 96);
    assert_eq!(app.stored_files(), 0, "nothing stays on this machine");
}

#[tokio::test]
async fn s3_store_that_is_unreachable_gives_503() {
    let closed = ClosedPort::new();
    let mut app = app_with(&format!("http://{}", closed.address)).await;
    // Jobs may be left over: they delete files that the unreachable bucket may have stored.
    app.expect_leftover_jobs();
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let call = admin.call("POST", "/api/v1/File/bucket/vendor");
    let reply = call.file("logo.png", &png(20, 20, [200, 30, 30])).send().await;
    reply.error(503, "FILES_UNAVAILABLE");
    assert_eq!(app.count("SELECT count(*) FROM file").await, 0);
}
