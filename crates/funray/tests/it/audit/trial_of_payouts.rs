//! Audited calls about payouts and the books, made for the tests in `operations`.

use std::collections::BTreeSet;

use kernel::money::Cents;
use serde_json::{Value, json};

use super::trial::Trial;
use crate::{
    bank,
    cards::{Street, redeem},
    payouts::{give_bank_account, insert_draft},
    support::Visitor,
};

pub async fn try_payouts() -> BTreeSet<String> {
    let street = Street::new().await;
    let mut trial = Trial::of(&street.app);
    let card = street.card(50).await;
    let mona = street.manager().await;
    mona.sees(card).await;
    assert_eq!(redeem(&mona, card, json!(40)).send().await.status, 200);
    give_bank_account(&street.app, street.shop).await;
    let sue = street.super_administrator().await;
    let una = street.app.sign_in(&street.app.administrator("una").await).await;
    let reason = json!({ "reason": "Asked for" });
    let id = insert_draft(&street.app, street.shop, Cents::new(500)).await;
    let hold = json!({ "amount": 1, "reason": "A dispute is open" });
    trial.call(&sue, "PUT /api/v1/Payouts/{id}/held-back", &[&id], hold).await;
    trial.call(&sue, "PUT /api/v1/Payouts/{id}/approved", &[&id], json!({})).await;
    let exported = trial.call(&una, "POST /api/v1/Payouts/exports", &[], json!({})).await.json();
    let export = exported["id"].as_str().expect("an id");
    let release = "PUT /api/v1/Payouts/exports/{id}/released";
    trial.call(&sue, release, &[export], json!({ "total": 4 })).await;
    let read = "POST /api/v1/Payouts/exports/{id}/file";
    trial.call(&sue, read, &[export], json!({ "format": "CSV" })).await;
    let reference = json!({ "reference": "R1" });
    trial.call(&sue, "PUT /api/v1/Payouts/{id}/paid", &[&id], reference).await;
    let failure = json!({ "reason": "Sent back", "reference": "RET 0417" });
    let failed = "PUT /api/v1/Payouts/{id}/failed";
    trial.call(&una, failed, &[&id], failure.clone()).await;
    let refused = "PUT /api/v1/Payouts/{id}/failed/refused";
    trial.call(&sue, refused, &[&id], reason.clone()).await;
    una.put(&format!("/api/v1/Payouts/{id}/failed"), &failure).send().await;
    trial.call(&sue, "PUT /api/v1/Payouts/{id}/failed/confirmed", &[&id], json!({})).await;
    let id = insert_draft(&street.app, street.shop, Cents::new(500)).await;
    trial.call(&sue, "PUT /api/v1/Payouts/{id}/discarded", &[&id], reason).await;
    let terms = json!({
        "startsOn": "2026-12-31", "cardDays": 60, "cardPercent": 10, "youngDays": 90, "youngPercent": 40,
        "reason": "Disputes come after weeks",
    });
    trial.call(&sue, "POST /api/v1/Payouts/hold-back", &[], terms).await;
    let mapped = json!({ "number": "4015", "name": "Commission" });
    let map = "PUT /api/v1/Books/accounts/{account}";
    trial.call(&sue, map, &["PLATFORM_REVENUE"], mapped).await;
    let rate = json!({
        "province": "ON", "tax": "HST", "rate": "14", "startsOn": "2026-12-31", "reason": "The budget of 2026",
    });
    trial.call(&sue, "POST /api/v1/Taxes/rates", &[], rate).await;
    let registration = json!({
        "scheme": "QST", "number": "1234567890TQ0001", "startsOn": "2026-12-31", "reason": "Registered",
    });
    trial.call(&sue, "POST /api/v1/Taxes/registrations", &[], registration).await;
    let pause = json!({ "tenantId": street.shop, "reason": "A dispute is open" });
    let paused = trial.call(&sue, "POST /api/v1/Payouts/pauses", &[], pause).await.json();
    let paused = paused["id"].as_str().expect("an id");
    trial.call(&una, "PUT /api/v1/Payouts/pauses/{id}/lifted", &[paused], json!({})).await;
    street.app.hands.advance(std::time::Duration::from_secs(24 * 3600));
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let last_day = json!({ "lastDay": "2026-03-10" });
    trial.call(&adam, "POST /api/v1/Payouts", &[], last_day.clone()).await;
    try_run(&street, &mut trial, last_day).await;
    street.app.hands.advance(std::time::Duration::from_secs(30 * 24 * 3600));
    let adam = street.app.sign_in(&street.app.administrator("ada").await).await;
    let month = json!({ "month": "2026-03" });
    trial.call(&adam, "POST /api/v1/Books/months", &[], month).await;
    let form = json!({ "month": "2026-03", "reason": "The wrong rate" });
    let reopenings = "POST /api/v1/Books/reopenings";
    let asked = trial.call(&adam, reopenings, &[], form.clone()).await.json();
    let id = asked["id"].as_str().expect("an id");
    let declined = "PUT /api/v1/Books/reopenings/{id}/declined";
    trial.call(&adam, declined, &[id], json!({})).await;
    let asked = adam.post("/api/v1/Books/reopenings", &form).send().await.json();
    let id = asked["id"].as_str().expect("an id");
    let eve = street.app.sign_in(&street.app.administrator("eve").await).await;
    let approved = "PUT /api/v1/Books/reopenings/{id}/approved";
    trial.call(&eve, approved, &[id], json!({})).await;
    let file = bank::file("march.csv", "Date,Description,Amount\n2026-03-01,FEE,-5.00\n");
    trial.call(&eve, "POST /api/v1/Books/bank-statements", &[], file).await;
    let lines = eve.get("/api/v1/Books/bank-lines").send().await.json();
    let id = lines["items"][0]["id"].as_str().expect("a line");
    let fee = json!({ "resolution": "FEE" });
    trial.call(&eve, "PUT /api/v1/Books/bank-lines/{id}/matched", &[id], fee).await;
    let reason = json!({ "reason": "The wrong line" });
    trial.call(&eve, "PUT /api/v1/Books/bank-lines/{id}/reopened", &[id], reason).await;
    let added = json!({ "number": "1011", "name": "Savings" });
    let accounts = trial.call(&eve, "POST /api/v1/Books/bank-accounts", &[], added).await;
    let accounts = accounts.json();
    let id = accounts["items"][1]["id"].as_str().expect("an account");
    let changed = json!({ "number": "1011", "name": "Payouts", "paysPayouts": true });
    trial.call(&eve, "PUT /api/v1/Books/bank-accounts/{id}", &[id], changed).await;
    trial.tried
}

/// Makes the calls about a run: excludes what was drafted, drafts it again, and pays it.
async fn try_run(street: &Street, trial: &mut Trial<'_>, last_day: Value) {
    let adam = street.app.sign_in(&street.app.administrator("alan").await).await;
    let sue = street.app.sign_in(&street.app.super_administrator("susan").await).await;
    let una = street.app.sign_in(&street.app.administrator("ulla").await).await;
    let runs = sue.get("/api/v1/Payouts/runs").send().await.json();
    let run = runs["items"][0]["id"].as_str().expect("a run").to_owned();
    let reason = json!({ "payoutIds": drafts_of(&sue, &run).await.0, "reason": "Asked for" });
    trial.call(&adam, "PUT /api/v1/Payouts/runs/{id}/excluded", &[&run], reason).await;
    let made = trial.call(&adam, "POST /api/v1/Payouts/runs", &[], last_day).await.json();
    let run = made["id"].as_str().expect("a run");
    let (ids, total) = drafts_of(&sue, run).await;
    let form = json!({ "payoutIds": ids, "total": total });
    trial.call(&sue, "PUT /api/v1/Payouts/runs/{id}/approved", &[run], form).await;
    let exports = "POST /api/v1/Payouts/runs/{id}/exports";
    let file = trial.call(&una, exports, &[run], json!({})).await.json();
    let id = file["id"].as_str().expect("a file");
    let release = json!({ "total": file["total"] });
    sue.put(&format!("/api/v1/Payouts/exports/{id}/released"), &release).send().await;
    let paid = json!({ "reference": "BATCH 1" });
    trial.call(&una, "PUT /api/v1/Payouts/exports/{id}/paid", &[id], paid).await;
}

/// Returns the ids of a run's drafts, and their total.
async fn drafts_of(reader: &Visitor<'_>, run: &str) -> (Vec<Value>, Value) {
    let listed = reader.get(&format!("/api/v1/Payouts/runs/{run}/payouts")).send().await.json();
    let items = listed["items"].as_array().expect("payouts").iter();
    let run = reader.get(&format!("/api/v1/Payouts/runs/{run}")).send().await.json();
    (items.map(|item| item["id"].clone()).collect(), run["drafted"]["amount"].clone())
}
