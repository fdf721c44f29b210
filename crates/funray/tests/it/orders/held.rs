//! Payments that somebody at the gateway has to look at first.

use std::time::Duration;

use authorizenet::TransactionId;

use crate::support::till::{APPROVED, HELD, Till, pay};

const A_WHILE: Duration = Duration::from_secs(20 * 60);

async fn hold(till: &Till, ann: &crate::support::Visitor<'_>) -> (String, TransactionId) {
    let cart = till.fill_cart(ann).await;
    pay(till, ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    let transaction = till.sandbox.ledger()[0].trans_id.clone();
    (cart, TransactionId::parse(&transaction).expect("a transaction"))
}

#[tokio::test]
async fn cards_come_when_a_held_payment_is_approved() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (cart, transaction) = hold(&till, &ann).await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Pending");
    for _ in 0..3 {
        till.app.hands.advance(A_WHILE);
        till.app.run_jobs().await;
        assert_eq!(till.cards().await, 0, "nothing is issued yet");
    }
    let ann = till.visitor().await;
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    let frozen = ann.post(
        "/api/v1/Carts/items",
        &serde_json::json!({ "cartDetails": [
        { "vendorId": till.shop, "price": 25 }] }),
    );
    frozen.send().await.error(400, "CART_FROZEN");

    assert!(till.sandbox.review(&transaction, true));
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    super::settle_and_check(&till, &ann, &cart).await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Paid");
}

#[tokio::test]
async fn a_held_payment_that_is_declined_frees_the_cart() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (cart, transaction) = hold(&till, &ann).await;
    assert!(till.sandbox.review(&transaction, false));
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Open");
    super::settle_and_check(&till, &ann, &cart).await;
}
