//! Tests of taxes on the commission: statements, rates from a day on, refunds across months and
//! provinces, and the ledger.

pub mod recomputed;
mod settings;

use db::params;
use finance::{taxes, verify};
use kernel::{
    dates::BusinessDate,
    ids::{CardId, OrderId, PersonId, TaxRegistrationId, TenantId},
    timestamp::Timestamp,
};
use serde_json::{Value, json};

use recomputed::told_statements;

use crate::{
    reports::recomputed::cents,
    support::{Person, Reply, TestApp, cards::Purchase},
};

/// Registers the platform for a tax, without a call.
pub async fn insert_registration(
    app: &TestApp,
    scheme: &'static str,
    number: &'static str,
    starts_on: &'static str,
) {
    let now = app.app.clock.now();
    let insert = move |tx: &mut db::Tx<'_>| {
        let sql = "INSERT INTO tax_registration (id, scheme, starts_on, number, set_by, set_at, reason) VALUES ($1, $2, $3, $4, $5, $6, 'Registered')";
        let (id, by) = (TaxRegistrationId::new(now), PersonId::new(now));
        tx.execute(sql, params![id, scheme, starts_on, number, by, now])
    };
    app.app.db.write(insert).await.expect("a registration");
}

/// A shop in Ontario that sells cards, and administrators of a platform that is registered for no
/// tax.
pub struct Street {
    pub app: TestApp,
    pub shop: TenantId,
    pub ann: Person,
    pub sue: Person,
}

impl Street {
    /// Starts the program on Tuesday, March 10, 2026.
    pub async fn new() -> Street {
        let app = TestApp::new().await;
        let shop = app.shop("Maple Leaf Books").await;
        let ann = app.consumer("ann").await;
        let sue = app.super_administrator("sue").await;
        Street { app, shop, ann, sue }
    }

    /// Like [`Street::new`], on a platform that is registered for GST, HST and QST since March 1.
    pub async fn registered() -> Street {
        let street = Street::new().await;
        assert_eq!(street.register("GST_HST", "123456789RT0001", "2026-03-01").await.status, 200);
        assert_eq!(street.register("QST", "1234567890TQ0001", "2026-03-01").await.status, 200);
        street
    }

    pub async fn post(&self, path: &str, form: Value) -> Reply {
        let sue = self.app.sign_in(&self.sue).await;
        sue.post(&format!("/api/v1/Taxes/{path}"), &form).send().await
    }

    pub async fn register(&self, scheme: &str, number: &str, starts_on: &str) -> Reply {
        let form = json!({
            "scheme": scheme, "number": number, "startsOn": starts_on, "reason": "Registered"
        });
        self.post("registrations", form).await
    }

    pub async fn set_rate(&self, province: &str, tax: &str, rate: &str, starts_on: &str) -> Reply {
        let form = json!({
            "province": province, "tax": tax, "rate": rate, "startsOn": starts_on, "reason": "The budget"
        });
        self.post("rates", form).await
    }

    pub async fn get(&self, path: &str) -> Value {
        let sue = self.app.sign_in(&self.sue).await;
        let reply = sue.get(&format!("/api/v1/{path}")).send().await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    pub fn go_to(&self, moment: &str) {
        self.app.hands.set(Timestamp::parse(moment).expect("a moment"));
    }

    /// Sells a card without a cause. The platform gets 5 % of it.
    pub async fn sell(&self, dollars: u32) -> CardId {
        let card = self.app.sell(&self.ann, Purchase::of(self.shop, dollars)).await;
        self.app.run_jobs().await;
        card
    }

    /// Cancels the order of a card.
    pub async fn cancel(&self, card: CardId) {
        let (now, by) = (self.app.app.clock.now(), self.sue.id);
        let cancelled = self.app.app.db.write(move |tx| {
            let sql = "SELECT order_id FROM card WHERE id = $1";
            let (order,): (OrderId,) = tx.one(sql, params![card])?;
            let sql = "UPDATE payment_attempt SET state = 'VOIDED' WHERE order_id = $1";
            tx.execute(sql, params![order])?;
            let sql = "UPDATE orders SET cancelled_at = $2, cancelled_by = $3 WHERE id = $1";
            tx.execute(sql, params![order, now, by])?;
            cards::cancel_cards(tx, now, by, order, "Bought by mistake")
        });
        cancelled.await.expect("cancelled");
        self.app.run_jobs().await;
    }

    pub async fn move_to(&self, province: &'static str) {
        let shop = self.shop;
        let sql = "UPDATE tenant SET province = $1 WHERE id = $2";
        let moved = self.app.app.db.write(move |tx| tx.execute(sql, params![province, shop]));
        moved.await.expect("moved");
    }

    pub async fn charge(&self) {
        taxes::charge_months(self.app.app.clone()).await.expect("charged");
    }

    /// Returns all statements, oldest first: first day, last day, commission, and taxes in cents.
    pub async fn statements(&self) -> Vec<Value> {
        told_statements(&self.get("Taxes/statements?pageSize=100").await)
    }

    /// Returns the closing balance of an account at the end of a day, in cents.
    pub async fn balance(&self, account: &str, day: &str) -> i64 {
        let told = self.get(&format!("Books/trial-balance?endDate={day}")).await;
        let mut rows = told["accounts"].as_array().expect("accounts").iter();
        rows.find(|row| row["account"] == account).map_or(0, |row| cents(&row["closing"]))
    }
}

#[tokio::test]
async fn platform_without_a_registration_charges_no_tax() {
    let street = Street::new().await;
    street.sell(50).await;
    street.go_to("2026-04-01T12:00:00Z");
    street.charge().await;
    assert_eq!(street.statements().await, Vec::<Value>::new());
    assert_eq!(street.app.count("SELECT count(*) FROM commission_position").await, 0);
    assert_eq!(street.balance("VENDOR_PAYABLE", "2026-04-01").await, -250);
}

#[tokio::test]
async fn charge_months_rounds_the_tax_of_a_statement_once() {
    let street = Street::registered().await;
    for _ in 0..3 {
        street.sell(25).await;
    }
    // The month ends at midnight in Toronto, and transfers of March may arrive for another 15
    // minutes.
    street.go_to("2026-04-01T04:14:59Z");
    street.charge().await;
    assert_eq!(street.statements().await, Vec::<Value>::new());
    street.go_to("2026-04-01T04:15:00Z");
    for _ in 0..2 {
        street.charge().await;
    }
    // 13 % of 3 × 1.25 is 0.4875; 13 % of 1.25 would be 0.16, three times 0.48.
    let expected = json!(["2026-03-10", "2026-03-31", 375, [["ON", "HST", "13", 375, 49]]]);
    assert_eq!(street.statements().await, [expected]);
    assert_eq!(street.balance("GST_HST_PAYABLE", "2026-03-31").await, 0);
    assert_eq!(street.balance("GST_HST_PAYABLE", "2026-04-01").await, 49);
    assert_eq!(street.balance("VENDOR_PAYABLE", "2026-04-01").await, -375 - 49);
    assert_eq!(street.balance("PLATFORM_REVENUE", "2026-04-01").await, 375, "without the tax");
    let journal = street.get("Books/journal?kind=COMMISSION_TAX").await;
    let transfer = &journal["transfers"][0];
    assert_eq!(journal["totalItems"], 1, "{journal}");
    assert_eq!(transfer["reason"], "2026-03-10 – 2026-03-31");
    let report = street.get("Taxes/report?startDate=2026-03-01&endDate=2026-03-31").await;
    let row = json!({
        "province": "ON", "tax": "HST", "rate": "13", "statements": 1, "base": 3.75, "amount": 0.49
    });
    assert_eq!(report["rows"], json!([row]));
    assert_eq!([&report["tax"], &report["posted"]], [&json!(0.49), &json!(0)]);
    let report = street.get("Taxes/report?startDate=2026-04-01&endDate=2026-04-30").await;
    assert_eq!([&report["tax"], &report["posted"]], [&json!(0), &json!(0.49)]);
}

#[tokio::test]
async fn shop_in_quebec_is_charged_gst_and_qst() {
    let street = Street::registered().await;
    street.move_to("Québec").await;
    street.sell(100).await;
    street.sell(25).await;
    street.go_to("2026-04-02T12:00:00Z");
    street.charge().await;
    let taxes = json!([["QC", "GST", "5", 625, 31], ["QC", "QST", "9.975", 625, 62]]);
    assert_eq!(street.statements().await, [json!(["2026-03-10", "2026-03-31", 625, taxes])]);
    assert_eq!(street.balance("GST_HST_PAYABLE", "2026-04-02").await, 31);
    assert_eq!(street.balance("QST_PAYABLE", "2026-04-02").await, 62);
    assert_eq!(street.balance("VENDOR_PAYABLE", "2026-04-02").await, -625 - 93);
}

#[tokio::test]
async fn refund_returns_tax_at_the_rate_and_in_the_province_of_the_sale() {
    let street = Street::registered().await;
    let [kept, refunded] = [street.sell(50).await, street.sell(100).await];
    street.go_to("2026-04-02T12:00:00Z");
    street.charge().await;
    assert_eq!(street.set_rate("ON", "HST", "15", "2026-04-01").await.status, 200);
    street.move_to("Quebec").await;
    street.sell(25).await;
    street.cancel(refunded).await;
    street.go_to("2026-05-01T12:00:00Z");
    street.charge().await;
    // The other card is refunded in May, when nothing is sold.
    street.cancel(kept).await;
    street.go_to("2026-06-01T12:00:00Z");
    street.charge().await;
    let taxes = json!([
        ["ON", "HST", "13", -500, -65],
        ["QC", "GST", "5", 125, 6],
        ["QC", "QST", "9.975", 125, 12],
    ]);
    let last = json!([
        ["ON", "HST", "13", -250, -33],
        ["QC", "GST", "5", 0, 0],
        ["QC", "QST", "9.975", 0, 0],
    ]);
    assert_eq!(
        street.statements().await,
        [
            json!(["2026-03-10", "2026-03-31", 750, [["ON", "HST", "13", 750, 98]]]),
            json!(["2026-04-01", "2026-04-30", -375, taxes]),
            json!(["2026-05-01", "2026-05-31", -250, last]),
        ]
    );
    assert_eq!(street.balance("GST_HST_PAYABLE", "2026-06-01").await, 98 - 65 + 6 - 33);
    let report = street.get("Taxes/report?startDate=2026-04-01&endDate=2026-05-31").await;
    let provinces: Vec<&Value> =
        report["rows"].as_array().expect("rows").iter().map(|row| &row["province"]).collect();
    assert_eq!(provinces, ["ON", "QC", "QC"], "without the taxes of nothing: {report}");
}

#[tokio::test]
async fn refund_of_a_sale_from_before_the_registration_returns_no_tax() {
    let street = Street::new().await;
    let early = street.sell(100).await;
    assert_eq!(street.register("GST_HST", "123456789RT0001", "2026-03-16").await.status, 200);
    street.go_to("2026-03-20T12:00:00Z");
    street.sell(50).await;
    street.cancel(early).await;
    street.go_to("2026-04-02T12:00:00Z");
    street.charge().await;
    let taxes = json!([["ON", "HST", "13", 250, 33]]);
    assert_eq!(street.statements().await, [json!(["2026-03-16", "2026-03-31", -250, taxes])]);
}

#[tokio::test]
async fn statement_ends_before_a_rate_changes() {
    let street = Street::registered().await;
    street.sell(50).await;
    assert_eq!(street.set_rate("ON", "HST", "14", "2026-03-16").await.status, 200);
    assert_eq!(street.set_rate("NS", "HST", "12", "2026-03-12").await.status, 200);
    street.go_to("2026-03-16T12:00:00Z");
    let card = street.sell(100).await;
    street.go_to("2026-03-18T12:00:00Z");
    street.cancel(card).await;
    street.go_to("2026-05-02T12:00:00Z");
    street.charge().await;
    assert_eq!(
        street.statements().await,
        [
            json!(["2026-03-10", "2026-03-15", 250, [["ON", "HST", "13", 250, 33]]]),
            json!(["2026-03-16", "2026-03-31", 0, [["ON", "HST", "14", 0, 0]]]),
        ],
        "nothing was sold in April"
    );
    assert_eq!(
        street.app.count("SELECT count(*) FROM transfer WHERE kind = 'COMMISSION_TAX'").await,
        1
    );
    let until = "SELECT count(*) FROM commission_position WHERE charged_until = '2026-04-30' AND statements = 2";
    assert_eq!(street.app.count(until).await, 1);
}

#[tokio::test]
async fn shop_outside_canada_is_charged_no_tax() {
    let street = Street::registered().await;
    street.move_to("New York").await;
    street.sell(50).await;
    street.go_to("2026-04-02T12:00:00Z");
    street.charge().await;
    assert_eq!(street.statements().await, Vec::<Value>::new());
}

#[tokio::test]
async fn charge_until_makes_each_statement_of_many_shops() {
    let street = Street::registered().await;
    let other = street.app.shop("Bean & Gull").await;
    for shop in [street.shop, other, street.shop] {
        street.app.sell(&street.ann, Purchase::of(shop, 50)).await;
    }
    street.go_to("2026-04-20T12:00:00Z");
    let refunded = street.app.sell(&street.ann, Purchase::of(other, 100)).await;
    street.app.run_jobs().await;
    street.go_to("2026-05-20T12:00:00Z");
    street.cancel(refunded).await;
    street.go_to("2026-06-02T12:00:00Z");
    let last_day = BusinessDate::parse("2026-05-31").expect("a day");
    let made = taxes::charge_until(&street.app.app, last_day).await.expect("charged");
    let of = async |shop: TenantId| {
        let path = format!("Taxes/statements?tenantId={shop}&pageSize=100");
        told_statements(&street.get(&path).await)
    };
    let hst = |base: i64, tax: i64| json!([["ON", "HST", "13", base, tax]]);
    assert_eq!(of(street.shop).await, [json!(["2026-03-10", "2026-03-31", 500, hst(500, 65)])]);
    assert_eq!(
        of(other).await,
        [
            json!(["2026-03-10", "2026-03-31", 250, hst(250, 33)]),
            json!(["2026-04-01", "2026-04-30", 500, hst(500, 65)]),
            json!(["2026-05-01", "2026-05-31", -500, hst(-500, -65)]),
        ]
    );
    assert_eq!(made, 4);
    let until = "SELECT count(*) FROM commission_position WHERE charged_until = '2026-05-31'";
    assert_eq!(street.app.count(until).await, 2);
    assert_eq!(taxes::charge_until(&street.app.app, last_day).await.expect("nothing"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn charge_until_by_several_nodes_at_once_charges_once() {
    let street = Street::registered().await;
    for _ in 0..4 {
        street.sell(25).await;
    }
    street.go_to("2026-05-02T12:00:00Z");
    let last_day = BusinessDate::parse("2026-04-30").expect("a day");
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..6 {
        let node = street.app.another_node();
        running.spawn(async move { taxes::charge_until(&node, last_day).await });
    }
    let made: u64 = running.join_all().await.into_iter().map(|made| made.expect("charged")).sum();
    assert_eq!((made, street.statements().await.len()), (1, 1));
    assert_eq!(street.balance("GST_HST_PAYABLE", "2026-05-02").await, 65);
}

#[tokio::test]
async fn manager_sees_the_statements_of_the_own_shop_only() {
    let street = Street::registered().await;
    street.sell(50).await;
    street.go_to("2026-04-02T12:00:00Z");
    street.charge().await;
    let other = street.app.shop("Bean & Gull").await;
    let [mona, nora] = [
        street.app.manager_of(street.shop, "mona").await,
        street.app.manager_of(other, "nora").await,
    ];
    let mona = street.app.sign_in(&mona).await;
    let seen = mona.get("/api/v1/Taxes/statements").send().await.json();
    let statement = &seen["items"][0];
    assert_eq!(seen["totalItems"], 1, "{seen}");
    assert_eq!(statement["gstHstNumber"], "123456789RT0001");
    assert_eq!(statement["qstNumber"], "1234567890TQ0001");
    let path = format!("/api/v1/Taxes/statements/{}", statement["id"].as_str().expect("an id"));
    assert_eq!(mona.get(&path).send().await.json(), *statement);
    drop(mona);
    let nora = street.app.sign_in(&nora).await;
    assert_eq!(nora.get("/api/v1/Taxes/statements").send().await.json()["totalItems"], 0);
    assert_eq!(nora.get(&path).send().await.status, 404);
}

#[tokio::test]
async fn verify_names_a_statement_whose_figures_were_changed() {
    let street = Street::registered().await;
    street.sell(50).await;
    street.go_to("2026-04-02T12:00:00Z");
    street.charge().await;
    for (wrong, right, told) in [
        (
            "UPDATE commission_tax SET amount = amount + 1",
            "UPDATE commission_tax SET amount = amount - 1",
            "a statement of commission adds up its taxes",
        ),
        (
            "UPDATE commission_tax SET base = base + 100",
            "UPDATE commission_tax SET base = base - 100",
            "a tax is its rate of its base",
        ),
        (
            "UPDATE commission_statement SET commission = commission + 1",
            "UPDATE commission_statement SET commission = commission - 1",
            "a statement of commission has the commission of its period",
        ),
        (
            "UPDATE commission_statement SET transfer_id = NULL",
            "WITH t AS MATERIALIZED (SELECT id FROM transfer WHERE kind = 'COMMISSION_TAX') UPDATE commission_statement SET transfer_id = t.id FROM t",
            "a transfer of tax belongs to a statement of commission",
        ),
        (
            "UPDATE commission_statement SET transfer_id = NULL",
            "WITH t AS MATERIALIZED (SELECT id FROM transfer WHERE kind = 'COMMISSION_TAX') UPDATE commission_statement SET transfer_id = t.id FROM t",
            "a statement of commission has moved its tax",
        ),
    ] {
        street.app.app.db.write(move |tx| tx.execute(wrong, &[])).await.expect("changed");
        let breaches = street.app.report().await.expect("a report").breaches;
        let texts: Vec<String> = breaches.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.starts_with(told)), "{wrong}: {texts:?}");
        street.app.app.db.write(move |tx| tx.execute(right, &[])).await.expect("put right");
    }
    let (found, trouble) = verify::suspect(&street.app.app, verify::Depth::Everything).await;
    assert!(found.is_empty() && trouble.is_none(), "{trouble:?}");
}
