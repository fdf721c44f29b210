//! SQL for rows that were encrypted or hashed with the program's keys.

use db::{Tx, Value, params};

use super::{Kept, Sealed};
use kernel::timestamp::Timestamp;
use platform::{error::Result, secrets::NAME_LENGTH};

db::row! {
    pub struct OutdatedText {
        pub id: String,
        pub owner: String,
        pub text: String,
    }
}

/// Lists the next texts after the row `after` that were encrypted with an older key, so they lack
/// the current key's prefix `mark`.
pub fn outdated(
    tx: &mut Tx<'_>,
    sealed: Sealed,
    mark: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<OutdatedText>> {
    let Sealed { table, id, owner, column, .. } = sealed;
    let length = mark.len();
    let sql = format!(
        "SELECT {id}, {owner}, {column} FROM {table} WHERE {id} > $1 AND substr({column}, 1, {length}) <> $2
         ORDER BY {id} LIMIT $3"
    );
    Ok(tx.rows(&sql, params![after, mark, limit])?)
}

/// Replaces a text by the newly encrypted one, unless the text changed meanwhile.
pub fn set_text(tx: &mut Tx<'_>, sealed: Sealed, old: &OutdatedText, new: &str) -> Result<()> {
    let Sealed { table, id, column, .. } = sealed;
    let sql = format!("UPDATE {table} SET {column} = $1 WHERE {id} = $2 AND {column} = $3");
    tx.later(&sql, params![new, old.id, old.text])?;
    Ok(())
}

/// Number of rows of one kind that need the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    pub what: &'static str,
    /// Name of the key; empty if the rows don't name their key.
    pub key: String,
    pub rows: i64,
}

/// Counts the rows of each kind, grouped by the name of the key they were made with.
pub fn count(tx: &mut Tx<'_>, now: Timestamp, kinds: &[Kept]) -> Result<Vec<Left>> {
    let mut all = Vec::new();
    for Kept { name, table, column, condition } in kinds.iter().copied() {
        let behind = NAME_LENGTH + 1;
        let sql = format!(
            "SELECT c.name, count(*) FROM (
                 SELECT CASE WHEN substr({column}, {behind}, 1) = ':' THEN substr({column}, 1, {NAME_LENGTH}) ELSE '' END AS name
                 FROM {table} WHERE {condition}) c
             GROUP BY c.name ORDER BY c.name"
        );
        let values: &[Value<'_>] = if condition.contains("$1") { params![now] } else { &[] };
        let rows: Vec<(String, i64)> = tx.rows(&sql, values)?;
        all.extend(rows.into_iter().map(|(key, rows)| Left { what: name, key, rows }));
    }
    Ok(all)
}
