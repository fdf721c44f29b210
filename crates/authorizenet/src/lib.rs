//! The card gateway's JSON API: a typed client. Knows nothing of gift cards.
//!
//! [`Client`] makes the calls. What moves money is sent once and ends in an [`Outcome`], which keeps apart "nothing was charged"
//! and "it may have been": see `outcome.rs` for the rules. [`webhook`] reads what the gateway tells by itself.

mod amount;
mod charge;
mod client;
mod names;
mod outcome;
mod post;
mod query;
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
