//! SQL for card balances at the end of a day, grouped by the age of the cards.

use db::{Tx, params};

use super::ENTRIES;
use kernel::{dates::BusinessDate, ids::TenantId, money::Cents, sums::Overflow};
use platform::error::Result;

/// Upper limits, in days since the sale, of the first three age groups.
const AGES: [i32; 3] = [90, 365, 730];

/// Cards whose balances are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardsOf {
    All,
    /// Cards that support a charity, or cards that don't.
    Brand {
        has_cause: bool,
    },
    /// Gifts that no recipient had added to a wallet by the end of the day.
    UnclaimedGifts,
}

impl CardsOf {
    /// Returns the SQL condition for these cards on a card `k`. `$1` is the first moment after the
    /// day.
    fn condition(self) -> &'static str {
        match self {
            CardsOf::All => "TRUE",
            CardsOf::Brand { has_cause: true } => "k.campaign_id IS NOT NULL",
            CardsOf::Brand { has_cause: false } => "k.campaign_id IS NULL",
            CardsOf::UnclaimedGifts => {
                "k.is_gift = TRUE AND (k.claimed_at IS NULL OR k.claimed_at >= $1)"
            }
        }
    }
}

db::row! {
    /// Balances of a vendor's cards at the end of a day, by age of the cards.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AgeSums {
        pub vendor: TenantId,
        pub vendor_name: String,
        /// Number of cards with a balance.
        pub cards: i64,
        pub up_to_90_days: Cents,
        pub up_to_365_days: Cents,
        pub up_to_730_days: Cents,
        pub older: Cents,
    }
}

impl AgeSums {
    pub fn total(&self) -> Result<Cents, Overflow> {
        Cents::sum([self.up_to_90_days, self.up_to_365_days, self.up_to_730_days, self.older])
    }
}

/// Returns every vendor that has card balances, sorted by name. The balance at the end of the day
/// is computed as the present balance minus all later entries.
pub fn by_vendor(tx: &mut Tx<'_>, day: BusinessDate, cards: CardsOf) -> Result<Vec<AgeSums>> {
    let [first, second, third] = AGES.map(|days| day.plus_days(-days).start());
    let sum = |sold: &str| {
        format!("CAST(COALESCE(SUM(CASE WHEN {sold} THEN c.amount ELSE 0 END), 0) AS BIGINT)")
    };
    let sql = format!(
        "SELECT v.id, v.display_name, count(*), {}, {}, {}, {}
         FROM (SELECT k.vendor_id, k.created_at, k.balance - COALESCE(l.amount, 0) AS amount
               FROM card k
               LEFT JOIN (SELECT e.vendor_id, e.account, SUM(e.amount) AS amount FROM {ENTRIES}
                          WHERE t.created_at >= $1 AND e.account >= 'card:' AND e.account < 'care'
                          GROUP BY e.vendor_id, e.account) l
                   ON l.vendor_id = k.vendor_id AND l.account = 'card:' || k.id
               WHERE k.created_at < $1 AND {}) c
         JOIN tenant v ON v.id = c.vendor_id
         WHERE c.amount <> 0
         GROUP BY v.id, v.display_name, v.legal_key ORDER BY v.legal_key, v.id",
        sum("c.created_at >= $2"),
        sum("c.created_at < $2 AND c.created_at >= $3"),
        sum("c.created_at < $3 AND c.created_at >= $4"),
        sum("c.created_at < $4"),
        cards.condition(),
    );
    Ok(tx.rows(&sql, params![day.end_exclusive(), first, second, third])?)
}
