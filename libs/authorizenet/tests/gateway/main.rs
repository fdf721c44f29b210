//! The client over real HTTP, against answers that are given word for word and against the sandbox.

mod accept;
mod calls;
mod faults;
mod money;
mod outcomes;
mod secrets;
#[path = "../support/mod.rs"]
mod support;
mod webhooks;
