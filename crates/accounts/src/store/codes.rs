//! SQL for rows of emailed codes. A code is found by its keyed hash and can be used once.

use db::{Tx, params};

use kernel::{ids::PersonId, timestamp::Timestamp};
use platform::{error::Result, secrets::Hashes};

use crate::codes::Purpose;

db::row! {
    pub struct CodeRow {
        pub person_id: PersonId,
        pub purpose: Purpose,
        pub success_url: String,
        pub failed_url: String,
        pub expires_at: Timestamp,
        pub used_at: Option<Timestamp>,
    }
}

pub fn insert(tx: &mut Tx<'_>, hash: &str, code: &CodeRow) -> Result<()> {
    tx.later(
        "INSERT INTO mailed_code (hash, person_id, purpose, success_url, failed_url, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            hash,
            code.person_id,
            code.purpose,
            code.success_url,
            code.failed_url,
            code.expires_at
        ],
    )?;
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<Option<CodeRow>> {
    let (list, values) = hashes.listed_after(&[]);
    let sql = format!("SELECT {} FROM mailed_code WHERE hash IN {list}", CodeRow::COLUMNS);
    Ok(tx.first(&sql, &values)?)
}

/// Uses up an emailed code. Returns false if the code was already used or has expired.
pub fn spend(tx: &mut Tx<'_>, hashes: &Hashes, now: Timestamp) -> Result<bool> {
    let (list, values) = hashes.listed_after(params![now]);
    let sql = format!(
        "UPDATE mailed_code SET used_at = $1 WHERE hash IN {list} AND used_at IS NULL AND expires_at > $1"
    );
    Ok(tx.execute(&sql, &values)? == 1)
}

/// Uses up all of a person's unused codes for a purpose.
pub fn spend_others(
    tx: &mut Tx<'_>,
    person: PersonId,
    purpose: Purpose,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE mailed_code SET used_at = $1
         WHERE person_id = $2 AND purpose = $3 AND used_at IS NULL AND expires_at > $1",
        params![now, person, purpose],
    )?;
    Ok(())
}

/// Deletes a person's unused codes for a purpose, so that only the link in the newest email works.
pub fn retire(tx: &mut Tx<'_>, person: PersonId, purpose: Purpose) -> Result<()> {
    tx.later(
        "DELETE FROM mailed_code WHERE person_id = $1 AND purpose = $2 AND used_at IS NULL",
        params![person, purpose],
    )?;
    Ok(())
}

/// Deletes all unused codes of a person, so that no link in an earlier email can set a password.
pub fn retire_all(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.later("DELETE FROM mailed_code WHERE person_id = $1 AND used_at IS NULL", params![person])?;
    Ok(())
}

/// Deletes the oldest codes, used or not, that expired before `over_before`. Returns the number
/// deleted.
pub fn delete_over(tx: &mut Tx<'_>, over_before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "DELETE FROM mailed_code WHERE hash IN
             (SELECT hash FROM mailed_code WHERE expires_at < $1 ORDER BY expires_at, hash LIMIT $2)",
        params![over_before, limit],
    )?)
}
