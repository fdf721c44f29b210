//! A counter at which much was redeemed in the last hour.

use db::Engine;
use funray::error::Error;
use serde_json::json;

use super::plans::plan;
use crate::cards::{Street, redeem, set_counter};

const REDEMPTIONS: usize = 20;

#[tokio::test(flavor = "multi_thread")]
async fn redeem_counts_nothing_where_nothing_is_limited() {
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
    let facts = statements.iter().find(|statement| statement.sql.starts_with("WITH moved"));
    let mut facts = facts.expect("the facts are asked").clone();
    if street.app.app.db.engine() == Engine::Sqlite {
        let plan = plan(&street.app, &facts).await;
        let finds = |line: &String| line.starts_with("SEARCH t ") && line.contains("(vendor_id=?");
        assert!(plan.iter().any(finds), "{}", plan.join("\n"));
    } else {
        facts.sql.insert_str(0, "EXPLAIN (ANALYZE, TIMING OFF) ");
        let explained = move |tx: &mut db::Tx<'_>| tx.rows(&facts.sql, &facts.params);
        let plan: Result<Vec<(String,)>, Error> =
            street.app.app.db.read(move |tx| Ok(explained(tx)?)).await;
        let lines: Vec<String> = plan.expect("a plan").into_iter().map(|(line,)| line).collect();
        let of_movements = |line: &&String| line.contains(" on transfer");
        let is_empty =
            |line: &String| line.contains("rows=0 loops") || line.contains("never executed");
        let mut found = lines.iter().filter(of_movements).peekable();
        assert!(found.peek().is_some() && found.all(is_empty), "{}", lines.join("\n"));
    }
    street.app.run_jobs().await;
}
