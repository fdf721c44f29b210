//! Tests of refunding what is left on an order's cards.

use std::time::Duration;

use authorizenet::{TransactionId, sandbox::Fault};
use serde_json::{Value, json};

use super::{A_WHILE, balances, cancel, dossier, paid_order};
use crate::{
    ledger::found_after,
    orders::reversals::{sums, tell},
    support::{Reply, Visitor, till::Till},
};

const AN_HOUR: Duration = Duration::from_secs(3600);

async fn refund(adam: &Visitor<'_>, order: &str, cards: &Value, key: &str) -> Reply {
    let form = json!({ "reason": "The shop has closed", "cards": cards });
    let call = adam.post(&format!("/api/v1/Helpdesk/orders/{order}/refunds"), &form);
    call.header("idempotency-key", key).send().await
}

/// Returns the ids of an order's cards, in the order of their prices: 25, 50 and 50 dollars.
async fn cards_of(adam: &Visitor<'_>, order: &str) -> Vec<String> {
    let cards = dossier(adam, order).await["cards"].clone();
    let cards = cards.as_array().expect("cards").iter();
    let mut cards: Vec<_> = cards
        .map(|card| (card["cardValue"].as_i64(), card["id"].as_str().expect("an id").to_owned()))
        .collect();
    cards.sort();
    cards.into_iter().map(|(_, id)| id).collect()
}

async fn spend(adam: &Visitor<'_>, card: &str, dollars: f64) -> Reply {
    adam.sees(card).await;
    let form = json!({ "value": dollars, "reason": "Sold by phone" });
    adam.put(&format!("/api/v1/Cards/{card}/redeemed"), &form).send().await
}

/// Returns the refunds recorded at the gateway, as invoice number and cents.
fn given_back(till: &Till) -> Vec<(String, u64)> {
    let refunds = till.sandbox.ledger().into_iter().filter(|record| record.is_refund);
    refunds.map(|refund| (refund.invoice_number, refund.amount.cents())).collect()
}

/// Returns the state of the only refund in the database.
async fn state(till: &Till) -> String {
    let read = till.app.app.db.read(|tx| tx.one::<(String,)>("SELECT state FROM refund", &[]));
    read.await.expect("a refund").0
}

#[tokio::test]
async fn refund_gives_back_the_rest_of_a_card_with_its_shares_once() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, cart) = paid_order(&till).await;
    let cards = cards_of(&adam, &order).await;
    assert_eq!(spend(&adam, &cards[1], 20.01).await.status, 200);
    till.sandbox.settle();
    let wanted = json!([{ "cardId": cards[1], "amount": 29.99 }]);
    for _ in 0..3 {
        let after = refund(&adam, &order, &wanted, "one").await.json();
        assert_eq!((&after["status"], &after["canBeRefunded"]), (&json!("Paid"), &json!(true)));
        let row = &after["refunds"][0];
        assert_eq!((&row["amount"], &row["state"]), (&json!(29.99), &json!("PENDING")), "{row}");
        assert_eq!(row["requestedByName"], "adam Test");
    }
    let other = json!([{ "cardId": cards[0], "amount": 25 }]);
    refund(&adam, &order, &other, "one").await.error(422, "KEY_REUSED");
    till.app.run_jobs().await;

    // 29.99 of the card's 50.00 dollars are refunded, which is about three fifths. The card's sale
    // gave 5.00 to the cause and 2.50 to the platform, and three fifths of both, 3.00 and 1.50, are
    // refunded too. The shares of the whole cart were 10.00 and 6.25.
    let (charity, platform) = (1000 - 300, 625 - 150);
    let expected = [7_500, 2_001 - charity - platform, charity, platform, -(12_500 - 2_999), 0, 0];
    assert_eq!(sums(&till).await, expected);
    assert_eq!(given_back(&till), [(format!("{cart}-p1"), 2_999)]);
    let after = dossier(&adam, &order).await;
    assert_eq!(after["refunds"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&after["refunds"][0]["state"], &after["canBeCancelled"]),
        (&json!("MADE"), &json!(false))
    );
    let mails = till.app.mails_to(&till.ann.email).await;
    let ann = till.visitor().await;
    let receipt = ann.get(&format!("/api/v1/Orders/{order}")).send().await.json();
    assert_eq!((&receipt["status"], &receipt["total"]), (&json!("Paid"), &json!(125)));
    assert_eq!(receipt["refundedAmount"], 29.99);
    assert!(receipt["refundedAt"].is_string(), "{receipt}");
    let row = receipt["cards"].as_array().expect("cards").iter();
    let row = row.clone().find(|card| card["id"] == cards[1]).expect("the card");
    assert_eq!((&row["refundedAmount"], &row["charityShare"]), (&json!(29.99), &json!(5)));
    assert_eq!(row["charityShareKept"], 2, "three of five dollars went back");
    let shown = ann.get(&format!("/api/v1/Cards/{}", cards[1])).send().await.json();
    assert_eq!((&shown["isCancelled"], &shown["isRefunded"]), (&json!(true), &json!(true)));
    let path = format!("/api/v1/Cards/{}/transactions", cards[1]);
    let newest = ann.get(&path).send().await.json()["items"][0].clone();
    assert_eq!((&newest["transactionType"], &newest["isRefund"]), (&json!("Debit"), &json!(true)));
    let about = json!("$29.99 of your order is being refunded");
    assert_eq!(mails.iter().filter(|mail| mail["subject"] == about).count(), 1, "{mails:?}");

    // The refunded card is cancelled for good. The webhook about our own refund must not count as a
    // reversal made at the gateway.
    spend(&adam, &cards[1], 1.0).await.error(400, "CARD_CANCELLED");
    let sue = till.app.super_administrator("sue").await;
    let sue = till.app.sign_in(&sue).await;
    let on = format!("/api/v1/Cards/{}/reactivated", cards[1]);
    sue.call("PUT", &on).send().await.error(400, "CARD_CANCELLED");
    let own = till.sandbox.ledger().into_iter().find(|record| record.is_refund).expect("a refund");
    tell(&till, "refund.created", &own.trans_id).await;
    till.app.run_jobs().await;
    assert_eq!(till.app.count("SELECT count(*) FROM charge_reversal").await, 0);
    assert_eq!(spend(&adam, &cards[0], 25.0).await.status, 200, "the others can be spent");
    till.app.run_jobs().await;
}

#[tokio::test]
async fn refund_of_an_unsettled_charge_waits_for_its_settlement() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, cart) = paid_order(&till).await;
    let cards = cards_of(&adam, &order).await;
    let wanted =
        json!([{ "cardId": cards[0], "amount": 25 }, { "cardId": cards[2], "amount": 50 }]);
    assert_eq!(refund(&adam, &order, &wanted, "one").await.status, 200);
    for _ in 0..3 {
        till.app.run_jobs().await;
        till.app.hands.advance(AN_HOUR);
    }
    assert_eq!(given_back(&till), [], "a part of what isn't settled can't be refunded");
    assert_eq!(till.charges().len(), 1, "nor is it voided: one of its cards is good");
    till.sandbox.settle();
    till.app.run_jobs().await;
    assert_eq!(given_back(&till), [(format!("{cart}-p1"), 7_500)]);
    assert_eq!(state(&till).await, "MADE");
}

#[tokio::test]
async fn refund_of_an_untouched_order_cancels_it() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, _) = paid_order(&till).await;
    let cards = cards_of(&adam, &order).await;
    let wanted = json!([{ "cardId": cards[1], "amount": 50 }, { "cardId": cards[0], "amount": 25 },
        { "cardId": cards[2], "amount": 50 }]);
    for _ in 0..2 {
        let after = refund(&adam, &order, &wanted, "one").await.json();
        assert_eq!((&after["status"], &after["refunds"]), (&json!("Cancelled"), &json!([])));
    }
    till.app.run_jobs().await;
    let ann = till.visitor().await;
    let receipt = ann.get(&format!("/api/v1/Orders/{order}")).send().await.json();
    assert_eq!(
        (&receipt["status"], &receipt["refundedAmount"]),
        (&json!("Cancelled"), &json!(125))
    );
    for card in receipt["cards"].as_array().expect("cards") {
        assert_eq!(
            (&card["refundedAmount"], &card["charityShareKept"]),
            (&card["cardValue"], &json!(0))
        );
        let shown = ann.get(&format!("/api/v1/Cards/{}", card["id"].as_str().expect("an id")));
        assert_eq!(shown.send().await.json()["isRefunded"], false, "its order was cancelled");
    }
    assert_eq!(balances(&till).await, [0; 4]);
    assert!(till.charges().is_empty(), "voided: {:?}", till.sandbox.ledger());
}

#[tokio::test]
async fn refund_is_made_once_despite_faults() {
    for fault in [Fault::DropAfterCommit, Fault::DropBeforeCommit, Fault::FailAfterCommit] {
        let till = Till::new().await;
        let adam = till.app.administrator("adam").await;
        let adam = till.app.sign_in(&adam).await;
        let (order, cart) = paid_order(&till).await;
        let cards = cards_of(&adam, &order).await;
        till.sandbox.settle();
        till.sandbox.fail("refundTransaction", fault.clone());
        // The gateway lists new transactions with a delay, so the program can't find the refund at
        // once.
        till.sandbox.fail("getUnsettledTransactionListRequest", Fault::ListLag(600));
        let wanted = json!([{ "cardId": cards[0], "amount": 25 }]);
        assert_eq!(refund(&adam, &order, &wanted, "one").await.status, 200);
        for _ in 0..12 {
            till.app.run_jobs().await;
            till.app.hands.advance(A_WHILE);
        }
        assert_eq!(given_back(&till), [(format!("{cart}-p1"), 2_500)], "{fault:?}");
        assert_eq!(state(&till).await, "MADE", "{fault:?}");
    }
}

#[tokio::test]
async fn refund_refuses_wrong_sums_and_cards() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, _) = paid_order(&till).await;
    let (other, _) = paid_order(&till).await;
    let (cards, strangers) = (cards_of(&adam, &order).await, cards_of(&adam, &other).await);
    let before = sums(&till).await;
    for (wanted, field) in [
        (json!([]), "cards"),
        (json!([{ "cardId": cards[0] }]), "cards[0].amount"),
        (json!([{ "cardId": cards[0], "amount": 24.99 }]), "cards[0].amount"),
        (
            json!([{ "cardId": cards[1], "amount": 50 }, { "cardId": cards[0], "amount": 26 }]),
            "cards[1].amount",
        ),
        (json!([{ "cardId": strangers[0], "amount": 25 }]), "cards[0].cardId"),
        (json!([{ "cardId": "x", "amount": 25 }]), "cards[0].cardId"),
        (
            json!([{ "cardId": cards[0], "amount": 25 }, { "cardId": cards[0], "amount": 25 }]),
            "cards[1].cardId",
        ),
    ] {
        let refused = refund(&adam, &order, &wanted, "one").await;
        refused.error(400, "VALIDATION");
        assert!(refused.json()["fields"][field].is_string(), "{field}: {}", refused.text());
    }
    assert_eq!(spend(&adam, &cards[0], 25.0).await.status, 200);
    let empty = json!([{ "cardId": cards[0], "amount": 0 }]);
    refund(&adam, &order, &empty, "one").await.error(400, "VALIDATION");
    cancel(&adam, &other).await;
    let gone = json!([{ "cardId": strangers[0], "amount": 25 }]);
    refund(&adam, &other, &gone, "one").await.error(400, "ORDER_NOT_PAID");
    let mut after = sums(&till).await;
    after[1] -= 2_500;
    after[0] += 2_500;
    assert_eq!(after[0] + 12_500, before[0], "nothing but what was spent and cancelled has moved");
    till.app.run_jobs().await;
}

#[tokio::test]
async fn refund_leaves_the_rest_to_a_later_dispute() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, _) = paid_order(&till).await;
    let cards = cards_of(&adam, &order).await;
    assert_eq!(spend(&adam, &cards[1], 20.01).await.status, 200);
    till.sandbox.settle();
    let wanted = json!([{ "cardId": cards[1], "amount": 29.99 }]);
    assert_eq!(refund(&adam, &order, &wanted, "one").await.status, 200);
    till.app.run_jobs().await;
    let charge = till.sandbox.ledger()[0].trans_id.clone();
    assert!(till.sandbox.dispute(&TransactionId::parse(&charge).expect("a number")));
    tell(&till, "dispute.opened", &charge).await;
    till.app.run_jobs().await;
    // Charity and platform keep their shares of the spent amount. The platform bears the loss of
    // that amount.
    let (charity, platform) = (200, 100);
    let expected = [0, 2_001 - charity - platform, charity, platform, 0, 0, -2_001];
    assert_eq!(sums(&till).await, expected);
    let wanted = json!([{ "cardId": cards[0], "amount": 25 }]);
    refund(&adam, &order, &wanted, "two").await.error(400, "CHARGE_REVERSED");
    assert_eq!(dossier(&adam, &order).await["canBeRefunded"], false);
}

#[tokio::test]
async fn refund_that_waits_is_covered_by_a_void_of_the_whole_charge() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, _) = paid_order(&till).await;
    let cards = cards_of(&adam, &order).await;
    let wanted = json!([{ "cardId": cards[0], "amount": 25 }]);
    assert_eq!(refund(&adam, &order, &wanted, "one").await.status, 200);
    till.app.run_jobs().await;
    let charge = till.sandbox.ledger()[0].trans_id.clone();
    assert!(till.sandbox.void(&TransactionId::parse(&charge).expect("a number")));
    // No webhook arrives about the void. The refund's own job must find out.
    for _ in 0..3 {
        till.app.hands.advance(AN_HOUR);
        till.app.run_jobs().await;
    }
    assert_eq!(sums(&till).await, [0; 7]);
    assert_eq!(given_back(&till), []);
    assert_eq!(state(&till).await, "COVERED");
}

#[tokio::test]
async fn refund_of_all_that_was_charged_is_covered_by_a_void_as_well() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, _) = paid_order(&till).await;
    let cards = cards_of(&adam, &order).await;
    let one = json!([{ "cardId": cards[0], "amount": 25 }]);
    let others =
        json!([{ "cardId": cards[1], "amount": 50 }, { "cardId": cards[2], "amount": 50 }]);
    assert_eq!(refund(&adam, &order, &one, "one").await.status, 200);
    assert_eq!(refund(&adam, &order, &others, "two").await.status, 200);
    let charge = till.sandbox.ledger()[0].trans_id.clone();
    assert!(till.sandbox.void(&TransactionId::parse(&charge).expect("a number")));
    tell(&till, "void.created", &charge).await;
    till.app.run_jobs().await;
    let covered = "SELECT count(*) FROM refund WHERE state = 'COVERED'";
    assert_eq!((till.app.count(covered).await, sums(&till).await), (2, [0; 7]));
}

#[tokio::test(flavor = "multi_thread")]
async fn refund_and_redeem_never_both_succeed() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let clerk = till.app.employee_of(till.shop, "emil").await;
    let clerk = till.app.sign_in(&clerk).await;
    let adam = till.app.sign_in(&adam).await;
    for round in 0..4 {
        let (order, _) = paid_order(&till).await;
        let card = cards_of(&adam, &order).await[0].clone();
        clerk.sees(&card).await;
        let spend = clerk.put(&format!("/api/v1/Cards/{card}/redeemed"), &json!({ "value": 1 }));
        let wanted = json!([{ "cardId": card, "amount": 25 }]);
        let given = refund(&adam, &order, &wanted, &order);
        let (given, spent) = if round % 2 == 0 {
            tokio::join!(given, spend.send())
        } else {
            let (spent, given) = tokio::join!(spend.send(), given);
            (given, spent)
        };
        match (given.status.as_u16(), spent.status.as_u16()) {
            (200, 400) => spent.error(400, "CARD_CANCELLED"),
            (400, 200) => given.error(400, "VALIDATION"),
            both => panic!("{both:?}: {} {}", given.text(), spent.text()),
        };
    }
    till.sandbox.settle();
    till.app.hands.advance(AN_HOUR);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn verify_names_a_refund_whose_requester_was_changed() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, _) = paid_order(&till).await;
    let cards = cards_of(&adam, &order).await;
    till.sandbox.settle();
    let wanted = json!([{ "cardId": cards[1], "amount": 50 }]);
    let reply = refund(&adam, &order, &wanted, "one").await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    till.app.run_jobs().await;
    assert_eq!(found_after(&till.app, &[]).await, "");
    let bea = till.app.administrator("bea").await;
    for change in [format!("requested_by = '{}'", bea.id), "created_at = created_at + 1".to_owned()]
    {
        let theft = format!("UPDATE refund SET {change}");
        let found = found_after(&till.app, &[&theft]).await;
        let rule = "a refund was asked for by whom the log says";
        assert!(found.contains(rule), "{change}: {found}");
    }
}
