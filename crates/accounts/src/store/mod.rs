//! SQL for rows of people, their roles, their invitations and the codes emailed to them.

pub mod closing;
pub mod closing_requests;
pub mod codes;
pub mod devices;
pub mod email_codes;
pub mod invitations;
pub mod people;
pub mod roles;
pub mod setup;
pub mod users;
