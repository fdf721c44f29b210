//! Tests of test cards, which have no balance and let a shop try its counter.

use serde_json::{Value, json};

use super::{Street, look_up};
use crate::support::{Call, Reply, Visitor};

/// Total number of rows for cards, money and sales. A test card must add none.
const BOOKS: &str = "SELECT (SELECT count(*) FROM card) + (SELECT count(*) FROM transfer) + (SELECT count(*) FROM entry)
    + (SELECT count(*) FROM orders) + (SELECT count(*) FROM daily_total)";

async fn made(manager: &Visitor<'_>, street: &Street) -> Value {
    let path = format!("/api/v1/Vendors/{}/test-card", street.shop);
    let reply = manager.post(&path, &json!({})).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

fn redeem(visitor: &Visitor<'_>, code: &str, value: Value) -> Call {
    let path = format!("/api/v1/TestCards/{code}/redeemed");
    visitor.put(&path, &json!({ "value": value }))
}

async fn read(visitor: &Visitor<'_>, code: &str) -> Reply {
    visitor.get(&format!("/api/v1/TestCards/{code}")).send().await
}

#[tokio::test]
async fn test_card_is_made_and_redeemed_by_its_manager_alone_outside_the_books() {
    let street = Street::new().await;
    let manager = street.manager().await;
    let path = format!("/api/v1/Vendors/{}/test-card", street.shop);
    let none = manager.get(&path).send().await.json();
    assert_eq!((&none["code"], &none["redeemedAt"]), (&json!(null), &json!(null)));
    let before = street.app.count(BOOKS).await;
    let card = made(&manager, &street).await;
    let code = card["code"].as_str().expect("a code");
    assert_eq!(card["balance"], 1);
    assert_eq!(read(&manager, &format!("FR1:{code}")).await.json()["balance"], 1);
    assert_eq!(redeem(&manager, code, json!(0.4)).send().await.json()["balance"], 0.6);
    let too_much = redeem(&manager, code, json!(0.61)).send().await;
    assert_eq!(too_much.wrong_fields()["value"], "There is $0.60 on this card.");
    assert_eq!(redeem(&manager, code, json!(0.6)).send().await.json()["balance"], 0);
    assert!(manager.get(&path).send().await.json()["redeemedAt"].is_string());
    assert_eq!(street.app.count(BOOKS).await, before, "no money, no books");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn test_card_is_no_card_for_any_other_call() {
    let street = Street::new().await;
    let manager = street.manager().await;
    let card = made(&manager, &street).await;
    let code = card["code"].as_str().expect("a code");
    look_up(&manager, code).await.error(404, "INVALID_CODE");
    assert_eq!(manager.get("/api/v1/Cards").send().await.json()["totalItems"], 0);
    let home = manager.get("/api/v1/Vendors/home").send().await.json();
    assert_eq!((&home["cardsEver"], &home["balanceToday"]), (&json!(0), &json!(0)));
    let next = manager.get("/api/v1/Payouts/next").send().await.json();
    assert_eq!(next["amount"], 0);
}

#[tokio::test]
async fn test_card_is_its_shops_alone_and_gives_way_to_the_next_one() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let first = made(&manager, &street).await["code"].as_str().expect("a code").to_owned();
    let otto = street.app.manager_of(street.other_shop, "otto").await;
    let otto = street.app.sign_in(&otto).await;
    read(&otto, &first).await.error(404, "INVALID_CODE");
    redeem(&otto, &first, json!(1)).send().await.error(404, "INVALID_CODE");
    let path = format!("/api/v1/Vendors/{}/test-card", street.shop);
    otto.get(&path).send().await.error(404, "NOT_FOUND");
    clerk.post(&path, &json!({})).send().await.error(403, "PERMISSION");
    let second = made(&manager, &street).await["code"].as_str().expect("a code").to_owned();
    read(&clerk, &first).await.error(404, "INVALID_CODE");
    assert_eq!(redeem(&clerk, &second, json!(1)).send().await.status, 200);
}
