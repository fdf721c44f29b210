//! Tests of payout runs: payouts that are drafted together, and decided about together.

mod many;

use std::collections::BTreeSet;

use db::params;
use kernel::ids::PayoutRunId;
use serde_json::{Value, json};

use crate::{
    payouts::{A_DAY, Trade, owe},
    support::{Person, Reply, TestApp},
};

const RUNS: &str = "/api/v1/Payouts/runs";

/// Drafts a run as Adam.
async fn draft(books: &Trade, last_day: &str, minimum: f64) -> Reply {
    let adam = books.app.sign_in(&books.adam).await;
    adam.post(RUNS, &json!({ "lastDay": last_day, "minimum": minimum })).send().await
}

fn id_of(found: &Value) -> &str {
    found["id"].as_str().unwrap_or_else(|| panic!("an id: {found}"))
}

async fn get(books: &Trade, who: &Person, path: &str) -> Value {
    let visitor = books.app.sign_in(who).await;
    let reply = visitor.get(&format!("/api/v1/Payouts/{path}")).send().await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.json()
}

async fn put(books: &Trade, who: &Person, path: &str, form: Value) -> Reply {
    let visitor = books.app.sign_in(who).await;
    let reply = visitor.put(&format!("/api/v1/Payouts/{path}"), &form).send().await;
    books.app.run_jobs().await;
    reply
}

/// Inserts a run with this draft. Returns the id of the run.
pub async fn insert_run(app: &TestApp, payout: &str) -> String {
    let (now, payout) = (app.app.clock.now(), payout.to_owned());
    let run = PayoutRunId::new(now);
    let insert = move |tx: &mut db::Tx<'_>| {
        let sql = "INSERT INTO payout_run (id, last_day, minimum, drafted_by, drafted_at) SELECT CAST($1 AS TEXT), last_day, 0, drafted_by, drafted_at FROM payout WHERE id = $2";
        tx.execute(sql, params![run, payout])?;
        tx.execute("UPDATE payout SET run_id = $1 WHERE id = $2", params![run, payout])
    };
    app.app.db.write(insert).await.expect("a run");
    run.to_string()
}

/// Returns the ids of a run's payouts, sorted by payee.
async fn payouts_of(books: &Trade, run: &str) -> Vec<String> {
    let listed = get(books, &books.bea, &format!("runs/{run}/payouts?pageSize=1000")).await;
    let items = listed["items"].as_array().expect("items").iter();
    items.map(|item| id_of(item).to_owned()).collect()
}

/// Sells a card and redeems 20.00 dollars of it, so that 12.50 is payable to the shop and 5.00 to the
/// charity. Moves to the next day, April 1.
async fn trade(books: &Trade) {
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
}

/// Returns the count and the sum of a part of a run.
fn part(run: &Value, name: &str) -> (i64, f64) {
    let part = &run[name];
    let count = part["count"].as_i64().unwrap_or_else(|| panic!("{name}: {run}"));
    (count, part["amount"].as_f64().expect("an amount"))
}

#[tokio::test]
async fn run_is_drafted_approved_sent_and_paid_as_one() {
    let books = Trade::new().await;
    let mona = books.app.manager_of(books.shop, "mona").await;
    trade(&books).await;
    let run = draft(&books, "2026-03-31", 1.0).await.json();
    let id = id_of(&run).to_owned();
    assert_eq!((part(&run, "all"), part(&run, "drafted")), ((2, 17.5), (2, 17.5)), "{run}");
    assert_eq!(run["refusal"]["errorCode"], "SAME_PERSON", "{run}");
    let payouts = payouts_of(&books, &id).await;
    let form = json!({ "payoutIds": payouts, "total": 17.5 });
    let own = put(&books, &books.adam, &format!("runs/{id}/approved"), form.clone()).await.json();
    let refused: Vec<&str> = own["unchanged"]
        .as_array()
        .expect("refusals")
        .iter()
        .filter_map(|one| one["refusal"]["errorCode"].as_str())
        .collect();
    assert_eq!((refused, &own["changed"]), (vec!["SAME_PERSON"; 2], &json!(0)), "{own}");
    for _ in 0..2 {
        let path = format!("runs/{id}/approved");
        let approved = put(&books, &books.bea, &path, form.clone()).await.json();
        assert_eq!((&approved["changed"], &approved["amount"]), (&json!(2), &json!(17.5)));
        assert_eq!(part(&approved["run"], "approved"), (2, 17.5), "{approved}");
    }
    assert_eq!(books.owed().await, 0);
    let adam = books.app.sign_in(&books.adam).await;
    let made = adam.post(&format!("{RUNS}/{id}/exports"), &json!({})).send().await.json();
    assert_eq!(
        (&made["payouts"], &made["total"], &made["open"]),
        (&json!(2), &json!(17.5), &json!(2))
    );
    drop(adam);
    let file = id_of(&made);
    let paid = format!("exports/{file}/paid");
    let reference = json!({ "reference": "BATCH 0417" });
    put(&books, &books.adam, &paid, reference.clone()).await.error(409, "FILE_NOT_RELEASED");
    assert_eq!(books.release(&books.bea, &made, json!(17.5)).await.status, 200);
    for _ in 0..2 {
        let paid = put(&books, &books.adam, &paid, reference.clone()).await.json();
        assert_eq!(paid["open"], 0, "{paid}");
    }
    let run = get(&books, &books.bea, &format!("runs/{id}")).await;
    assert_eq!((part(&run, "paid"), part(&run, "all")), ((2, 17.5), (2, 17.5)), "{run}");
    let shop =
        get(&books, &books.bea, &format!("runs/{id}/payouts?state=PAID&searchText=maple")).await;
    assert_eq!(shop["items"][0]["reference"], "BATCH 0417", "{shop}");
    let mails = books.app.mails_to(&mona.email).await;
    let subjects: BTreeSet<&str> =
        mails.iter().filter_map(|mail| mail["subject"].as_str()).take(2).collect();
    let expected =
        ["$12.50 is on its way to Maple Leaf Books", "$12.50 was paid to Maple Leaf Books"];
    assert_eq!(subjects, BTreeSet::from(expected));
    let files = get(&books, &books.bea, &format!("exports?runId={id}")).await;
    assert_eq!((&files["totalItems"], id_of(&files["items"][0])), (&json!(1), file));
}

#[tokio::test]
async fn rows_of_a_run_show_the_account_and_why_they_cannot_be_approved() {
    let books = Trade::new().await;
    trade(&books).await;
    books.app.write("UPDATE tenant SET sealed_bank = NULL WHERE id = $1", books.charity).await;
    let run = draft(&books, "2026-03-31", 0.0).await.json();
    let id = id_of(&run);
    let rows = get(&books, &books.bea, &format!("runs/{id}/payouts")).await;
    let [cause, shop] = [0, 1].map(|row| rows["items"][row].clone());
    assert_eq!(
        (&cause["tenantName"], &cause["destination"], &cause["refusal"]["errorCode"]),
        (&json!("Food Bank"), &Value::Null, &json!("NO_BANK_ACCOUNT")),
    );
    assert_eq!(
        (&shop["destination"]["bankAccount"], &shop["refusal"]),
        (&json!("…321"), &Value::Null)
    );
    assert!(shop["destination"]["changedAt"].is_string(), "{shop}");
    // One that can't be approved doesn't keep the other back.
    let ids = [id_of(&cause), id_of(&shop)];
    let form = json!({ "payoutIds": ids, "total": 17.5 });
    let approved = put(&books, &books.bea, &format!("runs/{id}/approved"), form).await.json();
    assert_eq!(
        (&approved["changed"], &approved["amount"]),
        (&json!(1), &json!(12.5)),
        "{approved}"
    );
    let left = &approved["unchanged"][0];
    assert_eq!(
        (&left["tenantName"], &left["refusal"]["errorCode"]),
        (&json!("Food Bank"), &json!("NO_BANK_ACCOUNT"))
    );
}

#[tokio::test]
async fn approve_run_needs_the_total_of_its_own_payouts() {
    let books = Trade::new().await;
    trade(&books).await;
    let run = draft(&books, "2026-03-31", 0.0).await.json();
    let (path, ids) =
        (format!("runs/{}/approved", id_of(&run)), payouts_of(&books, id_of(&run)).await);
    for (form, field) in [
        (json!({ "payoutIds": ids, "total": 17.49 }), "total"),
        (json!({ "payoutIds": ids }), "total"),
        (json!({ "payoutIds": [], "total": 0 }), "payoutIds"),
    ] {
        let fields = put(&books, &books.bea, &path, form).await.wrong_fields();
        assert!(fields[field].is_string(), "{fields}");
    }
    let foreign = json!({ "payoutIds": [ids[0], "pyo_nowhere"], "total": 5 });
    put(&books, &books.bea, &path, foreign).await.error(404, "NOT_FOUND");
    // A draft whose amount was changed meanwhile has another total.
    let held = json!({ "amount": 2.5, "reason": "A dispute is open" });
    assert_eq!(books.put(&books.adam, &ids[1], "held-back", held).await.status, 200);
    let seen = json!({ "payoutIds": ids, "total": 17.5 });
    assert!(put(&books, &books.bea, &path, seen).await.wrong_fields()["total"].is_string());
    let now = json!({ "payoutIds": ids, "total": 15 });
    assert_eq!(put(&books, &books.bea, &path, now).await.json()["changed"], 2);
    assert_eq!(books.owed().await, 250);
}

#[tokio::test]
async fn approve_run_refuses_appointees_of_the_drafter() {
    let books = Trade::new().await;
    trade(&books).await;
    let carla = books.app.administrator("carla").await;
    books.app.appoint(&books.adam, &carla).await;
    books.app.hands.advance(8 * A_DAY);
    let run = draft(&books, "2026-03-31", 0.0).await.json();
    let id = id_of(&run);
    let seen = get(&books, &carla, &format!("runs/{id}")).await;
    assert_eq!(seen["refusal"]["errorCode"], "APPOINTED_BY_EACH_OTHER", "{seen}");
    let form = json!({ "payoutIds": payouts_of(&books, id).await, "total": 17.5 });
    let told = put(&books, &carla, &format!("runs/{id}/approved"), form).await.json();
    let code = &told["unchanged"][0]["refusal"]["errorCode"];
    assert_eq!((&told["changed"], code), (&json!(0), &json!("APPOINTED_BY_EACH_OTHER")), "{told}");
}

#[tokio::test]
async fn run_leaves_out_whom_it_names() {
    let books = Trade::new().await;
    // 7.50 dollars of shares are due for a card that nobody has redeemed.
    books.sell().await;
    books.app.hands.advance(A_DAY);
    let run = draft(&books, "2026-03-31", 1.0).await.json();
    assert_eq!(part(&run, "all"), (1, 5.0), "{run}");
    assert_eq!(part(&run, "carriedForward"), (1, -7.5), "{run}");
    let left = get(&books, &books.bea, &format!("runs/{}/left-out", id_of(&run))).await;
    let shop = &left["items"][0];
    assert_eq!(
        [&shop["tenantName"], &shop["reason"], &shop["balance"]],
        [&json!("Maple Leaf Books"), &json!("NEGATIVE"), &json!(-7.5)]
    );
    // The next run nets it with later redemptions. The charity's draft is still open.
    owe(&books.app, books.shop, 8).await;
    books.app.hands.advance(A_DAY);
    draft(&books, "2026-04-01", 0.51).await.error(400, "NOTHING_PAYABLE");
    let run = draft(&books, "2026-04-01", 0.5).await.json();
    assert_eq!((part(&run, "all"), part(&run, "carriedForward")), ((1, 0.5), (0, 0.0)), "{run}");
}

#[tokio::test]
async fn run_leaves_out_small_paused_and_drafted_payees() {
    let books = Trade::new().await;
    trade(&books).await;
    let small = books.app.vendor("Corner Bakery").await;
    let other = books.app.vendor("Pine Street Tea").await;
    owe(&books.app, small, 3).await;
    owe(&books.app, other, 40).await;
    let first = draft(&books, "2026-03-31", 6.0).await.json();
    assert_eq!(
        (part(&first, "all"), part(&first, "belowMinimum")),
        ((1, 12.5), (1, 5.0)),
        "{first}"
    );
    books.app.hands.advance(A_DAY);
    owe(&books.app, books.shop, 1).await;
    let adam = books.app.sign_in(&books.adam).await;
    let pause = json!({ "tenantId": other, "reason": "A dispute is open" });
    assert_eq!(adam.post("/api/v1/Payouts/pauses", &pause).send().await.status, 200);
    drop(adam);
    books.app.hands.advance(A_DAY);
    let second = draft(&books, "2026-04-02", 4.0).await.json();
    assert_eq!(part(&second, "all"), (1, 5.0), "{second}");
    for (name, expected) in
        [("belowMinimum", (1, 3.0)), ("paused", (1, 40.0)), ("draftedBefore", (1, 13.5))]
    {
        assert_eq!(part(&second, name), expected, "{name}: {second}");
    }
    let runs = get(&books, &books.bea, "runs").await;
    let ids: Vec<&str> = runs["items"].as_array().expect("runs").iter().map(id_of).collect();
    assert_eq!(ids, [id_of(&second), id_of(&first)]);
}

#[tokio::test]
async fn draft_run_once_under_one_key() {
    let books = Trade::new().await;
    trade(&books).await;
    let adam = books.app.sign_in(&books.adam).await;
    let form = json!({ "lastDay": "2026-03-31", "minimum": 0 });
    let mut ids = Vec::new();
    for _ in 0..2 {
        let made = adam.post(RUNS, &form).header("idempotency-key", "october").send().await.json();
        ids.push(id_of(&made).to_owned());
    }
    assert_eq!(ids[0], ids[1]);
    adam.post(RUNS, &form).send().await.error(400, "NOTHING_PAYABLE");
    let wrong = json!({ "lastDay": "2027-01-01", "minimum": -1 });
    let fields = adam.post(RUNS, &wrong).send().await.wrong_fields();
    assert!(fields["minimum"].is_string(), "{fields}");
}

#[tokio::test]
async fn excluded_payouts_are_drafted_by_the_next_run() {
    let books = Trade::new().await;
    trade(&books).await;
    let run = draft(&books, "2026-03-31", 0.0).await.json();
    let (id, ids) = (id_of(&run), payouts_of(&books, id_of(&run)).await);
    let path = format!("runs/{id}/excluded");
    let missing = put(&books, &books.adam, &path, json!({ "payoutIds": ids })).await;
    assert!(missing.wrong_fields()["reason"].is_string());
    let form = json!({ "payoutIds": [ids[1]], "reason": "The owner asked to wait" });
    for _ in 0..2 {
        let told = put(&books, &books.adam, &path, form.clone()).await.json();
        assert_eq!((&told["changed"], part(&told["run"], "excluded")), (&json!(1), (1, 12.5)));
        assert_eq!(part(&told["run"], "all"), (1, 5.0), "{told}");
    }
    let rest = json!({ "payoutIds": [ids[0]], "total": 5 });
    put(&books, &books.bea, &format!("runs/{id}/approved"), rest).await;
    let late = json!({ "payoutIds": [ids[0]], "reason": "Too late" });
    let told = put(&books, &books.adam, &path, late).await.json();
    assert_eq!(told["unchanged"][0]["refusal"]["errorCode"], "PAYOUT_STATE", "{told}");
    let again = draft(&books, "2026-03-31", 0.0).await.json();
    assert_eq!(part(&again, "all"), (1, 12.5), "{again}");
}

#[tokio::test]
async fn bank_file_is_paid_except_for_returned_payments() {
    let books = Trade::new().await;
    trade(&books).await;
    let run = draft(&books, "2026-03-31", 0.0).await.json();
    let (id, ids) = (id_of(&run), payouts_of(&books, id_of(&run)).await);
    let form = json!({ "payoutIds": ids, "total": 17.5 });
    put(&books, &books.bea, &format!("runs/{id}/approved"), form).await;
    let file = books.export().await;
    let path = format!("exports/{}/paid", id_of(&file));
    let returned = |payout: &str, reference: &str| json!([{ "payoutId": payout, "reason": "Account closed", "reference": reference }]);
    let wrong =
        json!({ "reference": "B1", "returned": [{ "payoutId": ids[1], "reference": "RET 1" }] });
    let fields = put(&books, &books.adam, &path, wrong).await.wrong_fields();
    assert!(fields["returned[0].reason"].is_string(), "{fields}");
    let foreign = json!({ "reference": "B1", "returned": returned("pyo_nowhere", "RET 1") });
    put(&books, &books.adam, &path, foreign).await.error(404, "NOT_FOUND");
    let unknown = json!({ "reference": "B1", "returned": returned(&ids[1], "none") });
    assert!(put(&books, &books.adam, &path, unknown).await.wrong_fields()["reference"].is_string());
    assert_eq!(part(&get(&books, &books.bea, &format!("runs/{id}")).await, "exported"), (2, 17.5));
    for _ in 0..2 {
        let form = json!({ "reference": "B1", "returned": returned(&ids[1], "RET 0417") });
        let paid = put(&books, &books.adam, &path, form).await;
        assert_eq!((paid.status, &paid.json()["open"]), (200.try_into().unwrap(), &json!(0)));
    }
    let run = get(&books, &books.bea, &format!("runs/{id}")).await;
    assert_eq!((part(&run, "paid"), part(&run, "exported")), ((1, 5.0), (1, 12.5)), "{run}");
    assert_eq!(run["failuresReported"], 1, "{run}");
    assert_eq!(books.owed().await, 0, "nobody has confirmed the return");
    let confirmed = books.put(&books.bea, &ids[1], "failed/confirmed", json!({})).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    let run = get(&books, &books.bea, &format!("runs/{id}")).await;
    assert_eq!((part(&run, "failed"), &run["failuresReported"]), ((1, 12.5), &json!(0)), "{run}");
    assert_eq!(books.owed().await, 1250);
}

#[tokio::test]
async fn file_of_a_run_leaves_out_payouts_of_other_runs() {
    let books = Trade::new().await;
    trade(&books).await;
    let first = draft(&books, "2026-03-31", 0.0).await.json();
    let ids = payouts_of(&books, id_of(&first)).await;
    let form = json!({ "payoutIds": ids, "total": 17.5 });
    put(&books, &books.bea, &format!("runs/{}/approved", id_of(&first)), form).await;
    owe(&books.app, books.shop, 3).await;
    books.app.hands.advance(A_DAY);
    let second = draft(&books, "2026-04-01", 0.0).await.json();
    let ids = payouts_of(&books, id_of(&second)).await;
    let form = json!({ "payoutIds": ids, "total": 3 });
    put(&books, &books.bea, &format!("runs/{}/approved", id_of(&second)), form).await;
    let adam = books.app.sign_in(&books.adam).await;
    let path = format!("{RUNS}/{}/exports", id_of(&second));
    let made = adam.post(&path, &json!({})).send().await.json();
    assert_eq!((&made["payouts"], &made["total"]), (&json!(1), &json!(3)), "{made}");
    adam.post(&path, &json!({})).send().await.error(400, "NOTHING_TO_EXPORT");
    adam.post(&format!("{RUNS}/pyr_nowhere/exports"), &json!({}))
        .send()
        .await
        .error(404, "NOT_FOUND");
    let all = adam.post("/api/v1/Payouts/exports", &json!({})).send().await.json();
    assert_eq!(all["total"], 17.5, "{all}");
}
