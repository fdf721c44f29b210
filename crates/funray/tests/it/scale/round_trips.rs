//! Counts the SQL statements and round trips of calls on PostgreSQL. The numbers in
//! `tests/round-trips.txt` must not grow. `UPDATE_GOLDEN=1` writes lower ones.

use std::{collections::BTreeMap, fmt::Write as _, path::PathBuf};

use authorizenet::TransactionId;
use checkout::{
    disputes::reversals::{LookIntoCharge, look_into_charge},
    orders::LockedOrder,
};
use db::Engine;
use kernel::ids::JobId;
use serde_json::json;

use crate::support::{
    Call, PASSWORD, TestApp,
    cards::Purchase,
    till::{APPROVED, Till, pay_call, payment},
};

/// Number of SQL statements and number of round trips to the database.
type Cost = (usize, u64);

/// Suffix in the names of calls whose cost includes their jobs.
const WITH_JOBS: &str = ", with its jobs";

/// Number of times that each call is made. The first time costs more, because it also prepares the
/// statements.
const TRIES: usize = 3;

/// Returns the cost of the cheapest of several calls.
async fn cost(app: &TestApp, calls: Vec<Call>) -> Cost {
    let mut cheapest: Option<Cost> = None;
    for call in calls {
        let before = app.app.db.stats().round_trips;
        let (reply, statements) = app.recorded(call).await;
        assert!(reply.status.is_success(), "{}", reply.text());
        let cost = (statements.len(), app.app.db.stats().round_trips - before);
        cheapest = Some(cheapest.map_or(cost, |least| least.min(cost)));
    }
    cheapest.expect("a call")
}

/// Returns the cost of the cheapest of several calls, including the jobs and emails that the call
/// causes.
async fn cost_with_jobs(app: &TestApp, calls: Vec<Call>) -> Cost {
    let mut cheapest: Option<Cost> = None;
    for call in calls {
        let before = app.app.db.stats().round_trips;
        app.app.db.record();
        let reply = call.send().await;
        assert!(reply.status.is_success(), "{}", reply.text());
        app.run_jobs().await;
        let cost = (app.app.db.recorded().len(), app.app.db.stats().round_trips - before);
        cheapest = Some(cheapest.map_or(cost, |least| least.min(cost)));
    }
    cheapest.expect("a call")
}

async fn costs_at_the_counter(costs: &mut BTreeMap<&'static str, Cost>) {
    let app = TestApp::on_one_connection("").await;
    let shop = app.shop("Maple Leaf Books").await;
    let ann = app.consumer("ann").await;
    let cards = app.sell_all(&ann, vec![Purchase::of(shop, 100); TRIES]).await;
    app.run_jobs().await;
    let ann = app.sign_in(&ann).await;
    let otto = app.employee_of(shop, "otto").await;
    let clerk = app.sign_in(&otto).await;

    // The first request of each page reads the database, and later requests use the cache.
    let page = |size| app.get(&format!("/api/v1/Public/Vendors?pageSize={size}"));
    costs.insert("list shops", cost(&app, (1..=TRIES).map(page).collect()).await);
    costs.insert("list shops again", cost(&app, (1..=TRIES).map(page).collect()).await);
    let wallet = (0..TRIES).map(|_| ann.get("/api/v1/Cards")).collect();
    costs.insert("list own cards", cost(&app, wallet).await);
    let kept = (0..TRIES).map(|_| ann.get("/api/v1/Cards/wallet")).collect();
    costs.insert("keep the wallet", cost(&app, kept).await);

    let (mut looks, mut redeems, mut named) = (Vec::new(), Vec::new(), Vec::new());
    for (place, card) in cards.iter().enumerate() {
        let number = app.number_of(card).await;
        looks.push(clerk.get(&format!("/api/v1/Cards/codes/{number}")));
        let path = format!("/api/v1/Cards/{card}/redeemed");
        redeems.push(clerk.put(&path, &json!({ "value": 1 })));
        let call = clerk.put(&path, &json!({ "value": 2 }));
        named.push(call.header("idempotency-key", &format!("call {place}")));
    }
    costs.insert("look up a card", cost(&app, looks).await);
    costs.insert("redeem without a key", cost(&app, redeems).await);
    costs.insert("redeem", cost(&app, named).await);
    app.run_jobs().await;
    let path = |card| format!("/api/v1/Cards/{card}/redeemed");
    let with_jobs =
        cards.iter().map(|card| clerk.put(&path(card), &json!({ "value": 3 }))).collect();
    costs.insert("redeem, with its jobs", cost_with_jobs(&app, with_jobs).await);

    let form = json!({ "email": otto.email, "password": PASSWORD });
    let sign_ins =
        (0..TRIES).map(|_| app.post("/api/v1/OAuth/login").json(form.to_string())).collect();
    costs.insert("sign in", cost(&app, sign_ins).await);
    app.run_jobs().await;
}

async fn costs_of_paying(costs: &mut BTreeMap<&'static str, Cost>) {
    for (name, items, quantity, has_jobs) in [
        ("pay for 1 card", 1, 1, false),
        ("pay for 1 card, with its jobs", 1, 1, true),
        ("pay for 20 cards", 1, 20, false),
        ("pay for 1,000 cards", 50, 20, false),
    ] {
        let mut till = Till::on_one_connection().await;
        till.app.expect_leftover_jobs();
        let ann = till.visitor().await;
        let mut cheapest: Option<Cost> = None;
        for _ in 0..TRIES {
            let item = json!({ "vendorId": till.shop, "price": 25, "quantity": quantity });
            let details = json!({ "cartDetails": vec![item; items] });
            let reply = ann.post("/api/v1/Carts/items", &details).send().await;
            let cart = reply.json()["id"].as_str().expect("an id").to_owned();
            let mut form = payment(&cart, &till.token(APPROVED).await);
            form["amount"] = json!(25 * items * quantity);
            let calls = vec![pay_call(&ann, &form)];
            let cost = if has_jobs {
                till.app.run_jobs().await;
                cost_with_jobs(&till.app, calls).await
            } else {
                cost(&till.app, calls).await
            };
            cheapest = Some(cheapest.map_or(cost, |least| least.min(cost)));
        }
        costs.insert(name, cheapest.expect("a payment"));
    }
}

/// Measures the cost of cancelling, refunding and charging back an order of maximum size.
async fn costs_of_taking_back(costs: &mut BTreeMap<&'static str, Cost>) {
    const ORDERS: usize = 2;
    let mut till = Till::on_one_connection().await;
    till.app.expect_leftover_jobs();
    let (ann, adam) = (till.visitor().await, till.app.administrator("adam").await);
    let adam = till.app.sign_in(&adam).await;
    let mut orders = Vec::new();
    for _ in 0..3 * ORDERS {
        let item = json!({ "vendorId": till.shop, "price": 25, "quantity": 20 });
        let details = json!({ "cartDetails": vec![item; 50] });
        let reply = ann.post("/api/v1/Carts/items", &details).send().await;
        let cart = reply.json()["id"].as_str().expect("an id").to_owned();
        let mut form = payment(&cart, &till.token(APPROVED).await);
        form["amount"] = json!(25_000);
        orders.push(pay_call(&ann, &form).send().await.json());
    }
    let path = |order: &serde_json::Value, what: &str| {
        format!("/api/v1/Helpdesk/orders/{}/{what}", order["orderId"].as_str().expect("an id"))
    };
    let reason = "They were bought by mistake";
    let cancel = |order| adam.post(&path(order, "cancelled"), &json!({ "reason": reason }));
    let calls = orders[..ORDERS].iter().map(cancel).collect();
    costs.insert("cancel 1,000 cards", cost(&till.app, calls).await);
    let refund = |order: &serde_json::Value| {
        let cards = order["cards"].as_array().expect("cards").iter().skip(1);
        let cards: Vec<_> =
            cards.map(|card| json!({ "cardId": card["id"], "amount": 25 })).collect();
        adam.post(&path(order, "refunds"), &json!({ "reason": reason, "cards": cards }))
    };
    let calls = orders[ORDERS..2 * ORDERS].iter().map(refund).collect();
    costs.insert("refund 999 cards", cost(&till.app, calls).await);
    till.sandbox.settle();
    let app = &till.app.app;
    let mut cheapest: Option<Cost> = None;
    for record in &till.sandbox.ledger()[2 * ORDERS..3 * ORDERS] {
        let charge = TransactionId::parse(&record.trans_id).expect("a number");
        assert!(till.sandbox.dispute(&charge));
        let job = LookIntoCharge { transaction: charge.to_string() };
        let before = app.db.stats().round_trips;
        app.db.record();
        let id = JobId::new(app.clock.now());
        let done = look_into_charge::<LockedOrder>(app.clone(), id, job).await;
        let cost = (app.db.recorded().len(), app.db.stats().round_trips - before);
        assert!(done.is_ok(), "{done:?}");
        cheapest = Some(cheapest.map_or(cost, |least| least.min(cost)));
    }
    costs.insert("charge back 1,000 cards", cheapest.expect("a charge"));
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_take_no_more_round_trips_than_written_down() {
    let mut costs = BTreeMap::new();
    costs_at_the_counter(&mut costs).await;
    costs_of_paying(&mut costs).await;
    costs_of_taking_back(&mut costs).await;

    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/round-trips.txt");
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    let known: BTreeMap<&str, Cost> = written.lines().filter_map(parse).collect();
    let is_counted = TestApp::new().await.app.db.engine() == Engine::Postgres;
    let mut text = "call: statements, round trips\n".to_owned();
    let mut dearer = Vec::new();
    for (call, (statements, round_trips)) in costs {
        let known = known.get(call).copied();
        // On the embedded engine there are no round trips, and jobs are claimed with fewer
        // statements. Numbers that depend on this are taken from the file instead, so that they
        // count as unchanged.
        let (statements, round_trips) = match known {
            Some(known) if !is_counted && call.ends_with(WITH_JOBS) => known,
            Some((_, trips)) if !is_counted => (statements, trips),
            _ => (statements, round_trips),
        };
        if known.is_some_and(|known| statements > known.0 || round_trips > known.1) {
            dearer.push(format!("{call}: {statements}, {round_trips} instead of {known:?}"));
        }
        writeln!(text, "{call}: {statements}, {round_trips}").expect("memory");
    }
    assert!(dearer.is_empty(), "these calls have become dearer:\n{}", dearer.join("\n"));
    if is_counted && std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, &text).expect("the file is written");
    }
    assert!(
        text == std::fs::read_to_string(&file).unwrap_or_default(),
        "something has become cheaper: run UPDATE_GOLDEN=1 TEST_DB=postgres cargo test --workspace --all-features \
         --locked --test it -- round_trips\n{text}"
    );
}

fn parse(line: &str) -> Option<(&str, Cost)> {
    let (call, cost) = line.split_once(": ")?;
    let (statements, round_trips) = cost.split_once(", ")?;
    Some((call, (statements.parse().ok()?, round_trips.parse().ok()?)))
}
