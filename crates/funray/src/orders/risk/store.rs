//! What the database knows of a buyer and of what they tried.

use db::{Ask, params, rows};

use crate::{
    carts::CartId,
    kernel::{ids::PersonId, money::Cents, timestamp::Timestamp},
};

db::row! {
    /// What came of somebody's earlier orders.
    #[derive(Clone, Debug)]
    pub struct History {
        pub email: String,
        pub created_at: Timestamp,
        pub has_paid: bool,
        /// Whether a charge was ever reversed by somebody else, wholly or in part.
        pub had_reversal: bool,
    }
}

pub fn history(person: PersonId) -> impl Ask<Answer = History> {
    rows(
        "SELECT p.email, p.created_at,
                EXISTS (SELECT 1 FROM orders o WHERE o.person_id = p.id AND o.paid_at IS NOT NULL AND o.cancelled_at IS NULL),
                EXISTS (SELECT 1 FROM orders o JOIN charge_reversal r ON r.order_id = o.id WHERE o.person_id = p.id)
         FROM person p WHERE p.id = $1",
        params![person],
    )
    .one()
}

/// What somebody ($1) has paid for since a moment ($2), or not yet: what they tried since then was for these orders. Whoever
/// buys every day has thousands of older ones.
const RECENT_ORDERS: &str = "(SELECT id, cart_id FROM orders WHERE person_id = $1 AND paid_at > $2
     UNION ALL SELECT id, cart_id FROM orders WHERE person_id = $1 AND paid_at IS NULL)";

/// What somebody has paid for since a moment, but for one cart, and how many cards that were. What is held counts.
pub fn bought(
    person: PersonId,
    since: Timestamp,
    other_than: CartId,
) -> impl Ask<Answer = (Cents, i64)> {
    let amount = rows(
        format!(
            "SELECT CAST(COALESCE(SUM(a.amount), 0) AS BIGINT)
             FROM {RECENT_ORDERS} o JOIN payment_attempt a ON a.order_id = o.id
             WHERE o.cart_id <> $3 AND a.sent_at > $2 AND a.state IN ('APPROVED', 'ISSUED', 'REVIEW', 'HELD')"
        ),
        params![person, since, other_than],
    );
    let cards = rows(
        "SELECT count(*) FROM orders o JOIN card k ON k.order_id = o.id
         WHERE o.person_id = $1 AND o.cart_id <> $3 AND o.paid_at > $2",
        params![person, since, other_than],
    );
    (amount.one(), cards.one()).map(|((amount,), (cards,))| (amount, cards))
}

/// How many different payment cards of somebody were declined since a moment.
pub fn declined_cards(person: PersonId, since: Timestamp) -> impl Ask<Answer = i64> {
    rows(
        format!(
            "SELECT count(DISTINCT COALESCE(a.paid_with, a.id))
             FROM {RECENT_ORDERS} o JOIN payment_attempt a ON a.order_id = o.id
             WHERE a.state = 'DECLINED' AND a.sent_at > $2"
        ),
        params![person, since],
    )
    .one()
    .map(|(count,)| count)
}

/// How many others whose accounts are younger than `young_since` have tried to pay from the same client address.
pub fn other_accounts(
    person: PersonId,
    client: &str,
    since: Timestamp,
    young_since: Timestamp,
) -> impl Ask<Answer = i64> + use<> {
    rows(
        "SELECT count(DISTINCT o.person_id)
         FROM payment_attempt a JOIN orders o ON o.id = a.order_id JOIN person p ON p.id = o.person_id
         WHERE a.client = $1 AND a.sent_at > $2 AND o.person_id <> $3 AND p.created_at > $4",
        params![client, since, person, young_since],
    )
    .one()
    .map(|(count,)| count)
}
