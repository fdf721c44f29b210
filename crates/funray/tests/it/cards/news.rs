//! What the holder of a card hears when somebody does something with it.

use std::time::Duration;

use serde_json::json;

use super::{Street, card_of, gifts::claimed, redeem};
use crate::support::{
    cards::Purchase,
    live::{next_push, next_pushes, open_stream},
};

const TARGET: &str = "onChangeCard";

#[tokio::test]
async fn an_open_wallet_hears_of_everything_that_happens_on_its_cards() {
    let street = Street::new().await;
    let (card, clerk, manager) =
        (street.card(25).await, street.employee().await, street.manager().await);
    let (sue, owner) = (street.super_administrator().await, street.owner().await);
    let mut wallet = open_stream(&owner).await;
    let told = json!([card.to_string()]);

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
    for state in ["deactived", "reactivated"] {
        sue.call("PUT", &format!("/api/v1/Cards/{card}/{state}")).send().await;
        assert_eq!(next_push(&mut wallet, TARGET).await, told, "{state}");
    }
}

#[tokio::test]
async fn what_is_refused_or_repeated_is_no_news() {
    let street = Street::new().await;
    let (card, other, clerk) =
        (street.card(25).await, street.card(50).await, street.employee().await);
    let owner = street.owner().await;
    let mut wallet = open_stream(&owner).await;
    redeem(&clerk, card, json!(26)).send().await.error(400, "VALIDATION");
    for _ in 0..2 {
        let call = redeem(&clerk, other, json!(1)).header("idempotency-key", "k-1");
        assert_eq!(call.send().await.status, 200);
    }
    redeem(&clerk, card, json!(1)).send().await;
    // Which of two comes first, nobody promises.
    let mut told = Vec::new();
    while ![card, other].iter().all(|one| told.contains(&json!([one.to_string()]))) {
        told.extend(next_pushes(&mut wallet, TARGET).await);
    }
    assert_eq!(told.len(), 2, "{told:?}");
}

#[tokio::test]
async fn the_holder_gets_a_mail_when_the_counter_sends_one() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    let path = format!("/api/v1/Cards/{card}/redeemed");
    let before = street.app.mails_to("ann@shop.example").await.len();
    clerk.put(&path, &json!({ "value": 5, "mailHolder": false })).send().await;
    assert_eq!(street.app.run_jobs().await, 0);

    street.app.hands.advance(Duration::from_secs(60));
    let form = json!({ "value": 10.5, "mailHolder": true });
    for _ in 0..2 {
        let call = clerk.put(&path, &form).header("idempotency-key", "k-1");
        assert_eq!(call.send().await.json()["balance"], 9.5);
    }
    street.app.run_jobs().await;
    let mails = street.app.mails_to("ann@shop.example").await;
    assert_eq!(mails.len(), before + 1, "one, however often it was sent");
    assert_eq!(mails[0]["subject"], "$10.50 used at Maple Leaf Books");
    let text = mails[0]["text"].as_str().expect("text");
    assert!(text.contains("$9.50") && text.contains(&format!("/{card}")), "{text}");
}

#[tokio::test]
async fn who_gave_a_card_away_hears_no_more_of_what_is_spent_from_it() {
    let street = Street::new().await;
    let (card, _, bob) = claimed(&street).await;
    let (sue, clerk) = (street.super_administrator().await, street.employee().await);
    let giver = street.owner().await;
    let (mut givers, mut bobs) = (open_stream(&giver).await, open_stream(&bob).await);
    let told = json!([card.to_string()]);
    redeem(&clerk, card, json!(5)).send().await;
    assert_eq!(next_push(&mut bobs, TARGET).await, told);
    sue.call("PUT", &format!("/api/v1/Cards/{card}/deactived")).send().await;
    assert_eq!(next_push(&mut bobs, TARGET).await, told);
    assert_eq!(
        next_pushes(&mut givers, TARGET).await,
        [told],
        "that it is no good any more, at once"
    );
}

#[tokio::test]
async fn of_a_gift_that_nobody_has_claimed_its_recipient_hears_by_mail() {
    let street = Street::new().await;
    let gift = Purchase::of(street.shop, 25).given_to("bob@home.example");
    let card = street.app.sell(&street.buyer, gift).await;
    street.app.run_jobs().await;
    let (clerk, owner) = (street.employee().await, street.owner().await);
    let mut wallet = open_stream(&owner).await;
    street.app.hands.advance(Duration::from_secs(60));
    let path = format!("/api/v1/Cards/{card}/redeemed");
    clerk.put(&path, &json!({ "value": 5, "mailHolder": true })).send().await;
    assert_eq!(next_push(&mut wallet, TARGET).await, json!([card.to_string()]), "its giver's");
    street.app.run_jobs().await;
    let mail = &street.app.mails_to("bob@home.example").await[0];
    assert_eq!(mail["subject"], "$5.00 used at Maple Leaf Books");
    assert!(mail["text"].as_str().is_some_and(|text| text.contains("/gift/")), "{mail}");
}
