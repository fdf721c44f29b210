//! The largest cart there can be.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::till::{APPROVED, Till, pay_call, payment};

#[tokio::test(flavor = "multi_thread")]
async fn checkout_issues_a_thousand_cards_on_a_slow_database() {
    let mut till = Till::patient().await;
    // A mail for each card is another story.
    till.app.expect_leftover_jobs();
    let ann = till.visitor().await;
    let item = |number: usize| {
        let campaign = (number.is_multiple_of(2)).then_some(till.campaign);
        json!({ "vendorId": till.shop, "campaignId": campaign, "price": 25, "quantity": 20 })
    };
    let items: Vec<Value> = (0..50).map(item).collect();
    let cart = ann.post("/api/v1/Carts/items", &json!({ "cartDetails": items })).send().await;
    let cart = cart.json()["id"].as_str().expect("an id").to_owned();
    let mut form = payment(&cart, &till.token(APPROVED).await);
    form["amount"] = json!(25_000);

    till.app.app.db.slow_down(Duration::from_millis(5));
    let reply = pay_call(&ann, &form).send().await;
    till.finish_checkouts().await;
    till.app.app.db.slow_down(Duration::ZERO);

    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.json()["cards"].as_array().map(Vec::len), Some(1000));
    assert_eq!(till.charges(), [(cart, 2_500_000)]);
    let issued = "SELECT count(*) FROM card WHERE balance = 2500 AND face = 2500";
    assert_eq!(till.app.count(issued).await, 1000);
    let paid = "SELECT count(*) FROM payment_attempt WHERE state = 'ISSUED' AND failures = 0";
    assert_eq!(till.app.count(paid).await, 1);
}
