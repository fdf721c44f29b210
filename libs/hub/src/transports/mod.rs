//! Transports that carry bytes between a client and its
//! [`Connection`](crate::connection::Connection), from the most to the least efficient transport.

pub mod events;
pub mod polling;
pub mod websocket;
