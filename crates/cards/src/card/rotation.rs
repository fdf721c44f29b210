//! Re-encrypts the secrets of cards with the program's current key. Card numbers, codes and links
//! stay the same.

use db::Tx;

use access::rotation::{Kept, Renewed};
use platform::{error::Result, secrets::Secrets};

use super::store;
use crate::card::{
    codes::{CardCode, CardNumber, ClaimToken},
    store::OutdatedCard,
};

/// Encrypted columns of cards, which can't be read without the key that encrypted them.
pub const KEPT: &[Kept] = &[
    Kept { name: "cards", table: "card", column: "sealed_code", condition: "TRUE" },
    Kept { name: "numbers of cards", table: "card", column: "sealed_number", condition: "TRUE" },
    Kept {
        name: "links of gifts",
        table: "card",
        column: "sealed_claim",
        condition: "sealed_claim IS NOT NULL",
    },
];

/// Re-encrypts up to `limit` cards that were encrypted with an older key and have an id after
/// `after`.
pub fn renew(tx: &mut Tx<'_>, secrets: &Secrets, after: &str, limit: i64) -> Result<Renewed> {
    let outdated = store::outdated(tx, &secrets.mark(), after, limit)?;
    let last = outdated.last().map(|card| card.id.to_string());
    let mut done = Renewed { last, renewed: 0, unreadable: 0 };
    for old in outdated {
        match renewed(secrets, &old) {
            Some(new) => {
                store::set_secrets(tx, &old, &new)?;
                done.renewed += 1;
            }
            None => {
                tracing::error!(card = %old.id, "no key decrypts the secrets of this card");
                done.unreadable += 1;
            }
        }
    }
    Ok(done)
}

fn renewed(secrets: &Secrets, old: &OutdatedCard) -> Option<OutdatedCard> {
    let id = old.id.to_string();
    let number = CardNumber::open(secrets, &id, &old.sealed_number)?;
    let code = CardCode::open(secrets, &id, &old.sealed_code)?;
    let claim = match &old.sealed_claim {
        Some(sealed) => Some(ClaimToken::open(secrets, &id, sealed)?),
        None => None,
    };
    Some(OutdatedCard {
        id: old.id,
        vendor_id: old.vendor_id,
        number_hash: number.hashes(secrets).current().to_owned(),
        sealed_number: number.sealed(secrets, &id),
        code_hash: code.hashes(secrets).current().to_owned(),
        sealed_code: code.sealed(secrets, &id),
        claim_hash: claim.as_ref().map(|claim| claim.hashes(secrets).current().to_owned()),
        sealed_claim: claim.as_ref().map(|claim| claim.sealed(secrets, &id)),
    })
}
