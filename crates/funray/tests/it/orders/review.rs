//! Tests of risky orders: they are charged, but an administrator must release them before the cards
//! are issued.

use std::time::Duration;

use authorizenet::TransactionId;
use checkout::disputes::watch::ask_about_charges;
use platform::fail_points::{Point, Stumble};
use serde_json::{Value, json};

use super::reversals::tell;
use crate::ledger::found_after;
use crate::support::{
    Reply, Visitor,
    till::{APPROVED, Till, pay_call, payment},
};

/// Fills a cart with `cards` cards of a hundred dollars.
async fn fill(till: &Till, visitor: &Visitor<'_>, cards: usize) -> String {
    let mut left = cards;
    let mut items = Vec::new();
    while left > 0 {
        let quantity = left.min(20);
        left -= quantity;
        items.push(json!({ "vendorId": till.shop, "price": 100, "quantity": quantity }));
    }
    let form = json!({ "cartDetails": items });
    let there = visitor.post("/api/v1/Carts/items", &form).send().await.json();
    there["id"].as_str().unwrap_or_else(|| panic!("{there}")).to_owned()
}

async fn pay(till: &Till, visitor: &Visitor<'_>, cart: &str, cards: usize) -> Reply {
    let mut form = payment(cart, &till.token(APPROVED).await);
    form["amount"] = json!(cards * 100);
    pay_call(visitor, &form).send().await
}

async fn subjects(till: &Till, address: &str) -> Vec<String> {
    let mails = till.app.mails_to(address).await;
    mails.iter().filter_map(|mail| mail["subject"].as_str().map(str::to_owned)).collect()
}

/// Makes an order by Ann for 600 dollars, which is held for review. Returns the ids of the order
/// and of its cart.
pub async fn held(till: &Till, adam: &Visitor<'_>) -> (String, String) {
    let ann = till.visitor().await;
    let cart = fill(till, &ann, 6).await;
    pay(till, &ann, &cart, 6).await.error(503, "PAYMENT_PENDING");
    let list = adam.get("/api/v1/Helpdesk/reviews").send().await.json();
    assert_eq!(list["totalItems"], 1, "{list}");
    let row = &list["items"][0];
    assert_eq!(row["reasons"], json!(["YOUNG_ACCOUNT_AMOUNT", "YOUNG_ACCOUNT"]));
    assert_eq!((&row["score"], &row["amount"]), (&json!(70), &json!(600)));
    (row["orderId"].as_str().expect("an id").to_owned(), cart)
}

async fn decide(adam: &Visitor<'_>, order: &str, decision: &str) -> Reply {
    let form = json!({ "reason": "Called the buyer" });
    adam.post(&format!("/api/v1/Helpdesk/orders/{order}/{decision}"), &form).send().await
}

async fn reviews(adam: &Visitor<'_>) -> Value {
    adam.get("/api/v1/Helpdesk/open").send().await.json()["reviews"].clone()
}

#[tokio::test]
async fn review_holds_orders_beyond_a_young_accounts_limit() {
    let till = Till::wary().await;
    let adam_person = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam_person).await;
    let (order, cart) = held(&till, &adam).await;
    till.app.run_jobs().await;
    assert_eq!((till.charges().len(), till.cards().await), (1, 0), "charged, and no cards yet");
    let ann = till.visitor().await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Pending");
    assert_eq!(
        subjects(&till, &till.ann.email).await,
        ["We are confirming your payment of $600.00"]
    );
    assert_eq!(subjects(&till, &adam_person.email).await, ["An order is held for review: $600.00"]);
    assert_eq!(reviews(&adam).await, 1);
    let page = till.app.get("/metrics").send().await.text().to_owned();
    assert!(page.contains("orders_in_review 1\n"), "{page}");

    let path = format!("/api/v1/Helpdesk/orders/{order}/released");
    adam.post(&path, &json!({ "reason": "" })).send().await.error(400, "VALIDATION");
    let released = decide(&adam, &order, "released").await.json();
    assert_eq!(released["status"], "Paid", "{released}");
    let review = &released["review"];
    assert_eq!(
        (&review["isReleased"], &review["reason"]),
        (&json!(true), &json!("Called the buyer"))
    );
    assert_eq!(review["decidedByName"], "adam Test");
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 6);
    decide(&adam, &order, "voided").await.error(400, "NOT_HELD");
    assert_eq!(reviews(&adam).await, 0);
    let told = till
        .app
        .count("SELECT count(*) FROM audit_entry WHERE action IN ('ORDER_HELD', 'ORDER_RELEASED')");
    assert_eq!(told.await, 2);
}

#[tokio::test]
async fn review_names_a_disposable_address_among_its_reasons() {
    let till = Till::wary().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let ann = till.visitor().await;
    let disposable = "UPDATE person SET email = 'ann@mailinator.com' WHERE id = $1";
    till.app.write(disposable, till.ann.id).await;
    let cart = fill(&till, &ann, 6).await;
    pay(&till, &ann, &cart, 6).await.error(503, "PAYMENT_PENDING");
    let list = adam.get("/api/v1/Helpdesk/reviews").send().await.json();
    let row = &list["items"][0];
    assert_eq!(row["reasons"], json!(["YOUNG_ACCOUNT_AMOUNT", "DISPOSABLE_MAIL", "YOUNG_ACCOUNT"]));
    assert_eq!(row["score"], 100);
    till.app.run_jobs().await;
    let order = row["orderId"].as_str().expect("an id");
    assert_eq!(decide(&adam, order, "voided").await.status, 200);
    till.app.run_jobs().await;
}

/// Six new accounts pay from one IP address, so the order of the seventh is suspicious. After sixty
/// more attempts from this address, the eighth order isn't suspicious for this reason, because only
/// the last sixty attempts count.
#[tokio::test]
async fn review_counts_young_accounts_among_the_last_attempts_from_an_address() {
    let till = Till::wary().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let mut guests = Vec::new();
    for number in 0..8 {
        guests.push(till.app.consumer(&format!("guest{number}")).await);
    }
    for guest in &guests[..6] {
        let visitor = till.app.sign_in(guest).await;
        let cart = fill(&till, &visitor, 1).await;
        pay(&till, &visitor, &cart, 1).await;
    }
    till.app.run_jobs().await;
    let mut reasons = Vec::new();
    for guest in &guests[6..] {
        if !reasons.is_empty() {
            till.app.hands.advance(Duration::from_secs(1));
            let attempts = "WITH d (i) AS MATERIALIZED (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)),
                     n AS MATERIALIZED (SELECT 10 * t.i + d.i + 1 AS i FROM d t CROSS JOIN d WHERE t.i < 6)
                 INSERT INTO payment_attempt (person_id, id, order_id, number, reference, amount, state, token_hash, client, failures,
                     sent_at)
                 SELECT o.person_id, 'crowd' || CAST(n.i AS TEXT), o.id, 100 + n.i, 'crowd' || CAST(n.i AS TEXT), 2500, 'DECLINED',
                        'crowd' || CAST(n.i AS TEXT), a.client, 0, a.sent_at + 1
                 FROM n JOIN orders o ON o.person_id = $1
                 JOIN payment_attempt a ON a.person_id = o.person_id AND a.order_id = o.id AND a.number < 100";
            till.app.write(attempts, guests[6].id).await;
            let lookups = "INSERT INTO payment_lookup (key, person_id, attempt_id)
                 SELECT 'token:' || id, person_id, id FROM payment_attempt WHERE person_id = $1 AND number > 100
                 UNION ALL
                 SELECT 'reference:' || id, person_id, id FROM payment_attempt WHERE person_id = $1 AND number > 100";
            till.app.write(lookups, guests[6].id).await;
        }
        let visitor = till.app.sign_in(guest).await;
        let cart = fill(&till, &visitor, 6).await;
        pay(&till, &visitor, &cart, 6).await.error(503, "PAYMENT_PENDING");
        let list = adam.get("/api/v1/Helpdesk/reviews").send().await.json();
        reasons.push(list["items"][0]["reasons"].to_string());
        let order = list["items"][0]["orderId"].as_str().expect("an id").to_owned();
        assert_eq!(decide(&adam, &order, "voided").await.status, 200);
        till.app.run_jobs().await;
    }
    assert!(reasons[0].contains("MANY_ACCOUNTS"), "{reasons:?}");
    assert!(!reasons[1].contains("MANY_ACCOUNTS"), "{reasons:?}");
}

#[tokio::test]
async fn review_can_not_be_decided_by_the_buyer() {
    let till = Till::wary().await;
    let adam = till.app.administrator("adam").await;
    let visitor = till.app.sign_in(&adam).await;
    let cart = fill(&till, &visitor, 6).await;
    pay(&till, &visitor, &cart, 6).await.error(503, "PAYMENT_PENDING");
    let list = visitor.get("/api/v1/Helpdesk/reviews").send().await.json();
    let order = list["items"][0]["orderId"].as_str().expect("an id").to_owned();
    for decision in ["released", "voided"] {
        let refused = decide(&visitor, &order, decision).await;
        refused.foretold(&list["items"][0]["refusal"], 409, "OWN_ORDER");
    }
    assert_eq!(till.cards().await, 0);
    let eve = till.app.administrator("eve").await;
    let voided = decide(&till.app.sign_in(&eve).await, &order, "voided").await;
    assert_eq!(voided.status, 200, "{}", voided.text());
    till.app.run_jobs().await;
}

#[tokio::test]
async fn review_release_needs_a_second_person() {
    let till = Till::wary().await;
    let (adam, eve) = (till.app.administrator("adam").await, till.app.administrator("eve").await);
    let visitor = till.app.sign_in(&adam).await;
    let cart = fill(&till, &visitor, 6).await;
    pay(&till, &visitor, &cart, 6).await.error(503, "PAYMENT_PENDING");
    let list = visitor.get("/api/v1/Helpdesk/reviews").send().await.json();
    let order = list["items"][0]["orderId"].as_str().expect("an id").to_owned();
    // The order's buyer appointed Eve, so she can't release it. The third administrator can't
    // either, because their role is too new.
    till.app.appoint(&adam, &eve).await;
    let path = format!("/api/v1/Helpdesk/orders/{order}");
    let visitor = till.app.sign_in(&eve).await;
    let refusal = visitor.get(&path).send().await.json()["review"]["refusal"].clone();
    let refused = decide(&visitor, &order, "released").await;
    refused.foretold(&refusal, 409, "APPOINTED_BY_EACH_OTHER");
    let (sue, ida) =
        (till.app.super_administrator("sue").await, till.app.administrator("ida").await);
    till.app.appoint(&sue, &ida).await;
    let visitor = till.app.sign_in(&ida).await;
    let refusal = visitor.get(&path).send().await.json()["review"]["refusal"].clone();
    decide(&visitor, &order, "released").await.foretold(&refusal, 409, "ROLE_TOO_NEW");
    assert_eq!(till.cards().await, 0);
    assert_eq!(decide(&visitor, &order, "voided").await.status, 200, "nobody loses by that");
    till.app.run_jobs().await;
}

#[tokio::test]
async fn review_void_voids_the_charge_and_notifies_the_buyer() {
    let till = Till::wary().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, cart) = held(&till, &adam).await;
    let voided = decide(&adam, &order, "voided").await;
    assert_eq!(voided.status, 200, "{}", voided.text());
    till.app.run_jobs().await;
    assert!(till.charges().is_empty(), "{:?}", till.sandbox.ledger());
    assert_eq!(till.cards().await, 0);
    let ann = till.visitor().await;
    assert_eq!(super::order(&ann, &cart).await["status"], "Open");
    let told = subjects(&till, &till.ann.email).await;
    assert!(told.contains(&"Your payment of $600.00 did not go through".to_owned()), "{told:?}");
    decide(&adam, &order, "released").await.error(400, "NOT_HELD");
}

#[tokio::test]
async fn review_ends_when_the_charge_was_voided_at_the_gateway() {
    let till = Till::wary().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, cart) = held(&till, &adam).await;
    let charge = till.sandbox.ledger()[0].trans_id.clone();
    assert!(till.sandbox.void(&TransactionId::parse(&charge).expect("a number")));
    tell(&till, "void.created", &charge).await;
    till.app.run_jobs().await;
    assert_eq!(super::order(&till.visitor().await, &cart).await["status"], "Open");
    decide(&adam, &order, "released").await.error(400, "NOT_HELD");
    assert_eq!(reviews(&adam).await, 0);
}

#[tokio::test]
async fn review_reminds_administrators_once_after_a_day() {
    let till = Till::wary().await;
    let adam_person = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam_person).await;
    let (order, _) = held(&till, &adam).await;
    let overdue = async || {
        let now = till.app.app.clock.now();
        till.app
            .app
            .db
            .read(move |tx| finance::verify::overdue(tx, now))
            .await
            .expect("a look")
            .len()
    };
    for hours in 1..=30 {
        till.app.hands.advance(Duration::from_secs(3660));
        till.app.run_jobs().await;
        assert_eq!(overdue().await, usize::from(hours >= 24), "after {hours} hours");
    }
    let told = subjects(&till, &adam_person.email).await;
    let again = "An order still waits for your decision: $600.00";
    assert_eq!(told.iter().filter(|subject| *subject == again).count(), 1, "{told:?}");
    let adam = till.app.sign_in(&adam_person).await;
    assert_eq!(decide(&adam, &order, "released").await.status, 200);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn checkout_refuses_orders_far_beyond_a_young_accounts_limits() {
    let till = Till::wary().await;
    let ann = till.visitor().await;
    let cart = fill(&till, &ann, 1_000).await;
    pay(&till, &ann, &cart, 1_000).await.error(400, "TOO_MUCH_FOR_NEW_ACCOUNT");
    assert!(till.sandbox.ledger().is_empty(), "nothing was charged");
    assert_eq!(till.app.count("SELECT count(*) FROM payment_attempt").await, 0);
}

const DAY: Duration = Duration::from_secs(24 * 3600);

/// A person whose account is a week old and who has paid one small order can't place a large order
/// without a review. Two months later, the small payment is proven, and orders of up to ten times
/// its amount pass.
#[tokio::test]
async fn review_passes_orders_within_the_limit_of_proven_payments() {
    let till = Till::wary().await;
    let adam = till.app.administrator("adam").await;
    let ann = till.visitor().await;
    let cart = fill(&till, &ann, 2).await;
    assert_eq!(pay(&till, &ann, &cart, 2).await.status, 200);
    till.app.run_jobs().await;
    till.sandbox.settle();
    till.app.hands.advance(8 * DAY);
    let ann = till.visitor().await;
    let cart = fill(&till, &ann, 40).await;
    pay(&till, &ann, &cart, 40).await.error(400, "OVER_BUYING_LIMIT");
    assert_eq!(till.charges().len(), 1, "nothing was charged");
    empty(&ann).await;
    let cart = fill(&till, &ann, 6).await;
    pay(&till, &ann, &cart, 6).await.error(503, "PAYMENT_PENDING");
    let adam = till.app.sign_in(&adam).await;
    let list = adam.get("/api/v1/Helpdesk/reviews").send().await.json();
    assert_eq!(list["items"][0]["reasons"], json!(["AMOUNT_LIMIT"]), "{list}");
    let order = list["items"][0]["orderId"].as_str().expect("an id");
    assert_eq!(decide(&adam, order, "voided").await.status, 200);
    till.app.run_jobs().await;

    till.app.hands.advance(60 * DAY);
    let ann = till.visitor().await;
    empty(&ann).await;
    let cart = fill(&till, &ann, 20).await;
    ask_about_charges(till.app.app.clone()).await.expect("asked");
    assert_eq!(pay(&till, &ann, &cart, 20).await.status, 200, "ten times what is proven");
    till.app.run_jobs().await;
}

async fn empty(ann: &Visitor<'_>) {
    let cart = ann.get("/api/v1/Carts/me").send().await.json();
    for item in cart["cartDetails"].as_array().unwrap_or_else(|| panic!("{cart}")) {
        let id = item["id"].as_str().expect("an id");
        ann.call("DELETE", &format!("/api/v1/Carts/items/{id}")).send().await;
    }
}

/// Two buyers buy gifts for one recipient at the same time. Both orders count towards the
/// recipient's limit.
#[tokio::test(flavor = "multi_thread")]
async fn review_counts_orders_of_several_buyers_for_one_recipient() {
    let more = "fraud.young_account_dollars = 2000\n";
    let till = Till::wary_with(more).await;
    let (bea, adam) = (till.app.consumer("bea").await, till.app.administrator("adam").await);
    let (ann, bea) = (till.visitor().await, till.app.sign_in(&bea).await);
    let mut forms = Vec::new();
    for buyer in [&ann, &bea] {
        let gift = json!({ "vendorId": till.shop, "price": 100, "quantity": 15, "isGift": true, "to": "Bob",
            "from": "Ann", "recipientEmail": "bob@shop.example", "confirmEmail": "bob@shop.example" });
        let there = buyer
            .post("/api/v1/Carts/items", &json!({ "cartDetails": [gift] }))
            .send()
            .await
            .json();
        let cart = there["id"].as_str().unwrap_or_else(|| panic!("{there}"));
        let mut form = payment(cart, &till.token(APPROVED).await);
        form["amount"] = json!(1_500);
        forms.push(form);
    }
    let (one, two) =
        tokio::join!(pay_call(&ann, &forms[0]).send(), pay_call(&bea, &forms[1]).send());
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 503], "{} {}", one.text(), two.text());
    let adam = till.app.sign_in(&adam).await;
    let list = adam.get("/api/v1/Helpdesk/reviews").send().await.json();
    assert_eq!(list["items"][0]["reasons"], json!(["RECIPIENT_LIMIT", "YOUNG_ACCOUNT"]), "{list}");
    let order = list["items"][0]["orderId"].as_str().expect("an id");
    assert_eq!(decide(&adam, order, "voided").await.status, 200);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn review_is_held_and_released_once_at_each_fail_point() {
    for point in [Point::AfterCharge, Point::InSettle, Point::AfterSettle] {
        let till = Till::wary_and_impatient().await;
        let adam_person = till.app.administrator("adam").await;
        let ann = till.visitor().await;
        let cart = fill(&till, &ann, 6).await;
        let own = &till.app.app.fail_points;
        own.plan(point, Stumble::Fail);
        pay(&till, &ann, &cart, 6).await.error(503, "PAYMENT_PENDING");
        own.reached().await;
        for _ in 0..4 {
            till.app.hands.advance(Duration::from_secs(120));
            till.app.run_jobs().await;
        }
        let held = "SELECT count(*) FROM payment_attempt WHERE state = 'REVIEW'";
        assert_eq!(till.app.count(held).await, 1, "{point:?}");
        assert_eq!(subjects(&till, &adam_person.email).await.len(), 1, "{point:?}: told once");

        let adam = till.app.sign_in(&adam_person).await;
        let list = adam.get("/api/v1/Helpdesk/reviews").send().await.json();
        let order = list["items"][0]["orderId"].as_str().expect("an id").to_owned();
        own.give_up();
        own.plan(Point::InIssueDone, Stumble::Fail);
        assert_eq!(decide(&adam, &order, "released").await.status, 200, "{point:?}");
        for _ in 0..4 {
            till.app.hands.advance(Duration::from_secs(300));
            till.app.run_jobs().await;
        }
        assert_eq!((till.charges().len(), till.cards().await), (1, 6), "{point:?}");
    }
}

#[tokio::test]
async fn verify_names_a_review_whose_decider_or_decision_was_changed() {
    let till = Till::wary().await;
    let adam_person = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam_person).await;
    let (order, _) = held(&till, &adam).await;
    till.app.hands.advance(Duration::from_secs(60));
    assert_eq!(decide(&adam, &order, "released").await.status, 200);
    till.app.run_jobs().await;
    assert_eq!(found_after(&till.app, &[]).await, "");
    let bea = till.app.administrator("bea").await;
    for (change, rule) in [
        (
            format!("decided_by = '{}'", bea.id),
            "a held order was decided about by whom the log says",
        ),
        (
            "decided_at = decided_at + 1".to_owned(),
            "a held order was decided about by whom the log says",
        ),
        ("is_released = FALSE".to_owned(), "a held order was decided about by whom the log says"),
        ("decided_by = NULL".to_owned(), "a decision of the log stands where it was made"),
    ] {
        let theft = format!("UPDATE order_review SET {change}");
        let found = found_after(&till.app, &[&theft]).await;
        assert!(found.contains(rule), "{change}: {found}");
    }
}
