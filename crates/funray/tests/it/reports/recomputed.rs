//! Computes the expected reports from single rows of the ledger, by the kinds of transfers.

use std::collections::BTreeSet;

use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, TenantId},
    timestamp::Timestamp,
};
use platform::error::Error;
use serde_json::Value;

use crate::support::TestApp;

/// A transfer on a card, with the data that reports use.
#[derive(Clone, Debug)]
struct Fact {
    day: BusinessDate,
    vendor: TenantId,
    charity: Option<TenantId>,
    campaign: Option<CampaignId>,
    cards: i64,
    purchased: i64,
    /// Part of `purchased` that no sale paid for.
    refunded: i64,
    redeemed: i64,
    cash: i64,
    raised: i64,
    platform: i64,
}

pub struct Facts(Vec<Fact>);

/// Filter of transfers. An empty filter selects all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Which {
    pub vendor: Option<TenantId>,
    pub charity: Option<TenantId>,
    pub campaign: Option<CampaignId>,
    pub has_cause: Option<bool>,
    pub first: Option<BusinessDate>,
    pub last: Option<BusinessDate>,
}

impl Which {
    pub fn of_vendor(vendor: TenantId) -> Which {
        Which { vendor: Some(vendor), ..Which::default() }
    }

    pub fn of_charity(charity: TenantId) -> Which {
        Which { charity: Some(charity), ..Which::default() }
    }

    pub fn within(self, first: BusinessDate, last: BusinessDate) -> Which {
        Which { first: Some(first), last: Some(last), ..self }
    }

    /// Returns the query string with which reports apply this filter.
    pub fn query(&self) -> String {
        let part = |name: &str, value: Option<String>| {
            value.map(|value| format!("&{name}={value}")).unwrap_or_default()
        };
        let tenant = self.vendor.or(self.charity).map(|tenant| tenant.to_string());
        let card_type = self.has_cause.map(|has| if has { "1" } else { "2" }.to_owned());
        [
            part("tenantId", tenant),
            part("campaignId", self.campaign.map(|campaign| campaign.to_string())),
            part("cardType", card_type),
            part("startDate", self.first.map(|day| day.to_string())),
            part("endDate", self.last.map(|day| day.to_string())),
        ]
        .concat()
    }

    fn has(&self, fact: &Fact) -> bool {
        self.vendor.is_none_or(|vendor| vendor == fact.vendor)
            && self.charity.is_none_or(|charity| Some(charity) == fact.charity)
            && self.campaign.is_none_or(|campaign| Some(campaign) == fact.campaign)
            && self.has_cause.is_none_or(|has_cause| has_cause == fact.campaign.is_some())
            && self.last.is_none_or(|last| fact.day <= last)
    }

    fn is_before(&self, fact: &Fact) -> bool {
        self.first.is_some_and(|first| fact.day < first)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub transfers: i64,
    pub supports: i64,
    pub cards: i64,
    pub purchased: i64,
    /// Refunds of sales, by the kinds of transfers.
    pub refunded: i64,
    pub supported: i64,
    pub redeemed: i64,
    /// Part of `redeemed` that was paid out in cash.
    pub cash: i64,
    pub raised: i64,
    pub platform: i64,
    pub opening: i64,
    pub closing: i64,
}

type Row = (
    (TenantId, String, Timestamp, String, Option<String>),
    (Option<TenantId>, Option<CampaignId>, String, i64),
);

struct Read(Row);

impl db::FromRow for Read {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
        let first = (row.next()?, row.next()?, row.next()?, row.next()?, row.next()?);
        Ok(Read((first, (row.next()?, row.next()?, row.next()?, row.next()?))))
    }
}

impl Facts {
    pub async fn of(app: &TestApp) -> Facts {
        let sql = "SELECT t.vendor_id, t.id, t.created_at, t.kind, o.kind, k.charity_id, k.campaign_id, e.account, e.amount
                   FROM transfer t
                   JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
                   JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
                   LEFT JOIN transfer o ON o.vendor_id = t.vendor_id AND o.id = t.reverses
                   ORDER BY t.id, e.position";
        let read = app.app.db.read(move |tx| Ok::<_, Error>(tx.rows::<Read>(sql, &[])?));
        let mut facts: Vec<(String, Fact)> = Vec::new();
        for Read(((vendor, id, at, kind, of), (charity, campaign, account, amount))) in
            read.await.expect("the entries")
        {
            if facts.last().is_none_or(|(last, _)| *last != id) {
                let day = BusinessDate::of(at);
                let cards = match (kind.as_str(), of.as_deref()) {
                    ("SALE", _) => 1,
                    ("REVERSAL", Some("SALE")) => -1,
                    _ => 0,
                };
                let (purchased, redeemed, raised, platform) = (0, 0, 0, 0);
                let fact = Fact {
                    day,
                    vendor,
                    charity,
                    campaign,
                    cards,
                    purchased,
                    refunded: 0,
                    redeemed,
                    cash: 0,
                    raised,
                    platform,
                };
                facts.push((id, fact));
            }
            let fact = &mut facts.last_mut().expect("a fact").1;
            let is_sale = ["SALE", "CHARGE_REVERSAL", "REFUND"].contains(&kind.as_str())
                || matches!(of.as_deref(), Some("SALE" | "CHARGE_REVERSAL"));
            let counts_as = of.as_deref().unwrap_or(kind.as_str());
            if counts_as == "CASH_OUT" && account.starts_with("card:") {
                fact.cash -= amount;
            }
            match account.split(':').next() {
                Some("card") if is_sale => {
                    fact.purchased += amount;
                    fact.refunded -= if kind == "SALE" { 0 } else { amount };
                }
                Some("card") => fact.redeemed -= amount,
                Some("charity_payable") => fact.raised += amount,
                Some("platform_revenue") => fact.platform += amount,
                _ => {}
            }
        }
        Facts(facts.into_iter().map(|(_, fact)| fact).collect())
    }

    pub fn sum(&self, which: &Which) -> Figures {
        let mut sum = Figures::default();
        for fact in self.0.iter().filter(|fact| which.has(fact)) {
            let on_card = fact.purchased - fact.redeemed;
            sum.closing += on_card;
            if which.is_before(fact) {
                sum.opening += on_card;
                continue;
            }
            sum.transfers += 1;
            sum.cards += fact.cards;
            sum.purchased += fact.purchased;
            sum.refunded += fact.refunded;
            sum.redeemed += fact.redeemed;
            sum.cash += fact.cash;
            sum.raised += fact.raised;
            sum.platform += fact.platform;
            if fact.raised != 0 {
                sum.supports += 1;
                sum.supported += fact.purchased;
            }
        }
        sum
    }
}

impl Facts {
    /// Returns each day that has transfers, with the figures of that day.
    fn by_day(&self, which: &Which) -> Vec<(BusinessDate, Figures)> {
        let among = |fact: &&Fact| which.has(fact) && !which.is_before(fact);
        let days: BTreeSet<BusinessDate> =
            self.0.iter().filter(among).map(|fact| fact.day).collect();
        days.into_iter().map(|day| (day, self.sum(&which.within(day, day)))).collect()
    }
}

pub fn cents(value: &Value) -> i64 {
    let dollars = value.as_f64().unwrap_or_else(|| panic!("not an amount: {value}"));
    #[allow(clippy::cast_possible_truncation, reason = "tests sell little")]
    let cents = (dollars * 100.0).round() as i64;
    cents
}

fn total(rows: &Value, name: &str) -> i64 {
    rows.as_array().expect("rows").iter().map(|row| cents(&row[name])).sum()
}

/// Compares a vendor's report with the computed figures: the totals, and the rows if the report has
/// a single page. Revenue is sales less both shares, and the closing balance is the opening balance
/// plus sales less redemptions.
pub fn check_vendor_report(told: &Value, sum: &Figures, what: &str) {
    let revenue = sum.purchased - sum.raised - sum.platform;
    for (name, expected) in [
        ("grossSold", sum.purchased + sum.refunded),
        ("refunds", sum.refunded),
        ("totalPurchasedAmount", sum.purchased),
        ("totalRedemption", sum.redeemed),
        ("totalPaidOutInCash", sum.cash),
        ("totalBalance", sum.closing),
        ("actualRevenue", revenue),
        ("totalFundraising", sum.raised),
        ("totalFunrayRevenue", sum.platform),
        ("openingBalance", sum.opening),
    ] {
        assert_eq!(cents(&told[name]), expected, "{what}: {name} of {told}");
    }
    assert_eq!(told["totalCardsSold"], sum.cards, "{what}");
    assert_eq!(told["totalItems"], sum.transfers, "{what}");
    assert_eq!(sum.opening + sum.purchased - sum.redeemed, sum.closing, "{what}");
    if told["totalPages"].as_u64() <= Some(1) {
        let rows = &told["transactions"];
        assert_eq!(rows.as_array().map(Vec::len), usize::try_from(sum.transfers).ok(), "{what}");
        for (name, expected) in
            [("purchased", sum.purchased), ("redemption", sum.redeemed), ("actualRevenue", revenue)]
        {
            assert_eq!(total(rows, name), expected, "{what}: {name}");
        }
    }
}

pub fn check_charity_report(told: &Value, sum: &Figures, what: &str) {
    assert_eq!(cents(&told["totalPurchasedAmount"]), sum.supported, "{what}: {told}");
    assert_eq!(cents(&told["totalFundraising"]), sum.raised, "{what}: {told}");
    assert_eq!(told["totalItems"], sum.supports, "{what}");
    if told["totalPages"].as_u64() <= Some(1) {
        let rows = &told["transactions"];
        assert_eq!(total(rows, "purchasedAmount"), sum.supported, "{what}");
        assert_eq!(total(rows, "totalFundraising"), sum.raised, "{what}");
    }
}

/// Compares the reports on all vendors and on all charities with the computed figures.
pub fn check_admin_reports(vendors: &Value, charities: &Value, sum: &Figures, what: &str) {
    let revenue = sum.purchased - sum.raised - sum.platform;
    assert_eq!(vendors["totalCardsSold"], sum.cards, "{what}: {vendors}");
    for (total_name, name, expected) in [
        ("grossSold", "grossSold", sum.purchased + sum.refunded),
        ("refunds", "refunds", sum.refunded),
        ("totalPurchasedAmount", "totalPurchasedAmount", sum.purchased),
        ("totalFunrayRevenue", "totalFunrayRevenue", sum.platform),
        ("totalFundraising", "totalFundraising", sum.raised),
        ("totalRedeemedAmount", "totalRedeemedAmount", sum.redeemed),
        ("totalPaidOutInCash", "totalPaidOutInCash", sum.cash),
        ("totalBalance", "totalBalance", sum.closing),
        ("vendorRevenue", "vendorRevenue", revenue),
    ] {
        assert_eq!(cents(&vendors[total_name]), expected, "{what}: {total_name}");
        assert_eq!(total(&vendors["vendorSummaries"], name), expected, "{what}: {name} of vendors");
    }
    for (total_name, name, expected) in [
        ("totalPurchasedAmount", "totalPurchasedAmount", sum.supported),
        ("totalCharityFundraising", "totalFundraising", sum.raised),
    ] {
        assert_eq!(cents(&charities[total_name]), expected, "{what}: {total_name}");
        assert_eq!(
            total(&charities["charitySummaries"], name),
            expected,
            "{what}: {name} of causes"
        );
    }
}

/// Compares the daily report with the computed figures.
pub fn check_daily_report(told: &Value, facts: &Facts, which: &Which, what: &str) {
    let rows = told["days"].as_array().expect("days").iter();
    let shown: Vec<(&str, Vec<i64>)> = rows
        .map(|row| {
            let figures = [
                "totalPurchasedAmount",
                "totalRedeemedAmount",
                "totalPaidOutInCash",
                "totalFundraising",
                "totalFunrayRevenue",
            ];
            let cards = row["totalCardsSold"].as_i64().expect("a number");
            let figures = figures.iter().map(|name| cents(&row[*name]));
            let figures = std::iter::once(cards).chain(figures).collect();
            (row["day"].as_str().expect("a day"), figures)
        })
        .collect();
    let days = facts.by_day(which);
    let texts: Vec<String> = days.iter().map(|(day, _)| day.to_string()).collect();
    let expected: Vec<(&str, Vec<i64>)> = texts
        .iter()
        .zip(&days)
        .map(|(day, (_, sum))| {
            let Figures { cards, purchased, redeemed, cash, raised, platform, .. } = *sum;
            (day.as_str(), vec![cards, purchased, redeemed, cash, raised, platform])
        })
        .collect();
    assert_eq!(shown, expected, "{what}");
}
