//! The index of words, the version of the catalogue, and the statement that every long list is read with.

mod listing;
mod near;
mod spelling;
mod window;
mod words;

use db::{Tx, params};

use crate::error::Result;

pub use listing::Listing;
pub use words::{file_under, index, index_more, vendor_has_word};

const VERSION: &str = "SELECT version FROM catalogue_version";

pub fn version(tx: &mut Tx<'_>) -> Result<i64> {
    let (version,) = tx.one(VERSION, params![])?;
    Ok(version)
}

/// Something of the catalogue changes in this transaction: what was counted and kept before holds no more.
pub fn changed(tx: &mut Tx<'_>) -> Result<()> {
    tx.signal(super::pages::TOPIC, "");
    tx.later("UPDATE catalogue_version SET version = version + 1", params![])?;
    Ok(())
}
