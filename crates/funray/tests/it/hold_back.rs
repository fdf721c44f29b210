//! Tests of the reserve: the part of a payout that is held back for cards whose charges can still
//! be disputed.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    payouts::{Trade, drafted, figures},
    support::{Person, Reply},
};

const A_DAY: Duration = Duration::from_secs(24 * 3600);

async fn set(trade: &Trade, who: &Person, terms: [i64; 4], starts_on: &str) -> Reply {
    let [card_days, card_percent, young_days, young_percent] = terms;
    let form = json!({
        "startsOn": starts_on, "cardDays": card_days, "cardPercent": card_percent, "youngDays": young_days,
        "youngPercent": young_percent, "reason": "Disputes come after weeks",
    });
    let who = trade.app.sign_in(who).await;
    let reply = who.post("/api/v1/Payouts/hold-back", &form).send().await;
    trade.app.run_jobs().await;
    reply
}

/// Drafts and approves a payout, has the bank pay it, and returns the payout's statement.
async fn pay(trade: &Trade, last_day: &str) -> Value {
    assert_eq!(trade.draft(last_day).await.status, 200);
    let id = trade.draft_id().await;
    let approved = trade.put(&trade.bea, &id, "approved", json!({})).await;
    assert_eq!(approved.status, 200, "{}", approved.text());
    let paid = trade.put(&trade.bea, &id, "paid", json!({ "reference": "R 1" })).await;
    paid.json()
}

/// Returns the amounts held back from vendors and from charities at the end of a day, according to
/// the trial balance.
async fn held_back(trade: &Trade, day: &str) -> (f64, f64) {
    let adam = trade.app.sign_in(&trade.adam).await;
    let path = format!("/api/v1/Books/trial-balance?startDate={day}&endDate={day}");
    let balance = adam.get(&path).send().await.json();
    let [vendors, charities] = ["vendorsHeldBack", "charitiesHeldBack"]
        .map(|part| balance[part].as_f64().unwrap_or_else(|| panic!("{balance}")));
    (vendors, charities)
}

/// Returns four figures of a payout: its amount, and the amount, percentage and last day of its
/// reserve.
fn reserve(statement: &Value) -> Value {
    let payout = &statement["payout"];
    json!([payout["amount"], payout["reserve"], payout["reservePercent"], payout["reserveUntil"]])
}

#[tokio::test]
async fn payouts_over_months_hold_a_part_back_until_its_cards_are_older() {
    let trade = Trade::new().await;
    let sue = trade.app.super_administrator("sue").await;
    let mona = trade.app.manager_of(trade.shop, "mona").await;
    assert_eq!(set(&trade, &sue, [60, 10, 0, 0], "2026-03-31").await.status, 200);
    let card = trade.sell().await;
    trade.redeem(card, 40.0).await;
    trade.app.hands.advance(A_DAY);
    let first = pay(&trade, "2026-03-31").await;
    assert_eq!(reserve(&first), json!([29.25, 3.25, 10, "2026-05-31"]));
    assert_eq!(figures(&first), [0.0, 32.5, 0.0, 29.25]);
    assert_eq!(trade.owed().await, 325);
    assert_eq!(held_back(&trade, "2026-04-01").await, (3.25, 0.0));
    assert_eq!(held_back(&trade, "2026-03-31").await, (0.0, 0.0), "before its approval");
    let adam = trade.app.sign_in(&trade.adam).await;
    let journal = "/api/v1/Books/journal?startDate=2026-04-01&endDate=2026-04-01&kind=PAYOUT";
    let journal = adam.get(journal).send().await.json();
    assert_eq!(journal["transfers"][0]["heldBack"], 3.25, "{journal}");
    drop(adam);

    trade.redeem(card, 9.0).await;
    trade.app.hands.advance(30 * A_DAY);
    let second = pay(&trade, "2026-04-30").await;
    assert_eq!(reserve(&second), json!([8.1, 4.15, 10, "2026-06-30"]), "of 41.50 for its card");
    trade.app.hands.advance(31 * A_DAY);
    assert_eq!(held_back(&trade, "2026-05-31").await, (4.15, 0.0), "at its last payout");
    let third = pay(&trade, "2026-05-31").await;
    assert_eq!(held_back(&trade, "2026-06-01").await, (0.0, 0.0));
    assert_eq!(reserve(&third), json!([4.15, 0, null, null]), "its card is older than 60 days");
    assert_eq!(trade.owed().await, 0);

    let mails = trade.app.mails_to(&mona.email).await;
    let mails = mails.iter().filter_map(|mail| mail["text"].as_str());
    let told = mails.filter(|text| text.contains("$3.25, until May 31, 2026")).count();
    assert_eq!(told, 2, "at approval and at payment");
}

#[tokio::test]
async fn payouts_of_young_payees_hold_a_part_of_all_their_cards_back() {
    let trade = Trade::new().await;
    let sue = trade.app.super_administrator("sue").await;
    // The shop and the cause joined the marketplace 21 days ago, so the terms for young payees
    // apply to them.
    assert_eq!(set(&trade, &sue, [0, 0, 30, 50], "2026-03-31").await.status, 200);
    let card = trade.sell().await;
    trade.redeem(card, 40.0).await;
    trade.app.hands.advance(A_DAY);
    let young = pay(&trade, "2026-03-31").await;
    assert_eq!(reserve(&young), json!([16.25, 16.25, 50, "2026-04-09"]));
    let adam = trade.app.sign_in(&trade.adam).await;
    let path = format!("/api/v1/Payouts?tenantId={}", trade.charity);
    let cause = adam.get(&path).send().await.json();
    assert_eq!(
        (&cause["items"][0]["amount"], &cause["items"][0]["reserve"]),
        (&json!(2.5), &json!(2.5))
    );
    trade.app.hands.advance(9 * A_DAY);
    let grown = pay(&trade, "2026-04-09").await;
    assert_eq!(reserve(&grown), json!([16.25, 0, null, null]));
}

#[tokio::test]
async fn draft_payouts_drafts_nothing_where_all_is_held_back() {
    let trade = Trade::new().await;
    let sue = trade.app.super_administrator("sue").await;
    assert_eq!(set(&trade, &sue, [60, 100, 0, 0], "2026-03-31").await.status, 200);
    let card = trade.sell().await;
    trade.redeem(card, 40.0).await;
    trade.app.hands.advance(A_DAY);
    assert_eq!(trade.draft("2026-03-31").await.json(), drafted(0));
    assert_eq!(trade.owed().await, 3250);
}

#[tokio::test]
async fn next_payout_shows_the_amount_held_back_and_its_last_day() {
    let trade = Trade::new().await;
    let sue = trade.app.super_administrator("sue").await;
    let mona = trade.app.manager_of(trade.shop, "mona").await;
    set(&trade, &sue, [60, 10, 0, 0], "2026-03-31").await;
    let card = trade.sell().await;
    trade.redeem(card, 40.0).await;
    let mona = trade.app.sign_in(&mona).await;
    let next = mona.get("/api/v1/Payouts/next").send().await.json();
    assert_eq!(next["amount"], 29.25, "{next}");
    let expected =
        json!({ "amount": 3.25, "percent": 10, "since": "2026-01-30", "until": "2026-05-31" });
    assert_eq!(next["reserve"], expected);
    let terms = mona.get("/api/v1/Payouts/hold-back").send().await.json();
    assert_eq!(terms["items"][0]["cardPercent"], 10, "{terms}");
    assert_eq!(
        (&terms["items"][0]["setByName"], &terms["items"][0]["reason"]),
        (&Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn set_hold_back_loosens_from_tomorrow_on_and_is_mailed_to_administrators() {
    let trade = Trade::new().await;
    let sue = trade.app.super_administrator("sue").await;
    assert_eq!(set(&trade, &sue, [60, 10, 90, 40], "2026-03-31").await.status, 200);
    for looser in [[59, 10, 90, 40], [60, 9, 90, 40], [60, 10, 89, 40], [60, 10, 90, 39]] {
        let fields = set(&trade, &sue, looser, "2026-03-31").await.wrong_fields();
        assert!(fields["startsOn"].is_string(), "{looser:?}: {fields}");
    }
    let fields = set(&trade, &sue, [60, 20, 90, 40], "2026-03-30").await.wrong_fields();
    assert!(fields["startsOn"].is_string(), "yesterday: {fields}");
    let fields = set(&trade, &sue, [60, 20, 90, 40], "2027-04-02").await.wrong_fields();
    assert!(fields["startsOn"].is_string(), "more than a year ahead: {fields}");
    let fields = set(&trade, &sue, [366, 101, -1, 40], "soon").await.wrong_fields();
    for field in ["startsOn", "cardDays", "cardPercent", "youngDays"] {
        assert!(fields[field].is_string(), "{field}: {fields}");
    }
    trade.app.hands.advance(Duration::from_secs(1));
    assert_eq!(set(&trade, &sue, [0, 0, 0, 0], "2026-04-01").await.status, 200);
    let mails = trade.app.mails_to(&trade.bea.email).await;
    let text = mails[0]["text"].as_str().expect("text");
    for said in ["sue Test", "10% for cards of 60 days", "nothing", "April 1, 2026"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    // The stricter terms stay in force until the looser ones begin on April 1.
    let card = trade.sell().await;
    trade.redeem(card, 40.0).await;
    let mona = trade.app.sign_in(&trade.app.manager_of(trade.shop, "mona").await).await;
    let next = mona.get("/api/v1/Payouts/next").send().await.json();
    assert_eq!(next["reserve"]["percent"], 40, "{next}");
    trade.app.hands.advance(A_DAY);
    let paid = pay(&trade, "2026-03-31").await;
    assert_eq!(reserve(&paid), json!([32.5, 0, null, null]));
}

#[tokio::test]
async fn set_hold_back_loosens_by_no_role_of_less_than_seven_days() {
    let trade = Trade::new().await;
    let [sue, una] =
        [trade.app.super_administrator("sue").await, trade.app.super_administrator("una").await];
    trade.app.appoint(&sue, &una).await;
    assert_eq!(set(&trade, &una, [60, 10, 0, 0], "2026-03-31").await.status, 200);
    let refused = set(&trade, &una, [60, 5, 0, 0], "2026-04-01").await;
    refused.error(409, "ROLE_TOO_NEW");
}

#[tokio::test]
async fn approve_payout_refuses_a_draft_of_before_stricter_terms() {
    let trade = Trade::new().await;
    let sue = trade.app.super_administrator("sue").await;
    let card = trade.sell().await;
    trade.redeem(card, 40.0).await;
    trade.app.hands.advance(A_DAY);
    trade.draft("2026-03-31").await;
    let id = trade.draft_id().await;
    assert_eq!(set(&trade, &sue, [60, 10, 0, 0], "2026-04-01").await.status, 200);
    let refused = trade.put(&trade.bea, &id, "approved", json!({})).await;
    refused.error(409, "HOLD_BACK_CHANGED");
    let reason = json!({ "reason": "A new one" });
    assert_eq!(trade.put(&trade.adam, &id, "discarded", reason).await.status, 200);
    assert_eq!(reserve(&pay(&trade, "2026-03-31").await)[0], 29.25);
}

#[tokio::test]
async fn hold_back_by_hand_adds_to_the_part_held_back_by_the_terms() {
    let trade = Trade::new().await;
    let sue = trade.app.super_administrator("sue").await;
    set(&trade, &sue, [60, 10, 0, 0], "2026-03-31").await;
    let card = trade.sell().await;
    trade.redeem(card, 40.0).await;
    trade.app.hands.advance(A_DAY);
    trade.draft("2026-03-31").await;
    let id = trade.draft_id().await;
    let hold = json!({ "amount": 9.25, "reason": "A dispute is open" });
    let held = trade.put(&trade.adam, &id, "held-back", hold).await.json();
    assert_eq!(figures(&held), [0.0, 32.5, 0.0, 20.0]);
    assert_eq!(held["payout"]["reserve"], 3.25);
    let approved = trade.put(&trade.bea, &id, "approved", json!({})).await;
    assert_eq!(approved.status, 200, "{}", approved.text());
    assert_eq!(trade.owed().await, 1250);
}
