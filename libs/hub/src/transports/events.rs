//! Server-sent events: one endless answer. What the client has to say comes in requests of its own.

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

/// Forgets the client when its answer ends, whoever ended it.
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
            // Some browsers open the stream only when the first bytes arrive.
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
        // Packing it would hold records back.
        (header::CONTENT_ENCODING, "identity"),
    ];
    (headers, Body::from_stream(chunks)).into_response()
}
