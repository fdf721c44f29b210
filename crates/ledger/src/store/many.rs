//! SQL for transfers on many cards at once.

use db::{Rows, ToValue, Tx, Value, params, rows};

use super::super::{Account, Books, TransferKind};
use kernel::{
    ids::{CardId, OrderId, TransferId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::error::Result;

/// Maximum number of cards in one UPDATE. Lists of cards are padded to a few lengths, so that few
/// different statements need to be prepared.
const MAX_LISTED: usize = 256;

db::row! {
    /// Entry of a transfer, together with the columns of the transfer.
    #[derive(Clone, Debug)]
    pub struct EntryRow {
        pub vendor_id: Books,
        pub id: TransferId,
        pub kind: TransferKind,
        pub order_id: Option<OrderId>,
        pub card_id: Option<CardId>,
        pub actor: String,
        pub created_at: Timestamp,
        pub account: Account,
        pub amount: Cents,
    }
}

/// Returns a query for the entries of an order's transfers of a kind, sorted by transfer. Reversed
/// transfers are left out.
pub fn of_order(order: OrderId, kind: TransferKind) -> Rows<EntryRow> {
    rows(
        "SELECT t.vendor_id, t.id, t.kind, t.order_id, t.card_id, t.actor, t.created_at, e.account, e.amount
         FROM transfer t JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
         WHERE t.order_id = $1 AND t.kind = $2
           AND NOT EXISTS (SELECT 1 FROM transfer r WHERE r.vendor_id = t.vendor_id AND r.reverses = t.id)
         ORDER BY t.created_at, t.id, e.position",
        params![order, kind],
    )
}

/// Like [`add_to_locked_card`](super::add_to_locked_card), but changes the balances of several
/// cards in the same books.
pub fn add_to_cards(
    tx: &mut Tx<'_>,
    books: Books,
    cards: &[CardId],
    amount: Cents,
    now: Timestamp,
) -> Result<()> {
    for some in cards.chunks(MAX_LISTED) {
        // Padding repeats a card's id. The UPDATE still changes each card only once.
        let ids: Vec<Value<'_>> = db::padded(some).map(ToValue::to_value).collect();
        let places = db::places(4..4 + ids.len());
        let sql = format!(
            "UPDATE card SET balance = balance + $1, moved_at = CASE WHEN moved_at < $2 THEN $2 ELSE moved_at + 1 END
             WHERE vendor_id = $3 AND id IN ({places})"
        );
        let mut values: Vec<Value<'_>> = params![amount, now, books].to_vec();
        values.extend(ids);
        tx.later(&sql, &values)?;
    }
    Ok(())
}
