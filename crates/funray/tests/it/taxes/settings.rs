//! Tests of tax settings: rates that came with the program, new ones from a day on, and payouts that
//! subtract the tax.

use serde_json::{Value, json};

use super::Street;
use crate::payouts::{Trade, figures};

#[tokio::test]
async fn rates_of_every_province_come_with_the_program() {
    let street = Street::new().await;
    let told = street.get("Taxes").await;
    let mut rates: Vec<String> = told["rates"]
        .as_array()
        .expect("rates")
        .iter()
        .map(|rate| {
            let text = |name: &str| rate[name].as_str().expect("a text").to_owned();
            assert_eq!([&rate["setAt"], &rate["reason"]], [&Value::Null, &Value::Null], "{rate}");
            format!("{} {} {} {}", text("province"), text("tax"), text("rate"), text("startsOn"))
        })
        .collect();
    rates.sort();
    assert_eq!(
        rates,
        [
            "AB GST 5 2008-01-01",
            "BC GST 5 2013-04-01",
            "MB GST 5 2008-01-01",
            "NB HST 15 2016-07-01",
            "NL HST 15 2016-07-01",
            "NS HST 14 2025-04-01",
            "NT GST 5 2008-01-01",
            "NU GST 5 2008-01-01",
            "ON HST 13 2010-07-01",
            "PE HST 15 2016-10-01",
            "QC GST 5 2008-01-01",
            "QC QST 9.975 2013-01-01",
            "SK GST 5 2008-01-01",
            "YT GST 5 2008-01-01",
        ]
    );
    assert_eq!(told["registrations"], json!([]));
}

#[tokio::test]
async fn set_rate_refuses_a_day_for_which_tax_was_charged() {
    let street = Street::registered().await;
    street.sell(50).await;
    street.go_to("2026-04-02T12:00:00Z");
    street.charge().await;
    let statements = street.statements().await;
    for day in ["2026-03-01", "2026-03-31"] {
        let refused = street.set_rate("ON", "HST", "14", day).await;
        let told = refused.error(409, "TAX_CHARGED");
        assert!(
            told["errorMessage"].as_str().is_some_and(|text| text.contains("April 1, 2026")),
            "{told}"
        );
        street.register("QST", "9999999999TQ0001", day).await.error(409, "TAX_CHARGED");
    }
    assert_eq!(street.set_rate("QC", "QST", "10", "2026-03-31").await.status, 200, "no shop there");
    assert_eq!(street.set_rate("ON", "HST", "14", "2026-04-01").await.status, 200);
    street.charge().await;
    assert_eq!(street.statements().await, statements, "what was charged stays");
}

#[tokio::test]
async fn set_registration_ends_a_tax_from_a_day_on() {
    let street = Street::registered().await;
    street.sell(50).await;
    let end = json!({ "scheme": "GST_HST", "startsOn": "2026-03-11", "reason": "Small supplier" });
    let told = street.post("registrations", end).await.json();
    assert_eq!(told["registrations"][0]["number"], Value::Null, "{told}");
    street.go_to("2026-03-12T12:00:00Z");
    street.sell(50).await;
    street.go_to("2026-04-02T12:00:00Z");
    street.charge().await;
    let taxes = json!([["ON", "HST", "13", 250, 33]]);
    assert_eq!(street.statements().await, [json!(["2026-03-10", "2026-03-10", 250, taxes])]);
}

#[tokio::test]
async fn tax_forms_name_each_wrong_field() {
    let street = Street::new().await;
    let form =
        json!({ "province": "XX", "tax": "HST", "rate": "50.5", "startsOn": "soon", "reason": "" });
    let fields = street.post("rates", form).await.wrong_fields();
    for field in ["province", "rate", "startsOn", "reason"] {
        assert!(fields[field].is_string(), "{field}: {fields}");
    }
    let fields = street.register("GST_HST", "1234567890TQ0001", "2027-12-31").await.wrong_fields();
    assert!(fields["number"].is_string(), "{fields}");
    let fields = street.register("GST_HST", "123456789 rt 0001", "2027-12-31").await.wrong_fields();
    assert!(fields["startsOn"].is_string() && fields["number"].is_null(), "{fields}");
    let told = street.register("GST_HST", "123456789 rt 0001", "2026-04-01").await.json();
    assert_eq!(told["registrations"][0]["number"], "123456789RT0001");
    assert_eq!(told["registrations"][0]["setByName"], "sue Test");
}

#[tokio::test]
async fn draft_payouts_charges_tax_first_and_subtracts_it() {
    let trade = Trade::new().await;
    let sue = trade.app.super_administrator("sue").await;
    let mona = trade.app.manager_of(trade.shop, "mona").await;
    let form = json!({
        "scheme": "GST_HST", "number": "123456789RT0001", "startsOn": "2026-03-01", "reason": "Registered"
    });
    let visitor = trade.app.sign_in(&sue).await;
    let set = visitor.post("/api/v1/Taxes/registrations", &form).send().await;
    assert_eq!(set.status, 200, "{}", set.text());
    drop(visitor);
    let card = trade.sell().await;
    trade.redeem(card, 40.0).await;
    let next = async || {
        let mona = trade.app.sign_in(&mona).await;
        mona.get("/api/v1/Payouts/next").send().await.json()
    };
    // 13 % of 2.50 is 0.325.
    let before = next().await;
    assert_eq!([&before["amount"], &before["parts"]["tax"]], [&json!(32.17), &json!(-0.33)]);
    let adam = trade.app.sign_in(&trade.adam).await;
    let all = adam.get("/api/v1/Payouts/next").send().await.json();
    assert_eq!(all["amount"], 37.17, "with 5.00 for the charity, less the tax of the shop");
    drop(adam);
    trade.app.hands.advance(std::time::Duration::from_secs(24 * 3600));
    assert_eq!(trade.draft("2026-03-31").await.status, 200);
    let id = trade.draft_id().await;
    let approved = trade.put(&trade.bea, &id, "approved", json!({})).await;
    assert_eq!(approved.status, 200, "{}", approved.text());
    assert_eq!(figures(&approved.json()), [0.0, 32.5, -0.33, 32.17]);
    assert_eq!(trade.owed().await, 0);
    let paid = trade.put(&trade.bea, &id, "paid", json!({ "reference": "R 1" })).await;
    assert_eq!(paid.status, 200, "{}", paid.text());
    let after = next().await;
    let expected = json!({
        "opening": 32.17, "redeemed": 0, "causes": 0, "platform": 0, "tax": 0, "other": 0, "paid": -32.17, "owed": 0
    });
    assert_eq!(after["parts"], expected);
    // The next payout begins with what was paid after the period of the first. The tax was for that period.
    trade.redeem(card, 10.0).await;
    trade.app.hands.advance(std::time::Duration::from_secs(30 * 24 * 3600));
    assert_eq!(trade.draft("2026-04-30").await.status, 200);
    let id = trade.draft_id().await;
    let approved = trade.put(&trade.bea, &id, "approved", json!({})).await.json();
    assert_eq!(figures(&approved), [32.5, 10.0, 0.0, 10.0]);
    let lines = approved["lines"].as_array().expect("lines").iter();
    let tax: Vec<&Value> = lines.filter(|line| line["kind"] == "COMMISSION_TAX").collect();
    assert_eq!(tax, [&json!({ "kind": "COMMISSION_TAX", "count": 1, "amount": -0.33 })]);
}
