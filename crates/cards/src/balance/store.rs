//! Look-up of a card's encrypted code by its number.

use db::{First, rows};

use kernel::ids::CardId;
use platform::secrets::Hashes;

use crate::card::keys;

/// Finds the card that has one of these hashes as its number, with its encrypted code.
pub fn sealed_code(number: &Hashes) -> First<(CardId, String)> {
    let (list, values) = number.listed_after(&[]);
    let named = keys::named("number_hash", &list);
    rows(format!("SELECT k.id, k.sealed_code FROM card k WHERE {named}"), &values).first()
}
