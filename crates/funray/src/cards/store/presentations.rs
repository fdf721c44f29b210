//! Which cards were shown to whom at a counter: a row for each person and card, thrown away soon after it counts for
//! nothing.

use db::{Tx, params};

use crate::{
    error::Result,
    kernel::{
        ids::{CardId, PersonId, TenantId},
        timestamp::Timestamp,
    },
};

/// A card as it was found by its code or its number.
pub struct Presentation<'a> {
    pub vendor: TenantId,
    pub person: PersonId,
    pub card: CardId,
    /// The code that it has.
    pub code_hash: &'a str,
}

/// Removes the first of the rows from before `forgotten`; how many that were.
pub fn sweep(tx: &mut Tx<'_>, forgotten: Timestamp, limit: i64) -> Result<u64> {
    let sql = format!(
        "DELETE FROM card_presentation WHERE (vendor_id, person_id, card_id) IN
             (SELECT vendor_id, person_id, card_id FROM card_presentation WHERE presented_at < $1
              ORDER BY presented_at, person_id, card_id LIMIT $2{})",
        tx.engine().skip_locked()
    );
    Ok(tx.execute(&sql, params![forgotten, limit])?)
}

/// Writes down that a card was shown.
pub fn present(tx: &mut Tx<'_>, now: Timestamp, shown: &Presentation<'_>) -> Result<()> {
    tx.later(
        "INSERT INTO card_presentation (vendor_id, person_id, card_id, code_hash, presented_at)
         VALUES ($5, $1, $2, $3, $4)
         ON CONFLICT (vendor_id, person_id, card_id) DO UPDATE SET code_hash = excluded.code_hash,
             presented_at = excluded.presented_at",
        params![shown.person, shown.card, shown.code_hash, now, shown.vendor],
    )?;
    Ok(())
}

/// Whether a card was shown to this person since then, with this code.
pub fn is_presented(tx: &mut Tx<'_>, since: Timestamp, shown: &Presentation<'_>) -> Result<bool> {
    let found: Option<(CardId,)> = tx.first(
        "SELECT card_id FROM card_presentation
         WHERE vendor_id = $5 AND person_id = $1 AND card_id = $2 AND code_hash = $3 AND presented_at >= $4",
        params![shown.person, shown.card, shown.code_hash, since, shown.vendor],
    )?;
    Ok(found.is_some())
}
