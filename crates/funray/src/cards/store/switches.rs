//! Who froze a card or let it be used again, and why. There is no statement here that changes or removes such a row, not
//! even when an account is closed: each of them is sealed.

use db::{Tx, params};

use super::CardId;
use crate::{
    auth::PersonId,
    error::Result,
    id_type,
    kernel::timestamp::Timestamp,
    ledger::{Chain, Rule, Source},
};

/// How these rows are sealed.
pub const SWITCHES: Chain = Chain {
    name: "switches of cards",
    table: "card_switch",
    seals: "switch_seal",
    unsealed: "unsealed_switch",
    key: "switch_id",
    sources: &[Source {
        columns: "w.id, w.card_id, CAST(w.is_active AS INTEGER), w.person_id, w.reason, w.created_at",
        join: "JOIN card_switch w ON w.id = s.switch_id",
        order: "w.id",
    }],
};

pub const RULES: &[Rule] = &[(
    "every switch of a card is sealed or about to be",
    "SELECT w.id, 'no seal knows it' FROM card_switch w
     LEFT JOIN switch_seal s ON s.switch_id = w.id LEFT JOIN unsealed_switch u ON u.switch_id = w.id
     WHERE s.position IS NULL AND u.switch_id IS NULL ORDER BY w.id LIMIT 5",
)];

id_type!(
    /// The moment when a card was frozen or could be used again.
    SwitchId,
    "csw"
);

/// A card is frozen, or may be used again: who says so, and why.
pub struct Switch<'a> {
    pub is_active: bool,
    pub by: PersonId,
    pub reason: Option<&'a str>,
}

/// Sets the state, and writes down who did.
pub fn switch(tx: &mut Tx<'_>, now: Timestamp, id: CardId, switch: &Switch<'_>) -> Result<()> {
    let Switch { is_active, by, reason } = *switch;
    let since = (!is_active).then_some(now);
    tx.execute(
        "UPDATE card SET deactivated_at = $1, deactivation_reason = $2 WHERE id = $3",
        params![since, reason.filter(|_| !is_active), id],
    )?;
    let switch = SwitchId::new(now);
    tx.execute(
        "INSERT INTO card_switch (id, card_id, is_active, person_id, reason, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![switch, id, is_active, by, reason, now],
    )?;
    tx.execute("INSERT INTO unsealed_switch (switch_id) VALUES ($1)", params![switch])?;
    Ok(())
}
