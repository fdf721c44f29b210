//! Tests of the data layer's promises. Promises that hold for both engines are tested by the same
//! functions; `TEST_DB=sqlite` or `TEST_DB=postgres` selects one engine.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
#![allow(clippy::disallowed_methods, reason = "tests have no other settings than the environment")]

mod clusters;
mod contention;
mod crash;
mod lanes;
mod limits;
mod opening;
mod outage;
mod releases;
mod replica;
mod rows;
mod schema;
mod signals;
mod statements;
mod support;
mod syncs;
mod tls;
mod transactions;
mod violations;
