//! Reports, books, payouts, and the checks of the books.
//!
//! A module imports only modules above it.

pub mod reports;

pub mod books;
pub mod payouts;
pub mod verify;
