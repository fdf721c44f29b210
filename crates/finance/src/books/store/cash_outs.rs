//! Cash that shops paid out at their counters.

use db::{Tx, params};

use super::ENTRIES;
use kernel::{ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    /// Cash that a vendor paid out, less reversals.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CashSums {
        pub vendor: TenantId,
        pub vendor_name: String,
        pub count: i64,
        pub amount: Cents,
    }
}

/// Lists the vendors that paid out cash in a period, by name. Reads the card entries, because the
/// account that cash-outs are booked to has changed.
pub fn by_vendor(tx: &mut Tx<'_>, from: Timestamp, until: Timestamp) -> Result<Vec<CashSums>> {
    let sql = format!(
        "SELECT v.id, v.display_name, CAST(SUM(CASE WHEN e.amount < 0 THEN 1 ELSE -1 END) AS BIGINT), CAST(-SUM(e.amount) AS BIGINT)
         FROM {ENTRIES}
         LEFT JOIN transfer r ON r.vendor_id = t.vendor_id AND r.id = t.reverses
         JOIN tenant v ON v.id = t.vendor_id
         WHERE t.created_at >= $1 AND t.created_at < $2 AND COALESCE(r.kind, t.kind) = 'CASH_OUT'
             AND e.account >= 'card:' AND e.account < 'care'
         GROUP BY v.id, v.display_name, v.legal_key ORDER BY v.legal_key, v.id"
    );
    Ok(tx.rows(&sql, params![from, until])?)
}
