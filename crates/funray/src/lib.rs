//! The product: a marketplace for eGift cards of local shops, where part of every sale supports a cause.
//!
//! Read it from top to bottom: a module imports only modules that stand above it (`tests/it/guards.rs` holds that).
//! The first group is plain values and settings, the second what every feature stands on, the third the features, and the
//! last what turns them into a program.

pub mod kernel;

pub mod brand;
pub mod card_art;
pub mod error;
pub mod metrics;

pub mod clocks;
pub mod config;
pub mod fail_points;
pub mod lists;
pub mod logging;
pub mod migrations;
pub mod secrets;
pub mod turns;

pub mod passwords;
pub mod services;

pub mod app;

pub mod jobs;
pub mod limits;
pub mod web;

pub mod auth;
pub mod ledger;
pub mod live;
pub mod mail;

pub mod audit;
pub mod idempotency;
pub mod rotation;

pub mod bell;
pub mod files;
pub mod people;

pub mod directory;
pub mod tenants;

pub mod campaigns;
pub mod cards;
pub mod carts;
pub mod payments;
pub mod previews;

pub mod orders;
pub mod reports;

pub mod books;
pub mod payouts;
pub mod verify;

pub mod accounts;
pub mod contact;

pub mod helpdesk;
pub mod tills;

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
