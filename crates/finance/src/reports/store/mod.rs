//! SQL that sums ledger entries for reports: the stored daily totals, plus transfers that are not
//! in the totals yet.

pub mod breakdowns;
pub mod by_day;
pub mod checks;
pub mod details;
pub mod events;
pub mod figures;
pub mod position;
pub mod rollup;
pub mod running;
pub mod subscriptions;

use std::collections::HashMap;

use db::{Conditions, FromRow, Row, Tx, params};

use kernel::{
    date_range::DateRange,
    ids::{CampaignId, TenantId},
    money::Cents,
    paging::{Page, PageRequest},
};
use market::tenants::TenantScope;
use platform::error::Result;

/// Transfers that a report sums: those on the cards of the selected vendors, optionally restricted
/// to cards sold for a charity or a campaign.
#[derive(Clone, Debug)]
pub struct Filter {
    pub vendors: TenantScope,
    pub charity: Option<TenantId>,
    pub campaign: Option<CampaignId>,
    /// Whether only cards that support a charity are summed, or only cards that don't; `None` for
    /// all cards.
    pub has_cause: Option<bool>,
    pub days: DateRange,
    /// Whether cash-outs are summed separately from other redemptions, and refunds from sales.
    pub counts_parts: bool,
}

db::row! {
    /// Sums of transfers on cards. Cancellations and reversals are subtracted from sales on the day
    /// on which they happen.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Sums {
        pub transfers: i64,
        /// Number of transfers that moved a donation.
        pub supports: i64,
        pub cards: i64,
        pub purchased: Cents,
        /// Amount paid for cards in the transfers that moved a donation.
        pub supported: Cents,
        /// Amount redeemed in shops, for goods or for cash.
        pub redeemed: Cents,
        /// Part of the redeemed amount that shops paid out in cash.
        pub cash: Cents,
        /// Part of the sales that was refunded, cancelled or reversed, less reversals that ended. The
        /// sales before refunds are the sum of `purchased` and this.
        pub refunded: Cents,
        pub raised: Cents,
        pub platform: Cents,
        /// Balance of the cards at the start of the period.
        pub opening: Cents,
        /// Balance of the cards at the end of the period.
        pub closing: Cents,
    }
}

kernel::adds_up! {
    Sums {
        transfers, supports, cards, purchased, supported, redeemed, cash, refunded, raised,
        platform, opening, closing,
    }
}

impl Sums {
    fn of<'a>(parts: impl IntoIterator<Item = &'a Sums>) -> Result<Sums> {
        let mut parts = parts.into_iter();
        Ok(parts.try_fold(Sums::default(), |sums, part| sums.checked_add(*part))?)
    }
}

#[derive(Clone, Debug)]
pub struct VendorSums {
    pub vendor: TenantId,
    pub vendor_name: String,
    pub sums: Sums,
}

#[derive(Clone, Debug)]
pub struct CampaignSums {
    pub campaign: CampaignId,
    pub charity: TenantId,
    pub campaign_name: String,
    pub charity_name: String,
    pub sums: Sums,
}

/// Sums by group (vendors or campaigns): the total of all groups, and one page of groups.
pub struct Groups<T> {
    pub total: Sums,
    pub page: Page<T>,
}

impl<T> Groups<T> {
    fn of(rows: Vec<T>, sums_of: fn(&T) -> &Sums, page: PageRequest) -> Result<Groups<T>> {
        let total = Sums::of(rows.iter().map(sums_of))?;
        Ok(Groups { total, page: Page::cut(rows, page) })
    }
}

/// SQL sum of the amount paid for cards: the charge at the gateway, or the platform's loss if a
/// charge was reversed.
const PURCHASED: &str =
    "-SUM(CASE WHEN e.account IN ('gateway_clearing', 'chargeback_loss') THEN e.amount ELSE 0 END)";
/// SQL sum of the changes of card balances. The range of account names that begin with `card:` ends
/// at `care` and not at `card;`, because locales sort punctuation in different orders.
const ON_CARD: &str =
    "SUM(CASE WHEN e.account >= 'card:' AND e.account < 'care' THEN e.amount ELSE 0 END)";
const RAISED: &str = "SUM(CASE WHEN e.account >= 'charity_payable:' AND e.account < 'charity_payablf' THEN e.amount ELSE 0 END)";
const PLATFORM: &str = "SUM(CASE WHEN e.account = 'platform_revenue' THEN e.amount ELSE 0 END)";
const CARDS: &str =
    "SUM(CASE WHEN e.account <> 'gateway_clearing' THEN 0 WHEN t.kind = 'SALE' THEN 1
    WHEN t.kind = 'REVERSAL' AND e.amount > 0 THEN -1 ELSE 0 END)";

fn whole(sum: &str) -> String {
    format!("CAST(COALESCE({sum}, 0) AS BIGINT)")
}

/// Returns the SQL columns that sum the entries `e` of a transfer `t`.
fn moved() -> String {
    let columns = [
        (CARDS, "cards"),
        (PURCHASED, "purchased"),
        (ON_CARD, "on_card"),
        (RAISED, "raised"),
        (PLATFORM, "platform"),
    ];
    columns.map(|(sum, name)| format!("{} AS {name}", whole(sum))).join(", ")
}

/// Returns conditions for a period without any condition yet. Parameter 1 is the start of the
/// period, parameter 2 its end.
fn within(days: DateRange) -> Conditions {
    let (from, until) = days.moments();
    Conditions::with(params![from, until])
}

/// Returns the SQL condition that a column contains the id of one of the vendors.
fn of_vendors(conditions: &mut Conditions, column: &str, vendors: &TenantScope) -> String {
    match vendors {
        TenantScope::All => "TRUE".to_owned(),
        TenantScope::Own(vendors) => conditions.among(column, vendors),
    }
}

/// Adds the filter's conditions on a card `k`.
fn narrow(conditions: &mut Conditions, filter: &Filter) {
    if let Some(charity) = filter.charity {
        conditions.only("k.charity_id", charity);
    }
    if let Some(campaign) = filter.campaign {
        conditions.only("k.campaign_id", campaign);
    }
    if let Some(has_cause) = filter.has_cause {
        let not = if has_cause { "NOT " } else { "" };
        conditions.and(format!("k.campaign_id IS {not}NULL"));
    }
}

/// Sums over a vendor's cards from one campaign, or from no campaign.
struct Part {
    vendor: TenantId,
    campaign: Option<CampaignId>,
    sums: Sums,
}

impl FromRow for Part {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(Part { vendor: row.next()?, campaign: row.next()?, sums: Sums::from_row(row)? })
    }
}

/// Returns the SQL for a table `k` of the series of daily totals: one series per vendor and
/// campaign. Replaces the earlier conditions by conditions on these series.
fn series(conditions: &mut Conditions, filter: &Filter) -> String {
    let vendors = of_vendors(conditions, "q.vendor_id", &filter.vendors);
    conditions.restart();
    narrow(conditions, filter);
    format!(
        "(SELECT q.vendor_id, q.campaign_id AS series, NULLIF(q.campaign_id, '') AS campaign_id, q.charity_id
          FROM daily_series q WHERE {vendors}) k"
    )
}

/// Returns the SQL that subtracts the totals before the first day from the totals at the end of the
/// last day.
fn rolled_up(conditions: &mut Conditions, filter: &Filter) -> String {
    let series = series(conditions, filter);
    let between = |name: &str| format!("a.{name} - COALESCE(b.{name}, 0)");
    let total = |place: &str| {
        format!(
            "(SELECT MAX(d.starts_at) FROM daily_total d
              WHERE d.vendor_id = k.vendor_id AND d.campaign_id = k.series AND d.starts_at < {place})"
        )
    };
    format!(
        "SELECT w.vendor_id, w.campaign_id, {}, {}, {}, {}, {}, {} - ({}), {NOTHING}, {NOTHING}, {}, {}, COALESCE(b.on_card, 0), a.on_card
         FROM (SELECT k.vendor_id, k.series, k.campaign_id, {} AS opened, {} AS closed
               FROM {series} WHERE {}) w
         CROSS JOIN daily_total a
         LEFT JOIN daily_total b ON b.vendor_id = w.vendor_id AND b.campaign_id = w.series AND b.starts_at = w.opened
         WHERE a.vendor_id = w.vendor_id AND a.campaign_id = w.series AND a.starts_at = w.closed",
        between("transfers"),
        between("supports"),
        between("cards"),
        between("purchased"),
        between("supported"),
        between("purchased"),
        between("on_card"),
        between("raised"),
        between("platform"),
        total("$1"),
        total("$2"),
        conditions.sql(),
    )
}

/// Returns the SQL that reads the amounts moved by each of the selected transfers.
fn moves(conditions: &mut Conditions, filter: &Filter, transfers: &str) -> String {
    conditions.restart();
    conditions.and("t.created_at < $2");
    narrow(conditions, filter);
    // CROSS JOIN makes SQLite start with the few selected transfers. Otherwise SQLite would read
    // all cards that support a charity.
    format!(
        "SELECT t.vendor_id, k.campaign_id, t.created_at, {}
         FROM ({transfers}) n
         CROSS JOIN transfer t CROSS JOIN card k CROSS JOIN entry e
         WHERE t.vendor_id = n.vendor_id AND t.id = n.transfer_id AND k.vendor_id = t.vendor_id AND k.id = t.card_id
             AND e.vendor_id = t.vendor_id AND e.transfer_id = t.id AND {}
         GROUP BY t.vendor_id, t.id, t.created_at, k.campaign_id",
        moved(),
        conditions.sql(),
    )
}

/// Returns the SQL that sums the entries of the selected transfers by vendor and campaign.
fn live(conditions: &mut Conditions, filter: &Filter, transfers: &str) -> String {
    let moves = moves(conditions, filter, transfers);
    let within =
        |what: &str| whole(&format!("SUM(CASE WHEN m.created_at >= $1 THEN {what} ELSE 0 END)"));
    format!(
        "SELECT m.vendor_id, m.campaign_id, {}, {}, {}, {}, {}, {}, {NOTHING}, {NOTHING}, {}, {}, {}, {}
         FROM ({moves}) m
         GROUP BY m.vendor_id, m.campaign_id",
        within("1"),
        within("CASE WHEN m.raised <> 0 THEN 1 ELSE 0 END"),
        within("m.cards"),
        within("m.purchased"),
        within("CASE WHEN m.raised <> 0 THEN m.purchased ELSE 0 END"),
        within("m.purchased - m.on_card"),
        within("m.raised"),
        within("m.platform"),
        whole("SUM(CASE WHEN m.created_at < $1 THEN m.on_card ELSE 0 END)"),
        whole("SUM(m.on_card)"),
    )
}

/// Returns the SQL that sums cash-outs. They are rare and have no daily totals, so the SQL finds
/// their transfers by a partial index.
fn paid_out(conditions: &mut Conditions, filter: &Filter) -> String {
    conditions.restart();
    conditions.and("t.kind = 'CASH_OUT' AND t.created_at >= $1 AND t.created_at < $2");
    let vendors = of_vendors(conditions, "t.vendor_id", &filter.vendors);
    conditions.and(vendors);
    narrow(conditions, filter);
    format!(
        "SELECT t.vendor_id, k.campaign_id, {NOTHING}, {NOTHING}, {NOTHING}, {NOTHING}, {NOTHING}, {NOTHING}, {}, {NOTHING}, {NOTHING},
                {NOTHING}, {NOTHING}, {NOTHING}
         FROM {OF_CASH} WHERE {} GROUP BY t.vendor_id, k.campaign_id",
        whole("-SUM(e.amount)"),
        conditions.sql(),
    )
}

/// Returns the SQL that sums refunds, cancellations and reversals of sales. Like cash-outs, they are
/// rare and are found by a partial index.
fn refunded(conditions: &mut Conditions, filter: &Filter) -> String {
    conditions.restart();
    conditions.and(format!("{IS_NO_SALE} AND t.created_at >= $1 AND t.created_at < $2"));
    let vendors = of_vendors(conditions, "t.vendor_id", &filter.vendors);
    conditions.and(vendors);
    narrow(conditions, filter);
    format!(
        "SELECT t.vendor_id, k.campaign_id, {NOTHING}, {NOTHING}, {NOTHING}, {NOTHING}, {NOTHING}, {NOTHING}, {NOTHING}, {}, {NOTHING},
                {NOTHING}, {NOTHING}, {NOTHING}
         FROM transfer t CROSS JOIN card k JOIN entry e
             ON k.vendor_id = t.vendor_id AND k.id = t.card_id AND e.vendor_id = t.vendor_id AND e.transfer_id = t.id
                 AND e.account IN ('gateway_clearing', 'chargeback_loss')
         WHERE {} GROUP BY t.vendor_id, k.campaign_id",
        whole("SUM(e.amount)"),
        conditions.sql(),
    )
}

/// SQL zero of the type of the sums.
const NOTHING: &str = "CAST(0 AS BIGINT)";

/// SQL condition of the transfers `t` that may lower sales. It is the one of the partial index
/// `transfer_refund`.
const IS_NO_SALE: &str = "t.kind IN ('REVERSAL', 'CHARGE_REVERSAL', 'PARTIAL_REFUND', 'REFUND')";

/// FROM clause that joins a cash-out `t` with its card `k` and the entry `e` on the card.
const OF_CASH: &str = "transfer t CROSS JOIN card k JOIN entry e
    ON k.vendor_id = t.vendor_id AND k.id = t.card_id AND e.vendor_id = t.vendor_id AND e.transfer_id = t.id
        AND e.account >= 'card:' AND e.account < 'care'";

/// Maximum number of vendors with outdated totals per query. There are many such vendors only
/// during a rebuild.
const MAX_BEHIND: usize = 200;

/// Returns the SQL for transfers that are not in the stored totals. Returns one query for each
/// batch of vendors with outdated totals, and at least one.
fn newer(filter: &Filter, behind: &[rollup::Behind]) -> Vec<(Conditions, String)> {
    let mut pieces = behind.chunks(MAX_BEHIND);
    let mut conditions = within(filter.days);
    let unsealed = of_vendors(&mut conditions, "u.vendor_id", &filter.vendors);
    let mut transfers =
        format!("SELECT u.vendor_id, u.transfer_id FROM unsealed u WHERE {unsealed}");
    if let Some(piece) = pieces.next() {
        let sealed = sealed_behind(&mut conditions, piece);
        transfers = format!("{transfers} UNION ALL {sealed}");
    }
    let more = pieces.map(|piece| {
        let mut conditions = within(filter.days);
        let transfers = sealed_behind(&mut conditions, piece);
        (conditions, transfers)
    });
    std::iter::once((conditions, transfers)).chain(more).collect()
}

/// Returns the sums up to the last day by vendor and campaign, from the stored totals and newer
/// transfers. A pair of vendor and campaign may occur more than once.
fn parts(tx: &mut Tx<'_>, filter: &Filter) -> Result<Vec<Part>> {
    let behind = rollup::behind(tx, &filter.vendors)?;
    let mut all = Vec::new();
    for (place, (mut conditions, transfers)) in newer(filter, &behind).into_iter().enumerate() {
        let mut sql = live(&mut conditions, filter, &transfers);
        // The first query also reads the stored totals.
        if place == 0 {
            sql = format!("{} UNION ALL {sql}", rolled_up(&mut conditions, filter));
            if filter.counts_parts {
                sql = format!("{sql} UNION ALL {}", paid_out(&mut conditions, filter));
                sql = format!("{sql} UNION ALL {}", refunded(&mut conditions, filter));
            }
        }
        all.extend(tx.rows::<Part>(&sql, conditions.parameters())?);
    }
    Ok(all)
}

/// Returns the SQL for sealed transfers that are not in the stored totals of these vendors.
fn sealed_behind(conditions: &mut Conditions, vendors: &[rollup::Behind]) -> String {
    let mut places = Vec::with_capacity(vendors.len());
    for behind in db::padded(vendors) {
        let vendor = conditions.bind(behind.vendor_id);
        let [after, last] =
            [behind.position, behind.newest].map(|position| conditions.bind(position));
        // The upper bound helps PostgreSQL to estimate how few rows there are.
        places.push(format!(
            "s.vendor_id = {vendor} AND s.position > {after} AND s.position <= {last}"
        ));
    }
    format!("SELECT s.vendor_id, s.transfer_id FROM seal s WHERE {}", places.join(" OR "))
}

pub fn sums(tx: &mut Tx<'_>, filter: &Filter) -> Result<Sums> {
    Sums::of(parts(tx, filter)?.iter().map(|part| &part.sums))
}

/// Adds up the sums that have the same key. Sums without a key are left out.
fn by_key<K: Eq + std::hash::Hash>(
    parts: &[Part],
    key: impl Fn(&Part) -> Option<K>,
) -> Result<HashMap<K, Sums>> {
    let mut groups: HashMap<K, Sums> = HashMap::new();
    for part in parts {
        if let Some(key) = key(part) {
            let sums = groups.entry(key).or_default();
            *sums = Sums::of([&*sums, &part.sums])?;
        }
    }
    Ok(groups)
}

/// Returns the sums of each charity over all its campaigns.
pub fn sums_by_charity(tx: &mut Tx<'_>, filter: &Filter) -> Result<HashMap<TenantId, Sums>> {
    let charities: HashMap<CampaignId, TenantId> =
        tx.rows("SELECT id, charity_id FROM campaign", &[])?.into_iter().collect();
    by_key(&parts(tx, filter)?, |part| part.campaign.and_then(|id| charities.get(&id).copied()))
}

/// Returns the sums of each vendor in the filter.
pub fn sums_of_vendors(tx: &mut Tx<'_>, filter: &Filter) -> Result<HashMap<TenantId, Sums>> {
    by_key(&parts(tx, filter)?, |part| Some(part.vendor))
}

/// Returns the sums of each vendor that sold a card before the end of the period.
pub fn sums_by_vendor(
    tx: &mut Tx<'_>,
    filter: &Filter,
    page: PageRequest,
) -> Result<Groups<VendorSums>> {
    let mut groups = by_key(&parts(tx, filter)?, |part| Some(part.vendor))?;
    let names: Vec<(TenantId, String)> = tx.rows(
        "SELECT v.id, v.display_name FROM tenant v WHERE v.kind = 'VENDOR' ORDER BY v.legal_key, v.id",
        &[],
    )?;
    let row = |(vendor, vendor_name)| {
        groups.remove(&vendor).map(|sums| VendorSums { vendor, vendor_name, sums })
    };
    Groups::of(names.into_iter().filter_map(row).collect(), |row| &row.sums, page)
}

/// Returns the sums of each campaign that received donations in the period.
pub fn sums_by_campaign(
    tx: &mut Tx<'_>,
    filter: &Filter,
    page: PageRequest,
) -> Result<Groups<CampaignSums>> {
    let mut groups = by_key(&parts(tx, filter)?, |part| part.campaign)?;
    groups.retain(|_, sums| sums.supports > 0);
    let names: Vec<(CampaignId, String, TenantId, String)> = tx.rows(
        "SELECT c.id, c.name, h.id, h.display_name FROM campaign c JOIN tenant h ON h.id = c.charity_id
         ORDER BY h.legal_key, h.id, c.search_key, c.id",
        &[],
    )?;
    let row = |(campaign, campaign_name, charity, charity_name)| {
        let sums = groups.remove(&campaign)?;
        Some(CampaignSums { campaign, charity, campaign_name, charity_name, sums })
    };
    Groups::of(names.into_iter().filter_map(row).collect(), |row| &row.sums, page)
}
