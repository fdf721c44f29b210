//! Changes of a gift recipient's email address. The new address is stored on the card, the old
//! address in a row of its own.

use db::{Rows, Tx, params, rows};

use kernel::{
    ids::{AddressChangeId, CardId, OrderId, PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::error::Result;

use crate::card::{self, SealedSecrets};

/// A change of a gift recipient's email address, with its author.
pub struct NewAddress<'a> {
    /// Vendor of the card.
    pub vendor: TenantId,
    pub old: Option<&'a str>,
    pub new: &'a str,
    pub by: PersonId,
}

/// Changes the recipient's address of a gift, records the change, and replaces the gift's link. The
/// old link stops working.
pub fn readdress(
    tx: &mut Tx<'_>,
    now: Timestamp,
    id: CardId,
    address: &NewAddress<'_>,
    secrets: &SealedSecrets,
) -> Result<()> {
    let NewAddress { vendor, old, new, by } = *address;
    card::keys::forget(tx, (vendor, id), &["claim_hash"])?;
    card::keys::insert(tx, vendor, id, &secrets.claim_hash)?;
    tx.execute(
        "UPDATE card SET recipient_email = $1, claim_hash = $2, sealed_claim = $3, mailed_at = NULL, opened_at = NULL,
             thanked_at = NULL, thanks_phrase = NULL, thanks_words = NULL
         WHERE vendor_id = $4 AND id = $5",
        params![new, secrets.claim_hash, secrets.sealed_claim, vendor, id],
    )?;
    tx.later(
        "INSERT INTO gift_address (vendor_id, id, card_id, old_email, new_email, person_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![vendor, AddressChangeId::new(now), id, old, new, by, now],
    )?;
    Ok(())
}

/// Lists the email addresses of a gift's earlier recipients.
pub fn earlier_addresses(tx: &mut Tx<'_>, gift: CardId) -> Result<Vec<String>> {
    let addresses: Vec<(String,)> = tx.rows(
        "SELECT old_email FROM gift_address WHERE card_id = $1 AND old_email IS NOT NULL ORDER BY created_at, id",
        params![gift],
    )?;
    Ok(addresses.into_iter().map(|(address,)| address).collect())
}

db::row! {
    /// A change of a gift recipient's email address, with its author and time.
    #[derive(Clone, Debug)]
    pub struct AddressChange {
        pub card_id: CardId,
        pub card_last_four: String,
        pub old_email: Option<String>,
        pub new_email: String,
        pub by_first_name: String,
        pub by_last_name: String,
        pub by_email: String,
        pub created_at: Timestamp,
    }
}

impl AddressChange {
    pub fn card_number(&self) -> String {
        card::masked_number(&self.card_last_four)
    }
}

/// Lists the changes of the recipients' addresses of an order's gifts, the oldest first.
pub fn address_changes(order: OrderId) -> Rows<AddressChange> {
    rows(
        "SELECT k.id, k.last_four, a.old_email, a.new_email, p.first_name, p.last_name, p.email, a.created_at
         FROM card k JOIN gift_address a ON a.vendor_id = k.vendor_id AND a.card_id = k.id JOIN person p ON p.id = a.person_id
         WHERE k.order_id = $1 ORDER BY a.created_at, a.id",
        params![order],
    )
}
