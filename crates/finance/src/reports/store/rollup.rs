//! SQL for the daily totals, and for the position in each vendor's chain of seals that the totals
//! have reached.

use db::{Conditions, FromRow, Row, ToValue, Tx, Value, params};

use super::{moved, of_vendors};
use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use market::tenants::TenantScope;
use platform::error::Result;

db::row! {
    /// Vendor with sealed transfers that are not in the vendor's daily totals yet.
    #[derive(Clone, Copy, Debug)]
    pub struct Behind {
        pub vendor_id: TenantId,
        /// Position of the last seal whose transfer is in the totals.
        pub position: i64,
        /// Position of the last seal in the vendor's chain.
        pub newest: i64,
    }
}

/// SQL for the position in the chain of seals that each vendor's totals have reached. Begins with
/// the first seal of each chain, because the machines of a cluster can't begin with a table that all
/// of them have.
const POSITIONS: &str = "SELECT f.vendor_id AS vendor_id, COALESCE(p.position, 0) AS position, COALESCE(p.is_stale, FALSE) AS is_stale,
       COALESCE(p.breakdown_position, 0) AS breakdown_position, (SELECT MAX(s.position) FROM seal s WHERE s.vendor_id = f.vendor_id) AS newest
     FROM tenant v JOIN seal f ON f.vendor_id = v.id AND f.position = 1 LEFT JOIN daily_position p ON p.vendor_id = f.vendor_id
     WHERE v.kind = 'VENDOR'";

/// Returns the vendors in `vendors` with seals that the daily totals don't cover yet.
pub fn behind(tx: &mut Tx<'_>, vendors: &TenantScope) -> Result<Vec<Behind>> {
    behind_by(tx, vendors, "position")
}

/// Returns the vendors in `vendors` with seals that the daily breakdowns don't cover yet.
pub fn behind_with_breakdowns(tx: &mut Tx<'_>, vendors: &TenantScope) -> Result<Vec<Behind>> {
    behind_by(tx, vendors, "breakdown_position")
}

fn behind_by(tx: &mut Tx<'_>, vendors: &TenantScope, position: &str) -> Result<Vec<Behind>> {
    let mut conditions = Conditions::default();
    let among = of_vendors(&mut conditions, "v.id", vendors);
    let sql = format!(
        "SELECT m.vendor_id, m.{position}, m.newest FROM ({POSITIONS} AND {among}) m WHERE m.newest > m.{position} ORDER BY m.vendor_id"
    );
    Ok(tx.rows(&sql, conditions.parameters())?)
}

/// Returns the vendors whose totals or breakdowns lack sealed transfers, or must be rebuilt.
pub fn unfinished(tx: &mut Tx<'_>) -> Result<Vec<TenantId>> {
    let sql = format!(
        "SELECT m.vendor_id FROM ({POSITIONS}) m WHERE m.newest > m.position OR m.newest > m.breakdown_position OR m.is_stale
         ORDER BY m.vendor_id"
    );
    let rows: Vec<(TenantId,)> = tx.rows(&sql, &[])?;
    Ok(rows.into_iter().map(|(vendor,)| vendor).collect())
}

db::row! {
    #[derive(Clone, Copy, Debug)]
    pub struct Position {
        pub position: i64,
        pub transfers: i64,
        pub is_stale: bool,
        pub breakdown_position: i64,
        pub owed: Cents,
    }
}

/// Locks and returns the position that a vendor's totals have reached. Creates the row if it
/// doesn't exist.
pub fn lock_position(tx: &mut Tx<'_>, vendor: TenantId, now: Timestamp) -> Result<Position> {
    tx.later(
        "INSERT INTO daily_position (vendor_id, position, transfers, is_stale, rolled_up_at) VALUES ($1, 0, 0, FALSE, $2)
         ON CONFLICT (vendor_id) DO NOTHING",
        params![vendor, now],
    )?;
    let sql = format!(
        "SELECT {} FROM daily_position WHERE vendor_id = $1{}",
        Position::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.one(&sql, params![vendor])?)
}

pub fn set_position(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    reached: Position,
    now: Timestamp,
) -> Result<()> {
    let Position { position, transfers, breakdown_position, owed, .. } = reached;
    tx.later(
        "UPDATE daily_position SET position = $2, transfers = $3, is_stale = FALSE, breakdown_position = $4, owed = $5, rolled_up_at = $6
         WHERE vendor_id = $1",
        params![vendor, position, transfers, breakdown_position, owed, now],
    )?;
    Ok(())
}

pub fn forget_totals(tx: &mut Tx<'_>, vendor: TenantId) -> Result<()> {
    tx.later("DELETE FROM daily_total WHERE vendor_id = $1", params![vendor])?;
    tx.later("DELETE FROM daily_series WHERE vendor_id = $1", params![vendor])?;
    Ok(())
}

/// Marks the totals of all vendors as outdated, so that they are rebuilt.
pub fn set_all_stale(tx: &mut Tx<'_>) -> Result<()> {
    tx.later("UPDATE daily_position SET is_stale = TRUE", &[])?;
    Ok(())
}

pub fn count_stale(tx: &mut Tx<'_>) -> Result<u64> {
    let (count,): (i64,) =
        tx.one("SELECT count(*) FROM daily_position WHERE is_stale = TRUE", &[])?;
    Ok(count.unsigned_abs())
}

/// Returns the position of the last of the next `most` seals of a vendor. `None` if there is no
/// seal after `after`.
pub fn next_position(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    after: i64,
    most: i64,
) -> Result<Option<i64>> {
    let (last,): (Option<i64>,) = tx.one(
        "SELECT MAX(position) FROM seal WHERE vendor_id = $1 AND position <= $2",
        params![vendor, after.saturating_add(most)],
    )?;
    Ok(last.filter(|last| *last > after))
}

db::row! {
    /// Amounts that a transfer on a card moved.
    #[derive(Clone, Copy, Debug)]
    pub struct Moved {
        pub created_at: Timestamp,
        pub campaign_id: Option<CampaignId>,
        pub charity_id: Option<TenantId>,
        pub buyer_id: PersonId,
        pub cards: i64,
        pub purchased: Cents,
        pub on_card: Cents,
        pub raised: Cents,
        pub platform: Cents,
    }
}

/// Returns the transfers on cards whose seals come after position `after` in a vendor's chain, up
/// to and including position `until`.
pub fn moved_between(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    after: i64,
    until: i64,
) -> Result<Vec<Moved>> {
    let sql = format!(
        "SELECT t.created_at, k.campaign_id, k.charity_id, k.buyer_id, {}
         FROM seal s
         JOIN transfer t ON t.vendor_id = s.vendor_id AND t.id = s.transfer_id
         JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
         JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
         WHERE s.vendor_id = $1 AND s.position > $2 AND s.position <= $3
         GROUP BY s.position, t.id, t.created_at, k.campaign_id, k.charity_id, k.buyer_id ORDER BY s.position",
        moved()
    );
    Ok(tx.rows(&sql, params![vendor, after, until])?)
}

db::row! {
    /// Running totals over a vendor's cards from one campaign, or from no campaign.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Totals {
        pub transfers: i64,
        pub supports: i64,
        pub cards: i64,
        pub purchased: Cents,
        pub supported: Cents,
        pub on_card: Cents,
        pub raised: Cents,
        pub platform: Cents,
    }
}

/// Running totals at the end of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyTotals {
    pub day: BusinessDate,
    pub totals: Totals,
}

impl FromRow for DailyTotals {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(DailyTotals { day: row.next()?, totals: Totals::from_row(row)? })
    }
}

/// Returns the text that represents a campaign in the keys of the daily totals. Empty for cards
/// without a campaign.
fn series(campaign: Option<CampaignId>) -> String {
    campaign.map(|campaign| campaign.to_string()).unwrap_or_default()
}

/// Returns the totals from a day on, and the last totals before that day.
pub fn totals_since(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    campaign: Option<CampaignId>,
    day: BusinessDate,
) -> Result<Vec<DailyTotals>> {
    let sql = format!(
        "SELECT day, {} FROM daily_total WHERE vendor_id = $1 AND campaign_id = $2 AND starts_at >= COALESCE(
             (SELECT MAX(d.starts_at) FROM daily_total d WHERE d.vendor_id = $1 AND d.campaign_id = $2 AND d.starts_at < $3), $3)
         ORDER BY starts_at",
        Totals::COLUMNS
    );
    Ok(tx.rows(&sql, params![vendor, series(campaign), day.start()])?)
}

pub fn insert_series(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    campaign: Option<CampaignId>,
    charity: Option<TenantId>,
) -> Result<()> {
    tx.later(
        "INSERT INTO daily_series (vendor_id, campaign_id, charity_id) VALUES ($1, $2, $3)
         ON CONFLICT (vendor_id, campaign_id) DO NOTHING",
        params![vendor, series(campaign), charity],
    )?;
    Ok(())
}

pub fn set_totals(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    campaign: Option<CampaignId>,
    days: &[DailyTotals],
    now: Timestamp,
) -> Result<()> {
    let names: Vec<&str> = Totals::COLUMNS.split(", ").collect();
    let changes: Vec<String> =
        names.iter().map(|name| format!("{name} = excluded.{name}")).collect();
    let series = series(campaign);
    for some in db::pieces(days) {
        let mut values: Vec<Value<'_>> = params![vendor, series, now].to_vec();
        let mut rows = Vec::with_capacity(some.len());
        for DailyTotals { day, totals } in some {
            let first = values.len() + 1;
            values.extend([
                Value::Int(day.start().as_micros()),
                Value::Int(day.end_exclusive().as_micros()),
                day.to_value(),
                totals.transfers.to_value(),
                totals.supports.to_value(),
                totals.cards.to_value(),
                totals.purchased.to_value(),
                totals.supported.to_value(),
                totals.on_card.to_value(),
                totals.raised.to_value(),
                totals.platform.to_value(),
            ]);
            let places = db::places(first..=values.len());
            rows.push(format!("($1, $2, {places}, $3)"));
        }
        let sql = format!(
            "INSERT INTO daily_total (vendor_id, campaign_id, starts_at, ends_at, day, {}, rolled_up_at) VALUES {}
             ON CONFLICT (vendor_id, campaign_id, starts_at) DO UPDATE SET {}, rolled_up_at = excluded.rolled_up_at",
            Totals::COLUMNS,
            rows.join(", "),
            changes.join(", "),
        );
        tx.later(&sql, &values)?;
    }
    Ok(())
}
