//! Test client that calls the program's router without a network.

use axum::{
    Router,
    body::{Body, Bytes},
    http::{HeaderMap, Request, StatusCode, request},
    response::Response,
};
use http_body_util::BodyExt;
use platform::web::server::Peer;
use tower::ServiceExt;

pub struct Call {
    router: Router,
    request: request::Builder,
    body: Body,
}

pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Call {
    pub fn new(router: Router, method: &str, path: &str) -> Call {
        Call {
            router,
            request: Request::builder().method(method).uri(path).header("host", "localhost:8080"),
            body: Body::empty(),
        }
    }

    /// Sets a header, replacing an earlier value.
    pub fn header(mut self, name: &'static str, value: &str) -> Call {
        let headers = self.request.headers_mut().expect("a valid request");
        headers.insert(name, value.parse().expect("a header"));
        self
    }

    /// Sets the caller's IP address.
    pub fn from(mut self, address: &str) -> Call {
        let peer = Peer(address.parse().expect("an address"));
        self.request = self.request.extension(peer);
        self
    }

    pub fn json(self, text: impl Into<String>) -> Call {
        self.header("content-type", "application/json").body(text)
    }

    pub fn body(mut self, text: impl Into<String>) -> Call {
        self.body = Body::from(text.into());
        self
    }

    /// Sets the body to a form with one file.
    pub fn file(mut self, name: &str, bytes: &[u8]) -> Call {
        const BOUNDARY: &str = "----between-the-parts";
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: image/png\r\n\r\n"
        );
        let form = [head.as_bytes(), bytes, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
        self.body = Body::from(form);
        self.header("content-type", &format!("multipart/form-data; boundary={BOUNDARY}"))
    }

    /// Sends the call and returns the reply before its body is read.
    pub async fn open(self) -> Response {
        let request = self.request.body(self.body).expect("a valid request");
        self.router.oneshot(request).await.expect("an answer")
    }

    pub async fn send(self) -> Reply {
        let (parts, body) = self.open().await.into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes();
        Reply { status: parts.status, headers: parts.headers, body }
    }
}

impl Reply {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("no JSON ({error}) but {}: {}", self.status, self.text())
        })
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// Returns the cookie that the reply sets, in the form of a `Cookie` header.
    pub fn cookie(&self) -> String {
        let (cookie, _) = self.header("set-cookie").split_once(';').expect("a cookie");
        cookie.to_owned()
    }

    /// Asserts that the reply rejects the input. Returns the message for each invalid field.
    pub fn wrong_fields(&self) -> serde_json::Value {
        self.error(400, "VALIDATION")["fields"].clone()
    }

    /// Asserts that the reply is the error that the page announced in its `refusal` field.
    pub fn foretold(&self, refusal: &serde_json::Value, status: u16, code: &str) {
        let answer = self.error(status, code);
        for said in ["errorCode", "errorMessage"] {
            assert_eq!(refusal[said], answer[said], "{refusal}");
        }
    }

    /// Asserts an error with this status and code, and returns its body.
    pub fn error(&self, status: u16, code: &str) -> serde_json::Value {
        let body = self.json();
        assert_eq!(self.status.as_u16(), status, "{body}");
        assert_eq!(body["errorCode"], code, "{body}");
        assert_eq!(body["status"], status, "{body}");
        assert_eq!(body["traceId"], self.header("x-trace-id"), "{body}");
        assert!(body["errorMessage"].as_str().is_some_and(|text| text.ends_with('.')), "{body}");
        body
    }
}
