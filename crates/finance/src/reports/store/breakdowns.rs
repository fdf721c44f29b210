//! SQL for sales and redemptions of a day, by card amount, by clerk and by hour. Reads the stored
//! daily breakdowns, and the transfers that are not in them yet.

use std::collections::HashMap;

use db::{ToValue, Tx, Value, params};

use super::{CARDS, Conditions, Filter, ON_CARD, PURCHASED, newer, rollup, whole};
use kernel::{
    ids::{CampaignId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use market::tenants::TenantScope;
use platform::error::Result;

/// Figure of a day that the daily breakdown stores, and how this figure is broken down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BreakdownKind {
    /// Sales by the amount of the card.
    Amount,
    /// Redemptions by clerk.
    Employee,
    /// Redemptions by hour of the day.
    Hour,
    /// Change of the amount payable to the vendor.
    Owed,
}

db::text_enum! {
    BreakdownKind {
        Amount = "AMOUNT",
        Employee = "EMPLOYEE",
        Hour = "HOUR",
        Owed = "OWED",
    }
}

db::row! {
    /// Transfer in a vendor's books, with or without a card.
    #[derive(Clone, Debug)]
    pub struct Booked {
        pub vendor_id: TenantId,
        pub created_at: Timestamp,
        pub face: Option<Cents>,
        pub campaign_id: Option<CampaignId>,
        /// Person or part of the program that made the transfer. For a reversal, the actor of the
        /// reversed transfer.
        pub actor: String,
        /// 1 if the transfer reverses another transfer, otherwise 0.
        pub reversals: i64,
        pub cards: i64,
        pub purchased: Cents,
        pub redeemed: Cents,
        pub owed: Cents,
    }
}

/// SQL sum of the amount that a transfer adds to what is payable to the vendor.
const OWED: &str = "SUM(CASE WHEN e.account >= 'vendor_payable:' AND e.account < 'vendor_payablf' THEN e.amount ELSE 0 END)";

/// Returns the SQL that reads transfers with their amounts.
fn booked(transfers: &str, condition: &str) -> String {
    format!(
        "SELECT t.vendor_id, t.created_at, k.face, k.campaign_id, COALESCE(r.actor, t.actor),
                CASE WHEN t.reverses IS NULL THEN 0 ELSE 1 END, {}, {}, {}, {}
         FROM ({transfers}) n
         CROSS JOIN transfer t
         LEFT JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
         LEFT JOIN transfer r ON r.vendor_id = t.vendor_id AND r.id = t.reverses
         CROSS JOIN entry e
         WHERE t.vendor_id = n.vendor_id AND t.id = n.transfer_id AND e.vendor_id = t.vendor_id AND e.transfer_id = t.id
             AND {condition}
         GROUP BY t.vendor_id, t.id, t.created_at, k.face, k.campaign_id, r.actor, t.actor, t.reverses",
        whole(CARDS),
        whole(PURCHASED),
        whole(&format!("{PURCHASED} - {ON_CARD}")),
        whole(OWED),
    )
}

/// Returns the transfers whose seals come after position `after` in a vendor's chain, up to and
/// including position `until`.
pub fn booked_between(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    after: i64,
    until: i64,
) -> Result<Vec<Booked>> {
    let transfers = "SELECT s.vendor_id, s.transfer_id FROM seal s
         WHERE s.vendor_id = $1 AND s.position > $2 AND s.position <= $3";
    Ok(tx.rows(&booked(transfers, "TRUE"), params![vendor, after, until])?)
}

/// Key of a vendor's row in the table of daily breakdowns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BreakdownKey {
    pub kind: BreakdownKind,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub name: String,
    pub has_cause: bool,
}

/// Adds numbers of items and amounts to a vendor's daily breakdowns.
pub fn add(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    added: &[(BreakdownKey, i64, Cents)],
    now: Timestamp,
) -> Result<()> {
    for some in db::pieces(added) {
        let mut values: Vec<Value<'_>> = params![vendor, now].to_vec();
        let mut rows = Vec::with_capacity(some.len());
        for (key, items, amount) in some {
            let first = values.len() + 1;
            values.extend([
                key.kind.to_value(),
                key.starts_at.to_value(),
                key.ends_at.to_value(),
                key.name.to_value(),
                key.has_cause.to_value(),
                items.to_value(),
                amount.to_value(),
            ]);
            let places: Vec<String> =
                (first..=values.len()).map(|place| format!("${place}")).collect();
            rows.push(format!("($1, {}, $2)", places.join(", ")));
        }
        let sql = format!(
            "INSERT INTO daily_breakdown (vendor_id, kind, starts_at, ends_at, name, has_cause, items, amount, rolled_up_at) VALUES {}
             ON CONFLICT (vendor_id, kind, starts_at, name, has_cause) DO UPDATE SET items = daily_breakdown.items + excluded.items,
                 amount = daily_breakdown.amount + excluded.amount, rolled_up_at = excluded.rolled_up_at",
            rows.join(", "),
        );
        tx.later(&sql, &values)?;
    }
    Ok(())
}

pub fn forget(tx: &mut Tx<'_>, vendor: TenantId) -> Result<()> {
    tx.later("DELETE FROM daily_breakdown WHERE vendor_id = $1", params![vendor])?;
    Ok(())
}

db::row! {
    /// Sum of one part of a breakdown over all days of the same length.
    #[derive(Clone, Debug)]
    pub struct Broken {
        pub kind: BreakdownKind,
        pub name: String,
        /// Start of one of the days in the sum, from which the hours of the day are computed. Days
        /// on which clocks change are summed separately, because they have other hours.
        pub a_day: Timestamp,
        pub items: i64,
        pub amount: Cents,
    }
}

/// Returns the stored daily breakdowns of one vendor, summed over the period.
pub fn rolled_up(tx: &mut Tx<'_>, vendor: TenantId, filter: &Filter) -> Result<Vec<Broken>> {
    let mut conditions = Conditions::within(filter.days);
    let vendor = conditions.id(vendor);
    let cause = match filter.has_cause {
        None => "",
        Some(true) => "AND d.has_cause = TRUE",
        Some(false) => "AND d.has_cause = FALSE",
    };
    let sql = format!(
        "SELECT d.kind, d.name, MIN(d.starts_at), {}, {} FROM daily_breakdown d
         WHERE d.vendor_id = {vendor} AND d.kind IN ('AMOUNT', 'EMPLOYEE', 'HOUR') AND d.starts_at >= $1 AND d.starts_at < $2 {cause}
         GROUP BY d.kind, d.name, d.ends_at - d.starts_at",
        whole("SUM(d.items)"),
        whole("SUM(d.amount)"),
    );
    Ok(tx.rows(&sql, &conditions.parameters)?)
}

/// Returns the transfers that are not in the stored daily breakdowns yet.
pub fn newer_transfers(tx: &mut Tx<'_>, filter: &Filter) -> Result<Vec<Booked>> {
    let behind = rollup::behind_with_breakdowns(tx, &filter.vendors)?;
    let mut all = Vec::new();
    for (mut conditions, transfers) in newer(filter, &behind) {
        conditions.and("t.created_at >= $1 AND t.created_at < $2".to_owned());
        let platform = conditions.id(ledger::PLATFORM);
        conditions.and(format!("t.vendor_id <> {platform}"));
        conditions.narrow(filter);
        let sql = booked(&transfers, &conditions.sql());
        all.extend(tx.rows::<Booked>(&sql, &conditions.parameters)?);
    }
    Ok(all)
}

/// Returns the amounts payable to vendors as of the last transfer in their stored breakdowns.
pub fn owed_when_rolled_up(
    tx: &mut Tx<'_>,
    vendors: &TenantScope,
) -> Result<HashMap<TenantId, Cents>> {
    let mut conditions = Conditions::default();
    let among = conditions.vendors("p.vendor_id", vendors);
    let sql = format!("SELECT p.vendor_id, p.owed FROM daily_position p WHERE {among}");
    let rows: Vec<(TenantId, Cents)> = tx.rows(&sql, &conditions.parameters)?;
    Ok(rows.into_iter().collect())
}
