//! Simulates the monthly closing of the books. The figures of a closed month must not change
//! afterwards.

use std::{collections::BTreeMap, time::Duration};

use kernel::{dates::BusinessDate, months::BusinessMonth};
use serde_json::{Value, json};

use super::world::{Who, World, cents};
use crate::books::recomputed::{Books, Of};

impl World<'_> {
    /// Returns the balance of each kind of ledger account, as the model expects it.
    fn accounts(&self) -> BTreeMap<&'static str, i64> {
        let sums = &self.model.sums;
        BTreeMap::from([
            ("GATEWAY_CLEARING", sums.at_gateway()),
            ("CARD", self.model.cards.iter().map(|card| card.balance).sum()),
            ("VENDOR_PAYABLE", sums.vendors.iter().sum()),
            ("CHARITY_PAYABLE", sums.charity),
            ("PLATFORM_REVENUE", sums.platform),
            ("GST_HST_PAYABLE", sums.gst_hst),
            ("QST_PAYABLE", 0),
            ("REFUNDS", -sums.refunds),
            ("CHARGEBACK_LOSS", -sums.lost),
            ("PAID_TWICE", -sums.paid_twice),
            ("PAYOUTS", sums.paid_out - sums.bank.left),
            ("GATEWAY_TRANSIT", sums.bank.arrived - sums.bank.settled),
            ("BANK", -sums.bank.balance),
            ("GATEWAY_FEES", -sums.bank.fees),
            ("BANK_OTHER", sums.bank.interest),
        ])
    }

    /// Advances the clock past the end of the month without further activity, and closes all months
    /// that can be closed.
    pub async fn close_month(&mut self) {
        self.settle().await;
        let clock = &self.till.app.app.clock;
        let month = BusinessMonth::of(clock.now());
        let quarter = Duration::from_secs(15 * 60);
        self.till.app.hands.set(month.end_exclusive().plus(quarter));
        self.visitors.clear();
        loop {
            let told = self.get(Who::Administrator, "/Books/months").await;
            let mut rows = told["items"].as_array().expect("months").iter();
            let Some(next) = rows.find(|row| row["canBeClosed"] == true) else { break };
            self.close(&next["month"]).await;
        }
        let period = days_of(month);
        let told = self.get(Who::Administrator, &format!("/Books/trial-balance?{period}")).await;
        let rows = told["accounts"].as_array().expect("accounts").iter();
        let closings: BTreeMap<&str, i64> = rows
            .map(|row| (row["account"].as_str().expect("an account"), cents(&row["closing"])))
            .collect();
        let is_empty = self.model.cards.is_empty() && self.statements == 0;
        assert_eq!(closings, self.accounts(), "{}: {month}", self.at());
        assert_eq!(told["closedAt"].is_null(), is_empty, "{}: {month}", self.at());
        self.check_liability(month.last_day()).await;
        self.charge_months().await;
    }

    async fn close(&mut self, month: &Value) {
        let form = json!({ "month": month });
        let reply = self.ask(Who::Administrator, "POST", "/Books/months", Some(&form)).await;
        self.fine("a closed month", &reply);
        let month = month.as_str().and_then(BusinessMonth::parse).expect("a month");
        let path = format!("/Books/trial-balance?{}", days_of(month));
        let figures = self.get(Who::Administrator, &path).await;
        self.closed.insert(month, figures);
    }

    /// Compares two reports with the model: the balance of outstanding cards and of unclaimed gifts
    /// at the end of a day. Nothing may have happened since that day.
    async fn check_liability(&mut self, day: BusinessDate) {
        let told = self.get(Who::Administrator, &format!("/Books/outstanding?day={day}")).await;
        for (shop, vendor) in self.shops.into_iter().enumerate() {
            let own = self.model.cards.iter().filter(|card| card.shop == shop);
            let expected: i64 = own.map(|card| card.balance).sum();
            let mut rows = told["vendors"].as_array().expect("vendors").iter();
            let row = rows.find(|row| row["vendorId"] == vendor.to_string());
            let shown = row.map_or(0, |row| cents(&row["totalBalance"]));
            assert_eq!(shown, expected, "{}: {told}", self.at());
        }
        let told = self.get(Who::Administrator, &format!("/Books/unclaimed-gifts?day={day}")).await;
        let is_unclaimed = |gift: &super::model::Gift| gift.owner.is_none();
        let gifts =
            self.model.cards.iter().filter(|card| card.gift.as_ref().is_some_and(is_unclaimed));
        let left: i64 = gifts.map(|card| card.balance).sum();
        assert_eq!(cents(&told["totalBalance"]), left, "{}: {told}", self.at());
    }

    /// Checks that the figures of closed months are unchanged, and that those of open months equal
    /// the ledger's entries.
    pub async fn compare_journal(&mut self) {
        let what = self.at();
        for (month, frozen) in self.closed.clone() {
            let path = format!("/Books/trial-balance?{}", days_of(month));
            let told = self.get(Who::Administrator, &path).await;
            assert_eq!(told, frozen, "{what}: {month} is closed");
        }
        let books = Books::of(&self.till.app).await;
        let Some((first, last)) = books.days() else { return };
        let middle = *self.dice.pick(&[first.tomorrow(), last, last.first_of_month()]);
        let mut periods = vec![(first.first_of_month(), last), (middle, last.tomorrow())];
        periods
            .extend(books.months().into_iter().map(|month| (month.first_day(), month.last_day())));
        for (from, until) in periods {
            let query = format!("startDate={from}&endDate={}", until.max(from));
            let period = (from, until.max(from));
            let path = format!("/Books/trial-balance?{query}");
            let told = self.get(Who::Administrator, &path).await;
            books.check_trial_balance(&told, period, &what);
            let told = self.get(Who::Administrator, &format!("/Books/cash-outs?{query}")).await;
            books.check_cash_outs(&told, period, &what);
            let mut pages = Vec::new();
            loop {
                let page = pages.len() + 1;
                let path = format!("/Books/journal?{query}&pageIndex={page}&pageSize=100");
                pages.push(self.get(Who::Administrator, &path).await);
                if pages[0]["totalPages"].as_u64() <= Some(page as u64) {
                    break;
                }
            }
            books.check_journal(&pages, period, &what);
        }
        let has_cause = self.dice.one_in(2);
        let brand = format!("outstanding?cardType={}&", if has_cause { 1 } else { 2 });
        for day in [middle, last] {
            for (of, call) in [
                (Of::All, "outstanding?"),
                (Of::Brand(has_cause), brand.as_str()),
                (Of::UnclaimedGifts, "unclaimed-gifts?"),
            ] {
                let told = self.get(Who::Administrator, &format!("/Books/{call}day={day}")).await;
                books.check_outstanding(&told, day, of, &what);
            }
        }
    }
}

fn days_of(month: BusinessMonth) -> String {
    format!("startDate={}&endDate={}", month.first_day(), month.last_day())
}
