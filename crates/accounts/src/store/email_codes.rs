//! SQL for rows of emailed six-digit codes. A code is found by the hash of its ticket and allows a
//! few attempts.

use db::{Tx, params};

use kernel::timestamp::Timestamp;
use platform::{error::Result, secrets::Hashes};

db::row! {
    pub struct EmailCodeRow {
        pub address_hash: String,
        pub code_hash: String,
        pub tries: i64,
        pub expires_at: Timestamp,
    }
}

pub fn insert(tx: &mut Tx<'_>, hash: &str, row: &EmailCodeRow) -> Result<()> {
    tx.later(
        "INSERT INTO email_code (hash, address_hash, code_hash, tries, expires_at)
         VALUES ($1, $2, $3, $4, $5)",
        params![hash, row.address_hash, row.code_hash, row.tries, row.expires_at],
    )?;
    Ok(())
}

/// Counts an attempt to enter a code and returns the updated row, or `None` if the ticket is
/// unknown.
pub fn count_try(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<Option<EmailCodeRow>> {
    let (list, values) = hashes.listed_after(&[]);
    let count = format!("UPDATE email_code SET tries = tries + 1 WHERE hash IN {list}");
    if tx.execute(&count, &values)? == 0 {
        return Ok(None);
    }
    let sql = format!("SELECT {} FROM email_code WHERE hash IN {list}", EmailCodeRow::COLUMNS);
    Ok(tx.first(&sql, &values)?)
}

pub fn delete(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<()> {
    let (list, values) = hashes.listed_after(&[]);
    tx.later(&format!("DELETE FROM email_code WHERE hash IN {list}"), &values)?;
    Ok(())
}

/// Deletes the oldest codes that expired before `over_before`. Returns the number deleted.
pub fn delete_over(tx: &mut Tx<'_>, over_before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "DELETE FROM email_code WHERE hash IN
             (SELECT hash FROM email_code WHERE expires_at < $1 ORDER BY expires_at, hash LIMIT $2)",
        params![over_before, limit],
    )?)
}
