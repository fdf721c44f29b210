//! Computes the expected statements of commission from single events, day by day, independently of
//! the program.

use std::collections::BTreeMap;

use kernel::{dates::BusinessDate, ids::TenantId, timestamp::Timestamp};
use platform::error::Error;
use serde_json::{Value, json};

use crate::{reports::recomputed::cents, support::TestApp};

/// Commission that a shop paid on a day, or got back on a day, for a card that was sold on a day.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub day: BusinessDate,
    pub sold_on: BusinessDate,
    pub cents: i64,
}

/// A tax: province, name and rate in thousandths of a percent.
type Tax = (&'static str, &'static str, i64);

/// Rate of a tax from a day on.
#[derive(Clone, Debug)]
pub struct Rate {
    pub province: &'static str,
    pub tax: &'static str,
    pub starts_on: BusinessDate,
    pub thousandths: i64,
}

/// Days of a shop that have the same taxes and are in one statement.
#[derive(Clone, Debug)]
struct Period {
    first: BusinessDate,
    last: BusinessDate,
    taxes: Vec<Tax>,
    has_statement: bool,
}

/// Notes of an accountant about one shop.
#[derive(Clone, Debug)]
pub struct Shop {
    pub province: &'static str,
    periods: Vec<Period>,
}

impl Shop {
    pub fn new(province: &'static str) -> Shop {
        Shop { province, periods: Vec::new() }
    }
}

/// The platform's registration for GST and HST from a day on, and the rates.
#[derive(Clone, Debug)]
pub struct Rates {
    pub registered_on: BusinessDate,
    pub all: Vec<Rate>,
}

impl Rates {
    pub fn since(registered_on: BusinessDate) -> Rates {
        let since = |text: &str| BusinessDate::parse(text).expect("a day");
        let rate = |province, tax, starts_on: &str, thousandths| Rate {
            province,
            tax,
            starts_on: since(starts_on),
            thousandths,
        };
        let all = vec![
            rate("BC", "GST", "2013-04-01", 5_000),
            rate("ON", "HST", "2010-07-01", 13_000),
            rate("QC", "GST", "2008-01-01", 5_000),
        ];
        Rates { registered_on, all }
    }

    /// Adds the QST, on a platform that is registered for it, too.
    pub fn with_qst(mut self) -> Rates {
        let starts_on = BusinessDate::new(2013, 1, 1).expect("a day");
        self.all.push(Rate { province: "QC", tax: "QST", starts_on, thousandths: 9_975 });
        self
    }

    fn on(&self, province: &str, day: BusinessDate) -> Vec<Tax> {
        let mut found: BTreeMap<&str, (BusinessDate, Tax)> = BTreeMap::new();
        for rate in
            self.all.iter().filter(|rate| rate.province == province && rate.starts_on <= day)
        {
            let newest =
                found.get(rate.tax).is_none_or(|(starts_on, _)| *starts_on <= rate.starts_on);
            if newest {
                found.insert(
                    rate.tax,
                    (rate.starts_on, (rate.province, rate.tax, rate.thousandths)),
                );
            }
        }
        found.into_values().map(|(_, tax)| tax).collect()
    }

    fn changes_on(&self, province: &str, day: BusinessDate) -> bool {
        self.all.iter().any(|rate| rate.province == province && rate.starts_on == day)
    }

    /// Charges a shop until the end of a day. Returns the statements in the form of
    /// [`told_statements`], and the sum of their taxes.
    pub fn charge(
        &self,
        shop: &mut Shop,
        events: &[Event],
        last_day: BusinessDate,
    ) -> (Vec<Value>, i64) {
        let first = match shop.periods.last() {
            Some(period) => period.last.tomorrow(),
            None => match events.iter().map(|event| event.day).min() {
                Some(day) => day.max(self.registered_on),
                None => return (Vec::new(), 0),
            },
        };
        let mut periods: Vec<Period> = Vec::new();
        let mut day = first;
        while day <= last_day {
            let is_new =
                day == first || day == day.first_of_month() || self.changes_on(shop.province, day);
            if is_new {
                let taxes = self.on(shop.province, day);
                periods.push(Period { first: day, last: day, taxes, has_statement: false });
            }
            periods.last_mut().expect("a period").last = day;
            day = day.tomorrow();
        }
        let (mut statements, mut sum) = (Vec::new(), 0);
        for mut period in periods {
            let within = |event: &&Event| period.first <= event.day && event.day <= period.last;
            let own: Vec<&Event> = events.iter().filter(within).collect();
            if !own.is_empty() {
                let (statement, tax) = shop.statement(&period, &own);
                statements.push(statement);
                sum += tax;
                period.has_statement = true;
            }
            shop.periods.push(period);
        }
        (statements, sum)
    }
}

impl Shop {
    fn statement(&self, period: &Period, events: &[&Event]) -> (Value, i64) {
        let mut bases: BTreeMap<Tax, i64> = BTreeMap::new();
        for tax in &period.taxes {
            bases.insert(*tax, 0);
        }
        for event in events {
            let is_own = event.sold_on >= period.first;
            let before = self.periods.iter().filter(|one| one.has_statement);
            let mut before =
                before.filter(|one| one.first <= event.sold_on && event.sold_on <= one.last);
            let taxes = match before.next() {
                _ if is_own => &period.taxes,
                Some(earlier) => &earlier.taxes,
                None => continue,
            };
            for tax in taxes {
                *bases.entry(*tax).or_default() += event.cents;
            }
        }
        let mut sum = 0;
        let lines: Vec<Value> = bases
            .into_iter()
            .map(|((province, tax, rate), base)| {
                let amount = base.signum() * ((base.abs() * rate * 2 + 100_000) / 200_000);
                sum += amount;
                json!([province, tax, percent(rate), base, amount])
            })
            .collect();
        let commission: i64 = events.iter().map(|event| event.cents).sum();
        (json!([period.first, period.last, commission, lines]), sum)
    }
}

/// Writes a rate in percent, as the program does.
pub fn percent(thousandths: i64) -> String {
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{}", format!("{rest:03}").trim_end_matches('0'))
}

/// Returns the statements of a reply, oldest first: first day, last day, commission, and taxes in
/// cents.
pub fn told_statements(told: &Value) -> Vec<Value> {
    let mut all = told["items"].as_array().expect("statements").clone();
    all.reverse();
    let taxes = |statement: &Value| -> Vec<Value> {
        let taxes = statement["taxes"].as_array().expect("taxes").iter();
        let tax = |tax: &Value| {
            let (base, amount) = (cents(&tax["base"]), cents(&tax["amount"]));
            json!([tax["province"], tax["tax"], tax["rate"], base, amount])
        };
        taxes.map(tax).collect()
    };
    let statement = |one: &Value| {
        json!([one["firstDay"], one["lastDay"], cents(&one["commission"]), taxes(one)])
    };
    all.iter().map(statement).collect()
}

/// Reads the commission of a shop from the rows of the ledger.
pub async fn events_of(app: &TestApp, shop: TenantId) -> Vec<Event> {
    let read = app.app.db.read(move |tx| {
        let sql = "SELECT e.created_at, s.created_at, e.amount FROM entry e
             JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
             LEFT JOIN transfer s ON s.vendor_id = t.vendor_id AND s.card_id = t.card_id AND s.kind = 'SALE'
             WHERE e.account = 'platform_revenue' AND t.vendor_id = $1 ORDER BY e.created_at";
        Ok::<_, Error>(tx.rows::<(Timestamp, Option<Timestamp>, i64)>(sql, db::params![shop])?)
    });
    let rows = read.await.expect("the ledger").into_iter();
    rows.map(|(at, sold_at, cents)| Event {
        day: BusinessDate::of(at),
        sold_on: BusinessDate::of(sold_at.unwrap_or(at)),
        cents,
    })
    .collect()
}
