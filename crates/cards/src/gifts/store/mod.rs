//! Rows of gifts: recipients' addresses, claims, and figures by status.

mod addresses;
mod claims;
pub mod given;

pub use addresses::{AddressChange, NewAddress, address_changes, earlier_addresses, readdress};
pub use claims::{CLAIMS, RULES as RULES_OF_CLAIMS, copy_claim, set_owner};

use db::{Tx, params};

use kernel::{
    dates::BusinessDate,
    fold::search_key,
    ids::{CardId, OrderId, PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::{error::Result, secrets::Hashes};

use crate::{
    card::{self, CardRow, SealedSecrets, find_by},
    gifts::{send_time::SendTime, thanks::Thanks},
};

db::row! {
    /// Columns of a gift needed to send it again; the row is locked.
    #[derive(Clone, Debug)]
    pub struct LockedGift {
        pub id: CardId,
        pub vendor_id: TenantId,
        pub order_id: OrderId,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub is_gift: bool,
        pub gift_to: Option<String>,
        pub recipient_email: Option<String>,
        pub opened_at: Option<Timestamp>,
        pub resent_on: Option<BusinessDate>,
        pub resent_count: i64,
        pub deactivated_at: Option<Timestamp>,
        /// Time at which the gift is to be sent; `None` once it was.
        pub send_at: Option<Timestamp>,
        /// Time at which the giver stopped a gift that was to be sent later.
        pub send_stopped_at: Option<Timestamp>,
        pub mailed_at: Option<Timestamp>,
        pub claimed_at: Option<Timestamp>,
        pub reminded_at: Option<Timestamp>,
        pub reminded_count: i64,
    }
}

impl LockedGift {
    /// Whether the gift waits for its day or was stopped, so that its recipient knows nothing of it.
    pub fn is_unsent(&self) -> bool {
        self.send_at.or(self.send_stopped_at).is_some()
    }
}

pub fn lock_gift(tx: &mut Tx<'_>, shop: TenantId, id: CardId) -> Result<Option<LockedGift>> {
    let sql = format!(
        "SELECT {} FROM card WHERE vendor_id = $1 AND id = $2{}",
        LockedGift::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.first(&sql, params![shop, id])?)
}

/// Finds a gift by the token in its link.
pub fn find_by_claim(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<Option<CardRow>> {
    Ok(tx.ask(find_by("claim_hash", hashes))?)
}

pub fn set_resent(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    day: BusinessDate,
    count: i64,
) -> Result<()> {
    tx.later(
        "UPDATE card SET resent_on = $1, resent_count = $2 WHERE vendor_id = $3 AND id = $4",
        params![day, count, vendor, id],
    )?;
    Ok(())
}

/// Sets the day and hour at which a gift is sent.
pub fn set_send_time(tx: &mut Tx<'_>, vendor: TenantId, id: CardId, time: SendTime) -> Result<()> {
    tx.later(
        "UPDATE card SET send_at = $1, send_zone = $2, send_stopped_at = NULL WHERE vendor_id = $3 AND id = $4",
        params![time.moment(), time.zone, vendor, id],
    )?;
    Ok(())
}

pub fn set_stopped(tx: &mut Tx<'_>, vendor: TenantId, id: CardId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE card SET send_stopped_at = $1 WHERE vendor_id = $2 AND id = $3",
        params![now, vendor, id],
    )?;
    Ok(())
}

pub fn count_reminder(tx: &mut Tx<'_>, vendor: TenantId, id: CardId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE card SET reminded_at = $1, reminded_count = reminded_count + 1 WHERE vendor_id = $2 AND id = $3",
        params![now, vendor, id],
    )?;
    Ok(())
}

/// Replaces the number, code and searchable names of a card. The old number and code stop working.
pub fn renew(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    secrets: &SealedSecrets,
    names: &str,
) -> Result<()> {
    card::keys::forget(tx, (vendor, id), &["number_hash", "code_hash"])?;
    card::keys::insert(tx, vendor, id, [&secrets.number_hash, &secrets.code_hash])?;
    tx.later(
        "UPDATE card SET number_hash = $1, sealed_number = $2, last_four = $3, code_hash = $4, sealed_code = $5,
             search_key = $6 WHERE vendor_id = $7 AND id = $8",
        params![
            secrets.number_hash,
            secrets.sealed_number,
            secrets.last_four,
            secrets.code_hash,
            secrets.sealed_code,
            search_key(&format!("{} {names}", secrets.last_four)),
            vendor,
            id
        ],
    )?;
    Ok(())
}

/// Replaces the link of an unclaimed gift. The old link stops working.
pub fn relink(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    secrets: &SealedSecrets,
) -> Result<()> {
    card::keys::forget(tx, (vendor, id), &["claim_hash"])?;
    card::keys::insert(tx, vendor, id, &secrets.claim_hash)?;
    tx.later(
        "UPDATE card SET claim_hash = $1, sealed_claim = $2 WHERE vendor_id = $3 AND id = $4",
        params![secrets.claim_hash, secrets.sealed_claim, vendor, id],
    )?;
    Ok(())
}

/// Stores the recipient's thanks to the giver.
pub fn set_thanks(
    tx: &mut Tx<'_>,
    (vendor, id): (TenantId, CardId),
    thanks: &Thanks,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE card SET thanked_at = $1, thanks_phrase = $2, thanks_words = $3 WHERE vendor_id = $4 AND id = $5",
        params![now, thanks.phrase(), thanks.words(), vendor, id],
    )?;
    Ok(())
}

pub fn set_opened(tx: &mut Tx<'_>, vendor: TenantId, id: CardId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE card SET opened_at = $1 WHERE vendor_id = $2 AND id = $3",
        params![now, vendor, id],
    )?;
    Ok(())
}
