//! Adds the ledger's position at the time of a report to the reply, in a response header. The body
//! has no field for it, because the specification fixes the fields of the body.

use axum::{
    Json,
    http::{HeaderName, HeaderValue},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::super::AsOf;

/// Header with the id and the time of the newest transfer that the report covers. Example:
/// `trf_06b4qhk2w8; at="2026-03-10T15:00:00Z"`.
const LEDGER_POSITION: HeaderName = HeaderName::from_static("ledger-position");

impl<T: Serialize> IntoResponse for AsOf<T> {
    fn into_response(self) -> Response {
        let mut response = Json(self.report).into_response();
        let position = self.position.map(|newest| {
            HeaderValue::try_from(format!("{}; at=\"{}\"", newest.transfer, newest.created_at))
        });
        if let Some(Ok(position)) = position {
            response.headers_mut().insert(LEDGER_POSITION, position);
        }
        response
    }
}
