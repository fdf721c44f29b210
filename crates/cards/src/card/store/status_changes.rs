//! Rows of freezes and unfreezes of cards, with author and reason. The rows are sealed in a chain,
//! so they are never changed or deleted, even when an account is closed.

use db::{Tx, params};

use kernel::{
    ids::{CardId, PersonId, StatusChangeId, TenantId},
    timestamp::Timestamp,
};
use ledger::{Chain, KeyedBy, Rule, Source};
use platform::error::Result;

use super::update_all;

/// Chain that seals the freezes and unfreezes of cards.
pub const STATUS_CHANGES: Chain = Chain {
    name: "status changes of cards",
    word: "status-changes",
    table: "card_status_change",
    seals: "status_change_seal",
    unsealed: "unsealed_status_change",
    owner: "vendor_id",
    key: "status_change_id",
    has_age: true,
    sources: &[Source {
        columns: "w.id, w.card_id, CAST(w.is_active AS INTEGER), w.person_id, w.reason, w.created_at",
        join: "JOIN card_status_change w ON w.vendor_id = s.vendor_id AND w.id = s.status_change_id",
        order: "w.id",
    }],
};

pub const RULES: &[Rule] = &[Rule {
    name: "every status change of a card is sealed or about to be",
    breaking: "SELECT w.id, 'no seal knows it', w.vendor_id FROM {rows} w
     LEFT JOIN status_change_seal s ON s.vendor_id = w.vendor_id AND s.status_change_id = w.id
     LEFT JOIN unsealed_status_change u ON u.vendor_id = w.vendor_id AND u.status_change_id = w.id
     WHERE s.position IS NULL AND u.status_change_id IS NULL ORDER BY w.id LIMIT 5",
    table: "card_status_change",
    key: KeyedBy::Vendor,
    made: "created_at",
    touched: "created_at",
}];

/// A freeze or unfreeze of a card, with author and reason.
pub struct StatusChange<'a> {
    pub is_active: bool,
    /// Person who made the change; `None` if the system did.
    pub by: Option<PersonId>,
    pub reason: Option<&'a str>,
}

/// Freezes or unfreezes a card and records the change.
pub fn change_status(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (vendor, id): (TenantId, CardId),
    change: &StatusChange<'_>,
) -> Result<()> {
    let StatusChange { is_active, reason, .. } = *change;
    let since = (!is_active).then_some(now);
    tx.execute(
        "UPDATE card SET deactivated_at = $1, deactivation_reason = $2 WHERE vendor_id = $3 AND id = $4",
        params![since, reason.filter(|_| !is_active), vendor, id],
    )?;
    record(tx, now, (vendor, id), change)
}

/// Like [`change_status`], for several cards with few statements. Updates the rows of all cards
/// first, and then records the changes.
pub fn change_status_of(
    tx: &mut Tx<'_>,
    now: Timestamp,
    cards: &[(TenantId, CardId)],
    change: &StatusChange<'_>,
) -> Result<()> {
    let since = (!change.is_active).then_some(now);
    let reason = change.reason.filter(|_| !change.is_active);
    let set = "deactivated_at = $1, deactivation_reason = $2";
    update_all(tx, cards.iter().copied(), set, params![since, reason])?;
    tx.batched(|tx| cards.iter().try_for_each(|card| record(tx, now, *card, change)))
}

fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (vendor, id): (TenantId, CardId),
    change: &StatusChange<'_>,
) -> Result<()> {
    let StatusChange { is_active, by, reason } = *change;
    let change = StatusChangeId::new(now);
    tx.later(
        "INSERT INTO card_status_change (vendor_id, id, card_id, is_active, person_id, reason, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![vendor, change, id, is_active, by, reason, now],
    )?;
    tx.later(
        "INSERT INTO unsealed_status_change (vendor_id, status_change_id) VALUES ($1, $2)",
        params![vendor, change],
    )?;
    Ok(())
}

/// Finds the person who last froze a card. Returns `None` if the system froze the card, or if the
/// card was never frozen.
pub fn frozen_by(tx: &mut Tx<'_>, vendor: TenantId, id: CardId) -> Result<Option<PersonId>> {
    let found: Option<(Option<PersonId>,)> = tx.first(
        "SELECT person_id FROM card_status_change WHERE vendor_id = $1 AND card_id = $2 AND is_active = FALSE
         ORDER BY created_at DESC, id DESC LIMIT 1",
        params![vendor, id],
    )?;
    Ok(found.and_then(|(person,)| person))
}
