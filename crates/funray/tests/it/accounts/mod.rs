//! People: who gets in, who stays in, and that nobody can be more than they are.

mod me;
mod permissions;
mod registration;
mod return_urls;
mod sessions;
mod sign_in;
mod upkeep;
mod users;
