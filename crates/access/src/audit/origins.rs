//! That the addresses of the log are those that were written down: where each row came from is erased after a while, and its
//! keyed hash stays in the row, under the seal.

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

/// Rows that are looked at at once.
const BATCH: i64 = 2_000;

/// A place among the origins: what comes behind it was not looked at.
#[derive(Clone, Debug)]
pub struct OriginPlace(Timestamp, String);

impl OriginPlace {
    pub fn since(moment: Timestamp) -> OriginPlace {
        OriginPlace(moment, String::new())
    }
}

/// The keys by which origins are hashed.
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

/// Looks at the next origins: what is wrong, and where to continue; none when there are no more.
pub fn check(
    tx: &mut Tx<'_>,
    keys: &OriginKeys,
    from: &OriginPlace,
) -> Result<(Vec<Breach>, Option<OriginPlace>)> {
    let rows = store::list_origins(tx, &(from.0, from.1.clone()), BATCH)?;
    let next = rows.last().map(|row| OriginPlace(row.created_at, row.entry_id.to_string()));
    Ok((rows.iter().filter_map(|row| keys.breach(row)).collect(), next))
}

/// Looks at one again.
pub fn check_one(tx: &mut Tx<'_>, keys: &OriginKeys, entry: &str) -> Result<Option<Breach>> {
    Ok(store::find_origin(tx, entry)?.and_then(|row| keys.breach(&row)))
}
