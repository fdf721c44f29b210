//! Tests of accounts: signing in, sessions, and roles whose holders can't extend their own rights.

pub mod closing;
mod closing_requests;
mod email_codes;
pub mod invitations;
mod mail_shares;
mod me;
mod names;
pub mod notices;
pub mod passwords;
mod proofs;
mod registration;
mod return_urls;
mod safe_methods;
pub mod second_factors;
pub mod second_persons;
mod sessions;
mod sign_in;
mod upkeep;
mod users;
mod views;
