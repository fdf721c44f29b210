//! SQL for the rows of the ledger. No statement in this module changes or deletes a transfer or an
//! entry.

pub mod checks;
pub mod many;
pub mod payees;
pub mod seals;

use db::{Ask, Column, FromColumn, ToValue, Tx, Value, params, rows};

use super::{Account, Books, PLATFORM, PostedBy, Transfer, TransferKind};
use kernel::{
    ids::{CardId, OrderId, PersonId, TenantId, TransferId},
    money::Cents,
    paging::PageRequest,
    random::random_hex,
    timestamp::Timestamp,
};
use people::identity::{column_then, join_then};
use platform::error::{Error, Result};

db::text_enum! {
    TransferKind {
        Sale = "SALE",
        Redemption = "REDEMPTION",
        Reversal = "REVERSAL",
        CashOut = "CASH_OUT",
        ChargeReversal = "CHARGE_REVERSAL",
        PartialRefund = "PARTIAL_REFUND",
        Refund = "REFUND",
        Payout = "PAYOUT",
        CommissionTax = "COMMISSION_TAX",
        Settlement = "SETTLEMENT",
        BankLine = "BANK_LINE",
    }
}

impl ToValue for Books {
    fn to_value(&self) -> Value<'_> {
        Value::Text(owner_of(*self).into())
    }
}

/// Returns the value that represents these books in the column `vendor_id`.
pub fn owner_of(books: Books) -> String {
    match books {
        Books::Vendor(vendor) => vendor.to_string(),
        Books::Platform => PLATFORM.to_owned(),
    }
}

impl FromColumn for Books {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        match column {
            Column::Text(PLATFORM) => Ok(Books::Platform),
            column => TenantId::from_column(column).map(Books::Vendor),
        }
    }
}

db::row! {
    /// Transfer without its entries.
    #[derive(Clone, Debug)]
    pub struct TransferRow {
        pub vendor_id: Books,
        pub id: TransferId,
        pub kind: TransferKind,
        pub order_id: Option<OrderId>,
        pub card_id: Option<CardId>,
        pub actor: String,
        pub created_at: Timestamp,
    }
}

impl TransferRow {
    pub fn is_by(&self, person: PersonId) -> bool {
        self.actor == PostedBy::Person(person).to_string()
    }
}

db::row! {
    /// Change of a card's balance by a transfer.
    #[derive(Clone, Debug)]
    pub struct CardEntry {
        pub transfer_id: TransferId,
        pub kind: TransferKind,
        pub reverses: Option<TransferId>,
        pub is_reversed: bool,
        pub actor: String,
        pub reason: Option<String>,
        pub amount: Cents,
        pub balance: Cents,
        pub created_at: Timestamp,
        /// Name of the till where the clerk signed in; `None` if no till was used.
        pub till: Option<String>,
        /// First name that the actor had at the time of the transfer; `None` if the program acted.
        pub first_name: Option<String>,
        pub last_name: Option<String>,
    }
}

impl CardEntry {
    pub fn is_by(&self, person: PersonId) -> bool {
        self.actor == PostedBy::Person(person).to_string()
    }
}

pub fn insert_transfer(
    tx: &mut Tx<'_>,
    id: TransferId,
    now: Timestamp,
    by: PostedBy,
    transfer: &Transfer,
    reverses: Option<TransferId>,
) -> Result<()> {
    let till = if let PostedBy::AtTill(_, till) = by { Some(till) } else { None };
    tx.later(
        "INSERT INTO transfer (vendor_id, id, kind, order_id, card_id, reverses, actor, reason, created_at, till_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            transfer.books,
            id,
            transfer.kind,
            transfer.order,
            transfer.card,
            reverses,
            by.to_string(),
            transfer.reason,
            now,
            till
        ],
    )?;
    tx.later(
        "INSERT INTO unsealed (vendor_id, transfer_id) VALUES ($1, $2)",
        params![transfer.books, id],
    )?;
    Ok(())
}

/// Entry of a transfer: the account, the amount, and for a card the balance after the transfer.
pub struct Line {
    pub account: Account,
    pub amount: Cents,
    pub balance: Option<Cents>,
}

/// Inserts all entries of a transfer in one statement, to save round trips.
pub fn insert_entries(
    tx: &mut Tx<'_>,
    books: Books,
    transfer: TransferId,
    lines: &[Line],
    now: Timestamp,
) -> Result<()> {
    let row = |position: usize| {
        let [account, amount, balance] = [4, 5, 6].map(|first| first + 3 * position);
        format!("($1, $2, {position}, ${account}, ${amount}, ${balance}, $3)")
    };
    let rows: Vec<String> = (0..lines.len()).map(row).collect();
    let mut values = params![books, transfer, now].to_vec();
    for line in lines {
        values.extend_from_slice(params![line.account, line.amount, line.balance]);
    }
    tx.later(
        &format!(
            "INSERT INTO entry (vendor_id, transfer_id, position, account, amount, balance, created_at) VALUES {}",
            rows.join(", ")
        ),
        &values,
    )?;
    Ok(())
}

/// Returns the part of an UPDATE that records the time of a card's first use. Empty if the change
/// is no use of the card.
fn first_use(is_use: bool, now: &str) -> String {
    if is_use { format!(", used_at = COALESCE(used_at, {now})") } else { String::new() }
}

/// Changes a card's balance. Returns the new balance and the time of the change. The time is always
/// later than the card's previous change, even if the nodes' clocks differ, so that the events of a
/// card are ordered.
pub fn add_to_card(
    tx: &mut Tx<'_>,
    books: Books,
    card: CardId,
    amount: Cents,
    now: Timestamp,
    is_use: bool,
) -> Result<(Cents, Timestamp)> {
    let sql = format!(
        "UPDATE card SET balance = balance + $1, moved_at = CASE WHEN moved_at < $2 THEN $2 ELSE moved_at + 1 END{}
         WHERE vendor_id = $3 AND id = $4 RETURNING balance, moved_at",
        first_use(is_use, "$2")
    );
    let changed: Option<(Cents, Timestamp)> = tx.first(&sql, params![amount, now, books, card])?;
    changed.ok_or_else(|| Error::Internal(format!("there is no card {card} to move on")))
}

/// Like [`add_to_card`], for a card that the caller has locked. The caller also determines the time
/// of the change.
pub fn add_to_locked_card(
    tx: &mut Tx<'_>,
    books: Books,
    card: CardId,
    amount: Cents,
    moved_at: Timestamp,
    is_use: bool,
) -> Result<()> {
    let sql = format!(
        "UPDATE card SET balance = balance + $1, moved_at = $2{} WHERE vendor_id = $3 AND id = $4",
        first_use(is_use, "$2")
    );
    tx.later(&sql, params![amount, moved_at, books, card])?;
    Ok(())
}

pub fn entries_of(
    tx: &mut Tx<'_>,
    books: Books,
    transfer: TransferId,
) -> Result<Vec<(Account, Cents)>> {
    Ok(tx.rows(
        "SELECT account, amount FROM entry WHERE vendor_id = $1 AND transfer_id = $2 ORDER BY position",
        params![books, transfer],
    )?)
}

pub fn find(tx: &mut Tx<'_>, books: Books, id: TransferId) -> Result<Option<TransferRow>> {
    let sql =
        format!("SELECT {} FROM transfer WHERE vendor_id = $1 AND id = $2", TransferRow::COLUMNS);
    Ok(tx.first(&sql, params![books, id])?)
}

pub fn list_of_order(
    tx: &mut Tx<'_>,
    order: OrderId,
    kind: TransferKind,
) -> Result<Vec<TransferRow>> {
    Ok(tx.rows(
        "SELECT t.vendor_id, t.id, t.kind, t.order_id, t.card_id, t.actor, t.created_at FROM transfer t
         WHERE t.order_id = $1 AND t.kind = $2
           AND NOT EXISTS (SELECT 1 FROM transfer r WHERE r.vendor_id = t.vendor_id AND r.reverses = t.id)
         ORDER BY t.created_at, t.id",
        params![order, kind],
    )?)
}

pub fn is_reversed(tx: &mut Tx<'_>, books: Books, id: TransferId) -> Result<bool> {
    let found: Option<(TransferId,)> = tx.first(
        "SELECT id FROM transfer WHERE vendor_id = $1 AND reverses = $2",
        params![books, id],
    )?;
    Ok(found.is_some())
}

pub fn is_cashed_out(tx: &mut Tx<'_>, vendor: TenantId, card: CardId) -> Result<bool> {
    let found: Option<(TransferId,)> = tx.first(
        "SELECT t.id FROM entry e JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
         WHERE e.vendor_id = $1 AND e.account = $2 AND t.kind = 'CASH_OUT' LIMIT 1",
        params![vendor, Account::Card(card)],
    )?;
    Ok(found.is_some())
}

pub fn find_redemption(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    card: CardId,
    by: PostedBy,
    value: Cents,
    since: Timestamp,
) -> Result<Option<TransferId>> {
    let found: Option<(TransferId,)> = tx.first(
        "SELECT e.transfer_id FROM entry e
         JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
         WHERE e.vendor_id = $1 AND e.account = $2 AND e.created_at >= $3 AND t.kind = 'REDEMPTION' AND t.actor = $4 AND e.amount = $5
         ORDER BY e.created_at DESC, e.transfer_id DESC LIMIT 1",
        params![vendor, Account::Card(card), since, by.to_string(), Cents::new(-value.get())],
    )?;
    Ok(found.map(|(id,)| id))
}

pub fn list_of_card(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    card: CardId,
    page: PageRequest,
) -> Result<Vec<CardEntry>> {
    Ok(tx.rows(
        concat!(
            "SELECT t.id, t.kind, t.reverses, r.id IS NOT NULL, t.actor, t.reason, e.amount, e.balance, e.created_at,
                l.name, ",
            column_then!("w", "first_name"),
            ", ",
            column_then!("w", "last_name"),
            " FROM entry e
             JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
             LEFT JOIN transfer r ON r.vendor_id = t.vendor_id AND r.reverses = t.id
             LEFT JOIN till l ON l.id = t.till_id ",
            join_then!("w", "t.actor", "t.created_at"),
            " WHERE e.vendor_id = $4 AND e.account = $1
             ORDER BY e.created_at DESC, e.transfer_id DESC LIMIT $2 OFFSET $3"
        ),
        params![Account::Card(card), page.limit(), page.offset(), vendor],
    )?)
}

pub fn count_of_card(tx: &mut Tx<'_>, vendor: TenantId, card: CardId) -> Result<u64> {
    let (count,): (i64,) = tx.one(
        "SELECT count(*) FROM entry WHERE vendor_id = $1 AND account = $2",
        params![vendor, Account::Card(card)],
    )?;
    Ok(count.unsigned_abs())
}

pub fn find_stop(tx: &mut Tx<'_>) -> Result<Option<(String,)>> {
    Ok(tx.first("SELECT reason FROM ledger_stop ORDER BY created_at, id LIMIT 1", &[])?)
}

/// SQL expression for the end of the last closed month, from which on transfers may be recorded.
/// Null while all movements of money are stopped.
pub const OPEN_FROM: &str = "CASE WHEN NOT EXISTS (SELECT 1 FROM ledger_stop)
    THEN COALESCE((SELECT MAX(m.ends_at) FROM closed_month m), 0) END";

pub fn books_open_from() -> impl Ask<Answer = Option<Timestamp>> {
    rows(format!("SELECT {OPEN_FROM}"), &[]).one().map(|(open_from,)| open_from)
}

pub fn insert_stop(tx: &mut Tx<'_>, reason: &str, now: Timestamp) -> Result<()> {
    tx.later(
        "INSERT INTO ledger_stop (id, reason, created_at)
         SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT) WHERE NOT EXISTS (SELECT 1 FROM ledger_stop)",
        params![random_hex(), reason, now],
    )?;
    Ok(())
}

/// Id of a recorded stop, which prevents all movements of money.
#[derive(Clone, Debug)]
pub struct StopId(String);

pub fn stops(tx: &mut Tx<'_>) -> Result<Vec<StopId>> {
    let rows: Vec<(String,)> = tx.rows("SELECT id FROM ledger_stop", &[])?;
    Ok(rows.into_iter().map(|(id,)| StopId(id)).collect())
}

pub fn delete_stop(tx: &mut Tx<'_>, stop: &StopId) -> Result<()> {
    tx.later("DELETE FROM ledger_stop WHERE id = $1", params![stop.0])?;
    Ok(())
}
