//! Basis of all handlers: how requests are parsed, which layers they pass, how errors become
//! replies. Does not depend on any feature.

pub mod at_once;
pub mod calls;
pub mod errors;
pub mod extract;
mod forms;
mod json_size;
mod leftover;
pub mod outermost;
mod places;
pub mod secret_uses;
pub mod security;
pub mod server;
pub mod shared;
pub mod sizes;
mod stall;
pub mod streamed;
pub mod trace;
pub mod versions;
pub mod visitor;

use std::sync::Arc;

use axum::extract::State;

use crate::app::App;

/// State argument of handlers.
pub type AppState = State<Arc<App>>;
