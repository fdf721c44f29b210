//! SQL for rows of the keys with which the first administrator is created. A key is found by its
//! hash.

use db::{ToValue, Tx, params};

use access::auth::Role;
use kernel::{ids::PersonId, timestamp::Timestamp};
use platform::{error::Result, secrets::Hashes};

use crate::setup::Kind;

pub fn insert(tx: &mut Tx<'_>, hash: &str, kind: Kind, expires_at: Timestamp) -> Result<()> {
    tx.later(
        "INSERT INTO setup_key (hash, kind, expires_at) VALUES ($1, $2, $3)",
        params![hash, kind, expires_at],
    )?;
    Ok(())
}

/// Returns whether a key of this kind exists and has not expired.
pub fn is_valid(tx: &mut Tx<'_>, hashes: &Hashes, kind: Kind, now: Timestamp) -> Result<bool> {
    let before = [kind.to_value(), now.to_value()];
    let (list, values) = hashes.listed_after(&before);
    let sql = format!(
        "SELECT hash FROM setup_key WHERE kind = $1 AND expires_at > $2 AND hash IN {list}"
    );
    Ok(tx.first::<(String,)>(&sql, &values)?.is_some())
}

/// Deletes a valid key of this kind. Returns false if there is none.
pub fn take(tx: &mut Tx<'_>, hashes: &Hashes, kind: Kind, now: Timestamp) -> Result<bool> {
    let before = [kind.to_value(), now.to_value()];
    let (list, values) = hashes.listed_after(&before);
    let sql =
        format!("DELETE FROM setup_key WHERE kind = $1 AND expires_at > $2 AND hash IN {list}");
    Ok(tx.execute(&sql, &values)? == 1)
}

pub fn delete_all(tx: &mut Tx<'_>) -> Result<()> {
    tx.later("DELETE FROM setup_key", &[])?;
    Ok(())
}

pub fn delete_expired(tx: &mut Tx<'_>, now: Timestamp) -> Result<()> {
    tx.later("DELETE FROM setup_key WHERE expires_at <= $1", params![now])?;
    Ok(())
}

/// Returns whether a person has the role of a super administrator, active or not.
pub fn has_super_administrator(tx: &mut Tx<'_>) -> Result<bool> {
    let found: Option<(PersonId,)> = tx.first(
        "SELECT person_id FROM person_role WHERE role = $1 ORDER BY id LIMIT 1",
        params![Role::SuperAdministrator],
    )?;
    Ok(found.is_some())
}
