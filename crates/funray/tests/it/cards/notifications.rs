//! Tests of notifications to a card's holder when someone else uses the card.

use std::time::Duration;

use serde_json::json;

use super::{Street, card_of, gifts::claimed, redeem};
use crate::support::{
    cards::Purchase,
    live::{next_push, next_pushes, open_stream},
};

const TARGET: &str = "onChangeCard";

#[tokio::test]
async fn notify_cardholders_pushes_every_change_of_a_card() {
    let street = Street::new().await;
    let (card, clerk, manager) =
        (street.card(25).await, street.employee().await, street.manager().await);
    let (sue, owner) = (street.super_administrator().await, street.owner().await);
    let mut wallet = open_stream(&owner).await;
    let told = json!([card.to_string()]);

    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(21)).send().await.json();
    assert_eq!(next_push(&mut wallet, TARGET).await, told);
    assert_eq!(card_of(&owner, card).await["cardBalance"], 4, "it is true when it is said");
    let transfer = redeemed["transactionId"].as_str().expect("an id");
    let reverse = format!("/api/v1/Cards/{card}/transactions/{transfer}/reversed");
    manager.put(&reverse, &json!({ "reason": "the wrong card" })).send().await;
    assert_eq!(next_push(&mut wallet, TARGET).await, told);
    redeem(&clerk, card, json!(22)).send().await;
    assert_eq!(next_push(&mut wallet, TARGET).await, told);
    clerk.call("PUT", &format!("/api/v1/Cards/{card}/cashed-out")).send().await;
    assert_eq!(next_push(&mut wallet, TARGET).await, told);
    let una = street.app.super_administrator("una").await;
    let una = street.app.sign_in(&una).await;
    for (who, state) in [(&sue, "deactived"), (&una, "reactivated")] {
        who.call("PUT", &format!("/api/v1/Cards/{card}/{state}")).send().await;
        assert_eq!(next_push(&mut wallet, TARGET).await, told, "{state}");
    }
    street.app.run_jobs().await;
}

#[tokio::test]
async fn notify_cardholders_skips_refused_and_repeated_calls() {
    let street = Street::new().await;
    let (card, other, clerk) =
        (street.card(25).await, street.card(50).await, street.employee().await);
    let owner = street.owner().await;
    let mut wallet = open_stream(&owner).await;
    clerk.sees(card).await;
    redeem(&clerk, card, json!(26)).send().await.error(400, "VALIDATION");
    clerk.sees(other).await;
    for _ in 0..2 {
        let call = redeem(&clerk, other, json!(1)).header("idempotency-key", "k-1");
        assert_eq!(call.send().await.status, 200);
    }
    redeem(&clerk, card, json!(1)).send().await;
    // The notifications about the two cards can arrive in any order.
    let mut told = Vec::new();
    while ![card, other].iter().all(|one| told.contains(&json!([one.to_string()]))) {
        told.extend(next_pushes(&mut wallet, TARGET).await);
    }
    assert_eq!(told.len(), 2, "{told:?}");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn mail_movement_mails_each_transfer_to_the_cardholder_once() {
    let street = Street::new().await;
    let (card, clerk, manager) =
        (street.card(25).await, street.employee().await, street.manager().await);
    clerk.sees(card).await;
    let newest = async |subject: &str, left: &str| {
        street.app.run_jobs().await;
        let mails = street.app.mails_to("ann@shop.example").await;
        assert_eq!(mails[0]["subject"], subject);
        let text = mails[0]["text"].as_str().expect("text");
        assert!(text.contains(left) && text.contains(&format!("/{card}")), "{text}");
        street.app.hands.advance(Duration::from_secs(1));
        mails.len()
    };
    street.app.hands.advance(Duration::from_secs(1));
    let path = format!("/api/v1/Cards/{card}/redeemed");
    let form = json!({ "value": 20.5, "mailHolder": false });
    let redeemed = clerk.put(&path, &form).header("idempotency-key", "k-1").send().await.json();
    let after_first = newest("$20.50 used at Maple Leaf Books", "$4.50").await;
    clerk.put(&path, &form).header("idempotency-key", "k-1").send().await.json();
    assert_eq!(newest("$20.50 used at Maple Leaf Books", "$4.50").await, after_first);

    let transfer = redeemed["transactionId"].as_str().expect("an id");
    let reverse = format!("/api/v1/Cards/{card}/transactions/{transfer}/reversed");
    manager.put(&reverse, &json!({ "reason": "the wrong card" })).send().await.json();
    newest("$20.50 is back on your card for Maple Leaf Books", "$25.00").await;
    redeem(&clerk, card, json!(23)).send().await.json();
    newest("$23.00 used at Maple Leaf Books", "$2.00").await;
    clerk.call("PUT", &format!("/api/v1/Cards/{card}/cashed-out")).send().await.json();
    newest("$2.00 paid out at Maple Leaf Books", "$0.00").await;
}

#[tokio::test]
async fn mail_movement_is_skipped_when_mails_movements_is_off() {
    let street = Street::new().await;
    let (card, clerk, owner) =
        (street.card(25).await, street.employee().await, street.owner().await);
    assert_eq!(owner.get("/api/v1/Accounts/me").send().await.json()["mailsMovements"], true);
    let notices = "/api/v1/Accounts/me/notices";
    let body = owner.put(notices, &json!({})).send().await.error(400, "VALIDATION");
    assert!(body["fields"]["mailsMovements"].is_string(), "{body}");
    owner.put(notices, &json!({ "mailsMovements": false })).send().await;
    street.app.run_jobs().await;
    let before = street.app.mails_to("ann@shop.example").await.len();
    let mut wallet = open_stream(&owner).await;
    clerk.sees(card).await;
    redeem(&clerk, card, json!(5)).send().await.json();
    assert_eq!(next_push(&mut wallet, TARGET).await, json!([card.to_string()]));
    street.app.run_jobs().await;
    assert_eq!(street.app.mails_to("ann@shop.example").await.len(), before);
}

#[tokio::test]
async fn notify_cardholders_hides_spending_from_the_buyer_of_a_claimed_gift() {
    let street = Street::new().await;
    let (card, _, bob) = claimed(&street).await;
    let (sue, clerk) = (street.super_administrator().await, street.employee().await);
    let giver = street.owner().await;
    let (mut givers, mut bobs) = (open_stream(&giver).await, open_stream(&bob).await);
    let told = json!([card.to_string()]);
    clerk.sees(card).await;
    redeem(&clerk, card, json!(5)).send().await;
    assert_eq!(next_push(&mut bobs, TARGET).await, told);
    sue.call("PUT", &format!("/api/v1/Cards/{card}/deactived")).send().await;
    assert_eq!(next_push(&mut bobs, TARGET).await, told);
    assert_eq!(
        next_pushes(&mut givers, TARGET).await,
        [told],
        "that it is no good any more, at once"
    );
    street.app.run_jobs().await;
}

#[tokio::test]
async fn mail_movement_goes_to_the_recipient_of_an_unclaimed_gift() {
    let street = Street::new().await;
    let gift = Purchase::of(street.shop, 25).given_to("bob@home.example");
    let card = street.app.sell(&street.buyer, gift).await;
    street.app.run_jobs().await;
    let (clerk, owner) = (street.employee().await, street.owner().await);
    let mut wallet = open_stream(&owner).await;
    street.app.hands.advance(Duration::from_secs(60));
    clerk.sees(card).await;
    redeem(&clerk, card, json!(5)).send().await.json();
    assert_eq!(next_push(&mut wallet, TARGET).await, json!([card.to_string()]), "its giver's");
    street.app.run_jobs().await;
    let mail = &street.app.mails_to("bob@home.example").await[0];
    assert_eq!(mail["subject"], "$5.00 used at Maple Leaf Books");
    assert!(mail["text"].as_str().is_some_and(|text| text.contains("/gift/")), "{mail}");
}
