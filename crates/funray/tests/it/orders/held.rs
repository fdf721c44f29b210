//! Payments that somebody at the gateway has to look at first.

use std::time::Duration;

use authorizenet::TransactionId;
use serde_json::{Value, json};

use crate::support::{
    Visitor,
    till::{APPROVED, HELD, Till, pay},
};

const A_WHILE: Duration = Duration::from_secs(20 * 60);

async fn hold(till: &Till, ann: &Visitor<'_>) -> (String, TransactionId) {
    let cart = till.fill_cart(ann).await;
    pay(till, ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    let transaction = till.sandbox.ledger()[0].trans_id.clone();
    (cart, TransactionId::parse(&transaction).expect("a transaction"))
}

/// The number of one's cart, and whether a payment for it is being confirmed.
async fn own_cart(ann: &Visitor<'_>) -> (Value, Value) {
    let mut cart = ann.get("/api/v1/Carts/me").send().await.json();
    (cart["id"].take(), cart["isPaying"].take())
}

#[tokio::test]
async fn held_payment_issues_cards_when_approved() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (cart, transaction) = hold(&till, &ann).await;
    let order = super::order(&ann, &cart).await;
    assert_eq!(order["status"], "Pending");
    assert_eq!(order["total"], 125.0, "what is asked for");
    assert_eq!(own_cart(&ann).await, (json!(cart), json!(true)));
    for _ in 0..3 {
        till.app.hands.advance(A_WHILE);
        till.app.run_jobs().await;
        assert_eq!(till.cards().await, 0, "nothing is issued yet");
    }
    let ann = till.visitor().await;
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    let frozen = ann.post(
        "/api/v1/Carts/items",
        &json!({ "cartDetails": [
        { "vendorId": till.shop, "price": 25 }] }),
    );
    frozen.send().await.error(400, "CART_FROZEN");

    assert!(till.sandbox.review(&transaction, true));
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    super::settle_and_check(&till, &ann, &cart).await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Paid");
    assert_eq!(own_cart(&ann).await, (json!(null), json!(false)));
}

#[tokio::test]
async fn held_payment_waits_for_its_cards_while_the_ledger_is_stopped() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (cart, transaction) = hold(&till, &ann).await;
    let stop = "INSERT INTO ledger_stop (id, reason, created_at) VALUES ('x', 'a thief', 0)";
    till.app.app.db.write(move |tx| tx.execute(stop, &[])).await.expect("stopped");
    assert!(till.sandbox.review(&transaction, true));
    for _ in 0..12 {
        till.app.hands.advance(A_WHILE);
        till.app.run_jobs().await;
    }
    assert_eq!(till.cards().await, 0, "no money moves");
    assert_eq!(till.charges().len(), 1, "and a good payment is not taken back");
    let report = till.app.report().await.expect("all is right");
    assert!(report.is_resumed);
    till.app.hands.advance(2 * 3 * A_WHILE);
    till.app.run_jobs().await;
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}

#[tokio::test]
async fn held_payment_goes_on_when_the_ledger_resumes() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (cart, transaction) = hold(&till, &ann).await;
    let stop = "INSERT INTO ledger_stop (id, reason, created_at) VALUES ('x', 'a thief', 0)";
    till.app.app.db.write(move |tx| tx.execute(stop, &[])).await.expect("stopped");
    let other =
        "INSERT INTO job (id, kind, payload, state, due_at, attempts, last_error, created_at)
                 VALUES ('job_other', 'mail', '{}', 'dead', 0, 30, 'nobody lives there', 0)";
    till.app.app.db.write(move |tx| tx.execute(other, &[])).await.expect("another dead job");
    assert!(till.sandbox.review(&transaction, true));
    let dead = "SELECT count(*) FROM job WHERE state = 'dead'";
    for _ in 0..40 {
        till.app.hands.advance(4 * A_WHILE);
        till.app.run_jobs().await;
    }
    assert_eq!(till.cards().await, 0, "no money moves");
    assert_eq!(till.app.count(dead).await, 1, "what waits for the books uses up no attempts");
    let blocked = "SELECT count(*) FROM job WHERE error_code = 'LEDGER_STOPPED' AND attempts < 5";
    assert_eq!(till.app.count(blocked).await, 1);
    let report = till.app.report().await.expect("all is right");
    assert!(report.is_resumed);
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 3, "nobody had to revive it");
    assert_eq!(till.app.count(dead).await, 1, "what died of something else stays");
    let forget = "DELETE FROM job WHERE id = 'job_other'";
    till.app.app.db.write(move |tx| tx.execute(forget, &[])).await.expect("forgotten");
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}

#[tokio::test]
async fn held_payment_unfreezes_the_cart_when_declined() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (cart, transaction) = hold(&till, &ann).await;
    assert!(till.sandbox.review(&transaction, false));
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Open");
    assert_eq!(own_cart(&ann).await, (json!(cart), json!(false)));
    // She may have gone away when she was told to wait.
    till.app.run_jobs().await;
    let mails = till.app.mails_to(&till.ann.email).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0]["subject"], "Your payment of $125.00 did not go through");
    super::settle_and_check(&till, &ann, &cart).await;
}
