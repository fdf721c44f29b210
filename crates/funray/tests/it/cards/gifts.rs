//! Gifts: mailed, opened, claimed by one, sent again.

use std::time::Duration;

use funray::cards::CardId;
use serde_json::{Value, json};

use super::{Street, card_of, look_up};
use crate::support::{Visitor, cards::Purchase};

const BOB: &str = "bob@shop.example";

/// A gift to Bob, and the token in the link that was mailed to him.
async fn give(street: &Street) -> (CardId, String) {
    let purchase = Purchase::of(street.shop, 50).given_to(BOB);
    let card = street.app.sell(&street.buyer, purchase).await;
    (card, mailed_token(street, BOB).await)
}

async fn mailed_token(street: &Street, to: &str) -> String {
    street.app.run_jobs().await;
    let mails = street.app.mails_to(to).await;
    let text = mails.first().unwrap_or_else(|| panic!("no mail to {to}"))["text"].clone();
    let text = text.as_str().expect("text");
    let at = text.find("/gift/").unwrap_or_else(|| panic!("no link in {text}"));
    text[at + 6..].split_whitespace().next().expect("a token").to_owned()
}

async fn gift(street: &Street, token: &str) -> Value {
    let reply = street.app.get(&format!("/api/v1/Gifts/{token}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("cache-control"), "no-store");
    reply.json()
}

fn resend(visitor: &Visitor<'_>, card: CardId, to: &str) -> crate::support::Call {
    visitor
        .post(&format!("/api/v1/Cards/{card}/resend-gift-card"), &json!({ "recipientEmail": to }))
}

#[tokio::test]
async fn whoever_has_the_link_sees_the_gift() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let mail = &street.app.mails_to(BOB).await[0];
    assert_eq!(mail["subject"], "A gift for you from Ann");
    let html = mail["html"].as_str().expect("html");
    assert!(html.contains("Read &lt;on&gt;!") && !html.contains("<on>"), "words are words");

    let seen = gift(&street, &token).await;
    assert_eq!((&seen["to"], &seen["from"]), (&json!("Bob"), &json!("Ann")));
    assert_eq!(seen["giftMessage"], "Read <on>!\nYours");
    assert_eq!((&seen["cardBalance"], &seen["isClaimed"]), (&json!(50), &json!(false)));
    let clerk = street.employee().await;
    let found = look_up(&clerk, seen["qrCode"].as_str().expect("a code")).await;
    assert_eq!(found.json()["id"], card.to_string());
    assert_eq!(found.json()["giftMessage"], json!(null), "that is between giver and recipient");
    for wrong in ["x", &token[1..], &format!("{token}0"), &"0".repeat(32)] {
        street.app.get(&format!("/api/v1/Gifts/{wrong}")).send().await.error(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn the_giver_is_told_once_that_it_was_opened() {
    let street = Street::new().await;
    let (_, token) = give(&street).await;
    for _ in 0..3 {
        let reply = street.app.post(&format!("/api/v1/Gifts/{token}/opened")).send().await;
        assert!(reply.json()["openedAt"].is_string(), "{}", reply.text());
    }
    street.app.run_jobs().await;
    let mails = street.app.mails_to("ann@shop.example").await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0]["subject"], "Bob opened your gift");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_is_claimed_by_one_and_the_giver_sees_its_code_no_more() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let ann = street.owner().await;
    let before = card_of(&ann, card).await;
    assert!(before["qrCode"].is_string() && before["claimedAt"].is_null());
    assert_eq!((&before["firstName"], &before["recipientEmail"]), (&json!("Bob"), &json!(BOB)));

    let path = format!("/api/v1/Gifts/{token}/claimed");
    street.app.post(&path).send().await.error(401, "UNAUTHORIZED");
    let bob = street.app.consumer("bob").await;
    let bob = street.app.sign_in(&bob).await;
    let eve = street.app.consumer("eve").await;
    let eve = street.app.sign_in(&eve).await;
    let (first, second) =
        tokio::join!(bob.call("POST", &path).send(), eve.call("POST", &path).send());
    let (winner, loser, lost) =
        if first.status == 200 { (&bob, &eve, second) } else { (&eve, &bob, first) };
    lost.error(400, "GIFT_CLAIMED");
    let again = winner.call("POST", &path).send().await.json();
    assert_eq!((&again["isMine"], &again["cardId"]), (&json!(true), &json!(card.to_string())));
    street.app.run_jobs().await;
    assert_eq!(street.app.mails_to("ann@shop.example").await.len(), 1, "claiming is opening");

    assert!(card_of(winner, card).await["qrCode"].is_string());
    let after = card_of(&ann, card).await;
    assert_eq!((&after["qrCode"], &after["isMine"]), (&json!(null), &json!(true)));
    assert!(after["claimedAt"].is_string());
    loser.get(&format!("/api/v1/Cards/{card}")).send().await.error(404, "NOT_FOUND");
    let public = gift(&street, &token).await;
    assert_eq!((&public["qrCode"], &public["isClaimed"]), (&json!(null), &json!(true)));
    let own = winner.get(&format!("/api/v1/Gifts/{token}")).send().await.json();
    assert!(own["qrCode"].is_string(), "{own}");
    resend(&ann, card, "new@shop.example").send().await.error(400, "GIFT_CLAIMED");
}

#[tokio::test]
async fn another_recipient_makes_the_old_link_and_code_worthless() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let (ann, clerk) = (street.owner().await, street.employee().await);
    let old_code = gift(&street, &token).await["qrCode"].as_str().expect("a code").to_owned();

    assert_eq!(resend(&ann, card, "BOB@shop.example").send().await.status, 204);
    assert_eq!(mailed_token(&street, BOB).await, token, "the same person, the same link");
    assert_eq!(street.app.mails_to(BOB).await.len(), 2);

    assert_eq!(resend(&ann, card, "carl@shop.example").send().await.status, 204);
    let new = mailed_token(&street, "carl@shop.example").await;
    street.app.get(&format!("/api/v1/Gifts/{token}")).send().await.error(404, "NOT_FOUND");
    look_up(&clerk, &old_code).await.error(404, "INVALID_CODE");
    let code = gift(&street, &new).await["qrCode"].as_str().expect("a code").to_owned();
    assert_eq!(look_up(&clerk, &code).await.json()["cardBalance"], 50);
}

#[tokio::test]
async fn who_may_send_a_gift_again_and_how_often() {
    let street = Street::new().await;
    let (card, _) = give(&street).await;
    let (clerk, manager) = (street.employee().await, street.manager().await);
    let stranger = street.app.consumer("eve").await;
    let stranger = street.app.sign_in(&stranger).await;
    resend(&stranger, card, BOB).send().await.error(404, "NOT_FOUND");
    resend(&clerk, card, BOB).send().await.error(403, "PERMISSION");
    let of_other = street.app.manager_of(street.other_shop, "olga").await;
    let of_other = street.app.sign_in(&of_other).await;
    resend(&of_other, card, BOB).send().await.error(404, "NOT_FOUND");
    let body = resend(&manager, card, "bob").send().await.error(400, "VALIDATION");
    assert_eq!(body["fields"]["recipientEmail"], "Email is not in correct format.");

    for _ in 0..5 {
        assert_eq!(resend(&manager, card, BOB).send().await.status, 204);
    }
    let reply = resend(&manager, card, BOB).send().await;
    reply.error(429, "TOO_MANY_TRIES");
    assert!(reply.header("retry-after").parse::<u64>().is_ok_and(|seconds| seconds > 3600));
    street.app.hands.advance(Duration::from_secs(24 * 3600));
    assert_eq!(resend(&street.owner().await, card, BOB).send().await.status, 204);

    let plain = street.card(25).await;
    resend(&street.owner().await, plain, BOB).send().await.error(400, "NO_GIFT");
    street.app.run_jobs().await;
}
