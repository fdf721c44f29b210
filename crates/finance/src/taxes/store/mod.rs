//! Rows of taxes: settings, statements of commission, and the sums from which these are made.

mod asked;
pub mod charges;
mod checks;
pub mod periods;
pub mod report;
pub mod settings;
pub mod statements;

pub use checks::RULES;
