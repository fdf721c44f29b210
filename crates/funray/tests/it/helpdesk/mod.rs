//! Tests of the help desk: finding orders and cards, cancelling orders, and sending emails again.

mod bounces;
mod cancelled_gifts;
mod cases;
mod figures;
mod late_bank_payments;
mod late_charges;
mod raised_limits;
mod refund_requests;
mod refunds;
mod refused_refunds;
mod second_handovers;
mod shop_closings;
mod shop_handovers;

use std::time::Duration;

use authorizenet::sandbox::Fault;
use kernel::money::Cents;
use serde_json::{Value, json};

use crate::payouts;
use crate::support::{
    TestApp, Visitor,
    till::{APPROVED, DECLINED, Till, pay, pay_call, payment},
};

const A_WHILE: Duration = Duration::from_secs(300);

async fn cancel(adam: &Visitor<'_>, order: &str) -> crate::support::Reply {
    let reason = json!({ "reason": "Bought by mistake" });
    adam.post(&format!("/api/v1/Helpdesk/orders/{order}/cancelled"), &reason).send().await
}

async fn dossier(adam: &Visitor<'_>, order: &str) -> Value {
    adam.get(&format!("/api/v1/Helpdesk/orders/{order}")).send().await.json()
}

/// Pays for an order by Ann. Returns the ids of the order and of its cart.
async fn paid_order(till: &Till) -> (String, String) {
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let paid = pay(till, &ann, &cart, APPROVED).await.json();
    till.app.run_jobs().await;
    (paid["orderId"].as_str().expect("an id").to_owned(), cart)
}

async fn balances(till: &Till) -> [i64; 4] {
    [
        till.app.count("SELECT CAST(SUM(balance) AS BIGINT) FROM card").await,
        till.app.count("SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE account LIKE 'vendor_payable:%'").await,
        till.app.count("SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE account LIKE 'charity_payable:%'").await,
        till.app.count("SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE account = 'gateway_clearing'").await,
    ]
}

#[tokio::test]
async fn helpdesk_search_finds_cards_orders_and_people() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, cart) = paid_order(&till).await;
    let opened = dossier(&adam, &order).await;
    let first = opened["cards"][0]["id"].as_str().expect("an id");
    let number = till.app.number_of(first).await;
    let masked = json!(format!("•••• {}", &number[12..]));
    assert_eq!(opened["cards"][0]["cardNumber"], masked);
    let find = async |text: &str| {
        let path = format!("/api/v1/Helpdesk/search?searchText={text}");
        adam.get(&path).send().await.json()
    };
    let card = find(&number).await;
    assert_eq!((&card["cardCount"], &card["cards"][0]["orderId"]), (&json!(1), &json!(order)));
    let in_fours =
        format!("{}+{}+{}+{}", &number[..4], &number[4..8], &number[8..12], &number[12..]);
    assert_eq!(find(&in_fours).await["cards"][0]["cardNumber"], masked);
    assert_eq!(find(&number[..12]).await["cardCount"], 0, "no part of a number finds a card");
    let last_four = find(&number[12..]).await;
    let found = last_four["cards"].as_array().expect("cards");
    assert!(found.iter().any(|card| card["cardNumber"] == masked), "{last_four}");
    let by_order = find(&cart).await;
    assert_eq!((&by_order["orderCount"], &by_order["orders"][0]["id"]), (&json!(1), &json!(order)));
    assert_eq!(by_order["orders"][0]["buyerEmail"], "ann@shop.example");
    for text in ["ann@shop.example", "ANN"] {
        let by_person = find(text).await;
        assert_eq!(by_person["people"][0]["name"], "ann Test", "{text}");
        assert_eq!(by_person["orders"][0]["orderNumber"], json!(cart), "{text}");
        assert_eq!(by_person["cardCount"], 3, "{text}");
    }
    let nothing = find("nobody-of-this-name").await;
    assert_eq!(
        (&nothing["cardCount"], &nothing["orderCount"], &nothing["personCount"]),
        (&json!(0), &json!(0), &json!(0))
    );
    let shown = find(&number).await.to_string();
    assert!(
        !shown.to_lowercase().contains("code"),
        "nobody at a desk sees what spends a card: {shown}"
    );
}

#[tokio::test]
async fn cancel_order_voids_the_whole_order_once() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, cart) = paid_order(&till).await;
    let before = dossier(&adam, &order).await;
    let first = before["cards"][0]["id"].as_str().expect("an id");
    let seen = adam.get(&format!("/api/v1/Cards/{first}")).send().await.json();
    assert_eq!(seen["isCancelled"], false);
    assert_eq!((&before["status"], &before["canBeCancelled"]), (&json!("Paid"), &json!(true)));
    assert_eq!(before["attempts"][0]["state"], "ISSUED");
    for no_reason in [" ".to_owned(), format!("FR1:{}", "0".repeat(32))] {
        adam.post(
            &format!("/api/v1/Helpdesk/orders/{order}/cancelled"),
            &json!({ "reason": no_reason }),
        )
        .send()
        .await
        .error(400, "VALIDATION");
    }

    for _ in 0..3 {
        let after = cancel(&adam, &order).await.json();
        assert_eq!(
            (&after["status"], &after["canBeCancelled"]),
            (&json!("Cancelled"), &json!(false))
        );
        assert_eq!(after["cancelReason"], "Bought by mistake");
        assert!(
            after["cards"]
                .as_array()
                .expect("cards")
                .iter()
                .all(|card| card["isActive"] == json!(false) && card["isCancelled"] == json!(true))
        );
    }
    till.app.run_jobs().await;
    assert_eq!(balances(&till).await, [0; 4], "the cause's share went back too");
    assert!(till.charges().is_empty(), "{:?}", till.sandbox.ledger());
    assert_eq!(dossier(&adam, &order).await["attempts"][0]["state"], "VOIDED");
    assert_eq!(till.app.count("SELECT count(*) FROM transfer WHERE kind = 'REVERSAL'").await, 3);

    let ann = till.visitor().await;
    let shown = ann.get(&format!("/api/v1/Orders/{cart}")).send().await.json();
    assert_eq!(shown["status"], "Cancelled");
    let mails = till.app.mails_to(&till.ann.email).await;
    let told = mails
        .iter()
        .filter(|mail| mail["subject"].as_str().is_some_and(|text| text.contains("cancelled")));
    assert_eq!(told.count(), 1);
    let card = before["cards"][0]["id"].as_str().expect("an id");
    for (visitor, reason) in [(&ann, json!(null)), (&adam, json!("Bought by mistake"))] {
        let seen = visitor.get(&format!("/api/v1/Cards/{card}")).send().await.json();
        assert_eq!((&seen["isDeactive"], &seen["isCancelled"]), (&json!(true), &json!(true)));
        let path = format!("/api/v1/Cards/{card}/transactions");
        let happened = visitor.get(&path).send().await.json();
        let last = &happened["items"][0];
        assert_eq!((&last["transactionType"], &last["balance"]), (&json!("Debit"), &json!(0)));
        assert_eq!(last["reason"], reason, "for administrators alone: {happened}");
    }
    let sue = till.app.super_administrator("sue").await;
    let sue = till.app.sign_in(&sue).await;
    let on = format!("/api/v1/Cards/{card}/reactivated");
    sue.call("PUT", &on).send().await.error(400, "CARD_CANCELLED");
    let spend = format!("/api/v1/Cards/{card}/redeemed");
    let form = json!({ "value": 1, "reason": "Sold by phone" });
    sue.put(&spend, &form).send().await.error(400, "CARD_CANCELLED");
    let next = till.fill_cart(&ann).await;
    assert_ne!(next, cart, "what was sold and taken back is not for sale again");
    let mary = till.app.manager_of(till.shop, "mary").await;
    let mary = till.app.sign_in(&mary).await;
    assert_eq!(mary.get("/api/v1/Vendors/summary").send().await.json()["totalCardSold"], 0);
}

#[tokio::test]
async fn checkout_of_a_cancelled_order_charges_nothing_again() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let form = payment(&cart, &till.token(APPROVED).await);
    let first = pay_call(&ann, &form).send().await.json();
    cancel(&adam, first["orderId"].as_str().expect("an id")).await;
    // Repeats the payment before and after the gateway has voided the charge.
    for _ in 0..2 {
        assert_eq!(pay_call(&ann, &form).send().await.json(), first);
        till.app.run_jobs().await;
    }
    assert!(till.charges().is_empty(), "{:?}", till.sandbox.ledger());
}

#[tokio::test]
async fn cancel_order_refunds_a_settled_charge_once_despite_faults() {
    for fault in [None, Some(Fault::DropAfterCommit), Some(Fault::DropBeforeCommit)] {
        let till = Till::new().await;
        let adam = till.app.administrator("adam").await;
        let adam = till.app.sign_in(&adam).await;
        let (order, _) = paid_order(&till).await;
        assert_eq!(till.sandbox.settle(), 1);
        if let Some(fault) = &fault {
            till.sandbox.fail("refundTransaction", fault.clone());
        }
        assert_eq!(cancel(&adam, &order).await.status, 200);
        for _ in 0..4 {
            till.app.hands.advance(A_WHILE);
            till.app.run_jobs().await;
        }
        let refunds: Vec<_> =
            till.sandbox.ledger().into_iter().filter(|record| record.is_refund).collect();
        assert_eq!(refunds.len(), 1, "{fault:?}: {refunds:?}");
        assert_eq!(refunds[0].amount.cents(), 12_500);
        assert_eq!(balances(&till).await, [0; 4]);
    }
}

#[tokio::test]
async fn cancel_order_refuses_redeemed_or_unpaid_orders() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, _) = paid_order(&till).await;
    let card = dossier(&adam, &order).await["cards"][1]["id"].as_str().expect("an id").to_owned();
    let redeem = json!({ "value": 1, "reason": "Sold by phone" });
    adam.sees(&card).await;
    let reply = adam.put(&format!("/api/v1/Cards/{card}/redeemed"), &redeem).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let before = balances(&till).await;
    cancel(&adam, &order).await.error(400, "ORDER_TOUCHED");
    assert_eq!(dossier(&adam, &order).await["canBeCancelled"], false);
    assert_eq!(balances(&till).await, before, "none of its cards was emptied");
    assert_eq!(till.charges().len(), 1);

    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, DECLINED).await.error(400, "PAYMENT_DECLINED");
    let path = format!("/api/v1/Helpdesk/search?searchText={cart}");
    let declined = adam.get(&path).send().await.json()["orders"][0].clone();
    assert_eq!(declined["status"], "Open");
    let declined = declined["id"].as_str().expect("an id").to_owned();
    assert_eq!(dossier(&adam, &declined).await["attempts"][0]["state"], "DECLINED");
    cancel(&adam, &declined).await.error(400, "ORDER_NOT_PAID");
    for nobody in ["ord_00000000000000000000000000", "x"] {
        cancel(&adam, nobody).await.error(404, "NOT_FOUND");
    }
    till.app.run_jobs().await;
}

#[tokio::test]
async fn dead_letters_are_listed_and_sent_again() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let job = till.app.post_mail("zoe@shop.example").await;
    till.app.write("UPDATE job SET state = 'dead', attempts = 30, error_code = 'MAIL_DELAYED', last_error = 'no such host' WHERE id = $1", job).await;
    till.app.run_jobs().await;
    assert!(till.app.mails_to("zoe@shop.example").await.is_empty());

    let path = "/api/v1/Helpdesk/dead-letters";
    let listed = adam.get(path).send().await.json();
    let letter = &listed["items"][0];
    assert_eq!((&listed["totalItems"], &letter["kind"]), (&json!(1), &json!("mail")));
    assert_eq!(
        (&letter["to"], &letter["lastError"], &letter["reason"]),
        (&json!("zoe@shop.example"), &json!("no such host"), &json!("MAIL_DELAYED"))
    );
    let again = format!("{path}/{}/sent-again", letter["id"].as_str().expect("an id"));
    assert_eq!(adam.post(&again, &json!({})).send().await.status, 204);
    assert_eq!(adam.get(path).send().await.json()["totalItems"], 0);
    adam.post(&again, &json!({})).send().await.error(404, "NOT_FOUND");
    till.app.run_jobs().await;
    assert_eq!(till.app.mails_to("zoe@shop.example").await.len(), 1);
}

#[tokio::test]
async fn count_open_counts_waiting_items_and_names_the_oldest() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let first = app.shop("Maple Leaf Books").await;
    app.hands.advance(Duration::from_secs(3600));
    app.shop("River Bakery").await;
    app.charity("Food for All").await;
    let adam = app.sign_in(&adam).await;
    let nothing = adam.get("/api/v1/Helpdesk/open").send().await.json();
    let none = json!({
        "reviews": 0, "heldPayments": 0, "refundRequests": 0, "buyingLimits": 0, "reversals": 0, "differences": 0, "bursts": 0, "deadLetters": 0,
        "payouts": 0, "payoutsDrafted": 0, "payoutsApproved": 0, "payoutsExported": 0, "payoutFailures": 0, "oldestPayoutFailure": null, "proposals": 0,
        "vendors": 0, "oldestVendor": null, "charities": 0, "oldestCharity": null, "refusedRefunds": 0, "shopClosings": 0,
    });
    assert_eq!(nothing, none, "approved tenants wait for nobody");

    payouts::insert_draft(&app, first, Cents::new(100)).await;
    let pending = |tx: &mut db::Tx<'_>| tx.execute("UPDATE tenant SET state = 'PENDING'", &[]);
    app.app.db.write(pending).await.expect("as they registered");
    let mail = app.post_mail("zoe@shop.example").await;
    app.write("UPDATE job SET state = 'dead' WHERE id = $1", mail).await;
    let open = adam.get("/api/v1/Helpdesk/open").send().await.json();
    assert_eq!((&open["deadLetters"], &open["payouts"]), (&json!(1), &json!(1)), "{open}");
    let by_state = ["payoutsDrafted", "payoutsApproved", "payoutsExported"].map(|name| &open[name]);
    assert_eq!(by_state, [&json!(1), &json!(0), &json!(0)], "{open}");
    assert_eq!((&open["vendors"], &open["charities"]), (&json!(2), &json!(1)), "{open}");
    assert_eq!(open["oldestVendor"], "2026-03-10T15:00:00Z", "the first of the two");
    assert_eq!(open["oldestCharity"], "2026-03-10T16:00:00Z");
    app.write("DELETE FROM job WHERE id = $1", mail).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cancel_order_and_redeem_never_both_succeed() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let clerk = till.app.employee_of(till.shop, "emil").await;
    let clerk = till.app.sign_in(&clerk).await;
    let adam = till.app.sign_in(&adam).await;
    for round in 0..6 {
        let (order, _) = paid_order(&till).await;
        let opened = dossier(&adam, &order).await;
        let card = opened["cards"][0]["id"].as_str().expect("an id").to_owned();
        clerk.sees(&card).await;
        let spend = clerk.put(&format!("/api/v1/Cards/{card}/redeemed"), &json!({ "value": 1 }));
        // Alternate which of the two concurrent calls starts first.
        let (taken_back, spent) = if round % 2 == 0 {
            tokio::join!(cancel(&adam, &order), spend.send())
        } else {
            let (spent, taken_back) = tokio::join!(spend.send(), cancel(&adam, &order));
            (taken_back, spent)
        };
        let after = dossier(&adam, &order).await;
        match (taken_back.status.as_u16(), spent.status.as_u16()) {
            (200, 400) => assert_eq!(after["cards"][0]["isActive"], json!(false)),
            (400, 200) => {
                taken_back.error(400, "ORDER_TOUCHED");
                assert_eq!(after["status"], "Paid");
            }
            both => panic!("{both:?}: {} {}", taken_back.text(), spent.text()),
        }
        till.app.run_jobs().await;
    }
}

#[tokio::test]
async fn open_person_lists_their_roles_orders_and_cards_and_is_written_down() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let (order, _) = paid_order(&till).await;
    let buyer = dossier(&adam, &order).await["buyerId"].as_str().expect("an id").to_owned();
    let opened = adam.get(&format!("/api/v1/Helpdesk/people/{buyer}")).send().await.json();
    assert_eq!(opened["email"], "ann@shop.example");
    assert_eq!(opened["roles"][0]["role"], "CONSUMER");
    assert_eq!((&opened["orderCount"], &opened["orders"][0]["id"]), (&json!(1), &json!(order)));
    assert_eq!((&opened["cardCount"], &opened["cards"][0]["orderId"]), (&json!(3), &json!(order)));
    let log = adam.get(&format!("/api/v1/Audit?subjectId={buyer}")).send().await.json();
    let actions: Vec<_> = log["items"].as_array().expect("rows").iter().collect();
    assert!(actions.iter().any(|entry| entry["action"] == "PERSON_VIEWED"), "{log}");
    let card = opened["cards"][0]["id"].as_str().expect("an id");
    let shown = adam.get(&format!("/api/v1/Cards/{card}")).send().await.json();
    assert_eq!(shown["orderId"], json!(order));
    let own = till.visitor().await.get(&format!("/api/v1/Cards/{card}")).send().await.json();
    assert_eq!(own["orderId"], Value::Null, "a buyer finds their orders in their own list");
    let spent = dossier(&adam, &order).await["total"].clone();
    assert_eq!(opened["spent"], spent, "{opened}");
    assert!(opened["lastSeenAt"].is_string() && opened["createdAt"].is_string(), "{opened}");
    assert_eq!(opened["language"], "en");
    assert!(cancel(&adam, &order).await.status.is_success());
    let opened = adam.get(&format!("/api/v1/Helpdesk/people/{buyer}")).send().await.json();
    assert_eq!(opened["spent"], 0, "nothing of a cancelled order");
    till.app.run_jobs().await;
    let stranger = adam.get("/api/v1/Helpdesk/people/per_nobody").send().await;
    assert_eq!(stranger.status, 404);
}

#[tokio::test]
async fn open_person_hides_phone_and_last_visit_of_a_higher_role() {
    let app = TestApp::new().await;
    let (sue, adam) = (app.super_administrator("sue").await, app.administrator("adam").await);
    app.write("UPDATE person SET phone = '6135550100' WHERE id = $1", sue.id).await;
    let (of_sue, of_adam) = (sue.id, adam.id);
    let (sue, adam) = (app.sign_in(&sue).await, app.sign_in(&adam).await);
    let open = async |who: &Visitor<'_>, id: kernel::ids::PersonId| {
        who.get(&format!("/api/v1/Helpdesk/people/{id}")).send().await.json()
    };
    let above = open(&adam, of_sue).await;
    for hidden in ["phone", "city", "province", "language", "createdAt", "lastSeenAt"] {
        assert_eq!(above[hidden], Value::Null, "{hidden}: {above}");
    }
    assert_eq!(open(&sue, of_sue).await["phone"], "6135550100");
    assert!(open(&sue, of_adam).await["lastSeenAt"].is_string());
}
