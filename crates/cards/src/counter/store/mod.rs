//! Rows of the counter: totals of each clerk, and presented cards.

mod pace;
mod presentations;

pub use pace::{
    AtCounter, BusyHours, CounterFacts, busy_hours, hour_of, insert_by_name, list_by_name,
    lock_with_facts, set_free, set_unusual,
};
pub use presentations::{Presentation, is_presented, present, sweep as sweep_presentations};
