//! The lists at their full size: few statements make a page, and none of them, those that say who is calling included,
//! reads a whole table or sorts one.

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
