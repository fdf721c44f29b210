//! Audited calls about payouts and the books, made for the tests in `operations`.

use std::collections::BTreeSet;

use kernel::money::Cents;
use serde_json::json;

use super::trial::Trial;
use crate::{
    cards::{Street, redeem},
    payouts::{give_bank_account, insert_draft},
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
    let pause = json!({ "tenantId": street.shop, "reason": "A dispute is open" });
    let paused = trial.call(&sue, "POST /api/v1/Payouts/pauses", &[], pause).await.json();
    let paused = paused["id"].as_str().expect("an id");
    trial.call(&una, "PUT /api/v1/Payouts/pauses/{id}/lifted", &[paused], json!({})).await;
    street.app.hands.advance(std::time::Duration::from_secs(24 * 3600));
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let last_day = json!({ "lastDay": "2026-03-10" });
    trial.call(&adam, "POST /api/v1/Payouts", &[], last_day).await;
    street.app.hands.advance(std::time::Duration::from_secs(30 * 24 * 3600));
    let adam = street.app.sign_in(&street.app.administrator("ada").await).await;
    let month = json!({ "month": "2026-03" });
    trial.call(&adam, "POST /api/v1/Books/months", &[], month).await;
    trial.tried
}
