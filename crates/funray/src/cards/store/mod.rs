//! The rows of cards. Their balance is changed by the ledger alone.

mod addresses;
mod list;
mod row;
mod sold;
mod switches;

use db::{Tx, params};

use super::{CardId, NewCard, codes::CardNumber};
use crate::{
    auth::{PersonId, TenantId},
    error::Result,
    kernel::{dates::BusinessDate, fold::search_key, money::Cents, timestamp::Timestamp},
    ledger::OrderId,
    tenants::TenantScope,
};

pub use addresses::{AddressChange, NewAddress, address_changes, readdress};
pub use list::{CardFilter, CardOrder, count, list};
pub use row::CardRow;
pub use sold::{Sold, SoldFilter, sold};
pub use switches::{RULES, SWITCHES, Switch, switch};

/// Whose cards somebody looks at.
#[derive(Clone, Debug)]
pub enum Reach {
    /// Those of shops, because the person works there.
    Shops(TenantScope),
    /// Those that the person has bought or owns.
    Wallet(PersonId),
}

/// The secrets of a new card as its row keeps them.
pub struct SealedSecrets {
    pub code_hash: String,
    pub sealed_code: String,
    pub claim_hash: Option<String>,
    pub sealed_claim: Option<String>,
}

/// A card with nothing on it yet; the ledger puts it there.
pub fn insert(
    tx: &mut Tx<'_>,
    id: CardId,
    now: Timestamp,
    number: &CardNumber,
    secrets: &SealedSecrets,
    card: &NewCard,
) -> Result<()> {
    let gift = card.gift.as_ref();
    let cause = card.cause.as_ref();
    let owner = if gift.is_some() { None } else { Some(card.buyer) };
    let holder = gift.map_or(card.buyer_name.as_str(), |gift| gift.to.as_str());
    tx.execute(
        "INSERT INTO card (id, number, code_hash, sealed_code, order_id, vendor_id, charity_id, campaign_id, face,
             balance, charity_rate, share_percentage, charity_share, platform_share, vendor_share, buyer_id,
             owner_id, is_gift, gift_to, recipient_email, gift_from, gift_message, claim_hash, sealed_claim,
             resent_count, search_key, moved_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $23, 0, $24, $25, $25)",
        params![
            id,
            number.to_string(),
            secrets.code_hash,
            secrets.sealed_code,
            card.order,
            card.vendor,
            cause.map(|cause| cause.charity),
            cause.map(|cause| cause.campaign),
            card.price,
            cause.map(|cause| cause.rate),
            card.share_percentage,
            card.split.charity,
            card.split.platform,
            card.split.vendor,
            card.buyer,
            owner,
            gift.is_some(),
            gift.map(|gift| gift.to.clone()),
            gift.map(|gift| gift.recipient.clone()),
            gift.map(|gift| gift.from.clone()),
            gift.and_then(|gift| gift.message.clone()),
            secrets.claim_hash,
            secrets.sealed_claim,
            search_key(&format!("{number} {holder}")),
            now
        ],
    )?;
    Ok(())
}

pub fn is_number_taken(tx: &mut Tx<'_>, number: &CardNumber) -> Result<bool> {
    let found: Option<(CardId,)> =
        tx.first("SELECT id FROM card WHERE number = $1", params![number.to_string()])?;
    Ok(found.is_some())
}

db::row! {
    /// What moving money needs to know of a card, which is locked.
    #[derive(Clone, Copy, Debug)]
    pub struct LockedCard {
        pub id: CardId,
        pub vendor_id: TenantId,
        pub order_id: OrderId,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub balance: Cents,
        pub deactivated_at: Option<Timestamp>,
    }
}

impl LockedCard {
    pub fn is_active(&self) -> bool {
        self.deactivated_at.is_none()
    }
}

/// Locks a card that is within reach of somebody at a shop.
pub fn lock(tx: &mut Tx<'_>, scope: &TenantScope, id: CardId) -> Result<Option<LockedCard>> {
    let sql = format!(
        "SELECT {} FROM card WHERE id = $1{}",
        LockedCard::COLUMNS,
        tx.engine().for_update()
    );
    let found: Option<LockedCard> = tx.first(&sql, params![id])?;
    Ok(found.filter(|card| scope.reaches(card.vendor_id)))
}

/// The newest card's code, sealed.
pub fn newest_sealed(tx: &mut Tx<'_>) -> Result<Option<(CardId, String)>> {
    Ok(tx.first("SELECT id, sealed_code FROM card ORDER BY id DESC LIMIT 1", &[])?)
}

/// Whether the order of a card was taken back: then it was emptied for good.
pub fn is_cancelled(tx: &mut Tx<'_>, order: OrderId) -> Result<bool> {
    let found: Option<(OrderId,)> = tx.first(
        "SELECT id FROM orders WHERE id = $1 AND cancelled_at IS NOT NULL",
        params![order],
    )?;
    Ok(found.is_some())
}

db::row! {
    /// What sending a gift on needs to know of it, which is locked.
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
    }
}

pub fn lock_gift(tx: &mut Tx<'_>, id: CardId) -> Result<Option<LockedGift>> {
    let sql = format!(
        "SELECT {} FROM card WHERE id = $1{}",
        LockedGift::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.first(&sql, params![id])?)
}

pub fn find(tx: &mut Tx<'_>, reach: &Reach, id: CardId) -> Result<Option<CardRow>> {
    let found = row::find(tx, "k.id = $1", params![id])?;
    Ok(found.filter(|card| reach.has(card)))
}

/// Whatever it is and whose ever it is: for the program's own mails.
pub fn find_for_mail(tx: &mut Tx<'_>, id: CardId) -> Result<Option<CardRow>> {
    row::find(tx, "k.id = $1", params![id])
}

pub fn find_by_code(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    code_hash: &str,
) -> Result<Option<CardRow>> {
    let found = row::find(tx, "k.code_hash = $1", params![code_hash])?;
    Ok(found.filter(|card| scope.reaches(card.vendor_id)))
}

pub fn find_by_number(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    number: &CardNumber,
) -> Result<Option<CardRow>> {
    let found = row::find(tx, "k.number = $1", params![number.to_string()])?;
    Ok(found.filter(|card| scope.reaches(card.vendor_id)))
}

/// A gift by the token in its link.
pub fn find_by_claim(tx: &mut Tx<'_>, claim_hash: &str) -> Result<Option<CardRow>> {
    row::find(tx, "k.claim_hash = $1", params![claim_hash])
}

pub fn of_order(tx: &mut Tx<'_>, order: OrderId) -> Result<Vec<CardRow>> {
    row::list(tx, "k.order_id = $1 ORDER BY k.created_at, k.id", params![order])
}

impl Reach {
    fn has(&self, card: &CardRow) -> bool {
        match self {
            Reach::Shops(scope) => scope.reaches(card.vendor_id),
            Reach::Wallet(person) => card.buyer_id == *person || card.owner_id == Some(*person),
        }
    }
}

pub fn set_resent(tx: &mut Tx<'_>, id: CardId, day: BusinessDate, count: i64) -> Result<()> {
    tx.execute(
        "UPDATE card SET resent_on = $1, resent_count = $2 WHERE id = $3",
        params![day, count, id],
    )?;
    Ok(())
}

/// What a card is known by at a till, and who it is found by.
pub struct Identity<'a> {
    pub number: &'a CardNumber,
    pub secrets: &'a SealedSecrets,
    /// All the names that it is searched by.
    pub names: &'a str,
}

/// A card gets another number and another code: those of before find nothing any more.
pub fn renew(tx: &mut Tx<'_>, id: CardId, identity: &Identity<'_>) -> Result<()> {
    let Identity { number, secrets, names } = identity;
    tx.execute(
        "UPDATE card SET number = $1, code_hash = $2, sealed_code = $3, search_key = $4 WHERE id = $5",
        params![
            number.to_string(),
            secrets.code_hash,
            secrets.sealed_code,
            search_key(&format!("{number} {names}")),
            id
        ],
    )?;
    Ok(())
}

/// A gift was mailed to this address, which may be its recipient's no more.
pub fn set_mailed(tx: &mut Tx<'_>, id: CardId, recipient: &str, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE card SET mailed_at = $1 WHERE id = $2 AND recipient_email = $3",
        params![now, id, recipient],
    )?;
    Ok(())
}

pub fn set_opened(tx: &mut Tx<'_>, id: CardId, now: Timestamp) -> Result<()> {
    tx.execute("UPDATE card SET opened_at = $1 WHERE id = $2", params![now, id])?;
    Ok(())
}

pub fn set_owner(tx: &mut Tx<'_>, id: CardId, owner: PersonId, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE card SET owner_id = $1, claimed_at = $2 WHERE id = $3",
        params![owner, now, id],
    )?;
    Ok(())
}

/// What a closed account leaves of its person on cards: nothing.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.execute("UPDATE card SET search_key = number WHERE owner_id = $1", params![person])?;
    tx.execute("UPDATE card SET gift_from = '' WHERE buyer_id = $1 AND is_gift", params![person])?;
    tx.execute(
        "UPDATE card SET gift_to = '', recipient_email = '', gift_message = NULL WHERE owner_id = $1 AND is_gift",
        params![person],
    )?;
    addresses::forget_addresses(tx, person)
}

/// How many cards of somebody have something on them, and what that is together.
pub fn left_of(tx: &mut Tx<'_>, person: PersonId) -> Result<(i64, Cents)> {
    Ok(tx.one(
        "SELECT count(*), CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM card WHERE owner_id = $1 AND balance > 0",
        params![person],
    )?)
}
