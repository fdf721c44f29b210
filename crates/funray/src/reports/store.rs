//! What the entries of the ledger add up to, and the transfers behind it.

use db::{FromRow, Row, Tx, Value};

use crate::{
    error::{Error, Result},
    kernel::{
        date_range::DateRange,
        ids::{CampaignId, CardId, TenantId},
        money::Cents,
        paging::{Page, PageRequest},
        rates::CharityRate,
        timestamp::Timestamp,
    },
    tenants::TenantScope,
};

/// Which transfers are added up: those on the cards of these vendors, for this campaign, and of those that moved something for this
/// charity.
#[derive(Clone, Debug)]
pub struct Filter {
    pub vendors: TenantScope,
    pub charity: Option<TenantId>,
    pub campaign: Option<CampaignId>,
    /// Only cards that support a cause, or only those that don't.
    pub has_cause: Option<bool>,
    pub days: DateRange,
}

db::row! {
    /// What transfers on cards add up to. What was cancelled or reversed counts against what was sold, on the day of that.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Sums {
        pub transfers: i64,
        /// How many of them moved something for a cause.
        pub supports: i64,
        pub cards: i64,
        pub purchased: Cents,
        /// What was paid in those that moved something for a cause.
        pub supported: Cents,
        /// What was taken off the cards at a counter, in goods or in cash.
        pub redeemed: Cents,
        pub raised: Cents,
        pub platform: Cents,
        /// What was on the cards before the first day.
        pub opening: Cents,
        /// What was on them after the last.
        pub closing: Cents,
    }
}

impl Sums {
    fn checked_add(self, other: Sums) -> Option<Sums> {
        Some(Sums {
            transfers: self.transfers.checked_add(other.transfers)?,
            supports: self.supports.checked_add(other.supports)?,
            cards: self.cards.checked_add(other.cards)?,
            purchased: self.purchased.checked_add(other.purchased)?,
            supported: self.supported.checked_add(other.supported)?,
            redeemed: self.redeemed.checked_add(other.redeemed)?,
            raised: self.raised.checked_add(other.raised)?,
            platform: self.platform.checked_add(other.platform)?,
            opening: self.opening.checked_add(other.opening)?,
            closing: self.closing.checked_add(other.closing)?,
        })
    }

    /// The columns of a group.
    fn of_group() -> String {
        format!("g.{}", Sums::COLUMNS.replace(", ", ", g."))
    }
}

#[derive(Clone, Debug)]
pub struct VendorSums {
    pub vendor_name: String,
    pub sums: Sums,
}

impl FromRow for VendorSums {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(VendorSums { vendor_name: row.next()?, sums: Sums::from_row(row)? })
    }
}

#[derive(Clone, Debug)]
pub struct CampaignSums {
    pub campaign_name: String,
    pub charity_name: String,
    pub sums: Sums,
}

impl FromRow for CampaignSums {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        let (campaign_name, charity_name) = (row.next()?, row.next()?);
        Ok(CampaignSums { campaign_name, charity_name, sums: Sums::from_row(row)? })
    }
}

/// What groups add up to, and those of one page. The ledger is read once for both: there are few groups and many entries.
pub struct Groups<T> {
    pub total: Sums,
    pub page: Page<T>,
}

impl<T> Groups<T> {
    fn of(rows: Vec<T>, sums_of: fn(&T) -> Sums, page: PageRequest) -> Result<Groups<T>> {
        let sum = |total: Sums, row: &T| total.checked_add(sums_of(row));
        let total = rows.iter().try_fold(Sums::default(), sum);
        let total = total.ok_or_else(|| Error::Internal("a sum too large".to_owned()))?;
        let count = rows.len() as u64;
        let [before, most] =
            [page.offset(), page.limit()].map(|rows| usize::try_from(rows).unwrap_or(usize::MAX));
        let shown = rows.into_iter().skip(before).take(most).collect();
        Ok(Groups { total, page: Page::new(shown, page, count) })
    }
}

db::row! {
    /// A transfer on a vendor's card.
    #[derive(Clone, Debug)]
    pub struct Movement {
        pub created_at: Timestamp,
        pub card_id: CardId,
        pub last_four: String,
        pub charity_rate: Option<CharityRate>,
        pub charity_name: Option<String>,
        pub purchased: Cents,
        pub redeemed: Cents,
        pub balance: Cents,
        pub raised: Cents,
        pub platform: Cents,
    }
}

db::row! {
    /// A transfer that moved something for a charity.
    #[derive(Clone, Debug)]
    pub struct Support {
        pub created_at: Timestamp,
        pub campaign_name: String,
        pub first_name: String,
        pub last_name: String,
        pub last_four: String,
        pub charity_rate: Option<CharityRate>,
        pub vendor_name: String,
        pub purchased: Cents,
        pub raised: Cents,
    }
}

/// What was paid for a card is what its charge took from the gateway, and the platform's loss where a charge was reversed.
const PURCHASED: &str =
    "-SUM(CASE WHEN e.account IN ('gateway_clearing', 'chargeback_loss') THEN e.amount ELSE 0 END)";
/// Ranges of accounts end in a letter: not every locale puts signs in the same order.
const ON_CARD: &str =
    "SUM(CASE WHEN e.account >= 'card:' AND e.account < 'care' THEN e.amount ELSE 0 END)";
const RAISED: &str = "SUM(CASE WHEN e.account >= 'charity_payable:' AND e.account < 'charity_payablf' THEN e.amount ELSE 0 END)";
const PLATFORM: &str = "SUM(CASE WHEN e.account = 'platform_revenue' THEN e.amount ELSE 0 END)";
const CARDS: &str =
    "SUM(CASE WHEN e.account <> 'gateway_clearing' THEN 0 WHEN t.kind = 'SALE' THEN 1
    WHEN t.kind = 'REVERSAL' AND e.amount > 0 THEN -1 ELSE 0 END)";

/// What the index of these entries says that it has.
const OF_CHARITIES: &str = "a.account >= 'charity_payable:' AND a.account < 'charity_payablf'";

fn whole(sum: &str) -> String {
    format!("CAST(COALESCE({sum}, 0) AS BIGINT)")
}

/// Conditions, and what they are about.
struct Conditions {
    all: Vec<String>,
    parameters: Vec<Value<'static>>,
}

impl Conditions {
    fn bind(&mut self, value: Value<'static>) -> String {
        self.parameters.push(value);
        format!("${}", self.parameters.len())
    }

    fn id(&mut self, id: impl ToString) -> String {
        self.bind(Value::Text(id.to_string().into()))
    }

    fn and(&mut self, condition: String) {
        self.all.push(condition);
    }

    fn sql(&self) -> String {
        self.all.join(" AND ")
    }

    /// What a filter says of a transfer `t` and its card `k`. The first two parameters are the moments from which and until which.
    fn of(filter: &Filter) -> Conditions {
        let (from, until) = filter.days.moments();
        let moments = [from, until].map(|moment| Value::Int(moment.as_micros()));
        let mut conditions =
            Conditions { all: vec!["t.created_at < $2".to_owned()], parameters: moments.to_vec() };
        if let TenantScope::Own(vendors) = &filter.vendors {
            let places: Vec<String> = vendors.iter().map(|vendor| conditions.id(vendor)).collect();
            conditions.and(match places.as_slice() {
                [] => "FALSE".to_owned(),
                places => format!("t.vendor_id IN ({})", places.join(", ")),
            });
        }
        if let Some(charity) = filter.charity {
            let account = conditions.id(format!("charity_payable:{charity}"));
            conditions.and(format!(
                "(t.vendor_id, t.id) IN (SELECT a.vendor_id, a.transfer_id FROM entry a
                                         WHERE a.account = {account} AND {OF_CHARITIES} AND a.created_at >= $1
                                           AND a.created_at < $2)"
            ));
        }
        conditions.narrow(filter);
        conditions
    }

    fn narrow(&mut self, filter: &Filter) {
        if let Some(campaign) = filter.campaign {
            let place = self.id(campaign);
            self.and(format!("k.campaign_id = {place}"));
        }
        if let Some(has_cause) = filter.has_cause {
            self.and(format!("k.campaign_id IS {}NULL", if has_cause { "NOT " } else { "" }));
        }
    }
}

/// The sums of a filter as columns of `g`, for each value of these columns of `t` and `k`.
fn grouped(conditions: &Conditions, by: Option<&str>) -> String {
    let within =
        |what: &str| whole(&format!("SUM(CASE WHEN m.created_at >= $1 THEN {what} ELSE 0 END)"));
    let before = whole("SUM(CASE WHEN m.created_at < $1 THEN m.on_card ELSE 0 END)");
    let of_transfer = by.map_or_else(String::new, |by| format!("{by}, "));
    let (of_group, group) = match by {
        Some(by) => {
            let names: Vec<&str> = by
                .split(", ")
                .map(|column| column.split('.').next_back().unwrap_or(column))
                .collect();
            let names = names.join(", ");
            (format!("{names}, "), format!(" GROUP BY {names}"))
        }
        None => (String::new(), String::new()),
    };
    format!(
        "(SELECT {of_group}{} AS transfers, {} AS supports, {} AS cards, {} AS purchased, {} AS supported, {} AS redeemed,
                 {} AS raised, {} AS platform, {before} AS opening, {} AS closing
          FROM (SELECT {of_transfer}t.created_at, {CARDS} AS cards, {PURCHASED} AS purchased, {ON_CARD} AS on_card,
                       {RAISED} AS raised, {PLATFORM} AS platform
                FROM transfer t
                JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
                JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
                WHERE {}
                GROUP BY {of_transfer}t.vendor_id, t.id, t.created_at) m{group}) g",
        within("1"),
        within("CASE WHEN m.raised <> 0 THEN 1 ELSE 0 END"),
        within("m.cards"),
        within("m.purchased"),
        within("CASE WHEN m.raised <> 0 THEN m.purchased ELSE 0 END"),
        within("m.purchased - m.on_card"),
        within("m.raised"),
        within("m.platform"),
        whole("SUM(m.on_card)"),
        conditions.sql(),
    )
}

pub fn sums(tx: &mut Tx<'_>, filter: &Filter) -> Result<Sums> {
    let conditions = Conditions::of(filter);
    let sql = format!("SELECT {} FROM {}", Sums::COLUMNS, grouped(&conditions, None));
    Ok(tx.one(&sql, &conditions.parameters)?)
}

/// The vendors that have sold anything until the last day.
pub fn sums_by_vendor(
    tx: &mut Tx<'_>,
    filter: &Filter,
    page: PageRequest,
) -> Result<Groups<VendorSums>> {
    let conditions = Conditions::of(filter);
    let sql = format!(
        "SELECT v.display_name, {} FROM {} JOIN tenant v ON v.id = g.vendor_id ORDER BY v.legal_key, v.id",
        Sums::of_group(),
        grouped(&conditions, Some("t.vendor_id")),
    );
    let rows: Vec<VendorSums> = tx.rows(&sql, &conditions.parameters)?;
    Groups::of(rows, |row| row.sums, page)
}

/// The campaigns for which something was moved on these days. What was on the cards before is not among their sums.
pub fn sums_by_campaign(
    tx: &mut Tx<'_>,
    filter: &Filter,
    page: PageRequest,
) -> Result<Groups<CampaignSums>> {
    let mut conditions = Conditions::of(filter);
    conditions.and("t.created_at >= $1".to_owned());
    let sql = format!(
        "SELECT c.name, h.display_name, {} FROM {}
         JOIN campaign c ON c.id = g.campaign_id JOIN tenant h ON h.id = g.charity_id WHERE g.supports > 0
         ORDER BY h.legal_key, h.id, c.search_key, c.id",
        Sums::of_group(),
        grouped(&conditions, Some("k.campaign_id, k.charity_id")),
    );
    let rows: Vec<CampaignSums> = tx.rows(&sql, &conditions.parameters)?;
    Groups::of(rows, |row| row.sums, page)
}

/// What happened on the cards of these vendors, the newest first.
pub fn movements(tx: &mut Tx<'_>, filter: &Filter, page: PageRequest) -> Result<Vec<Movement>> {
    let mut conditions = Conditions::of(filter);
    conditions.and("t.created_at >= $1".to_owned());
    let limit = conditions.bind(Value::Int(page.limit()));
    let offset = conditions.bind(Value::Int(page.offset()));
    let sql = format!(
        "SELECT p.created_at, p.card_id, k.last_four, k.charity_rate, h.display_name, {}, {}, {}, {}, {}
         FROM (SELECT t.vendor_id, t.id, t.created_at, t.card_id FROM transfer t
               JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
               WHERE {} ORDER BY t.created_at DESC, t.id DESC LIMIT {limit} OFFSET {offset}) p
         JOIN entry e ON e.vendor_id = p.vendor_id AND e.transfer_id = p.id
         JOIN card k ON k.vendor_id = p.vendor_id AND k.id = p.card_id
         LEFT JOIN tenant h ON h.id = k.charity_id
         GROUP BY p.vendor_id, p.id, p.created_at, p.card_id, k.last_four, k.charity_rate, h.display_name
         ORDER BY p.created_at DESC, p.id DESC",
        whole(PURCHASED),
        whole(&format!("{PURCHASED} - {ON_CARD}")),
        whole("MAX(e.balance)"),
        whole(RAISED),
        whole(PLATFORM),
        conditions.sql(),
    );
    Ok(tx.rows(&sql, &conditions.parameters)?)
}

/// What was moved for a charity, the newest first.
pub fn support(
    tx: &mut Tx<'_>,
    charity: TenantId,
    filter: &Filter,
    page: PageRequest,
) -> Result<Vec<Support>> {
    let (from, until) = filter.days.moments();
    let moments = [from, until].map(|moment| Value::Int(moment.as_micros()));
    let mut conditions = Conditions { all: Vec::new(), parameters: moments.to_vec() };
    let account = conditions.id(format!("charity_payable:{charity}"));
    conditions.and(format!(
        "a.account = {account} AND {OF_CHARITIES} AND a.created_at >= $1 AND a.created_at < $2"
    ));
    conditions.narrow(filter);
    let limit = conditions.bind(Value::Int(page.limit()));
    let offset = conditions.bind(Value::Int(page.offset()));
    let sql = format!(
        "SELECT p.created_at, c.name, b.first_name, b.last_name, k.last_four, k.charity_rate, v.display_name, {}, {}
         FROM (SELECT a.vendor_id, a.transfer_id, a.created_at, t.card_id FROM entry a
               JOIN transfer t ON t.vendor_id = a.vendor_id AND t.id = a.transfer_id
               JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
               WHERE {} ORDER BY a.created_at DESC, a.transfer_id DESC LIMIT {limit} OFFSET {offset}) p
         JOIN entry e ON e.vendor_id = p.vendor_id AND e.transfer_id = p.transfer_id
         JOIN card k ON k.vendor_id = p.vendor_id AND k.id = p.card_id
         JOIN campaign c ON c.id = k.campaign_id
         JOIN tenant v ON v.id = k.vendor_id
         JOIN person b ON b.id = k.buyer_id
         GROUP BY p.vendor_id, p.transfer_id, p.created_at, c.name, b.first_name, b.last_name, k.last_four, k.charity_rate,
                  v.display_name
         ORDER BY p.created_at DESC, p.transfer_id DESC",
        whole(PURCHASED),
        whole(RAISED),
        conditions.sql(),
    );
    Ok(tx.rows(&sql, &conditions.parameters)?)
}
