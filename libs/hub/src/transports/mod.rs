//! How bytes travel between a client and its connection: three ways, from the best to the one that always works.

pub mod events;
pub mod polling;
pub mod websocket;
