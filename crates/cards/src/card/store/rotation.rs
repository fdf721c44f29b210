//! Rows of cards whose secrets were encrypted with an older key.

use db::{Tx, params};

use kernel::ids::{CardId, TenantId};
use platform::error::Result;

use super::keys;

db::row! {
    /// A locked card with its secrets.
    pub struct OutdatedCard {
        pub id: CardId,
        pub vendor_id: TenantId,
        pub number_hash: String,
        pub sealed_number: String,
        pub code_hash: String,
        pub sealed_code: String,
        pub claim_hash: Option<String>,
        pub sealed_claim: Option<String>,
    }
}

/// Locks the first cards after an id whose secrets were encrypted with an older key, and returns
/// them, ordered by id. `mark` is the prefix of texts encrypted with the current key. On a cluster,
/// only an update can lock rows of several machines.
pub fn outdated(tx: &mut Tx<'_>, mark: &str, after: &str, most: i64) -> Result<Vec<OutdatedCard>> {
    let length = mark.len();
    let sql = format!(
        "UPDATE card SET moved_at = moved_at WHERE (vendor_id, id) IN
             (SELECT vendor_id, id FROM card WHERE id > $1 AND (substr(sealed_code, 1, {length}) <> $2
                  OR substr(sealed_number, 1, {length}) <> $2 OR substr(COALESCE(sealed_claim, $2), 1, {length}) <> $2)
              ORDER BY id LIMIT $3)
         RETURNING {}",
        OutdatedCard::COLUMNS
    );
    let mut cards: Vec<OutdatedCard> = tx.rows(&sql, params![after, mark, most])?;
    cards.sort_by_key(|card| card.id);
    Ok(cards)
}

/// Stores a card's secrets, encrypted with the current key. Presentations and approval requests
/// contain a copy of the code's hash, which is replaced too. Otherwise clerks to whom the card was
/// presented could no longer redeem it.
pub fn set_secrets(tx: &mut Tx<'_>, old: &OutdatedCard, new: &OutdatedCard) -> Result<()> {
    let (vendor, id) = (new.vendor_id, new.id);
    keys::forget(tx, (vendor, id), &["number_hash", "code_hash", "claim_hash"])?;
    let hashes = [Some(&new.number_hash), Some(&new.code_hash), new.claim_hash.as_ref()];
    keys::insert(tx, vendor, id, hashes.into_iter().flatten())?;
    tx.later(
        "UPDATE card SET number_hash = $1, sealed_number = $2, code_hash = $3, sealed_code = $4, claim_hash = $5,
             sealed_claim = $6 WHERE vendor_id = $7 AND id = $8",
        params![
            new.number_hash,
            new.sealed_number,
            new.code_hash,
            new.sealed_code,
            new.claim_hash,
            new.sealed_claim,
            vendor,
            id
        ],
    )?;
    for table in ["card_presentation", "redemption_request"] {
        let sql = format!(
            "UPDATE {table} SET code_hash = $1 WHERE vendor_id = $2 AND card_id = $3 AND code_hash = $4"
        );
        tx.later(&sql, params![new.code_hash, vendor, id, old.code_hash])?;
    }
    Ok(())
}
