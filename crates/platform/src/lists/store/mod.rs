//! Index of words, version of the catalogue, and the SQL of long lists.

mod listing;
mod near;
mod spelling;
mod window;
mod words;

use db::{Tx, params};

use crate::error::Result;

pub use listing::Listing;
pub use words::{Texts, file_under, index, index_all, vendor_has_word};

const VERSION: &str = "SELECT version FROM catalogue_version";

pub fn version(tx: &mut Tx<'_>) -> Result<i64> {
    let (version,) = tx.one(VERSION, params![])?;
    Ok(version)
}

/// Marks the catalogue as changed in this transaction, which invalidates cached totals and pages.
pub fn changed(tx: &mut Tx<'_>) -> Result<()> {
    tx.signal(super::pages::TOPIC, "");
    tx.later("UPDATE catalogue_version SET version = version + 1", params![])?;
    Ok(())
}
