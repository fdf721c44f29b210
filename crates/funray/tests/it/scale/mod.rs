//! Tests of lists at full size. A page needs few statements, and no statement scans or sorts a
//! whole table, not even to identify the caller.

mod cards;
mod catalogue;
mod client_errors;
mod colocation;
mod counter;
mod jobs;
mod log;
mod mails;
mod people;
mod plans;
mod reports;
mod round_trips;
mod seals;
mod shards;
mod spread_statements;
mod thousand;

pub use colocation::{Fault, fault};
