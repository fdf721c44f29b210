//! What somebody has moved at a shop's counter lately, and what is known of single redemptions besides their transfer.

use db::{Tx, params};

use crate::{
    cards::rules::Hour,
    error::Result,
    kernel::{
        ids::{CardId, PersonId, TenantId, TransferId},
        money::Cents,
        timestamp::Timestamp,
    },
};

/// Counts what somebody has redeemed and paid out at a shop since then, but for what was reversed. Whoever counts for the
/// same person at the same time waits until this transaction is over.
pub fn hour_of(
    tx: &mut Tx<'_>,
    now: Timestamp,
    since: Timestamp,
    person: PersonId,
    vendor: TenantId,
) -> Result<Hour> {
    tx.execute(
        "INSERT INTO counter_pace (person_id, vendor_id, moved_at) VALUES ($1, $2, $3)
         ON CONFLICT (person_id, vendor_id) DO UPDATE SET moved_at = excluded.moved_at",
        params![person, vendor, now],
    )?;
    let (count, amount): (i64, Cents) = tx.one(
        "SELECT count(*), CAST(COALESCE(SUM(-e.amount), 0) AS BIGINT)
         FROM transfer t
         JOIN card k ON k.id = t.card_id AND k.vendor_id = $1
         JOIN entry e ON e.transfer_id = t.id AND e.account = 'card:' || t.card_id
         WHERE t.actor = $2 AND t.created_at > $3 AND t.kind IN ('REDEMPTION', 'CASH_OUT')
             AND NOT EXISTS (SELECT 1 FROM transfer r WHERE r.reverses = t.id)",
        params![vendor, person, since],
    )?;
    Ok(Hour { count, amount })
}

/// Marks a redemption of a card that nobody had shown.
pub fn insert_by_name(tx: &mut Tx<'_>, transfer: TransferId, card: CardId) -> Result<()> {
    tx.execute(
        "INSERT INTO redemption_by_name (transfer_id, card_id) VALUES ($1, $2)",
        params![transfer, card],
    )?;
    Ok(())
}

/// The redemptions of a card that nobody had shown.
pub fn list_by_name(tx: &mut Tx<'_>, card: CardId) -> Result<Vec<TransferId>> {
    let rows: Vec<(TransferId,)> = tx.rows(
        "SELECT transfer_id FROM redemption_by_name WHERE card_id = $1 ORDER BY transfer_id",
        params![card],
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
