//! JSON types of the protocol. The gateway converts JSON to XML, where key order matters. Requests
//! are therefore structs in schema order, never maps.

pub mod reply;
pub mod request;
