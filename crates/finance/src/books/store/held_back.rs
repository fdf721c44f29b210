//! SQL for the amounts held back from payouts to vendors and charities. They are the reserve for
//! charges that may be disputed, and the amounts that administrators held back. These amounts have
//! no account in the ledger and remain part of the payable balance.

use db::{ToValue, Tx, params};

use access::auth::TenantKind;
use kernel::{ids::TransferId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    /// Amount held back from payouts to all vendors, or to all charities.
    #[derive(Clone, Copy, Debug)]
    pub struct HeldBack {
        pub kind: TenantKind,
        pub amount: Cents,
    }
}

/// Returns the sums held back from vendors and from charities. Adds up the amounts of each payee's
/// last payout that was approved before `until` and had not failed by then.
pub fn before(tx: &mut Tx<'_>, until: Timestamp) -> Result<Vec<HeldBack>> {
    let valid = |payout: &str| {
        format!(
            "{payout}.approved_at < $1 AND ({payout}.state IN ('APPROVED', 'EXPORTED', 'PAID')
                 OR {payout}.state = 'FAILED' AND {payout}.ended_at >= $1)"
        )
    };
    let sql = format!(
        "SELECT t.kind, CAST(SUM(p.reserve + p.held_back) AS BIGINT)
         FROM payout p JOIN tenant t ON t.id = p.tenant_id
         WHERE {} AND p.reserve + p.held_back > 0
           AND NOT EXISTS (SELECT 1 FROM payout l WHERE l.tenant_id = p.tenant_id AND l.last_day > p.last_day AND {})
         GROUP BY t.kind ORDER BY t.kind",
        valid("p"),
        valid("l")
    );
    Ok(tx.rows(&sql, params![until])?)
}

/// Returns the amounts held back from payouts, each with the id of the payout's transfer. Leaves
/// out payouts from which nothing was held back.
pub fn of_transfers(tx: &mut Tx<'_>, transfers: &[TransferId]) -> Result<Vec<(TransferId, Cents)>> {
    let mut found = Vec::new();
    for some in db::pieces(transfers) {
        let places: Vec<String> = (1..=some.len()).map(|place| format!("${place}")).collect();
        let values: Vec<_> = some.iter().map(ToValue::to_value).collect();
        let sql = format!(
            "SELECT transfer_id, reserve + held_back FROM payout
             WHERE transfer_id IN ({}) AND reserve + held_back > 0",
            places.join(", ")
        );
        found.extend(tx.rows::<(TransferId, Cents)>(&sql, &values)?);
    }
    Ok(found)
}
