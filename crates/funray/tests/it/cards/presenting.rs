//! Tests of presenting a card: a clerk can redeem only a card that was shown to them, and never
//! their own.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Street, card_of, history, redeem};
use crate::support::{Call, Visitor, cards::Purchase};

fn cash_out(visitor: &Visitor<'_>, card: impl std::fmt::Display) -> Call {
    visitor.call("PUT", &format!("/api/v1/Cards/{card}/cashed-out"))
}

#[tokio::test]
async fn redeem_refuses_a_card_that_was_only_listed() {
    let street = Street::new().await;
    for dollars in [25, 50, 75] {
        street.card(dollars).await;
    }
    let clerk = street.employee().await;
    let listed = clerk.get("/api/v1/Cards").send().await.json();
    let cards = listed["items"].as_array().expect("cards");
    assert_eq!(cards.len(), 3);
    for card in cards {
        let number = card["cardNumber"].as_str().expect("text");
        assert_eq!(number.chars().filter(char::is_ascii_digit).count(), 4, "{card}");
        let id = card["id"].as_str().expect("an id");
        clerk.get(&format!("/api/v1/Cards/{id}")).send().await.json();
        clerk
            .get(&format!("/api/v1/Cards?searchText={}", &number[number.len() - 4..]))
            .send()
            .await;
        let path = format!("/api/v1/Cards/{id}/redeemed");
        let call = clerk.put(&path, &json!({ "value": 25 })).header("idempotency-key", id);
        call.send().await.error(409, "CARD_NOT_PRESENTED");
    }
    street.app.run_jobs().await;
    assert_eq!(street.app.count("SELECT count(*) FROM transfer WHERE kind <> 'SALE'").await, 0);
}

#[tokio::test]
async fn redeem_accepts_a_card_for_ten_minutes_after_its_look_up() {
    let street = Street::new().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let (card, manager) = (street.card(25).await, street.manager().await);
    let clerk = street.app.sign_in(&emil).await;
    let code = card_of(&street.owner().await, card).await["qrCode"].clone();
    let scan = format!("/api/v1/Cards/codes/{}", code.as_str().expect("a code"));
    assert_eq!(clerk.get(&scan).send().await.status, 200);
    redeem(&manager, card, json!(1)).send().await.error(409, "CARD_NOT_PRESENTED");
    street.app.hands.advance(Duration::from_secs(599));
    assert_eq!(redeem(&clerk, card, json!(1)).send().await.status, 200);
    assert_eq!(redeem(&clerk, card, json!(20)).send().await.status, 200);
    street.app.hands.advance(Duration::from_secs(2));
    let clerk = street.app.sign_in(&emil).await;
    redeem(&clerk, card, json!(2)).send().await.error(409, "CARD_NOT_PRESENTED");
    cash_out(&clerk, card).send().await.error(409, "CARD_NOT_PRESENTED");
    clerk.sees(card).await;
    assert_eq!(cash_out(&clerk, card).send().await.status, 200);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_needs_a_new_look_up_after_the_code_changed() {
    let street = Street::new().await;
    let gift = Purchase::of(street.shop, 50).given_to("bob@shop.example");
    let card = street.app.sell(&street.buyer, gift).await;
    let (token, clerk) = (street.app.gift_token("bob@shop.example").await, street.employee().await);
    clerk.sees(card).await;
    let bob = street.app.consumer("bob").await;
    let bob = street.app.sign_in(&bob).await;
    assert_eq!(
        bob.call("POST", &format!("/api/v1/Gifts/{token}/claimed")).send().await.status,
        200
    );
    redeem(&clerk, card, json!(1)).send().await.error(409, "CARD_NOT_PRESENTED");
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(1)).send().await.status, 200);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn scheduled_tasks_delete_expired_presentations() {
    let street = Street::new().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    for _ in 0..3 {
        street.app.sign_in(&emil).await.sees(street.card(25).await).await;
        street.app.hands.advance(Duration::from_secs(601));
    }
    street.app.sign_in(&emil).await.sees(street.card(25).await).await;
    funray::work::scheduled_tasks().run_due(&street.app.app).await.expect("the tasks");
    assert_eq!(street.app.count("SELECT count(*) FROM card_presentation").await, 1, "the new one");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_cash_out_and_reverse_refuse_a_card_bought_or_owned() {
    let street = Street::new().await;
    let mona = street.app.manager_of(street.shop, "mona").await;
    let own = street.app.sell(&mona, Purchase::of(street.shop, 25)).await;
    let gift = Purchase::of(street.shop, 25).given_to("bob@shop.example");
    let given = street.app.sell(&mona, gift).await;
    let gift = Purchase::of(street.shop, 25).given_to("mona@home.example");
    let received = street.app.sell(&street.buyer, gift).await;
    let token = street.app.gift_token("mona@home.example").await;
    let (manager, clerk) = (street.app.sign_in(&mona).await, street.employee().await);
    let claim = manager.call("POST", &format!("/api/v1/Gifts/{token}/claimed"));
    assert_eq!(claim.send().await.status, 200);
    for card in [own, given, received] {
        manager.sees(card).await;
        clerk.sees(card).await;
        redeem(&manager, card, json!(1)).send().await.error(403, "OWN_CARD");
        let redeemed = redeem(&clerk, card, json!(20)).send().await.json();
        cash_out(&manager, card).send().await.error(403, "OWN_CARD");
        let transfer = redeemed["transactionId"].as_str().expect("an id");
        let reverse = format!("/api/v1/Cards/{card}/transactions/{transfer}/reversed");
        let reason = json!({ "reason": "for myself" });
        manager.put(&reverse, &reason).send().await.error(403, "OWN_CARD");
    }
    street.app.run_jobs().await;
}

#[tokio::test]
async fn reverse_redemption_is_refused_after_a_cash_out() {
    let street = Street::new().await;
    let (card, manager) = (street.card(100).await, street.manager().await);
    manager.sees(card).await;
    let reverse = async |redeemed: &Value| {
        let transfer = redeemed["transactionId"].as_str().expect("an id").to_owned();
        let path = format!("/api/v1/Cards/{card}/transactions/{transfer}/reversed");
        manager.put(&path, &json!({ "reason": "once more" })).send().await
    };
    let first = redeem(&manager, card, json!(95)).send().await.json();
    assert_eq!(reverse(&first).await.status, 200);
    let second = redeem(&manager, card, json!(60)).send().await.json();
    let third = redeem(&manager, card, json!(35)).send().await.json();
    assert_eq!(cash_out(&manager, card).send().await.json()["value"], 5);
    for redeemed in [&second, &third] {
        reverse(redeemed).await.error(400, "CASHED_OUT");
    }
    assert_eq!(card_of(&manager, card).await["cardBalance"], 0);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_by_an_administrator_needs_a_reason_and_is_mailed() {
    let street = Street::new().await;
    let (card, adam) = (street.card(25).await, street.app.administrator("adam").await);
    street.app.manager_of(street.shop, "mona").await;
    street.app.manager_of(street.other_shop, "otto").await;
    let adam = street.app.sign_in(&adam).await;
    let path = format!("/api/v1/Cards/{card}/redeemed");
    let form = json!({ "value": 20.5, "reason": "The till was broken" });
    adam.put(&path, &form).send().await.error(409, "CARD_NOT_PRESENTED");
    adam.sees(card).await;
    for no_reason in [json!({ "value": 20.5 }), json!({ "value": 20.5, "reason": " " })] {
        let body = adam.put(&path, &no_reason).send().await.error(400, "VALIDATION");
        assert_eq!(body["fields"]["reason"], "Reason field is required.");
    }
    let body = cash_out(&adam, card).send().await.error(400, "VALIDATION");
    assert_eq!(body["fields"]["reason"], "Reason field is required.");
    adam.put(&path, &form).send().await.json();
    let cash = adam.put(&format!("/api/v1/Cards/{card}/cashed-out"), &form);
    assert_eq!(cash.send().await.json()["value"], 4.5);
    street.app.run_jobs().await;
    let subjects = async |to: &str| {
        let mails = street.app.mails_to(to).await;
        mails.iter().map(|mail| mail["subject"].clone()).collect::<Vec<_>>()
    };
    let told = subjects("mona@shop.example").await;
    for amount in ["$20.50", "$4.50"] {
        let subject = json!(format!("FunRay moved {amount} on a card of Maple Leaf Books"));
        assert!(told.contains(&subject), "{told:?}");
    }
    let text = street.app.mails_to("mona@shop.example").await[0]["text"].to_string();
    assert!(text.contains("The till was broken") && text.contains("adam Test"), "{text}");
    assert!(subjects("otto@shop.example").await.is_empty());
    let held = subjects("ann@shop.example").await;
    assert!(held.contains(&json!("$20.50 used at Maple Leaf Books")), "{held:?}");
    assert_eq!(history(&street.owner().await, card).await[0]["reason"], "The till was broken");
}

#[tokio::test]
async fn redeem_refuses_an_equal_call_without_a_key_for_two_minutes() {
    let street = Street::new().await;
    let (card, clerk, manager) =
        (street.card(25).await, street.employee().await, street.manager().await);
    clerk.sees(card).await;
    manager.sees(card).await;
    let first = redeem(&clerk, card, json!(5)).send().await.json();
    let body = redeem(&clerk, card, json!(5)).send().await.error(409, "REPEATED_MOVEMENT");
    let named = first["transactionId"].as_str().expect("an id");
    assert!(body["errorMessage"].as_str().is_some_and(|text| text.contains(named)), "{body}");
    assert_eq!(redeem(&clerk, card, json!(4)).send().await.status, 200, "another value");
    assert_eq!(redeem(&manager, card, json!(5)).send().await.status, 200, "another person");
    let keyed = redeem(&clerk, card, json!(5)).header("idempotency-key", "k-1");
    assert_eq!(keyed.send().await.status, 200, "a call of its own");
    street.app.hands.advance(Duration::from_secs(121));
    assert_eq!(redeem(&clerk, card, json!(5)).send().await.status, 200);
    street.app.run_jobs().await;
}
