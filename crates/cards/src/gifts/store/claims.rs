//! Rows of claimed gifts. The rows are sealed in a chain, so they are never changed or deleted.

use db::{Tx, params};

use kernel::{
    ids::{CardId, PersonId, TenantId},
    timestamp::Timestamp,
};
use ledger::{Chain, KeyedBy, Rule, Source};
use platform::error::Result;

/// Chain that seals the claims of gifts.
pub const CLAIMS: Chain = Chain {
    name: "claims of gifts",
    word: "claims",
    table: "card_claim",
    seals: "claim_seal",
    unsealed: "unsealed_claim",
    owner: "vendor_id",
    key: "card_id",
    has_age: false,
    sources: &[Source {
        columns: "m.card_id, m.owner_id, m.created_at",
        join: "JOIN card_claim m ON m.vendor_id = s.vendor_id AND m.card_id = s.card_id",
        order: "m.card_id",
    }],
};

pub const RULES: &[Rule] = &[
    Rule {
        name: "every claim of a gift is sealed or about to be",
        breaking: "SELECT m.card_id, 'no seal knows it', m.vendor_id FROM {rows} m
     LEFT JOIN claim_seal s ON s.vendor_id = m.vendor_id AND s.card_id = m.card_id
     LEFT JOIN unsealed_claim u ON u.vendor_id = m.vendor_id AND u.card_id = m.card_id
     WHERE s.position IS NULL AND u.card_id IS NULL ORDER BY m.card_id LIMIT 5",
        table: "card_claim",
        key: KeyedBy::CardOfVendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "a card is its buyer's, or who has claimed it",
        breaking: "SELECT c.id, 'its buyer or its owner is somebody else than its sale and its claim say', c.vendor_id FROM {rows} c
     JOIN transfer t ON t.vendor_id = c.vendor_id AND t.card_id = c.id AND t.kind = 'SALE'
     LEFT JOIN card_claim m ON m.vendor_id = t.vendor_id AND m.card_id = c.id
     WHERE c.moved_from_id IS NULL AND c.buyer_id <> t.actor
        OR COALESCE(c.owner_id, '') <> COALESCE(m.owner_id, CASE WHEN c.is_gift THEN '' ELSE c.buyer_id END)
     ORDER BY c.id LIMIT 5",
        table: "card",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "moved_at",
    },
];

/// Adds a gift to a person's wallet, and records the claim.
pub fn set_owner(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    owner: PersonId,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE card SET owner_id = $1, claimed_at = $2 WHERE vendor_id = $3 AND id = $4",
        params![owner, now, vendor, id],
    )?;
    copy_claim(tx, (vendor, id), owner, now)
}

/// Inserts the row that records who claimed a gift.
pub fn copy_claim(
    tx: &mut Tx<'_>,
    (vendor, id): (TenantId, CardId),
    owner: PersonId,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO card_claim (vendor_id, card_id, owner_id, created_at) VALUES ($1, $2, $3, $4)",
        params![vendor, id, owner, now],
    )?;
    tx.later(
        "INSERT INTO unsealed_claim (vendor_id, card_id) VALUES ($1, $2)",
        params![vendor, id],
    )?;
    Ok(())
}
