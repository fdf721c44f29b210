//! Checkout of gift cards: carts, payments, orders, fraud review, refunds and disputes.
//!
//! The modules are listed in order of dependency: each may import only modules listed above it.

pub mod carts;
pub mod payments;

pub mod order;

pub mod disputes;
pub mod fraud;

pub mod orders;
