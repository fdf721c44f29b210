//! Compares the program's reports, statements and ledger with the accountant's own sums, at the end
//! of a history.

use serde_json::Value;

use super::{
    history::{History, Who, cents},
    taxes::Charged,
};

/// Shares of cause and platform in a shop's sales, in cents, as the shop's report shows them.
struct Told {
    cause: i64,
    platform: i64,
}

/// Returns a shop's next payout plus the amount held back from it, in cents.
fn next_and_reserve(next: &Value) -> i64 {
    let reserve = &next["reserve"];
    let held = if reserve.is_null() { 0 } else { cents(&reserve["amount"]) };
    cents(&next["amount"]) + held
}

impl History<'_> {
    pub async fn audit(&mut self) {
        let charged = self.audit_taxes().await;
        let told = [self.audit_shop(0, charged).await, self.audit_shop(1, charged).await];
        let raised: i64 = told.iter().map(|told| told.cause).sum();
        let earned: i64 = told.iter().map(|told| told.platform).sum();
        self.audit_cause(raised).await;
        self.audit_platform(raised, earned, &told, charged).await;
    }

    /// Compares a shop's sales, redemptions, cash-outs, payouts and balance with the accountant's
    /// notes.
    async fn audit_shop(&mut self, number: usize, charged: Charged) -> Told {
        let (what, shop) = (self.at(), self.notes.shops[number]);
        let report = self.get(Who::Manager(number), "/Report/vendor?pageSize=1").await;
        let figure = |name: &str| cents(&report[name]);
        let taken = shop.redeemed + shop.cashed_out;
        let on_cards = self.notes.on_cards(number);
        assert_eq!(shop.sold - taken, on_cards, "{what}: the accountant's own notes");
        assert_eq!(figure("totalPurchasedAmount"), shop.sold, "{what}: {report}");
        assert_eq!(figure("totalRedemption"), taken, "{what}: {report}");
        assert_eq!(figure("totalPaidOutInCash"), shop.cashed_out, "{what}: {report}");
        assert_eq!(figure("totalBalance"), on_cards, "{what}: {report}");
        let told =
            Told { cause: figure("totalFundraising"), platform: figure("totalFunrayRevenue") };
        for (told, expected) in
            [(told.cause, shop.shares.cause), (told.platform, shop.shares.platform)]
        {
            assert!((told - expected).abs() <= shop.shares.doubt, "{what}: {expected}: {report}");
        }
        let owed = taken - told.cause - told.platform - charged.of(number) - shop.paid;
        let next = self.get(Who::Manager(number), "/Payouts/next").await;
        assert_eq!(next_and_reserve(&next), owed.max(0), "{what}: shop {number}: {shop:?} {next}");
        self.audit_statements(number).await;
        told
    }

    /// Checks that the statements of a shop's paid payouts together list all redemptions and
    /// cash-outs until their last day.
    async fn audit_statements(&mut self, number: usize) {
        let path = format!("/Payouts?tenantId={}&pageSize=100", self.shops[number]);
        let payouts = self.get(Who::Adam, &path).await;
        let mut lines = [("REDEMPTION", 0), ("CASH_OUT", 0)];
        let mut last_day = String::new();
        for payout in payouts["items"].as_array().expect("payouts") {
            if payout["state"] != "PAID" {
                continue;
            }
            last_day = last_day.max(payout["lastDay"].as_str().expect("a day").to_owned());
            let path = format!("/Payouts/{}", payout["id"].as_str().expect("an id"));
            let statement = self.get(Who::Manager(number), &path).await;
            for line in statement["lines"].as_array().expect("lines") {
                if let Some(sum) = lines.iter_mut().find(|(kind, _)| line["kind"] == *kind) {
                    sum.1 += cents(&line["amount"]);
                }
            }
        }
        if last_day.is_empty() {
            return;
        }
        let period = format!("endDate={last_day}");
        let report = self.get(Who::Manager(number), &format!("/Report/vendor?{period}")).await;
        let path = format!("/Books/cash-outs?{period}");
        let cash = self.get(Who::Adam, &path).await;
        let shop = self.shops[number].to_string();
        let mut rows = cash["vendors"].as_array().expect("vendors").iter();
        let cash = rows.find(|row| row["vendorId"] == shop).map_or(0, |row| cents(&row["amount"]));
        let [(_, redeemed), (_, paid_out)] = lines;
        assert_eq!(paid_out, cash, "{}: {payouts}", self.at());
        assert_eq!(redeemed + paid_out, cents(&report["totalRedemption"]), "{}", self.at());
    }

    async fn audit_cause(&mut self, raised: i64) {
        let path = format!("/Report/charity?tenantId={}", self.charity());
        let report = self.get(Who::Adam, &path).await;
        assert_eq!(cents(&report["totalFundraising"]), raised, "{}: {report}", self.at());
        let path = format!("/Payouts/next?tenantId={}", self.charity());
        let next = self.get(Who::Adam, &path).await;
        let owed = raised - self.notes.cause_paid;
        assert_eq!(next_and_reserve(&next), owed.max(0), "{}: {next}", self.at());
    }

    /// Checks the ledger: all money that buyers paid, less their refunds, is on cards, payable to
    /// shops and cause, paid out, or revenue of the platform.
    async fn audit_platform(&mut self, raised: i64, earned: i64, told: &[Told], charged: Charged) {
        let what = self.at();
        let balance = self.get(Who::Adam, "/Books/trial-balance").await;
        let closing = |account: &str| -> i64 {
            let mut rows = balance["accounts"].as_array().expect("accounts").iter();
            rows.find(|row| row["account"] == account).map_or(0, |row| cents(&row["closing"]))
        };
        let shops = &self.notes.shops;
        let owed = |shop: usize| {
            let notes = &shops[shop];
            let shares = told[shop].cause + told[shop].platform + charged.of(shop);
            notes.redeemed + notes.cashed_out - shares - notes.paid
        };
        let paid: i64 = shops.iter().map(|shop| shop.paid).sum::<i64>() + self.notes.cause_paid;
        let on_cards: i64 = (0..2).map(|shop| self.notes.on_cards(shop)).sum();
        let expected = [
            ("GATEWAY_CLEARING", -self.notes.charged),
            ("CARD", on_cards),
            ("VENDOR_PAYABLE", owed(0) + owed(1)),
            ("CHARITY_PAYABLE", raised - self.notes.cause_paid),
            ("PLATFORM_REVENUE", earned),
            ("GST_HST_PAYABLE", charged.gst_hst.iter().sum()),
            ("QST_PAYABLE", charged.qst.iter().sum()),
            ("CHARGEBACK_LOSS", -self.notes.lost),
            ("PAID_TWICE", -self.notes.paid_twice),
            ("PAYOUTS", paid + self.notes.refunded_by_bank),
            ("REFUNDS", 0),
        ];
        for (account, cents) in expected {
            assert_eq!(closing(account), cents, "{what}: {account}: {balance}");
        }
        let in_and_out: i64 = expected.iter().map(|(_, cents)| cents).sum();
        assert_eq!(in_and_out, 0, "{what}: nothing is lost, nothing is doubled");
        let cash: Value = self.get(Who::Adam, "/Books/cash-outs").await;
        let cashed_out: i64 = self.notes.shops.iter().map(|shop| shop.cashed_out).sum();
        assert_eq!(cents(&cash["totalAmount"]), cashed_out, "{what}: {cash}");
    }
}
