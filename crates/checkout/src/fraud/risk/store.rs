//! Database queries about a buyer's history and recent attempts to pay, for the risk assessment.

use std::{collections::BTreeMap, time::Duration};

use db::{Ask, Tx, Value, params, rows};

use kernel::{dates::BusinessDate, ids::PersonId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

use crate::carts::CartId;

db::row! {
    /// Facts about a buyer's account and earlier orders.
    #[derive(Clone, Debug)]
    pub struct History {
        pub email: String,
        pub created_at: Timestamp,
        pub has_paid: bool,
        /// Whether any of the buyer's charges was reversed at the gateway, wholly or in part.
        pub had_reversal: bool,
        /// Largest charge that was still valid at the gateway long after it was made.
        pub proven: Option<Cents>,
        /// Daily buying limit raised by administrators; `None` if no raised limit is in force.
        pub raised: Option<Cents>,
    }
}

/// Reads a buyer's history. A charge that was neither reversed nor refunded is proven if the
/// gateway confirmed it at least `aged` after it was sent. Charges sent before `unwatched_before`
/// that the gateway was never asked about also count as proven.
pub fn history(
    person: PersonId,
    aged: Duration,
    unwatched_before: Timestamp,
    today: BusinessDate,
) -> impl Ask<Answer = History> {
    let aged = i64::try_from(aged.as_micros()).unwrap_or(i64::MAX);
    rows(
        "SELECT p.email, p.created_at,
                EXISTS (SELECT 1 FROM orders o WHERE o.person_id = $1 AND o.paid_at IS NOT NULL AND o.cancelled_at IS NULL),
                EXISTS (SELECT 1 FROM charge_reversal r WHERE r.person_id = $1),
                (SELECT a.amount FROM payment_attempt a
                 WHERE a.person_id = $1 AND a.state = 'ISSUED' AND a.reversed = 0 AND a.refunded = 0
                   AND (a.answered_at - a.sent_at >= $2 OR (a.answered_at IS NULL AND a.sent_at < $3))
                 ORDER BY a.amount DESC LIMIT 1),
                (SELECT l.amount FROM raised_limit l WHERE l.person_id = $1 AND l.is_agreed = TRUE AND l.ended_at IS NULL
                   AND (l.ends_on IS NULL OR l.ends_on >= $4)
                   AND NOT EXISTS (SELECT 1 FROM charge_reversal r WHERE r.person_id = $1 AND r.created_at >= l.decided_at))
         FROM person p WHERE p.id = $1",
        params![person, aged, unwatched_before, today],
    )
    .one()
}

/// SQL for the orders of person `$1` that were paid after `$2` or are unpaid. All recent attempts
/// belong to these orders. A frequent buyer's thousands of older orders are not read.
const RECENT_ORDERS: &str = "(SELECT id, cart_id FROM orders WHERE person_id = $1 AND paid_at > $2
     UNION ALL SELECT id, cart_id FROM orders WHERE person_id = $1 AND paid_at IS NULL)";

db::row! {
    /// A person's purchases and declined payment cards within a day. The cart being paid for is
    /// left out.
    #[derive(Clone, Copy, Debug)]
    pub struct Lately {
        /// Sum of the orders that were paid or are held for review.
        pub bought: Cents,
        pub cards: i64,
        /// Number of different payment cards that were declined, including cards tried for the cart
        /// being paid for.
        pub declined_cards: i64,
    }
}

pub fn lately(person: PersonId, since: Timestamp, other_than: CartId) -> impl Ask<Answer = Lately> {
    rows(
        format!(
            "SELECT
                 (SELECT CAST(COALESCE(SUM(a.amount), 0) AS BIGINT)
                  FROM {RECENT_ORDERS} o JOIN payment_attempt a ON a.person_id = $1 AND a.order_id = o.id
                  WHERE o.cart_id <> $3 AND a.sent_at > $2 AND a.state IN ('APPROVED', 'ISSUED', 'REVIEW', 'HELD')),
                 (SELECT CAST(COALESCE(SUM(i.quantity), 0) AS BIGINT)
                  FROM orders o JOIN cart_item i ON i.person_id = $1 AND i.cart_id = o.cart_id
                  WHERE o.person_id = $1 AND o.cart_id <> $3 AND o.paid_at > $2),
                 (SELECT count(DISTINCT COALESCE(a.paid_with, a.id))
                  FROM {RECENT_ORDERS} o JOIN payment_attempt a ON a.person_id = $1 AND a.order_id = o.id
                  WHERE a.state = 'DECLINED' AND a.sent_at > $2)"
        ),
        params![person, since, other_than],
    )
    .one()
}

/// Adds amounts to the day's totals, and returns the new total of each key. The keys are sorted, so
/// that concurrent transactions don't deadlock.
pub fn add_to_totals(
    day: BusinessDate,
    amounts: &BTreeMap<String, Cents>,
) -> impl Ask<Answer = BTreeMap<String, Cents>> + use<> {
    let all: Vec<(&String, &Cents)> = amounts.iter().collect();
    let questions = db::pieces(&all).map(|some| {
        let row = |place: usize| format!("(${}, $1, ${})", 2 * place + 2, 2 * place + 3);
        let places: Vec<String> = (0..some.len()).map(row).collect();
        let sql = format!(
            "INSERT INTO buying_total (key, day, amount) VALUES {}
             ON CONFLICT (key, day) DO UPDATE SET amount = buying_total.amount + excluded.amount RETURNING key, amount",
            places.join(", ")
        );
        let mut values: Vec<Value<'_>> = params![day].to_vec();
        for (key, amount) in some {
            values.extend_from_slice(params![*key, **amount]);
        }
        rows::<(String, Cents)>(sql, &values)
    });
    let questions: Vec<_> = questions.collect();
    questions.map(|found| found.into_iter().flatten().collect())
}

/// Deletes at most `limit` totals from days before `before`. Returns the number deleted.
pub fn forget_totals(tx: &mut Tx<'_>, before: BusinessDate, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "DELETE FROM buying_total WHERE (key, day) IN
             (SELECT key, day FROM buying_total WHERE day < $1 ORDER BY day, key LIMIT $2)",
        params![before, limit],
    )?)
}

/// Maximum number of recent attempts from an IP address that are searched for other accounts. An
/// office may make thousands of attempts a day.
const NEIGHBOURS: i64 = 60;

/// Counts other people's accounts that were created after `young_since` and recently tried to pay
/// from the same IP address.
pub fn other_accounts(
    person: PersonId,
    client: &str,
    since: Timestamp,
    young_since: Timestamp,
) -> impl Ask<Answer = i64> + use<> {
    rows(
        format!(
            "SELECT count(*)
             FROM (SELECT DISTINCT a.person_id FROM
                       (SELECT person_id FROM payment_attempt WHERE client = $1 AND sent_at > $2
                        ORDER BY sent_at DESC LIMIT {NEIGHBOURS}) a
                   WHERE a.person_id <> $3) other
             JOIN person p ON p.id = other.person_id
             WHERE p.created_at > $4"
        ),
        params![client, since, person, young_since],
    )
    .one()
    .map(|(count,)| count)
}
