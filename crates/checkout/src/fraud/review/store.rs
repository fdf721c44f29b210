//! Database rows of orders that are, or were, held for review.

use db::{Column, First, FromColumn, ToValue, Tx, Value, params, rows};

use access::open_cases::OpenCases;
use kernel::{
    ids::{OrderId, PersonId, ReviewId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{KeyedBy, Rule};
use people::identity::{join_then, name_then};
use platform::error::Result;

use crate::{
    carts::CartId,
    fraud::risk::{Assessment, Reason},
    payments::{AttemptKey, AttemptRow},
};

/// Reasons why an order is risky, stored as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons(pub Vec<Reason>);

impl ToValue for Reasons {
    fn to_value(&self) -> Value<'_> {
        Value::Text(serde_json::to_string(&self.0).unwrap_or_default().into())
    }
}

impl FromColumn for Reasons {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        serde_json::from_str(&text).map(Reasons).map_err(|error| error.to_string())
    }
}

db::row! {
    /// A review of a held order, with the buyer and the administrator who decided.
    #[derive(Clone, Debug)]
    pub struct ReviewRow {
        /// Id of the buyer.
        pub person_id: PersonId,
        pub id: ReviewId,
        pub order_id: OrderId,
        pub cart_id: CartId,
        pub amount: Cents,
        pub score: i64,
        pub reasons: Reasons,
        pub buyer_name: String,
        pub buyer_email: String,
        pub created_at: Timestamp,
        pub decided_at: Option<Timestamp>,
        pub is_released: Option<bool>,
        pub reason: Option<String>,
        pub decided_by_name: Option<String>,
    }
}

const SELECT: &str = concat!(
    "SELECT r.person_id, r.id, r.order_id, o.cart_id, a.amount, r.score, r.reasons, p.first_name || ' ' || p.last_name, p.email,
    r.created_at, r.decided_at, r.is_released, r.reason, ",
    name_then!("d"),
    " FROM order_review r
JOIN payment_attempt a ON a.person_id = r.person_id AND a.id = r.attempt_id
JOIN orders o ON o.person_id = r.person_id AND o.id = r.order_id
JOIN person p ON p.id = r.person_id ",
    join_then!("d", "r.decided_by", "r.decided_at")
);

pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    attempt: &AttemptRow,
    found: &Assessment,
) -> Result<()> {
    tx.later(
        "INSERT INTO order_review (person_id, id, attempt_id, order_id, score, reasons, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            attempt.person_id,
            ReviewId::new(now),
            attempt.id,
            attempt.order_id,
            found.score,
            Reasons(found.reasons.clone()),
            now
        ],
    )?;
    Ok(())
}

/// Reviews that wait for a decision, oldest first.
pub const OPEN: OpenCases<ReviewRow> = OpenCases::new("order_review", "r", "r.decided_at IS NULL")
    .listed(SELECT, "r.created_at, r.id");

pub fn of_order(buyer: PersonId, order: OrderId) -> First<ReviewRow> {
    let sql = format!(
        "{SELECT} WHERE r.person_id = $1 AND r.order_id = $2 ORDER BY r.created_at DESC, r.id DESC LIMIT 1"
    );
    rows(sql, params![buyer, order]).first()
}

/// Returns the administrator, time and reason of the decision to void a held charge. Returns `None`
/// if there was no such decision.
pub fn find_void(
    tx: &mut Tx<'_>,
    attempt: AttemptKey,
) -> Result<Option<(PersonId, Timestamp, Option<String>)>> {
    Ok(tx.first(
        "SELECT decided_by, decided_at, reason FROM order_review
         WHERE person_id = $1 AND attempt_id = $2 AND decided_by IS NOT NULL AND is_released = FALSE
         ORDER BY decided_at DESC, id LIMIT 1",
        params![attempt.person, attempt.id],
    )?)
}

pub fn decide(
    tx: &mut Tx<'_>,
    now: Timestamp,
    attempt: AttemptKey,
    by: PersonId,
    is_released: bool,
    reason: &str,
) -> Result<()> {
    tx.later(
        "UPDATE order_review SET decided_at = $1, decided_by = $2, is_released = $3, reason = $4
         WHERE person_id = $5 AND attempt_id = $6 AND decided_at IS NULL",
        params![now, by, is_released, reason, attempt.person, attempt.id],
    )?;
    Ok(())
}

/// Closes a review without an administrator's decision, because the charge was voided or declined
/// at the gateway.
pub fn close(tx: &mut Tx<'_>, attempt: AttemptKey, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE order_review SET decided_at = $1, is_released = FALSE
         WHERE person_id = $2 AND attempt_id = $3 AND decided_at IS NULL",
        params![now, attempt.person, attempt.id],
    )?;
    Ok(())
}

/// Records that the administrators were reminded of a review that began before `limit`. Returns
/// false if no reminder is due, or one was sent already.
pub fn set_reminded(
    tx: &mut Tx<'_>,
    attempt: AttemptKey,
    now: Timestamp,
    limit: Timestamp,
) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE order_review SET reminded_at = $1
         WHERE person_id = $2 AND attempt_id = $3 AND decided_at IS NULL AND reminded_at IS NULL AND created_at <= $4",
        params![now, attempt.person, attempt.id, limit],
    )?;
    Ok(changed > 0)
}

pub fn overdue(tx: &mut Tx<'_>, limit: Timestamp) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = tx.rows(
        "SELECT attempt_id FROM order_review WHERE decided_at IS NULL AND created_at < $1
         ORDER BY created_at, id LIMIT 100",
        params![limit],
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub const RULES: &[Rule] = &[
    Rule {
        name: "a payment in review waits for a decision, and no other does",
        breaking: "SELECT a.id, 'it is ' || a.state || ', and its review is ' || CASE WHEN r.id IS NULL THEN 'none' ELSE 'open' END, a.person_id
     FROM {rows} a
     LEFT JOIN order_review r ON r.person_id = a.person_id AND r.attempt_id = a.id AND r.decided_at IS NULL
     WHERE ((a.state = 'REVIEW' AND r.id IS NULL) OR (a.state <> 'REVIEW' AND r.id IS NOT NULL))
     ORDER BY a.id LIMIT 5",
        table: "payment_attempt",
        key: KeyedBy::Person,
        made: "sent_at",
        touched: "sent_at",
    },
];
