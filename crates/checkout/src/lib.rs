//! From a cart to a paid order and back: payments, fraud review, refunds and disputes.
//!
//! A module imports only modules above it.

pub mod carts;
pub mod payments;

pub mod order;

pub mod disputes;
pub mod fraud;

pub mod orders;
