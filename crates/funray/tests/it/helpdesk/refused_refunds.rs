//! Refunds that the gateway refuses for good, and the bank's payment that ends one.

use std::time::Duration;

use authorizenet::sandbox::Fault;
use serde_json::{Value, json};

use super::{balances, cancel, dossier, paid_order};
use crate::{
    ledger::found_after,
    support::{Reply, Visitor, till::Till},
};

const REFERENCE: &str = "e-transfer 417";

/// Refunds the first card of a paid order at a gateway with this fault. Returns the order and the refund.
async fn refused(till: &Till, who: &Visitor<'_>, fault: Fault) -> (String, Value) {
    let (order, _) = paid_order(till).await;
    till.sandbox.settle();
    let card = dossier(who, &order).await["cards"][0].clone();
    let cards = json!([{ "cardId": card["id"], "amount": card["cardBalance"] }]);
    let form = json!({ "reason": "One too many", "cards": cards });
    let path = format!("/api/v1/Helpdesk/orders/{order}/refunds");
    till.sandbox.fail("refundTransaction", fault);
    let asked = who.post(&path, &form).send().await;
    assert_eq!(asked.status, 200, "{}", asked.text());
    till.app.run_jobs().await;
    let refund = dossier(who, &order).await["refunds"][0].clone();
    (order, refund)
}

fn path(order: &str, refund: &Value, what: &str) -> String {
    let id = refund["id"].as_str().expect("an id");
    format!("/api/v1/Helpdesk/orders/{order}/refunds/{id}/{what}")
}

async fn pay(who: &Visitor<'_>, order: &str, refund: &Value, reference: &str) -> Reply {
    let form = json!({ "amount": refund["amount"], "reference": reference });
    who.put(&path(order, refund, "paid"), &form).send().await
}

async fn decide(who: &Visitor<'_>, order: &str, refund: &Value, how: &str) -> Reply {
    let reason = json!({ "reason": "The bank has no such payment" });
    who.put(&path(order, refund, &format!("paid/{how}")), &reason).send().await
}

async fn waiting(who: &Visitor<'_>) -> Value {
    who.get("/api/v1/Helpdesk/open").send().await.json()["refusedRefunds"].clone()
}

#[tokio::test]
async fn refused_refund_is_paid_by_bank_once_and_by_two_persons() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [first, _second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, refund) = refused(&till, &first, Fault::NotRefundable).await;
    let told = ["state", "refusal", "message"].map(|name| refund[name].clone());
    let words = "The referenced transaction does not meet the criteria for issuing a credit.";
    assert_eq!(told, [json!("REFUSED"), json!("NOT_REFUNDABLE"), json!(words)], "{refund}");
    till.app.hands.advance(Duration::from_secs(24 * 3600));
    till.app.run_jobs().await;
    let is_refunded = || till.sandbox.ledger().iter().any(|record| record.is_refund);
    assert!(!is_refunded(), "the gateway is not asked again");
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    assert_eq!(waiting(&second).await, 1);
    let listed = second.get("/api/v1/Helpdesk/refused-refunds").send().await.json();
    let row = &listed["items"][0];
    assert_eq!((&row["orderId"], &row["bankAskedAt"]), (&json!(order), &Value::Null), "{listed}");

    let before = balances(&till).await;
    let wrong = json!({ "amount": 1, "reference": REFERENCE });
    let wrong = first.put(&path(&order, &refund, "paid"), &wrong).send().await;
    wrong.error(409, "NOT_PAYABLE_BY_HAND");
    for _ in 0..2 {
        let asked = pay(&first, &order, &refund, REFERENCE).await.json()["refunds"][0].clone();
        assert_eq!(
            (&asked["state"], &asked["isBankPaymentOwn"]),
            (&json!("REFUSED"), &json!(true))
        );
        let refusal = &asked["bankPaymentRefusal"];
        decide(&first, &order, &refund, "approved").await.foretold(refusal, 409, "SAME_PERSON");
    }
    pay(&second, &order, &refund, "other").await.error(409, "REFUND_WAITS");
    let again = second.post(&path(&order, &refund, "tried-again"), &json!({})).send().await;
    again.error(409, "REFUND_WAITS");
    assert_eq!(balances(&till).await, before, "nothing is booked before it is confirmed");
    let rung = second.get("/api/v1/Notices").send().await.json()["items"][0].clone();
    assert_eq!((&rung["kind"], &rung["orderId"]), (&json!("REFUND_WAITS"), &json!(order)));

    for _ in 0..2 {
        let paid = decide(&second, &order, &refund, "approved").await.json()["refunds"][0].clone();
        let told = ["state", "bankReference", "bankAskedByName"].map(|name| paid[name].clone());
        let expected = [json!("PAID_BY_BANK"), json!(REFERENCE), json!("adam Test")];
        assert_eq!((told, &paid["bankPaymentRefusal"]), (expected, &Value::Null), "{paid}");
    }
    decide(&second, &order, &refund, "declined").await.error(409, "REQUEST_OVER");
    assert_eq!(waiting(&second).await, 0);
    let cents = till.app.count("SELECT amount FROM refund").await;
    let mut after = before;
    after[3] -= cents;
    let paid = "SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE account = 'payouts'";
    assert_eq!((balances(&till).await, till.app.count(paid).await), (after, cents));
    till.app.run_jobs().await;
    let mails = till.app.mails_to(&till.ann.email).await;
    let about = mails.iter().filter(|mail| {
        mail["subject"].as_str().is_some_and(|subject| subject.ends_with("back to you by bank"))
    });
    assert_eq!(about.count(), 1, "{mails:?}");
    assert!(!is_refunded(), "not paid twice");
    for theft in ["bank_paid_by = bank_asked_by", "bank_asked_at = bank_asked_at + 1"] {
        let found = found_after(&till.app, &[&format!("UPDATE refund SET {theft}")]).await;
        let rule = "a payment by the bank was asked for and confirmed by whom the log says";
        assert!(found.contains(rule), "{theft}: {found}");
    }
}

#[tokio::test]
async fn refused_refund_is_tried_again_after_a_declined_payment_by_bank() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, refund) = refused(&till, &first, Fault::Declined).await;
    assert_eq!(refund["refusal"], "CARD_REFUSES", "{refund}");
    assert_eq!(pay(&first, &order, &refund, REFERENCE).await.status, 200);
    let declined = decide(&second, &order, &refund, "declined").await.json()["refunds"][0].clone();
    assert_eq!(
        (&declined["state"], &declined["bankReference"]),
        (&json!("REFUSED"), &Value::Null),
        "{declined}"
    );
    let again = path(&order, &refund, "tried-again");
    assert_eq!(first.post(&again, &json!({})).send().await.status, 200);
    till.app.run_jobs().await;
    assert_eq!(dossier(&first, &order).await["refunds"][0]["state"], "MADE");
    first.post(&again, &json!({})).send().await.error(409, "NOT_PAYABLE_BY_HAND");
    pay(&first, &order, &refund, REFERENCE).await.error(409, "NOT_PAYABLE_BY_HAND");
    let made = till.sandbox.ledger().into_iter().filter(|record| record.is_refund).count();
    assert_eq!((made, waiting(&first).await), (1, json!(0)));
}

#[tokio::test]
async fn refused_refund_of_a_reversed_charge_is_not_paid_by_bank() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, refund) = refused(&till, &first, Fault::NotRefundable).await;
    assert_eq!(pay(&first, &order, &refund, REFERENCE).await.status, 200);
    let charge = till.sandbox.ledger()[0].trans_id.clone();
    let charge = authorizenet::TransactionId::parse(&charge).expect("a number");
    assert!(till.sandbox.dispute(&charge));
    crate::orders::reversals::tell(&till, "dispute.opened", charge.as_str()).await;
    till.app.run_jobs().await;
    decide(&second, &order, &refund, "approved").await.error(400, "CHARGE_REVERSED");
    assert_eq!(decide(&second, &order, &refund, "declined").await.status, 200);
    pay(&second, &order, &refund, REFERENCE).await.error(400, "CHARGE_REVERSED");
    // When tried again, the refund ends with the dispute of its charge.
    let again = path(&order, &refund, "tried-again");
    assert_eq!(second.post(&again, &json!({})).send().await.status, 200);
    till.app.run_jobs().await;
    assert_eq!(dossier(&first, &order).await["refunds"][0]["state"], "COVERED");
}

#[tokio::test]
async fn cancelled_order_of_an_old_charge_waits_for_the_bank() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let (order, _) = paid_order(&till).await;
    till.sandbox.settle();
    till.app.hands.advance(Duration::from_secs(181 * 24 * 3600));
    let first = till.app.sign_in(&adam).await;
    till.sandbox.fail("refundTransaction", Fault::NotRefundable);
    let cancelled = cancel(&first, &order).await.json();
    let refund = &cancelled["refunds"][0];
    assert_eq!((&cancelled["status"], &refund["amount"]), (&json!("Paid"), &json!(125)));
    till.app.run_jobs().await;
    let refund = dossier(&first, &order).await["refunds"][0].clone();
    assert_eq!(
        (&refund["state"], &refund["refusal"]),
        (&json!("REFUSED"), &json!("CHARGE_TOO_OLD")),
        "{refund}"
    );
    assert_eq!(balances(&till).await, [0; 4], "the cards are empty");
}
