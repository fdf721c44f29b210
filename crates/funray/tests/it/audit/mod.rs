//! Tests of the audit log: actions are recorded and sealed, and administrators can search them.

mod bulk_reads;
mod identities;
mod operations;
pub mod reading;
mod sealed;
mod trial;
mod trial_of_cards_and_orders;
mod trial_of_limits;
mod trial_of_payouts;
mod trial_of_people;
mod trial_of_tenants;
mod trial_of_tills;
