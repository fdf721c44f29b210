//! Tests of the counts on the help desk's dashboard, and of the lists behind them.

use std::time::Duration;

use serde_json::{Value, json};

use super::{bounces::bounce, cancel, paid_order};
use crate::{
    cards::{Street, redeem},
    support::{
        TestApp, Visitor,
        cards::Purchase,
        till::{APPROVED, DECLINED, Till, pay},
    },
};

const MINUTE: Duration = Duration::from_secs(60);

async fn figures(adam: &Visitor<'_>, query: &str) -> Value {
    adam.get(&format!("/api/v1/Helpdesk/figures?{query}")).send().await.json()
}

/// Returns the ids of the rows in a list of the help desk.
async fn ids(adam: &Visitor<'_>, list: &str) -> Vec<String> {
    let page = adam.get(&format!("/api/v1/Helpdesk/{list}")).send().await.json();
    let items = page["items"].as_array().unwrap_or_else(|| panic!("{page}"));
    let ids: Vec<String> =
        items.iter().map(|item| item["id"].as_str().expect("an id").to_owned()).collect();
    assert_eq!(page["totalItems"], json!(ids.len()), "{list}");
    ids
}

#[tokio::test]
async fn gifts_are_counted_by_how_far_they_have_come() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let give = async |to: &'static str| {
        street.app.hands.advance(MINUTE);
        street.app.sell(&street.buyer, Purchase::of(street.shop, 50).given_to(to)).await
    };
    let bounced = give("bounced@shop.example").await;
    let mailed = give("mailed@shop.example").await;
    let opened = give("opened@shop.example").await;
    let used = give("used@shop.example").await;
    let own = street.app.sell(&street.buyer, Purchase::of(street.shop, 50)).await;
    let counts = async |query: &str| figures(&adam, query).await["gifts"].clone();
    let expected = json!({ "sent": 4, "delivered": 0, "opened": 0, "used": 0 });
    assert_eq!(counts("").await, expected, "before the mails leave");

    let token = street.app.gift_token("opened@shop.example").await;
    bounce(&street.app, "gift", bounced).await;
    street.app.post(&format!("/api/v1/Gifts/{token}/opened")).send().await;
    let employee = street.employee().await;
    for card in [used, own] {
        employee.sees(card).await;
        assert!(redeem(&employee, card, json!(5)).send().await.status.is_success());
    }
    let expected = json!({ "sent": 4, "delivered": 3, "opened": 2, "used": 1 });
    assert_eq!(counts("").await, expected);

    let all = [used, opened, mailed, bounced].map(|id| id.to_string());
    for (step, expected) in
        [("", &all[..]), ("DELIVERED", &all[..3]), ("OPENED", &all[..2]), ("USED", &all[..1])]
    {
        let query = if step.is_empty() { String::new() } else { format!("?step={step}") };
        assert_eq!(ids(&adam, &format!("gifts{query}")).await, expected, "{step}");
    }
    let steps = adam.get("/api/v1/Helpdesk/gifts").send().await.json();
    let steps: Vec<&Value> = (0..4).map(|row| &steps["items"][row]["step"]).collect();
    assert_eq!(steps, ["USED", "OPENED", "DELIVERED", "SENT"]);

    let none = json!({ "sent": 0, "delivered": 0, "opened": 0, "used": 0 });
    assert_eq!(counts("cardType=1").await, none, "none of them supports a cause");
    assert_eq!(counts("cardType=2").await, expected);
    assert_eq!(counts("endDate=2020-01-31").await, none);
    assert_eq!(ids(&adam, "gifts?endDate=2020-01-31").await, Vec::<String>::new());
    let refused = adam.get("/api/v1/Helpdesk/figures?cardType=3").send().await;
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("cardType"), "{}", refused.text());
    street.app.run_jobs().await;
}

#[tokio::test]
async fn first_use_of_a_card_is_when_something_was_first_paid_with_it() {
    let street = Street::new().await;
    let card = street.card(50).await;
    let used_at = "SELECT COALESCE(MAX(used_at), 0) FROM card";
    assert_eq!(street.app.count(used_at).await, 0, "a card that was sold");
    let employee = street.employee().await;
    employee.sees(card).await;
    redeem(&employee, card, json!(5)).send().await;
    let first = street.app.count(used_at).await;
    assert!(first > 0);
    street.app.hands.advance(MINUTE);
    employee.sees(card).await;
    let again = redeem(&employee, card, json!(6)).send().await;
    assert!(again.status.is_success(), "{}", again.text());
    street.app.run_jobs().await;
    assert_eq!(street.app.count(used_at).await, first, "the second time changes nothing");
}

#[tokio::test]
async fn payments_are_counted_by_how_they_ended_and_why_they_failed() {
    let till = Till::new().await;
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    for _ in 0..2 {
        till.app.hands.advance(MINUTE);
        assert!(!pay(&till, &ann, &cart, DECLINED).await.status.is_success());
    }
    till.app.hands.advance(MINUTE);
    assert!(pay(&till, &ann, &cart, APPROVED).await.status.is_success());
    let payments = figures(&adam, "").await["payments"].clone();
    let expected = json!({
        "paid": 1, "failed": 2, "open": 0, "reasons": [{ "reason": "DECLINED", "message": "", "count": 2 }],
    });
    assert_eq!(payments, expected);
    let listed = adam.get("/api/v1/Helpdesk/payments?end=FAILED").send().await.json();
    let row = &listed["items"][0];
    let message = "This transaction has been declined.";
    assert_eq!((&row["reason"], &row["message"]), (&json!("DECLINED"), &json!(message)), "{row}");
    assert_eq!(figures(&adam, "endDate=2020-01-31").await["payments"]["failed"], 0);

    let [all, failed] = [ids(&adam, "payments").await, ids(&adam, "payments?end=FAILED").await];
    assert_eq!((&all[1..], all.len()), (&failed[..], 3), "the newest first");
    assert_eq!(ids(&adam, "payments?end=PAID").await, all[..1]);
    assert_eq!(ids(&adam, "payments?end=OPEN").await, Vec::<String>::new());
    let because = format!("payments?message={}", message.replace(' ', "%20"));
    assert_eq!(ids(&adam, &because).await, failed);
    assert_eq!(ids(&adam, "payments?reason=DECLINED").await, failed);
    assert_eq!(ids(&adam, "payments?reason=CARD_EXPIRED").await, Vec::<String>::new());
    assert_eq!(ids(&adam, "payments?endDate=2020-01-31").await, Vec::<String>::new());
    till.app.run_jobs().await;
}

#[tokio::test]
async fn refunds_are_whole_orders_and_parts_of_them() {
    let till = Till::new().await;
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let (part, _) = paid_order(&till).await;
    till.sandbox.settle();
    let dossier = super::dossier(&adam, &part).await;
    let card = &dossier["cards"][0];
    let cards = json!([{ "cardId": card["id"], "amount": card["cardBalance"] }]);
    let wish = json!({ "reason": "One too many", "cards": cards });
    let path = format!("/api/v1/Helpdesk/orders/{part}/refunds");
    let given = adam.post(&path, &wish).send().await;
    assert!(given.status.is_success(), "{}", given.text());
    till.app.hands.advance(MINUTE);
    let (whole, _) = paid_order(&till).await;
    let total = super::dossier(&adam, &whole).await["total"].as_f64().expect("a total");
    assert!(cancel(&adam, &whole).await.status.is_success());

    let given_back = figures(&adam, "").await["givenBack"].clone();
    assert_eq!(
        (&given_back["count"], given_back["amount"].as_f64()),
        (&json!(2), Some(total + card["cardBalance"].as_f64().expect("dollars")))
    );
    let list = adam.get("/api/v1/Helpdesk/refunds").send().await.json();
    let rows: Vec<(&Value, &Value, &Value)> = (0..2)
        .map(|row| &list["items"][row])
        .map(|row| (&row["orderId"], &row["isWhole"], &row["reason"]))
        .collect();
    let (whole, part) = (json!(whole), json!(part));
    let (yes, no, mistake, many) =
        (json!(true), json!(false), json!("Bought by mistake"), json!("One too many"));
    assert_eq!(rows, [(&whole, &yes, &mistake), (&part, &no, &many)]);
    assert_eq!(figures(&adam, "endDate=2020-01-31").await["givenBack"]["count"], 0);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn health_tells_of_mails_that_wait_and_of_books_that_are_wrong() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let health = async || adam.get("/api/v1/Helpdesk/health").send().await.json();
    street.app.run_jobs().await;
    let begun = health().await;
    assert_eq!((&begun["mailsDue"], &begun["booksCheckedUntil"]), (&json!(0), &Value::Null));
    assert_eq!(begun["isStopped"], false);

    let gift = Purchase::of(street.shop, 50).given_to("mailed@shop.example");
    street.app.sell(&street.buyer, gift).await;
    let waiting = health().await;
    assert!(waiting["mailsDue"].as_u64() > Some(0), "{waiting}");
    assert!(waiting["mailsDueSince"].is_string(), "{waiting}");
    street.app.run_jobs().await;
    assert_eq!(health().await["mailsDue"], 0);

    let app = &street.app.app;
    finance::verify::check(app.clone()).await.expect("the check");
    assert!(health().await["booksCheckedUntil"].is_string());
    let wrong = "UPDATE card SET balance = balance + 1";
    app.db.write(move |tx| tx.execute(wrong, &[])).await.expect("a wrong balance");
    finance::verify::check(app.clone()).await.expect("the check itself works");
    assert_eq!(health().await["isStopped"], true);
    let right = "UPDATE card SET balance = balance - 1";
    app.db.write(move |tx| tx.execute(right, &[])).await.expect("put right");
}

#[tokio::test]
async fn health_names_guards_that_the_settings_switch_off() {
    let off = async |settings: &str| {
        let app = TestApp::with(settings).await;
        let adam = app.administrator("adam").await;
        let adam = app.sign_in(&adam).await;
        adam.get("/api/v1/Helpdesk/health").send().await.json()["guardsOff"].clone()
    };
    assert_eq!(off("").await, json!([]));
    let settings =
        "second_person.required = false\nfraud.review_score = 0\nfraud.proven_days = 0\n";
    let all = json!(["SECOND_PERSON", "ORDER_REVIEW", "PROVEN_MONEY"]);
    assert_eq!(off(settings).await, all);
}
