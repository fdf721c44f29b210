//! Tests of closing a shop whose cards still have balances: two administrators decide that all of
//! them are refunded.

use std::time::Duration;

use authorizenet::sandbox::Fault;
use checkout::orders::shop_closings::{RunClosing, run_closing};
use kernel::ids::{Id, ShopClosingId};
use serde_json::{Value, json};

use super::{A_WHILE, balances};
use crate::{
    ledger::found_after,
    support::{
        Person, Reply, Visitor,
        till::{APPROVED, Till, pay_call, payment},
    },
};

const A_DAY: Duration = Duration::from_secs(24 * 3600);
pub(super) const REASON: &str = "The shop went bankrupt";

pub(super) async fn stop_selling(adam: &Visitor<'_>, till: &Till) {
    let status = format!("/api/v1/Vendors/{}/status/deactivate", till.shop);
    assert_eq!(adam.call("PUT", &status).send().await.status, 204);
}

async fn ask(adam: &Visitor<'_>, till: &Till, amount: Value) -> Reply {
    let path = format!("/api/v1/Vendors/{}/closing", till.shop);
    adam.post(&path, &json!({ "amount": amount, "reason": REASON })).send().await
}

/// Asks for the closing with an idempotency key.
async fn ask_as(adam: &Visitor<'_>, till: &Till, amount: Value, key: &str) -> Reply {
    let path = format!("/api/v1/Vendors/{}/closing", till.shop);
    let form = json!({ "amount": amount, "reason": REASON });
    adam.post(&path, &form).header("idempotency-key", key).send().await
}

pub(super) async fn decide(who: &Visitor<'_>, till: &Till, closing: &Value, how: &str) -> Reply {
    let id = closing["id"].as_str().unwrap_or_else(|| panic!("{closing}"));
    let path = format!("/api/v1/Vendors/{}/closing/{id}/{how}", till.shop);
    who.put(&path, &json!({ "reason": "Not yet" })).send().await
}

pub(super) async fn overview(who: &Visitor<'_>, till: &Till) -> Value {
    who.get(&format!("/api/v1/Vendors/{}/closing", till.shop)).send().await.json()
}

async fn left(who: &Visitor<'_>, till: &Till, closing: &Value) -> Value {
    let id = closing["id"].as_str().expect("an id");
    who.get(&format!("/api/v1/Vendors/{}/closing/{id}/left", till.shop)).send().await.json()
}

/// Returns the number of shop closings that wait for a second administrator's approval.
async fn open(who: &Visitor<'_>) -> Value {
    who.get("/api/v1/Helpdesk/open").send().await.json()["shopClosings"].clone()
}

/// Buys an order of `count` cards of 25 dollars for the buyer, and one card as a gift.
pub(super) async fn buy(till: &Till, buyer: &Person, count: u32) -> String {
    let visitor = till.app.sign_in(buyer).await;
    let mut items = Vec::new();
    for place in 0..count.div_ceil(20) {
        let quantity = (count - place * 20).min(20);
        items.push(json!({ "vendorId": till.shop, "price": 25, "quantity": quantity }));
    }
    items.push(json!({
        "vendorId": till.shop, "campaignId": till.campaign, "price": 50, "isGift": true, "to": "Bob", "from": "Ann",
        "recipientEmail": "bob@shop.example", "confirmEmail": "bob@shop.example",
    }));
    let cart = visitor.post("/api/v1/Carts/items", &json!({ "cartDetails": items })).send().await;
    let cart = cart.json()["id"].as_str().expect("a cart").to_owned();
    let mut form = payment(&cart, &till.token(APPROVED).await);
    form["amount"] = json!(count * 25 + 50);
    let paid = pay_call(&visitor, &form).send().await;
    assert_eq!(paid.status, 200, "{}", paid.text());
    till.finish_checkouts().await;
    till.app.run_jobs().await;
    paid.json()["orderId"].as_str().expect("an id").to_owned()
}

pub(super) async fn has_mail(till: &Till, to: &str, subject: &str) {
    let mails = till.app.mails_to(to).await;
    assert!(mails.iter().any(|mail| mail["subject"] == subject), "{subject}: {mails:?}");
}

pub(super) fn refunded(till: &Till) -> u64 {
    let refunds = till.sandbox.ledger().into_iter().filter(|record| record.is_refund);
    refunds.map(|refund| refund.amount.cents()).sum()
}

pub(super) async fn administrators(till: &Till) -> [Person; 2] {
    [till.app.administrator("adam").await, till.app.administrator("bea").await]
}

#[tokio::test]
async fn closing_refunds_all_cards_piece_by_piece_once_and_closes_the_shop() {
    let till = Till::new().await;
    let [adam, bea] = administrators(&till).await;
    let carl = till.app.consumer("carl").await;
    // The two orders together have more cards than one run of the job processes.
    buy(&till, &till.ann, 60).await;
    buy(&till, &carl, 30).await;
    let clerk = till.app.employee_of(till.shop, "emil").await;
    let clerk = till.app.sign_in(&clerk).await;
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    till.sandbox.settle();
    ask(&first, &till, json!(2350)).await.error(409, "SHOP_STILL_SELLS");
    stop_selling(&first, &till).await;
    let shown = overview(&first, &till).await;
    assert_eq!((&shown["cards"], &shown["amount"]), (&json!(92), &json!(2350)), "{shown}");
    let wrong = ask(&first, &till, json!(2349)).await.wrong_fields();
    assert_eq!(wrong["amount"], "There is $2,350.00 on its cards now. Please look again.");

    let asked = ask_as(&first, &till, json!(2350), "k-1").await.json()["closing"].clone();
    assert_eq!((&asked["state"], &asked["isOwn"]), (&json!("WAITS"), &json!(true)), "{asked}");
    // The call whose reply was lost is repeated.
    let again = ask_as(&first, &till, json!(2350), "k-1").await.json();
    assert_eq!(again["closing"]["id"], asked["id"]);
    ask(&second, &till, json!(2350)).await.error(409, "CLOSING_WAITS");
    assert_eq!(open(&second).await, 1);
    let rung = second.get("/api/v1/Notices").send().await.json()["items"][0].clone();
    let told = ["kind", "tenantId", "value", "cards"].map(|name| rung[name].clone());
    let shop = till.shop.to_string();
    assert_eq!(told, [json!("CLOSING_WAITS"), json!(shop), json!(2350), json!(92)], "{rung}");
    assert_eq!(first.get("/api/v1/Notices").send().await.json()["totalItems"], 0, "who asked");
    let listed = second.get("/api/v1/Helpdesk/shop-closings").send().await.json();
    let told = ["vendorId", "vendorName", "amount", "isOwn", "requestedByName"];
    let told = told.map(|name| listed["items"][0][name].clone());
    let name = "Maple Leaf Books";
    let expected = [json!(shop), json!(name), json!(2350), json!(false), json!("adam Test")];
    assert_eq!(told, expected, "{listed}");
    till.app.run_jobs().await;
    assert_eq!(balances(&till).await[0], 235_000, "nothing has moved");
    let subject = "Closing Maple Leaf Books: approval needed";
    has_mail(&till, &bea.email, subject).await;
    let own = decide(&first, &till, &asked, "approved").await;
    own.foretold(&asked["refusal"], 409, "SAME_PERSON");

    for _ in 0..2 {
        let runs = decide(&second, &till, &asked, "approved").await.json()["closing"].clone();
        assert_eq!(runs["state"], "RUNS", "{runs}");
    }
    assert_eq!(open(&second).await, 0);
    decide(&first, &till, &asked, "declined").await.error(409, "REQUEST_OVER");
    // Two nodes run the job at once, as can happen after a lost lease. Each order must be refunded
    // only once.
    let closing = asked["id"].as_str().and_then(ShopClosingId::parse).expect("an id");
    let job = || RunClosing { vendor: till.shop, closing };
    let (node, id) = (till.app.another_node(), kernel::ids::JobId::from_outside(""));
    let one = run_closing(till.app.app.clone(), id, job());
    let other = run_closing(node, id, job());
    let (one, other) = tokio::join!(one, other);
    assert_eq!((one, other), (Ok(()), Ok(())));
    let halfway = overview(&first, &till).await;
    assert_eq!(halfway["closing"]["state"], "RUNS", "another piece is to come: {halfway}");
    till.app.run_jobs().await;

    let ended = overview(&second, &till).await;
    assert_eq!((&ended["cards"], &ended["amount"]), (&json!(0), &json!(0)), "{ended}");
    let closing = &ended["closing"];
    let told = ["state", "refundedCards", "refundedAmount", "gatewayMade", "gatewayPending"];
    let expected = [json!("ENDED"), json!(92), json!(2350), json!(2), json!(0)];
    assert_eq!(told.map(|name| closing[name].clone()), expected, "{closing}");
    assert_eq!((refunded(&till), balances(&till).await), (235_000, [0; 4]));
    let detail = first.get(&format!("/api/v1/Vendors/{}", till.shop)).send().await.json();
    assert!(detail["closedAt"].is_string(), "{detail}");
    assert!(!clerk.is_signed_in().await);

    let mails = till.app.mails_to(&carl.email).await;
    let refund =
        mails.iter().find(|mail| mail["subject"] == "$800.00 of your order is being refunded");
    let text = refund.unwrap_or_else(|| panic!("{mails:?}"))["text"].as_str().expect("text");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Maple Leaf Books is closing for good."), "{text}");
    has_mail(&till, "bob@shop.example", "About your gift card for Maple Leaf Books").await;
    for person in [&adam, &bea] {
        has_mail(&till, &person.email, "Maple Leaf Books is closed").await;
    }
    let log = first.get(&format!("/api/v1/Audit?subjectId={}", till.shop)).send().await.json();
    let done: Vec<&str> = log["items"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["action"].as_str())
        .collect();
    for action in
        ["SHOP_CLOSING_ASKED", "SHOP_CLOSING_APPROVED", "SHOP_CLOSING_ENDED", "SHOP_CLOSED"]
    {
        assert!(done.contains(&action), "{action}: {done:?}");
    }
    for theft in ["decided_by = requested_by", "decided_at = decided_at + 1", "is_approved = FALSE"]
    {
        let theft = format!("UPDATE shop_closing SET {theft}");
        let found = found_after(&till.app, &[&theft]).await;
        assert!(found.contains("a shop's closing was asked for and decided about"), "{found}");
    }
}

#[tokio::test]
async fn closing_lists_refused_refunds_until_they_are_paid_otherwise() {
    let mut till = Till::new().await;
    till.app.expect_leftover_jobs();
    let [adam, bea] = administrators(&till).await;
    let carl = till.app.consumer("carl").await;
    let longer = "UPDATE campaign SET end_day = '2099-12-31' WHERE id = $1";
    till.app.write(longer, till.campaign).await;
    let old = buy(&till, &till.ann, 1).await;
    till.app.hands.advance(181 * A_DAY);
    let new = buy(&till, &carl, 2).await;
    till.sandbox.settle();
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    stop_selling(&first, &till).await;
    let asked = ask(&first, &till, json!(175)).await.json()["closing"].clone();
    till.sandbox.fail("refundTransaction", Fault::Error("E00003".to_owned()));
    assert_eq!(decide(&second, &till, &asked, "approved").await.status, 200);
    till.app.run_jobs().await;

    let ended = overview(&first, &till).await;
    let closing = &ended["closing"];
    assert_eq!((&ended["amount"], &closing["state"]), (&json!(75), &json!("ENDED")), "{ended}");
    assert_eq!(closing["refused"][0]["orderId"], json!(new), "{closing}");
    assert_eq!(closing["refused"][0]["amount"], 100);
    let rows = left(&first, &till, closing).await;
    let row = &rows["items"][0];
    let told =
        ["orderId", "cards", "amount", "cause", "isPaidByHand"].map(|name| row[name].clone());
    let expected = [json!(old), json!(2), json!(75), json!("CHARGE_TOO_OLD"), json!(true)];
    assert_eq!((told, &rows["totalItems"]), (expected, &json!(1)), "{rows}");
    let detail = first.get(&format!("/api/v1/Vendors/{}", till.shop)).send().await.json();
    assert_eq!(detail["closedAt"], Value::Null);
    let subject = "Maple Leaf Books: not closed yet, money is left";
    has_mail(&till, &adam.email, subject).await;

    let id = closing["id"].as_str().expect("an id");
    let pay = async |order: &str, amount: i64, reference: &str| {
        let path = format!("/api/v1/Vendors/{}/closing/{id}/left/{order}/paid", till.shop);
        first.put(&path, &json!({ "amount": amount, "reference": reference })).send().await
    };
    pay(&old, 74, "e-transfer 417").await.error(409, "NOT_PAYABLE_BY_HAND");
    pay(&new, 100, "e-transfer 417").await.error(404, "NOT_FOUND");
    for _ in 0..2 {
        let paid = pay(&old, 75, "e-transfer 417").await.json();
        assert_eq!(paid["amount"], 0, "{paid}");
    }
    pay(&old, 75, "e-transfer 418").await.error(409, "NOT_PAYABLE_BY_HAND");
    till.app.run_jobs().await;
    let mails = till.app.mails_to(&till.ann.email).await;
    let about = mails.iter().filter(|mail| mail["subject"] == "We paid $75.00 back to you by bank");
    let texts: Vec<&str> = about.filter_map(|mail| mail["text"].as_str()).collect();
    let [text] = texts[..] else { panic!("once: {mails:?}") };
    for said in ["Maple Leaf Books is closing for good", "e-transfer 417"] {
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(said), "{said}: {text}");
    }
    let row = left(&first, &till, closing).await["items"][0].clone();
    assert_eq!(
        (&row["paymentReference"], &row["paidByName"]),
        (&json!("e-transfer 417"), &json!("adam Test"))
    );
    // The bank has refunded the buyer, so the gateway still owes us the charge for these cards.
    let paid = "SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE account = 'payouts'";
    assert_eq!((till.app.count(paid).await, balances(&till).await), (7_500, [0, 0, 0, -7_500]));
    let close = format!("/api/v1/Vendors/{}/closed", till.shop);
    assert_eq!(first.call("PUT", &close).send().await.status, 204);
    // After a while the program tries the refused refund again, this time with success.
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
    assert_eq!(refunded(&till), 10_000);
    let shown = overview(&second, &till).await;
    assert_eq!(
        (&shown["closing"]["refused"], &shown["closing"]["gatewayMade"]),
        (&json!([]), &json!(1))
    );
}

#[tokio::test]
async fn closing_is_declined_or_refused_where_it_is_no_second_persons_or_the_cards_hold_more() {
    let till = Till::new().await;
    let [adam, bea] = administrators(&till).await;
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    stop_selling(&first, &till).await;
    ask(&first, &till, json!(0)).await.error(409, "SHOP_IS_EMPTY");
    till.app.write("UPDATE tenant SET state = 'ACTIVE' WHERE id = $1", till.shop).await;
    buy(&till, &till.ann, 1).await;
    stop_selling(&first, &till).await;
    let asked = ask(&first, &till, json!(75)).await.json()["closing"].clone();
    let declined = decide(&second, &till, &asked, "declined").await.json()["closing"].clone();
    assert_eq!(
        (&declined["state"], &declined["declineReason"]),
        (&json!("DECLINED"), &json!("Not yet"))
    );
    decide(&second, &till, &asked, "approved").await.error(409, "REQUEST_OVER");

    till.app.hands.advance(Duration::from_secs(1));
    let asked = ask(&first, &till, json!(75)).await.json()["closing"].clone();
    till.app.write("UPDATE tenant SET state = 'ACTIVE' WHERE id = $1", till.shop).await;
    decide(&second, &till, &asked, "approved").await.error(409, "SHOP_STILL_SELLS");
    buy(&till, &till.ann, 1).await;
    stop_selling(&first, &till).await;
    decide(&second, &till, &asked, "approved").await.error(409, "CLOSING_GREW");
    till.app.appoint(&adam, &bea).await;
    till.app.hands.advance(8 * A_DAY);
    let second = till.app.sign_in(&bea).await;
    decide(&second, &till, &asked, "approved").await.error(409, "APPOINTED_BY_EACH_OTHER");
    let off = "UPDATE person_role SET is_active = FALSE WHERE person_id = $1";
    till.app.write(off, adam.id).await;
    let dora = till.app.sign_in(&till.app.administrator("dora").await).await;
    decide(&dora, &till, &asked, "approved").await.error(409, "ASKER_GONE");
    assert_eq!(balances(&till).await[0], 15_000);
    let path = format!("/api/v1/Vendors/{}/closing", till.shop);
    let mona = till.app.sign_in(&till.app.manager_of(till.shop, "mona").await).await;
    assert_eq!(mona.get(&path).send().await.status, 403);
    till.app.run_jobs().await;
}
