//! Many at one card at once: each cent leaves it once.

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Street, card_of, history, redeem};
use crate::support::{Reply, Visitor};

async fn all(calls: impl IntoIterator<Item = crate::support::Call>) -> Vec<Reply> {
    let mut running = JoinSet::new();
    for call in calls {
        running.spawn(call.send());
    }
    running.join_all().await
}

/// Few while people wait for the tests, many by `make soak`.
fn rounds() -> usize {
    if std::env::var_os("SOAK").is_some() { 50 } else { 5 }
}

fn succeeded(replies: &[Reply]) -> usize {
    replies.iter().filter(|reply| reply.status == 200).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_redeem_a_dollar_each_of_twenty_five() {
    let street = Street::new().await;
    let clerk = street.employee().await;
    for _ in 0..rounds() {
        let card = street.card(25).await;
        let replies = all((0..200).map(|_| redeem(&clerk, card, json!(1)))).await;
        assert_eq!(succeeded(&replies), 25);
        for refused in replies.iter().filter(|reply| reply.status != 200) {
            refused.error(400, "VALIDATION");
        }
        assert_eq!(card_of(&clerk, card).await["cardBalance"], 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_is_one_redemption_however_often_it_is_sent() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    let send = |value: Value| redeem(&clerk, card, value).header("idempotency-key", "k-1");
    let replies = all((0..64).map(|_| send(json!(3)))).await;
    assert_eq!(succeeded(&replies), 64);
    let first = replies[0].json();
    assert!(replies.iter().all(|reply| reply.json() == first), "all heard the same");
    assert_eq!(history(&clerk, card).await.len(), 2, "the sale and one redemption");

    send(json!(4)).send().await.error(422, "KEY_REUSED");
    let other_card = street.card(50).await;
    redeem(&clerk, other_card, json!(3))
        .header("idempotency-key", "k-1")
        .send()
        .await
        .error(422, "KEY_REUSED");
    let manager = street.manager().await;
    let others = redeem(&manager, card, json!(3)).header("idempotency-key", "k-1").send().await;
    assert_eq!(others.json()["balance"], 19, "another person's key is another key");
    for wrong in ["", " ", &"x".repeat(101)] {
        let call = redeem(&clerk, card, json!(1)).header("idempotency-key", wrong);
        call.send().await.error(400, "VALIDATION");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_holds_for_what_is_paid_out_and_put_right_too() {
    let street = Street::new().await;
    let (card, clerk, manager) =
        (street.card(25).await, street.employee().await, street.manager().await);
    let redeemed = redeem(&clerk, card, json!(21)).send().await.json();
    let transfer = redeemed["transactionId"].as_str().expect("an id");
    let reversal = format!("/api/v1/Cards/{card}/transactions/{transfer}/reversed");
    let reverse = |reason: &str| {
        manager.put(&reversal, &json!({ "reason": reason })).header("idempotency-key", "k-3")
    };
    let replies = all((0..16).map(|_| reverse("a slip"))).await;
    assert_eq!(succeeded(&replies), 16);
    assert!(replies.iter().all(|reply| reply.json()["balance"] == 25));
    reverse("another").send().await.error(422, "KEY_REUSED");
    assert_eq!(history(&clerk, card).await.len(), 3, "sold, redeemed, reversed");

    redeem(&clerk, card, json!(21)).send().await.json();
    let pay_out = || {
        let path = format!("/api/v1/Cards/{card}/cashed-out");
        clerk.call("PUT", &path).header("idempotency-key", "k-4")
    };
    let replies = all((0..16).map(|_| pay_out())).await;
    assert_eq!(succeeded(&replies), 16);
    assert!(replies.iter().all(|reply| reply.json()["value"] == 4));
    assert_eq!(history(&clerk, card).await.len(), 5);
}

#[tokio::test]
async fn what_was_refused_under_a_key_can_be_tried_again() {
    let street = Street::new().await;
    let (card, clerk, sue) =
        (street.card(25).await, street.employee().await, street.super_administrator().await);
    let send = || redeem(&clerk, card, json!(3)).header("idempotency-key", "k-2").send();
    sue.call("PUT", &format!("/api/v1/Cards/{card}/deactived")).send().await;
    send().await.error(400, "CARD_DEACTIVATED");
    sue.call("PUT", &format!("/api/v1/Cards/{card}/reactivated")).send().await;
    assert_eq!(send().await.json()["balance"], 22);
    assert_eq!(send().await.json()["balance"], 22);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leaves_a_card_once_it_is_frozen() {
    let street = Street::new().await;
    let (clerk, sue) = (street.employee().await, street.super_administrator().await);
    for _ in 0..5 {
        let card = street.card(100).await;
        let freeze = sue.call("PUT", &format!("/api/v1/Cards/{card}/deactived"));
        let redeems = (0..20).map(|_| redeem(&clerk, card, json!(1)));
        let replies = all(redeems.chain([freeze])).await;
        let left = card_of(&clerk, card).await["cardBalance"].as_i64().expect("dollars");
        let redeemed = succeeded(&replies) as i64 - 1;
        assert_eq!(left, 100 - redeemed, "what was redeemed came before the freezing");
        redeem(&clerk, card, json!(1)).send().await.error(400, "CARD_DEACTIVATED");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redemption_is_reversed_once_by_many_managers() {
    let street = Street::new().await;
    let (card, clerk, manager) =
        (street.card(25).await, street.employee().await, street.manager().await);
    let redeemed = redeem(&clerk, card, json!(20)).send().await.json();
    let path = format!(
        "/api/v1/Cards/{card}/transactions/{}/reversed",
        redeemed["transactionId"].as_str().expect("an id")
    );
    let reverse = |manager: &Visitor<'_>| manager.put(&path, &json!({ "reason": "x" }));
    let replies = all((0..16).map(|_| reverse(&manager))).await;
    assert_eq!(succeeded(&replies), 1);
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 25);
}
