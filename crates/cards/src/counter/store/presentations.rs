//! Rows of presented cards: one for each person and card, deleted soon after the presentation
//! expires.

use db::{Tx, params};

use kernel::{
    ids::{CardId, PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::{error::Result, secrets::Hashes};

/// A card presented to a person at a counter.
pub struct Presentation {
    pub vendor: TenantId,
    pub person: PersonId,
    pub card: CardId,
}

/// Deletes the oldest presentations made before `forgotten`, up to `limit`. Returns the number
/// deleted.
pub fn sweep(tx: &mut Tx<'_>, forgotten: Timestamp, limit: i64) -> Result<u64> {
    // Locks nothing beforehand: a cluster can't skip locked rows on several machines.
    let sql = "DELETE FROM card_presentation WHERE (vendor_id, person_id, card_id) IN
             (SELECT vendor_id, person_id, card_id FROM card_presentation WHERE presented_at < $1
              ORDER BY presented_at, person_id, card_id LIMIT $2)";
    Ok(tx.execute(sql, params![forgotten, limit])?)
}

/// Records that a card was presented, unless the hash by which the card was found has been replaced
/// since then. The card is locked, because its secrets may be re-encrypted at the same time.
pub fn present(
    tx: &mut Tx<'_>,
    now: Timestamp,
    shown: &Presentation,
    (column, hashes): (&str, &Hashes),
) -> Result<()> {
    let before = params![shown.person, shown.vendor, shown.card, now];
    let (list, values) = hashes.listed_after(before);
    let sql = format!(
        "INSERT INTO card_presentation (vendor_id, person_id, card_id, code_hash, presented_at)
         SELECT k.vendor_id, $1, k.id, k.code_hash, $4 FROM card k
         WHERE k.vendor_id = $2 AND k.id = $3 AND k.{column} IN {list}{}
         ON CONFLICT (vendor_id, person_id, card_id) DO UPDATE SET code_hash = excluded.code_hash,
             presented_at = excluded.presented_at",
        tx.engine().for_share()
    );
    tx.later(&sql, &values)?;
    Ok(())
}

/// Whether a card was presented to this person since a time, with the code that is still valid.
pub fn is_presented(tx: &mut Tx<'_>, since: Timestamp, shown: &Presentation) -> Result<bool> {
    let found: Option<(CardId,)> = tx.first(
        "SELECT p.card_id FROM card_presentation p
         JOIN card k ON k.vendor_id = p.vendor_id AND k.id = p.card_id AND k.code_hash = p.code_hash
         WHERE p.vendor_id = $4 AND p.person_id = $1 AND p.card_id = $2 AND p.presented_at >= $3",
        params![shown.person, shown.card, since, shown.vendor],
    )?;
    Ok(found.is_some())
}
