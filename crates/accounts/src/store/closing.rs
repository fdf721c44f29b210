//! SQL for links to the cards of closed accounts. Only keyed hashes of the links' codes are stored.

use db::{Tx, params};

use kernel::{ids::PersonId, timestamp::Timestamp};
use platform::{error::Result, secrets::Hashes};

/// Valid link to the cards of a closed account.
pub struct OpenedLink {
    pub person: PersonId,
    pub expires_at: Timestamp,
    pub is_first_time: bool,
}

pub fn insert_link(
    tx: &mut Tx<'_>,
    hash: &str,
    person: PersonId,
    expires_at: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO closed_cards_link (hash, person_id, expires_at) VALUES ($1, $2, $3)",
        params![hash, person, expires_at],
    )?;
    Ok(())
}

/// Opens a link to the cards of a closed account. After the first opening, the link expires at
/// `soon` at the latest. Returns `None` if the link has expired or is unknown.
pub fn open_link(
    tx: &mut Tx<'_>,
    hashes: &Hashes,
    now: Timestamp,
    soon: Timestamp,
) -> Result<Option<OpenedLink>> {
    let (list, values) = hashes.listed_after(params![now, soon]);
    let open = format!(
        "UPDATE closed_cards_link
         SET opened_at = $1, expires_at = CASE WHEN expires_at > $2 THEN $2 ELSE expires_at END
         WHERE hash IN {list} AND opened_at IS NULL AND expires_at > $1"
    );
    let opened = tx.execute(&open, &values)?;
    let (list, values) = hashes.listed_after(params![now]);
    let find = format!(
        "SELECT person_id, expires_at FROM closed_cards_link WHERE expires_at > $1 AND hash IN {list}"
    );
    let found: Option<(PersonId, Timestamp)> = tx.first(&find, &values)?;
    Ok(found.map(|(person, expires_at)| OpenedLink {
        person,
        expires_at,
        is_first_time: opened == 1,
    }))
}

/// Deletes the oldest links that expired before `over_before`. Returns the number deleted.
pub fn delete_over(tx: &mut Tx<'_>, over_before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "DELETE FROM closed_cards_link WHERE hash IN
             (SELECT hash FROM closed_cards_link WHERE expires_at < $1 ORDER BY expires_at, hash LIMIT $2)",
        params![over_before, limit],
    )?)
}
