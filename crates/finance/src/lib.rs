//! Reports, books, payouts, and the checks of the books.
//!
//! The modules are listed in the order of their dependencies: a module imports only modules that
//! are listed above it.

pub mod reports;

pub mod taxes;

pub mod books;
pub mod payouts;

pub mod bank;
pub mod verify;

pub mod closing;
