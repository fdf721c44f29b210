//! Content of the marketplace: regions and categories, shops, charities and campaigns, their files, search and notices.
//!
//! A module imports only modules above it.

pub mod bell;
pub mod files;

pub mod directory;
pub mod tenants;

pub mod campaigns;
pub mod previews;
