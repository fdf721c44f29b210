//! What has to be known before money leaves a card at a counter, and what is known of single redemptions besides their
//! transfer.

use db::{Tx, params};

use super::{CounterSettings, LockedCard};
use crate::{
    cards::rules::{self, Hour, Pace},
    error::Result,
    idempotency::{Named, Stored},
    kernel::{
        ids::{CardId, PersonId, TransferId},
        money::Cents,
        timestamp::Timestamp,
    },
};

/// What has to be known of a clerk, a locked card and its shop before money leaves the card.
pub struct CounterFacts {
    pub settings: CounterSettings,
    /// The card was shown to them lately, with the code that it has.
    pub is_presented: bool,
    /// What they have redeemed and paid out at the shop in the last hour, but for what was reversed. Nobody counts it for
    /// those who have no limit, nor further than the highest limit there is.
    pub hour: Hour,
    /// The same call, if it was done before.
    pub earlier: Option<Stored>,
}

db::row! {
    struct FactsRow {
        is_presented: bool,
        movements: i64,
        amount: Cents,
        request_hash: Option<String>,
        reply: Option<String>,
        is_pace_limited: Option<bool>,
        most_redemptions: Option<i64>,
        most_amount: Option<Cents>,
        single_amount: Option<Cents>,
        redeems_by_name: Option<bool>,
    }
}

impl FactsRow {
    /// None where the shop has never changed any.
    fn settings(&self) -> Option<CounterSettings> {
        let pace = Pace {
            most_redemptions: self.most_redemptions?,
            most_amount: self.most_amount?,
            single_amount: self.single_amount?,
        };
        let (is_pace_limited, redeems_by_name) = (self.is_pace_limited?, self.redeems_by_name?);
        Some(CounterSettings { is_pace_limited, pace, redeems_by_name })
    }
}

/// `is_paced` says whether the shop's limits hold for this person. Whoever asks for the same person at the same shop at the
/// same time waits until this transaction is over, so that of two redemptions the second is counted with the first; where
/// nothing is limited nobody waits, and nothing is counted.
pub fn counter_facts(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    card: &LockedCard,
    named: &Named,
    is_paced: bool,
) -> Result<CounterFacts> {
    let is_counted = is_paced && card.is_pace_limited;
    if is_counted {
        tx.later(
            "INSERT INTO counter_pace (person_id, vendor_id, moved_at) VALUES ($1, $2, $3)
             ON CONFLICT (person_id, vendor_id) DO UPDATE SET moved_at = excluded.moved_at",
            params![person, card.vendor_id, now],
        )?;
    }
    let row: FactsRow = tx.one(
        "SELECT EXISTS (SELECT 1 FROM card_presentation WHERE vendor_id = $5 AND person_id = $1 AND card_id = $2 AND code_hash = $3
                        AND presented_at >= $4),
                counted.movements, counted.amount, i.request_hash, i.reply,
                s.is_pace_limited, s.most_redemptions, s.most_amount, s.single_amount, s.redeems_by_name
         FROM (SELECT count(*) AS movements, CAST(COALESCE(SUM(moved.amount), 0) AS BIGINT) AS amount
               FROM (SELECT -e.amount AS amount
                     FROM transfer t
                     JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id AND e.account = 'card:' || t.card_id
                     WHERE $8 = TRUE
                         AND t.vendor_id = $5 AND t.actor = $1 AND t.kind IN ('REDEMPTION', 'CASH_OUT') AND t.created_at > $6
                         AND NOT EXISTS (SELECT 1 FROM transfer r WHERE r.vendor_id = t.vendor_id AND r.reverses = t.id)
                     LIMIT $9) moved) counted
         LEFT JOIN idempotency i ON i.person_id = $1 AND i.key = $7
         LEFT JOIN counter_settings s ON s.vendor_id = $5",
        params![
            person,
            card.id,
            card.code_hash,
            now.minus(rules::PRESENTED_FOR),
            card.vendor_id,
            now.minus(rules::PACE_HOUR),
            named.key(),
            is_counted,
            rules::MOST_REDEMPTIONS + 1
        ],
    )?;
    let stored = |(request_hash, reply)| Stored { request_hash, reply };
    Ok(CounterFacts {
        settings: row.settings().unwrap_or_default(),
        is_presented: row.is_presented,
        hour: Hour { count: row.movements, amount: row.amount },
        earlier: row.request_hash.zip(row.reply).map(stored),
    })
}

/// Marks a redemption of a card that nobody had shown.
pub fn insert_by_name(tx: &mut Tx<'_>, card: &LockedCard, transfer: TransferId) -> Result<()> {
    tx.later(
        "INSERT INTO redemption_by_name (vendor_id, transfer_id, card_id) VALUES ($1, $2, $3)",
        params![card.vendor_id, transfer, card.id],
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
