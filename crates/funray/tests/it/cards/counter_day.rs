//! Tests of the daily sheet, which lists a counter's redemptions and totals of one day.

use std::time::Duration;

use kernel::ids::TenantId;
use serde_json::{Value, json};

use super::{Street, counter_settings, history, redeem, save_counter, undo};
use crate::{support::Visitor, tills::Counter};

async fn day(visitor: &Visitor<'_>, shop: TenantId, query: &str) -> Value {
    let reply = visitor.get(&format!("/api/v1/Vendors/{shop}/counter-day{query}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Returns the main fields of each line of a daily sheet.
fn lines(day: &Value) -> Vec<(Value, Value, Value, Value, Value)> {
    let lines = day["lines"].as_array().expect("lines").iter();
    let short = |line: &Value| {
        let part = |name: &str| line[name].clone();
        (part("till"), part("clerk"), part("redeemed"), part("undone"), part("paidOut"))
    };
    lines.map(short).collect()
}

#[tokio::test]
async fn counter_day_closes_by_till_and_person_and_with_the_ledger() {
    let counter = Counter::new().await;
    let (app, shop) = (counter.app(), counter.street.shop);
    let (card, rest) = (counter.street.card(100).await, counter.street.card(25).await);
    let clerk = counter.sign_in(&counter.emil).await;
    let manager = counter.manager().await;
    for visitor in [&clerk, &manager] {
        visitor.sees(card).await;
        visitor.sees(rest).await;
    }
    let taken = redeem(&clerk, card, json!(12.34)).send().await.json();
    app.hands.advance(Duration::from_secs(1));
    let slip = redeem(&clerk, card, json!(50)).send().await.json();
    app.hands.advance(Duration::from_secs(1));
    assert_eq!(redeem(&clerk, rest, json!(21)).send().await.status, 200);
    let cash = clerk.call("PUT", &format!("/api/v1/Cards/{rest}/cashed-out")).send().await;
    assert_eq!(cash.json()["value"], 4);
    assert_eq!(redeem(&manager, card, json!(3)).send().await.status, 200);
    app.hands.advance(Duration::from_secs(90));
    // The manager reverses the clerk's redemption. The reversal is listed for the till that
    // redeemed the card.
    let reason = json!({ "reason": "the wrong card" }).to_string();
    assert_eq!(undo(&manager, card, &slip).json(reason).send().await.status, 200);
    app.run_jobs().await;

    let sheet = day(&manager, shop, "").await;
    let whole = [
        (json!("Front"), json!("emil Test"), json!(83.34), json!(50), json!(4)),
        (json!(null), json!("max Test"), json!(3), json!(0), json!(0)),
    ];
    assert_eq!(lines(&sheet), whole);
    let total = &sheet["total"];
    assert_eq!((&total["redeemedCount"], &total["undoneCount"]), (&json!(4), &json!(1)));
    assert_eq!((&total["taken"], &total["paidOut"]), (&json!(36.34), &json!(4)));
    let left_the_cards = "SELECT CAST(-SUM(e.amount) AS BIGINT) FROM entry e JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
        WHERE substr(e.account, 1, 5) = 'card:' AND t.kind <> 'SALE'";
    assert_eq!(app.count(left_the_cards).await, 3634 + 400);
    assert_eq!(sheet["newest"].as_array().map(Vec::len), Some(5));
    assert_eq!(sheet["newest"][4]["id"], taken["transactionId"]);
    assert_eq!(sheet["newest"][3]["isReversed"], true);

    let movements = async |visitor: &Visitor<'_>, query: &str| {
        let path = format!("/api/v1/Vendors/{shop}/counter-day/movements?{query}");
        let found = visitor.get(&path).send().await.json();
        let items = found["items"].as_array().expect("a list").len();
        (found["totalItems"].as_u64().expect("a number"), items)
    };
    let line = &sheet["lines"][0];
    let (till, emil) = (&line["tillId"], &line["personId"]);
    let text = |value: &Value| value.as_str().expect("an id").to_owned();
    for (query, expected) in [
        ("pageSize=2".to_owned(), (5, 2)),
        (format!("tillId={}", text(till)), (4, 4)),
        ("atNoTill=true".to_owned(), (1, 1)),
        (format!("personId={}&kind=REDEEMED", text(emil)), (3, 3)),
        ("kind=UNDONE".to_owned(), (1, 1)),
        ("kind=PAID_OUT".to_owned(), (1, 1)),
        ("day=2020-02-02".to_owned(), (0, 0)),
    ] {
        assert_eq!(movements(&manager, &query).await, expected, "{query}");
    }
    let clerks = history(&manager, card).await;
    let named: Vec<_> = clerks.iter().map(|row| row["clerk"].clone()).collect();
    let (emil, max) = (json!("emil Test"), json!("max Test"));
    assert_eq!(named, [max.clone(), max, emil.clone(), emil, json!(null)]);
    assert_eq!(history(&counter.street.owner().await, card).await[0]["clerk"], json!(null));

    // A clerk sees only the lines of their own till.
    let clerk = counter.sign_in(&counter.emil).await;
    let clerks = day(&clerk, shop, "").await;
    assert_eq!(lines(&clerks), whole[..1]);
    assert_eq!(clerks["newest"].as_array().map(Vec::len), Some(4));
    assert_eq!(movements(&clerk, "atNoTill=true").await, (0, 0));
    assert_eq!(movements(&clerk, "").await, (4, 4));
    assert_eq!(lines(&day(&manager, shop, "?isMine=true").await), whole[1..]);
}

#[tokio::test]
async fn counter_day_is_torontos_and_tells_how_long_something_can_be_undone() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(20)).send().await.json();
    street.app.hands.advance(Duration::from_secs(20));
    let sheet = day(&clerk, street.shop, "").await;
    let newest = &sheet["newest"][0];
    assert_eq!((&newest["id"], &newest["undoSeconds"]), (&redeemed["transactionId"], &json!(40)));
    let colleague = street.app.employee_of(street.shop, "elsa").await;
    let colleague = street.app.sign_in(&colleague).await;
    assert_eq!(day(&colleague, street.shop, "").await["newest"], json!([]), "nothing of her own");
    let manager = street.manager().await;
    assert_eq!(day(&manager, street.shop, "").await["newest"][0]["undoSeconds"], 0);
    let on = |day: &str| format!("?day={day}");
    let today = sheet["day"].as_str().expect("a day").to_owned();
    assert_eq!(day(&manager, street.shop, &on(&today)).await["total"]["taken"], 20);
    assert_eq!(day(&manager, street.shop, &on("2020-02-02")).await["lines"], json!([]));
    street.app.run_jobs().await;
}

#[tokio::test]
async fn counter_day_that_is_closed_is_mailed_to_the_managers_with_the_drawers_difference() {
    let counter = Counter::new().await;
    let (app, shop) = (counter.app(), counter.street.shop);
    let rest = counter.street.card(25).await;
    let clerk = counter.sign_in(&counter.emil).await;
    clerk.sees(rest).await;
    assert_eq!(redeem(&clerk, rest, json!(21)).send().await.status, 200);
    let cash = clerk.call("PUT", &format!("/api/v1/Cards/{rest}/cashed-out")).send().await;
    assert_eq!(cash.json()["value"], 4);
    let manager = counter.manager().await;
    app.run_jobs().await;
    let path = format!("/api/v1/Vendors/{shop}/counter-day/closed");
    let mails = async |subject: &str| {
        app.run_jobs().await;
        let all = app.mails_to("max@shop.example").await;
        let texts = all
            .iter()
            .filter(|mail| mail["subject"].as_str().is_some_and(|it| it.ends_with(subject)));
        texts.map(|mail| mail["text"].as_str().expect("text").to_owned()).collect::<Vec<_>>()
    };
    let close = async |visitor: &Visitor<'_>, key: &str, form: Value| {
        visitor.post(&path, &form).header("idempotency-key", key).send().await
    };
    for _ in 0..2 {
        let closed = close(&clerk, "k-1", json!({ "counted": 3.5 })).await.json();
        assert_eq!(closed["mailedManagers"], 2, "sent again, it is mailed once: {closed}");
    }
    let [mail] = &mails("the day was closed").await[..] else { panic!("one mail") };
    for part in ["emil Test", "“Front”", "$21.00", "$4.00", "$3.50", "-$0.50"] {
        assert!(mail.contains(part), "{part}: {mail}");
    }
    assert_eq!(close(&manager, "k-2", json!({ "counted": 4 })).await.status, 200);
    let all = mails("the day was closed").await;
    assert!(all.iter().any(|mail| mail.contains("the drawer and the books agree")), "{all:?}");

    let wrong = close(&manager, "k-3", json!({ "counted": -1 })).await.wrong_fields();
    assert!(wrong["counted"].is_string(), "{wrong}");
    let later = close(&manager, "k-4", json!({ "day": "2999-01-01" })).await.wrong_fields();
    assert!(later["day"].is_string(), "{later}");

    save_counter(&manager, shop, json!({ "mailsClosedDays": false })).await;
    let closed = close(&manager, "k-5", json!({})).await.json();
    assert_eq!(closed["mailedManagers"], 0, "the shop wants no such mail");
    assert_eq!(mails("the day was closed").await.len(), 2);
    let settings = counter_settings(&manager, shop).await;
    assert_eq!(settings["mailsClosedDays"], false, "{settings}");
}

#[tokio::test]
async fn counter_day_of_another_shop_is_not_found() {
    let street = Street::new().await;
    let path = format!("/api/v1/Vendors/{}/counter-day", street.other_shop);
    let (employee, manager) = (street.employee().await, street.manager().await);
    for visitor in [&employee, &manager] {
        visitor.get(&path).send().await.error(404, "NOT_FOUND");
    }
    street.owner().await.get(&path).send().await.error(403, "PERMISSION");
    let wrong = manager.get(&format!("/api/v1/Vendors/{}/counter-day?day=soon", street.shop));
    assert!(wrong.send().await.wrong_fields()["day"].is_string());
}
