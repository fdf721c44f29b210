//! Tests of the look-up keys that find a payment without knowing its buyer, such as the gateway's
//! transaction id. Each key belongs to one payment.

use checkout::payments::{self, ChargeOutcome, Checks};
use platform::error::Error;
use serde_json::Value;
use tokio::task::JoinSet;

use crate::{
    ledger::found_after,
    support::{
        TestApp,
        cards::Purchase,
        till::{APPROVED, DECLINED, Till, pay_call, payment},
    },
};

/// Makes two payments and returns the ids of their carts.
async fn two_payments(app: &TestApp) -> [String; 2] {
    let shop = app.shop("Maple Leaf Books").await;
    for name in ["ann", "bob"] {
        let buyer = app.consumer(name).await;
        app.sell(&buyer, Purchase::of(shop, 25)).await;
    }
    app.run_jobs().await;
    let read = app.app.db.read(|tx| tx.rows("SELECT id FROM cart ORDER BY person_id", &[])).await;
    let carts: Vec<(String,)> = read.expect("carts");
    [carts[0].0.clone(), carts[1].0.clone()]
}

#[tokio::test(flavor = "multi_thread")]
async fn checkout_of_eight_buyers_with_one_token_charges_once() {
    let till = Till::new().await;
    let token = till.token(APPROVED).await;
    let mut running = JoinSet::new();
    for number in 0..8 {
        let buyer = till.app.consumer(&format!("buyer{number}")).await;
        let buyer = till.app.sign_in(&buyer).await;
        let cart = till.fill_cart(&buyer).await;
        running.spawn(pay_call(&buyer, &payment(&cart, &token)).send());
    }
    let replies = running.join_all().await;
    let (paid, refused): (Vec<_>, Vec<_>) =
        replies.iter().partition(|reply| reply.status.is_success());
    assert_eq!((paid.len(), refused.len()), (1, 7));
    for reply in refused {
        let body: Value = reply.error(400, "VALIDATION");
        assert!(body["fields"]["opaqueDataValue"].is_string(), "{body}");
    }
    assert_eq!(till.charges().len(), 1);
    assert_eq!(till.app.count("SELECT count(*) FROM payment_attempt").await, 1);
    till.finish_checkouts().await;
    till.app.run_jobs().await;
}

#[tokio::test]
async fn apply_refuses_the_transaction_of_another_payment() {
    let app = TestApp::new().await;
    let [first, second] = two_payments(&app).await;
    let now = app.app.clock.now();
    let change = move |tx: &mut db::Tx<'_>| {
        let sending = "UPDATE payment_attempt SET state = 'SENDING' WHERE reference = $1";
        tx.execute(sending, db::params![second])?;
        let attempt = payments::find_by_reference(tx, &second)?.ok_or(Error::NotFound)?;
        let charged = ChargeOutcome::Charged {
            transaction: first.clone(),
            paid_with: "Visa 1111".to_owned(),
            checks: Checks::default(),
        };
        payments::apply(tx, now, attempt, &charged)?;
        Ok::<_, Error>(())
    };
    let refused = app.app.db.write(change).await;
    // PostgreSQL retries the transaction a few times before it is refused, so the error may be
    // `Contended`.
    let is_refused =
        matches!(refused, Err(Error::Database(db::Error::Unique { .. } | db::Error::Contended)));
    assert!(is_refused, "{refused:?}");
}

#[tokio::test]
async fn apply_finds_an_attempt_by_its_newest_transaction_alone() {
    let app = TestApp::new().await;
    let [_, second] = two_payments(&app).await;
    let now = app.app.clock.now();
    let change = move |tx: &mut db::Tx<'_>| {
        let sending = "UPDATE payment_attempt SET state = 'SENDING' WHERE reference = $1";
        tx.execute(sending, db::params![second])?;
        let attempt = payments::find_by_reference(tx, &second)?.ok_or(Error::NotFound)?;
        let held = ChargeOutcome::Held { transaction: "4711".to_owned() };
        let attempt = payments::apply(tx, now, attempt, &held)?;
        let held = payments::apply(tx, now, attempt, &held)?;
        let found = payments::find_by_transaction(tx, "4711")?.map(|found| found.id);
        assert_eq!(
            (found, payments::find_by_transaction(tx, &second)?.is_none()),
            (Some(held.id), true)
        );
        Err::<(), _>(Error::NotFound)
    };
    assert!(matches!(app.app.db.write(change).await, Err(Error::NotFound)));
}

#[tokio::test]
async fn verify_finds_payments_and_refunds_that_nothing_leads_to() {
    let app = TestApp::new().await;
    let [first, _] = two_payments(&app).await;
    for kind in ["token", "reference", "transaction"] {
        let theft = format!("DELETE FROM payment_lookup WHERE key = '{kind}:{first}'");
        let found = found_after(&app, &[theft.as_str()]).await;
        assert!(found.starts_with("a payment is found by its token"), "{kind}: {found}");
        let theft = format!(
            "WITH other AS MATERIALIZED (SELECT person_id FROM payment_attempt WHERE reference <> '{first}')
             UPDATE payment_lookup SET person_id = other.person_id FROM other WHERE key = '{kind}:{first}'"
        );
        let found = found_after(&app, &[theft.as_str()]).await;
        assert!(found.starts_with("a payment is found by its token"), "{kind}: {found}");
    }
    let refund = "INSERT INTO refund (person_id, id, attempt_id, order_id, number, reference, amount, state, requested_by, reason, created_at)
                  SELECT person_id, 'rfd_1', id, order_id, 1, 'p1', 1, 'PENDING', person_id, '', 0 FROM payment_attempt LIMIT 1";
    let found = found_after(&app, &[refund]).await;
    assert!(found.contains("a refund is found by its reference rfd_1"), "{found}");
}

/// A payment token that was declined for one buyer is used up, so another buyer can't pay with it.
#[tokio::test]
async fn checkout_refuses_a_token_that_another_buyer_was_declined_with() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let bob = till.app.consumer("bob").await;
    let bob = till.app.sign_in(&bob).await;
    let token = till.token(DECLINED).await;
    let cart = till.fill_cart(&ann).await;
    pay_call(&ann, &payment(&cart, &token)).send().await.error(400, "PAYMENT_DECLINED");
    let other = till.fill_cart(&bob).await;
    let body = pay_call(&bob, &payment(&other, &token)).send().await.error(400, "VALIDATION");
    assert!(body["fields"]["opaqueDataValue"].is_string(), "{body}");
    till.finish_checkouts().await;
    till.app.run_jobs().await;
}
