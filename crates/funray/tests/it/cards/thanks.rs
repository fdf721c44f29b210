//! Tests of the thanks of a gift's recipient to its giver.

use kernel::ids::CardId;
use serde_json::{Value, json};

use super::{Street, card_of};
use crate::support::{Call, PASSWORD, Visitor, cards::Purchase};

const BOB: &str = "bob@shop.example";

async fn give(street: &Street) -> (CardId, String) {
    give_to(street, BOB).await
}

async fn give_to(street: &Street, to: &'static str) -> (CardId, String) {
    let purchase = Purchase::of(street.shop, 50).given_to(to);
    let card = street.app.sell(&street.buyer, purchase).await;
    (card, street.app.gift_token(to).await)
}

fn path(token: &str) -> String {
    format!("/api/v1/Gifts/{token}/thanked")
}

/// Thanks as a holder of the link who is not signed in.
fn thank(street: &Street, token: &str, body: &Value) -> Call {
    street.app.post(&path(token)).json(body.to_string())
}

async fn thanks_mails(street: &Street) -> Vec<Value> {
    street.app.run_jobs().await;
    let mails = street.app.mails_to(&street.buyer.email).await;
    let is_thanks = |mail: &Value| {
        mail["subject"].as_str().is_some_and(|it| it.contains("thank") || it.contains("merci"))
    };
    mails.into_iter().filter(is_thanks).collect()
}

async fn claim(visitor: &Visitor<'_>, token: &str) {
    let claimed = visitor.call("POST", &format!("/api/v1/Gifts/{token}/claimed")).send().await;
    assert_eq!(claimed.status, 200, "{}", claimed.text());
}

#[tokio::test]
async fn thank_giver_emails_the_thanks_once_and_shows_them_to_both() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let seen = street.app.get(&format!("/api/v1/Gifts/{token}")).send().await.json();
    assert_eq!((&seen["thanks"], &seen["canThank"]), (&json!(null), &json!(true)));
    let words = json!({ "words": "Merci <3\nBob" });
    for _ in 0..2 {
        let reply = thank(&street, &token, &words).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(reply.header("cache-control"), "no-store");
        let gift = reply.json();
        assert_eq!(gift["thanks"]["words"], "Merci <3\nBob");
        assert_eq!((&gift["thanks"]["phrase"], &gift["canThank"]), (&json!(null), &json!(false)));
        assert!(gift["openedAt"].is_string(), "who thanks has opened it: {gift}");
    }
    thank(&street, &token, &json!({ "phrase": "LOVE_IT" })).send().await.error(409, "GIFT_THANKED");

    let mails = thanks_mails(&street).await;
    let [mail] = &mails[..] else { panic!("one mail: {mails:?}") };
    assert_eq!(mail["subject"], "Bob says thank you");
    let html = mail["html"].as_str().expect("html");
    assert!(html.contains("Merci &lt;3") && !html.contains("<3"), "{html}");
    let given = card_of(&street.owner().await, card).await;
    assert_eq!(given["thanks"]["words"], "Merci <3\nBob");
    let manager = street.manager().await;
    assert_eq!(card_of(&manager, card).await["thanks"], json!(null), "between the two");
}

#[tokio::test]
async fn thank_giver_writes_a_phrase_in_the_givers_language() {
    let street = Street::new().await;
    street.app.write("UPDATE person SET language = 'fr' WHERE id = $1", street.buyer.id).await;
    let (_, token) = give(&street).await;
    let call = thank(&street, &token, &json!({ "phrase": "LOVE_IT" })).header("cookie", "lang=en");
    assert_eq!(call.send().await.json()["thanks"]["phrase"], "LOVE_IT");
    let mails = thanks_mails(&street).await;
    assert_eq!(mails[0]["subject"], "Bob vous dit merci");
    assert!(mails[0]["text"].as_str().is_some_and(|text| text.contains("J’adore!")), "{mails:?}");
}

#[tokio::test]
async fn thank_giver_is_for_the_owner_once_the_gift_is_in_a_wallet() {
    let street = Street::new().await;
    let (_, token) = give(&street).await;
    let phrase = json!({ "phrase": "MADE_MY_DAY" });
    let owner = street.owner().await;
    owner.post(&path(&token), &phrase).send().await.error(409, "OWN_GIFT");
    let bob = street.app.sign_in(&street.app.consumer("bob").await).await;
    claim(&bob, &token).await;
    thank(&street, &token, &phrase).send().await.error(400, "GIFT_CLAIMED");
    owner.post(&path(&token), &phrase).send().await.error(400, "GIFT_CLAIMED");
    let thanked = bob.post(&path(&token), &phrase).send().await;
    assert_eq!(thanked.json()["thanks"]["phrase"], "MADE_MY_DAY");
    let seen = street.app.get(&format!("/api/v1/Gifts/{token}")).send().await.json();
    assert_eq!((&seen["thanks"], &seen["canThank"]), (&json!(null), &json!(false)));
    assert_eq!(thanks_mails(&street).await.len(), 1);
}

#[tokio::test]
async fn thank_giver_names_the_wrong_field_and_limits_senders() {
    let mut street = Street::new().await;
    street.app.expect_leftover_jobs();
    let (_, token) = give(&street).await;
    for (body, field) in [
        (json!({}), "phrase"),
        (json!({ "phrase": "HI" }), "phrase"),
        (json!({ "words": "x".repeat(301) }), "words"),
        (json!({ "phrase": "LOVE_IT", "words": "Hi" }), "words"),
    ] {
        let refused = thank(&street, &token, &body).send().await.error(400, "VALIDATION");
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
    let unknown = thank(&street, &"0".repeat(32), &json!({ "phrase": "LOVE_IT" }));
    unknown.send().await.error(404, "NOT_FOUND");
    for count in 0..20 {
        let (_, token) = give_to(&street, format!("bob{count}@shop.example").leak()).await;
        let reply = thank(&street, &token, &json!({ "phrase": "LOVE_IT" })).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    let late = thank(&street, &token, &json!({ "phrase": "LOVE_IT" })).send().await;
    late.error(429, "TOO_MANY_TRIES");
}

#[tokio::test]
async fn words_of_thanks_are_exported_and_erased_with_the_account_of_their_author() {
    let street = Street::new().await;
    let (_, token) = give(&street).await;
    let bob = street.app.sign_in(&street.app.consumer("bob").await).await;
    claim(&bob, &token).await;
    assert_eq!(bob.post(&path(&token), &json!({ "words": "Merci" })).send().await.status, 200);
    let export = bob.get("/api/v1/Accounts/me/export").send().await.json();
    assert_eq!(export["cards"][0]["thanks"]["words"], "Merci");
    let close = json!({ "password": PASSWORD, "acceptCardsByCode": true });
    let closed = bob.call("DELETE", "/api/v1/Accounts/me").json(close.to_string()).send().await;
    assert_eq!(closed.status, 204, "{}", closed.text());
    let words = "SELECT count(*) FROM card WHERE thanks_words IS NOT NULL";
    assert_eq!(street.app.count(words).await, 0);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn gift_sent_to_another_address_takes_the_thanks_of_its_new_recipient() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    assert_eq!(thank(&street, &token, &json!({ "phrase": "LOVE_IT" })).send().await.status, 200);
    assert_eq!(thanks_mails(&street).await.len(), 1);
    let owner = street.owner().await;
    let elsewhere = json!({ "recipientEmail": "cy@shop.example" });
    let resend = owner.post(&format!("/api/v1/Cards/{card}/resend-gift-card"), &elsewhere);
    assert_eq!(resend.send().await.status, 204);
    assert_eq!(card_of(&owner, card).await["thanks"], json!(null));
    let token = street.app.gift_token("cy@shop.example").await;
    let thanked = thank(&street, &token, &json!({ "phrase": "THANK_YOU" })).send().await;
    assert_eq!(thanked.status, 200, "{}", thanked.text());
    assert_eq!(thanks_mails(&street).await.len(), 2);
}

#[tokio::test]
async fn thank_giver_refuses_when_the_givers_account_is_closed() {
    let street = Street::new().await;
    let (_, token) = give(&street).await;
    let close = json!({ "password": PASSWORD, "acceptCardsByCode": false });
    let owner = street.owner().await;
    let closed = owner.call("DELETE", "/api/v1/Accounts/me").json(close.to_string()).send().await;
    assert_eq!(closed.status, 204, "{}", closed.text());
    let refused = thank(&street, &token, &json!({ "phrase": "LOVE_IT" })).send().await;
    refused.error(409, "NO_GIVER");
    street.app.run_jobs().await;
}
