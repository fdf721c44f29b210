//! Refuses requests that are too large according to their head, before the body is read.

use axum::{
    extract::Request,
    http::{HeaderMap, header},
};

use crate::{
    app::App,
    error::{Error, Result},
    web::errors::HEAD_TOO_LARGE,
};

/// Path prefix of uploads, which may be larger than other bodies.
pub const UPLOADS: &str = "/api/v1/File/bucket/";
/// Path prefix of imports, whose tables are as large as uploads.
pub const IMPORTS: &str = "/api/v1/Imports/";
/// Path prefix of gift lists, which have a table of a thousand rows in their JSON.
pub const LISTS: &str = "/api/v1/Carts/lists";
/// Maximum number of bytes of a gift list: a table of 1 MB in base64, and the other fields.
pub const MAX_LIST: usize = 1536 * 1024;
/// Maximum number of bytes that are read of an upload. This is more than the largest accepted file
/// has, so that the sender of a file that is too large still gets an error reply.
pub const MAX_UPLOAD: usize = 8 * 1024 * 1024;

/// Maximum size of a request's head in bytes. The longest captcha token and an access token fit.
pub const MAX_HEAD: usize = 32 * 1024;
/// Number of bytes that surround the parts of a head: the spaces and the version in the first line,
/// and the empty line at the end.
const AROUND_HEAD: usize = "  HTTP/1.1\r\n\r\n".len();
const AROUND_HEADER: usize = ": \r\n".len();

pub fn check(app: &App, request: &Request) -> Result<()> {
    // The listener stops reading at this size, but a single read may return a larger head.
    if head_length(request) > MAX_HEAD {
        return Err(Error::Refused(HEAD_TOO_LARGE));
    }
    let path = request.uri().path();
    let usual = app.config.http.body_limit();
    let limit = match path {
        _ if path.starts_with(IMPORTS) => MAX_UPLOAD,
        _ if path.starts_with(LISTS) => MAX_LIST.max(usual),
        _ => usual,
    };
    // Uploads have a limit of their own, which is checked elsewhere so that the error names the
    // field.
    let is_upload = path.starts_with(UPLOADS);
    if !is_upload && declares_more_than(limit, request.headers()) {
        return Err(Error::TooLarge(limit));
    }
    Ok(())
}

/// Returns the length of the request's head as the client sent it, except for optional spaces.
fn head_length(request: &Request) -> usize {
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    let headers = request.headers().iter();
    let headers = headers.map(|(name, value)| name.as_str().len() + value.len() + AROUND_HEADER);
    request.method().as_str().len() + target + AROUND_HEAD + headers.sum::<usize>()
}

/// Returns true if the declared length exceeds the limit, so that reading the body is pointless.
pub fn declares_more_than(limit: usize, headers: &HeaderMap) -> bool {
    let declared = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    declared.and_then(|text| text.parse::<u64>().ok()).is_some_and(|length| length > limit as u64)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn head_length_is_that_of_the_bytes_on_the_wire() {
        let head = "GET /about?a=1 HTTP/1.1\r\nhost: localhost\r\nx-one: 1\r\nx-one: 22\r\n\r\n";
        let request = Request::get("/about?a=1")
            .header("host", "localhost")
            .header("x-one", "1")
            .header("x-one", "22")
            .body(Body::empty())
            .expect("a request");
        assert_eq!(head_length(&request), head.len());
    }

    #[test]
    fn declares_more_than_reads_the_length_that_the_head_states() {
        for (stated, expected) in [("10", false), ("11", true), ("99999999999", true), ("x", false)]
        {
            let headers =
                HeaderMap::from_iter([(header::CONTENT_LENGTH, stated.parse().expect("a header"))]);
            assert_eq!(declares_more_than(10, &headers), expected, "{stated}");
        }
        assert!(!declares_more_than(10, &HeaderMap::new()));
    }
}
