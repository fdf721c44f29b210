//! Protection against fraud: risk assessment, orders held for review, and raised buying limits.

pub mod raised_limits;
pub mod review;
pub mod risk;
pub mod secret_uses;
