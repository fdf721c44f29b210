//! The index of words, the version of the catalogue, and the statement that every long list is read with.

mod listing;
mod words;

use db::{Tx, params};

use crate::error::Result;

pub use listing::Listing;
pub use words::index;

pub fn version(tx: &mut Tx<'_>) -> Result<i64> {
    let (version,) = tx.one("SELECT version FROM catalogue_version", params![])?;
    Ok(version)
}

pub fn next_version(tx: &mut Tx<'_>) -> Result<()> {
    tx.execute("UPDATE catalogue_version SET version = version + 1", params![])?;
    Ok(())
}
