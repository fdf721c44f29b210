//! SQL for cash that shops paid to customers for the rest of a card (cash-outs).

use db::{Tx, params};

use super::ENTRIES;
use kernel::{ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    /// Number and amount of a vendor's cash-outs, without reversed ones.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CashSums {
        pub vendor: TenantId,
        pub vendor_name: String,
        pub count: i64,
        pub amount: Cents,
    }
}

/// Returns the vendors that paid out cash in a period, sorted by name. Sums the entries on the
/// cards. The opposite entries can't be used, because older cash-outs were posted to another
/// account there.
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
