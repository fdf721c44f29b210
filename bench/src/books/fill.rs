//! Enlarges a database by copying the demo's history many times. Each statement copies a whole
//! table.

use std::ops::Range;

use super::owner::Owner;
use crate::Failure;

/// Tables that are copied: purchases and card movements.
const TABLES: [&str; 10] = [
    "cart",
    "cart_item",
    "orders",
    "payment_attempt",
    "payment_lookup",
    "card",
    "card_lookup",
    "card_claim",
    "transfer",
    "entry",
];
/// Tables that list rows without a seal, each with the table that contains the rows and the key to
/// join on.
const UNSEALED: [Unsealed; 2] = [
    Unsealed { table: "unsealed", of: "transfer", key: "transfer_id", key_there: "id" },
    Unsealed { table: "unsealed_claim", of: "card_claim", key: "card_id", key_there: "card_id" },
];

struct Unsealed {
    table: &'static str,
    of: &'static str,
    key: &'static str,
    key_there: &'static str,
}

/// Timestamps of the copied rows.
#[derive(Clone, Copy)]
pub enum When {
    /// Each copy is slightly later than the original. For a database that is small so far.
    Then,
    /// All copies have this time, in microseconds. For a database that is already large.
    At(i64),
}

/// Copies the original rows once for each number in the range. No other program may use the
/// database meanwhile.
pub fn fill(owner: &Owner, copies: Range<u64>, when: When) -> Result<(), Failure> {
    let indexes = match when {
        When::Then => {
            owner.indexes(&[&TABLES[..], &UNSEALED.map(|waiting| waiting.table)].concat())?
        }
        When::At(_) => Vec::new(),
    };
    let mut script = match owner {
        // SQLite: turns crash safety off for speed. A database damaged by a power cut would be
        // discarded anyway.
        Owner::Sqlite(_) => {
            "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;
             PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY;\n"
        }
        // PostgreSQL: turns foreign key checks off for speed. The references between the copied
        // rows are as valid as those between the originals.
        Owner::Postgres { .. } => {
            "SET session_replication_role = replica; SET maintenance_work_mem = '512MB';\n"
        }
    }
    .to_owned();
    script += &format!(
        "CREATE TEMPORARY TABLE number AS
         WITH RECURSIVE counted (n) AS
             (SELECT CAST({} AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n < {})
         SELECT n FROM counted;\n",
        copies.start,
        copies.end - 1
    );
    for (name, _) in &indexes {
        script += &format!("DROP INDEX {name};\n");
    }
    for table in TABLES {
        script += &copy(owner, table, when)?;
    }
    for waiting in &UNSEALED {
        script += &wait_for_seal(owner, waiting, when)?;
    }
    for (_, index) in &indexes {
        script += &format!("{index};\n");
    }
    script += match owner {
        Owner::Sqlite(_) => "PRAGMA journal_mode = WAL;",
        Owner::Postgres { .. } => "ANALYZE;",
    };
    owner.run(&script)
}

fn copy(owner: &Owner, table: &str, when: When) -> Result<String, Failure> {
    let columns = owner.columns(table)?;
    if columns.is_empty() {
        // The database is from an earlier release that did not have this table.
        return Ok(String::new());
    }
    let values = columns.iter().map(|column| changed(column, when));
    let kept = format!("CREATE TABLE IF NOT EXISTS past_{table} AS SELECT * FROM {table};\n");
    Ok(kept + &insert(table, &columns, values, table))
}

fn wait_for_seal(owner: &Owner, waiting: &Unsealed, when: When) -> Result<String, Failure> {
    let columns = owner.columns(waiting.table)?;
    if columns.is_empty() {
        return Ok(String::new());
    }
    let values = columns.iter().map(|column| {
        if column == waiting.key { changed(waiting.key_there, when) } else { column.clone() }
    });
    Ok(insert(waiting.table, &columns, values, waiting.of))
}

fn insert(
    table: &str,
    columns: &[String],
    values: impl Iterator<Item = String>,
    of: &str,
) -> String {
    let values: Vec<String> = values.collect();
    format!(
        "INSERT INTO {table} ({}) SELECT {} FROM past_{of} CROSS JOIN number;\n",
        columns.join(", "),
        values.join(", ")
    )
}

/// Returns the SQL expression for a column when a row is copied: ids are renewed, times are
/// shifted, and other values are kept.
fn changed(column: &str, when: When) -> String {
    match column {
        "id" | "cart_id" | "order_id" | "attempt_id" | "card_id" | "transfer_id" | "reverses" => {
            id(column)
        }
        "account" => {
            format!("CASE WHEN account LIKE 'card:%' THEN {} ELSE account END", id(column))
        }
        "reference" | "token_hash" | "transaction_id" | "number_hash" | "code_hash"
        | "claim_hash" | "key_hash" | "key" => format!("{column} || '-' || n"),
        "created_at" | "moved_at" | "sent_at" | "paid_at" => match when {
            When::Then => format!("{column} + n * 1000"),
            When::At(moment) => moment.to_string(),
        },
        other => other.to_owned(),
    }
}

/// Returns an SQL expression that replaces ten digits in the random part of an id. The timestamp
/// inside the id is kept.
fn id(column: &str) -> String {
    format!(
        "substr({column}, 1, length({column}) - 14) || substr(CAST(10000000000 + n AS TEXT), 2)
         || substr({column}, length({column}) - 3)"
    )
}
