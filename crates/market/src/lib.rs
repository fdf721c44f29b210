//! Content of the marketplace: regions and categories, shops, charities and campaigns, with their
//! pictures, search and notices.
//!
//! A module of this crate imports only modules above it in the list below.

pub mod bell;
pub mod files;
pub mod imports;

pub mod directory;
pub mod tenants;

pub mod campaigns;
pub mod previews;
