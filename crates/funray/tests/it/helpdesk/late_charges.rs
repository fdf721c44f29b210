//! Tests of charges that the gateway lists only after the program has given up on them. They are
//! settled by then, so the program requests their refunds itself, without an administrator's
//! decision. The gateway refuses these refunds.

use std::time::Duration;

use authorizenet::{TransactionId, sandbox::Fault};
use serde_json::{Value, json};

use super::{
    balances, dossier,
    refused_refunds::{
        REFERENCE, attempt_state, check, decide, differences, pay, pay_by_two, reversals, sums,
        waiting,
    },
};
use crate::{
    ledger::found_after,
    support::{
        Person, Visitor,
        till::{self, APPROVED, Till},
    },
};

const LOOK_UP: &str = "getUnsettledTransactionListRequest";

/// Charges a cart, but the reply is lost and the gateway lists the charge only an hour later, so
/// the program gives up on it. If `is_paid_again`, the buyer then pays a second time. Later the
/// program finds the settled charge, and the gateway declines its refund. Returns the order's id
/// and the refused refund.
async fn late(till: &Till, adam: &Person, is_paid_again: bool) -> (String, Value) {
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.fail(Fault::DropAfterCommit);
    till::pay(till, &ann, &cart, APPROVED).await.error(503, "PAYMENT_PENDING");
    till.sandbox.fail(LOOK_UP, Fault::ListLag(3600));
    till.app.hands.advance(Duration::from_secs(1000));
    till.app.run_jobs().await;
    if is_paid_again {
        let ann = till.visitor().await;
        assert_eq!(till::pay(till, &ann, &cart, APPROVED).await.status, 200);
    }
    till.sandbox.settle();
    till.sandbox.fail("refundTransaction", Fault::Declined);
    till.app.hands.advance(Duration::from_secs(3700));
    till.app.run_jobs().await;
    let adam = till.app.sign_in(adam).await;
    let listed = adam.get("/api/v1/Helpdesk/refused-refunds").send().await.json();
    let order = listed["items"][0]["orderId"].as_str().unwrap_or_else(|| panic!("{listed}"));
    let refund = dossier(&adam, order).await["refunds"][0].clone();
    (order.to_owned(), refund)
}

async fn administrators(till: &Till) -> [Person; 2] {
    [till.app.administrator("adam").await, till.app.administrator("bea").await]
}

/// Makes the buyer dispute a charge, counted from 0, and has an administrator check the order.
async fn dispute(till: &Till, who: &Visitor<'_>, order: &str, number: usize) {
    let charge = TransactionId::parse(&till.sandbox.ledger()[number].trans_id).expect("a number");
    assert!(till.sandbox.dispute(&charge));
    check(till, who, order).await;
}

#[tokio::test]
async fn late_charge_whose_card_is_closed_is_paid_by_bank_and_by_two_persons() {
    for is_paid_again in [true, false] {
        let till = Till::impatient().await;
        let [adam, bea] = administrators(&till).await;
        let (order, refund) = late(&till, &adam, is_paid_again).await;
        let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
        let told =
            ["state", "refusal", "amount", "requestedByName"].map(|name| refund[name].clone());
        let expected = [json!("REFUSED"), json!("CARD_REFUSES"), json!(125), json!("ann Test")];
        assert_eq!(told, expected, "nobody decided it, so it names the buyer: {refund}");
        assert_eq!(attempt_state(&first, &order).await, "VOID_PENDING");
        assert_eq!(waiting(&second).await, 1);
        let sold = if is_paid_again { 12_500 } else { 0 };
        assert_eq!(sums(&till).await, [sold, 0, 0], "the late charge is in no books");

        assert_eq!(pay(&first, &order, &refund, REFERENCE).await.status, 200);
        decide(&first, &order, &refund, "approved").await.error(409, "SAME_PERSON");
        let paid = decide(&second, &order, &refund, "approved").await.json();
        assert_eq!(paid["refunds"][0]["state"], "PAID_BY_BANK", "{paid}");
        assert_eq!(paid["attempts"][0]["state"], "VOIDED", "{paid}");
        let status = if is_paid_again { "Paid" } else { "Open" };
        assert_eq!((&paid["status"], waiting(&second).await), (&json!(status), json!(0)));
        assert_eq!(sums(&till).await, [sold + 12_500, 12_500, 0], "the gateway keeps the charge");
        till.app.run_jobs().await;
        let mails = till.app.mails_to(&till.ann.email).await;
        let about = mails.iter().filter(|mail| {
            mail["subject"].as_str().is_some_and(|text| text.ends_with("back to you by bank"))
        });
        assert_eq!(about.count(), 1, "{mails:?}");
        let theft = "UPDATE refund SET requested_by = bank_asked_by";
        let found = found_after(&till.app, &[theft]).await;
        assert!(found.contains("a refund was asked for by whom the log says"), "{found}");
        assert_eq!(differences(&till).await, 0);
    }
}

#[tokio::test]
async fn dispute_of_a_late_charge_leaves_the_cards_of_the_other_charge() {
    let till = Till::impatient().await;
    let [adam, bea] = administrators(&till).await;
    let (order, refund) = late(&till, &adam, true).await;
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    pay_by_two([&first, &second], &order, &refund).await;
    let before = balances(&till).await;
    dispute(&till, &first, &order, 0).await;
    assert_eq!(sums(&till).await, [12_500, 12_500, 12_500], "paid twice by the platform");
    assert_eq!(reversals(&first).await, [[json!(125), json!(0), json!(0), json!(0), json!(125)]]);
    assert_eq!(balances(&till).await[..3], before[..3]);
    let active = "SELECT count(*) FROM card WHERE deactivated_at IS NULL";
    assert_eq!(till.app.count(active).await, 3, "its cards were paid for by the other charge");
}

#[tokio::test]
async fn dispute_of_another_charge_lets_the_bank_pay_for_a_late_one() {
    let till = Till::impatient().await;
    let [adam, bea] = administrators(&till).await;
    let (order, refund) = late(&till, &adam, true).await;
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    dispute(&till, &first, &order, 1).await;
    assert_eq!(sums(&till).await, [0; 3], "the charge that paid for the cards is gone");
    let late = dossier(&first, &order).await["refunds"][0].clone();
    assert_eq!((&late["state"], &late["payableUntil"]), (&json!("REFUSED"), &Value::Null));
    pay_by_two([&first, &second], &order, &refund).await;
    assert_eq!(sums(&till).await, [12_500, 12_500, 0], "owed for the late charge, and paid once");
    till.app.run_jobs().await;
}
