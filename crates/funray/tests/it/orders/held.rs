//! Tests of payments that the gateway holds for a review.

use std::time::Duration;

use authorizenet::TransactionId;
use serde_json::{Value, json};

use crate::support::{
    PASSWORD, Visitor,
    till::{APPROVED, HELD, Till, pay, pay_call, payment},
};

const A_WHILE: Duration = Duration::from_secs(20 * 60);

async fn hold(till: &Till, ann: &Visitor<'_>) -> (String, TransactionId) {
    let cart = till.fill_cart(ann).await;
    pay(till, ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    let transaction = till.sandbox.ledger()[0].trans_id.clone();
    (cart, TransactionId::parse(&transaction).expect("a transaction"))
}

/// Returns the id of Ann's cart, and whether a payment for it is being confirmed.
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
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    for (state, found) in [("HELD", 1), ("held", 1), ("DECLINED", 0)] {
        let path = format!("/api/v1/Helpdesk/payments?state={state}&end=OPEN");
        let page = adam.get(&path).send().await.json();
        assert_eq!(page["totalItems"], found, "{state}: {page}");
    }
    let open = adam.get("/api/v1/Helpdesk/open").send().await.json();
    assert_eq!(open["heldPayments"], 1, "{open}");
    assert_eq!(own_cart(&ann).await, (json!(null), json!(false)), "a fresh one");
    let listed = ann.get("/api/v1/Orders/me").send().await.json();
    let (order, shop) = (&listed["items"][0], json!("Maple Leaf Books"));
    assert_eq!(
        (&order["orderNumber"], &order["status"], &order["cardCount"], &order["shops"][0]["name"]),
        (&json!(cart), &json!("Pending"), &json!(3), &shop)
    );
    for _ in 0..3 {
        till.app.hands.advance(A_WHILE);
        till.app.run_jobs().await;
        assert_eq!(till.cards().await, 0, "nothing is issued yet");
    }
    let ann = till.visitor().await;
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
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
async fn held_payment_continues_when_the_ledger_resumes() {
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
    // Ann may have left the page after the reply "pending", so she is notified by email.
    till.app.run_jobs().await;
    let mails = till.app.mails_to(&till.ann.email).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0]["subject"], "Your payment of $125.00 did not go through");
    super::settle_and_check(&till, &ann, &cart).await;
}

/// Adds a card of 100 dollars to Ann's current cart, and returns the cart's id.
async fn put_another(till: &Till, ann: &Visitor<'_>) -> String {
    till.app.hands.advance(Duration::from_secs(1));
    let item = json!({ "cartDetails": [{ "vendorId": till.shop, "price": 100 }] });
    let cart = ann.post("/api/v1/Carts/items", &item).send().await;
    assert_eq!(cart.status, 200, "{}", cart.text());
    cart.json()["id"].as_str().expect("an id").to_owned()
}

async fn prices(ann: &Visitor<'_>) -> Vec<Value> {
    let cart = ann.get("/api/v1/Carts/me").send().await.json();
    let items = cart["cartDetails"].as_array().expect("items");
    items.iter().map(|item| item["price"].clone()).collect()
}

#[tokio::test]
async fn cart_beside_a_held_payment_is_filled_and_paid_for_by_itself() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (held, transaction) = hold(&till, &ann).await;
    let fresh = put_another(&till, &ann).await;
    assert_ne!(fresh, held);
    let mut form = payment(&fresh, &till.token(APPROVED).await);
    form["amount"] = json!(100);
    let paid = pay_call(&ann, &form).send().await;
    assert_eq!(paid.status, 200, "{}", paid.text());
    let listed = ann.get("/api/v1/Orders/me").send().await.json();
    let listed = listed["items"].as_array().expect("orders").iter();
    let states: Vec<_> = listed.map(|order| order["status"].clone()).collect();
    assert_eq!(states, ["Pending", "Paid"], "what is being confirmed comes first");
    pay(&till, &ann, &held, APPROVED).await.error(503, "PAYMENT_PENDING");

    assert!(till.sandbox.review(&transaction, true));
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    assert_eq!(super::order(&ann, &held).await["status"], "Paid");
    assert_eq!(till.cards().await, 4);
    let charged: u64 = till.charges().iter().map(|(_, cents)| cents).sum();
    assert_eq!(charged, 22_500);
}

#[tokio::test]
async fn declined_payment_brings_its_cards_into_the_cart_that_was_filled_meanwhile() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (held, transaction) = hold(&till, &ann).await;
    let fresh = put_another(&till, &ann).await;
    assert!(till.sandbox.review(&transaction, false));
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    assert_eq!(own_cart(&ann).await, (json!(fresh), json!(false)));
    assert_eq!(prices(&ann).await, [25, 50, 100]);
    pay(&till, &ann, &held, APPROVED).await.error(400, "CART_EMPTY");
    let mut form = payment(&fresh, &till.token(APPROVED).await);
    form["amount"] = json!(225);
    let paid = pay_call(&ann, &form).send().await;
    assert_eq!(paid.status, 200, "{}", paid.text());
    assert_eq!(own_cart(&ann).await.1, json!(false));
    assert_eq!(prices(&ann).await, Vec::<Value>::new());
    till.app.run_jobs().await;
}

#[tokio::test]
async fn declined_payment_leaves_a_cart_alone_that_is_being_paid_for() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (held, transaction) = hold(&till, &ann).await;
    let fresh = put_another(&till, &ann).await;
    let other = fresh.clone();
    let paying = "UPDATE cart SET state = 'PAYING' WHERE id = $1";
    let write = move |tx: &mut db::Tx<'_>| tx.execute(paying, db::params![other]);
    till.app.app.db.write(write).await.expect("being paid for");
    assert!(till.sandbox.review(&transaction, false));
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    assert_eq!(own_cart(&ann).await, (json!(fresh), json!(true)));
    assert_eq!(prices(&ann).await, [100]);
    let sold = "UPDATE cart SET state = 'SOLD' WHERE state = 'PAYING'";
    till.app.app.db.write(move |tx| tx.execute(sold, &[])).await.expect("sold");
    assert_eq!(own_cart(&ann).await, (json!(held), json!(false)), "it comes afterwards");
    assert_eq!(put_another(&till, &ann).await, held);
    assert_eq!(prices(&ann).await, [25, 50, 100]);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn account_is_not_closed_while_a_payment_of_its_is_held() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (_, transaction) = hold(&till, &ann).await;
    put_another(&till, &ann).await;
    let form = json!({ "password": PASSWORD, "acceptCardsByCode": true });
    let close = ann.call("DELETE", "/api/v1/Accounts/me").json(form.to_string());
    close.send().await.error(400, "PAYMENT_UNDERWAY");
    assert!(till.sandbox.review(&transaction, false));
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
}
