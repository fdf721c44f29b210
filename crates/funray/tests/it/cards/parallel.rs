//! Tests of concurrent calls with one card: no cent may be spent twice.

use db::{Tx, params};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Street, card_of, history, redeem, set_counter};
use crate::support::{Reply, Visitor};

async fn all(calls: impl IntoIterator<Item = crate::support::Call>) -> Vec<Reply> {
    let mut running = JoinSet::new();
    for call in calls {
        running.spawn(call.send());
    }
    running.join_all().await
}

/// Returns the number of rounds: few in ordinary runs, more in `make soak`.
fn rounds() -> usize {
    if std::env::var_os("SOAK").is_some() { 50 } else { 5 }
}

fn succeeded(replies: &[Reply]) -> usize {
    replies.iter().filter(|reply| reply.status == 200).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn redeem_never_overdraws_a_card_under_concurrency() {
    let street = Street::new().await;
    let clerk = street.employee().await;
    let unlimited = json!({ "isPaceLimited": false });
    set_counter(&street.manager().await, street.shop, unlimited).await;
    for _ in 0..rounds() {
        let card = street.card(25).await;
        clerk.sees(card).await;
        let replies = all((0..200).map(|key| {
            redeem(&clerk, card, json!(1)).header("idempotency-key", &format!("{card}-{key}"))
        }))
        .await;
        assert_eq!(succeeded(&replies), 25);
        for refused in replies.iter().filter(|reply| reply.status != 200) {
            refused.error(400, "VALIDATION");
        }
        assert_eq!(card_of(&clerk, card).await["cardBalance"], 0);
    }
    street.app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn redeem_with_one_idempotency_key_posts_one_transfer() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    clerk.sees(card).await;
    let send = |value: Value| redeem(&clerk, card, value).header("idempotency-key", "k-1");
    let replies = all((0..64).map(|_| send(json!(3)))).await;
    assert_eq!(succeeded(&replies), 64);
    let first = replies[0].json();
    assert!(replies.iter().all(|reply| reply.json() == first), "all heard the same");
    assert_eq!(history(&clerk, card).await.len(), 2, "the sale and one redemption");

    send(json!(4)).send().await.error(422, "KEY_REUSED");
    let other_card = street.card(50).await;
    clerk.sees(other_card).await;
    redeem(&clerk, other_card, json!(3))
        .header("idempotency-key", "k-1")
        .send()
        .await
        .error(422, "KEY_REUSED");
    let manager = street.manager().await;
    manager.sees(card).await;
    let others = redeem(&manager, card, json!(3)).header("idempotency-key", "k-1").send().await;
    assert_eq!(others.json()["balance"], 19, "another person's key is another key");
    for wrong in ["", " ", &"x".repeat(101)] {
        let call = redeem(&clerk, card, json!(1)).header("idempotency-key", wrong);
        call.send().await.error(400, "VALIDATION");
    }
    street.app.run_jobs().await;
}

/// During an upgrade, nodes of the older release store idempotency keys without a vendor, and newer
/// nodes look keys up by vendor. A redemption repeated under one key must still happen only once.
#[tokio::test]
async fn redeem_under_one_key_is_done_once_by_nodes_of_two_releases() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    clerk.sees(card).await;
    let call = || redeem(&clerk, card, json!(3)).header("idempotency-key", "k-1");
    let first = call().send().await.json();
    let shop = street.shop;
    let kept = move |tx: &mut Tx<'_>| {
        let older = "SELECT reply FROM idempotency WHERE person_id = (SELECT person_id FROM idempotency) AND key = 'k-1'";
        tx.one::<(String,)>(older, &[])?;
        let again = "INSERT INTO idempotency (person_id, key, request_hash, reply, created_at)
                     SELECT person_id, key, '', '', created_at FROM idempotency";
        let refused = tx.savepoint(|tx| tx.execute(again, &[]));
        assert!(matches!(refused, Err(db::Error::Unique { .. })), "{refused:?}");
        let newer = "SELECT key FROM idempotency WHERE vendor_id = $1";
        tx.one::<(String,)>(newer, params![shop])
    };
    let (key,) = street.app.app.db.write(kept).await.expect("older and newer nodes find it");
    assert_eq!(key, "k-1");

    let older = "UPDATE idempotency SET vendor_id = 'platform'";
    street.app.app.db.write(move |tx| tx.execute(older, &[])).await.expect("as an older node does");
    assert_eq!(call().send().await.json(), first);
    assert_eq!(history(&clerk, card).await.len(), 2, "the sale and one redemption");
    street.app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cash_out_and_reverse_redemption_respect_idempotency_keys() {
    let street = Street::new().await;
    let (card, clerk, manager) =
        (street.card(25).await, street.employee().await, street.manager().await);
    clerk.sees(card).await;
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

    redeem(&clerk, card, json!(21)).header("idempotency-key", "k-5").send().await.json();
    let pay_out = || {
        let path = format!("/api/v1/Cards/{card}/cashed-out");
        clerk.call("PUT", &path).header("idempotency-key", "k-4")
    };
    let replies = all((0..16).map(|_| pay_out())).await;
    assert_eq!(succeeded(&replies), 16);
    assert!(replies.iter().all(|reply| reply.json()["value"] == 4));
    assert_eq!(history(&clerk, card).await.len(), 5);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_can_be_retried_with_its_idempotency_key_after_a_refusal() {
    let street = Street::new().await;
    let (card, clerk, sue) =
        (street.card(25).await, street.employee().await, street.super_administrator().await);
    clerk.sees(card).await;
    let send = || redeem(&clerk, card, json!(3)).header("idempotency-key", "k-2").send();
    sue.call("PUT", &format!("/api/v1/Cards/{card}/deactived")).send().await;
    send().await.error(400, "CARD_DEACTIVATED");
    let una = street.app.super_administrator("una").await;
    let una = street.app.sign_in(&una).await;
    una.call("PUT", &format!("/api/v1/Cards/{card}/reactivated")).send().await;
    assert_eq!(send().await.json()["balance"], 22);
    assert_eq!(send().await.json()["balance"], 22);
    street.app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn freeze_card_stops_concurrent_redemptions() {
    let street = Street::new().await;
    let (clerk, sue) = (street.employee().await, street.super_administrator().await);
    set_counter(&sue, street.shop, json!({ "isPaceLimited": false })).await;
    for _ in 0..5 {
        let card = street.card(100).await;
        clerk.sees(card).await;
        let freeze = sue.call("PUT", &format!("/api/v1/Cards/{card}/deactived"));
        let redeems = (0..20).map(|key| {
            redeem(&clerk, card, json!(1)).header("idempotency-key", &format!("{card}-{key}"))
        });
        let replies = all(redeems.chain([freeze])).await;
        let left = card_of(&clerk, card).await["cardBalance"].as_i64().expect("dollars");
        let redeemed = succeeded(&replies) as i64 - 1;
        assert_eq!(left, 100 - redeemed, "what was redeemed came before the freezing");
        redeem(&clerk, card, json!(1)).send().await.error(400, "CARD_DEACTIVATED");
    }
    street.app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reverse_redemption_succeeds_once_under_concurrency() {
    let street = Street::new().await;
    let (card, clerk, manager) =
        (street.card(25).await, street.employee().await, street.manager().await);
    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(20)).send().await.json();
    let path = format!(
        "/api/v1/Cards/{card}/transactions/{}/reversed",
        redeemed["transactionId"].as_str().expect("an id")
    );
    let reverse = |manager: &Visitor<'_>| manager.put(&path, &json!({ "reason": "x" }));
    let replies = all((0..16).map(|_| reverse(&manager))).await;
    assert_eq!(succeeded(&replies), 1);
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 25);
    street.app.run_jobs().await;
}
