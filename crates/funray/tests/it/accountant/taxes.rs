//! Registers the platform for taxes in two of three histories. At the end, computes the statements of
//! commission from the journal alone, and compares them with the program's.

use std::{collections::HashMap, time::Duration};

use finance::taxes;
use kernel::{dates::BusinessDate, timestamp::Timestamp};
use serde_json::{Value, json};

use super::history::{History, Who, cents};
use crate::taxes::recomputed::{Event, Rate, Rates, Shop, percent, told_statements};

/// Taxes that were charged in a history, in cents.
#[derive(Clone, Copy, Debug, Default)]
pub struct Charged {
    pub gst_hst: [i64; 2],
    pub qst: [i64; 2],
}

impl Charged {
    pub fn of(self, shop: usize) -> i64 {
        self.gst_hst[shop] + self.qst[shop]
    }
}

impl History<'_> {
    /// Registers the platform since today. The second shop is in Quebec.
    pub async fn register_for_taxes(&mut self) {
        if self.seed.is_multiple_of(3) {
            return;
        }
        let today = BusinessDate::today(&self.till.app.app.clock);
        for (scheme, number) in [("GST_HST", "123456789RT0001"), ("QST", "1234567890TQ0001")] {
            let form = json!({
                "scheme": scheme, "number": number, "startsOn": today, "reason": "Registered"
            });
            self.fine(Who::Adam, "POST", "/Taxes/registrations", form).await;
        }
        let moved = "UPDATE tenant SET province = 'Quebec' WHERE id = $1";
        self.till.app.write(moved, self.shops[1]).await;
        self.rates = Some(Rates::since(today).with_qst());
    }

    /// Changes the rate of Ontario from tomorrow on.
    pub async fn change_rate(&mut self) {
        if self.rates.is_none() {
            return;
        }
        let starts_on = BusinessDate::today(&self.till.app.app.clock).tomorrow();
        let thousandths = self.dice.between(1, 20_000);
        let form = json!({
            "province": "ON", "tax": "HST", "rate": percent(thousandths), "startsOn": starts_on,
            "reason": "The budget"
        });
        self.fine(Who::Adam, "POST", "/Taxes/rates", form).await;
        let rate = Rate { province: "ON", tax: "HST", starts_on, thousandths };
        self.rates.iter_mut().for_each(|rates| rates.all.push(rate.clone()));
    }

    /// Waits for the next month, in which the rest of this month's commission is charged. Returns the
    /// taxes of each shop, which must follow from the journal.
    pub async fn audit_taxes(&mut self) -> Charged {
        let Some(rates) = self.rates.clone() else { return Charged::default() };
        let month = kernel::months::BusinessMonth::of(self.till.app.app.clock.now());
        let journal = self.journal().await;
        self.till.app.hands.set(month.end_exclusive().plus(Duration::from_secs(3600)));
        self.sign_out();
        taxes::charge_months(self.till.app.app.clone()).await.expect("charged");
        let mut charged = Charged::default();
        for (number, province) in ["ON", "QC"].into_iter().enumerate() {
            let events = events_of(&journal, number);
            let path = format!("/Taxes/statements?tenantId={}&pageSize=1000", self.shops[number]);
            let told = told_statements(&self.get(Who::Manager(number), &path).await);
            // Payouts that were drafted end statements before the month does.
            let (mut shop, mut expected) = (Shop::new(province), Vec::new());
            for last_day in self.drafted.iter().copied().chain([month.last_day()]) {
                expected.extend(rates.charge(&mut shop, &events, last_day).0);
            }
            assert_eq!(told, expected, "{}: shop {number}", self.at());
            for line in told.iter().flat_map(|one| one[3].as_array().expect("taxes")) {
                let sums = if line[1] == "QST" { &mut charged.qst } else { &mut charged.gst_hst };
                sums[number] += line[4].as_i64().expect("cents");
            }
        }
        self.compare_posted(charged).await;
        charged
    }

    /// Compares the taxes with what the journal posted, and with the tax report.
    async fn compare_posted(&mut self, charged: Charged) {
        let journal = self.journal().await;
        let posted = |account: &str| -> i64 {
            let entries =
                journal.iter().flat_map(|row| row["entries"].as_array().expect("entries"));
            let entries = entries.filter(|entry| entry["account"] == account);
            entries.map(|entry| cents(&entry["credit"]) - cents(&entry["debit"])).sum()
        };
        let sums = [charged.gst_hst, charged.qst].map(|of| of.iter().sum::<i64>());
        assert_eq!([posted("GST_HST_PAYABLE"), posted("QST_PAYABLE")], sums, "{}", self.at());
        let report = self.get(Who::Adam, "/Taxes/report").await;
        let rows = report["rows"].as_array().expect("rows").iter();
        let reported: i64 = rows.map(|row| cents(&row["amount"])).sum();
        assert_eq!(reported, sums.iter().sum::<i64>(), "{}: {report}", self.at());
        assert_eq!(cents(&report["tax"]), reported, "{}: {report}", self.at());
        assert_eq!(cents(&report["posted"]), reported, "{}: {report}", self.at());
    }

    /// Reads the whole journal.
    async fn journal(&mut self) -> Vec<Value> {
        let mut rows = Vec::new();
        for page in 1.. {
            let path = format!("/Books/journal?pageIndex={page}&pageSize=1000");
            let told = self.get(Who::Adam, &path).await;
            rows.extend(told["transfers"].as_array().expect("transfers").clone());
            if told["totalPages"].as_u64() <= Some(page) {
                break;
            }
        }
        rows
    }
}

/// Returns a shop's commission according to the journal. The cards of an order were sold at once, so
/// the order tells when.
fn events_of(journal: &[Value], shop: usize) -> Vec<Event> {
    let day = |row: &Value| {
        let date = row["date"].as_str().and_then(Timestamp::parse);
        BusinessDate::of(date.expect("a time"))
    };
    let sales = journal.iter().filter(|row| row["kind"] == "SALE");
    let sold_on: HashMap<String, BusinessDate> =
        sales.map(|row| (row["orderId"].to_string(), day(row))).collect();
    let is_of_shop = |row: &&Value| {
        (row["vendorName"] == "Bean & Gull") == (shop == 1) && !row["vendorName"].is_null()
    };
    let mut events = Vec::new();
    for row in journal.iter().filter(is_of_shop) {
        for entry in row["entries"].as_array().expect("entries") {
            if entry["account"] == "PLATFORM_REVENUE" {
                let cents = cents(&entry["credit"]) - cents(&entry["debit"]);
                let sold_on = sold_on[&row["orderId"].to_string()];
                events.push(Event { day: day(row), sold_on, cents });
            }
        }
    }
    events
}
