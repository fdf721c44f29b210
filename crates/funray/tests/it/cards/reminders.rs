//! Tests of reminders of gifts that nobody has opened.

use std::time::Duration;

use kernel::ids::CardId;
use serde_json::{Value, json};

use super::{Street, card_of};
use crate::support::{Reply, Visitor, cards::Purchase};

const BOB: &str = "bob@shop.example";
const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

async fn give(street: &Street) -> (CardId, String) {
    let purchase = Purchase::of(street.shop, 50).given_to(BOB);
    let card = street.app.sell(&street.buyer, purchase).await;
    (card, street.app.gift_token(BOB).await)
}

async fn remind(visitor: &Visitor<'_>, card: CardId) -> Reply {
    visitor.call("POST", &format!("/api/v1/Cards/{card}/reminded")).send().await
}

async fn reminders(street: &Street) -> Vec<Value> {
    let is_reminder = |mail: &Value| mail["subject"] == "Ann still has a gift for you";
    let mails = street.app.mails_to(BOB).await;
    mails.into_iter().filter(is_reminder).collect()
}

#[tokio::test]
async fn remind_emails_the_link_once_a_week_and_three_times_in_all() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    remind(&street.owner().await, card).await.error(409, "REMINDED_TOO_EARLY");
    for count in 1..=3 {
        let from = card_of(&street.owner().await, card).await["remindFrom"].clone();
        assert!(from.is_string(), "{from}");
        street.app.hands.advance(WEEK);
        let owner = street.owner().await;
        let reply = remind(&owner, card).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        street.app.run_jobs().await;
        assert_eq!(reminders(&street).await.len(), count);
        let code = if count < 3 { "REMINDED_TOO_EARLY" } else { "NO_MORE_REMINDERS" };
        remind(&owner, card).await.error(409, code);
    }
    assert_eq!(card_of(&street.owner().await, card).await["remindFrom"], json!(null));
    let text = reminders(&street).await[0]["text"].to_string();
    assert!(text.contains(&token) && !text.contains("50"), "{text}");
}

#[tokio::test]
async fn remind_is_for_the_giver_of_an_unopened_gift() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    street.app.hands.advance(WEEK);
    let (manager, owner) = (street.manager().await, street.owner().await);
    let stranger = street.app.consumer("carl").await;
    let stranger = street.app.sign_in(&stranger).await;
    remind(&manager, card).await.error(403, "PERMISSION");
    remind(&stranger, card).await.error(404, "NOT_FOUND");
    let own = street.card(25).await;
    remind(&owner, own).await.error(400, "NO_GIFT");
    assert_eq!(card_of(&owner, own).await["remindFrom"], json!(null));
    street.app.post(&format!("/api/v1/Gifts/{token}/opened")).send().await;
    remind(&owner, card).await.error(409, "GIFT_OPENED");
    assert_eq!(card_of(&owner, card).await["remindFrom"], json!(null));
    street.app.run_jobs().await;
    assert_eq!(reminders(&street).await, Vec::<Value>::new());
}

#[tokio::test]
async fn reminder_that_waits_is_dropped_once_the_gift_is_opened() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    street.app.hands.advance(WEEK);
    assert_eq!(remind(&street.owner().await, card).await.status, 200);
    street.app.post(&format!("/api/v1/Gifts/{token}/opened")).send().await;
    street.app.run_jobs().await;
    assert_eq!(reminders(&street).await, Vec::<Value>::new());
}
