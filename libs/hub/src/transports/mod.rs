//! Transports that carry bytes between a client and its connection, from the most to the least
//! efficient.

pub mod events;
pub mod polling;
pub mod websocket;
