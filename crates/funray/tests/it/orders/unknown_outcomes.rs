//! Tests of lost replies from the gateway: the program looks up whether the charge was made, and
//! never charges twice.

use std::time::Duration;

use authorizenet::{TransactionId, sandbox::Fault};
use platform::fail_points::{Point, Stumble};
use serde_json::json;

use crate::support::till::{APPROVED, CHARGE, HELD, Till, pay, pay_call, payment};

const LOOK_UP: &str = "getUnsettledTransactionListRequest";

fn charges_asked(till: &Till) -> usize {
    till.sandbox.ledger().len()
}

#[tokio::test]
async fn finish_payment_issues_cards_after_a_lost_reply() {
    for fault in [
        Fault::DropAfterCommit,
        Fault::FailAfterCommit,
        Fault::Truncate,
        Fault::Garbage,
        Fault::HangAfterCommit,
    ] {
        let till = Till::impatient().await;
        let ann = till.visitor().await;
        let cart = till.fill_cart(&ann).await;
        till.fail(fault.clone());
        pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
        assert_eq!(till.cards().await, 0, "{fault:?}");
        till.app.hands.advance(Duration::from_secs(95));
        till.app.run_jobs().await;
        assert_eq!(charges_asked(&till), 1, "{fault:?}: it was asked for once");
        super::settle_and_check(&till, &ann, &cart).await;
    }
}

#[tokio::test]
async fn finish_payment_ends_not_charged_once_the_token_has_expired() {
    for fault in [Fault::DropBeforeCommit, Fault::FailBeforeCommit, Fault::Error("E00104".into())] {
        let till = Till::impatient().await;
        let ann = till.visitor().await;
        let cart = till.fill_cart(&ann).await;
        till.fail(fault.clone());
        pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
        for _ in 0..5 {
            till.app.hands.advance(Duration::from_secs(180));
            till.app.run_jobs().await;
            assert_eq!(super::order(&till.visitor().await, &cart).await["status"], "Pending");
        }
        till.app.hands.advance(Duration::from_secs(600));
        till.app.run_jobs().await;
        let ann = till.visitor().await;
        assert_eq!(super::order(&ann, &cart).await["status"], "Open", "{fault:?}");
        super::settle_and_check(&till, &ann, &cart).await;
        till.recheck_on(&till.app.app).await;
    }
}

#[tokio::test]
async fn finish_payment_stays_unknown_while_the_search_fails() {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.fail(Fault::DropAfterCommit);
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    for _ in 0..4 {
        till.sandbox.fail(LOOK_UP, Fault::FailBeforeCommit);
        till.app.hands.advance(Duration::from_secs(1200));
        till.app.run_jobs().await;
        assert_eq!(till.cards().await, 0);
        assert_eq!(super::order(&till.visitor().await, &cart).await["status"], "Pending");
    }
    till.app.hands.advance(Duration::from_secs(1200));
    till.app.run_jobs().await;
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}

#[tokio::test]
async fn recheck_voids_a_charge_that_appears_late() {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.fail(Fault::DropAfterCommit);
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    till.sandbox.fail(LOOK_UP, Fault::ListLag(3600));
    till.app.hands.advance(Duration::from_secs(1000));
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Open", "the gateway did not know of it");
    let reply = pay(&till, &ann, &cart, APPROVED).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(till.charges().len(), 2, "for a while it is charged twice");
    till.app.hands.advance(Duration::from_secs(3700));
    till.app.run_jobs().await;
    assert_eq!(till.charges(), [(format!("{cart}-2"), 12_500)], "the first is void");
    till.recheck_on(&till.app.app).await;
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}

/// Makes a payment that the gateway holds, but whose reply is lost, and pays for the cart a second
/// time. Returns the cart and the held transaction.
async fn held_too_late(till: &Till) -> (String, TransactionId) {
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.fail(Fault::DropAfterCommit);
    pay(till, &ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    till.sandbox.fail(LOOK_UP, Fault::ListLag(3600));
    till.app.hands.advance(Duration::from_secs(1000));
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Open", "the gateway did not know of it");
    assert_eq!(pay(till, &ann, &cart, APPROVED).await.status, 200);
    let transaction = till.sandbox.ledger()[0].trans_id.clone();
    (cart, TransactionId::parse(&transaction).expect("a transaction"))
}

async fn look_for_hours(till: &Till, hours: u32) {
    for _ in 0..hours {
        till.app.hands.advance(Duration::from_secs(3700));
        till.app.run_jobs().await;
    }
}

async fn is_looked_at(till: &Till) -> bool {
    till.app.count("SELECT count(*) FROM job WHERE kind = 'recheck payment'").await > 0
}

#[tokio::test]
async fn recheck_voids_a_late_held_charge_once_approved() {
    let till = Till::impatient().await;
    let (cart, transaction) = held_too_late(&till).await;
    look_for_hours(&till, 30).await;
    let known = "SELECT count(*) FROM payment_attempt WHERE state = 'NOT_CHARGED' AND transaction_id IS NOT NULL";
    assert_eq!(till.app.count(known).await, 1, "it is known by its number");
    assert!(till.sandbox.review(&transaction, true));
    assert_eq!(till.charges().len(), 2, "for a while it is charged twice");
    look_for_hours(&till, 2).await;
    assert_eq!(till.charges(), [(format!("{cart}-2"), 12_500)], "the first is void");
    till.recheck_on(&till.app.app).await;
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}

#[tokio::test]
async fn recheck_ends_for_a_late_held_charge_once_declined() {
    let till = Till::impatient().await;
    let (cart, transaction) = held_too_late(&till).await;
    look_for_hours(&till, 3).await;
    assert!(till.sandbox.review(&transaction, false));
    look_for_hours(&till, 26).await;
    assert!(!is_looked_at(&till).await);
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}

#[tokio::test]
async fn recheck_ends_after_a_month_without_a_decision() {
    let till = Till::impatient().await;
    held_too_late(&till).await;
    look_for_hours(&till, 30).await;
    assert!(is_looked_at(&till).await);
    till.app.hands.advance(Duration::from_secs(31 * 24 * 3600));
    till.app.run_jobs().await;
    assert!(!is_looked_at(&till).await);
}

#[tokio::test]
async fn checkout_issues_cards_after_the_client_disconnects() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let mut news = till.app.app.db.subscribe(checkout::payments::TOPIC);
    till.fail(Fault::Slow(50));
    let form = payment(&cart, &till.token(APPROVED).await);
    let call = tokio::spawn(pay_call(&ann, &form).send());
    while till.app.count("SELECT count(*) FROM payment_attempt").await == 0 {
        tokio::task::yield_now().await;
    }
    call.abort();
    while till.cards().await == 0 {
        news.next().await;
    }
    super::settle_and_check(&till, &ann, &cart).await;
}

#[tokio::test]
async fn finish_payment_voids_the_charge_when_issuing_keeps_failing() {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.app.app.fail_points.plan(Point::InIssueDone, Stumble::FailAlways);
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    assert_eq!(till.charges().len(), 1);
    for _ in 0..6 {
        till.app.hands.advance(Duration::from_secs(300));
        till.app.run_jobs().await;
    }
    assert!(till.charges().is_empty(), "{:?}", till.sandbox.ledger());
    till.app.app.fail_points.give_up();
    let ann = till.visitor().await;
    let told = super::order(&ann, &cart).await;
    assert_eq!((&told["status"], &told["isChargeVoided"]), (&json!("Open"), &json!(true)));
    super::settle_and_check(&till, &ann, &cart).await;
    assert_eq!(super::order(&ann, &cart).await["isChargeVoided"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn finish_payment_voids_the_charge_when_issuing_times_out() {
    let till = Till::hasty().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.app.app.fail_points.plan(Point::InIssueCard, Stumble::Hang);
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    assert_eq!(till.charges().len(), 1);
    for _ in 0..8 {
        till.app.hands.advance(Duration::from_secs(300));
        till.app.run_jobs().await;
    }
    assert!(till.charges().is_empty(), "{:?}", till.sandbox.ledger());
    till.app.app.fail_points.give_up();
    let ann = till.visitor().await;
    super::settle_and_check(&till, &ann, &cart).await;
}

#[tokio::test]
async fn await_outcome_does_not_poll_for_other_payments() {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.app.app.fail_points.plan(Point::BeforeCharge, Stumble::Hang);
    let form = payment(&cart, &till.token(APPROVED).await);
    let call = tokio::spawn(pay_call(&ann, &form).send());
    till.app.app.fail_points.reached().await;
    let others = |tx: &mut db::Tx<'_>| {
        (0..100).for_each(|_| tx.signal(checkout::payments::TOPIC, "another payment"));
        Ok::<_, db::Error>(())
    };
    till.app.app.db.record();
    till.app.app.db.write(others).await.expect("news");
    call.await.expect("an answer").error(503, "PAYMENT_PENDING");
    let looked = till.app.app.db.recorded();
    let looked = looked.iter().filter(|one| one.sql.contains("FROM payment_attempt")).count();
    assert!(looked < 20, "{looked} times");
    till.app.app.fail_points.give_up();
    super::settle_and_check(&till, &ann, &cart).await;
}

#[tokio::test]
async fn checkout_fails_at_once_when_the_gateway_refuses() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.sandbox.fail(CHARGE, Fault::Error("E00003".to_owned()));
    pay(&till, &ann, &cart, APPROVED).await.error(400, "PAYMENT_FAILED");
    super::settle_and_check(&till, &ann, &cart).await;
}

#[tokio::test]
async fn finish_payment_waits_for_a_person_when_the_gateway_took_a_charge_twice() {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.fail(Fault::DropAfterCommit);
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    let first = TransactionId::parse(&till.sandbox.ledger()[0].trans_id).expect("a transaction");
    let second = till.sandbox.double(&first).expect("a second charge");
    look_for_hours(&till, 2).await;
    assert_eq!(
        super::order(&till.visitor().await, &cart).await["status"],
        "Pending",
        "nobody guesses"
    );
    assert!(till.sandbox.void(&second));
    look_for_hours(&till, 2).await;
    let ann = till.visitor().await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Paid");
    super::settle_and_check(&till, &ann, &cart).await;
}
