//! Times of the operator's safeguards: the last backup, the last drill that restored one, and the
//! copies of the program's keys. The metrics and the backup command read them.

mod store;

use std::collections::BTreeSet;

use db::Tx;

use kernel::timestamp::Timestamp;

use crate::{error::Result, metrics::Safeguarded};

const BACKUP: &str = "BACKUP";
const DRILL: &str = "DRILL";
/// Beginning of the row of a key that has a copy; the key's name follows.
const KEY: &str = "KEY ";

pub fn record_backup(tx: &mut Tx<'_>, at: Timestamp) -> Result<()> {
    store::record(tx, BACKUP, at)
}

/// Records that a backup was restored and verified.
pub fn record_drill(tx: &mut Tx<'_>, at: Timestamp) -> Result<()> {
    store::record(tx, DRILL, at)
}

/// Records that the operator has a copy of the key with this name in another place.
pub fn record_key_copy(tx: &mut Tx<'_>, key: &str, at: Timestamp) -> Result<()> {
    store::record(tx, &format!("{KEY}{key}"), at)
}

pub fn last(tx: &mut Tx<'_>) -> Result<Safeguarded> {
    let rows = store::all(tx)?;
    let time_of =
        |name: &str| rows.iter().find(|(other, _)| other == name).map(|(_, done_at)| *done_at);
    Ok(Safeguarded { backed_up_at: time_of(BACKUP), drilled_at: time_of(DRILL) })
}

/// Returns the names of the keys that have a copy.
pub fn copied_keys(tx: &mut Tx<'_>) -> Result<BTreeSet<String>> {
    let rows = store::all(tx)?;
    Ok(rows.iter().filter_map(|(name, _)| name.strip_prefix(KEY)).map(str::to_owned).collect())
}
