//! What has to be known before money leaves a card at a counter, and what is known of single redemptions besides their
//! transfer.

use db::{Ask, Tx, Value, params, rows};

use super::{CounterSettings, LockedCard, list};
use crate::{
    cards::rules::{self, Hour, Pace},
    error::Result,
    idempotency::{Named, Stored},
    kernel::{
        ids::{CardId, PersonId, TransferId},
        money::Cents,
        timestamp::Timestamp,
    },
    tenants::TenantScope,
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

impl From<FactsRow> for CounterFacts {
    fn from(row: FactsRow) -> CounterFacts {
        let stored = |(request_hash, reply)| Stored { request_hash, reply };
        CounterFacts {
            settings: row.settings().unwrap_or_default(),
            is_presented: row.is_presented,
            hour: Hour { count: row.movements, amount: row.amount },
            earlier: row.request_hash.zip(row.reply).map(stored),
        }
    }
}

/// Whether the shop of a card `k` limits the pace of its clerks: it does, unless it has said otherwise.
const IS_PACE_LIMITED: &str = "NOT EXISTS
    (SELECT 1 FROM counter_settings o WHERE o.vendor_id = k.vendor_id AND o.is_pace_limited = FALSE)";

/// Who acts at a counter, as far as what is asked of them depends on it.
pub struct AtCounter<'a> {
    pub scope: &'a TenantScope,
    pub person: PersonId,
    /// Whether the shop's limits hold for them.
    pub is_paced: bool,
}

/// Locks a card that is within somebody's scope, and asks in the same go for all that has to be known before money leaves it.
/// Whoever asks for the same person at the same shop at the same time waits until this transaction is over, so that of two
/// redemptions the second is counted with the first; where nothing is limited nobody waits, and nothing is counted.
pub fn lock_with_facts(
    tx: &mut Tx<'_>,
    now: Timestamp,
    who: &AtCounter<'_>,
    id: CardId,
    named: &Named,
) -> Result<Option<(LockedCard, CounterFacts)>> {
    let Some(scope) = super::narrowed(tx, who.scope, id)? else { return Ok(None) };
    let who = &AtCounter { scope: &scope, ..*who };
    if who.is_paced {
        let mut parameters = owned(params![id, who.person, now]);
        let card = within(who.scope, &mut parameters);
        tx.later(
            &format!(
                "INSERT INTO counter_pace (person_id, vendor_id, moved_at)
                 SELECT $2, k.vendor_id, CAST($3 AS BIGINT) FROM card k WHERE {card} AND {IS_PACE_LIMITED}
                 ON CONFLICT (person_id, vendor_id) DO UPDATE SET moved_at = excluded.moved_at"
            ),
            &parameters,
        )?;
    }
    let questions = (super::locked(tx.engine(), who.scope, id), facts(now, who, id, named));
    let (card, row) = tx.ask(questions)?;
    Ok(card.zip(row.map(CounterFacts::from)))
}

fn owned(parameters: &[Value<'_>]) -> Vec<Value<'static>> {
    parameters.iter().map(Value::owned).collect()
}

/// The condition that a card `k`, the first of the parameters, is within somebody's scope.
fn within(scope: &TenantScope, parameters: &mut Vec<Value<'static>>) -> String {
    let shops = list::of_shops(scope, parameters);
    shops.map_or("k.id = $1".to_owned(), |shops| format!("k.id = $1 AND {shops}"))
}

fn facts(
    now: Timestamp,
    who: &AtCounter<'_>,
    id: CardId,
    named: &Named,
) -> impl Ask<Answer = Option<FactsRow>> + use<> {
    let mut parameters = owned(params![
        id,
        who.person,
        now.minus(rules::PRESENTED_FOR),
        now.minus(rules::PACE_HOUR),
        named.key(),
        who.is_paced,
        rules::MOST_REDEMPTIONS + 1
    ]);
    let card = within(who.scope, &mut parameters);
    let sql = format!(
        "WITH moved AS (
             SELECT -e.amount AS amount
             FROM transfer t
             JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id AND e.account = 'card:' || t.card_id
             WHERE t.vendor_id = (SELECT k.vendor_id FROM card k WHERE {card} AND $6 = TRUE AND {IS_PACE_LIMITED})
                 AND t.actor = $2 AND t.kind IN ('REDEMPTION', 'CASH_OUT') AND t.created_at > $4
                 AND NOT EXISTS (SELECT 1 FROM transfer r WHERE r.vendor_id = t.vendor_id AND r.reverses = t.id)
             LIMIT $7)
         SELECT EXISTS (SELECT 1 FROM card_presentation p
                        WHERE p.vendor_id = k.vendor_id AND p.person_id = $2 AND p.card_id = k.id AND p.code_hash = k.code_hash
                            AND p.presented_at >= $3),
                (SELECT count(*) FROM moved), CAST(COALESCE((SELECT SUM(amount) FROM moved), 0) AS BIGINT),
                i.request_hash, i.reply, s.is_pace_limited, s.most_redemptions, s.most_amount, s.single_amount,
                s.redeems_by_name
         FROM card k
         LEFT JOIN idempotency i ON i.person_id = $2 AND i.key = $5
         LEFT JOIN counter_settings s ON s.vendor_id = k.vendor_id
         WHERE {card}"
    );
    rows(sql, &parameters).first()
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
