//! Rows of new cards, and of cards whose charge is being reversed or refunded.

use std::collections::{BTreeMap, HashSet};

use db::{Ask, Tx, params, rows};

use kernel::{
    fold::search_key,
    ids::{CardId, OrderId, PersonId, TenantId},
    money::Cents,
    rates::{CharityRate, PlatformRate, Split},
    timestamp::Timestamp,
};
use ledger::{KeyedBy, LockedBalance, Rule};
use platform::error::{Error, Result};

use super::NewCard;
use crate::{
    card::{self, SealedSecrets, update_all},
    gifts::send_time::SendTime,
};

/// Inserts a card with its price as balance. The matching transfer is recorded in the ledger.
pub fn insert(
    tx: &mut Tx<'_>,
    id: CardId,
    (made_at, moved_at): (Timestamp, Timestamp),
    secrets: &SealedSecrets,
    card: &NewCard,
    waits_until: Option<SendTime>,
) -> Result<()> {
    let gift = card.gift.as_ref();
    let cause = card.cause.as_ref();
    let owner = if gift.is_some() { None } else { Some(card.buyer) };
    let holder = gift.map_or(card.buyer_name.as_str(), |gift| gift.to.as_str());
    tx.later(
        "INSERT INTO card (id, number_hash, code_hash, sealed_code, order_id, vendor_id, charity_id, campaign_id, face,
             balance, charity_rate, share_percentage, charity_share, platform_share, vendor_share, buyer_id,
             owner_id, is_gift, gift_to, recipient_email, gift_from, gift_message, claim_hash, sealed_claim,
             resent_count, search_key, moved_at, created_at, sealed_number, last_four, send_at,
             send_zone)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $23, 0, $24, $25, $26, $27, $28, $29, $30)",
        params![
            id,
            secrets.number_hash,
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
            search_key(&format!("{} {holder}", secrets.last_four)),
            moved_at,
            made_at,
            secrets.sealed_number,
            secrets.last_four,
            waits_until.map(SendTime::moment),
            waits_until.map(|time| time.zone)
        ],
    )?;
    let keys = [Some(&secrets.number_hash), Some(&secrets.code_hash), secrets.claim_hash.as_ref()];
    card::keys::insert(tx, card.vendor, id, keys.into_iter().flatten())
}

/// Records that a gift was emailed to this address, unless its recipient has changed.
pub fn set_mailed(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    recipient: &str,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE card SET mailed_at = $1 WHERE vendor_id = $2 AND id = $3 AND recipient_email = $4",
        params![now, vendor, id, recipient],
    )?;
    Ok(())
}

db::row! {
    /// Columns needed to reverse a card's charge; the row is locked.
    #[derive(Clone, Debug)]
    pub struct ChargedCard {
        pub id: CardId,
        pub vendor_id: TenantId,
        pub charity_id: Option<TenantId>,
        pub face: Cents,
        pub balance: Cents,
        /// Amount taken off the card by refunds and by reversals of its charge.
        pub reversed: Cents,
        pub charity_rate: Option<CharityRate>,
        pub share_percentage: PlatformRate,
        charity_share: Cents,
        platform_share: Cents,
        vendor_share: Cents,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub last_four: String,
        pub is_gift: bool,
        pub deactivated_at: Option<Timestamp>,
        pub deactivation_reason: Option<String>,
        pub send_at: Option<Timestamp>,
        pub moved_at: Timestamp,
    }
}

impl ChargedCard {
    /// Computes the amount that was redeemed or paid out from the card.
    pub fn spent(&self) -> Result<Cents> {
        let left = self.face.checked_sub(self.balance);
        left.and_then(|left| left.checked_sub(self.reversed))
            .map_err(|_| Error::Internal(format!("{} has too much on it", self.id)))
    }

    /// Computes the shares of charity, platform and shop in the remaining balance.
    pub fn shares_of_rest(&self) -> Result<Split> {
        let (charity, platform) = (self.charity_share, self.platform_share);
        let sold = Split { charity, platform, vendor: self.vendor_share };
        let shares = sold.part(self.balance);
        shares.ok_or_else(|| Error::Internal(format!("{} has too much on it", self.id)))
    }

    pub fn key(&self) -> (TenantId, CardId) {
        (self.vendor_id, self.id)
    }

    pub fn locked_balance(&self) -> LockedBalance {
        LockedBalance { card: self.id, balance: self.balance, moved_at: self.moved_at }
    }
}

/// Locks the cards of an order and returns them, ordered by id. The cards may be on several database
/// machines, where only an update can lock rows. The caller has locked the order, so that two calls
/// for the same cards can't deadlock.
pub fn lock_charged(order: OrderId) -> impl Ask<Answer = Vec<ChargedCard>> + use<> {
    let sql = format!(
        "UPDATE card SET moved_at = moved_at WHERE order_id = $1 RETURNING {}",
        ChargedCard::COLUMNS
    );
    rows(sql, params![order]).map(|mut cards: Vec<ChargedCard>| {
        cards.sort_by_key(|card| card.id);
        cards
    })
}

/// Finds which of these orders have a card with a balance.
pub fn orders_with_money(orders: &[OrderId]) -> impl Ask<Answer = HashSet<OrderId>> + use<> {
    let questions = orders.chunks(card::MAX_LISTED).map(|some| {
        let (places, values) = card::listed(some, 1);
        let sql = format!(
            "SELECT DISTINCT order_id FROM card WHERE order_id IN ({places}) AND balance > 0"
        );
        rows::<(OrderId,)>(sql, &values)
    });
    let questions: Vec<_> = questions.collect();
    questions.map(|found| found.into_iter().flatten().map(|(order,)| order).collect())
}

/// Records the balance that a reversed or refunded charge took off each card, and the shop's share
/// of that balance. With `refunded_at`, the card stays empty permanently.
pub fn set_reversed(
    tx: &mut Tx<'_>,
    cards: impl IntoIterator<Item = (ChargedCard, Cents)>,
    refunded_at: Option<Timestamp>,
) -> Result<()> {
    let mut alike: BTreeMap<(Cents, Cents), Vec<(TenantId, CardId)>> = BTreeMap::new();
    for (card, revenue) in cards {
        alike.entry((card.balance, revenue)).or_default().push(card.key());
    }
    for ((unspent, revenue), cards) in alike {
        update_all(
            tx,
            cards,
            "reversed = reversed + $1, reversed_revenue = reversed_revenue + $2, refunded_at = COALESCE($3, refunded_at)",
            params![unspent, revenue, refunded_at],
        )?;
    }
    Ok(())
}

/// Clears the recorded amounts of a reversed charge, except on cards that were refunded or handed
/// over to another shop.
pub fn clear_reversed(tx: &mut Tx<'_>, cards: &[ChargedCard]) -> Result<()> {
    let set = "reversed = CASE WHEN refunded_at IS NULL AND moved_to_id IS NULL THEN 0 ELSE reversed END,
             reversed_revenue = CASE WHEN refunded_at IS NULL AND moved_to_id IS NULL THEN 0 ELSE reversed_revenue END";
    update_all(tx, cards.iter().map(ChargedCard::key), set, &[])
}

pub const RULES_OF_REFUNDS: &[Rule] = &[Rule {
    name: "a card whose rest was given back is empty and frozen",
    breaking: "SELECT k.id, 'it has ' || k.balance || ' and is ' || CASE WHEN k.deactivated_at IS NULL THEN 'active' ELSE 'frozen' END, k.vendor_id
         FROM {rows} k WHERE k.refunded_at IS NOT NULL AND (k.balance > 0 OR k.deactivated_at IS NULL)
         ORDER BY k.id LIMIT 5",
    table: "card",
    key: KeyedBy::Vendor,
    made: "created_at",
    touched: "moved_at",
}];
