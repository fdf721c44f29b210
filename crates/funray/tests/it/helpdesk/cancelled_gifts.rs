//! Tests of gifts whose order is cancelled. Unsent gift emails are not sent any more, and
//! recipients who already got one are notified.

use kernel::dates::BusinessDate;
use serde_json::{Value, json};

use super::{A_WHILE, cancel, dossier};
use crate::support::till::{APPROVED, Till, pay};

/// Pays for an order by Ann with a card for herself and a gift to Bob. Returns the order's id. No
/// email has been sent yet.
async fn order_with_gift(till: &Till) -> String {
    let ann = till.visitor().await;
    let items = [
        json!({ "vendorId": till.shop, "price": 25 }),
        json!({ "vendorId": till.shop, "price": 100, "isGift": true, "to": "Bob", "from": "Ann",
                "recipientEmail": BOB, "confirmEmail": BOB }),
    ];
    let filled = ann.post("/api/v1/Carts/items", &json!({ "cartDetails": items })).send().await;
    let cart = filled.json()["id"].as_str().expect("an id").to_owned();
    let paid = pay(till, &ann, &cart, APPROVED).await.json();
    paid["orderId"].as_str().expect("an id").to_owned()
}

/// Runs all jobs twice, with a pause. The email about a cancelled gift waits until the outcome of
/// the gift's own email is known.
async fn run_all_jobs(till: &Till) {
    till.app.run_jobs().await;
    till.app.hands.advance(A_WHILE);
    till.app.run_jobs().await;
}

const BOB: &str = "bob@shop.example";
const GIFT_CANCELLED: &str = "About your gift card for Maple Leaf Books";

async fn mails_about_a_cancelled_gift(till: &Till, to: &str) -> Vec<String> {
    let mails = till.app.mails_to(to).await.into_iter();
    let told = mails.filter(|mail| mail["subject"] == GIFT_CANCELLED);
    told.map(|mail| mail["text"].as_str().expect("text").to_owned()).collect()
}

#[tokio::test]
async fn cancel_order_stops_card_mails_not_yet_sent() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let order = order_with_gift(&till).await;
    assert_eq!(cancel(&adam, &order).await.status, 200);
    run_all_jobs(&till).await;
    assert!(till.app.mails_to(BOB).await.is_empty(), "nor that there is none");
    let mails = till.app.mails_to(&till.ann.email).await;
    let of_card =
        |mail: &&Value| mail["subject"].as_str().is_some_and(|it| it.contains("Your card"));
    assert_eq!(mails.iter().filter(of_card).count(), 0, "{mails:?}");
    assert!(!mails.is_empty(), "the buyer hears of the cancellation");
}

#[tokio::test]
async fn cancel_order_notifies_the_recipient_of_a_sent_gift_once() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let order = order_with_gift(&till).await;
    till.app.run_jobs().await;
    for _ in 0..2 {
        assert_eq!(cancel(&adam, &order).await.status, 200);
        till.app.run_jobs().await;
    }
    let told = mails_about_a_cancelled_gift(&till, BOB).await;
    let [text] = &told[..] else { panic!("one mail: {told:?}") };
    assert!(text.contains("Hello Bob,") && text.contains("/gift/"), "{text}");
    for word in ["100", "$", "Ann", "mistake"] {
        assert!(!text.contains(word), "neither how much nor whose doing: {text}");
    }
    assert!(mails_about_a_cancelled_gift(&till, &till.ann.email).await.is_empty());
}

#[tokio::test]
async fn cancel_order_blocks_sending_claiming_and_opening_its_gifts() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let order = order_with_gift(&till).await;
    let token = till.app.gift_token(BOB).await;
    let cards = dossier(&adam, &order).await["cards"].clone();
    let gift = cards.as_array().expect("cards").iter().find(|card| card["isGift"] == true);
    let id = gift.expect("a gift")["id"].as_str().expect("an id").to_owned();
    cancel(&adam, &order).await;
    till.app.run_jobs().await;
    let before = till.app.mails_to(&till.ann.email).await.len();

    let eve = till.app.consumer("eve").await;
    let eve = till.app.sign_in(&eve).await;
    let path = format!("/api/v1/Gifts/{token}");
    eve.call("POST", &format!("{path}/claimed")).send().await.error(400, "CARD_CANCELLED");
    let seen = till.app.post(&format!("{path}/opened")).send().await.json();
    assert_eq!((&seen["isCancelled"], &seen["openedAt"]), (&json!(true), &json!(null)));
    assert_eq!(seen["canThank"], false);
    let thanks = till.app.post(&format!("{path}/thanked")).json(r#"{"phrase":"LOVE_IT"}"#);
    thanks.send().await.error(400, "CARD_CANCELLED");
    let again = format!("/api/v1/Cards/{id}/resend-gift-card");
    let resend = till.visitor().await.post(&again, &json!({ "recipientEmail": BOB }));
    resend.send().await.error(400, "CARD_CANCELLED");
    till.app.run_jobs().await;
    assert_eq!(till.app.mails_to(&till.ann.email).await.len(), before, "nobody opened it");
}

#[tokio::test]
async fn cancel_order_keeps_a_gift_from_being_sent_on_its_day() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let ann = till.visitor().await;
    let day = BusinessDate::of(till.app.app.clock.now()).plus_days(3);
    let items = [
        json!({ "vendorId": till.shop, "price": 25 }),
        json!({ "vendorId": till.shop, "price": 100, "isGift": true, "to": "Bob", "from": "Ann",
                "recipientEmail": BOB, "confirmEmail": BOB, "sendOn": day }),
    ];
    let filled = ann.post("/api/v1/Carts/items", &json!({ "cartDetails": items })).send().await;
    let cart = filled.json()["id"].as_str().expect("an id").to_owned();
    let paid = pay(&till, &ann, &cart, APPROVED).await.json();
    assert_eq!(paid["cards"][1]["sendOn"], json!(day), "{paid}");
    assert_eq!(cancel(&adam, paid["orderId"].as_str().expect("an id")).await.status, 200);
    till.app.run_jobs().await;
    till.app.hands.advance(std::time::Duration::from_secs(4 * 24 * 3600));
    run_all_jobs(&till).await;
    assert!(till.app.mails_to(BOB).await.is_empty(), "neither the gift nor that there is none");
    let mails = till.app.mails_to(&till.ann.email).await;
    assert!(mails.iter().all(|mail| mail["subject"] != "Your gift for Bob is on its way"));
}

#[tokio::test]
async fn cancel_order_drops_thanks_that_wait_to_be_emailed() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let order = order_with_gift(&till).await;
    let path = format!("/api/v1/Gifts/{}/thanked", till.app.gift_token(BOB).await);
    let thanks = till.app.post(&path).json(r#"{"phrase":"LOVE_IT"}"#);
    assert_eq!(thanks.send().await.status, 200);
    cancel(&adam, &order).await;
    run_all_jobs(&till).await;
    let mails = till.app.mails_to(&till.ann.email).await;
    assert!(mails.iter().all(|mail| mail["subject"] != "Bob says thank you"), "{mails:?}");
}

#[tokio::test]
async fn cancel_order_notifies_only_the_cardholder_of_a_claimed_gift() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let order = order_with_gift(&till).await;
    till.app.run_jobs().await;
    let eve = till.app.consumer("eve").await;
    let visitor = till.app.sign_in(&eve).await;
    let path = format!("/api/v1/Gifts/{}/claimed", till.app.gift_token(BOB).await);
    assert_eq!(visitor.call("POST", &path).send().await.status, 200);
    cancel(&adam, &order).await;
    till.app.run_jobs().await;
    assert_eq!(mails_about_a_cancelled_gift(&till, &eve.email).await.len(), 1);
    assert!(mails_about_a_cancelled_gift(&till, BOB).await.is_empty());
}

#[tokio::test]
async fn cancel_order_notifies_no_address_the_gift_never_reached() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let order = order_with_gift(&till).await;
    till.app.run_jobs().await;
    let cards = dossier(&adam, &order).await["cards"].clone();
    assert_eq!(dossier(&adam, &order).await["addressChanges"], json!([]), "it went nowhere else");
    let gift = cards.as_array().expect("cards").iter().find(|card| card["isGift"] == true);
    let gift = gift.expect("a gift");
    let path = format!("/api/v1/Cards/{}/resend-gift-card", gift["id"].as_str().expect("an id"));
    let carl = "carl@shop.example";
    let sent = till.visitor().await.post(&path, &json!({ "recipientEmail": carl })).send().await;
    assert_eq!(sent.status, 204);
    let changes = dossier(&adam, &order).await["addressChanges"].clone();
    let [change] = &changes.as_array().expect("a list")[..] else { panic!("one: {changes}") };
    assert_eq!((&change["oldEmail"], &change["newEmail"]), (&json!(BOB), &json!(carl)));
    assert_eq!(
        (&change["cardId"], &change["changedByEmail"]),
        (&gift["id"], &json!(till.ann.email))
    );
    assert!(change["changedAt"].is_string(), "{change}");
    cancel(&adam, &order).await;
    run_all_jobs(&till).await;
    assert!(till.app.mails_to(carl).await.is_empty());
    assert!(
        mails_about_a_cancelled_gift(&till, BOB).await.is_empty(),
        "it was taken from him before"
    );
}

#[tokio::test]
async fn get_card_says_when_its_gift_was_mailed() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let order = order_with_gift(&till).await;
    till.app.run_jobs().await;
    let cards = dossier(&adam, &order).await["cards"].clone();
    for card in cards.as_array().expect("cards") {
        let id = card["id"].as_str().expect("an id");
        let shown = adam.get(&format!("/api/v1/Cards/{id}")).send().await.json();
        assert_eq!(shown["mailedAt"].is_string(), card["isGift"] == true, "{shown}");
    }
}
