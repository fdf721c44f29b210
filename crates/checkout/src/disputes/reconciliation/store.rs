//! Database rows of differences between the gateway's list and our payments.

use db::{Tx, params};

use kernel::{
    ids::{DifferenceId, OrderId, PersonId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{column_then, join_then};
use platform::error::Result;

use crate::{
    carts::CartId,
    disputes::reconciliation::compare::{Difference, DifferenceKind},
};

db::row! {
    /// A difference: the transaction as recorded by us and by the gateway, and the administrator
    /// who closed the difference.
    #[derive(Clone, Debug)]
    pub struct DifferenceRow {
        pub id: DifferenceId,
        pub kind: DifferenceKind,
        pub transaction_id: String,
        pub reference: Option<String>,
        pub order_id: Option<OrderId>,
        pub cart_id: Option<CartId>,
        pub our_amount: Option<Cents>,
        pub our_state: Option<String>,
        pub their_amount: Option<Cents>,
        pub their_status: Option<String>,
        pub created_at: Timestamp,
        pub closed_at: Option<Timestamp>,
        pub note: Option<String>,
        pub closer_first_name: Option<String>,
        pub closer_last_name: Option<String>,
    }
}

const SELECT: &str = concat!(
    "SELECT d.id, d.kind, d.transaction_id, d.reference, d.order_id, o.cart_id, d.our_amount, d.our_state, d.their_amount,
    d.their_status, d.created_at, d.closed_at, d.note, ",
    column_then!("c", "first_name"),
    ", ",
    column_then!("c", "last_name"),
    " FROM gateway_difference d LEFT JOIN orders o ON o.id = d.order_id ",
    join_then!("c", "d.closed_by", "d.closed_at")
);

/// A new difference to insert, with the amount and state on each side.
pub struct NewDifference<'a> {
    pub kind: DifferenceKind,
    pub transaction: &'a str,
    pub reference: Option<&'a str>,
    pub order: Option<OrderId>,
    pub ours: Option<(Cents, &'a str)>,
    pub theirs: Option<(Cents, &'a str)>,
}

/// Inserts a difference. Returns true if the difference is new or its amounts have changed. A
/// closed difference whose amounts have changed is reopened.
pub fn insert(tx: &mut Tx<'_>, now: Timestamp, new: &NewDifference<'_>) -> Result<bool> {
    let amount = |side: Option<(Cents, &str)>| side.map(|(amount, _)| amount);
    let words = |side: Option<(Cents, &str)>| side.map(|(_, words)| words.to_owned());
    let inserted = tx.execute(
        "INSERT INTO gateway_difference (id, kind, transaction_id, reference, order_id, our_amount, our_state, their_amount,
             their_status, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (transaction_id, kind) DO UPDATE
         SET our_amount = excluded.our_amount, our_state = excluded.our_state, their_amount = excluded.their_amount,
             their_status = excluded.their_status, created_at = excluded.created_at,
             closed_at = NULL, closed_by = NULL, note = NULL
         WHERE gateway_difference.our_amount IS DISTINCT FROM excluded.our_amount
            OR gateway_difference.their_amount IS DISTINCT FROM excluded.their_amount",
        params![
            DifferenceId::new(now),
            new.kind,
            new.transaction,
            new.reference,
            new.order,
            amount(new.ours),
            words(new.ours),
            amount(new.theirs),
            words(new.theirs),
            now
        ],
    )?;
    Ok(inserted > 0)
}

/// Whether a refund has the amount and reference of a charge that is listed as missing from our
/// records.
pub fn is_of_listed_charge(tx: &mut Tx<'_>, refund: &Difference<'_>) -> Result<bool> {
    let Some(item) = refund.theirs else { return Ok(false) };
    let found: Option<(DifferenceId,)> = tx.first(
        "SELECT id FROM gateway_difference
         WHERE kind = 'MISSING_HERE' AND reference = $1 AND their_amount = $2 AND transaction_id <> $3
           AND their_status NOT LIKE 'refund%'",
        params![item.reference.clone(), item.amount, item.transaction.clone()],
    )?;
    Ok(found.is_some())
}

pub fn find(tx: &mut Tx<'_>, id: DifferenceId) -> Result<Option<DifferenceRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE d.id = $1"), params![id])?)
}

fn condition(is_open_only: bool) -> &'static str {
    if is_open_only { " WHERE d.closed_at IS NULL" } else { "" }
}

pub fn list(tx: &mut Tx<'_>, is_open_only: bool, page: PageRequest) -> Result<Vec<DifferenceRow>> {
    let sql = format!(
        "{SELECT}{} ORDER BY d.created_at DESC, d.id DESC LIMIT $1 OFFSET $2",
        condition(is_open_only)
    );
    Ok(tx.rows(&sql, params![page.limit(), page.offset()])?)
}

pub fn count(tx: &mut Tx<'_>, is_open_only: bool) -> Result<u64> {
    let sql = format!("SELECT count(*) FROM gateway_difference d{}", condition(is_open_only));
    let (count,): (i64,) = tx.one(&sql, &[])?;
    Ok(count.unsigned_abs())
}

/// Closes a difference. Returns false if it is closed already; the first administrator and note are
/// kept.
pub fn close(
    tx: &mut Tx<'_>,
    id: DifferenceId,
    by: PersonId,
    note: &str,
    now: Timestamp,
) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE gateway_difference SET closed_at = $1, closed_by = $2, note = $3
         WHERE id = $4 AND closed_at IS NULL",
        params![now, by, note, id],
    )?;
    Ok(changed > 0)
}
