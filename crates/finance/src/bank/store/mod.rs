//! SQL of the bank side.

mod checks;
pub mod deposits;
pub mod lines;
pub mod reconciliation;
pub mod statements;
pub mod targets;

pub use checks::RULES;
