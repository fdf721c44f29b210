//! Long polling: each request of a client waits until there are records for the client.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{
    Hub,
    connection::{Connection, Parcel, Transport},
};

fn parcel(records: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain"), (header::CACHE_CONTROL, "no-store")], records)
        .into_response()
}

pub async fn poll(hub: &Hub, connection: &Connection) -> Response {
    // The first poll only assigns the connection to this transport and returns no records.
    if connection.attach(Transport::Polling) {
        return parcel(String::new());
    }
    if connection.transport() != Some(Transport::Polling) {
        return StatusCode::CONFLICT.into_response();
    }
    let number = connection.begin_poll();
    tokio::select! {
        biased;
        () = connection.outpolled(number) => StatusCode::NO_CONTENT.into_response(),
        next = connection.next() => match next {
            Parcel::Records(records) => parcel(records),
            Parcel::End => {
                hub.remove(connection);
                StatusCode::NO_CONTENT.into_response()
            }
        },
        () = tokio::time::sleep(hub.settings().poll) => parcel(String::new()),
    }
}
