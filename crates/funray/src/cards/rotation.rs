//! Makes the secrets of cards anew under the program's current key: number, code and link stay what they are.

use db::Tx;

use super::{
    codes::{CardCode, CardNumber, ClaimToken},
    store::{self, OutdatedCard},
};
use crate::{error::Result, secrets::Secrets};

/// What became of some cards.
pub struct RotatedCards {
    /// Where to go on; none when there are no more.
    pub last: Option<String>,
    pub renewed: u64,
    /// None of the program's keys opens these.
    pub unreadable: u64,
}

/// Does so for the next cards behind this one.
pub fn rotate_some(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    after: &str,
    most: i64,
) -> Result<RotatedCards> {
    let outdated = store::outdated(tx, &secrets.mark(), after, most)?;
    let last = outdated.last().map(|card| card.id.to_string());
    let mut rotated = RotatedCards { last, renewed: 0, unreadable: 0 };
    for old in outdated {
        match renewed(secrets, &old) {
            Some(new) => {
                store::set_secrets(tx, &old, &new)?;
                rotated.renewed += 1;
            }
            None => {
                tracing::error!(card = %old.id, "none of the program's keys opens what is sealed of this card");
                rotated.unreadable += 1;
            }
        }
    }
    Ok(rotated)
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
