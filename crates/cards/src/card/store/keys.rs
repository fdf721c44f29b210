//! Table for finding a card by the keyed hash of its number, code or gift link. Card rows are
//! distributed by vendor, and only this table tells which vendor a hash belongs to.

use db::{ToValue, Tx, params};

use kernel::ids::{CardId, TenantId};
use ledger::{KeyedBy, Rule};
use platform::error::Result;

pub const RULES: &[Rule] = &[Rule {
    name: "a card is found by its number and its code",
    breaking: "WITH found AS MATERIALIZED (
             SELECT l.key_hash, l.vendor_id, l.card_id FROM card_lookup l
             WHERE l.key_hash IN (SELECT c.number_hash FROM {rows} c UNION ALL SELECT c.code_hash FROM {rows} c))
         SELECT c.id, 'one of them finds another card, or none', c.vendor_id FROM {rows} c
         LEFT JOIN found n ON n.key_hash = c.number_hash AND n.vendor_id = c.vendor_id AND n.card_id = c.id
         LEFT JOIN found s ON s.key_hash = c.code_hash AND s.vendor_id = c.vendor_id AND s.card_id = c.id
         WHERE n.key_hash IS NULL OR s.key_hash IS NULL
         ORDER BY c.id LIMIT 5",
    table: "card",
    key: KeyedBy::Vendor,
    made: "created_at",
    touched: "moved_at",
}];

/// Builds the SQL condition that finds card `k` by a hash column. `list` is the SQL list of
/// possible hashes.
pub fn named(column: &str, list: &str) -> String {
    format!(
        "k.vendor_id = (SELECT l.vendor_id FROM card_lookup l WHERE l.key_hash IN {list})
         AND k.id = (SELECT l.card_id FROM card_lookup l WHERE l.key_hash IN {list}) AND k.{column} IN {list}"
    )
}

pub fn insert<'a>(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    card: CardId,
    hashes: impl IntoIterator<Item = &'a String>,
) -> Result<()> {
    let mut values = params![vendor, card].to_vec();
    let mut rows = Vec::new();
    for hash in hashes {
        values.push(hash.to_value());
        rows.push(format!("(${}, $1, $2)", values.len()));
    }
    tx.later(
        &format!(
            "INSERT INTO card_lookup (key_hash, vendor_id, card_id) VALUES {}",
            rows.join(", ")
        ),
        &values,
    )?;
    Ok(())
}

/// Deletes the lookup rows for the hashes in these columns of a card.
pub fn forget(tx: &mut Tx<'_>, (vendor, card): (TenantId, CardId), columns: &[&str]) -> Result<()> {
    for column in columns {
        tx.later(
            &format!(
                "DELETE FROM card_lookup WHERE key_hash IN (SELECT {column} FROM card WHERE vendor_id = $1 AND id = $2)"
            ),
            params![vendor, card],
        )?;
    }
    Ok(())
}
