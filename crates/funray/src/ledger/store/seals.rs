//! The rows of seals, and what they seal.

use db::{Tx, params};

use super::super::{Seal, TransferId};
use crate::error::Result;

db::row! {
    /// Everything that is known of a transfer, as text where it may be absent.
    pub struct SealedTransfer {
        pub id: TransferId,
        pub kind: String,
        pub order_id: Option<String>,
        pub card_id: Option<String>,
        pub reverses: Option<String>,
        pub actor: String,
        pub reason: Option<String>,
        pub created_at: i64,
    }
}

db::row! {
    pub struct SealedEntry {
        pub account: String,
        pub amount: i64,
        pub balance: Option<i64>,
    }
}

impl SealedTransfer {
    pub fn parts(&self) -> [String; 8] {
        let given = |text: &Option<String>| text.clone().unwrap_or_default();
        [
            self.id.to_string(),
            self.kind.clone(),
            given(&self.order_id),
            given(&self.card_id),
            given(&self.reverses),
            self.actor.clone(),
            given(&self.reason),
            self.created_at.to_string(),
        ]
    }
}

impl SealedEntry {
    pub fn parts(&self) -> [String; 3] {
        let balance = self.balance.map_or_else(String::new, |balance| balance.to_string());
        [self.account.clone(), self.amount.to_string(), balance]
    }
}

/// A seal with the transfer that it stands for.
struct Read {
    seal: Seal,
    transfer: SealedTransfer,
}

impl db::FromRow for Read {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
        Ok(Read {
            seal: Seal { position: row.next()?, hash: row.next()? },
            transfer: SealedTransfer::from_row(row)?,
        })
    }
}

impl db::FromRow for Seal {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
        Ok(Seal { position: row.next()?, hash: row.next()? })
    }
}

pub fn lock_unsealed(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<TransferId>> {
    let sql = format!(
        "SELECT transfer_id FROM unsealed ORDER BY transfer_id LIMIT $1{}",
        tx.engine().skip_locked()
    );
    let rows: Vec<(TransferId,)> = tx.rows(&sql, params![limit])?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub fn last(tx: &mut Tx<'_>) -> Result<Option<Seal>> {
    Ok(tx.first("SELECT position, hash FROM seal ORDER BY position DESC LIMIT 1", &[])?)
}

pub fn transfers(tx: &mut Tx<'_>, ids: &[TransferId]) -> Result<Vec<SealedTransfer>> {
    let sql = format!("SELECT {} FROM transfer WHERE id = $1", SealedTransfer::COLUMNS);
    ids.iter().map(|id| Ok(tx.one(&sql, params![id])?)).collect()
}

pub fn entries(tx: &mut Tx<'_>, transfer: TransferId) -> Result<Vec<SealedEntry>> {
    let sql = format!(
        "SELECT {} FROM entry WHERE transfer_id = $1 ORDER BY position",
        SealedEntry::COLUMNS
    );
    Ok(tx.rows(&sql, params![transfer])?)
}

pub fn insert(tx: &mut Tx<'_>, seal: &Seal, transfer: TransferId) -> Result<()> {
    tx.execute(
        "INSERT INTO seal (position, transfer_id, hash) VALUES ($1, $2, $3)",
        params![seal.position, transfer, seal.hash],
    )?;
    tx.execute("DELETE FROM unsealed WHERE transfer_id = $1", params![transfer])?;
    Ok(())
}

/// The seals behind a position, in order, each with its transfer. What it sealed may be gone: then so is the pair.
pub fn read(tx: &mut Tx<'_>, after: i64, limit: i64) -> Result<Vec<(Seal, SealedTransfer)>> {
    let rows: Vec<Read> = tx.rows(
        "SELECT s.position, s.hash, t.id, t.kind, t.order_id, t.card_id, t.reverses, t.actor, t.reason, t.created_at
         FROM seal s JOIN transfer t ON t.id = s.transfer_id
         WHERE s.position > $1 ORDER BY s.position LIMIT $2",
        params![after, limit],
    )?;
    Ok(rows.into_iter().map(|row| (row.seal, row.transfer)).collect())
}

pub fn entries_between(tx: &mut Tx<'_>, after: i64, last: i64) -> Result<Vec<(i64, SealedEntry)>> {
    let rows: Vec<(i64, String, i64, Option<i64>)> = tx.rows(
        "SELECT s.position, e.account, e.amount, e.balance
         FROM seal s JOIN entry e ON e.transfer_id = s.transfer_id
         WHERE s.position > $1 AND s.position <= $2 ORDER BY s.position, e.position",
        params![after, last],
    )?;
    let entry =
        |(position, account, amount, balance)| (position, SealedEntry { account, amount, balance });
    Ok(rows.into_iter().map(entry).collect())
}
