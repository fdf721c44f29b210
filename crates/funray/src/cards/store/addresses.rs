//! Gifts that were sent to another address: the new one on the card, and a row that keeps the old.

use db::{Tx, params};

use super::SealedSecrets;
use crate::{
    auth::PersonId,
    error::Result,
    id_type,
    kernel::timestamp::Timestamp,
    ledger::{CardId, OrderId},
};

id_type!(
    /// The moment when a gift was sent to another address.
    NewAddressId,
    "gad"
);

/// A gift goes to another address: from where, and who says so.
pub struct NewAddress<'a> {
    pub old: Option<&'a str>,
    pub new: &'a str,
    pub by: PersonId,
}

/// A gift gets another recipient, which is written down, and with them another link: that of before is worth nothing
/// any more.
pub fn readdress(
    tx: &mut Tx<'_>,
    now: Timestamp,
    id: CardId,
    address: &NewAddress<'_>,
    secrets: &SealedSecrets,
) -> Result<()> {
    let NewAddress { old, new, by } = *address;
    tx.execute(
        "UPDATE card SET recipient_email = $1, claim_hash = $2, sealed_claim = $3, mailed_at = NULL, opened_at = NULL
         WHERE id = $4",
        params![new, secrets.claim_hash, secrets.sealed_claim, id],
    )?;
    tx.execute(
        "INSERT INTO gift_address (id, card_id, old_email, new_email, person_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![NewAddressId::new(now), id, old, new, by, now],
    )?;
    Ok(())
}

/// Whoever closes their account leaves no address of theirs among those that their gifts had.
pub fn forget_addresses(tx: &mut Tx<'_>, owner: PersonId) -> Result<()> {
    tx.execute(
        "UPDATE gift_address SET old_email = NULL, new_email = ''
         WHERE card_id IN (SELECT id FROM card WHERE owner_id = $1)",
        params![owner],
    )?;
    Ok(())
}

db::row! {
    /// From where to where a gift went, who said so, and when.
    #[derive(Clone, Debug)]
    pub struct AddressChange {
        pub card_id: CardId,
        pub card_number: String,
        pub old_email: Option<String>,
        pub new_email: String,
        pub by_first_name: String,
        pub by_last_name: String,
        pub by_email: String,
        pub created_at: Timestamp,
    }
}

/// Those of all gifts of an order, the oldest first.
pub fn address_changes(tx: &mut Tx<'_>, order: OrderId) -> Result<Vec<AddressChange>> {
    Ok(tx.rows(
        "SELECT k.id, k.number, a.old_email, a.new_email, p.first_name, p.last_name, p.email, a.created_at
         FROM card k JOIN gift_address a ON a.card_id = k.id JOIN person p ON p.id = a.person_id
         WHERE k.order_id = $1 ORDER BY a.created_at, a.id",
        params![order],
    )?)
}
