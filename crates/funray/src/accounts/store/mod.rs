//! The rows of people, their roles and the codes mailed to them.

pub mod codes;
pub mod people;
pub mod roles;
pub mod users;
