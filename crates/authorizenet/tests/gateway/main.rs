//! The client over real HTTP, against answers that are given word for word and against the sandbox.

mod calls;
mod outcomes;
mod secrets;
mod support;
