//! Tests of repeated payment requests, from one browser or from fifty tabs at once.

use serde_json::json;
use tokio::task::JoinSet;

use crate::support::{
    Call, Reply,
    till::{APPROVED, DECLINED, Till, pay, pay_call, payment},
};

async fn all(calls: Vec<Call>) -> Vec<Reply> {
    let mut running = JoinSet::new();
    for call in calls {
        running.spawn(call.send());
    }
    running.join_all().await
}

#[tokio::test(flavor = "multi_thread")]
async fn checkout_from_fifty_tabs_with_one_token_charges_once() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let form = payment(&cart, &till.token(APPROVED).await);
    let replies = all((0..50).map(|_| pay_call(&ann, &form)).collect()).await;
    let first = replies[0].json();
    assert_eq!(first["total"], 125, "{first}");
    for reply in &replies {
        assert_eq!(reply.json(), first, "all heard the same");
    }
    super::settle_and_check(&till, &ann, &cart).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn checkout_from_fifty_tabs_with_a_token_each_charges_once() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let mut calls = Vec::new();
    for _ in 0..50 {
        calls.push(pay_call(&ann, &payment(&cart, &till.token(APPROVED).await)));
    }
    let replies = all(calls).await;
    assert!(replies.iter().all(|reply| reply.json() == replies[0].json()));
    super::settle_and_check(&till, &ann, &cart).await;
}

#[tokio::test]
async fn checkout_of_a_paid_cart_repeats_the_first_reply() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let first = pay(&till, &ann, &cart, APPROVED).await.json();
    for card in [APPROVED, DECLINED] {
        assert_eq!(pay(&till, &ann, &cart, card).await.json(), first);
    }
    let mut other = payment(&cart, &till.token(APPROVED).await);
    other["amount"] = json!(1);
    assert_eq!(pay_call(&ann, &other).send().await.json(), first);
    super::settle_and_check(&till, &ann, &cart).await;
}

#[tokio::test]
async fn checkout_repeats_a_decline_without_a_second_charge() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let form = payment(&cart, &till.token(DECLINED).await);
    for _ in 0..3 {
        pay_call(&ann, &form).send().await.error(400, "PAYMENT_DECLINED");
    }
    assert_eq!(till.sandbox.ledger().len(), 1, "the gateway was asked once");
    assert_eq!(till.app.count("SELECT count(*) FROM payment_attempt").await, 1);
}

#[tokio::test]
async fn checkout_refuses_a_token_used_for_another_cart() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let token = till.token(APPROVED).await;
    pay_call(&ann, &payment(&cart, &token)).send().await;
    let next = till.fill_cart(&ann).await;
    let body = pay_call(&ann, &payment(&next, &token)).send().await.error(400, "VALIDATION");
    assert!(body["fields"]["opaqueDataValue"].is_string(), "{body}");
    assert_eq!(till.charges().len(), 1);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn checkout_is_rate_limited_after_thirty_declines() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    for _ in 0..30 {
        pay(&till, &ann, &cart, DECLINED).await.error(400, "PAYMENT_DECLINED");
    }
    pay(&till, &ann, &cart, APPROVED).await.error(400, "TOO_MANY_PAYMENTS");
    assert!(till.charges().is_empty());
    till.app.hands.advance(std::time::Duration::from_secs(3700));
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}
