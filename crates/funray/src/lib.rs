//! The product: a marketplace for eGift cards of local shops, where part of every sale supports a cause.
//!
//! Read it from top to bottom: the first group is what everything stands on, the second the features,
//! the last what turns them into a program.

pub mod brand;
pub mod config;
pub mod error;
pub mod fail_points;
pub mod kernel;
pub mod metrics;
pub mod migrations;
pub mod secrets;

pub mod auth;
pub mod idempotency;
pub mod limits;
pub mod lists;

pub mod accounts;
pub mod campaigns;
pub mod captcha;
pub mod cards;
pub mod carts;
pub mod contact;
pub mod demo;
pub mod directory;
pub mod files;
pub mod gateway;
pub mod helpdesk;
pub mod jobs;
pub mod ledger;
pub mod live;
pub mod mail;
pub mod orders;
pub mod payments;
pub mod tenants;

pub mod app;
mod backups;
pub mod cli;
pub mod commands;
pub mod http;
mod stopping;
pub mod verify;
pub mod work;
