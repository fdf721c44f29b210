//! JSON types of the gateway's protocol. The gateway converts JSON to XML, where the order of
//! elements matters. Requests are therefore structs with fields in schema order, never maps.

pub mod reply;
pub mod request;
