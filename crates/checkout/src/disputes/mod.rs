//! Charges that the gateway took back or knows otherwise: reversals, the comparison with its settlements, late disputes.

pub mod reconciliation;
pub mod reversals;
pub mod watch;
