//! Fires the alerts about payments, and follows their runbooks to the end.

use std::time::Duration;

use authorizenet::sandbox::Fault;
use checkout::disputes::reconciliation::reconcile;
use serde_json::json;

use super::{HOUR, MINUTE, Watch};
use crate::{
    orders::{
        reversals::{paid, tell},
        review::held,
    },
    support::till::{APPROVED, HELD, Till, pay},
};

#[tokio::test]
async fn payments_overdue_fires_until_the_payment_is_decided() {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.fail(Fault::DropAfterCommit);
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    let give_up = "UPDATE job SET state = 'dead' WHERE kind = 'finish payment'";
    crate::ledger::tamper(&till.app, give_up).await.expect("given up");
    finance::verify::seal(till.app.app.clone()).await.expect("sealed");
    till.app.hands.advance(HOUR);
    let watch = Watch::begin(&till.app).await;
    watch.expect(&till.app, &["JobsDead", "PaymentsOverdue"]).await;

    let revive = "UPDATE job SET state = 'waiting', attempts = 0";
    crate::ledger::tamper(&till.app, revive).await.expect("run again");
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 3);
    finance::verify::seal(till.app.app.clone()).await.expect("sealed");
    Watch::begin(&till.app).await.expect(&till.app, &[]).await;
}

#[tokio::test]
async fn gateway_down_fires_when_its_answers_fail() {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let watch = Watch::begin(&till.app).await;
    till.fail(Fault::FailAfterCommit);
    pay(&till, &ann, &cart, APPROVED).await;
    watch.expect(&till.app, &["GatewayDown"]).await;
    till.app.hands.advance(MINUTE);
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 3, "its job has looked");
}

#[tokio::test]
async fn gateway_slow_fires_when_its_answers_take_seconds() {
    let till = Till::new().await;
    let watch = Watch::begin(&till.app).await;
    for _ in 0..5 {
        till.app.app.metrics.gateway_called("charge", "approved", Duration::from_secs(9));
    }
    watch.expect(&till.app, &["GatewaySlow"]).await;
}

#[tokio::test]
async fn differences_open_fires_until_the_case_is_closed() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (_, charge) = paid(&till, &ann).await;
    till.sandbox.settle();
    let refund = authorizenet::Amount::from_cents(12_500);
    let refund = till.sandbox.refund(&charge, refund).expect("a refund");
    for _ in 0..2 {
        reconcile(till.app.app.clone()).await.expect("compared");
        till.app.run_jobs().await;
        till.sandbox.void(&refund);
    }
    finance::verify::seal(till.app.app.clone()).await.expect("sealed");
    let watch = Watch::begin(&till.app).await;
    till.app.hands.advance(25 * HOUR);
    watch.expect(&till.app, &["DifferencesOpen", "ReversalsOpen"]).await;
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    for (list, name) in [("differences", "DifferencesOpen"), ("reversals", "ReversalsOpen")] {
        let path = format!("/api/v1/Helpdesk/{list}?isOpen=true");
        let open = adam.get(&path).send().await.json();
        let id = open["items"][0]["id"].as_str().unwrap_or_else(|| panic!("{name}: {open}"));
        let path = format!("/api/v1/Helpdesk/{list}/{id}/closed");
        assert_eq!(adam.put(&path, &json!({ "note": "Asked" })).send().await.status, 200);
    }
    finance::verify::seal(till.app.app.clone()).await.expect("sealed");
    Watch::begin(&till.app).await.expect(&till.app, &[]).await;
}

#[tokio::test]
async fn reversals_open_fires_for_a_charge_voided_by_others() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (_, charge) = paid(&till, &ann).await;
    assert!(till.sandbox.void(&charge));
    tell(&till, "void.created", charge.as_str()).await;
    till.app.run_jobs().await;
    finance::verify::seal(till.app.app.clone()).await.expect("sealed");
    let watch = Watch::begin(&till.app).await;
    till.app.hands.advance(23 * HOUR);
    watch.expect(&till.app, &[]).await;
    let watch = Watch::begin(&till.app).await;
    till.app.hands.advance(2 * HOUR);
    watch.expect(&till.app, &["ReversalsOpen"]).await;
}

#[tokio::test]
async fn review_waiting_fires_until_the_order_is_released() {
    let till = Till::wary().await;
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let (order, _) = held(&till, &adam).await;
    till.app.run_jobs().await;
    finance::verify::seal(till.app.app.clone()).await.expect("sealed");
    let watch = Watch::begin(&till.app).await;
    till.app.hands.advance(3 * HOUR);
    till.app.run_jobs().await;
    watch.expect(&till.app, &["ReviewWaiting"]).await;
    let path = format!("/api/v1/Helpdesk/orders/{order}/released");
    let form = json!({ "reason": "Called the buyer" });
    let adam = till.app.sign_in(&till.app.administrator("eve").await).await;
    assert_eq!(adam.post(&path, &form).send().await.status, 200);
    till.app.run_jobs().await;
    finance::verify::seal(till.app.app.clone()).await.expect("sealed");
    Watch::begin(&till.app).await.expect(&till.app, &[]).await;
}

#[tokio::test]
async fn webhook_backlog_fires_for_jobs_that_wait_and_for_refused_notices() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    till.app.run_jobs().await;
    let transaction = till.sandbox.ledger()[0].trans_id.clone();
    tell(&till, "fraud.declined", &transaction).await;
    finance::verify::seal(till.app.app.clone()).await.expect("sealed");
    let watch = Watch::begin(&till.app).await;
    till.app.hands.advance(10 * MINUTE);
    watch.expect(&till.app, &["WebhookBacklog"]).await;
    till.app.run_jobs().await;
    Watch::begin(&till.app).await.expect(&till.app, &[]).await;

    let watch = Watch::begin(&till.app).await;
    let path = "/api/v1/Payments/notifications";
    till.app.post(path).json("{}".to_owned()).send().await.error(401, "UNAUTHORIZED");
    watch.expect(&till.app, &["WebhookBacklog"]).await;
    let id = authorizenet::TransactionId::parse(&transaction).expect("a number");
    assert!(till.sandbox.review(&id, false));
    till.app.hands.advance(20 * MINUTE);
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 0);
}
