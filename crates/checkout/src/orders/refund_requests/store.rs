//! Database rows of refund requests that need, or needed, approval by a second administrator.

use db::{Column, FromColumn, Rows, ToValue, Tx, Value, params, rows};

use access::open_cases::OpenCases;
use cards::CardRefund;
use kernel::{
    ids::{OrderId, PersonId, RefundRequestId},
    money::Cents,
    timestamp::Timestamp,
};
use people::identity::{join_then, name_then};
use platform::error::Result;

use crate::carts::CartId;

/// Cards and amounts of a refund request, stored as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted(pub Vec<CardRefund>);

impl ToValue for Wanted {
    fn to_value(&self) -> Value<'_> {
        Value::Text(serde_json::to_string(&self.0).unwrap_or_default().into())
    }
}

impl FromColumn for Wanted {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        serde_json::from_str(&text).map(Wanted).map_err(|error| error.to_string())
    }
}

db::row! {
    /// A refund request with its buyer, the administrator who requested it and the administrator
    /// who decided.
    #[derive(Clone, Debug)]
    pub struct RefundRequestRow {
        /// Id of the buyer.
        pub person_id: PersonId,
        pub id: RefundRequestId,
        pub order_id: OrderId,
        pub cart_id: CartId,
        pub cards: Wanted,
        pub amount: Cents,
        pub reason: String,
        pub buyer_name: String,
        pub requested_by: PersonId,
        pub requested_at: Timestamp,
        pub requested_by_name: Option<String>,
        pub decided_at: Option<Timestamp>,
        pub decided_by: Option<PersonId>,
        pub is_approved: Option<bool>,
        pub decline_reason: Option<String>,
        pub decided_by_name: Option<String>,
    }
}

impl RefundRequestRow {
    /// Whether the administrator who requested the refund withdrew the request.
    pub fn is_withdrawn(&self) -> bool {
        self.is_approved == Some(false) && self.decided_by == Some(self.requested_by)
    }
}

const SELECT: &str = concat!(
    "SELECT r.person_id, r.id, r.order_id, o.cart_id, r.cards, r.amount, r.reason, b.first_name || ' ' || b.last_name,
    r.requested_by, r.requested_at, ",
    name_then!("q"),
    ", r.decided_at, r.decided_by, r.is_approved, r.decline_reason, ",
    name_then!("d"),
    " FROM refund_request r
JOIN orders o ON o.person_id = r.person_id AND o.id = r.order_id
JOIN person b ON b.id = r.person_id ",
    join_then!("q", "r.requested_by", "r.requested_at"),
    " ",
    join_then!("d", "r.decided_by", "r.decided_at")
);

/// Lists the refund requests of an order, newest first.
pub fn of_order(buyer: PersonId, order: OrderId) -> Rows<RefundRequestRow> {
    let sql = format!(
        "{SELECT} WHERE r.person_id = $1 AND r.order_id = $2 ORDER BY r.requested_at DESC, r.id DESC"
    );
    rows(sql, params![buyer, order])
}

/// Refund requests that wait for a second administrator, oldest first.
pub const OPEN: OpenCases<RefundRequestRow> =
    OpenCases::new("refund_request", "r", "r.decided_at IS NULL")
        .listed(SELECT, "r.requested_at, r.id");

/// A new refund request.
pub struct NewRequest<'a> {
    pub buyer: PersonId,
    pub order: OrderId,
    pub cards: &'a [CardRefund],
    pub amount: Cents,
    pub reason: &'a str,
    pub by: PersonId,
}

pub fn insert(tx: &mut Tx<'_>, now: Timestamp, new: &NewRequest<'_>) -> Result<()> {
    tx.later(
        "INSERT INTO refund_request (person_id, id, order_id, cards, amount, reason, requested_by, requested_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            new.buyer,
            RefundRequestId::new(now),
            new.order,
            Wanted(new.cards.to_vec()),
            new.amount,
            new.reason,
            new.by,
            now
        ],
    )?;
    Ok(())
}

pub fn decide(
    tx: &mut Tx<'_>,
    now: Timestamp,
    request: &RefundRequestRow,
    by: PersonId,
    is_approved: bool,
    decline_reason: Option<&str>,
) -> Result<()> {
    tx.later(
        "UPDATE refund_request SET decided_by = $1, decided_at = $2, is_approved = $3, decline_reason = $4
         WHERE person_id = $5 AND id = $6 AND decided_at IS NULL",
        params![by, now, is_approved, decline_reason, request.person_id, request.id],
    )?;
    Ok(())
}
