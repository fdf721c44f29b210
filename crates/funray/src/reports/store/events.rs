//! What happened last at a shop: transfers on its cards, and cards that were frozen or can be used again.

use db::{Tx, params};

use crate::{
    error::Result,
    kernel::{
        ids::{CardId, TenantId},
        money::Cents,
        timestamp::Timestamp,
    },
    ledger::TransferKind,
};

db::row! {
    /// A transfer on a card, with who made it and who had bought the card.
    #[derive(Clone, Debug)]
    pub struct Moved {
        pub created_at: Timestamp,
        pub card_id: CardId,
        pub last_four: String,
        pub kind: TransferKind,
        /// Of what it reverses.
        pub reversed_kind: Option<TransferKind>,
        /// What it put on the card: below zero, what it took off it.
        pub amount: Cents,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
        pub buyer_first_name: Option<String>,
        pub buyer_last_name: Option<String>,
    }
}

/// Among so many of the newest one looks for those that are wanted: payouts are on no card, and one brand may have sold less.
const LOOKED_AT: i64 = 200;

/// Cards that support a cause, those that don't, or all.
fn of_brand(has_cause: Option<bool>) -> &'static str {
    match has_cause {
        None => "",
        Some(true) => " AND k.campaign_id IS NOT NULL",
        Some(false) => " AND k.campaign_id IS NULL",
    }
}

/// The newest few, the last one first.
pub fn newest_transfers(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    has_cause: Option<bool>,
    most: i64,
) -> Result<Vec<Moved>> {
    let sql = format!(
        "SELECT p.created_at, p.card_id, k.last_four, p.kind, r.kind, CAST(COALESCE(e.amount, 0) AS BIGINT),
                w.first_name, w.last_name, b.first_name, b.last_name
         FROM (SELECT t.vendor_id, t.id, t.created_at, t.card_id, t.kind, t.reverses, t.actor FROM transfer t
               WHERE t.vendor_id = $1 ORDER BY t.created_at DESC, t.id DESC LIMIT $3) p
         JOIN card k ON k.vendor_id = p.vendor_id AND k.id = p.card_id{}
         LEFT JOIN entry e ON e.vendor_id = p.vendor_id AND e.transfer_id = p.id AND e.account = 'card:' || p.card_id
         LEFT JOIN transfer r ON r.vendor_id = p.vendor_id AND r.id = p.reverses
         LEFT JOIN person w ON w.id = p.actor
         LEFT JOIN person b ON b.id = k.buyer_id
         ORDER BY p.created_at DESC, p.id DESC LIMIT $2",
        of_brand(has_cause)
    );
    Ok(tx.rows(&sql, params![vendor, most, LOOKED_AT])?)
}

db::row! {
    /// A card that was frozen, or can be used again.
    #[derive(Clone, Debug)]
    pub struct StatusChanged {
        pub created_at: Timestamp,
        pub card_id: CardId,
        pub last_four: String,
        pub is_active: bool,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
    }
}

/// The newest few, the last one first: ids sort by age.
pub fn newest_status_changes(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    has_cause: Option<bool>,
    most: i64,
) -> Result<Vec<StatusChanged>> {
    let sql = format!(
        "SELECT c.created_at, c.card_id, k.last_four, c.is_active, w.first_name, w.last_name
         FROM (SELECT s.vendor_id, s.id, s.card_id, s.is_active, s.person_id, s.created_at FROM card_status_change s
               WHERE s.vendor_id = $1 ORDER BY s.id DESC LIMIT $3) c
         JOIN card k ON k.vendor_id = c.vendor_id AND k.id = c.card_id{}
         LEFT JOIN person w ON w.id = c.person_id
         ORDER BY c.id DESC LIMIT $2",
        of_brand(has_cause)
    );
    Ok(tx.rows(&sql, params![vendor, most, LOOKED_AT])?)
}
