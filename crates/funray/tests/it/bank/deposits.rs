//! Tests of the deposits of the gateway.

use std::time::Duration;

use authorizenet::{Amount, TransactionId, sandbox::Fault};
use finance::verify;
use serde_json::json;

use super::{buy, read_deposits, sum};
use crate::support::till::Till;

const A_DAY: Duration = Duration::from_secs(24 * 3600);
const BATCHES: &str = "getSettledBatchListRequest";
const TRANSACTIONS: &str = "getTransactionListRequest";

const DEPOSITS: &str = "SELECT count(*) FROM gateway_deposit";
const BOOKED: &str = "SELECT count(*) FROM gateway_deposit WHERE booked_at IS NOT NULL";

async fn at_gateway_and_in_transit(till: &Till) -> (i64, i64) {
    (sum(&till.app, "gateway_clearing").await, sum(&till.app, "gateway_transit").await)
}

#[tokio::test]
async fn read_deposits_books_each_batch_once() {
    let till = Till::new().await;
    read_deposits(&till).await.expect("nothing is sold");
    let ann = till.visitor().await;
    let order = buy(&till, &ann).await;
    read_deposits(&till).await.expect("nothing is settled");
    assert_eq!(at_gateway_and_in_transit(&till).await, (-12_500, 0));
    till.sandbox.settle();
    for _ in 0..2 {
        read_deposits(&till).await.expect("read");
        assert_eq!(at_gateway_and_in_transit(&till).await, (0, -12_500));
    }
    let desk = till.app.sign_in(&till.app.administrator("adam").await).await;
    let cancel = format!("/api/v1/Helpdesk/orders/{order}/cancelled");
    assert_eq!(desk.post(&cancel, &json!({ "reason": "x" })).send().await.status, 200);
    till.app.run_jobs().await;
    till.app.hands.advance(A_DAY);
    till.sandbox.settle();
    read_deposits(&till).await.expect("read");
    assert_eq!(at_gateway_and_in_transit(&till).await, (0, 0), "the refund is taken from us");
    assert_eq!((till.app.count(DEPOSITS).await, till.app.count(BOOKED).await), (2, 2));
}

#[tokio::test]
async fn read_deposits_finds_settlements_of_many_weeks() {
    let till = Till::crowded().await;
    till.app.write("UPDATE campaign SET end_day = '2099-12-31' WHERE id = $1", till.campaign).await;
    buy(&till, &till.visitor().await).await;
    till.sandbox.settle();
    till.app.hands.advance(40 * A_DAY);
    buy(&till, &till.visitor().await).await;
    till.sandbox.settle();
    read_deposits(&till).await.expect("read");
    assert_eq!(at_gateway_and_in_transit(&till).await, (0, -25_000));
}

#[tokio::test]
async fn read_deposits_books_nothing_of_a_failed_settlement() {
    let till = Till::new().await;
    buy(&till, &till.visitor().await).await;
    till.sandbox.fail_settlement();
    till.sandbox.settle();
    read_deposits(&till).await.expect("read");
    assert_eq!(at_gateway_and_in_transit(&till).await, (-12_500, 0));
    assert_eq!(till.app.count(DEPOSITS).await, 0);
}

#[tokio::test]
async fn read_deposits_waits_until_the_sums_of_a_batch_agree_with_its_transactions() {
    let till = Till::new().await;
    buy(&till, &till.visitor().await).await;
    till.sandbox.settle();
    let number = till.sandbox.ledger()[0].trans_id.clone();
    let charge = TransactionId::parse(&number).expect("a number");
    assert!(till.sandbox.alter(&charge, Amount::from_cents(12_400)));
    // Such a batch is read again, however old it is.
    for _ in 0..2 {
        read_deposits(&till).await.expect("read");
        till.app.hands.advance(10 * A_DAY);
    }
    assert_eq!(at_gateway_and_in_transit(&till).await, (-12_500, 0));
    assert_eq!((till.app.count(DEPOSITS).await, till.app.count(BOOKED).await), (1, 0));
    assert!(till.sandbox.alter(&charge, Amount::from_cents(12_500)));
    read_deposits(&till).await.expect("read");
    assert_eq!(at_gateway_and_in_transit(&till).await, (0, -12_500));
}

#[tokio::test]
async fn read_deposits_stores_nothing_that_the_gateway_did_not_say_to_its_end() {
    let till = Till::new().await;
    buy(&till, &till.visitor().await).await;
    till.sandbox.settle();
    for (operation, fault) in [
        (BATCHES, Fault::FailBeforeCommit),
        (BATCHES, Fault::Truncate),
        (BATCHES, Fault::Error("E00104".to_owned())),
        (TRANSACTIONS, Fault::DropAfterCommit),
        (TRANSACTIONS, Fault::Garbage),
    ] {
        till.sandbox.fail(operation, fault.clone());
        assert!(read_deposits(&till).await.is_err(), "{fault:?}");
        assert_eq!(till.app.count(DEPOSITS).await, 0, "{fault:?}");
    }
    read_deposits(&till).await.expect("read");
    assert_eq!(at_gateway_and_in_transit(&till).await, (0, -12_500));
}

#[tokio::test]
async fn verify_names_a_deposit_whose_figures_were_changed() {
    let till = Till::new().await;
    buy(&till, &till.visitor().await).await;
    till.sandbox.settle();
    read_deposits(&till).await.expect("read");
    let moved = "a deposit of the gateway has moved its net amount";
    let known = "a settlement belongs to a deposit of the gateway";
    let forgotten = "UPDATE gateway_deposit SET transfer_id = NULL";
    let found = "WITH t AS MATERIALIZED (SELECT id FROM transfer WHERE kind = 'SETTLEMENT') UPDATE gateway_deposit SET transfer_id = t.id FROM t";
    for (wrong, right, told) in [
        (
            "UPDATE gateway_deposit SET net = net + 1, charges = charges + 1, listed = listed + 1",
            "UPDATE gateway_deposit SET net = net - 1, charges = charges - 1, listed = listed - 1",
            moved,
        ),
        (forgotten, found, moved),
        (forgotten, found, known),
    ] {
        till.app.app.db.write(move |tx| tx.execute(wrong, &[])).await.expect("changed");
        let breaches = till.app.report().await.expect("a report").breaches;
        let texts: Vec<String> = breaches.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.starts_with(told)), "{wrong}: {texts:?}");
        till.app.app.db.write(move |tx| tx.execute(right, &[])).await.expect("put right");
    }
    let (found, trouble) = verify::suspect(&till.app.app, verify::Depth::Everything).await;
    assert!(found.is_empty() && trouble.is_none(), "{trouble:?}");
}
