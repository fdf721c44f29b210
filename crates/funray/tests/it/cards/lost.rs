//! Tests of cards reported lost: the old code is invalid at once, and only the holder sees the new
//! one.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Street, card_of, look_up, redeem};
use crate::support::{Call, Visitor, cards::Purchase};

fn report(visitor: &Visitor<'_>, card: impl std::fmt::Display, form: &Value) -> Call {
    visitor.post(&format!("/api/v1/Cards/{card}/lost"), form)
}

async fn subjects(street: &Street, to: &str) -> Vec<Value> {
    street.app.run_jobs().await;
    let mails = street.app.mails_to(to).await;
    mails.into_iter().map(|mail| mail["subject"].clone()).collect()
}

const TOLD: &str = "Your card of Maple Leaf Books has a new code";

#[tokio::test]
async fn report_lost_by_the_holder_kills_the_old_code_and_number() {
    let street = Street::new().await;
    let (card, clerk, ann) = (street.card(50).await, street.employee().await, street.owner().await);
    let before = card_of(&ann, card).await;
    clerk.sees(card).await;
    let after = report(&ann, card, &json!({})).send().await.json();
    assert_ne!(after["qrCode"], before["qrCode"]);
    assert_ne!(after["cardNumber"], before["cardNumber"]);
    assert_eq!(after["cardBalance"], 50);
    for old in ["qrCode", "cardNumber"] {
        let text = before[old].as_str().expect("text");
        look_up(&clerk, text).await.error(404, "INVALID_CODE");
    }
    redeem(&clerk, card, json!(5)).send().await.error(409, "CARD_NOT_PRESENTED");
    let code = after["qrCode"].as_str().expect("a code");
    assert_eq!(look_up(&clerk, code).await.status, 200);
    assert_eq!(redeem(&clerk, card, json!(5)).send().await.status, 200);
    assert!(subjects(&street, "ann@shop.example").await.contains(&json!(TOLD)));
    let recorded = "SELECT count(*) FROM audit_entry WHERE action = 'CARD_REPLACED'";
    assert_eq!(street.app.count(recorded).await, 1);
}

#[tokio::test]
async fn report_lost_by_managers_and_support_needs_a_reason_and_shows_them_no_code() {
    let street = Street::new().await;
    let (card, manager, clerk) =
        (street.card(50).await, street.manager().await, street.employee().await);
    let adam = street.app.administrator("adam").await;
    let adam = street.app.sign_in(&adam).await;
    let why = json!({ "reason": "She called, and knew what she had bought" });
    report(&clerk, card, &why).send().await.error(403, "PERMISSION");
    let otis = street.app.manager_of(street.other_shop, "otis").await;
    report(&street.app.sign_in(&otis).await, card, &why).send().await.error(404, "NOT_FOUND");
    for visitor in [&manager, &adam] {
        let fields = report(visitor, card, &json!({})).send().await.wrong_fields();
        assert_eq!(fields["reason"], "Reason field is required.");
        let told = report(visitor, card, &why).send().await.json();
        assert_eq!(told["qrCode"], Value::Null, "{told}");
        assert!(
            told["cardNumber"].as_str().is_some_and(|number| number.starts_with('•')),
            "{told}"
        );
    }
    let told = subjects(&street, "ann@shop.example").await;
    assert_eq!(told.iter().filter(|subject| *subject == TOLD).count(), 2, "{told:?}");
}

#[tokio::test]
async fn report_lost_of_an_unclaimed_gift_is_its_givers_and_makes_another_link() {
    let street = Street::new().await;
    let gift = Purchase::of(street.shop, 25).given_to("bob@shop.example");
    let card = street.app.sell(&street.buyer, gift).await;
    street.app.run_jobs().await;
    let (ann, bob) = (street.owner().await, street.app.consumer("bob").await);
    let bob = street.app.sign_in(&bob).await;
    let link = street.app.gift_token("bob@shop.example").await;
    street.app.hands.advance(Duration::from_secs(1));
    assert_eq!(report(&ann, card, &json!({})).send().await.status, 200);
    assert!(subjects(&street, "bob@shop.example").await.contains(&json!(TOLD)));
    bob.get(&format!("/api/v1/Gifts/{link}")).send().await.error(404, "NOT_FOUND");
    let newer = street.app.gift_token("bob@shop.example").await;
    assert_ne!(newer, link);
    let claimed = bob.post(&format!("/api/v1/Gifts/{newer}/claimed"), &json!({})).send().await;
    assert_eq!(claimed.status, 200, "{}", claimed.text());
    report(&ann, card, &json!({})).send().await.error(403, "PERMISSION");
    assert_eq!(report(&bob, card, &json!({})).send().await.status, 200);
    street.app.run_jobs().await;
}
