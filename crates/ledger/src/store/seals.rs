//! SQL that reads and writes seals, and reads the data that they cover.

use std::collections::HashMap;

use db::{Column, First, FromColumn, FromRow, Rows, Step, ToValue, Tx, Value, params, rows};

use super::super::{
    Chain, Source,
    seals::{PLATFORM, Reached, RowKey, Seal},
};
use kernel::timestamp::Timestamp;
use platform::error::Result;

pub const TRANSFERS: Chain = Chain {
    name: "transfers",
    word: "transfers",
    table: "transfer",
    seals: "seal",
    unsealed: "unsealed",
    owner: "vendor_id",
    key: "transfer_id",
    has_age: true,
    sources: &[
        Source {
            columns: "t.id, t.kind, t.order_id, t.card_id, t.reverses, t.actor, t.reason, t.created_at",
            join: "JOIN transfer t ON t.vendor_id = s.vendor_id AND t.id = s.transfer_id",
            order: "t.id",
        },
        Source {
            columns: "e.account, e.amount, e.balance",
            join: "JOIN entry e ON e.vendor_id = s.vendor_id AND e.transfer_id = s.transfer_id",
            order: "e.position",
        },
    ],
};

/// Value of a column in the form that a seal covers: text, with NULL as an empty string.
struct Part(String);

impl FromColumn for Part {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        Ok(Part(match column {
            Column::Null => String::new(),
            Column::Text(text) => text.to_owned(),
            Column::Int(number) => number.to_string(),
            // SQLite has no booleans, and the hash must be the same on SQLite and PostgreSQL.
            Column::Bool(_) => return Err("a boolean has to be sealed as a number".to_owned()),
        }))
    }
}

/// Columns of a row, or of one of its dependent rows, that the row's seal covers.
struct Known {
    row: RowKey,
    parts: Vec<Part>,
}

impl FromRow for Known {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
        Ok(Known { row: (row.next()?, row.next()?), parts: row.rest()? })
    }
}

impl FromRow for Reached {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
        let owner = row.next()?;
        let seal = Seal { position: row.next()?, key_id: row.next()?, hash: row.next()? };
        Ok(Reached { owner, seal })
    }
}

/// Seal as read from the database, with the id of the row that it covers.
struct Read(Reached, String);

impl FromRow for Read {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
        Ok(Read(Reached::from_row(row)?, row.next()?))
    }
}

/// Makes the query planner join a batch of seals along indexes. With outdated statistics,
/// PostgreSQL would take the batch for a large part of the table and read the whole table.
pub fn join_by_index(tx: &mut Tx<'_>) -> Result<()> {
    Ok(tx.avoid(&[Step::WholeTable, Step::HashJoin, Step::MergeJoin])?)
}

/// Returns the SQL condition that a row lies between two rows, whose owners and positions are the
/// first four parameters. A comparison of (owner, position) pairs would be slower: PostgreSQL
/// bounds such a range by the owner only and would read all later rows of the owner.
fn between(owner: &str, place: &str, is_of_one: bool) -> String {
    if is_of_one {
        format!("{owner} = $1 AND {place} >= $2 AND {owner} = $3 AND {place} <= $4")
    } else {
        format!(
            "({owner} = $1 AND {place} >= $2 OR {owner} > $1 AND {owner} < $3 OR {owner} = $3 AND {place} <= $4)"
        )
    }
}

/// Lists the first unsealed rows without locking them. If two nodes seal the same rows, the second
/// one violates the primary key of the seals and retries.
pub fn unsealed(tx: &mut Tx<'_>, chain: &Chain, limit: i64) -> Result<Vec<RowKey>> {
    let Chain { unsealed, owner, key, .. } = chain;
    let sql = format!("SELECT {owner}, {key} FROM {unsealed} ORDER BY {owner}, {key} LIMIT $1");
    Ok(tx.rows(&sql, params![limit])?)
}

/// Returns the id of the oldest unsealed row, which is the smallest id because ids start with the
/// creation time. `None` if all rows are sealed.
pub fn oldest_unsealed(tx: &mut Tx<'_>, chain: &Chain) -> Result<Option<String>> {
    let Chain { unsealed, key, .. } = chain;
    let (oldest,) = tx.one(&format!("SELECT MIN({key}) FROM {unsealed}"), &[])?;
    Ok(oldest)
}

/// Returns the last seal of each chain that has unsealed rows between `first` and `last`. A chain
/// without seals is left out.
pub fn ends_among(
    tx: &mut Tx<'_>,
    chain: &Chain,
    first: &RowKey,
    last: &RowKey,
) -> Result<HashMap<String, Seal>> {
    let Chain { unsealed, owner, key, .. } = chain;
    let among = between(owner, key, first.0 == last.0);
    let owners = format!("SELECT DISTINCT {owner} AS owner FROM {unsealed} WHERE {among}");
    let ends: Vec<Reached> =
        tx.rows(&ends_of(chain, &owners), params![first.0, first.1, last.0, last.1])?;
    Ok(ends.into_iter().map(|Reached { owner, seal }| (owner, seal)).collect())
}

pub fn ends(tx: &mut Tx<'_>, chain: &Chain, since: Option<Timestamp>) -> Result<Vec<Reached>> {
    let Chain { seals, owner, .. } = chain;
    match since {
        Some(since) => {
            let owners =
                format!("SELECT DISTINCT {owner} AS owner FROM {seals} WHERE sealed_at >= $1");
            Ok(tx.rows(&ends_of(chain, &owners), params![since])?)
        }
        None => {
            let (platform, tenants) = tx.ask((end_of_platform(chain), ends_of_tenants(chain)))?;
            Ok(platform.into_iter().chain(tenants).collect())
        }
    }
}

fn end_of_platform(chain: &Chain) -> First<Reached> {
    let Chain { seals, owner, .. } = chain;
    let sql = format!(
        "SELECT {owner}, position, key_id, hash FROM {seals} WHERE {owner} = $1 ORDER BY position DESC LIMIT 1"
    );
    rows(sql, params![PLATFORM]).first()
}

/// Finds the last seal of each tenant's chain, beginning with its first seal: the machines of a
/// cluster can't begin with the tenants, which all of them have.
fn ends_of_tenants(chain: &Chain) -> Rows<Reached> {
    let Chain { seals, owner, .. } = chain;
    let owners = format!(
        "SELECT f.{owner} AS owner FROM tenant v JOIN {seals} f ON f.{owner} = v.id AND f.position = 1"
    );
    rows(ends_of(chain, &owners), &[])
}

/// Returns the SQL for the last seal of each chain in `owners`. The SQL finds the seals by their
/// primary key alone.
fn ends_of(chain: &Chain, owners: &str) -> String {
    let Chain { seals, owner, .. } = chain;
    format!(
        "SELECT o.owner, s.position, s.key_id, s.hash
         FROM (SELECT w.owner, (SELECT MAX(m.position) FROM {seals} m WHERE m.{owner} = w.owner) AS position
               FROM ({owners}) w) o
         JOIN {seals} s ON s.{owner} = o.owner AND s.position = o.position
         ORDER BY o.owner"
    )
}

pub fn insert(
    tx: &mut Tx<'_>,
    chain: &Chain,
    sealed: &[(&RowKey, Seal)],
    now: Timestamp,
) -> Result<()> {
    let Chain { seals, owner, key, .. } = chain;
    for some in db::pieces(sealed) {
        let mut values = params![now].to_vec();
        let mut rows = Vec::with_capacity(some.len());
        for ((whose, row), seal) in some {
            let first = values.len() + 1;
            let places = db::places(first..first + 5);
            rows.push(format!("({places}, $1)"));
            let texts = [row, &seal.key_id, &seal.hash].map(ToValue::to_value);
            values.extend([whose.to_value(), seal.position.to_value()]);
            values.extend(texts);
        }
        tx.later(
            &format!(
                "INSERT INTO {seals} ({owner}, position, {key}, key_id, hash, sealed_at) VALUES {}",
                rows.join(", ")
            ),
            &values,
        )?;
    }
    Ok(())
}

/// Removes the rows between `first` and `last` that now have a seal from the table of unsealed
/// rows. A row added in the meantime has no seal and stays. The subquery counts the seals of each
/// row, because with EXISTS PostgreSQL might join all seals of the owner.
pub fn forget_sealed(tx: &mut Tx<'_>, chain: &Chain, first: &RowKey, last: &RowKey) -> Result<()> {
    let Chain { seals, unsealed, owner, key, .. } = chain;
    let among = between(owner, key, first.0 == last.0);
    tx.later(
        &format!(
            "DELETE FROM {unsealed} WHERE {among} AND
                 (SELECT count(*) FROM {seals} s WHERE s.{owner} = {unsealed}.{owner} AND s.{key} = {unsealed}.{key}) > 0"
        ),
        params![first.0, first.1, last.0, last.1],
    )?;
    Ok(())
}

/// Reads the seals after a position in order of owner and position. Returns each seal with the id
/// of the row that it covers.
pub fn read(
    tx: &mut Tx<'_>,
    chain: &Chain,
    after: &Reached,
    is_alone: bool,
    limit: i64,
) -> Result<Vec<(Reached, String)>> {
    let Chain { seals, owner, key, .. } = chain;
    let behind = match is_alone {
        true => format!("{owner} = $1 AND position > $2"),
        false => format!("({owner}, position) > ($1, $2)"),
    };
    let sql = format!(
        "SELECT {owner}, position, key_id, hash, {key} FROM {seals} WHERE {behind}
         ORDER BY {owner}, position LIMIT $3"
    );
    let values = params![after.owner, after.seal.position, limit];
    let rows: Vec<Read> = tx.rows(&sql, values)?;
    Ok(rows.into_iter().map(|Read(reached, row)| (reached, row)).collect())
}

/// Returns the hashes of the seals at the positions in `places`, by owner and position.
pub fn hashes_at(
    tx: &mut Tx<'_>,
    chain: &Chain,
    places: &[Reached],
) -> Result<HashMap<(String, i64), String>> {
    let Chain { seals, owner, .. } = chain;
    let row = |at: usize| format!("({owner} = ${} AND position = ${})", 2 * at + 1, 2 * at + 2);
    let rows: Vec<String> = (0..places.len()).map(row).collect();
    let values: Vec<Value<'_>> = places
        .iter()
        .flat_map(|place| [place.owner.to_value(), place.seal.position.to_value()])
        .collect();
    let sql = format!("SELECT {owner}, position, hash FROM {seals} WHERE {}", rows.join(" OR "));
    let found: Vec<(String, i64, String)> = tx.rows(&sql, &values)?;
    Ok(found.into_iter().map(|(owner, position, hash)| ((owner, position), hash)).collect())
}

/// Data that seals cover, by row. Deleted rows are missing.
pub type Parts = HashMap<RowKey, Vec<String>>;

/// Reads the data of the rows whose seals lie between two positions.
pub fn known_of_sealed(
    tx: &mut Tx<'_>,
    chain: &Chain,
    (first, _): &(Reached, String),
    (last, _): &(Reached, String),
) -> Result<Parts> {
    let range = params![first.owner, first.seal.position, last.owner, last.seal.position];
    known(tx, chain, (chain.seals, "position"), range, first.owner == last.owner)
}

/// Reads the data of the unsealed rows between `first` and `last`.
pub fn known_of_unsealed(
    tx: &mut Tx<'_>,
    chain: &Chain,
    first: &RowKey,
    last: &RowKey,
) -> Result<Parts> {
    let range = params![first.0, first.1, last.0, last.1];
    known(tx, chain, (chain.unsealed, chain.key), range, first.0 == last.0)
}

/// Reads the data of rows, starting from their seals or their entries in the table of unsealed
/// rows. Otherwise a query planner might read all rows of a vendor to find a few.
fn known(
    tx: &mut Tx<'_>,
    chain: &Chain,
    (table, column): (&str, &str),
    range: &[Value<'_>],
    is_of_one: bool,
) -> Result<Parts> {
    let mut all = Parts::new();
    let Chain { owner, key, .. } = chain;
    let among = between(owner, column, is_of_one);
    for (index, Source { columns, join, order }) in chain.sources.iter().enumerate() {
        let sql = format!(
            "WITH s AS MATERIALIZED (SELECT * FROM {table} WHERE {among})
             SELECT s.{owner}, s.{key}, {columns} FROM s {join}
             ORDER BY s.{owner}, s.{column}, {order}"
        );
        for Known { row, parts } in tx.rows::<Known>(&sql, range)? {
            let texts = parts.into_iter().map(|Part(text)| text);
            match all.get_mut(&row) {
                Some(known) => known.extend(texts),
                None if index == 0 => {
                    all.insert(row, texts.collect());
                }
                // Dependent rows (such as the entries of a transfer) whose main row was deleted are
                // ignored.
                None => {}
            }
        }
    }
    Ok(all)
}

/// Returns the number of rows in the table and the number of their seals.
pub fn count(tx: &mut Tx<'_>, chain: &Chain) -> Result<(i64, i64)> {
    let Chain { table, seals, .. } = chain;
    let (rows,) = tx.one(&format!("SELECT count(*) FROM {table}"), &[])?;
    let (sealed,) = tx.one(&format!("SELECT count(*) FROM {seals}"), &[])?;
    Ok((rows, sealed))
}
