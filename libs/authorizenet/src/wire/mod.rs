//! The JSON of the protocol. It is XML in disguise: the order of the keys counts, so requests are structs in the order of the
//! gateway's schema, never maps.

pub mod reply;
pub mod request;
