//! Database rows of charge reversals.

use db::{Ask, Tx, params, rows};

use access::open_cases::OpenCases;
use kernel::{
    ids::{OrderId, PersonId, ReversalId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{KeyedBy, Rule};
use people::identity::{join_then, name_then};
use platform::error::Result;

use crate::{
    carts::CartId,
    payments::{AttemptKey, ReversalCause},
};

db::row! {
    /// A reversal of a charge, with its order, its buyer and the administrator who closed it.
    #[derive(Clone, Debug)]
    pub struct ReversalRow {
        pub id: ReversalId,
        pub order_id: OrderId,
        pub cart_id: CartId,
        pub cause: ReversalCause,
        pub amount: Cents,
        pub unspent: Cents,
        pub loss: Cents,
        /// Sum of refunds that were not made yet and that this reversal replaces.
        pub covered: Cents,
        /// Sum of refunds that our bank had already paid, which are lost twice.
        pub paid_twice: Cents,
        pub buyer_name: String,
        pub buyer_email: String,
        pub created_at: Timestamp,
        /// Time at which the cardholder's bank reinstated the charge; `None` if it has not.
        pub won_at: Option<Timestamp>,
        pub closed_at: Option<Timestamp>,
        pub note: Option<String>,
        pub closed_by_name: Option<String>,
    }
}

const SELECT: &str = concat!(
    "SELECT r.id, r.order_id, o.cart_id, r.cause, r.amount, r.unspent, r.loss, r.covered, r.paid_twice, p.first_name || ' ' || p.last_name, p.email,
    r.created_at, r.won_at, r.closed_at, r.note, ",
    name_then!("c"),
    " FROM charge_reversal r
JOIN orders o ON o.person_id = r.person_id AND o.id = r.order_id
JOIN person p ON p.id = r.person_id ",
    join_then!("c", "r.closed_by", "r.closed_at")
);

pub struct NewReversal<'a> {
    pub attempt: AttemptKey,
    pub order: OrderId,
    /// The gateway's number of the transaction that reversed the charge.
    pub transaction: &'a str,
    pub cause: ReversalCause,
    pub amount: Cents,
    pub unspent: Cents,
    pub loss: Cents,
    pub covered: Cents,
    pub paid_twice: Cents,
}

pub fn insert(tx: &mut Tx<'_>, now: Timestamp, new: &NewReversal<'_>) -> Result<()> {
    tx.later(
        "INSERT INTO charge_reversal
             (person_id, id, attempt_id, order_id, transaction_id, cause, amount, unspent, loss, covered, paid_twice,
              created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        params![
            new.attempt.person,
            ReversalId::new(now),
            new.attempt.id,
            new.order,
            new.transaction,
            new.cause,
            new.amount,
            new.unspent,
            new.loss,
            new.covered,
            new.paid_twice,
            now
        ],
    )?;
    Ok(())
}

pub fn is_known(attempt: AttemptKey, transaction: &str) -> impl Ask<Answer = bool> + use<> {
    rows::<(ReversalId,)>(
        "SELECT id FROM charge_reversal WHERE person_id = $1 AND attempt_id = $2 AND transaction_id = $3",
        params![attempt.person, attempt.id, transaction],
    )
    .first()
    .map(|found| found.is_some())
}

db::row! {
    /// Amounts that reversals took beyond the rest of a charge, which is the part neither reversed
    /// nor refunded before.
    #[derive(Clone, Copy, Debug)]
    pub struct TakenBeyond {
        pub covered: Cents,
        pub paid_twice: Cents,
    }
}

/// Sums the amounts that reversals took beyond the rest of a charge. Leaves out disputes that were
/// won.
pub fn sum_beyond(tx: &mut Tx<'_>, attempt: AttemptKey) -> Result<TakenBeyond> {
    Ok(tx.one(
        "SELECT CAST(COALESCE(SUM(covered), 0) AS BIGINT), CAST(COALESCE(SUM(paid_twice), 0) AS BIGINT)
         FROM charge_reversal WHERE person_id = $1 AND attempt_id = $2 AND won_at IS NULL",
        params![attempt.person, attempt.id],
    )?)
}

db::row! {
    /// A dispute of a charge that is not recorded as won.
    #[derive(Clone, Copy, Debug)]
    pub struct Dispute {
        pub id: ReversalId,
        pub covered: Cents,
        pub paid_twice: Cents,
    }
}

impl Dispute {
    pub fn beyond(&self) -> TakenBeyond {
        TakenBeyond { covered: self.covered, paid_twice: self.paid_twice }
    }
}

/// Finds a dispute that is not recorded as won and that took exactly the amount `rest` from the
/// part of the charge that was neither reversed nor refunded before.
pub fn find_dispute(tx: &mut Tx<'_>, attempt: AttemptKey, rest: Cents) -> Result<Option<Dispute>> {
    Ok(tx.first(
        "SELECT id, covered, paid_twice FROM charge_reversal
         WHERE person_id = $1 AND attempt_id = $2 AND amount - covered - paid_twice = $3 AND cause = 'DISPUTED'
           AND won_at IS NULL",
        params![attempt.person, attempt.id, rest],
    )?)
}

/// Finds the oldest reversal of a charge that covers a refund of this amount. Returns its id and
/// cause.
pub fn find_covering(
    tx: &mut Tx<'_>,
    attempt: AttemptKey,
    amount: Cents,
) -> Result<Option<(ReversalId, ReversalCause)>> {
    Ok(tx.first(
        "SELECT id, cause FROM charge_reversal
         WHERE person_id = $1 AND attempt_id = $2 AND covered >= $3 AND won_at IS NULL ORDER BY created_at, id LIMIT 1",
        params![attempt.person, attempt.id, amount],
    )?)
}

/// Moves the amount of a refund from `covered` to `paid_twice` of a reversal, because our bank had
/// already paid the refund.
pub fn set_paid_twice(
    tx: &mut Tx<'_>,
    person: PersonId,
    id: ReversalId,
    amount: Cents,
) -> Result<()> {
    tx.later(
        "UPDATE charge_reversal SET covered = covered - $1, paid_twice = paid_twice + $1 WHERE person_id = $2 AND id = $3",
        params![amount, person, id],
    )?;
    Ok(())
}

/// Whether a charge was disputed, and all its disputes are recorded as won.
pub fn are_disputes_won(tx: &mut Tx<'_>, attempt: AttemptKey) -> Result<bool> {
    let (disputes, won): (i64, i64) = tx.one(
        "SELECT COUNT(*), COUNT(won_at) FROM charge_reversal
         WHERE person_id = $1 AND attempt_id = $2 AND cause = 'DISPUTED'",
        params![attempt.person, attempt.id],
    )?;
    Ok(disputes > 0 && disputes == won)
}

pub fn set_won(tx: &mut Tx<'_>, person: PersonId, id: ReversalId, now: Timestamp) -> Result<()> {
    // Adds a suffix to the transaction number of this reversal. If the charge is disputed once
    // more, the new reversal has the plain number, and the numbers must differ.
    tx.later(
        "UPDATE charge_reversal SET won_at = $1, transaction_id = transaction_id || ' ' || id
         WHERE person_id = $2 AND id = $3",
        params![now, person, id],
    )?;
    Ok(())
}

/// Reversals that no administrator has closed yet, newest first.
pub const OPEN: OpenCases<ReversalRow> =
    OpenCases::new("charge_reversal", "r", "r.closed_at IS NULL")
        .listed(SELECT, "r.created_at DESC, r.id DESC");

// The books name the order, so what was paid twice is compared by order: a late charge of an order can
// be disputed beside the one that paid for its cards.
pub const RULES: &[Rule] = &[
    Rule {
        name: "I4 what was charged and not reversed is what the gateway owes",
        breaking: "WITH books AS MATERIALIZED (
             SELECT t.order_id, -CAST(SUM(CASE WHEN e.account = 'gateway_clearing' THEN e.amount ELSE 0 END) AS BIGINT) AS amount FROM transfer t
             JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
             WHERE t.order_id IN (SELECT a.order_id FROM {rows} a WHERE a.state IN ('ISSUED', 'REVERSED'))
               AND t.kind IN ('SALE', 'REVERSAL', 'CHARGE_REVERSAL', 'PARTIAL_REFUND', 'REFUND')
             GROUP BY t.order_id),
         twice AS MATERIALIZED (
             SELECT person_id, order_id, CAST(SUM(paid_twice) AS BIGINT) AS amount FROM charge_reversal
             WHERE won_at IS NULL GROUP BY person_id, order_id)
         SELECT a.id, 'it charged ' || a.amount || ', lost ' || a.reversed || ', gave back ' || a.refunded || ', and the books say '
                || COALESCE(b.amount, 0), a.person_id
         FROM {rows} a
         LEFT JOIN books b ON b.order_id = a.order_id
         LEFT JOIN twice v ON v.person_id = a.person_id AND v.order_id = a.order_id
         WHERE a.state IN ('ISSUED', 'REVERSED')
           AND a.amount - a.reversed - a.refunded - COALESCE(v.amount, 0) <> COALESCE(b.amount, 0)
         ORDER BY a.id LIMIT 5",
        table: "payment_attempt",
        key: KeyedBy::Person,
        made: "sent_at",
        touched: "sent_at",
    },
    Rule {
        name: "I4 a refund that was paid twice is in the books",
        breaking: "WITH twice AS MATERIALIZED (
             SELECT person_id, order_id, CAST(SUM(CASE WHEN won_at IS NULL THEN paid_twice ELSE 0 END) AS BIGINT) AS amount
             FROM charge_reversal GROUP BY person_id, order_id),
         books AS MATERIALIZED (
             SELECT t.order_id, -CAST(SUM(CASE WHEN e.account = 'paid_twice' THEN e.amount ELSE 0 END) AS BIGINT) AS amount FROM transfer t
             JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
             WHERE t.order_id IN (SELECT v.order_id FROM twice v) AND t.kind = 'REFUND'
             GROUP BY t.order_id)
         SELECT a.id, 'reversals took ' || v.amount || ' that the bank had paid, and the books say ' || COALESCE(b.amount, 0),
                a.person_id
         FROM {rows} a
         JOIN twice v ON v.person_id = a.person_id AND v.order_id = a.order_id
         LEFT JOIN books b ON b.order_id = a.order_id
         WHERE v.amount <> COALESCE(b.amount, 0) ORDER BY a.id LIMIT 5",
        table: "payment_attempt",
        key: KeyedBy::Person,
        made: "sent_at",
        touched: "sent_at",
    },
    Rule {
        name: "I4 a reversed charge has its rows",
        breaking: "SELECT a.id, 'it lost ' || a.reversed || ', its rows say ' || COALESCE(SUM(r.amount - r.covered - r.paid_twice), 0), a.person_id
         FROM {rows} a LEFT JOIN charge_reversal r ON r.person_id = a.person_id AND r.attempt_id = a.id AND r.won_at IS NULL
         GROUP BY a.person_id, a.id, a.reversed, a.refunded, a.state, a.amount
         HAVING a.reversed <> COALESCE(SUM(r.amount - r.covered - r.paid_twice), 0)
             OR (a.state = 'REVERSED') <> (a.reversed > 0 AND a.reversed + a.refunded = a.amount)
         ORDER BY a.id LIMIT 5",
        table: "payment_attempt",
        key: KeyedBy::Person,
        made: "sent_at",
        touched: "sent_at",
    },
    Rule {
        name: "an order whose charge was reversed has nothing on its cards",
        breaking: "WITH cards AS MATERIALIZED (
             SELECT k.order_id, CAST(SUM(k.balance) AS BIGINT) AS balance FROM card k
             WHERE k.order_id IN (SELECT o.id FROM {rows} o WHERE o.reversed_at IS NOT NULL) GROUP BY k.order_id),
         charges AS MATERIALIZED (
             SELECT a.person_id, a.order_id, count(*) AS reversed FROM payment_attempt a
             WHERE (a.person_id, a.order_id) IN (SELECT o.person_id, o.id FROM {rows} o WHERE o.reversed_at IS NOT NULL)
               AND a.state = 'REVERSED'
             GROUP BY a.person_id, a.order_id)
         SELECT o.id, 'it has ' || COALESCE(a.reversed, 0) || ' such charges and ' || COALESCE(k.balance, 0) || ' on its cards', o.person_id
         FROM {rows} o
         LEFT JOIN charges a ON a.person_id = o.person_id AND a.order_id = o.id
         LEFT JOIN cards k ON k.order_id = o.id
         WHERE o.reversed_at IS NOT NULL AND (COALESCE(a.reversed, 0) = 0 OR COALESCE(k.balance, 0) > 0) ORDER BY o.id LIMIT 5",
        table: "orders",
        key: KeyedBy::Person,
        made: "created_at",
        touched: "reversed_at",
    },
];
