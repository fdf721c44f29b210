//! Redemptions at a counter that has redeemed many cards in the last hour.

use db::Engine;
use serde_json::json;

use super::plans::plan;
use crate::cards::{Street, redeem, set_counter};

const REDEMPTIONS: usize = 20;

#[tokio::test(flavor = "multi_thread")]
async fn redeem_counts_the_last_hour_along_an_index() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    set_counter(&manager, street.shop, json!({ "isPaceLimited": false })).await;
    let card = street.card(100).await;
    clerk.sees(card).await;
    for place in 0..REDEMPTIONS {
        let call = redeem(&clerk, card, json!(1)).header("idempotency-key", &place.to_string());
        assert_eq!(call.send().await.status, 200);
    }
    let last = redeem(&clerk, card, json!(2)).header("idempotency-key", "last");
    let (reply, statements) = street.app.recorded(last).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let facts = statements.iter().find(|statement| statement.sql.starts_with("WITH earlier"));
    let facts = facts.expect("the facts are asked").clone();
    if street.app.app.db.engine() == Engine::Sqlite {
        let plan = plan(&street.app, &facts).await;
        let index = "SEARCH t USING INDEX transfer_at_counter (vendor_id=? AND actor=?";
        let finds = |line: &String| line.starts_with(index);
        assert!(plan.iter().any(finds), "{}", plan.join("\n"));
    }
    street.app.run_jobs().await;
}
