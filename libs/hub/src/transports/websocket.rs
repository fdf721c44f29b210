//! WebSocket: records are sent to the client in text frames, each with complete records.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use tokio::time::timeout;

use crate::{
    Gate,
    connection::{Connection, Parcel},
};

/// Carries records in both directions until either side closes the socket. A client that accepts no
/// bytes within `patience` counts as gone.
pub async fn carry(
    connection: &Connection,
    gate: &impl Gate,
    patience: Duration,
    mut socket: WebSocket,
) {
    loop {
        tokio::select! {
            parcel = connection.next() => match parcel {
                Parcel::Records(records) => {
                    let sending = socket.send(Message::Text(records.into()));
                    if !matches!(timeout(patience, sending).await, Ok(Ok(()))) {
                        return;
                    }
                }
                Parcel::End => {
                    // The connection is over, whether or not the close frame reaches the client.
                    let _ = timeout(patience, socket.send(Message::Close(None))).await;
                    return;
                }
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => connection.receive(gate, text.as_bytes()),
                Some(Ok(Message::Binary(bytes))) => connection.receive(gate, &bytes),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => connection.heard(),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
        }
    }
}
