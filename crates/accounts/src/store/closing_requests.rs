//! Requests of staff to have their account closed. A decided or withdrawn one is told by the log and leaves no row.

use db::{Rows, Tx, params, rows};

use kernel::{ids::PersonId, timestamp::Timestamp};
use platform::error::Result;

/// Files a request, or keeps the one that is open; its moment.
pub fn file(
    tx: &mut Tx<'_>,
    person: PersonId,
    now: Timestamp,
    proven_by: &str,
) -> Result<Timestamp> {
    let (asked_at,): (Timestamp,) = tx.one(
        "INSERT INTO closing_request (person_id, asked_at, proven_by) VALUES ($1, $2, $3)
         ON CONFLICT (person_id) DO UPDATE SET proven_by = excluded.proven_by RETURNING asked_at",
        params![person, now, proven_by],
    )?;
    Ok(asked_at)
}

/// When a person asked, if their request is open.
pub fn asked_at(person: PersonId) -> Rows<(Timestamp,)> {
    rows("SELECT asked_at FROM closing_request WHERE person_id = $1", params![person])
}

/// Removes an open request: when it was made.
pub fn take(tx: &mut Tx<'_>, person: PersonId) -> Result<Option<Timestamp>> {
    let taken: Option<(Timestamp,)> = tx.first(
        "DELETE FROM closing_request WHERE person_id = $1 RETURNING asked_at",
        params![person],
    )?;
    Ok(taken.map(|(asked_at,)| asked_at))
}
