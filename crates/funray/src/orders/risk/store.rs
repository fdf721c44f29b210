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
                EXISTS (SELECT 1 FROM orders o WHERE o.person_id = $1 AND o.paid_at IS NOT NULL AND o.cancelled_at IS NULL),
                EXISTS (SELECT 1 FROM charge_reversal r WHERE r.person_id = $1)
         FROM person p WHERE p.id = $1",
        params![person],
    )
    .one()
}

/// What somebody ($1) has paid for since a moment ($2), or not yet: what they tried since then was for these orders. Whoever
/// buys every day has thousands of older ones.
const RECENT_ORDERS: &str = "(SELECT id, cart_id FROM orders WHERE person_id = $1 AND paid_at > $2
     UNION ALL SELECT id, cart_id FROM orders WHERE person_id = $1 AND paid_at IS NULL)";

/// Whether an account ($1) is younger than a moment ($4) or has never paid: only of such a one does it matter how much it
/// bought, and those that buy a lot every day are spared the sum.
const IS_YOUNG: &str = "EXISTS (SELECT 1 FROM person p WHERE p.id = $1
     AND (p.created_at > $4 OR NOT EXISTS (SELECT 1 FROM orders o WHERE o.person_id = $1 AND o.paid_at IS NOT NULL AND o.cancelled_at IS NULL)))";

/// What a young account has paid for since a moment, but for one cart, and how many cards that were: what is held counts.
/// Nothing of others.
pub fn bought(
    person: PersonId,
    since: Timestamp,
    young_since: Timestamp,
    other_than: CartId,
) -> impl Ask<Answer = (Cents, i64)> {
    let amount = rows(
        format!(
            "SELECT CAST(COALESCE(SUM(a.amount), 0) AS BIGINT)
             FROM {RECENT_ORDERS} o JOIN payment_attempt a ON a.person_id = $1 AND a.order_id = o.id
             WHERE o.cart_id <> $3 AND a.sent_at > $2 AND a.state IN ('APPROVED', 'ISSUED', 'REVIEW', 'HELD') AND {IS_YOUNG}"
        ),
        params![person, since, other_than, young_since],
    );
    let cards = rows(
        format!(
            "SELECT count(*) FROM orders o JOIN card k ON k.order_id = o.id
             WHERE o.person_id = $1 AND o.cart_id <> $3 AND o.paid_at > $2 AND {IS_YOUNG}"
        ),
        params![person, since, other_than, young_since],
    );
    (amount.one(), cards.one()).map(|((amount,), (cards,))| (amount, cards))
}

/// How many different payment cards of somebody were declined since a moment.
pub fn declined_cards(person: PersonId, since: Timestamp) -> impl Ask<Answer = i64> {
    rows(
        format!(
            "SELECT count(DISTINCT COALESCE(a.paid_with, a.id))
             FROM {RECENT_ORDERS} o JOIN payment_attempt a ON a.person_id = $1 AND a.order_id = o.id
             WHERE a.state = 'DECLINED' AND a.sent_at > $2"
        ),
        params![person, since],
    )
    .one()
    .map(|(count,)| count)
}

/// How many of the last attempts to pay from a client address are looked at for others: an office may make thousands a day.
const NEIGHBOURS: i64 = 60;

/// How many others whose accounts are younger than `young_since` are among those who tried last to pay from the same client
/// address.
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
