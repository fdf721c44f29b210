//! What was paid out in cash at counters.

use db::{Tx, params};

use super::ENTRIES;
use crate::{
    error::Result,
    kernel::{ids::TenantId, money::Cents, timestamp::Timestamp},
};

db::row! {
    /// What a vendor paid out. What was reversed counts against it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CashSums {
        pub vendor: TenantId,
        pub vendor_name: String,
        pub count: i64,
        pub amount: Cents,
    }
}

/// Of every vendor that paid out anything in a period, by name.
pub fn by_vendor(tx: &mut Tx<'_>, from: Timestamp, until: Timestamp) -> Result<Vec<CashSums>> {
    let sql = format!(
        "SELECT v.id, v.display_name, CAST(SUM(CASE WHEN e.amount > 0 THEN 1 ELSE -1 END) AS BIGINT), CAST(SUM(e.amount) AS BIGINT)
         FROM {ENTRIES} JOIN tenant v ON v.id = t.vendor_id
         WHERE t.created_at >= $1 AND t.created_at < $2 AND e.account = 'cash_out'
         GROUP BY v.id, v.display_name, v.legal_key ORDER BY v.legal_key, v.id"
    );
    Ok(tx.rows(&sql, params![from, until])?)
}
