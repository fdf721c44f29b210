//! A SignalR server for axum: handshake, frames, three transports. Knows nothing of gift cards.
