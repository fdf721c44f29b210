//! Tests for a cluster with several database machines. Calls of a shop must use only the shop's
//! machine, and calls of a buyer only the buyer's. Each statement therefore names the distribution
//! column of its tables.

use platform::distribution::PLAN;
use serde_json::{Value, json};

use super::{
    colocation::fault,
    plans::{tables, words},
};
use crate::cards::{Street, approval_of, redeem, set_counter};
use crate::support::{
    Call, PASSWORD, TestApp,
    cards::Purchase,
    till::{APPROVED, Till, pay_call, payment},
};

/// Returns the distributed tables that a statement uses without naming their distribution column.
fn without_shard(sql: &str) -> Vec<&'static str> {
    let words = words(sql);
    let spread = PLAN.spread;
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
    missing_in_read.chain(missing_in_insert).map(|one| one.table).collect()
}

/// Describes a statement that a cluster would refuse.
fn refused(name: &str, sql: &str) -> Option<String> {
    fault(sql).map(|fault| format!("{name}: a cluster refuses ({fault:?})\n{sql}"))
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
            wrong.extend(refused(name, &statement.sql));
        }
    }
    app.run_jobs().await;
    assert!(wrong.is_empty(), "these ask every machine of a cluster:\n{}", wrong.join("\n\n"));
}

/// Each statement that locks a row must name its vendor. Otherwise the cluster doesn't know the
/// row's machine and refuses the lock.
#[tokio::test(flavor = "multi_thread")]
async fn locks_name_the_vendor_of_their_row() {
    const BOB: &str = "bob@shop.example";
    let street = Street::new().await;
    let gift = street.app.sell(&street.buyer, Purchase::of(street.shop, 50).given_to(BOB)).await;
    let token = street.app.gift_token(BOB).await;
    let card = street.card(100).await;
    let (manager, clerk, ann) =
        (street.manager().await, street.employee().await, street.owner().await);
    let sue = street.super_administrator().await;
    for visitor in [&sue, &clerk, &manager] {
        visitor.sees(card).await;
    }
    set_counter(&manager, street.shop, json!({ "singleAmount": 1 })).await;
    let withdrawn = text(&approval_of(&clerk, redeem(&clerk, card, json!(3))).await["id"]);
    let mut wrong = Vec::new();
    let mut ask = async |call: Call| {
        let (reply, statements) = street.app.recorded(call).await;
        assert!(reply.status.is_success(), "{}", reply.text());
        let locks = statements.into_iter().filter(|one| one.sql.contains(" FOR UPDATE"));
        wrong.extend(locks.map(|one| one.sql).filter(|sql| !without_shard(sql).is_empty()));
    };
    ask(clerk.call("POST", &format!("/api/v1/Approvals/{withdrawn}/withdrawn"))).await;
    let asked = text(&approval_of(&clerk, redeem(&clerk, card, json!(2))).await["id"]);
    ask(manager.call("POST", &format!("/api/v1/Approvals/{asked}/approved"))).await;
    let form = json!({ "value": 1, "reason": "The till was broken" });
    ask(sue.put(&format!("/api/v1/Cards/{card}/redeemed"), &form)).await;
    let una = street.app.super_administrator("una").await;
    let una = street.app.sign_in(&una).await;
    for (who, change) in [(&sue, "deactived"), (&una, "reactivated")] {
        let form = json!({ "reason": "It was lost" });
        ask(who.put(&format!("/api/v1/Cards/{card}/{change}"), &form)).await;
    }
    let again = json!({ "recipientEmail": BOB });
    ask(ann.post(&format!("/api/v1/Cards/{gift}/resend-gift-card"), &again)).await;
    let bob = street.app.consumer("bob").await;
    let bob = street.app.sign_in(&bob).await;
    ask(bob.call("POST", &format!("/api/v1/Gifts/{token}/claimed"))).await;
    street.app.run_jobs().await;
    assert!(wrong.is_empty(), "refused on a cluster:\n{}", wrong.join("\n\n"));
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

/// Statements in a person's calls that may read other people's rows: payments from the same IP
/// address, and the order of a card. Cards are stored by vendor, not by person.
const OF_OTHERS: [&str; 2] = [
    "SELECT person_id FROM payment_attempt WHERE client = $1",
    "JOIN orders b ON b.person_id = p.buyer_id AND b.id = p.order_id",
];

/// Returns the tables distributed by person that a statement uses without naming the person. The
/// statement must name the column `person_id` of each of these tables, and compare at least one of
/// them with a parameter or a subquery.
fn without_person(sql: &str) -> Vec<&'static str> {
    let spread = PLAN.spread;
    let is_of_people = |table: &&str| {
        spread.iter().any(|one| {
            one.table == *table && (one.column == "person_id" || one.table == "payment_lookup")
        })
    };
    let mut missing: Vec<&str> = without_shard(sql).into_iter().filter(is_of_people).collect();
    let words = words(sql);
    let is_bound = words.windows(3).any(|three| {
        three[0].rsplit('.').next() == Some("person_id")
            && three[1] == "="
            && (three[2].starts_with('$') || three[2] == "SELECT")
    });
    let read = tables(sql).into_iter().map(|(_, table)| table);
    let of_people = spread.iter().filter(|one| one.column == "person_id").map(|one| one.table);
    let read: Vec<&str> = read.collect();
    if !is_bound && !sql.starts_with("INSERT INTO") {
        missing.extend(of_people.filter(|table| read.contains(table)));
    }
    missing.retain(|_| !OF_OTHERS.iter().any(|known| sql.contains(known)));
    missing
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_of_a_person_name_them_in_all_they_touch() {
    let till = Till::new().await;
    let (app, ann) = (&till.app, till.visitor().await);
    let form = json!({ "email": till.ann.email, "password": PASSWORD });
    let mut wrong = Vec::new();
    let mut ask = async |name: &str, call: Call| -> Value {
        let (reply, statements) = app.recorded(call).await;
        assert!(reply.status.is_success(), "{name}: {}", reply.text());
        for statement in statements {
            let without = without_person(&statement.sql);
            if !without.is_empty() {
                wrong.push(format!("{name}: {without:?} of nobody in\n{}", statement.sql));
            }
            wrong.extend(refused(name, &statement.sql));
        }
        if reply.text().is_empty() { Value::Null } else { reply.json() }
    };
    ask("sign in", app.post("/api/v1/OAuth/login").json(form.to_string())).await;
    let item = json!({ "vendorId": till.shop, "price": 25 });
    let two = json!({ "cartDetails": [item, item] });
    let named = ann.post("/api/v1/Carts/items", &two).header("idempotency-key", "call");
    let cart = ask("add to the cart", named).await;
    let items = cart["cartDetails"].as_array().expect("items").clone();
    let id = |item: &Value| item["id"].as_str().expect("an id").to_owned();
    let change =
        json!({ "cartDetails": [{ "id": id(&items[0]), "vendorId": till.shop, "price": 50 }] });
    ask("change the cart", ann.put("/api/v1/Carts/items", &change)).await;
    let remove = ann.call("DELETE", &format!("/api/v1/Carts/items/{}", id(&items[1])));
    ask("remove from the cart", remove).await;
    let cart = ask("look at the cart", ann.get("/api/v1/Carts/me")).await;
    let number = cart["id"].as_str().expect("an id").to_owned();
    let mut form = payment(&number, &till.token(APPROVED).await);
    form["amount"] = json!(50);
    ask("check out", pay_call(&ann, &form)).await;
    ask("check out again", pay_call(&ann, &form)).await;
    let orders = ask("list orders", ann.get("/api/v1/Orders/me")).await;
    let order = orders["items"][0]["id"].as_str().expect("an order").to_owned();
    for name in [&order, &number] {
        ask("open an order", ann.get(&format!("/api/v1/Orders/{name}"))).await;
    }
    ask("list own cards", ann.get("/api/v1/Cards")).await;
    ask("keep the wallet", ann.get("/api/v1/Cards/wallet")).await;
    ask("own sessions", ann.get("/api/v1/Accounts/me/sessions")).await;
    let refresh = format!("/api/v1/OAuth/silent-login/{}", ann.refresh);
    ask("refresh", app.post(&refresh).from("198.51.100.7")).await;
    ask("end other sessions", ann.call("DELETE", "/api/v1/Accounts/me/sessions")).await;
    app.run_jobs().await;
    assert!(wrong.is_empty(), "these ask every machine of a cluster:\n{}", wrong.join("\n\n"));
}

#[test]
fn without_person_finds_statements_without_a_person() {
    for (sql, tables) in [
        ("SELECT id FROM cart WHERE person_id = $1", &[][..]),
        (
            "SELECT o.id FROM orders o JOIN cart c ON c.person_id = o.person_id WHERE o.id = $1",
            &["cart", "orders"],
        ),
        ("UPDATE session SET seed = $1 WHERE id = $2", &["session", "session"]),
        ("INSERT INTO orders (person_id, id) VALUES ($1, $2)", &[]),
        ("INSERT INTO orders (id) VALUES ($2)", &["orders"]),
        (
            "SELECT id FROM payment_attempt WHERE person_id = (SELECT l.person_id FROM payment_lookup l WHERE l.key IN ($1))",
            &[],
        ),
        ("SELECT key FROM payment_lookup WHERE attempt_id = $1", &["payment_lookup"]),
        ("SELECT id FROM card WHERE id = $1", &[]),
    ] {
        let mut found = without_person(sql);
        found.sort_unstable();
        assert_eq!(found, tables, "{sql}");
    }
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
