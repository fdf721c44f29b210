//! Lists at full size: a page needs few statements, and none of them, including those that identify the caller, scans or sorts
//! a whole table.

mod cards;
mod catalogue;
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
mod thousand;
