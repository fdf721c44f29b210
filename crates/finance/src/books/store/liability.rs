//! What was on cards at the end of a day, by how long before it they were sold.

use db::{Tx, params};

use super::ENTRIES;
use kernel::{dates::BusinessDate, ids::TenantId, money::Cents};
use platform::error::Result;

/// The most days before a day on which a card was sold that is in the first group of ages, the second and the third.
const AGES: [i32; 3] = [90, 365, 730];

/// Which cards are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardsOf {
    All,
    /// Those that support a cause, or those that don't.
    Brand {
        has_cause: bool,
    },
    /// Gifts that nobody had put into a wallet by then.
    UnclaimedGifts,
}

impl CardsOf {
    /// Of a card `k`; `$1` is the first moment after the day.
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
    /// What was on a vendor's cards, by age.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AgeSums {
        pub vendor: TenantId,
        pub vendor_name: String,
        /// How many cards had something on them.
        pub cards: i64,
        pub up_to_90_days: Cents,
        pub up_to_365_days: Cents,
        pub up_to_730_days: Cents,
        pub older: Cents,
    }
}

impl AgeSums {
    pub fn total(&self) -> Option<Cents> {
        Cents::checked_sum([
            self.up_to_90_days,
            self.up_to_365_days,
            self.up_to_730_days,
            self.older,
        ])
    }
}

/// Of every vendor on whose cards there was something, by name. What was on a card then is what is on it, less what has moved since.
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
