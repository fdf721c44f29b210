//! Requests of staff to close their account. Decided or withdrawn ones are deleted; the audit log
//! records them.

use db::{Rows, Tx, params, rows};

use kernel::{ids::PersonId, timestamp::Timestamp};
use platform::error::Result;

/// Files a request, or keeps an open one; returns its time.
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

/// Finds the time of a person's open request.
pub fn asked_at(person: PersonId) -> Rows<(Timestamp,)> {
    rows("SELECT asked_at FROM closing_request WHERE person_id = $1", params![person])
}

/// Deletes an open request; returns its time.
pub fn take(tx: &mut Tx<'_>, person: PersonId) -> Result<Option<Timestamp>> {
    let taken: Option<(Timestamp,)> = tx.first(
        "DELETE FROM closing_request WHERE person_id = $1 RETURNING asked_at",
        params![person],
    )?;
    Ok(taken.map(|(asked_at,)| asked_at))
}
