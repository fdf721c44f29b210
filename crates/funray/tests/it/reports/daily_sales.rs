//! Tests of the daily notice: each morning, the managers of a shop get one notice about the sales
//! of the day before.

use std::sync::Arc;

use finance::reports;
use platform::app::App;
use serde_json::{Value, json};

use super::Town;
use crate::support::Visitor;

async fn notify(app: &Arc<App>) {
    reports::notify_of_yesterday(app.clone()).await.expect("looked for");
}

async fn notices(who: &Visitor<'_>) -> Vec<Value> {
    let reply = who.get("/api/v1/Notices").send().await;
    reply.json()["items"].as_array().unwrap_or_else(|| panic!("{}", reply.text())).clone()
}

#[tokio::test]
async fn notify_of_yesterday_tells_each_shop_of_its_day_once() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let bella = town.app.manager_of(town.shops[1], "bella").await;
    town.sell(0, 100, Some(0)).await;
    town.sell(0, 25, None).await;
    town.at("2026-03-11T10:59:59Z");
    town.sell(1, 50, None).await;
    notify(&town.app.app).await;
    let manager = town.app.sign_in(&mary).await;
    assert_eq!(notices(&manager).await, [json!(null); 0], "it is not seven o'clock yet");
    town.at("2026-03-11T11:00:00Z");
    let other = town.app.another_node();
    tokio::join!(notify(&town.app.app), notify(&other));
    town.app
        .app
        .db
        .write(|tx| tx.execute("DELETE FROM daily_sales_notice", &[]))
        .await
        .expect("gone");
    notify(&other).await;
    let told = notices(&manager).await;
    assert_eq!(told.len(), 1, "{told:?}");
    for (field, expected) in [
        ("kind", json!("DAILY_SALES")),
        ("day", json!("2026-03-10")),
        ("cards", json!(2)),
        ("value", json!(125)),
        ("tenantName", json!("Maple Leaf Books")),
    ] {
        assert_eq!(told[0][field], expected, "{field}");
    }
    let baker = town.app.sign_in(&bella).await;
    assert_eq!(notices(&baker).await, [json!(null); 0], "nothing was sold there on that day");
    town.at("2026-03-12T11:00:00Z");
    notify(&town.app.app).await;
    let baker = town.app.sign_in(&bella).await;
    assert_eq!(notices(&baker).await[0]["cards"], 1);
    town.close().await;
}

#[tokio::test]
async fn notify_of_yesterday_looks_once_a_day() {
    let town = Town::new().await;
    town.sell(0, 100, None).await;
    town.at("2026-03-11T11:00:00Z");
    notify(&town.app.app).await;
    // A manager who joins later gets no notices about earlier days.
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    town.at("2026-03-11T12:00:00Z");
    notify(&town.app.app).await;
    let manager = town.app.sign_in(&mary).await;
    assert_eq!(notices(&manager).await, [json!(null); 0]);
    town.close().await;
}
