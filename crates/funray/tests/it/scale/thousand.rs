//! Tests of a cart with the maximum number of cards.

use std::time::Duration;

use authorizenet::TransactionId;
use serde_json::{Value, json};

use crate::support::till::{APPROVED, Till, pay_call, payment};

#[tokio::test(flavor = "multi_thread")]
async fn checkout_issues_a_thousand_cards_on_a_slow_database() {
    let mut till = Till::patient().await;
    // The test doesn't run the jobs that send a thousand emails.
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

/// Cancels, refunds or charges back an order with a thousand cards. `how` selects which.
async fn take_back(till: &Till, order: &str, cards: &[Value], how: &str) {
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let path = format!("/api/v1/Helpdesk/orders/{order}");
    let reason = "They were bought by mistake";
    let reply = match how {
        "cancelled" => adam.post(&format!("{path}/cancelled"), &json!({ "reason": reason })),
        "refunded" => {
            // Leave out one card, so that the refund is partial.
            let cards: Vec<_> = cards[1..]
                .iter()
                .map(|card| json!({ "cardId": card["id"], "amount": 25 }))
                .collect();
            adam.post(&format!("{path}/refunds"), &json!({ "reason": reason, "cards": cards }))
        }
        _ => adam.post(&format!("{path}/checked"), &json!({})),
    };
    let reply = reply.send().await;
    assert!(reply.status.is_success(), "{how}: {}", reply.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_cards_are_cancelled_or_refunded_on_a_slow_database() {
    for how in ["cancelled", "refunded", "charged back"] {
        let mut till = Till::patient().await;
        till.app.expect_leftover_jobs();
        let ann = till.visitor().await;
        let item = json!({ "vendorId": till.shop, "price": 25, "quantity": 20 });
        let items = json!({ "cartDetails": vec![item; 50] });
        let cart = ann.post("/api/v1/Carts/items", &items).send().await;
        let cart = cart.json()["id"].as_str().expect("an id").to_owned();
        let mut form = payment(&cart, &till.token(APPROVED).await);
        form["amount"] = json!(25_000);
        let paid = pay_call(&ann, &form).send().await.json();
        let order = paid["orderId"].as_str().expect("an id");
        till.app.write("DELETE FROM job WHERE id <> $1", till.ann.id).await;
        if how == "charged back" {
            till.sandbox.settle();
            let charge = till.sandbox.ledger()[0].trans_id.clone();
            assert!(till.sandbox.dispute(&TransactionId::parse(&charge).expect("a number")));
        }
        till.app.app.db.slow_down(Duration::from_millis(5));
        take_back(&till, order, paid["cards"].as_array().expect("cards"), how).await;
        if how == "charged back" {
            till.app.run_jobs().await;
        }
        till.app.app.db.slow_down(Duration::ZERO);
        let frozen = "SELECT count(*) FROM card WHERE balance = 0 AND deactivated_at IS NOT NULL";
        let all = if how == "refunded" { 999 } else { 1000 };
        assert_eq!(till.app.count(frozen).await, all, "{how}");
    }
}
