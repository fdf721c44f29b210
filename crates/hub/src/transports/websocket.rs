//! A WebSocket: text frames, each of whole records.

use axum::extract::ws::{Message, WebSocket};

use crate::{
    Gate,
    connection::{Connection, Parcel},
};

/// Carries until either side has gone.
pub async fn carry(connection: &Connection, gate: &impl Gate, mut socket: WebSocket) {
    loop {
        tokio::select! {
            parcel = connection.next() => match parcel {
                Parcel::Records(records) => {
                    if socket.send(Message::Text(records.into())).await.is_err() {
                        return;
                    }
                }
                Parcel::End => {
                    // Whether the client still hears it or not, it is over.
                    let _ = socket.send(Message::Close(None)).await;
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
