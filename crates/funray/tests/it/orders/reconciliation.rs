//! Tests of the daily comparison of the gateway's transactions with our payments.

use std::time::Duration;

use authorizenet::{Amount, TransactionId, sandbox::Fault};
use serde_json::{Value, json};

use super::reversals::{paid, sums};
use crate::support::{
    Visitor,
    till::{APPROVED, Till, pay},
};

const A_DAY: Duration = Duration::from_secs(25 * 3600);

async fn reconcile(till: &Till) {
    let run = checkout::disputes::reconciliation::reconcile(till.app.app.clone());
    run.await.expect("compared");
    till.app.run_jobs().await;
}

async fn differences(adam: &Visitor<'_>) -> Value {
    adam.get("/api/v1/Helpdesk/differences?isOpen=true").send().await.json()
}

async fn change(till: &Till, sql: &'static str, number: String) {
    let change = move |tx: &mut db::Tx<'_>| tx.execute(sql, db::params![number]);
    assert_eq!(till.app.app.db.write(change).await.expect("a statement"), 1);
}

/// Changes the gateway's id of a charge in our database.
async fn renumber(till: &Till, from: String, to: String) {
    let change = move |tx: &mut db::Tx<'_>| {
        let attempt = "UPDATE payment_attempt SET transaction_id = $2 WHERE transaction_id = $1";
        tx.execute(attempt, db::params![from, to])?;
        let lookup = "INSERT INTO payment_lookup (key, person_id, attempt_id)
                      SELECT 'transaction:' || $2, person_id, attempt_id FROM payment_lookup WHERE key = 'transaction:' || $1";
        tx.execute(lookup, db::params![from, to])?;
        tx.execute("DELETE FROM payment_lookup WHERE key = 'transaction:' || $1", db::params![from])
    };
    assert_eq!(till.app.app.db.write(change).await.expect("a statement"), 1);
}

/// Signs in a new administrator, because sessions expire as the test advances by days.
async fn adam(till: &Till) -> Visitor<'_> {
    let people = till.app.count("SELECT count(*) FROM person").await;
    let name = format!("adam{people}");
    till.app.sign_in(&till.app.administrator(&name).await).await
}

#[tokio::test]
async fn reconcile_finds_nothing_where_both_agree() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (order, _) = paid(&till, &ann).await;
    till.sandbox.settle();
    let desk = adam(&till).await;
    let card = order["cards"][0]["id"].as_str().expect("an id");
    let form = json!({ "reason": "Not wanted", "cards": [{ "cardId": card, "amount": 25 }] });
    let id = order["orderId"].as_str().expect("an id");
    let refund = desk.post(&format!("/api/v1/Helpdesk/orders/{id}/refunds"), &form);
    assert_eq!(refund.send().await.status, 200);
    till.app.run_jobs().await;
    // Another order is cancelled after its settlement, so its whole charge is refunded.
    let cart = till.fill_cart(&ann).await;
    let other = pay(&till, &ann, &cart, APPROVED).await.json();
    till.sandbox.settle();
    let id = other["orderId"].as_str().expect("an id");
    let cancel = format!("/api/v1/Helpdesk/orders/{id}/cancelled");
    assert_eq!(desk.post(&cancel, &json!({ "reason": "x" })).send().await.status, 200);
    till.app.run_jobs().await;
    for _ in 0..2 {
        reconcile(&till).await;
        till.app.hands.advance(A_DAY);
    }
    assert_eq!(differences(&adam(&till).await).await["totalItems"], 0);
    assert_eq!(till.app.count("SELECT count(*) FROM charge_reversal").await, 0);
}

#[tokio::test]
async fn reconcile_compares_in_a_read_and_writes_nothing_where_both_agree() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    paid(&till, &ann).await;
    till.sandbox.settle();
    till.app.hands.advance(A_DAY);
    till.app.app.db.record();
    reconcile(&till).await;
    let statements = till.app.app.db.recorded();
    let about_payments = |statement: &&db::Statement| statement.sql.contains("payment_attempt");
    let (written, read): (Vec<_>, Vec<_>) =
        statements.iter().filter(about_payments).partition(|statement| statement.is_write);
    assert_eq!((written.len(), read.is_empty()), (0, false), "{written:?}");
}

#[tokio::test]
async fn reconcile_finds_reversals_without_a_webhook() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (_, charge) = paid(&till, &ann).await;
    assert!(till.sandbox.void(&charge));
    reconcile(&till).await;
    assert_eq!(sums(&till).await, [0; 7], "its cards are empty, as if the gateway had told");

    let (_, charge) = {
        let cart = till.fill_cart(&ann).await;
        let paid = pay(&till, &ann, &cart, APPROVED).await.json();
        till.app.run_jobs().await;
        let record = till.sandbox.ledger().into_iter().next_back().expect("a charge");
        (paid, TransactionId::parse(&record.trans_id).expect("a number"))
    };
    till.sandbox.settle();
    assert!(till.sandbox.refund(&charge, Amount::from_cents(12_500)).is_some());
    reconcile(&till).await;
    assert_eq!(till.app.count("SELECT count(*) FROM charge_reversal").await, 2);
    assert_eq!(sums(&till).await, [0; 7]);
    till.app.hands.advance(A_DAY);
    reconcile(&till).await;
    assert_eq!(differences(&adam(&till).await).await["totalItems"], 0, "it is known by now");
}

#[tokio::test]
async fn reconcile_finds_a_cancelled_refund_by_others() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (_, charge) = paid(&till, &ann).await;
    till.sandbox.settle();
    let refund = till.sandbox.refund(&charge, Amount::from_cents(12_500)).expect("a refund");
    reconcile(&till).await;
    assert_eq!(sums(&till).await, [0; 7], "it is booked as given back");
    assert!(till.sandbox.void(&refund));
    reconcile(&till).await;
    let listed = differences(&adam(&till).await).await;
    let row = &listed["items"][0];
    assert_eq!((&listed["totalItems"], &row["kind"]), (&json!(1), &json!("OTHER_STATE")), "{row}");
    assert_eq!(row["transactionId"], refund.as_str(), "{row}");
}

#[tokio::test]
async fn reconcile_lists_charges_known_to_one_side_until_they_are_closed() {
    let till = Till::new().await;
    let boss = till.app.administrator("boss").await;
    let ann = till.visitor().await;
    let (order, charge) = paid(&till, &ann).await;
    // With a wrong transaction id in our database, the gateway's charge is missing on our side, and
    // ours at the gateway.
    let number = charge.to_string();
    renumber(&till, number.clone(), "47110815".to_owned()).await;
    reconcile(&till).await;
    assert_eq!(
        till.app.count("SELECT count(*) FROM gateway_difference").await,
        0,
        "it may be on its way"
    );
    till.app.hands.advance(A_DAY);
    for _ in 0..2 {
        reconcile(&till).await;
    }
    let desk = adam(&till).await;
    let listed = differences(&desk).await;
    let rows = listed["items"].as_array().expect("rows");
    let mut kinds: Vec<_> = rows
        .iter()
        .map(|row| (row["kind"].as_str(), row["transactionId"].as_str(), row["orderId"].as_str()))
        .collect();
    kinds.sort();
    let expected = [
        (Some("MISSING_HERE"), Some(number.as_str()), order["orderId"].as_str()),
        (Some("MISSING_THERE"), Some("47110815"), order["orderId"].as_str()),
    ];
    assert_eq!(kinds, expected, "{listed}");
    let mails = till.app.mails_to(&boss.email).await;
    let about = json!("The gateway and our books differ: 2");
    assert_eq!(mails.iter().filter(|mail| mail["subject"] == about).count(), 1, "{mails:?}");
    assert_eq!(desk.get("/api/v1/Helpdesk/open").send().await.json()["differences"], 2);
    let page = till.app.get("/metrics").send().await.text().to_owned();
    assert!(page.contains("gateway_differences_open 2\n"), "{page}");
    for row in rows {
        let path =
            format!("/api/v1/Helpdesk/differences/{}/closed", row["id"].as_str().expect("an id"));
        desk.put(&path, &json!({ "note": " " })).send().await.error(400, "VALIDATION");
        for note in ["Asked the gateway", "Again"] {
            let closed = desk.put(&path, &json!({ "note": note })).send().await.json();
            assert_eq!(closed["note"], "Asked the gateway", "the first note stays");
        }
    }
    reconcile(&till).await;
    assert_eq!(
        differences(&desk).await["totalItems"],
        0,
        "what was looked into is not listed again"
    );
    renumber(&till, "47110815".to_owned(), number).await;
}

#[tokio::test]
async fn reconcile_lists_a_double_charge_until_it_is_closed() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (order, charge) = paid(&till, &ann).await;
    let before = sums(&till).await;
    let second = till.sandbox.double(&charge).expect("a second charge");
    till.sandbox.settle();
    till.app.hands.advance(A_DAY);
    for _ in 0..2 {
        reconcile(&till).await;
    }
    let listed = differences(&adam(&till).await).await;
    assert_eq!(listed["totalItems"], 1, "{listed}");
    let row = &listed["items"][0];
    let names = ["kind", "transactionId", "orderId", "ourAmount", "theirAmount", "theirStatus"];
    let told = names.map(|name| row[name].clone());
    let expected = [
        json!("MISSING_HERE"),
        json!(second.as_str()),
        order["orderId"].clone(),
        Value::Null,
        json!(125),
        json!("settledSuccessfully"),
    ];
    assert_eq!(told, expected, "{listed}");
    assert_eq!(sums(&till).await, before, "a difference moves no money");
    // Refund the duplicate charge at the gateway. The order's own charge must not count as
    // reversed.
    assert!(till.sandbox.refund(&second, Amount::from_cents(12_500)).is_some());
    for _ in 0..9 {
        reconcile(&till).await;
        till.app.hands.advance(A_DAY);
    }
    assert_eq!(differences(&adam(&till).await).await["totalItems"], 1);
    assert_eq!(till.app.count("SELECT count(*) FROM charge_reversal").await, 0);
    assert_eq!(sums(&till).await, before, "the order is paid for once, as it was");
}

#[tokio::test]
async fn reconcile_finds_a_refund_of_ours_that_was_voided() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (order, _) = paid(&till, &ann).await;
    till.sandbox.settle();
    let card = order["cards"][0]["id"].as_str().expect("an id");
    let form = json!({ "reason": "Not wanted", "cards": [{ "cardId": card, "amount": 25 }] });
    let path =
        format!("/api/v1/Helpdesk/orders/{}/refunds", order["orderId"].as_str().expect("an id"));
    assert_eq!(adam(&till).await.post(&path, &form).send().await.status, 200);
    till.app.run_jobs().await;
    let refund = till.sandbox.ledger().into_iter().find(|record| record.is_refund);
    let refund = TransactionId::parse(&refund.expect("a refund").trans_id).expect("a number");
    assert!(till.sandbox.void(&refund));
    reconcile(&till).await;
    let row = differences(&adam(&till).await).await["items"][0].clone();
    assert_eq!(
        (&row["kind"], &row["theirStatus"]),
        (&json!("OTHER_STATE"), &json!("voided")),
        "{row}"
    );
    assert_eq!(row["orderId"], order["orderId"], "{row}");
}

#[tokio::test]
async fn reconcile_finds_other_amounts_and_fails_aloud_without_a_list() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (_, charge) = paid(&till, &ann).await;
    let number = charge.to_string();
    change(
        &till,
        "UPDATE payment_attempt SET amount = 12400 WHERE transaction_id = $1",
        number.clone(),
    )
    .await;
    till.sandbox.fail("getUnsettledTransactionListRequest", Fault::DropBeforeCommit);
    let failed = checkout::disputes::reconciliation::reconcile(till.app.app.clone()).await;
    assert!(failed.is_err(), "that nobody answers says nothing");
    reconcile(&till).await;
    let desk = adam(&till).await;
    let row = differences(&desk).await["items"][0].clone();
    assert_eq!(row["kind"], "OTHER_AMOUNT");
    assert_eq!((&row["ourAmount"], &row["theirAmount"]), (&json!(124), &json!(125)), "{row}");
    let path =
        format!("/api/v1/Helpdesk/differences/{}/closed", row["id"].as_str().expect("an id"));
    let closed = desk.put(&path, &json!({ "note": "Put right there" })).send().await;
    assert_eq!(closed.status, 200);
    reconcile(&till).await;
    assert_eq!(differences(&desk).await["totalItems"], 0, "it was looked into");
    assert!(till.sandbox.alter(&charge, Amount::from_cents(12_600)));
    reconcile(&till).await;
    let row = differences(&desk).await["items"][0].clone();
    assert_eq!((&row["theirAmount"], &row["note"]), (&json!(126), &Value::Null), "not that: {row}");
    change(&till, "UPDATE payment_attempt SET amount = 12500 WHERE transaction_id = $1", number)
        .await;
}
