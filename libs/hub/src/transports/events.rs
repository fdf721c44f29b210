//! Server-sent events: the server sends its records in one endless response, the client sends its
//! records in separate requests.

use std::{convert::Infallible, sync::Arc};

use axum::{
    body::Body,
    http::header,
    response::{IntoResponse, Response},
};
use futures_util::stream;

use crate::{
    Hub,
    connection::{Connection, Parcel},
};

/// Client with an open event stream. Dropping the value, when the response ends for whatever
/// reason, removes the client from the hub.
struct Guest {
    hub: Hub,
    connection: Arc<Connection>,
    is_greeted: bool,
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.hub.remove(&self.connection);
    }
}

pub fn stream(hub: Hub, connection: Arc<Connection>) -> Response {
    let guest = Guest { hub, connection, is_greeted: false };
    let chunks = stream::unfold(guest, |mut guest| async move {
        if !guest.is_greeted {
            guest.is_greeted = true;
            // Some browsers treat the stream as open only after the first bytes.
            return Some((Ok::<_, Infallible>(":\r\n".to_owned()), guest));
        }
        match guest.connection.next().await {
            Parcel::Records(records) => Some((Ok(format!("data: {records}\r\n\r\n")), guest)),
            Parcel::End => None,
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache,no-store"),
        // Keeps the stream uncompressed, because compression would delay records.
        (header::CONTENT_ENCODING, "identity"),
    ];
    (headers, Body::from_stream(chunks)).into_response()
}
