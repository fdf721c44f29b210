//! SQL for sales and redemptions by day: the differences between stored daily totals, plus
//! transfers that are not in the totals yet.

use std::collections::{BTreeMap, btree_map::Entry};

use db::{Conditions, FromRow, Row, Tx};

use super::{Filter, OF_CASH, moves, narrow, newer, of_vendors, rollup, series, whole, within};
use kernel::{dates::BusinessDate, money::Cents, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    /// Sums of the sales and redemptions of one day. Cancellations and reversals are subtracted on
    /// the day on which they happen.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DaySums {
        pub day: BusinessDate,
        pub cards: i64,
        pub purchased: Cents,
        pub redeemed: Cents,
        /// Part of the redeemed amount that shops paid out in cash.
        pub cash: Cents,
        pub raised: Cents,
        pub platform: Cents,
    }
}

kernel::adds_up! { DaySums { cards, purchased, redeemed, cash, raised, platform } keeping day }

/// Number of microseconds per hour. Days in Toronto begin at a full hour of UTC, so sums of hours
/// can be added to sums of days.
const HOUR_MICROS: i64 = 3_600_000_000;

/// Sums of sales and redemptions within one hour.
struct HourSums(DaySums);

impl FromRow for HourSums {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        let hour: i64 = row.next()?;
        let start = Timestamp::from_micros(hour.saturating_mul(HOUR_MICROS));
        Ok(HourSums(DaySums {
            day: BusinessDate::of(start),
            cards: row.next()?,
            purchased: row.next()?,
            redeemed: row.next()?,
            cash: row.next()?,
            raised: row.next()?,
            platform: row.next()?,
        }))
    }
}

/// Returns the SQL that computes the sums of each day of the period from the running totals. The
/// sum of a day is the difference from the previous totals, so the last totals before the period
/// are read as well.
fn rolled_up(conditions: &mut Conditions, filter: &Filter) -> String {
    let series = series(conditions, filter);
    let names = ["cards", "purchased", "on_card", "raised", "platform"];
    let moved = names.map(|name| format!("a.{name} - COALESCE(LAG(a.{name}) OVER w, 0) AS {name}"));
    let sum = |what: &str| whole(&format!("SUM({what})"));
    format!(
        "SELECT m.day, {}, {}, {}, CAST(0 AS BIGINT), {}, {}
         FROM (SELECT a.day, a.starts_at, {}
               FROM {series}
               CROSS JOIN daily_total a
               WHERE a.vendor_id = k.vendor_id AND a.campaign_id = k.series AND a.starts_at < $2 AND a.starts_at >= COALESCE(
                     (SELECT MAX(d.starts_at) FROM daily_total d
                      WHERE d.vendor_id = k.vendor_id AND d.campaign_id = k.series AND d.starts_at < $1), $1)
                 AND {}
               WINDOW w AS (PARTITION BY a.vendor_id, a.campaign_id ORDER BY a.starts_at)) m
         WHERE m.starts_at >= $1 GROUP BY m.day",
        sum("m.cards"),
        sum("m.purchased"),
        sum("m.purchased - m.on_card"),
        sum("m.raised"),
        sum("m.platform"),
        moved.join(", "),
        conditions.sql(),
    )
}

/// Returns the SQL that sums the entries of the selected transfers by hour.
fn live(conditions: &mut Conditions, filter: &Filter, transfers: &str) -> String {
    let moves = moves(conditions, filter, transfers);
    let sum = |what: &str| whole(&format!("SUM({what})"));
    format!(
        "SELECT m.created_at / {HOUR_MICROS}, {}, {}, {}, CAST(0 AS BIGINT), {}, {}
         FROM ({moves}) m WHERE m.created_at >= $1 GROUP BY m.created_at / {HOUR_MICROS}",
        sum("m.cards"),
        sum("m.purchased"),
        sum("m.purchased - m.on_card"),
        sum("m.raised"),
        sum("m.platform"),
    )
}

/// Returns the SQL that sums cash-outs by hour.
fn paid_out(conditions: &mut Conditions, filter: &Filter) -> String {
    conditions.and("t.kind = 'CASH_OUT' AND t.created_at >= $1 AND t.created_at < $2".to_owned());
    let vendors = of_vendors(conditions, "t.vendor_id", &filter.vendors);
    conditions.and(vendors);
    narrow(conditions, filter);
    let nothing = "CAST(0 AS BIGINT)";
    format!(
        "SELECT t.created_at / {HOUR_MICROS}, {nothing}, {nothing}, {nothing}, {}, {nothing}, {nothing}
         FROM {OF_CASH} WHERE {} GROUP BY t.created_at / {HOUR_MICROS}",
        whole("-SUM(e.amount)"),
        conditions.sql(),
    )
}

/// Returns the sums of each day on which cards were sold or redeemed, the earliest day first.
pub fn sums_by_day(tx: &mut Tx<'_>, filter: &Filter) -> Result<Vec<DaySums>> {
    let behind = rollup::behind(tx, &filter.vendors)?;
    let mut conditions = within(filter.days);
    let sql = rolled_up(&mut conditions, filter);
    let mut parts: Vec<DaySums> = tx.rows(&sql, conditions.parameters())?;
    for (mut conditions, transfers) in newer(filter, &behind) {
        let sql = live(&mut conditions, filter, &transfers);
        let hours: Vec<HourSums> = tx.rows(&sql, conditions.parameters())?;
        parts.extend(hours.into_iter().map(|HourSums(sums)| sums));
    }
    if filter.counts_parts {
        let mut conditions = within(filter.days);
        let sql = paid_out(&mut conditions, filter);
        let hours: Vec<HourSums> = tx.rows(&sql, conditions.parameters())?;
        parts.extend(hours.into_iter().map(|HourSums(sums)| sums));
    }
    let mut days = BTreeMap::new();
    for part in parts {
        match days.entry(part.day) {
            Entry::Vacant(day) => {
                day.insert(part);
            }
            Entry::Occupied(mut day) => {
                day.insert(part.checked_add(*day.get())?);
            }
        }
    }
    Ok(days.into_values().collect())
}
