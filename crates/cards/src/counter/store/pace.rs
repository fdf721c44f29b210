//! Queries for the checks before a card is debited at a counter, and rows that mark redemptions of
//! cards that were not presented.

use std::time::Duration;

use db::{Ask, FromRow, Row, Tx, params, rows};

use access::idempotency::{Named, Stored};
use kernel::{
    ids::{CardId, PersonId, TenantId, TransferId},
    money::Cents,
    timestamp::Timestamp,
};
use market::tenants::TenantScope;
use platform::error::Result;

use crate::{
    card::{self, LockedCard},
    counter::{
        rules::{self, Hour, Pace},
        settings::{COLUMNS, CounterSettings, IS_PACE_LIMITED, SettingsRow},
    },
};

/// Transfers `t` of cards, each with its entry `e` on the card.
const MOVEMENTS: &str = "transfer t
    JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id AND e.account = 'card:' || t.card_id";

/// SQL condition that transfer `t` of a shop took money off a card at a counter and was not reversed.
/// `shop` is the placeholder of the shop's id.
fn is_counted(shop: &str) -> String {
    format!(
        "t.kind IN ('REDEMPTION', 'CASH_OUT')
         AND NOT EXISTS (SELECT 1 FROM transfer r WHERE r.vendor_id = {shop} AND r.reverses = t.id)"
    )
}

/// Facts about a clerk, a locked card and its shop, needed before money leaves the card.
pub struct CounterFacts {
    pub settings: CounterSettings,
    /// Whether the card was presented to the clerk recently, with the code that is still valid.
    pub is_presented: bool,
    /// The clerk's redemptions and cash-outs at the shop in the last hour, without reversed ones.
    /// Counting stops once a limit is exceeded. Nothing is counted if that was recorded within the
    /// hour and the shop requires no approval.
    pub hour: Hour,
    /// Amount taken off the card in the last hour by anyone. Zero for a card whose face is within the
    /// shop's limit, because all of its debits together are, too.
    pub card_hour: Cents,
    /// The clerk's counted redemptions in the last minutes, to detect a burst. `count` is the number
    /// of different cards other than this one.
    pub minutes: Hour,
    /// Time at which the clerk was last recorded as exceeding a limit.
    pub unusual_at: Option<Timestamp>,
    /// Time until which a manager allows the clerk to exceed the limits.
    pub free_until: Option<Timestamp>,
    /// Time at which the last enqueued check for bursts is due.
    pub burst_check_at: Option<Timestamp>,
    /// Stored result of the same call, if the call was already made.
    pub earlier: Option<Stored>,
}

struct FactsRow {
    is_presented: bool,
    hour: Hour,
    card_hour: Cents,
    minutes: Hour,
    unusual_at: Option<Timestamp>,
    free_until: Option<Timestamp>,
    burst_check_at: Option<Timestamp>,
    earlier: Option<Stored>,
    settings: SettingsRow,
}

impl FromRow for FactsRow {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(FactsRow {
            is_presented: row.next()?,
            hour: Hour { count: row.next()?, amount: row.next()? },
            card_hour: row.next()?,
            minutes: Hour { count: row.next()?, amount: row.next()? },
            unusual_at: row.next()?,
            free_until: row.next()?,
            burst_check_at: row.next()?,
            earlier: {
                let (hash, reply): (Option<String>, Option<String>) = (row.next()?, row.next()?);
                let stored = |(request_hash, reply)| Stored { request_hash, reply };
                hash.zip(reply).map(stored)
            },
            settings: SettingsRow::from_row(row)?,
        })
    }
}

impl FactsRow {
    fn at(self, now: Timestamp) -> CounterFacts {
        CounterFacts {
            settings: self.settings.rules_at(now).settings,
            is_presented: self.is_presented,
            hour: self.hour,
            card_hour: self.card_hour,
            minutes: self.minutes,
            unusual_at: self.unusual_at,
            free_until: self.free_until,
            burst_check_at: self.burst_check_at,
            earlier: self.earlier,
        }
    }
}

/// The person at the counter, with the parameters of the checks before a debit.
pub struct AtCounter<'a> {
    pub scope: &'a TenantScope,
    pub person: PersonId,
    /// Whether the shop's limits apply to this person.
    pub is_paced: bool,
    /// Period in which many redemptions are a burst.
    pub minutes: Duration,
}

/// Locks a card within the scope, and reads in the same round trip everything that is needed before
/// the card is debited. At shops that require approval, calls of the same person run one after the
/// other, so that the limits count all earlier redemptions.
pub fn lock_with_facts(
    tx: &mut Tx<'_>,
    now: Timestamp,
    who: &AtCounter<'_>,
    id: CardId,
    named: &Named,
) -> Result<Option<(LockedCard, CounterFacts)>> {
    let Some(shop) = card::shop_within(tx, who.scope, id)? else { return Ok(None) };
    if who.is_paced {
        tx.later(
            &format!(
                "INSERT INTO counter_pace (person_id, vendor_id, moved_at)
                 SELECT $2, k.vendor_id, CAST($3 AS BIGINT) FROM card k
                 JOIN counter_settings o ON o.vendor_id = k.vendor_id
                 WHERE k.id = $1 AND k.vendor_id = $4 AND {IS_PACE_LIMITED}
                 ON CONFLICT (vendor_id, person_id) DO UPDATE SET moved_at = excluded.moved_at"
            ),
            params![id, who.person, now, shop],
        )?;
    }
    let questions = (card::locked(tx.engine(), shop, id), facts(now, who, shop, id, named));
    let (card, row) = tx.ask(questions)?;
    Ok(card.zip(row.map(|row| row.at(now))))
}

/// Reads the facts of a card. Each table is compared with the shop's id itself, not with a column of
/// another table, because a cluster then sends the whole statement to the shop's machine. Earlier
/// calls are not on that machine, so they are read first.
fn facts(
    now: Timestamp,
    who: &AtCounter<'_>,
    shop: TenantId,
    id: CardId,
    named: &Named,
) -> impl Ask<Answer = Option<FactsRow>> + use<> {
    let is_counted = is_counted("$8");
    // Counting up to one more than the limit is enough to see that the limit is exceeded. Once that
    // is recorded and no manager has to approve, nothing is counted.
    let counted = format!(
        "SELECT CASE
             WHEN NOT EXISTS (SELECT 1 FROM counter_pace p WHERE p.vendor_id = $8 AND p.person_id = $2 AND p.unusual_at > $4)
                 OR EXISTS (SELECT 1 FROM counter_settings o WHERE o.vendor_id = $8 AND {IS_PACE_LIMITED})
             THEN (SELECT CASE WHEN l.most > $7 THEN l.most ELSE CAST($7 AS BIGINT) END + 1
                   FROM (SELECT COALESCE((SELECT CASE WHEN s.next_most_redemptions > s.most_redemptions THEN s.next_most_redemptions
                                                      ELSE s.most_redemptions END
                                          FROM counter_settings s WHERE s.vendor_id = $8),
                                         CAST($6 AS BIGINT)) AS most) l)
             ELSE CAST(0 AS BIGINT) END"
    );
    let sql = format!(
        "WITH earlier AS MATERIALIZED (SELECT request_hash, reply FROM idempotency WHERE person_id = $2 AND key = $11),
         moved AS (
             SELECT t.card_id AS card_id, t.created_at AS moved_at, -e.amount AS amount
             FROM {MOVEMENTS}
             WHERE t.vendor_id = $8 AND t.actor = $2 AND t.created_at > $4 AND {is_counted}
             ORDER BY t.created_at DESC
             LIMIT ({counted})),
         counted AS (
             SELECT count(*) AS movements, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount,
                    count(DISTINCT CASE WHEN moved_at > $5 AND card_id <> $1 THEN card_id END) AS recent_cards,
                    CAST(COALESCE(SUM(CASE WHEN moved_at > $5 THEN amount ELSE 0 END), 0) AS BIGINT) AS recent_amount
             FROM moved)
         SELECT EXISTS (SELECT 1 FROM card_presentation p
                        WHERE p.vendor_id = $8 AND p.person_id = $2 AND p.card_id = k.id AND p.code_hash = k.code_hash
                            AND p.presented_at >= $9),
                m.movements, m.amount,
                CASE WHEN k.face > COALESCE(CASE WHEN s.next_single_amount < s.single_amount THEN s.next_single_amount
                                                 ELSE s.single_amount END, CAST($10 AS BIGINT))
                     THEN (SELECT CAST(COALESCE(SUM(-e.amount), 0) AS BIGINT)
                           FROM entry e JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
                           WHERE e.vendor_id = $8 AND e.account = 'card:' || k.id AND e.created_at > $4 AND {is_counted})
                     ELSE CAST(0 AS BIGINT) END,
                m.recent_cards, m.recent_amount, u.unusual_at, u.free_until, b.due_at, h.request_hash, h.reply, {COLUMNS}
         FROM card k
         CROSS JOIN counted m
         LEFT JOIN earlier h ON TRUE
         LEFT JOIN counter_settings s ON s.vendor_id = $8
         LEFT JOIN counter_pace u ON u.vendor_id = $8 AND u.person_id = $2
         LEFT JOIN burst_check b ON b.vendor_id = $8
         WHERE k.vendor_id = $8 AND k.id = $1"
    );
    rows(
        sql,
        params![
            id,
            who.person,
            now,
            now.minus(rules::PACE_HOUR),
            now.minus(who.minutes),
            Pace::default().most_redemptions,
            rules::MIN_CARDS_OF_BURST,
            shop,
            now.minus(rules::PRESENTED_FOR),
            Pace::default().single_amount,
            named.key()
        ],
    )
    .first()
}

/// Sums a clerk's redemptions and cash-outs at a shop in the last hour, without reversed ones.
pub fn hour_of(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    vendor: TenantId,
) -> Result<Hour> {
    let is_counted = is_counted("$1");
    let sql = format!(
        "SELECT count(*), CAST(COALESCE(SUM(-e.amount), 0) AS BIGINT) FROM {MOVEMENTS}
         WHERE t.vendor_id = $1 AND t.actor = $2 AND t.created_at > $3 AND {is_counted}"
    );
    let (count, amount) = tx.one(&sql, params![vendor, person, now.minus(rules::PACE_HOUR)])?;
    Ok(Hour { count, amount })
}

/// Records when a person exceeded a limit for clerks at a shop.
pub fn set_unusual(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    vendor: TenantId,
) -> Result<()> {
    tx.later(
        "INSERT INTO counter_pace (person_id, vendor_id, moved_at, unusual_at) VALUES ($1, $2, $3, $3)
         ON CONFLICT (vendor_id, person_id) DO UPDATE SET unusual_at = excluded.unusual_at",
        params![person, vendor, now],
    )?;
    Ok(())
}

/// Allows a clerk to exceed the limits of a shop until a time.
pub fn set_free(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    vendor: TenantId,
    until: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO counter_pace (person_id, vendor_id, moved_at, free_until) VALUES ($1, $2, $3, $4)
         ON CONFLICT (vendor_id, person_id) DO UPDATE SET free_until = excluded.free_until",
        params![person, vendor, now, until],
    )?;
    Ok(())
}

db::row! {
    /// Highest totals within a clock hour at a shop: number and amount for one clerk, and amount
    /// for one card.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct BusyHours {
        pub redemptions: i64,
        pub amount: Cents,
        pub of_card: Cents,
    }
}

/// Finds the busiest hours of a shop since a moment.
pub fn busy_hours(tx: &mut Tx<'_>, vendor: TenantId, since: Timestamp) -> Result<BusyHours> {
    let is_counted = is_counted("$1");
    let moved =
        format!("{MOVEMENTS} WHERE t.vendor_id = $1 AND t.created_at >= $2 AND {is_counted}");
    let hour = "t.created_at / 3600000000";
    let sql = format!(
        "WITH of_clerks AS (SELECT count(*) AS movements, CAST(SUM(-e.amount) AS BIGINT) AS amount FROM {moved} GROUP BY t.actor, {hour}),
         of_cards AS (SELECT CAST(SUM(-e.amount) AS BIGINT) AS amount FROM {moved} GROUP BY t.card_id, {hour})
         SELECT COALESCE((SELECT MAX(movements) FROM of_clerks), 0), COALESCE((SELECT MAX(amount) FROM of_clerks), 0),
             COALESCE((SELECT MAX(amount) FROM of_cards), 0)"
    );
    Ok(tx.one(&sql, params![vendor, since])?)
}

/// Marks a redemption as made without presenting the card.
pub fn insert_by_name(tx: &mut Tx<'_>, card: &LockedCard, transfer: TransferId) -> Result<()> {
    tx.later(
        "INSERT INTO redemption_by_name (vendor_id, transfer_id, card_id) VALUES ($1, $2, $3)",
        params![card.vendor_id, transfer, card.id],
    )?;
    Ok(())
}

/// Lists the redemptions that were made without presenting this card.
pub fn list_by_name(tx: &mut Tx<'_>, vendor: TenantId, card: CardId) -> Result<Vec<TransferId>> {
    let rows: Vec<(TransferId,)> = tx.rows(
        "SELECT transfer_id FROM redemption_by_name WHERE vendor_id = $1 AND card_id = $2 ORDER BY transfer_id",
        params![vendor, card],
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
