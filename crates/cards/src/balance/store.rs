//! Look-up of a card's encrypted code by its number.

use db::{First, rows};

use kernel::ids::CardId;
use platform::secrets::Hashes;

/// Finds the card that has one of these hashes as its number, with its encrypted code.
pub fn sealed_code(number: &Hashes) -> First<(CardId, String)> {
    let (list, values) = number.listed_after(&[]);
    let sql = format!(
        "SELECT k.id, k.sealed_code FROM card k
         WHERE k.vendor_id = (SELECT l.vendor_id FROM card_lookup l WHERE l.key_hash IN {list})
           AND k.id = (SELECT l.card_id FROM card_lookup l WHERE l.key_hash IN {list}) AND k.number_hash IN {list}"
    );
    rows(sql, &values).first()
}
