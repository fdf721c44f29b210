//! SQL for the transfers that the journal lists.

use db::{FromRow, Row, Tx, Value, params, rows};

use super::{ENTRIES, held_back};
use kernel::{
    ids::{OrderId, TransferId},
    money::Cents,
    months::BusinessMonth,
    paging::PageRequest,
    timestamp::Timestamp,
};
use ledger::{Account, TransferKind};
use people::identity::{column_then, join_then};
use platform::error::Result;

db::row! {
    /// Transfer with the names of its vendor and its actor, as shown in the journal.
    #[derive(Clone, Debug)]
    pub struct TransferNames {
        pub id: TransferId,
        pub kind: TransferKind,
        pub created_at: Timestamp,
        pub vendor_name: Option<String>,
        pub order_id: Option<OrderId>,
        pub reason: Option<String>,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
        /// Time of the earlier transfer that this transfer corrects; `None` if it corrects no
        /// transfer.
        pub corrected_at: Option<Timestamp>,
    }
}

impl TransferNames {
    /// Returns the month of the corrected transfer. `None` if this transfer is in the same month or
    /// corrects no transfer.
    pub fn corrects(&self) -> Option<BusinessMonth> {
        let month = self.corrected_at.map(BusinessMonth::of);
        month.filter(|month| *month < BusinessMonth::of(self.created_at))
    }
}

db::row! {
    /// Debit or credit on one account.
    #[derive(Clone, Debug)]
    pub struct JournalEntry {
        pub account: Account,
        pub amount: Cents,
        /// Name of the vendor or charity to which the account belongs.
        pub tenant_name: Option<String>,
        /// Last four digits of the card's number, if the account is a card.
        pub last_four: Option<String>,
    }
}

#[derive(Clone, Debug)]
pub struct JournalTransfer {
    pub names: TransferNames,
    /// Amount held back from the payout, if the transfer is a payout; otherwise zero.
    pub held_back: Cents,
    pub entries: Vec<JournalEntry>,
}

struct Line(TransferNames, JournalEntry);

impl FromRow for Line {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(Line(TransferNames::from_row(row)?, JournalEntry::from_row(row)?))
    }
}

fn narrowed(kind: Option<TransferKind>) -> &'static str {
    if kind.is_some() {
        "t.created_at >= $1 AND t.created_at < $2 AND t.kind = $3"
    } else {
        "t.created_at >= $1 AND t.created_at < $2"
    }
}

fn parameters(
    from: Timestamp,
    until: Timestamp,
    kind: Option<TransferKind>,
) -> Vec<Value<'static>> {
    let mut all = vec![Value::Int(from.as_micros()), Value::Int(until.as_micros())];
    all.extend(kind.map(|kind| Value::Text(kind.word().into())));
    all
}

/// Returns the number of transfers in a period and the sum of their debits.
pub fn totals(
    tx: &mut Tx<'_>,
    from: Timestamp,
    until: Timestamp,
    kind: Option<TransferKind>,
) -> Result<(u64, Cents)> {
    let (which, values) = (narrowed(kind), parameters(from, until, kind));
    let count = format!("SELECT count(*) FROM transfer t WHERE {which}");
    let (count,): (i64,) = tx.one(&count, &values)?;
    let moved = format!(
        "SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM {ENTRIES} WHERE {which} AND e.amount > 0"
    );
    let (turnover,) = tx.one(&moved, &values)?;
    Ok((count.unsigned_abs(), turnover))
}

/// Returns one page of transfers, each with the time of the transfer it corrects. A reversed charge
/// or a refund of a card corrects the card's sale. A partial refund of an order's charge corrects
/// the payment of the order.
pub fn list(
    tx: &mut Tx<'_>,
    from: Timestamp,
    until: Timestamp,
    kind: Option<TransferKind>,
    page: PageRequest,
) -> Result<Vec<JournalTransfer>> {
    let (which, mut values) = (narrowed(kind), parameters(from, until, kind));
    values.extend([Value::Int(page.limit()), Value::Int(page.offset())]);
    let (limit, offset) = (values.len() - 1, values.len());
    let sql = format!(
        "WITH p AS MATERIALIZED (
             SELECT t.vendor_id, t.id, t.kind, t.created_at, t.order_id, t.card_id, t.reverses, t.reason, t.actor
             FROM transfer t WHERE {which} ORDER BY t.created_at, t.id LIMIT ${limit} OFFSET ${offset}),
         paid AS MATERIALIZED (SELECT o.id, o.paid_at FROM orders o WHERE o.id IN (SELECT p.order_id FROM p))
         SELECT p.id, p.kind, p.created_at, v.display_name, p.order_id, p.reason, {first_name}, {last_name},
                COALESCE(r.created_at, s.created_at, CASE WHEN p.kind = 'PARTIAL_REFUND' THEN o.paid_at END),
                e.account, e.amount, n.display_name, k.last_four
         FROM p
         JOIN entry e ON e.vendor_id = p.vendor_id AND e.transfer_id = p.id
         LEFT JOIN transfer r ON r.vendor_id = e.vendor_id AND r.id = p.reverses
         LEFT JOIN transfer s ON s.vendor_id = e.vendor_id AND s.card_id = p.card_id AND s.kind = 'SALE'
             AND p.kind IN ('CHARGE_REVERSAL', 'REFUND')
         LEFT JOIN card k ON k.vendor_id = e.vendor_id AND k.id = substr(e.account, 6) AND e.account >= 'card:' AND e.account < 'care'
         LEFT JOIN paid o ON o.id = p.order_id
         LEFT JOIN tenant v ON v.id = p.vendor_id
         LEFT JOIN tenant n ON n.id = CASE
             WHEN e.account >= 'vendor_payable:' AND e.account < 'vendor_payablf' THEN substr(e.account, 16)
             WHEN e.account >= 'charity_payable:' AND e.account < 'charity_payablf' THEN substr(e.account, 17) END
         {person}
         ORDER BY p.created_at, p.id, e.position",
        first_name = column_then!("a", "first_name"),
        last_name = column_then!("a", "last_name"),
        person = join_then!("a", "p.actor", "p.created_at")
    );
    let mut transfers: Vec<JournalTransfer> = Vec::new();
    for Line(names, entry) in tx.rows::<Line>(&sql, &values)? {
        match transfers.last_mut().filter(|last| last.names.id == names.id) {
            Some(last) => last.entries.push(entry),
            None => transfers.push(JournalTransfer {
                names,
                held_back: Cents::ZERO,
                entries: vec![entry],
            }),
        }
    }
    let payouts = transfers.iter().filter(|one| one.names.kind == TransferKind::Payout);
    let payouts: Vec<TransferId> = payouts.map(|one| one.names.id).collect();
    for (payout, amount) in held_back::of_transfers(tx, &payouts)? {
        let found = transfers.iter_mut().filter(|one| one.names.id == payout);
        found.for_each(|one| one.held_back = amount);
    }
    Ok(transfers)
}

/// Returns the number of transfers in a period and the id of the last one. The id is `None` if
/// there are no transfers.
pub fn count_and_last(
    tx: &mut Tx<'_>,
    from: Timestamp,
    until: Timestamp,
) -> Result<(i64, Option<TransferId>)> {
    let count = "SELECT count(*) FROM transfer WHERE created_at >= $1 AND created_at < $2";
    let last = "SELECT id FROM transfer WHERE created_at >= $1 AND created_at < $2
         ORDER BY created_at DESC, id DESC LIMIT 1";
    let period = params![from, until];
    let asked = (rows::<(i64,)>(count, period).one(), rows::<(TransferId,)>(last, period).first());
    let ((count,), last) = tx.ask(asked)?;
    Ok((count, last.map(|(id,)| id)))
}

/// Returns the time of the first transfer. `None` if the ledger is empty.
pub fn first_moment(tx: &mut Tx<'_>) -> Result<Option<Timestamp>> {
    let (first,) = tx.one("SELECT MIN(created_at) FROM transfer", &[])?;
    Ok(first)
}
