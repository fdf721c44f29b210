//! The card gateway's JSON API: a typed client and a local sandbox. Knows nothing of gift cards.
//!
//! [`Client`] makes the calls. What moves money is sent once and ends in an [`Outcome`], which keeps apart "nothing was charged"
//! and "it may have been": see `outcome.rs` for the rules. [`webhook`] reads what the gateway tells by itself. With the
//! feature `sandbox`, [`sandbox`] is a gateway on this machine that speaks the same protocol and can be made to fail.

mod amount;
mod charge;
mod client;
mod names;
mod outcome;
mod post;
mod query;
#[cfg(feature = "sandbox")]
pub mod sandbox;
mod secret;
pub mod webhook;
mod wire;

pub use amount::Amount;
pub use charge::{Charge, Refund, Token};
pub use client::{Client, Review, Settings};
pub use names::{Reference, TransactionId};
pub use outcome::{Account, Doubt, Failure, Outcome, Receipt, Refusal};
pub use query::{Batch, Merchant, Page, Status, Summary, Transaction};
pub use secret::Secret;
pub use wire::reply::Message;
