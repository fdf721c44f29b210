//! The rows of seals, and what they seal.

use std::collections::HashMap;

use db::{Column, FromColumn, FromRow, Tx, Value, params};

use super::super::{Chain, Seal, Source};
use crate::error::Result;

pub const TRANSFERS: Chain = Chain {
    name: "transfers",
    table: "transfer",
    seals: "seal",
    unsealed: "unsealed",
    key: "transfer_id",
    sources: &[
        Source {
            columns: "t.id, t.kind, t.order_id, t.card_id, t.reverses, t.actor, t.reason, t.created_at",
            join: "JOIN transfer t ON t.id = s.transfer_id",
            order: "t.id",
        },
        Source {
            columns: "e.account, e.amount, e.balance",
            join: "JOIN entry e ON e.transfer_id = s.transfer_id",
            order: "e.position",
        },
    ],
};

/// A column as it is sealed: text, where nothing is as good as the empty text.
struct Part(String);

impl FromColumn for Part {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        Ok(Part(match column {
            Column::Null => String::new(),
            Column::Text(text) => text.to_owned(),
            Column::Int(number) => number.to_string(),
            // SQLite knows none, and both engines must seal alike.
            Column::Bool(_) => return Err("a boolean has to be sealed as a number".to_owned()),
        }))
    }
}

/// Some of what is known of a row.
struct Known {
    row: String,
    parts: Vec<Part>,
}

impl FromRow for Known {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
        Ok(Known { row: row.next()?, parts: row.rest()? })
    }
}

impl FromRow for Seal {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
        Ok(Seal { position: row.next()?, hash: row.next()? })
    }
}

/// A seal with the id of what it seals.
struct Read(Seal, String);

impl FromRow for Read {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
        Ok(Read(Seal::from_row(row)?, row.next()?))
    }
}

pub fn lock_unsealed(tx: &mut Tx<'_>, chain: &Chain, limit: i64) -> Result<Vec<String>> {
    let Chain { unsealed, key, .. } = chain;
    let lock = tx.engine().skip_locked();
    let sql = format!("SELECT {key} FROM {unsealed} ORDER BY {key} LIMIT $1{lock}");
    let rows: Vec<(String,)> = tx.rows(&sql, params![limit])?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub fn last(tx: &mut Tx<'_>, chain: &Chain) -> Result<Option<Seal>> {
    let seals = chain.seals;
    let sql = format!("SELECT position, hash FROM {seals} ORDER BY position DESC LIMIT 1");
    Ok(tx.first(&sql, &[])?)
}

pub fn insert(tx: &mut Tx<'_>, chain: &Chain, seal: &Seal, row: &str) -> Result<()> {
    let Chain { seals, unsealed, key, .. } = chain;
    tx.execute(
        &format!("INSERT INTO {seals} (position, {key}, hash) VALUES ($1, $2, $3)"),
        params![seal.position, row, seal.hash],
    )?;
    tx.later(&format!("DELETE FROM {unsealed} WHERE {key} = $1"), params![row])?;
    Ok(())
}

/// The seals behind a position, in order, each with the id of what it seals.
pub fn read(tx: &mut Tx<'_>, chain: &Chain, after: i64, limit: i64) -> Result<Vec<(Seal, String)>> {
    let Chain { seals, key, .. } = chain;
    let sql = format!(
        "SELECT position, hash, {key} FROM {seals} WHERE position > $1 ORDER BY position LIMIT $2"
    );
    let rows: Vec<Read> = tx.rows(&sql, params![after, limit])?;
    Ok(rows.into_iter().map(|Read(seal, row)| (seal, row)).collect())
}

/// What is known of rows, by their ids. Those that are gone have none.
pub type Parts = HashMap<String, Vec<String>>;

/// Of those that are sealed behind a position, up to another.
pub fn known_of_sealed(tx: &mut Tx<'_>, chain: &Chain, after: i64, last: i64) -> Result<Parts> {
    known(tx, chain, (chain.seals, "position"), params![after + 1, last])
}

/// Of those between two ids that are not sealed yet.
pub fn known_of_unsealed(tx: &mut Tx<'_>, chain: &Chain, first: &str, last: &str) -> Result<Parts> {
    known(tx, chain, (chain.unsealed, chain.key), params![first, last])
}

fn known(
    tx: &mut Tx<'_>,
    chain: &Chain,
    (table, column): (&str, &str),
    range: &[Value<'_>],
) -> Result<Parts> {
    let mut all = Parts::new();
    for (index, Source { columns, join, order }) in chain.sources.iter().enumerate() {
        let sql = format!(
            "SELECT s.{}, {columns} FROM {table} s {join}
             WHERE s.{column} >= $1 AND s.{column} <= $2 ORDER BY s.{column}, {order}",
            chain.key
        );
        for Known { row, parts } in tx.rows::<Known>(&sql, range)? {
            let texts = parts.into_iter().map(|Part(text)| text);
            match all.get_mut(&row) {
                Some(known) => known.extend(texts),
                None if index == 0 => {
                    all.insert(row, texts.collect());
                }
                // What belonged to a row that is gone says nothing without it.
                None => {}
            }
        }
    }
    Ok(all)
}

/// How many rows there are, and how many of them are sealed.
pub fn count(tx: &mut Tx<'_>, chain: &Chain) -> Result<(i64, i64)> {
    let Chain { table, seals, .. } = chain;
    let (rows,) = tx.one(&format!("SELECT count(*) FROM {table}"), &[])?;
    let (sealed,) = tx.one(&format!("SELECT COALESCE(MAX(position), 0) FROM {seals}"), &[])?;
    Ok((rows, sealed))
}
