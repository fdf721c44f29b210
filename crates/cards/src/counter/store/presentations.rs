//! Which cards were shown to whom at a counter: a row for each person and card, thrown away soon after it counts for
//! nothing.

use db::{Tx, params};

use kernel::{
    ids::{CardId, PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::{error::Result, secrets::Hashes};

/// A card that was shown to somebody at a counter.
pub struct Presentation {
    pub vendor: TenantId,
    pub person: PersonId,
    pub card: CardId,
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

/// Writes down that a card was shown, if what it was found by is still its own. The card is held meanwhile: its code may be
/// made anew under another key between being found and this.
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

/// Whether a card was shown to this person since then, with the code that it has.
pub fn is_presented(tx: &mut Tx<'_>, since: Timestamp, shown: &Presentation) -> Result<bool> {
    let found: Option<(CardId,)> = tx.first(
        "SELECT p.card_id FROM card_presentation p
         JOIN card k ON k.vendor_id = p.vendor_id AND k.id = p.card_id AND k.code_hash = p.code_hash
         WHERE p.vendor_id = $4 AND p.person_id = $1 AND p.card_id = $2 AND p.presented_at >= $3",
        params![shown.person, shown.card, since, shown.vendor],
    )?;
    Ok(found.is_some())
}
