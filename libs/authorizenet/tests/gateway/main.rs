//! Tests of the client over real HTTP, against scripted replies and against the sandbox.

mod accept;
mod calls;
mod faults;
mod money;
mod outcomes;
mod secrets;
#[path = "../support/mod.rs"]
mod support;
mod webhooks;
