//! Database rows of closings of shops whose cards have balances.

use db::{Tx, params};

use access::open_cases::OpenCases;
use kernel::{
    ids::{CardId, OrderId, PersonId, ShopClosingId, TenantId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{join_then, name_then};
use platform::error::Result;

use crate::{carts::CartId, orders::shop_closings::rules::Obstacle};

db::row! {
    /// A closing of a shop, with the administrator who requested it and the administrator who
    /// decided.
    #[derive(Clone, Debug)]
    pub struct ClosingRow {
        pub vendor_id: TenantId,
        pub id: ShopClosingId,
        pub reason: String,
        /// Number of cards with a balance at the time of the request.
        pub cards: i64,
        /// Total balance of the cards at the time of the request.
        pub amount: Cents,
        pub requested_by: PersonId,
        pub requested_at: Timestamp,
        pub requested_by_name: Option<String>,
        pub decided_by: Option<PersonId>,
        pub decided_at: Option<Timestamp>,
        pub is_approved: Option<bool>,
        pub decline_reason: Option<String>,
        pub decided_by_name: Option<String>,
        /// Id of the last card that the job has processed.
        pub reached: String,
        pub done_cards: i64,
        pub done_amount: Cents,
        pub ended_at: Option<Timestamp>,
        pub vendor_name: String,
        /// Shop that takes over the cards; `None` if the cards are refunded.
        pub successor_id: Option<TenantId>,
        pub successor_name: Option<String>,
        /// Manager of the successor who accepted the cards.
        pub accepted_by: Option<PersonId>,
        pub accepted_at: Option<Timestamp>,
        pub accepted_by_name: Option<String>,
    }
}

impl ClosingRow {
    /// Whether a manager of the successor has yet to accept or decline the cards.
    pub fn is_offered(&self) -> bool {
        self.decided_at.is_none() && self.successor_id.is_some() && self.accepted_at.is_none()
    }

    /// Whether the closing was approved and the job has not finished it.
    pub fn is_running(&self) -> bool {
        self.is_approved == Some(true) && self.ended_at.is_none()
    }
}

const SELECT: &str = concat!(
    "SELECT s.vendor_id, s.id, s.reason, s.cards, s.amount, s.requested_by, s.requested_at, ",
    name_then!("q"),
    ", s.decided_by, s.decided_at, s.is_approved, s.decline_reason, ",
    name_then!("d"),
    ", s.reached, s.done_cards, s.done_amount, s.ended_at, v.display_name, s.successor_id, t.display_name, s.accepted_by, s.accepted_at, ",
    name_then!("a"),
    " FROM shop_closing s
JOIN tenant v ON v.id = s.vendor_id
LEFT JOIN tenant t ON t.id = s.successor_id ",
    join_then!("q", "s.requested_by", "s.requested_at"),
    " ",
    join_then!("d", "s.decided_by", "s.decided_at"),
    " ",
    join_then!("a", "s.accepted_by", "s.accepted_at")
);

/// Finds the newest closing of a shop.
pub fn newest(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Option<ClosingRow>> {
    let sql =
        format!("{SELECT} WHERE s.vendor_id = $1 ORDER BY s.requested_at DESC, s.id DESC LIMIT 1");
    Ok(tx.first(&sql, params![vendor])?)
}

pub fn find(tx: &mut Tx<'_>, vendor: TenantId, id: ShopClosingId) -> Result<Option<ClosingRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE s.vendor_id = $1 AND s.id = $2"), params![vendor, id])?)
}

/// Like [`find`], but locks the row.
pub fn lock(tx: &mut Tx<'_>, vendor: TenantId, id: ShopClosingId) -> Result<Option<ClosingRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT id FROM shop_closing WHERE vendor_id = $1 AND id = $2{lock}");
    let found: Option<(ShopClosingId,)> = tx.first(&sql, params![vendor, id])?;
    if found.is_some() { find(tx, vendor, id) } else { Ok(None) }
}

/// Closings that wait for approval by a second administrator, oldest first. If another shop is to
/// take over the cards, that shop must have accepted them.
pub const OPEN: OpenCases<ClosingRow> = OpenCases::new(
    "shop_closing",
    "s",
    "s.decided_at IS NULL AND (s.successor_id IS NULL OR s.accepted_at IS NOT NULL)",
)
.listed(SELECT, "s.requested_at, s.id");

/// A new request to close a shop.
pub struct NewClosing<'a> {
    pub vendor: TenantId,
    pub reason: &'a str,
    pub cards: i64,
    pub amount: Cents,
    pub by: PersonId,
    /// Shop that is to take over the cards; `None` if the cards are to be refunded.
    pub successor: Option<TenantId>,
}

pub fn insert(tx: &mut Tx<'_>, now: Timestamp, new: &NewClosing<'_>) -> Result<ShopClosingId> {
    let id = ShopClosingId::new(now);
    tx.later(
        "INSERT INTO shop_closing (vendor_id, id, reason, cards, amount, requested_by, requested_at, successor_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            new.vendor,
            id,
            new.reason,
            new.cards,
            new.amount,
            new.by,
            now,
            new.successor
        ],
    )?;
    Ok(id)
}

/// Maximum number of takeover requests that a shop is shown.
const MAX_OFFERED: i64 = 20;

/// Lists the newest closings whose cards a shop was asked to take over.
pub fn list_offered(tx: &mut Tx<'_>, successor: TenantId) -> Result<Vec<ClosingRow>> {
    let sql = format!(
        "{SELECT} WHERE s.successor_id = $1 ORDER BY s.requested_at DESC, s.id DESC LIMIT {MAX_OFFERED}"
    );
    Ok(tx.rows(&sql, params![successor])?)
}

/// Locks and returns a closing, found by the shop that was asked to take over its cards.
pub fn lock_offered(
    tx: &mut Tx<'_>,
    successor: TenantId,
    id: ShopClosingId,
) -> Result<Option<ClosingRow>> {
    let sql = "SELECT vendor_id FROM shop_closing WHERE successor_id = $1 AND id = $2";
    let found: Option<(TenantId,)> = tx.first(sql, params![successor, id])?;
    found.map_or(Ok(None), |(vendor,)| lock(tx, vendor, id))
}

/// Records that a manager of the successor accepted the cards.
pub fn accept(tx: &mut Tx<'_>, now: Timestamp, closing: &ClosingRow, by: PersonId) -> Result<()> {
    tx.later(
        "UPDATE shop_closing SET accepted_by = $1, accepted_at = $2
         WHERE vendor_id = $3 AND id = $4 AND accepted_at IS NULL AND decided_at IS NULL",
        params![by, now, closing.vendor_id, closing.id],
    )?;
    Ok(())
}

/// Approves a closing, or declines it if a reason is passed. A declined closing ends at once.
pub fn decide(
    tx: &mut Tx<'_>,
    now: Timestamp,
    closing: &ClosingRow,
    by: PersonId,
    decline_reason: Option<&str>,
) -> Result<()> {
    let is_approved = decline_reason.is_none();
    tx.later(
        "UPDATE shop_closing SET decided_by = $1, decided_at = $2, is_approved = $3, decline_reason = $4, ended_at = $5
         WHERE vendor_id = $6 AND id = $7 AND decided_at IS NULL",
        params![
            by,
            now,
            is_approved,
            decline_reason,
            (!is_approved).then_some(now),
            closing.vendor_id,
            closing.id
        ],
    )?;
    Ok(())
}

/// Adds to the number and sum of the cards that a closing has refunded or handed over.
pub fn add_done(tx: &mut Tx<'_>, closing: &ClosingRow, cards: i64, amount: Cents) -> Result<()> {
    tx.later(
        "UPDATE shop_closing SET done_cards = done_cards + $1, done_amount = done_amount + $2 WHERE vendor_id = $3 AND id = $4",
        params![cards, amount, closing.vendor_id, closing.id],
    )?;
    Ok(())
}

/// Records the last card that the job has processed. Returns false if another run was first.
pub fn set_reached(tx: &mut Tx<'_>, closing: &ClosingRow, reached: CardId) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE shop_closing SET reached = $1 WHERE vendor_id = $2 AND id = $3 AND reached = $4 AND ended_at IS NULL",
        params![reached, closing.vendor_id, closing.id, closing.reached],
    )?;
    Ok(changed > 0)
}

/// Records that a closing has ended. Returns false if it had ended before.
pub fn end(tx: &mut Tx<'_>, now: Timestamp, closing: &ClosingRow) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE shop_closing SET ended_at = $1 WHERE vendor_id = $2 AND id = $3 AND ended_at IS NULL",
        params![now, closing.vendor_id, closing.id],
    )?;
    Ok(changed > 0)
}

/// Balances that remain on the cards of an order, because a closing could not refund them or hand
/// them over.
pub struct NewLeft {
    pub order: OrderId,
    pub buyer: PersonId,
    pub cards: i64,
    pub amount: Cents,
    pub cause: Obstacle,
}

pub fn put_left(tx: &mut Tx<'_>, closing: &ClosingRow, left: &NewLeft) -> Result<()> {
    tx.later(
        "INSERT INTO shop_closing_left (vendor_id, closing_id, order_id, person_id, cards, amount, cause)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (vendor_id, closing_id, order_id)
             DO UPDATE SET cards = excluded.cards, amount = excluded.amount, cause = excluded.cause",
        params![
            closing.vendor_id,
            closing.id,
            left.order,
            left.buyer,
            left.cards,
            left.amount,
            left.cause
        ],
    )?;
    Ok(())
}

db::row! {
    /// An order whose cards still have balances after a closing, with the buyer and a later payment
    /// by our bank.
    #[derive(Clone, Debug)]
    pub struct LeftRow {
        pub order_id: OrderId,
        pub person_id: PersonId,
        pub cart_id: CartId,
        pub buyer_name: String,
        pub cards: i64,
        pub amount: Cents,
        pub cause: Obstacle,
        pub paid_at: Option<Timestamp>,
        pub payment_reference: Option<String>,
        pub paid_by_name: Option<String>,
    }
}

/// Returns the query for these rows of `shop_closing_left`. They are read first, because orders are
/// stored by their person and a cluster does not join them with a shop's rows.
fn select_left(rows: &str) -> String {
    format!(
        concat!(
            "WITH l AS MATERIALIZED ({rows})
SELECT l.order_id, l.person_id, o.cart_id, b.first_name || ' ' || b.last_name, l.cards, l.amount, l.cause, l.paid_at, l.payment_reference, ",
            name_then!("p"),
            " FROM l
JOIN orders o ON o.person_id = l.person_id AND o.id = l.order_id
JOIN person b ON b.id = l.person_id ",
            join_then!("p", "l.paid_by", "l.paid_at"),
            " ORDER BY l.amount DESC, l.order_id"
        ),
        rows = rows
    )
}

/// Lists the orders whose cards still had a balance after the closing had processed them, largest
/// sums first.
pub fn list_left(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    closing: ShopClosingId,
    page: PageRequest,
) -> Result<Vec<LeftRow>> {
    let sql = select_left(
        "SELECT * FROM shop_closing_left WHERE vendor_id = $1 AND closing_id = $2
         ORDER BY amount DESC, order_id LIMIT $3 OFFSET $4",
    );
    Ok(tx.rows(&sql, params![vendor, closing, page.limit(), page.offset()])?)
}

pub fn count_left(tx: &mut Tx<'_>, vendor: TenantId, closing: ShopClosingId) -> Result<u64> {
    let (count,): (i64,) = tx.one(
        "SELECT count(*) FROM shop_closing_left WHERE vendor_id = $1 AND closing_id = $2",
        params![vendor, closing],
    )?;
    Ok(count.unsigned_abs())
}

pub fn find_left(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    closing: ShopClosingId,
    order: OrderId,
) -> Result<Option<LeftRow>> {
    let sql = select_left(
        "SELECT * FROM shop_closing_left WHERE vendor_id = $1 AND closing_id = $2 AND order_id = $3",
    );
    Ok(tx.first(&sql, params![vendor, closing, order])?)
}

/// Records that our bank paid the remaining balance of an order's cards.
pub fn set_left_paid(
    tx: &mut Tx<'_>,
    now: Timestamp,
    closing: &ClosingRow,
    order: OrderId,
    by: PersonId,
    (amount, reference): (Cents, &str),
) -> Result<()> {
    tx.later(
        "UPDATE shop_closing_left SET amount = $1, paid_by = $2, paid_at = $3, payment_reference = $4
         WHERE vendor_id = $5 AND closing_id = $6 AND order_id = $7 AND paid_at IS NULL",
        params![amount, by, now, reference, closing.vendor_id, closing.id, order],
    )?;
    Ok(())
}
