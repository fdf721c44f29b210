//! Verifies the origins of audit entries. An origin is the IP address and browser of the action. It
//! is erased after the retention period, but its keyed hash stays in the sealed entry.

use db::Tx;

use super::store::{self, OriginRow};
use kernel::timestamp::Timestamp;
use ledger::Breach;
use platform::{
    error::Result,
    secrets::{MacKeys, Secrets},
};

use crate::auth::secret_uses::CLIENT_ORIGIN;

pub const RULE: &str = "addresses of the log are those that were sealed";

/// Number of origins that are checked in one query.
const BATCH: i64 = 2_000;

/// Position from which the next check of origins continues: the time and entry of the last checked
/// origin.
#[derive(Clone, Debug)]
pub struct OriginPlace(Timestamp, String);

impl OriginPlace {
    pub fn since(moment: Timestamp) -> OriginPlace {
        OriginPlace(moment, String::new())
    }
}

/// Keys that make the keyed hashes of origins.
#[derive(Clone)]
pub struct OriginKeys(MacKeys);

impl OriginKeys {
    pub fn of(secrets: &Secrets) -> OriginKeys {
        OriginKeys(secrets.mac_keys(CLIENT_ORIGIN))
    }

    fn breach(&self, row: &OriginRow) -> Option<Breach> {
        let parts = [row.address.as_bytes(), row.user_agent.as_bytes()];
        let fits = row.hash.as_deref().is_some_and(|hash| self.0.made(&parts, hash));
        let problem = "its address or browser is another one than that of its row".to_owned();
        (!fits).then(|| Breach { rule: RULE, row: row.entry_id.to_string(), problem })
    }
}

/// Checks the next batch of origins. Returns the breaches, and the position to continue from or
/// `None` if no origins are left.
pub fn check(
    tx: &mut Tx<'_>,
    keys: &OriginKeys,
    from: &OriginPlace,
) -> Result<(Vec<Breach>, Option<OriginPlace>)> {
    let rows = store::list_origins(tx, &(from.0, from.1.clone()), BATCH)?;
    let next = rows.last().map(|row| OriginPlace(row.created_at, row.entry_id.to_string()));
    Ok((rows.iter().filter_map(|row| keys.breach(row)).collect(), next))
}

/// Checks the origin of one entry again. Returns `None` if it matches its hash or has been erased.
pub fn check_one(tx: &mut Tx<'_>, keys: &OriginKeys, entry: &str) -> Result<Option<Breach>> {
    Ok(store::find_origin(tx, entry)?.and_then(|row| keys.breach(&row)))
}
