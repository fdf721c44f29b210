//! Client for the JSON API of the card gateway Authorize.Net, and a local sandbox of the gateway.
//! This library is independent of gift cards.
//!
//! [`Client`] makes the calls. A call that moves money is sent once and ends in an [`Outcome`],
//! which distinguishes "nothing was charged" from "it may have been charged". The rules for this
//! are in `outcome.rs`. [`webhook`] parses the gateway's events. With the feature `sandbox`,
//! [`sandbox`] is a local gateway with the same protocol, into which tests can inject faults.
//!
//! ```no_run
//! use authorizenet::{Client, Outcome, Secret, Settings, TransactionId, Reference};
//!
//! # async fn example() -> Option<()> {
//! let url = "https://apitest.authorize.net/xml/v1/request.api";
//! let client = Client::new(Settings::new(url, "login", Secret::new("key"))).ok()?;
//! let charge = TransactionId::parse("60198000001")?;
//! match client.void(&Reference::parse("PAY0001")?, &charge).await {
//!     Outcome::Approved(receipt) => println!("voided by {}", receipt.transaction),
//!     Outcome::Unknown(doubt) => println!("it may have been voided: {}", doubt.why),
//!     refused => println!("{refused:?}"),
//! }
//! # Some(())
//! # }
//! ```

mod amount;
mod charge;
mod client;
mod credentials;
mod names;
mod outcome;
mod pages;
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
pub use credentials::{CREDENTIALS, Credentials};
pub use names::{Reference, TransactionId};
pub use outcome::{Account, Doubt, Failure, Outcome, Receipt, Refusal};
pub use post::Address;
pub use query::{Batch, Merchant, Page, Settlement, Status, Summary, Transaction};
pub use secret::Secret;
pub use wire::reply::Message;
