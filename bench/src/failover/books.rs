//! Compares what the nodes acknowledged with the books.

use std::collections::{BTreeMap, BTreeSet};

use ::db::{Db, PostgresOptions, params};

use super::load::Load;
use crate::{Failure, buyers};

/// Returns the number of acknowledged operations that the books lack, and of operations in the books
/// that were not acknowledged. No call may be under way.
pub fn compare(database: &str, load: &Load) -> Result<(usize, usize), Failure> {
    let db = Db::postgres(database, PostgresOptions { connections: 1, ..Default::default() })?;
    let emails = format!("%{}", buyers::DOMAIN);
    let bought: Vec<(String,)> = db.read_blocking(move |tx| {
        let sql =
            "SELECT c.id FROM card c JOIN person p ON p.id = c.buyer_id WHERE p.email LIKE $1";
        tx.rows(sql, params![emails])
    })?;
    let used: Vec<(String, i64)> = db.read_blocking(|tx| {
        tx.rows("SELECT id, face - balance FROM card WHERE balance < face", params![])
    })?;
    db.close();
    let bought: BTreeSet<String> = bought.into_iter().map(|(id,)| id).collect();
    let used: BTreeMap<String, i64> = used.into_iter().collect();
    let (promised, redeemed) = (load.bought(), load.redeemed());
    let mut lost = promised.difference(&bought).count();
    let mut doubled = bought.difference(&promised).count();
    for (card, cents) in redeemed {
        // Each redemption is one cent.
        let difference = used.get(&card).copied().unwrap_or_default() - cents;
        lost += usize::try_from(-difference).unwrap_or_default();
        doubled += usize::try_from(difference).unwrap_or_default();
    }
    Ok((lost, doubled))
}
