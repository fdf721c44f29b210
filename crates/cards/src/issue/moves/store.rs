//! Cards that another shop takes over: the old row, the new one, and the row that links both.

use db::{Tx, params};

use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, CardId, OrderId, PersonId, ShopClosingId, TenantId},
    money::Cents,
    rates::Split,
    time_zones::Zone,
    timestamp::Timestamp,
};
use ledger::{KeyedBy, Rule};
use platform::error::Result;

use crate::{
    card::{SealedSecrets, keys},
    gifts::thanks::ThanksPhrase,
};

db::row! {
    /// Columns of an old card that the new card takes over.
    #[derive(Clone, Debug)]
    pub struct MovableCard {
        pub id: CardId,
        pub sealed_number: String,
        pub last_four: String,
        pub sealed_code: String,
        pub sealed_claim: Option<String>,
        pub order_id: OrderId,
        pub charity_id: Option<TenantId>,
        pub campaign_id: Option<CampaignId>,
        pub charity_rate: Option<i64>,
        pub share_percentage: i64,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub is_gift: bool,
        pub gift_to: Option<String>,
        pub recipient_email: Option<String>,
        pub gift_from: Option<String>,
        pub gift_message: Option<String>,
        pub mailed_at: Option<Timestamp>,
        pub opened_at: Option<Timestamp>,
        pub claimed_at: Option<Timestamp>,
        pub resent_on: Option<BusinessDate>,
        pub resent_count: i64,
        pub deactivated_at: Option<Timestamp>,
        pub deactivation_reason: Option<String>,
        pub search_key: String,
        pub send_at: Option<Timestamp>,
        pub send_zone: Option<Zone>,
        pub send_stopped_at: Option<Timestamp>,
        pub reminded_at: Option<Timestamp>,
        pub reminded_count: i64,
        pub thanked_at: Option<Timestamp>,
        pub thanks_phrase: Option<ThanksPhrase>,
        pub thanks_words: Option<String>,
    }
}

/// Lists the cards that an order has at one shop and that have a balance. The caller must have
/// locked them.
pub fn list_movable(tx: &mut Tx<'_>, vendor: TenantId, order: OrderId) -> Result<Vec<MovableCard>> {
    let sql = format!(
        "SELECT {} FROM card WHERE vendor_id = $1 AND order_id = $2 AND balance > 0 ORDER BY id",
        MovableCard::COLUMNS
    );
    Ok(tx.rows(&sql, params![vendor, order])?)
}

/// Replaces the number, code and link of an old card with secrets that nobody knows. The last four
/// digits stay, so that buyers can still tell their cards apart.
pub fn put_away(
    tx: &mut Tx<'_>,
    (vendor, id): (TenantId, CardId),
    secrets: &SealedSecrets,
    to: (TenantId, CardId),
) -> Result<()> {
    keys::forget(tx, (vendor, id), &["number_hash", "code_hash", "claim_hash"])?;
    let hashes =
        [Some(&secrets.number_hash), Some(&secrets.code_hash), secrets.claim_hash.as_ref()];
    keys::insert(tx, vendor, id, hashes.into_iter().flatten())?;
    tx.later(
        "UPDATE card SET number_hash = $1, sealed_number = $2, code_hash = $3, sealed_code = $4, claim_hash = $5,
             sealed_claim = $6, moved_to_vendor_id = $7, moved_to_id = $8 WHERE vendor_id = $9 AND id = $10",
        params![
            secrets.number_hash,
            secrets.sealed_number,
            secrets.code_hash,
            secrets.sealed_code,
            secrets.claim_hash,
            secrets.sealed_claim,
            to.0,
            to.1,
            vendor,
            id
        ],
    )?;
    Ok(())
}

/// A new card that takes over an old card.
pub struct TakingOver<'a> {
    pub id: CardId,
    pub vendor: TenantId,
    pub made_at: Timestamp,
    pub moved_at: Timestamp,
    pub amount: Cents,
    pub split: Split,
    pub secrets: &'a SealedSecrets,
    pub old: &'a MovableCard,
    pub old_vendor: TenantId,
}

pub fn insert_taking_over(tx: &mut Tx<'_>, new: &TakingOver<'_>) -> Result<()> {
    let (old, secrets) = (new.old, new.secrets);
    tx.later(
        "INSERT INTO card (id, number_hash, code_hash, sealed_code, order_id, vendor_id, charity_id, campaign_id, face,
             balance, charity_rate, share_percentage, charity_share, platform_share, vendor_share, buyer_id, owner_id,
             is_gift, gift_to, recipient_email, gift_from, gift_message, claim_hash, sealed_claim, mailed_at, opened_at,
             claimed_at, resent_on, resent_count, deactivated_at, deactivation_reason, search_key, moved_at, created_at,
             sealed_number, last_four, moved_from_vendor_id, moved_from_id, send_at,
             send_zone, send_stopped_at, reminded_at, reminded_count, thanked_at, thanks_phrase, thanks_words)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37,
             $38, $39, $40, $41, $42, $43, $44, $45)",
        params![
            new.id,
            secrets.number_hash,
            secrets.code_hash,
            secrets.sealed_code,
            old.order_id,
            new.vendor,
            old.charity_id,
            old.campaign_id,
            new.amount,
            old.charity_rate,
            old.share_percentage,
            new.split.charity,
            new.split.platform,
            new.split.vendor,
            old.buyer_id,
            old.owner_id,
            old.is_gift,
            old.gift_to,
            old.recipient_email,
            old.gift_from,
            old.gift_message,
            secrets.claim_hash,
            secrets.sealed_claim,
            old.mailed_at,
            old.opened_at,
            old.claimed_at,
            old.resent_on,
            old.resent_count,
            old.deactivated_at,
            old.deactivation_reason,
            old.search_key,
            new.moved_at,
            new.made_at,
            secrets.sealed_number,
            secrets.last_four,
            new.old_vendor,
            old.id,
            old.send_at,
            old.send_zone,
            old.send_stopped_at,
            old.reminded_at,
            old.reminded_count,
            old.thanked_at,
            old.thanks_phrase,
            old.thanks_words
        ],
    )?;
    let hashes =
        [Some(&secrets.number_hash), Some(&secrets.code_hash), secrets.claim_hash.as_ref()];
    keys::insert(tx, new.vendor, new.id, hashes.into_iter().flatten())
}

/// Links the old card to the new one.
pub fn insert_move(
    tx: &mut Tx<'_>,
    now: Timestamp,
    closing: ShopClosingId,
    new: &TakingOver<'_>,
) -> Result<()> {
    tx.later(
        "INSERT INTO card_move (vendor_id, card_id, new_vendor_id, new_card_id, closing_id, amount, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![new.old_vendor, new.old.id, new.vendor, new.id, closing, new.amount, now],
    )?;
    Ok(())
}

pub const RULES: &[Rule] = &[
    Rule {
        name: "a card that was handed over is empty and frozen, and its rest is on the new card",
        breaking: "WITH made AS MATERIALIZED (
             SELECT n.vendor_id, n.id, n.face, n.order_id, n.buyer_id, n.owner_id, n.is_gift, n.moved_from_id FROM card n
             WHERE (n.vendor_id, n.id) IN (SELECT m.new_vendor_id, m.new_card_id FROM {rows} m))
         SELECT m.card_id, 'the old card has ' || COALESCE(k.balance, 0) || ', the new one was made with '
                || COALESCE(n.face, 0) || ' for ' || m.amount, m.vendor_id
         FROM {rows} m
         LEFT JOIN card k ON k.vendor_id = m.vendor_id AND k.id = m.card_id
         LEFT JOIN made n ON n.vendor_id = m.new_vendor_id AND n.id = m.new_card_id
         WHERE k.id IS NULL OR n.id IS NULL OR k.balance <> 0 OR k.deactivated_at IS NULL OR k.reversed < m.amount
             OR n.face <> m.amount OR n.order_id <> k.order_id OR n.buyer_id <> k.buyer_id OR n.is_gift <> k.is_gift
             OR k.owner_id IS NOT NULL AND COALESCE(n.owner_id, '') <> k.owner_id
             OR COALESCE(k.moved_to_id, '') <> n.id OR COALESCE(n.moved_from_id, '') <> k.id
         ORDER BY m.card_id LIMIT 5",
        table: "card_move",
        key: KeyedBy::CardOfVendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "a card that took another one over has its move",
        breaking: "WITH moves AS MATERIALIZED (
             SELECT m.vendor_id, m.card_id, m.new_vendor_id, m.new_card_id FROM card_move m
             WHERE (m.vendor_id, m.card_id) IN
                 (SELECT c.moved_from_vendor_id, c.moved_from_id FROM {rows} c WHERE c.moved_from_id IS NOT NULL))
         SELECT c.id, 'no move made it', c.vendor_id FROM {rows} c
         LEFT JOIN moves m ON m.vendor_id = c.moved_from_vendor_id AND m.card_id = c.moved_from_id
             AND m.new_vendor_id = c.vendor_id AND m.new_card_id = c.id
         WHERE c.moved_from_id IS NOT NULL AND m.card_id IS NULL ORDER BY c.id LIMIT 5",
        table: "card",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
];
