//! Charges that were reversed at the gateway, or that differ from the gateway's records: reversals,
//! the daily comparison, and checks for late disputes.

pub mod reconciliation;
pub mod reversals;
pub mod watch;
