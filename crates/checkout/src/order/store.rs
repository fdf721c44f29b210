//! Database rows of orders.

use db::{Ask, Conditions, Engine, ToValue, Tx, params, rows};

use kernel::{
    brand::Brand,
    ids::{OrderId, PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    search::Search,
    timestamp::Timestamp,
};
use ledger::{KeyedBy, Rule};
use platform::error::Result;

use crate::carts::CartId;

db::row! {
    /// An order, with its buyer. The total is the amount of the last payment attempt or, once the
    /// order is paid, the paid amount.
    #[derive(Clone, Debug)]
    pub struct OrderRow {
        pub id: OrderId,
        pub cart_id: CartId,
        pub person_id: PersonId,
        pub brand: Brand,
        pub total: Option<Cents>,
        pub paid_with: Option<String>,
        pub paid_at: Option<Timestamp>,
        pub is_paying: bool,
        /// Whether the cart of the order was set aside. The owner may have filled another cart
        /// since.
        pub is_set_aside: bool,
        pub card_count: i64,
        pub cancelled_at: Option<Timestamp>,
        /// Time at which the whole charge was reversed at the gateway by someone else, such as the
        /// cardholder's bank.
        pub reversed_at: Option<Timestamp>,
        pub cancel_reason: Option<String>,
        pub buyer_first_name: String,
        pub buyer_last_name: String,
        pub buyer_email: String,
        pub created_at: Timestamp,
        /// Sum of the refunds requested by our support desk.
        refunded_here: Cents,
        last_refunded_here_at: Option<Timestamp>,
        /// Sum of refunds and voids made by hand at the gateway.
        refunded_there: Cents,
        last_refunded_there_at: Option<Timestamp>,
    }
}

impl OrderRow {
    /// Returns the sum refunded to the buyer, and the time of the last refund. A cancelled order
    /// counts as refunded in full.
    pub fn refunded(&self) -> (Cents, Option<Timestamp>) {
        match self.cancelled_at {
            Some(then) => (self.total.unwrap_or_default(), Some(then)),
            None => {
                let all = self.refunded_here.checked_add(self.refunded_there).unwrap_or_default();
                (all, self.last_refunded_here_at.max(self.last_refunded_there_at))
            }
        }
    }
}

const SELECT: &str =
    "SELECT o.id, o.cart_id, o.person_id, o.brand,
    COALESCE(o.total, (SELECT a.amount FROM payment_attempt a WHERE a.person_id = o.person_id AND a.order_id = o.id
        ORDER BY a.number DESC, a.id DESC LIMIT 1)),
    o.paid_with, o.paid_at, c.state = 'PAYING', c.set_aside_at IS NOT NULL,
    CASE WHEN c.state = 'PAYING' OR o.paid_at IS NOT NULL
         THEN (SELECT CAST(COALESCE(SUM(i.quantity), 0) AS BIGINT) FROM cart_item i WHERE i.person_id = o.person_id AND i.cart_id = o.cart_id)
         ELSE 0 END,
    o.cancelled_at, o.reversed_at, o.cancel_reason,
    p.first_name, p.last_name, p.email, o.created_at,
    (SELECT CAST(COALESCE(SUM(r.amount), 0) AS BIGINT) FROM refund r WHERE r.person_id = o.person_id AND r.order_id = o.id),
    (SELECT MAX(r.created_at) FROM refund r WHERE r.person_id = o.person_id AND r.order_id = o.id),
    (SELECT CAST(COALESCE(SUM(b.amount), 0) AS BIGINT) FROM charge_reversal b
     WHERE b.person_id = o.person_id AND b.order_id = o.id AND b.cause IN ('REFUNDED', 'VOIDED')),
    (SELECT MAX(b.created_at) FROM charge_reversal b
     WHERE b.person_id = o.person_id AND b.order_id = o.id AND b.cause IN ('REFUNDED', 'VOIDED'))
FROM orders o JOIN cart c ON c.person_id = o.person_id AND c.id = o.cart_id JOIN person p ON p.id = o.person_id";

pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    cart: CartId,
    person: PersonId,
    brand: Brand,
) -> Result<OrderId> {
    let id = OrderId::new(now);
    tx.later(
        "INSERT INTO orders (person_id, id, cart_id, brand, created_at) VALUES ($1, $2, $3, $4, $5)",
        params![person, id, cart, brand, now],
    )?;
    Ok(id)
}

pub fn find_of_cart(person: PersonId, cart: CartId) -> impl Ask<Answer = Option<OrderId>> {
    let sql = "SELECT id FROM orders WHERE person_id = $1 AND cart_id = $2";
    rows(sql, params![person, cart]).first().map(|found| found.map(|(id,)| id))
}

/// Locks the cart of an order and returns its id. Every change of an order must hold this lock.
pub fn lock_cart(
    engine: Engine,
    person: PersonId,
    order: OrderId,
) -> impl Ask<Answer = Option<CartId>> {
    let sql = format!(
        "SELECT id FROM cart
         WHERE person_id = $1 AND id = (SELECT cart_id FROM orders WHERE person_id = $1 AND id = $2){}",
        engine.for_update()
    );
    rows(sql, params![person, order]).first().map(|found| found.map(|(id,)| id))
}

pub fn set_paid(
    tx: &mut Tx<'_>,
    person: PersonId,
    order: OrderId,
    total: Cents,
    paid_with: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE orders SET total = $1, paid_with = $2, paid_at = $3 WHERE person_id = $4 AND id = $5",
        params![total, paid_with, now, person, order],
    )?;
    Ok(())
}

/// Returns the person who cancelled an order, the time and the reason. Returns `None` if the order
/// is not cancelled.
pub fn find_cancellation(
    tx: &mut Tx<'_>,
    person: PersonId,
    id: OrderId,
) -> Result<Option<(PersonId, Timestamp, Option<String>)>> {
    Ok(tx.first(
        "SELECT cancelled_by, cancelled_at, cancel_reason FROM orders WHERE person_id = $1 AND id = $2 AND cancelled_at IS NOT NULL",
        params![person, id],
    )?)
}

pub fn find(person: PersonId, id: OrderId) -> impl Ask<Answer = Option<OrderRow>> {
    let sql = format!("{SELECT} WHERE o.person_id = $1 AND o.id = $2");
    rows(sql, params![person, id]).first()
}

/// Finds an order of any buyer, for the system's emails and for the support desk. Searches the rows
/// of all buyers, because the buyer is not known yet.
pub fn find_any(id: OrderId) -> impl Ask<Answer = Option<OrderRow>> {
    rows(format!("{SELECT} WHERE o.id = $1"), params![id]).first()
}

pub fn set_cancelled(
    tx: &mut Tx<'_>,
    order: &OrderRow,
    by: PersonId,
    reason: &str,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE orders SET cancelled_at = $1, cancelled_by = $2, cancel_reason = $3 WHERE person_id = $4 AND id = $5",
        params![now, by, reason, order.person_id, order.id],
    )?;
    Ok(())
}

/// Removes the time of the reversal from an order, because its charge was reinstated.
pub fn clear_reversed(tx: &mut Tx<'_>, person: PersonId, id: OrderId) -> Result<()> {
    tx.later(
        "UPDATE orders SET reversed_at = NULL WHERE person_id = $1 AND id = $2",
        params![person, id],
    )?;
    Ok(())
}

pub fn set_reversed(tx: &mut Tx<'_>, person: PersonId, id: OrderId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE orders SET reversed_at = $1 WHERE person_id = $2 AND id = $3",
        params![now, person, id],
    )?;
    Ok(())
}

/// Builds the SQL conditions of a search by order number, buyer or payment card.
fn wanted(search: &Search) -> Conditions {
    let mut conditions = Conditions::default();
    for pattern in search.patterns() {
        let place = conditions.bind(pattern);
        let columns = ["o.cart_id", "p.search_key", "COALESCE(LOWER(o.paid_with), '')"];
        let each = columns.map(|column| format!("{column} LIKE {place} ESCAPE '\\'"));
        conditions.and(format!("({})", each.join(" OR ")));
    }
    conditions
}

/// Searches orders by number, buyer or payment card, newest first.
pub fn search(tx: &mut Tx<'_>, search: &Search, page: PageRequest) -> Result<Vec<OrderRow>> {
    let mut conditions = wanted(search);
    let page = conditions.page(page.limit(), page.offset());
    let sql =
        format!("{SELECT} WHERE {} ORDER BY o.created_at DESC, o.id DESC{page}", conditions.sql());
    Ok(tx.rows(&sql, conditions.parameters())?)
}

pub fn count_found(tx: &mut Tx<'_>, search: &Search) -> Result<u64> {
    let conditions = wanted(search);
    let joined = if search.is_empty() { "" } else { " JOIN person p ON p.id = o.person_id" };
    let sql = format!("SELECT count(*) FROM orders o{joined} WHERE {}", conditions.sql());
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

/// Lists a person's pending and paid orders. Pending orders come first, and newer orders before
/// older ones.
pub fn list(tx: &mut Tx<'_>, person: PersonId, page: PageRequest) -> Result<Vec<OrderRow>> {
    let sql = format!(
        "{SELECT} WHERE o.person_id = $1 AND (o.paid_at IS NOT NULL OR c.state = 'PAYING')
         ORDER BY CASE WHEN o.paid_at IS NULL THEN 0 ELSE 1 END, o.paid_at DESC, o.created_at DESC, o.id DESC
         LIMIT $2 OFFSET $3"
    );
    Ok(tx.rows(&sql, params![person, page.limit(), page.offset()])?)
}

db::row! {
    /// A shop whose cards were bought with an order.
    #[derive(Clone, Debug)]
    pub struct OrderedShop {
        pub order_id: OrderId,
        pub name: String,
        pub logo_key: Option<String>,
        pub hue: Option<u32>,
    }
}

/// Lists the shops whose cards were bought with a person's orders, in the order in which their
/// cards were added to the cart.
pub fn shops_of(
    tx: &mut Tx<'_>,
    person: PersonId,
    orders: &[OrderRow],
) -> Result<Vec<OrderedShop>> {
    if orders.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<OrderId> = orders.iter().map(|order| order.id).collect();
    let mut values = params![person].to_vec();
    values.extend(db::padded(&ids).map(ToValue::to_value));
    let places = db::places(2..=values.len());
    let sql = format!(
        "SELECT o.id, v.display_name, v.logo_key, v.logo_hue
         FROM orders o JOIN cart_item i ON i.person_id = o.person_id AND i.cart_id = o.cart_id
         JOIN tenant v ON v.id = i.vendor_id
         WHERE o.person_id = $1 AND o.id IN ({places})
         GROUP BY o.id, v.id, v.display_name, v.logo_key, v.logo_hue
         ORDER BY o.id, MIN(i.created_at), v.id"
    );
    Ok(tx.rows(&sql, &values)?)
}

/// Lists all orders that a person ever began to pay for, whatever their outcome, oldest first.
pub fn list_begun(tx: &mut Tx<'_>, person: PersonId, page: PageRequest) -> Result<Vec<OrderRow>> {
    let sql = format!("{SELECT} WHERE o.person_id = $1 ORDER BY o.id LIMIT $2 OFFSET $3");
    Ok(tx.rows(&sql, params![person, page.limit(), page.offset()])?)
}

/// Lists all orders that a person ever began to pay for, whatever their outcome, newest first.
pub fn newest_begun(tx: &mut Tx<'_>, person: PersonId, page: PageRequest) -> Result<Vec<OrderRow>> {
    let sql = format!(
        "{SELECT} WHERE o.person_id = $1 ORDER BY o.created_at DESC, o.id DESC LIMIT $2 OFFSET $3"
    );
    Ok(tx.rows(&sql, params![person, page.limit(), page.offset()])?)
}

/// Sums a person's paid orders, minus refunds. Leaves out cancelled and reversed orders.
pub fn spent_by(person: PersonId) -> impl Ask<Answer = Cents> {
    rows(
        "SELECT CAST(COALESCE(SUM(o.total - (SELECT CAST(COALESCE(SUM(r.amount), 0) AS BIGINT) FROM refund r
                                             WHERE r.person_id = o.person_id AND r.order_id = o.id)), 0) AS BIGINT)
         FROM orders o
         WHERE o.person_id = $1 AND o.paid_at IS NOT NULL AND o.cancelled_at IS NULL AND o.reversed_at IS NULL",
        params![person],
    )
    .one()
    .map(|(spent,)| spent)
}

pub fn count_begun(tx: &mut Tx<'_>, person: PersonId) -> Result<u64> {
    let (count,): (i64,) =
        tx.one("SELECT count(*) FROM orders WHERE person_id = $1", params![person])?;
    Ok(count.unsigned_abs())
}

pub fn count(tx: &mut Tx<'_>, person: PersonId) -> Result<u64> {
    let (count,): (i64,) = tx.one(
        "SELECT count(*) FROM orders o JOIN cart c ON c.person_id = o.person_id AND c.id = o.cart_id
         WHERE o.person_id = $1 AND (o.paid_at IS NOT NULL OR c.state = 'PAYING')",
        params![person],
    )?;
    Ok(count.unsigned_abs())
}

/// Whether a payment in progress may still result in new cards of this shop.
pub fn is_being_paid(tx: &mut Tx<'_>, vendor: TenantId) -> Result<bool> {
    let found: Option<(OrderId,)> = tx.first(
        "SELECT o.id FROM payment_attempt a JOIN orders o ON o.person_id = a.person_id AND o.id = a.order_id
         WHERE a.state IN ('SENDING', 'UNKNOWN', 'HELD', 'APPROVED', 'REVIEW')
           AND EXISTS (SELECT 1 FROM cart_item i
                       WHERE i.person_id = o.person_id AND i.cart_id = o.cart_id AND i.vendor_id = $1)
         ORDER BY o.id LIMIT 1",
        params![vendor],
    )?;
    Ok(found.is_some())
}

/// Lists overdue payment attempts, each with its state. An attempt is overdue if it began before
/// `limit` and is unfinished, or was held at the gateway before `held_limit`. Also lists every
/// attempt whose job was given up. Even a failed attempt is then listed, because its charge may
/// still turn up at the gateway.
pub fn overdue(
    tx: &mut Tx<'_>,
    limit: Timestamp,
    held_limit: Timestamp,
) -> Result<Vec<(String, String)>> {
    Ok(tx.rows(
        "SELECT a.id, 'it is ' || a.state || COALESCE(': ' || j.last_error, '')
         FROM payment_attempt a LEFT JOIN job j ON j.id = a.job_id
         WHERE a.state IN ('SENDING', 'UNKNOWN', 'HELD', 'APPROVED', 'REVIEW', 'VOID_PENDING') AND a.sent_at < $1
           AND NOT (a.state = 'VOID_PENDING' AND a.refunded > 0)
           AND (j.id IS NULL OR j.created_at < $1 OR (a.state = 'HELD' AND a.sent_at < $2))
           AND COALESCE(j.state, '') <> 'dead'
         UNION ALL
         SELECT a.id, 'it is ' || a.state || ', and its job was given up' || COALESCE(': ' || j.last_error, '')
         FROM job j JOIN payment_attempt a ON a.job_id = j.id
         WHERE j.state = 'dead'
         ORDER BY 1 LIMIT 100",
        params![limit, held_limit],
    )?)
}

/// Ledger rules of orders and payments. The SQL of each rule finds rows that break the rule, with
/// the problem.
pub const RULES: &[Rule] = &[
    Rule {
        name: "a card belongs to an order and a buyer",
        breaking: "WITH bought AS MATERIALIZED (SELECT o.person_id, o.id FROM orders o WHERE o.id IN (SELECT c.order_id FROM {rows} c))
         SELECT c.id, 'there is no ' || CASE WHEN p.id IS NULL THEN c.buyer_id ELSE c.order_id END, c.vendor_id FROM {rows} c
         LEFT JOIN bought o ON o.person_id = c.buyer_id AND o.id = c.order_id LEFT JOIN person p ON p.id = c.buyer_id
         WHERE (o.id IS NULL OR p.id IS NULL) ORDER BY c.id LIMIT 5",
        table: "card",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "moved_at",
    },
    Rule {
        name: "I4 a charge is its order's total and the sum of its cards",
        breaking: "WITH cards AS MATERIALIZED (
             SELECT k.order_id, CAST(SUM(k.face) AS BIGINT) AS face FROM card k
             WHERE k.moved_from_id IS NULL AND k.order_id IN (SELECT a.order_id FROM {rows} a) GROUP BY k.order_id)
         SELECT a.id, 'it charged ' || a.amount || ', the order says ' || COALESCE(o.total, 0)
                || ', its cards ' || COALESCE(k.face, 0), a.person_id
         FROM {rows} a
         JOIN orders o ON o.person_id = a.person_id AND o.id = a.order_id
         LEFT JOIN cards k ON k.order_id = a.order_id
         WHERE a.state IN ('ISSUED', 'REVERSED')
           AND (o.paid_at IS NULL OR COALESCE(o.total, 0) <> a.amount OR COALESCE(k.face, 0) <> a.amount)
         ORDER BY a.id LIMIT 5",
        table: "payment_attempt",
        key: KeyedBy::Person,
        made: "sent_at",
        touched: "sent_at",
    },
    Rule {
        name: "I4 a paid order and its cards have one charge",
        breaking: "WITH issued AS MATERIALIZED (
             SELECT DISTINCT k.order_id FROM card k WHERE k.order_id IN (SELECT o.id FROM {rows} o)),
         charges AS MATERIALIZED (
             SELECT a.person_id, a.order_id, count(*) AS charges FROM payment_attempt a
             WHERE (a.person_id, a.order_id) IN (SELECT o.person_id, o.id FROM {rows} o) AND a.state IN ('ISSUED', 'REVERSED')
             GROUP BY a.person_id, a.order_id)
         SELECT o.id, 'it has ' || COALESCE(a.charges, 0) || ' charges', o.person_id FROM {rows} o
         LEFT JOIN charges a ON a.person_id = o.person_id AND a.order_id = o.id
         LEFT JOIN issued k ON k.order_id = o.id
         WHERE o.cancelled_at IS NULL AND (o.paid_at IS NOT NULL OR k.order_id IS NOT NULL) AND COALESCE(a.charges, 0) <> 1
         ORDER BY o.id LIMIT 5",
        table: "orders",
        key: KeyedBy::Person,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "I4 a charge has a transaction of the gateway",
        breaking: "SELECT a.id, 'it names none', a.person_id FROM {rows} a
         WHERE a.state IN ('APPROVED', 'REVIEW', 'ISSUED', 'HELD', 'VOID_PENDING', 'VOIDED', 'REVERSED') AND a.transaction_id IS NULL
         ORDER BY a.id LIMIT 5",
        table: "payment_attempt",
        key: KeyedBy::Person,
        made: "sent_at",
        touched: "sent_at",
    },
    Rule {
        name: "an order that was taken back keeps neither charge nor cards",
        breaking: "WITH charges AS MATERIALIZED (
             SELECT a.person_id, a.order_id, count(*) AS kept FROM payment_attempt a
             WHERE (a.person_id, a.order_id) IN (SELECT o.person_id, o.id FROM {rows} o WHERE o.cancelled_at IS NOT NULL)
               AND a.state IN ('APPROVED', 'REVIEW', 'ISSUED')
             GROUP BY a.person_id, a.order_id),
         cards AS MATERIALIZED (
             SELECT k.order_id, CAST(SUM(k.balance) AS BIGINT) AS balance FROM card k
             WHERE k.order_id IN (SELECT o.id FROM {rows} o WHERE o.cancelled_at IS NOT NULL) GROUP BY k.order_id)
         SELECT o.id, 'it has ' || COALESCE(a.kept, 0) || ' charges and ' || COALESCE(k.balance, 0) || ' on its cards', o.person_id
         FROM {rows} o
         LEFT JOIN charges a ON a.person_id = o.person_id AND a.order_id = o.id
         LEFT JOIN cards k ON k.order_id = o.id
         WHERE o.cancelled_at IS NOT NULL AND (COALESCE(a.kept, 0) > 0 OR COALESCE(k.balance, 0) > 0) ORDER BY o.id LIMIT 5",
        table: "orders",
        key: KeyedBy::Person,
        made: "created_at",
        touched: "cancelled_at",
    },
    Rule {
        name: "a cart is sold when its order is paid",
        breaking: "SELECT o.id, 'its cart is ' || c.state, o.person_id FROM cart c JOIN {rows} o ON o.person_id = c.person_id AND o.cart_id = c.id
         WHERE (c.state = 'SOLD') <> (o.paid_at IS NOT NULL) ORDER BY o.id LIMIT 5",
        table: "orders",
        key: KeyedBy::Person,
        made: "created_at",
        touched: "created_at",
    },
];
