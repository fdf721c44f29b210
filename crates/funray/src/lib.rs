//! The product: a marketplace for eGift cards of local shops, where part of every sale supports a cause.
//!
//! Read it from top to bottom: a module imports only modules that stand above it (`tests/it/guards.rs` holds that).
//! The first group is plain values and settings, the second what every feature stands on, the third the features, and the
//! last what turns them into a program.

#[cfg_attr(not(feature = "demo"), path = "demo/absent.rs")]
pub mod demo;

pub mod features;
pub mod work;

mod backups;
mod health;
mod stopping;

pub mod doctor;
pub mod router;

pub mod cli;

pub mod commands;
