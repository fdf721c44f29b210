//! Roles and what they may do, sessions, the live channel, the audit log, idempotency keys, the change of the program's key.
//!
//! A module imports only modules above it.

pub mod auth;
pub mod live;

pub mod audit;
pub mod idempotency;
pub mod rotation;
