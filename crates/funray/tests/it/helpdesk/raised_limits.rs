//! Tests of buying limits that administrators raise for a single buyer.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    ledger::found_after,
    orders::reversals::{paid, tell},
    support::{
        Person, Reply, Visitor,
        till::{APPROVED, Till, pay},
    },
};

const A_DAY: Duration = Duration::from_secs(24 * 3600);

async fn raise(who: &Visitor<'_>, buyer: &Person, dollars: i64, ends_on: &str) -> Reply {
    let form =
        json!({ "amount": dollars, "endsOn": ends_on, "reason": "Known to Adam since 2019" });
    who.post(&format!("/api/v1/Helpdesk/people/{}/buying-limits", buyer.id), &form).send().await
}

async fn decide(who: &Visitor<'_>, buyer: &Person, limit: &Value, what: &str) -> Reply {
    let (buyer, id) = (&buyer.id, limit["id"].as_str().expect("an id"));
    let path = format!("/api/v1/Helpdesk/people/{buyer}/buying-limits/{id}/{what}");
    who.put(&path, &json!({ "reason": "No orders any more" })).send().await
}

async fn limits(who: &Visitor<'_>, buyer: &Person) -> Value {
    let path = format!("/api/v1/Helpdesk/people/{}/buying-limits", buyer.id);
    who.get(&path).send().await.json()
}

#[tokio::test]
async fn raise_buying_limit_above_the_ceiling_needs_a_second_person() {
    let till = Till::wary().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [adam, bea] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let asked = raise(&adam, &till.ann, 20_000, "2026-06-30").await.json();
    assert_eq!(asked["ceiling"], 5000);
    let limit = &asked["limits"][0];
    assert_eq!((&limit["state"], &limit["isOwn"]), (&json!("WAITING"), &json!(true)), "{limit}");
    raise(&bea, &till.ann, 30_000, "2026-06-30").await.error(409, "LIMIT_REQUESTED");
    let refused = decide(&adam, &till.ann, limit, "approved").await;
    refused.foretold(&limit["refusal"], 409, "SAME_PERSON");
    let listed = bea.get("/api/v1/Helpdesk/buying-limits").send().await.json();
    assert_eq!(listed["items"][0]["refusal"], json!(null), "{listed}");
    decide(&bea, &till.ann, limit, "ended").await.error(409, "REQUEST_OVER");
    assert_eq!(bea.get("/api/v1/Helpdesk/open").send().await.json()["buyingLimits"], 1);
    let told = bea.get("/api/v1/Notices").send().await.json();
    let told = (&told["items"][0]["kind"], &told["items"][0]["value"]);
    assert_eq!(told, (&json!("LIMIT_WAITS"), &json!(20_000)));
    assert_eq!(adam.get("/api/v1/Notices").send().await.json()["totalItems"], 0);
    for _ in 0..2 {
        let agreed = decide(&bea, &till.ann, limit, "approved").await.json();
        assert_eq!(agreed["limits"][0]["state"], "IN_FORCE", "{agreed}");
        assert_eq!(agreed["limits"][0]["decidedByName"], "bea Test");
    }
    decide(&bea, &till.ann, limit, "declined").await.error(409, "REQUEST_OVER");
    till.app.run_jobs().await;
    let mails = till.app.mails_to(&till.ann.email).await;
    assert_eq!(mails[0]["subject"], "You can now buy cards for $20,000.00 a day", "{mails:?}");
    assert_eq!(found_after(&till.app, &[]).await, "");
    for change in ["decided_by = requested_by", "decided_at = decided_at + 1"] {
        let theft = format!("UPDATE raised_limit SET {change}");
        let found = found_after(&till.app, &[&theft]).await;
        let rule = "a buying limit was raised and ended by whom the log says";
        assert!(found.contains(rule), "{change}: {found}");
    }
}

#[tokio::test]
async fn raised_limit_counts_until_its_last_day_or_until_it_is_ended() {
    let till =
        Till::wary_with("fraud.young_account_dollars = 20\nfraud.review_score = 100\n").await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let first = till.app.sign_in(&adam).await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    // The order of 125 dollars is more than five times the limit of 20 dollars for a new account.
    pay(&till, &ann, &cart, APPROVED).await.error(400, "TOO_MUCH_FOR_NEW_ACCOUNT");
    // The current date in this test is March 10, 2026.
    let raised = raise(&first, &till.ann, 1_000, "2026-03-11").await.json();
    assert_eq!(raised["limits"][0]["state"], "IN_FORCE", "one alone, below the ceiling: {raised}");
    let alone = ["isByOne", "isWithdrawn"].map(|name| &raised["limits"][0][name]);
    assert_eq!(alone, [&json!(true), &json!(false)]);
    let listed = first.get("/api/v1/Helpdesk/buying-limits").send().await.json();
    assert_eq!(listed["items"][0]["buyerEmail"], till.ann.email, "{listed}");
    assert_eq!(pay(&till, &ann, &cart, APPROVED).await.status, 200);
    till.app.run_jobs().await;

    till.app.hands.advance(2 * A_DAY);
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    assert_eq!(limits(&first, &till.ann).await["limits"][0]["state"], "OVER");
    let listed = first.get("/api/v1/Helpdesk/buying-limits").send().await.json();
    assert_eq!(listed["totalItems"], 0, "{listed}");
    let again = raise(&first, &till.ann, 900, "2026-04-30").await.json();
    till.app.hands.advance(Duration::from_secs(1));
    let other = raise(&first, &till.ann, 1_000, "2026-04-30").await.json();
    assert_eq!(other["limits"][1]["id"], again["limits"][0]["id"], "{other}");
    assert_eq!(other["limits"][1]["state"], "ENDED", "the new one takes its place: {other}");
    for _ in 0..2 {
        let ended = decide(&second, &till.ann, &other["limits"][0], "ended").await.json();
        assert_eq!(ended["limits"][0]["state"], "ENDED", "{ended}");
    }
    till.app.run_jobs().await;
    let mails = till.app.mails_to(&till.ann.email).await;
    let about_end =
        mails.iter().filter(|mail| mail["subject"] == "Your raised buying limit has ended");
    assert_eq!(about_end.count(), 1);
    assert_eq!(found_after(&till.app, &[]).await, "");
}

#[tokio::test]
async fn raised_limit_ends_when_a_charge_of_its_buyer_is_reversed() {
    let settings = "fraud.young_account_dollars = 20\nfraud.review_score = 100\n";
    let till = Till::wary_with(settings).await;
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let ann = till.visitor().await;
    raise(&adam, &till.ann, 1_000, "2026-06-30").await;
    till.app.hands.advance(Duration::from_secs(1));
    let (_, charge) = paid(&till, &ann).await;
    till.app.hands.advance(Duration::from_secs(1));
    assert!(till.sandbox.void(&charge));
    tell(&till, "void.created", charge.as_str()).await;
    till.app.run_jobs().await;

    let told = limits(&adam, &till.ann).await;
    let limit = &told["limits"][0];
    assert_eq!(
        (&limit["state"], &limit["isEndedByReversal"], limit["endedAt"].is_string()),
        (&json!("ENDED"), &json!(true), true),
        "{told}"
    );
    let listed = adam.get("/api/v1/Helpdesk/buying-limits").send().await.json();
    assert_eq!(listed["totalItems"], 0, "{listed}");
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, APPROVED).await.error(400, "TOO_MUCH_FOR_NEW_ACCOUNT");
    // An administrator who knows the reason for the reversal may raise the limit again.
    till.app.hands.advance(Duration::from_secs(1));
    let raised = raise(&adam, &till.ann, 1_000, "2026-06-30").await.json();
    assert_eq!(raised["limits"][0]["state"], "IN_FORCE", "{raised}");
    till.app.run_jobs().await;
    assert_eq!(found_after(&till.app, &[]).await, "");
}

#[tokio::test]
async fn raise_buying_limit_refuses_the_caller_and_invalid_days() {
    let till = Till::wary().await;
    let adam = till.app.administrator("adam").await;
    let visitor = till.app.sign_in(&adam).await;
    raise(&visitor, &adam, 6_000, "2026-06-30").await.error(409, "SAME_PERSON");
    for wrong in ["2026-03-01", "2028-01-01", "soon"] {
        let fields = raise(&visitor, &till.ann, 6_000, wrong).await.wrong_fields();
        assert!(fields["endsOn"].is_string(), "{wrong}: {fields}");
    }
    let fields = raise(&visitor, &till.ann, 0, "2026-06-30").await.wrong_fields();
    assert!(fields["amount"].is_string(), "{fields}");
    assert_eq!(limits(&visitor, &till.ann).await["limits"], json!([]));
}

#[tokio::test]
async fn buying_limit_is_withdrawn_when_its_asker_declines_it() {
    let till = Till::wary().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [adam, bea] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    for (decider, is_withdrawn) in [(&adam, true), (&bea, false)] {
        let asked = raise(&adam, &till.ann, 20_000, "2026-06-30").await.json();
        let limit = &asked["limits"][0];
        assert_eq!((&limit["isWithdrawn"], &limit["isByOne"]), (&json!(false), &json!(false)));
        let declined = decide(decider, &till.ann, limit, "declined").await.json();
        assert_eq!(declined["limits"][0]["isWithdrawn"], is_withdrawn, "{declined}");
        till.app.hands.advance(Duration::from_secs(1));
    }
    till.app.run_jobs().await;
}
