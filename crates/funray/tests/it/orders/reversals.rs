//! Tests of charges that are reversed at the gateway, outside the program, after their cards were
//! issued.

use std::time::Duration;

use authorizenet::{Amount, Secret, TransactionId, sandbox::CREDENTIALS, webhook};
use platform::fail_points::{Point, Stumble};
use serde_json::{Value, json};

use crate::support::{
    Visitor,
    till::{APPROVED, Till, pay},
};

/// Sends a signed webhook from the gateway about a transaction.
pub async fn tell(till: &Till, kind: &str, transaction: &str) {
    let body =
        json!({ "notificationId": "n1", "eventType": format!("net.authorize.payment.{kind}"),
        "eventDate": "2026-03-10T15:00:00Z", "webhookId": "w1",
        "payload": { "entityName": "transaction", "id": transaction } })
        .to_string();
    let signature = webhook::sign(&Secret::new(CREDENTIALS.signature_key), body.as_bytes());
    let call = till.app.post("/api/v1/Payments/notifications");
    let reply = call.header("x-anet-signature", &signature).json(body).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
}

/// Pays for an order by Ann with three cards, 125.00 dollars in total. Returns the reply and the
/// gateway's id of the charge.
pub async fn paid(till: &Till, ann: &Visitor<'_>) -> (Value, TransactionId) {
    let cart = till.fill_cart(ann).await;
    let paid = pay(till, ann, &cart, APPROVED).await.json();
    till.app.run_jobs().await;
    let charge = till.sandbox.ledger()[0].trans_id.clone();
    (paid, TransactionId::parse(&charge).expect("a transaction"))
}

async fn redeem(mary: &Visitor<'_>, card: &Value, dollars: f64) -> crate::support::Reply {
    let shown = format!("/api/v1/Cards/codes/{}", card["cardNumber"].as_str().expect("a number"));
    assert_eq!(mary.get(&shown).send().await.status, 200);
    let path = format!("/api/v1/Cards/{}/redeemed", card["id"].as_str().expect("an id"));
    mary.put(&path, &json!({ "value": dollars })).send().await
}

async fn sum(till: &Till, account: &'static str) -> i64 {
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entry WHERE account LIKE $1";
    let read = till.app.app.db.read(move |tx| tx.one::<(i64,)>(sql, db::params![account]));
    read.await.expect("a sum").0
}

/// Returns the ledger balances of cards, shop, cause, platform, gateway, refunds and chargeback
/// losses, in cents.
pub async fn sums(till: &Till) -> [i64; 7] {
    let mut sums = [0; 7];
    for (place, account) in [
        "card:%",
        "vendor_payable:%",
        "charity_payable:%",
        "platform_revenue",
        "gateway_clearing",
        "refunds",
        "chargeback_loss",
    ]
    .into_iter()
    .enumerate()
    {
        sums[place] = sum(till, account).await;
    }
    sums
}

#[tokio::test]
async fn reversal_cancels_the_cards_of_a_voided_charge() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let mary = till.app.manager_of(till.shop, "mary").await;
    let (ann, mary) = (till.visitor().await, till.app.sign_in(&mary).await);
    let (paid, charge) = paid(&till, &ann).await;
    assert!(till.sandbox.void(&charge));
    for _ in 0..2 {
        tell(&till, "void.created", charge.as_str()).await;
    }
    till.app.run_jobs().await;

    redeem(&mary, &paid["cards"][0], 25.0).await.error(400, "CARD_CANCELLED");
    let told = mary.get("/api/v1/Notices").send().await.json();
    assert_eq!(told["totalItems"], 1, "one notice for all cards of an order: {told}");
    let cards = paid["cards"].as_array().expect("cards").len();
    assert_eq!(told["items"][0]["cards"], cards, "{told}");
    assert_eq!(sums(&till).await, [0; 7], "as if it had never been");
    let number = paid["orderNumber"].as_str().expect("a number");
    assert_eq!(super::order(&ann, number).await["status"], "Reversed");
    let subjects = |mails: Vec<Value>| -> Vec<String> {
        mails.iter().filter_map(|mail| mail["subject"].as_str().map(str::to_owned)).collect()
    };
    let told = subjects(till.app.mails_to(&till.ann.email).await);
    let about = "The payment for your order was taken back: $125.00";
    assert_eq!(told.iter().filter(|subject| *subject == about).count(), 1, "{told:?}");
    assert_eq!(
        subjects(till.app.mails_to(&adam.email).await),
        ["A charge was taken back: $125.00"]
    );

    let adam = till.app.sign_in(&adam).await;
    let list = adam.get("/api/v1/Helpdesk/reversals?isOpen=true").send().await.json();
    assert_eq!(list["totalItems"], 1, "{list}");
    let row = &list["items"][0];
    assert_eq!((&row["cause"], &row["amount"]), (&json!("VOIDED"), &json!(125)), "{row}");
    assert_eq!((&row["unspent"], &row["loss"]), (&json!(125), &json!(0)), "{row}");
    let page = till.app.get("/metrics").send().await.text().to_owned();
    assert!(page.contains("charges_reversed_open 1\n"), "{page}");
    let path = format!("/api/v1/Helpdesk/reversals/{}/closed", row["id"].as_str().expect("an id"));
    adam.put(&path, &json!({ "note": " " })).send().await.error(400, "VALIDATION");
    for note in ["Ann called the bank.", "Again"] {
        let closed = adam.put(&path, &json!({ "note": note })).send().await.json();
        assert_eq!(closed["note"], "Ann called the bank.", "the first note stays");
        assert_eq!(closed["closedByName"], "adam Test");
    }
    let open = adam.get("/api/v1/Helpdesk/reversals?isOpen=true").send().await.json();
    assert_eq!(open["totalItems"], 0);
    let all = adam.get("/api/v1/Helpdesk/reversals").send().await.json();
    assert_eq!(all["totalItems"], 1);

    let order = format!("/api/v1/Helpdesk/orders/{}", row["orderId"].as_str().expect("an id"));
    assert_eq!(adam.get(&order).send().await.json()["canBeCancelled"], false);
    let cancelled = adam.post(&format!("{order}/cancelled"), &json!({ "reason": "x" }));
    cancelled.send().await.error(400, "CHARGE_REVERSED");
    let token = till.token(APPROVED).await;
    let again = crate::support::till::payment(number, &token);
    let again = crate::support::till::pay_call(&ann, &again).send().await;
    assert_eq!(again.status, 200, "the same order again, and nothing is charged");
    assert_eq!(till.sandbox.ledger().len(), 1);
    finance::verify::seal(till.app.app.clone()).await.expect("sealed");
}

#[tokio::test]
async fn reversal_books_redeemed_amounts_as_a_platform_loss() {
    let till = Till::new().await;
    let mary = till.app.manager_of(till.shop, "mary").await;
    let (ann, mary) = (till.visitor().await, till.app.sign_in(&mary).await);
    let (paid, charge) = paid(&till, &ann).await;
    // Spend the whole card of 25.00 dollars and a part of a card of 50.00.
    assert_eq!(redeem(&mary, &paid["cards"][0], 25.0).await.status, 200);
    assert_eq!(redeem(&mary, &paid["cards"][1], 20.01).await.status, 200);
    till.sandbox.settle();
    assert!(till.sandbox.dispute(&charge));
    tell(&till, "dispute.opened", charge.as_str()).await;
    till.app.run_jobs().await;
    // 45.01 dollars were spent. Cause and platform keep their shares of this amount, and the rest
    // is payable to the shop.
    let spent = 4_501;
    let (charity, platform) = (500 - 300, 625 - 400);
    let expected = [0, spent - charity - platform, charity, platform, 0, 0, -spent];
    assert_eq!(sums(&till).await, expected);
    let number = paid["orderNumber"].as_str().expect("a number");
    assert_eq!(super::order(&ann, number).await["refundedAmount"], 0, "a dispute is no refund");
    let figures = mary.get("/api/v1/Vendors/summary").send().await.json();
    assert_eq!(figures["totalRedemption"], 45.01, "{figures}");
    assert_eq!(figures["totalRevenue"], 40.76, "{figures}");
    assert_eq!(figures["totalBalance"], 0, "{figures}");
}

#[tokio::test]
async fn reversal_that_fails_half_way_leaves_the_cards_frozen() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (_, charge) = paid(&till, &ann).await;
    till.sandbox.settle();
    assert!(till.sandbox.dispute(&charge));
    till.app.app.fail_points.plan(Point::InReversal, Stumble::FailAlways);
    tell(&till, "dispute.opened", charge.as_str()).await;
    till.app.run_jobs().await;
    let frozen = "SELECT count(*) FROM card WHERE deactivated_at IS NOT NULL AND balance = face";
    assert_eq!(till.app.count(frozen).await, 3, "nothing is booked, and nothing can be bought");
    assert_eq!(till.app.count("SELECT count(*) FROM charge_reversal").await, 0);
    till.app.app.fail_points.give_up();
    till.app.hands.advance(Duration::from_secs(3600));
    till.app.run_jobs().await;
    assert_eq!(sums(&till).await, [0; 7]);
    assert_eq!(till.app.count("SELECT count(*) FROM card_status_change").await, 3, "frozen once");
}

#[tokio::test]
async fn reversal_is_undone_by_a_won_dispute() {
    let till = Till::new().await;
    let mary = till.app.manager_of(till.shop, "mary").await;
    let adam = till.app.administrator("adam").await;
    let sue = till.app.super_administrator("sue").await;
    let (ann, mary) = (till.visitor().await, till.app.sign_in(&mary).await);
    let (adam, sue) = (till.app.sign_in(&adam).await, till.app.sign_in(&sue).await);
    let (paid, charge) = paid(&till, &ann).await;
    let card = |place: usize| paid["cards"][place]["id"].as_str().expect("an id").to_owned();
    assert_eq!(redeem(&mary, &paid["cards"][1], 20.01).await.status, 200);
    // A card that was frozen for another reason must stay frozen when the dispute is won.
    let off = format!("/api/v1/Cards/{}/deactived", card(2));
    assert_eq!(sue.put(&off, &json!({ "reason": "Lost" })).send().await.status, 200);
    let before = sums(&till).await;
    let figures = mary.get("/api/v1/Vendors/summary").send().await.json();
    till.sandbox.settle();
    let order = paid["orderId"].as_str().expect("an id");
    let check = format!("/api/v1/Helpdesk/orders/{order}/checked");
    // A charge can be disputed more than once, and we can win each dispute.
    for _ in 0..2 {
        assert!(till.sandbox.dispute(&charge));
        assert_eq!(adam.post(&check, &json!({})).send().await.status, 204);
        till.app.run_jobs().await;
        redeem(&mary, &paid["cards"][0], 25.0).await.error(400, "CARD_CANCELLED");
        assert!(till.sandbox.win(&charge));
        for _ in 0..2 {
            assert_eq!(adam.post(&check, &json!({})).send().await.status, 204);
            till.app.run_jobs().await;
        }
        assert_eq!(sums(&till).await, before, "as if nobody had disputed it");
    }
    assert_eq!(mary.get("/api/v1/Vendors/summary").send().await.json(), figures);
    let number = paid["orderNumber"].as_str().expect("a number");
    assert_eq!(super::order(&ann, number).await["status"], "Paid");
    assert_eq!(redeem(&mary, &paid["cards"][0], 25.0).await.status, 200);
    redeem(&mary, &paid["cards"][2], 1.0).await.error(400, "CARD_DEACTIVATED");
    let list = adam.get("/api/v1/Helpdesk/reversals?isOpen=true").send().await.json();
    assert_eq!(list["totalItems"], 2, "somebody still looks at it: {list}");
    assert!(list["items"][0]["wonAt"].is_string(), "{list}");
    let mails = till.app.mails_to(&till.ann.email).await;
    let about = json!("The payment for your order stands again: $125.00");
    assert_eq!(mails.iter().filter(|mail| mail["subject"] == about).count(), 2, "{mails:?}");
    till.app.run_jobs().await;
}

#[tokio::test]
async fn reversal_after_a_won_dispute_is_no_second_win() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let ann = till.visitor().await;
    let (paid, charge) = paid(&till, &ann).await;
    till.sandbox.settle();
    let adam = till.app.sign_in(&adam).await;
    let order = paid["orderId"].as_str().expect("an id");
    let path = format!("/api/v1/Helpdesk/orders/{order}/checked");
    let check = async || {
        assert_eq!(adam.post(&path, &json!({})).send().await.status, 204);
        till.app.run_jobs().await;
    };
    assert!(till.sandbox.dispute(&charge));
    check().await;
    assert!(till.sandbox.win(&charge));
    check().await;
    let refund = till.sandbox.refund(&charge, Amount::from_cents(12_500)).expect("a refund");
    tell(&till, "refund.created", refund.as_str()).await;
    till.app.run_jobs().await;
    assert_eq!(sums(&till).await, [0; 7]);
    check().await;
    assert_eq!(sums(&till).await, [0; 7], "the money is gone, whoever won");
    let listed = adam.get("/api/v1/Helpdesk/differences?isOpen=true").send().await.json();
    assert_eq!(listed["totalItems"], 0, "{listed}");
}

#[tokio::test]
async fn reversal_in_part_freezes_the_cards_and_keeps_their_balance() {
    let till = Till::new().await;
    let mary = till.app.manager_of(till.shop, "mary").await;
    let (ann, mary) = (till.visitor().await, till.app.sign_in(&mary).await);
    let (paid, charge) = paid(&till, &ann).await;
    let before = sums(&till).await;
    till.sandbox.settle();
    let refund = till.sandbox.refund(&charge, Amount::from_cents(2_500)).expect("a refund");
    for _ in 0..3 {
        tell(&till, "refund.created", refund.as_str()).await;
    }
    till.app.run_jobs().await;
    redeem(&mary, &paid["cards"][0], 25.0).await.error(400, "CARD_DEACTIVATED");
    let mut after = before;
    (after[4], after[5]) = (-10_000, -2_500);
    assert_eq!(sums(&till).await, after, "nobody knows for which card it was");
    let number = paid["orderNumber"].as_str().expect("a number");
    let receipt = super::order(&ann, number).await;
    assert_eq!((&receipt["status"], &receipt["refundedAmount"]), (&json!("Paid"), &json!(25)));
    assert!(receipt["refundedAt"].is_string(), "{receipt}");

    till.app.hands.advance(Duration::from_secs(60));
    let rest = till.sandbox.refund(&charge, Amount::from_cents(10_000)).expect("a refund");
    tell(&till, "refund.created", rest.as_str()).await;
    till.app.run_jobs().await;
    assert_eq!(sums(&till).await, [0; 7], "two parts are a whole");
    let receipt = super::order(&ann, number).await;
    assert_eq!((&receipt["status"], &receipt["refundedAmount"]), (&json!("Reversed"), &json!(125)));
}

#[tokio::test]
async fn reversal_in_part_leaves_a_dispute_that_is_won_to_a_person() {
    let till = Till::new().await;
    let boss = till.app.administrator("boss").await;
    let ann = till.visitor().await;
    let (paid, charge) = paid(&till, &ann).await;
    till.sandbox.settle();
    let refund = till.sandbox.refund(&charge, Amount::from_cents(2_500)).expect("a refund");
    tell(&till, "refund.created", refund.as_str()).await;
    till.app.run_jobs().await;
    let desk = till.app.sign_in(&boss).await;
    let order = paid["orderId"].as_str().expect("an id");
    let path = format!("/api/v1/Helpdesk/orders/{order}/checked");
    assert!(till.sandbox.dispute(&charge));
    assert_eq!(desk.post(&path, &json!({})).send().await.status, 204);
    till.app.run_jobs().await;
    let before = sums(&till).await;
    assert!(till.sandbox.win(&charge));
    for _ in 0..2 {
        assert_eq!(desk.post(&path, &json!({})).send().await.status, 204);
        till.app.run_jobs().await;
    }
    assert_eq!(sums(&till).await, before, "nobody guesses how much of it stands again");
    let listed = desk.get("/api/v1/Helpdesk/differences?isOpen=true").send().await.json();
    assert_eq!(listed["totalItems"], 1, "{listed}");
    let row = &listed["items"][0];
    assert_eq!((&row["kind"], &row["orderId"]), (&json!("OTHER_STATE"), &json!(order)), "{row}");
    let mails = till.app.mails_to(&boss.email).await;
    let about = json!("The gateway and our books differ: 1");
    assert_eq!(mails.iter().filter(|mail| mail["subject"] == about).count(), 1, "{mails:?}");
}

#[tokio::test]
async fn reversal_notifies_the_recipient_of_a_gift_once() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let gift = json!({ "vendorId": till.shop, "price": 25, "isGift": true, "to": "Bob", "from": "Ann",
        "recipientEmail": "bob@shop.example", "confirmEmail": "bob@shop.example" });
    let form = json!({ "cartDetails": [gift] });
    let there = ann.post("/api/v1/Carts/items", &form).send().await.json();
    let token = till.token(APPROVED).await;
    let mut form = crate::support::till::payment(there["id"].as_str().expect("an id"), &token);
    form["amount"] = json!(25);
    assert_eq!(crate::support::till::pay_call(&ann, &form).send().await.status, 200);
    till.app.run_jobs().await;
    let charge = till.sandbox.ledger()[0].trans_id.clone();
    assert!(till.sandbox.void(&TransactionId::parse(&charge).expect("a number")));
    tell(&till, "void.created", &charge).await;
    till.app.run_jobs().await;
    let mails = till.app.mails_to("bob@shop.example").await;
    assert_eq!(mails.len(), 2, "{mails:?}");
    let about = json!("About your gift card for Maple Leaf Books");
    assert!(mails.iter().any(|mail| mail["subject"] == about), "{mails:?}");
}

#[tokio::test]
async fn reversal_is_found_by_check_order() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let (ann, adam) = (till.visitor().await, till.app.sign_in(&adam).await);
    let (paid, charge) = paid(&till, &ann).await;
    let path =
        format!("/api/v1/Helpdesk/orders/{}/checked", paid["orderId"].as_str().expect("an id"));
    assert_eq!(adam.post(&path, &json!({})).send().await.status, 204);
    till.app.run_jobs().await;
    assert_eq!(till.app.count("SELECT count(*) FROM charge_reversal").await, 0, "it stands");
    till.sandbox.settle();
    assert!(till.sandbox.dispute(&charge));
    assert_eq!(adam.post(&path, &json!({})).send().await.status, 204);
    till.app.run_jobs().await;
    let disputed = "SELECT count(*) FROM charge_reversal WHERE cause = 'DISPUTED'";
    assert_eq!(till.app.count(disputed).await, 1);
    assert_eq!(adam.post(&path, &json!({})).send().await.status, 204, "it may be won meanwhile");
    till.app.run_jobs().await;
    assert_eq!(till.app.count(disputed).await, 1, "it is known");
}

#[tokio::test]
async fn reversal_webhook_is_ignored_until_the_gateway_confirms() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let (_, charge) = paid(&till, &ann).await;
    tell(&till, "void.created", charge.as_str()).await;
    tell(&till, "refund.created", "4711").await;
    till.app.run_jobs().await;
    assert_eq!(till.app.count("SELECT count(*) FROM charge_reversal").await, 0);
    assert_eq!(till.app.count("SELECT count(*) FROM card WHERE deactivated_at IS NULL").await, 3);
}

#[tokio::test]
async fn reversal_ignores_orders_we_cancelled() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let ann = till.visitor().await;
    let (paid, charge) = paid(&till, &ann).await;
    till.sandbox.settle();
    let adam = till.app.sign_in(&adam).await;
    let path =
        format!("/api/v1/Helpdesk/orders/{}/cancelled", paid["orderId"].as_str().expect("an id"));
    adam.post(&path, &json!({ "reason": "By mistake" })).send().await;
    till.app.run_jobs().await;
    let refund = till.sandbox.ledger()[1].trans_id.clone();
    tell(&till, "refund.created", &refund).await;
    tell(&till, "void.created", charge.as_str()).await;
    till.app.run_jobs().await;
    assert_eq!(till.app.count("SELECT count(*) FROM charge_reversal").await, 0);
    assert_eq!(sums(&till).await, [0; 7]);
}

#[tokio::test]
async fn reversal_without_ledger_rows_is_reported_by_verify() {
    let mut till = Till::new().await;
    let ann = till.visitor().await;
    paid(&till, &ann).await;
    let theft = "UPDATE payment_attempt SET reversed = 2500";
    till.app.app.db.write(move |tx| tx.execute(theft, &[])).await.expect("a thief");
    let report = till.app.report().await.expect("a report");
    let found: Vec<_> = report.breaches.iter().map(|breach| breach.rule).collect();
    assert_eq!(
        found,
        [
            "I4 what was charged and not reversed is what the gateway owes",
            "I4 a reversed charge has its rows"
        ]
    );
    let undo = "UPDATE payment_attempt SET reversed = 0";
    till.app.app.db.write(move |tx| tx.execute(undo, &[])).await.expect("put right");
    till.app.expect_leftover_jobs();
}

/// Steps of the job that records a reversal of a charge.
pub const REVERSING: [Point; 2] = [Point::BeforeReversal, Point::InReversal];

#[tokio::test(flavor = "multi_thread")]
async fn reversal_is_recorded_once_at_each_fail_point() {
    for point in REVERSING {
        for way in [Stumble::Fail, Stumble::Hang] {
            let till = Till::hasty().await;
            let ann = till.visitor().await;
            let (_, charge) = paid(&till, &ann).await;
            assert!(till.sandbox.void(&charge));
            let (own, other) = (till.app.app.clone(), till.app.another_node());
            own.fail_points.plan(point, way);
            tell(&till, "void.created", charge.as_str()).await;
            let mut own_jobs = std::pin::pin!(platform::jobs::run_due(&own, &till.app.handlers));
            let is_done = tokio::select! {
                done = &mut own_jobs => done.is_ok(),
                () = own.fail_points.reached() => false,
            };
            if !is_done {
                let _ = tokio::time::timeout(Duration::from_secs(3), own_jobs).await;
            }
            own.fail_points.reached().await;
            own.fail_points.give_up();
            for _ in 0..4 {
                till.app.hands.advance(Duration::from_secs(300));
                platform::jobs::run_due(&other, &till.app.handlers).await.expect("the queue");
            }
            assert_eq!(sums(&till).await, [0; 7], "{point:?} {way:?}");
            assert_eq!(till.app.count("SELECT count(*) FROM charge_reversal").await, 1);
        }
    }
}
