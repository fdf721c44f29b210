//! SQL for requests from staff to close their account. A decided or withdrawn request is deleted;
//! the audit log keeps a record of it.

use db::{Rows, Tx, params, rows};

use kernel::{ids::PersonId, timestamp::Timestamp};
use platform::error::Result;

/// Stores a person's request to close their account, or keeps an open one. Returns the time of the
/// first request.
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

/// Returns the query for the time of a person's open request to close their account.
pub fn asked_at(person: PersonId) -> Rows<(Timestamp,)> {
    rows("SELECT asked_at FROM closing_request WHERE person_id = $1", params![person])
}

/// Deletes a person's open request. Returns the time of the request, or `None` if there was none.
pub fn take(tx: &mut Tx<'_>, person: PersonId) -> Result<Option<Timestamp>> {
    let taken: Option<(Timestamp,)> = tx.first(
        "DELETE FROM closing_request WHERE person_id = $1 RETURNING asked_at",
        params![person],
    )?;
    Ok(taken.map(|(asked_at,)| asked_at))
}
