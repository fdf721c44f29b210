//! Tests of repeated cart requests, from a browser that got no reply or from several tabs at once.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Market, add, cart, count};
use crate::support::Visitor;

async fn send_local(visitor: &Visitor<'_>, items: &[Value]) -> Value {
    let form = json!({ "isLocal": true, "cartDetails": items });
    let reply = visitor.post("/api/v1/Carts/items", &form).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[tokio::test]
async fn add_items_merges_a_repeated_local_cart_once() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let local = [market.plain(), market.plain(), market.gift()];
    let first = send_local(&ann, &local).await;
    assert_eq!(count(&first), 3, "equal things in one cart are as many things");
    assert_eq!(send_local(&ann, &local).await, first);

    let other = [market.plain(), market.for_a_cause()];
    assert_eq!(count(&send_local(&ann, &other).await), 5, "another local cart");
    market.app.hands.advance(Duration::from_secs(121));
    assert_eq!(count(&send_local(&ann, &local).await), 8, "later it is another wish for the same");
}

#[tokio::test]
async fn add_items_accepts_a_removed_item_again() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let there = send_local(&ann, &[market.plain()]).await;
    let id = there["cartDetails"][0]["id"].as_str().expect("an id");
    ann.call("DELETE", &format!("/api/v1/Carts/items/{id}")).send().await;
    assert_eq!(count(&send_local(&ann, &[market.plain()]).await), 1);
}

#[tokio::test]
async fn add_items_adds_a_keyed_item_only_once() {
    let market = Market::new().await;
    let (ann, bob) = (market.buyer("ann").await, market.buyer("bob").await);
    let mut keyed = market.plain();
    keyed["key"] = json!("6f1c");
    add(&ann, &[keyed.clone()]).await;
    market.app.hands.advance(Duration::from_secs(300));
    assert_eq!(count(&add(&ann, &[keyed.clone()]).await.json()), 1);
    assert_eq!(count(&send_local(&ann, &[keyed.clone(), market.gift()]).await), 2);
    assert_eq!(count(&add(&bob, &[keyed.clone()]).await.json()), 1, "another person's key");

    let sold = "UPDATE cart SET state = 'SOLD'";
    market.app.app.db.write(move |tx| tx.execute(sold, &[])).await.expect("sold");
    assert_eq!(count(&add(&ann, &[keyed]).await.json()), 0, "it was bought");
}

#[tokio::test(flavor = "multi_thread")]
async fn add_items_fills_one_cart_from_concurrent_tabs() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let mut tabs = JoinSet::new();
    for _ in 0..12 {
        let form = json!({ "cartDetails": [market.plain()] });
        tabs.spawn(ann.post("/api/v1/Carts/items", &form).send());
    }
    while let Some(reply) = tabs.join_next().await {
        assert_eq!(reply.expect("an answer").status, 200);
    }
    assert_eq!(count(&cart(&ann).await), 12);
    assert_eq!(market.app.count("SELECT count(*) FROM cart").await, 1);
}
