//! Amounts that payouts held back from vendors and charities: the reserve for charges that may be
//! disputed, and what administrators held back. They have no account of their own and stay in the
//! payable balance.

use db::{ToValue, Tx, params};

use access::auth::TenantKind;
use kernel::{ids::TransferId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    /// Amount held back from all vendors, or from all charities.
    #[derive(Clone, Copy, Debug)]
    pub struct HeldBack {
        pub kind: TenantKind,
        pub amount: Cents,
    }
}

/// Sums what the last payout of each payee before a moment held back. A payout that failed after
/// that moment is included.
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

/// Reads the amount that each of these payouts held back; payouts without one are left out.
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
