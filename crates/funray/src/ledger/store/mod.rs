//! The ledger's rows. There is no statement here that changes or removes a transfer or an entry.

pub mod checks;
pub mod seals;

use db::{Column, FromColumn, ToValue, Tx, Value, params};

use super::{Account, By, CardId, Kind, OrderId, Transfer, TransferId};
use crate::{
    error::{Error, Result},
    kernel::{money::Cents, paging::PageRequest, random::random_hex, timestamp::Timestamp},
};

impl Kind {
    const ALL: [Kind; 4] = [Kind::Sale, Kind::Redemption, Kind::Reversal, Kind::CashOut];

    fn word(self) -> &'static str {
        match self {
            Kind::Sale => "SALE",
            Kind::Redemption => "REDEMPTION",
            Kind::Reversal => "REVERSAL",
            Kind::CashOut => "CASH_OUT",
        }
    }
}

impl ToValue for Kind {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.word().into())
    }
}

impl FromColumn for Kind {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        let mut kinds = Kind::ALL.into_iter();
        kinds.find(|kind| kind.word() == text).ok_or_else(|| format!("{text:?} is no transfer"))
    }
}

db::row! {
    /// A transfer without its entries.
    #[derive(Clone, Debug)]
    pub struct TransferRow {
        pub id: TransferId,
        pub kind: Kind,
        pub order_id: Option<OrderId>,
        pub card_id: Option<CardId>,
        pub created_at: Timestamp,
    }
}

db::row! {
    /// What a transfer did to a card.
    #[derive(Clone, Debug)]
    pub struct CardEntry {
        pub transfer_id: TransferId,
        pub kind: Kind,
        pub reverses: Option<TransferId>,
        pub is_reversed: bool,
        pub actor: String,
        pub reason: Option<String>,
        pub amount: Cents,
        pub balance: Cents,
        pub created_at: Timestamp,
    }
}

pub fn insert_transfer(
    tx: &mut Tx<'_>,
    id: TransferId,
    now: Timestamp,
    by: By,
    transfer: &Transfer,
    reverses: Option<TransferId>,
) -> Result<()> {
    tx.execute(
        "INSERT INTO transfer (id, kind, order_id, card_id, reverses, actor, reason, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            id,
            transfer.kind,
            transfer.order,
            transfer.card,
            reverses,
            by.to_string(),
            transfer.reason,
            now
        ],
    )?;
    tx.execute("INSERT INTO unsealed (transfer_id) VALUES ($1)", params![id])?;
    Ok(())
}

/// What a transfer does to one account; of a card, what is on it then.
pub struct Line {
    pub account: Account,
    pub amount: Cents,
    pub balance: Option<Cents>,
}

/// All of a transfer's entries in one statement: each would be a way to the database and back.
pub fn insert_entries(
    tx: &mut Tx<'_>,
    transfer: TransferId,
    lines: &[Line],
    now: Timestamp,
) -> Result<()> {
    let row = |position: usize| {
        let [account, amount, balance] = [3, 4, 5].map(|first| first + 3 * position);
        format!("($1, {position}, ${account}, ${amount}, ${balance}, $2)")
    };
    let rows: Vec<String> = (0..lines.len()).map(row).collect();
    let mut values = params![transfer, now].to_vec();
    for line in lines {
        values.extend_from_slice(params![line.account, line.amount, line.balance]);
    }
    tx.execute(
        &format!(
            "INSERT INTO entry (transfer_id, position, account, amount, balance, created_at) VALUES {}",
            rows.join(", ")
        ),
        &values,
    )?;
    Ok(())
}

/// Adds to what is on a card, or takes from it. What is on it now, and when that was: each time later than the time
/// before, whatever the clocks of several nodes say, so that what happened on a card has one order.
pub fn add_to_card(
    tx: &mut Tx<'_>,
    card: CardId,
    amount: Cents,
    now: Timestamp,
) -> Result<(Cents, Timestamp)> {
    let changed: Option<(Cents, Timestamp)> = tx.first(
        "UPDATE card SET balance = balance + $1, moved_at = CASE WHEN moved_at < $2 THEN $2 ELSE moved_at + 1 END
         WHERE id = $3 RETURNING balance, moved_at",
        params![amount, now, card],
    )?;
    changed.ok_or_else(|| Error::Internal(format!("there is no card {card} to move on")))
}

pub fn entries_of(tx: &mut Tx<'_>, transfer: TransferId) -> Result<Vec<(Account, Cents)>> {
    Ok(tx.rows(
        "SELECT account, amount FROM entry WHERE transfer_id = $1 ORDER BY position",
        params![transfer],
    )?)
}

pub fn find(tx: &mut Tx<'_>, id: TransferId) -> Result<Option<TransferRow>> {
    let sql = format!("SELECT {} FROM transfer WHERE id = $1", TransferRow::COLUMNS);
    Ok(tx.first(&sql, params![id])?)
}

pub fn find_sale(tx: &mut Tx<'_>, card: CardId) -> Result<Option<TransferRow>> {
    let sql = format!(
        "SELECT {} FROM transfer WHERE card_id = $1 AND kind = 'SALE'",
        TransferRow::COLUMNS
    );
    Ok(tx.first(&sql, params![card])?)
}

pub fn is_reversed(tx: &mut Tx<'_>, id: TransferId) -> Result<bool> {
    let found: Option<(TransferId,)> =
        tx.first("SELECT id FROM transfer WHERE reverses = $1", params![id])?;
    Ok(found.is_some())
}

pub fn list_of_card(tx: &mut Tx<'_>, card: CardId, page: PageRequest) -> Result<Vec<CardEntry>> {
    Ok(tx.rows(
        "SELECT t.id, t.kind, t.reverses, r.id IS NOT NULL, t.actor, t.reason, e.amount, e.balance, e.created_at
         FROM entry e
         JOIN transfer t ON t.id = e.transfer_id
         LEFT JOIN transfer r ON r.reverses = t.id
         WHERE e.account = $1
         ORDER BY e.created_at DESC, e.transfer_id DESC LIMIT $2 OFFSET $3",
        params![Account::Card(card), page.limit(), page.offset()],
    )?)
}

pub fn count_of_card(tx: &mut Tx<'_>, card: CardId) -> Result<u64> {
    let (count,): (i64,) =
        tx.one("SELECT count(*) FROM entry WHERE account = $1", params![Account::Card(card)])?;
    Ok(count.unsigned_abs())
}

pub fn find_stop(tx: &mut Tx<'_>) -> Result<Option<(String,)>> {
    Ok(tx.first("SELECT reason FROM ledger_stop ORDER BY created_at, id LIMIT 1", &[])?)
}

pub fn insert_stop(tx: &mut Tx<'_>, reason: &str, now: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO ledger_stop (id, reason, created_at) VALUES ($1, $2, $3)",
        params![random_hex(), reason, now],
    )?;
    Ok(())
}

/// What a stop is known by.
#[derive(Clone, Debug)]
pub struct StopId(String);

pub fn stops(tx: &mut Tx<'_>) -> Result<Vec<StopId>> {
    let rows: Vec<(String,)> = tx.rows("SELECT id FROM ledger_stop", &[])?;
    Ok(rows.into_iter().map(|(id,)| StopId(id)).collect())
}

pub fn delete_stop(tx: &mut Tx<'_>, stop: &StopId) -> Result<()> {
    tx.execute("DELETE FROM ledger_stop WHERE id = $1", params![stop.0])?;
    Ok(())
}
