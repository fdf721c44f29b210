//! Base of every feature: errors, settings, keys, the running program, jobs, limits, lists and the
//! web layer.
//!
//! Each module imports only modules that are listed above it.

pub mod error;
pub mod metrics;

pub mod clocks;
pub mod config;

pub mod companies;
pub mod distribution;
pub mod fail_points;
pub mod lists;
pub mod logging;
pub mod migrations;
pub mod safeguards;
pub mod secrets;
pub mod tables;
pub mod turns;

pub mod passwords;
pub mod services;

pub mod app;

pub mod jobs;
pub mod limits;
pub mod web;
