//! What a shop does touches that shop's machine only: each statement names the column by which the rows of its tables are spread.

use serde_json::json;

use super::plans::{tables, words};
use crate::support::{
    Call, TestApp,
    cards::Purchase,
    partitions::{Spread, spread},
};

/// The spread tables of a statement whose column it doesn't name.
fn without_shard(sql: &str) -> Vec<&'static str> {
    let words = words(sql);
    let spread = spread();
    let compared = |name: &str| {
        words.iter().enumerate().any(|(at, word)| {
            let is_left = matches!(words.get(at + 1), Some(&("=" | "IN")));
            *word == name && (is_left || at > 0 && words[at - 1] == "=")
        })
    };
    let read = tables(sql).into_iter().map(|(alias, table)| {
        let is_named = move |column: &str| {
            compared(&format!("{alias}.{column}")) || alias == table && compared(column)
        };
        (table, is_named)
    });
    let missing_in_read = read.filter_map(|(table, is_named)| {
        spread.iter().find(|one| one.table == table && !is_named(one.column))
    });
    let inserted = words.iter().position(|word| *word == "INTO");
    let inserted =
        inserted.map(|at| words[at + 1..].split(|word| word.starts_with(char::is_uppercase)));
    let inserted = inserted.and_then(|mut parts| parts.next()).unwrap_or_default();
    let missing_in_insert = spread
        .iter()
        .filter(|one| inserted.first() == Some(&one.table) && !inserted.contains(&one.column));
    missing_in_read.chain(missing_in_insert).map(|Spread { table, .. }| *table).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_of_a_shop_name_the_vendor_of_all_they_touch() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let ann = app.consumer("ann").await;
    let cards = app.sell_all(&ann, vec![Purchase::of(shop, 100)]).await;
    app.run_jobs().await;
    let clerk = app.employee_of(shop, "otto").await;
    let clerk = app.sign_in(&clerk).await;
    let manager = app.manager_of(shop, "mary").await;
    let manager = app.sign_in(&manager).await;
    let card = &cards[0];
    let number = app.number_of(card).await;
    let path = format!("/api/v1/Cards/{card}/redeemed");
    let named = clerk.put(&path, &json!({ "value": 2 })).header("idempotency-key", "call");
    let mut calls: Vec<(&str, Call)> = vec![
        ("look up a card", clerk.get(&format!("/api/v1/Cards/codes/{number}"))),
        ("redeem without a key", clerk.put(&path, &json!({ "value": 1 }))),
        ("redeem", named),
    ];
    for who in [&clerk, &manager] {
        for query in ["", "?searchText=ann", "?orderBy=createdAt", "?orderBy=cardBalance"] {
            calls.push(("list cards", who.get(&format!("/api/v1/Cards{query}"))));
        }
        calls.push(("find a card", who.get(&format!("/api/v1/Cards?searchText={number}"))));
    }
    calls.push(("list approvals", manager.get("/api/v1/Approvals")));
    calls.push(("report", manager.get(&format!("/api/v1/Report/vendor?vendorId={shop}"))));
    let mut wrong = Vec::new();
    for (name, call) in calls {
        let (reply, statements) = app.recorded(call).await;
        assert!(reply.status.is_success(), "{name}: {}", reply.text());
        for statement in statements {
            let without = without_shard(&statement.sql);
            if !without.is_empty() {
                wrong.push(format!("{name}: {without:?} without its column in\n{}", statement.sql));
            }
        }
    }
    app.run_jobs().await;
    assert!(wrong.is_empty(), "these ask every machine of a cluster:\n{}", wrong.join("\n\n"));
}

#[test]
fn without_shard_finds_statements_that_ask_every_machine() {
    for (sql, tables) in [
        ("SELECT balance FROM card WHERE vendor_id = $1 AND id = $2", &[][..]),
        ("SELECT k.vendor_id FROM card k WHERE k.id = $1", &["card"]),
        ("SELECT k.id FROM card k WHERE k.vendor_id IN ($1, $2)", &[]),
        ("SELECT 1 FROM card k JOIN transfer t ON t.vendor_id = k.vendor_id", &[]),
        ("SELECT 1 FROM card k JOIN entry e ON e.id = k.id WHERE k.vendor_id = $1", &["entry"]),
        ("UPDATE card SET balance = $1 WHERE id = $2", &["card"]),
        ("INSERT INTO unsealed (vendor_id, transfer_id) VALUES ($1, $2)", &[]),
        ("INSERT INTO unsealed (transfer_id) SELECT vendor_id FROM tenant", &["unsealed"]),
        ("SELECT card_id FROM card_lookup WHERE key_hash = $1", &[]),
        ("SELECT card_id FROM card_lookup WHERE card_id = $1", &["card_lookup"]),
        ("SELECT id FROM tenant WHERE id = $1", &[]),
    ] {
        assert_eq!(without_shard(sql), tables, "{sql}");
    }
}
