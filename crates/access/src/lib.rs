//! Roles and permissions, sessions, the live channel, the audit log, idempotency keys, open cases,
//! and key rotation.
//!
//! A module imports only modules that are listed above it.

pub mod auth;
pub mod live;

pub mod audit;
pub mod idempotency;
pub mod open_cases;
pub mod rotation;
