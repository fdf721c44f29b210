//! The product: a marketplace for eGift cards of local shops, where part of every sale supports a cause.
//!
//! This crate turns the features of the other crates into a program. It has the demo, the lists of
//! what features declare, background work, the router and the commands.

#[cfg_attr(not(feature = "demo"), path = "demo/absent.rs")]
pub mod demo;

pub mod features;
pub mod work;

mod backups;
mod health;
mod init;
mod stopping;

pub mod doctor;
mod go_live;
pub mod router;

pub mod cli;

pub mod commands;
