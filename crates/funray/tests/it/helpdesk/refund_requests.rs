//! Tests of refunds above the limit for one administrator, which a second administrator must
//! approve.

use std::time::Duration;

use serde_json::{Value, json};

use super::{balances, cancel, dossier, paid_order};
use crate::{
    ledger::found_after,
    support::{Person, Reply, TestApp, Visitor, till::Till},
};

const A_DAY: Duration = Duration::from_secs(24 * 3600);

/// Starts a till where one administrator alone may refund at most 60 dollars per order and day. The
/// orders have cards of 25, 50 and 50 dollars.
async fn till() -> Till {
    Till::wary_with("refunds.alone_up_to_dollars = 60\n").await
}

async fn cards_of(adam: &Visitor<'_>, order: &str) -> Vec<Value> {
    let cards = dossier(adam, order).await["cards"].clone();
    let mut cards: Vec<_> = cards.as_array().expect("cards").clone();
    cards.sort_by_key(|card| card["cardValue"].as_i64());
    cards
        .iter()
        .map(|card| json!({ "cardId": card["id"], "amount": card["cardBalance"] }))
        .collect()
}

async fn refund(adam: &Visitor<'_>, order: &str, cards: &[Value]) -> Reply {
    let form = json!({ "reason": "The event was cancelled", "cards": cards });
    adam.post(&format!("/api/v1/Helpdesk/orders/{order}/refunds"), &form).send().await
}

async fn approve(who: &Visitor<'_>, order: &str, request: &Value) -> Reply {
    let id = request["id"].as_str().expect("an id");
    let path = format!("/api/v1/Helpdesk/orders/{order}/refund-requests/{id}/approved");
    who.put(&path, &json!({})).send().await
}

async fn decline(who: &Visitor<'_>, order: &str, request: &Value) -> Reply {
    let id = request["id"].as_str().expect("an id");
    let path = format!("/api/v1/Helpdesk/orders/{order}/refund-requests/{id}/declined");
    who.put(&path, &json!({ "reason": "The buyer did not ask" })).send().await
}

fn refunded(till: &Till) -> u64 {
    let refunds = till.sandbox.ledger().into_iter().filter(|record| record.is_refund);
    refunds.map(|refund| refund.amount.cents()).sum()
}

async fn two(app: &TestApp) -> [Person; 2] {
    [app.administrator("adam").await, app.administrator("bea").await]
}

#[tokio::test]
async fn refund_above_the_limit_waits_and_is_made_by_a_second_person() {
    let till = till().await;
    let [adam, bea] = two(&till.app).await;
    let bea_address = bea.email.clone();
    let [adam, bea] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, _) = paid_order(&till).await;
    till.sandbox.settle();
    let cards = cards_of(&adam, &order).await;
    let before = balances(&till).await;
    let asked = refund(&adam, &order, &cards[1..]).await.json();
    till.app.run_jobs().await;
    let request = &asked["refundRequests"][0];
    assert_eq!((&request["amount"], &request["isOwn"]), (&json!(100), &json!(true)), "{asked}");
    assert_eq!((&asked["refunds"], refunded(&till)), (&json!([]), 0));
    assert_eq!(balances(&till).await, before, "nothing has moved");

    refund(&adam, &order, &cards[..1]).await.error(409, "REFUND_WAITS");
    cancel(&bea, &order).await.error(409, "REFUND_WAITS");
    approve(&adam, &order, request).await.foretold(&request["refusal"], 409, "SAME_PERSON");
    let mails = till.app.mails_to(&bea_address).await;
    assert_eq!(mails[0]["subject"], "A refund of $100.00 waits for a second person");
    let open = bea.get("/api/v1/Helpdesk/open").send().await.json();
    assert_eq!(open["refundRequests"], 1);
    let told = bea.get("/api/v1/Notices").send().await.json();
    assert_eq!(told["totalItems"], 1, "{told}");
    let told = ["kind", "value", "orderId", "tenantId"].map(|fact| told["items"][0][fact].clone());
    assert_eq!(told, [json!("REFUND_WAITS"), json!(100), json!(order), json!(null)]);
    let told = adam.get("/api/v1/Notices").send().await.json();
    assert_eq!(told["totalItems"], 0, "one's own: {told}");
    let list = bea.get("/api/v1/Helpdesk/refund-requests").send().await.json();
    assert_eq!(list["items"][0]["requestedByName"], "adam Test", "{list}");
    assert_eq!(list["items"][0]["isOwn"], false);
    assert_eq!(list["items"][0]["refusal"], json!(null));

    for _ in 0..2 {
        let made = approve(&bea, &order, request).await.json();
        assert_eq!(made["refunds"][0]["amount"], 100, "{made}");
        assert_eq!(made["refundRequests"][0]["decidedByName"], "bea Test");
    }
    decline(&bea, &order, request).await.error(409, "REQUEST_OVER");
    till.app.run_jobs().await;
    assert_eq!(refunded(&till), 10_000, "once");
    assert_eq!(bea.get("/api/v1/Helpdesk/open").send().await.json()["refundRequests"], 0);
    assert_eq!(found_after(&till.app, &[]).await, "");
    for change in
        ["decided_by = requested_by", "decided_at = decided_at + 1", "is_approved = FALSE"]
    {
        let theft = format!("UPDATE refund_request SET {change}");
        let found = found_after(&till.app, &[&theft]).await;
        let rule = "a refund of two persons was asked for and decided about by whom the log says";
        assert!(found.contains(rule), "{change}: {found}");
    }
}

#[tokio::test]
async fn refund_in_small_parts_reaches_the_limit_of_an_order_within_a_day() {
    let till = till().await;
    let [adam, bea] = two(&till.app).await;
    let (order, _) = paid_order(&till).await;
    till.sandbox.settle();
    let visitor = till.app.sign_in(&adam).await;
    let second = till.app.sign_in(&bea).await;
    let cards = cards_of(&visitor, &order).await;
    let alone = refund(&visitor, &order, &cards[1..2]).await.json();
    assert_eq!(alone["refundRequests"], json!([]), "{alone}");
    let asked = refund(&second, &order, &cards[..1]).await.json();
    assert_eq!(asked["refundRequests"][0]["amount"], 25, "50 and 25 are above 60");
    let declined = decline(&visitor, &order, &asked["refundRequests"][0]).await.json();
    assert_eq!(declined["refundRequests"][0]["declineReason"], "The buyer did not ask");
    approve(&visitor, &order, &asked["refundRequests"][0]).await.error(409, "REQUEST_OVER");
    assert_eq!(declined["refunds"].as_array().map(Vec::len), Some(1));
    till.app.hands.advance(A_DAY);
    let visitor = till.app.sign_in(&adam).await;
    let next_day = refund(&visitor, &order, &cards[..1]).await.json();
    assert_eq!(next_day["refunds"].as_array().map(Vec::len), Some(2), "{next_day}");
    till.app.run_jobs().await;
}

#[tokio::test]
async fn cancelling_above_the_limit_waits_and_is_done_by_a_second_person() {
    let till = till().await;
    let [adam, bea] = two(&till.app).await;
    let [adam, bea] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, _) = paid_order(&till).await;
    let asked = cancel(&adam, &order).await.json();
    assert_eq!(
        (&asked["status"], &asked["refundRequests"][0]["amount"]),
        (&json!("Paid"), &json!(125))
    );
    assert_eq!(till.charges().len(), 1);
    let made = approve(&bea, &order, &asked["refundRequests"][0]).await.json();
    assert_eq!(made["status"], "Cancelled", "{made}");
    till.app.run_jobs().await;
    assert_eq!(balances(&till).await, [0; 4]);
    assert!(till.charges().is_empty(), "voided");
    assert_eq!(found_after(&till.app, &[]).await, "");
}

#[tokio::test]
async fn approve_refund_refuses_spent_cards_and_a_requester_without_a_role() {
    let till = till().await;
    let [adam, bea] = two(&till.app).await;
    let visitor = till.app.sign_in(&adam).await;
    let second = till.app.sign_in(&bea).await;
    let (order, _) = paid_order(&till).await;
    let cards = cards_of(&visitor, &order).await;
    let asked = refund(&visitor, &order, &cards[1..]).await.json();
    // Cards stay usable while their refund waits for approval.
    let card = cards[1]["cardId"].as_str().expect("an id");
    second.sees(card).await;
    let form = json!({ "value": 20, "reason": "Sold by phone" });
    let redeemed = second.put(&format!("/api/v1/Cards/{card}/redeemed"), &form).send().await;
    assert_eq!(redeemed.status, 200, "{}", redeemed.text());
    let refused = approve(&second, &order, &asked["refundRequests"][0]).await;
    refused.error(409, "REFUND_CHANGED");
    decline(&visitor, &order, &asked["refundRequests"][0]).await;
    // The newest refund request is listed first.
    till.app.hands.advance(Duration::from_secs(1));
    let cards = cards_of(&visitor, &order).await;
    let asked = refund(&visitor, &order, &cards[1..]).await.json();
    assert_eq!(asked["refundRequests"][0]["amount"], 80, "{asked}");
    let off = "UPDATE person_role SET is_active = FALSE WHERE person_id = $1";
    till.app.write(off, adam.id).await;
    let refused = approve(&second, &order, &asked["refundRequests"][0]).await;
    refused.error(409, "ASKER_GONE");
    assert_eq!(dossier(&second, &order).await["refunds"], json!([]));
    till.app.run_jobs().await;
}

#[tokio::test]
async fn refund_needs_no_second_person_where_the_platform_has_switched_that_off() {
    let settings = "refunds.alone_up_to_dollars = 0\nsecond_person.required = false\n";
    let till = Till::wary_with(settings).await;
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let (order, _) = paid_order(&till).await;
    let cancelled = cancel(&adam, &order).await.json();
    assert_eq!(cancelled["status"], "Cancelled", "{cancelled}");
    till.app.run_jobs().await;
}

#[tokio::test]
async fn refund_request_is_withdrawn_when_its_asker_declines_it() {
    let till = till().await;
    let [adam, bea] = two(&till.app).await;
    let [adam, bea] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    for (decider, is_withdrawn) in [(&adam, true), (&bea, false)] {
        let (order, _) = paid_order(&till).await;
        let cards = cards_of(&adam, &order).await;
        let asked = refund(&adam, &order, &cards[1..]).await.json();
        assert_eq!(asked["refundRequests"][0]["isWithdrawn"], false, "{asked}");
        let declined = decline(decider, &order, &asked["refundRequests"][0]).await.json();
        assert_eq!(declined["refundRequests"][0]["isWithdrawn"], is_withdrawn, "{declined}");
    }
    till.app.run_jobs().await;
}
