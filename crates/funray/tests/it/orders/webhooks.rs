//! Tests of webhooks from the gateway: the program accepts only signed ones, and always looks up
//! the transaction before it acts.

use std::time::Duration;

use authorizenet::{
    Secret, TransactionId,
    sandbox::{CREDENTIALS, Fault},
    webhook,
};
use serde_json::json;

use crate::support::{
    Call, Reply, router,
    till::{APPROVED, DECLINED, HELD, Till, pay},
};

const PATH: &str = "/api/v1/Payments/notifications";

fn note(kind: &str, transaction: &str) -> String {
    json!({ "notificationId": "n1", "eventType": format!("net.authorize.payment.{kind}"),
            "eventDate": "2026-03-10T15:00:00Z", "webhookId": "w1",
            "payload": { "entityName": "transaction", "id": transaction } })
    .to_string()
}

async fn tell(till: &Till, key: &str, body: &str) -> Reply {
    let signature = webhook::sign(&Secret::new(key), body.as_bytes());
    till.app.post(PATH).header("x-anet-signature", &signature).json(body.to_owned()).send().await
}

#[tokio::test]
async fn webhook_of_an_approval_issues_the_cards() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    let transaction = till.sandbox.ledger()[0].trans_id.clone();
    let approved = note("fraud.approved", &transaction);

    // The gateway hasn't approved the payment yet, so this premature webhook must not issue cards.
    assert_eq!(tell(&till, CREDENTIALS.signature_key, &approved).await.status, 200);
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 0);

    assert!(till.sandbox.review(&TransactionId::parse(&transaction).expect("a number"), true));
    for wrong in ["", "nobody's"] {
        tell(&till, wrong, &approved).await.error(401, "UNAUTHORIZED");
    }
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 0, "nobody else is listened to");
    for _ in 0..3 {
        assert_eq!(tell(&till, CREDENTIALS.signature_key, &approved).await.status, 200);
    }
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 3, "without waiting for the next look");
    super::settle_and_check(&till, &ann, &cart).await;
}

/// Returns the overdue payments, as the hourly check finds them. Checks that the metric
/// `payments_overdue` has the same count.
async fn overdue(till: &Till) -> Vec<String> {
    let (app, now) = (&till.app.app, till.app.app.clock.now());
    let found = app.db.read(move |tx| finance::verify::overdue(tx, now)).await.expect("a look");
    finance::verify::check(app.clone()).await.expect("the check");
    let counted = format!("payments_overdue {}\n", found.len());
    // Use a new node, which has not cached the metric.
    let fresh = router(till.app.another_node());
    let page = Call::new(fresh, "GET", "/metrics").send().await.text().to_owned();
    assert!(page.contains(&counted), "{page}");
    assert_eq!(till.app.count("SELECT count(*) FROM ledger_stop").await, 0, "the books are right");
    found.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn webhook_revives_a_payment_whose_job_is_a_dead_letter() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    till.app.run_jobs().await;
    assert_eq!(overdue(&till).await, Vec::<String>::new(), "held may mean days");

    let give_up = "UPDATE job SET state = 'dead', attempts = 30 WHERE kind = 'finish payment'";
    till.app.app.db.write(move |tx| tx.execute(give_up, &[])).await.expect("given up");
    let transaction = till.sandbox.ledger()[0].trans_id.clone();
    assert!(till.sandbox.review(&TransactionId::parse(&transaction).expect("a number"), true));
    till.app.hands.advance(Duration::from_secs(3600));
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 0, "nobody is at it");
    let found = overdue(&till).await;
    assert!(found.len() == 1 && found[0].contains("HELD, and its job was given up"), "{found:?}");
    let (is_fine, out) = till.app.verify_command(&[]);
    assert!(is_fine && out.contains(&found[0]), "{out}");

    let approved = note("fraud.approved", &transaction);
    assert_eq!(tell(&till, CREDENTIALS.signature_key, &approved).await.status, 200);
    till.app.run_jobs().await;
    assert_eq!(overdue(&till).await, Vec::<String>::new());
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}

#[tokio::test]
async fn overdue_reports_a_payment_unknown_for_days() {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.fail(Fault::DropAfterCommit);
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    let day = Duration::from_secs(24 * 3600);
    till.app.hands.advance(day);
    assert_eq!(overdue(&till).await, Vec::<String>::new());
    till.app.hands.advance(2 * day);
    let found = overdue(&till).await;
    assert!(found.len() == 1 && found[0].contains("it is UNKNOWN"), "{found:?}");
    till.app.run_jobs().await;
    assert_eq!(overdue(&till).await, Vec::<String>::new());
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}

#[tokio::test]
async fn overdue_reports_a_payment_held_for_more_than_seven_days() {
    let mut till = Till::new().await;
    till.app.expect_leftover_jobs();
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    let day = Duration::from_secs(24 * 3600);
    for days in 1..=8 {
        till.app.hands.advance(day);
        till.app.run_jobs().await;
        let found = overdue(&till).await;
        assert_eq!(found.len(), usize::from(days > 7), "after {days} days: {found:?}");
    }
}

#[tokio::test]
async fn held_payment_is_retried_when_the_lookup_is_unreadable() {
    let mut till = Till::new().await;
    till.app.expect_leftover_jobs();
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    till.sandbox.fail("getTransactionDetailsRequest", Fault::Garbage);
    till.app.hands.advance(Duration::from_secs(20 * 60));
    till.app.run_jobs().await;
    let told = "SELECT count(*) FROM job WHERE kind = 'finish payment' AND attempts > 0 AND last_error IS NOT NULL";
    assert_eq!(till.app.count(told).await, 1, "the same job says what is wrong, and tries again");
}

#[tokio::test]
async fn webhook_revives_a_recheck_that_was_given_up() {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.fail(Fault::DropAfterCommit);
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    till.sandbox.fail("getUnsettledTransactionListRequest", Fault::ListLag(3600));
    till.app.hands.advance(Duration::from_secs(1000));
    till.app.run_jobs().await;
    let give_up = "UPDATE job SET state = 'dead', attempts = 30 WHERE kind = 'recheck payment'";
    assert_eq!(till.app.app.db.write(move |tx| tx.execute(give_up, &[])).await, Ok(1));
    let found = overdue(&till).await;
    assert!(found.len() == 1 && found[0].contains("it is NOT_CHARGED, and its job"), "{found:?}");

    let charged = note("authcapture.created", &till.sandbox.ledger()[0].trans_id);
    let charged = charged
        .replace("\"id\"", "\"merchantReferenceId\"")
        .replace(&till.sandbox.ledger()[0].trans_id, &cart);
    for _ in 0..3 {
        assert_eq!(tell(&till, CREDENTIALS.signature_key, &charged).await.status, 200);
    }
    let looks = "SELECT count(*) FROM job WHERE kind = 'recheck payment'";
    assert_eq!(till.app.count(looks).await, 1, "however often it is told");
    till.app.hands.advance(Duration::from_secs(3700));
    till.app.run_jobs().await;
    assert_eq!(overdue(&till).await, Vec::<String>::new());
    assert!(till.charges().is_empty(), "what turned up is void");
    super::settle_and_check(&till, &till.visitor().await, &cart).await;
}

#[tokio::test]
async fn webhook_of_a_known_or_unknown_transaction_changes_nothing() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, DECLINED).await.error(400, "PAYMENT_DECLINED");
    let declined = till.sandbox.ledger()[0].trans_id.clone();
    pay(&till, &ann, &cart, APPROVED).await;
    let paid = till.sandbox.ledger()[1].trans_id.clone();
    for (kind, transaction) in [
        ("authcapture.created", &declined),
        ("authcapture.created", &paid),
        ("fraud.declined", &paid),
        ("void.created", &"12345".to_owned()),
    ] {
        let body = note(kind, transaction);
        assert_eq!(tell(&till, CREDENTIALS.signature_key, &body).await.status, 200, "{kind}");
    }
    tell(&till, CREDENTIALS.signature_key, "{}").await.error(400, "BAD_REQUEST");
    super::settle_and_check(&till, &ann, &cart).await;
}

#[tokio::test]
async fn webhook_revives_a_void_that_was_given_up() {
    let mut till = Till::impatient().await;
    till.app.expect_leftover_jobs();
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.fail(Fault::DropAfterCommit);
    pay(&till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    till.sandbox.fail("getUnsettledTransactionListRequest", Fault::ListLag(3600));
    till.app.hands.advance(Duration::from_secs(1000));
    till.app.run_jobs().await;
    till.sandbox.fail("voidTransaction", Fault::FailBeforeCommit);
    till.app.hands.advance(Duration::from_secs(3700));
    till.app.run_jobs().await;
    let give_up = "UPDATE job SET state = 'dead', attempts = 30
                   WHERE id = (SELECT job_id FROM payment_attempt WHERE state = 'VOID_PENDING')
                     AND kind = 'finish payment' AND last_error IS NOT NULL";
    assert_eq!(till.app.app.db.write(move |tx| tx.execute(give_up, &[])).await, Ok(1));
    let found = overdue(&till).await;
    assert!(found.len() == 1 && found[0].contains("VOID_PENDING, and its job"), "{found:?}");

    let charged = note("authcapture.created", &till.sandbox.ledger()[0].trans_id);
    assert_eq!(tell(&till, CREDENTIALS.signature_key, &charged).await.status, 200);
    till.app.run_jobs().await;
    assert!(till.charges().is_empty(), "what turned up is void");
    assert_eq!(overdue(&till).await, Vec::<String>::new());
}
