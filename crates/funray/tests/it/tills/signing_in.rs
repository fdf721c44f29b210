//! Tests of signing in with a PIN. The session can use the counter of one shop on one till, and
//! nothing else that belongs to the person.

use std::collections::BTreeSet;

use access::auth::Role;
use db::params;
use serde_json::json;

use super::{Counter, PIN, choose_pin, current};
use crate::{
    authorization::documented,
    cards::{approval_of, card_of, history, redeem, set_counter},
    support::{PASSWORD, TestApp, cards::Purchase, live::HUB},
};

/// Calls that reply 401 for other reasons than a missing session.
const OF_NOBODY: [&str; 2] =
    ["POST /api/v1/OAuth/silent-login/{refreshToken}", "POST /api/v1/Payments/notifications"];

/// Calls that a session at a till can make, in addition to calls that need no sign-in. Add a call
/// to this list only on purpose.
const OF_A_COUNTER: [&str; 17] = [
    "GET /api/v1/Approvals/{id}",
    "GET /api/v1/Cards",
    "GET /api/v1/Cards/codes/{code}",
    "GET /api/v1/Cards/{id}",
    "GET /api/v1/Cards/{id}/transactions",
    "GET /api/v1/OAuth/profile",
    "GET /api/v1/TestCards/{code}",
    "GET /api/v1/Vendors/{id}/counter-day",
    "GET /api/v1/Vendors/{id}/counter-day/movements",
    "POST /api/v1/Vendors/{id}/counter-day/closed",
    "POST /api/v1/Approvals/{id}/withdrawn",
    "POST /api/v1/OAuth/logout",
    "POST /api/v1/Tills/approvals/{id}/approved",
    "PUT /api/v1/Cards/{id}/cashed-out",
    "PUT /api/v1/Cards/{id}/redeemed",
    "PUT /api/v1/Cards/{id}/transactions/{transactionId}/reversed",
    "PUT /api/v1/TestCards/{code}/redeemed",
];

#[tokio::test]
async fn pin_session_allows_only_the_calls_of_the_counter() {
    let counter = Counter::new().await;
    let app = counter.app();
    let mona = app.manager_of(counter.street.shop, "mia").await;
    choose_pin(&app.sign_in(&mona).await, counter.street.shop, PIN).await;
    app.run_jobs().await;
    let mut answering = BTreeSet::new();
    for call in documented() {
        let (method, path) = call.split_once(' ').expect("a call");
        let path = path.replace("{status}", "deactivate");
        let nobody = app.call(method, &path).json("{}").send().await;
        if nobody.status != 401 || OF_NOBODY.contains(&call.as_str()) {
            continue;
        }
        let visitor = counter.sign_in(&mona).await;
        let reply = visitor.call(method, &path).json("{}").send().await;
        if reply.text().contains("PIN_SESSION") {
            reply.error(403, "PIN_SESSION");
        } else {
            answering.insert(call);
        }
    }
    assert_eq!(answering, OF_A_COUNTER.map(str::to_owned).into());
}

#[tokio::test]
async fn sign_in_by_pin_grants_only_the_role_in_the_tills_shop() {
    let counter = Counter::new().await;
    let app = counter.app();
    // Emil is also a manager of another shop and a customer. His session at the till must not
    // include these roles.
    let other = counter.street.other_shop;
    let (emil, buyer) = (counter.emil.id, Role::Consumer);
    app.grant(emil, Role::Manager, Some(other)).await;
    app.grant(emil, buyer, None).await;
    let clerk = counter.sign_in(&counter.emil).await;
    let profile = clerk.get("/api/v1/OAuth/profile").send().await.json();
    assert_eq!(
        (&profile["roles"], &profile["tenantIds"], &profile["till"]),
        (&json!("EMPLOYEE"), &json!([counter.street.shop.to_string()]), &json!("Front"))
    );
    let here = app.sell(&counter.street.buyer, Purchase::of(counter.street.shop, 25)).await;
    let there = app.sell(&counter.street.buyer, Purchase::of(other, 25)).await;
    let own = app.sell(&counter.emil, Purchase::of(other, 25)).await;
    app.run_jobs().await;
    let listed = clerk.get("/api/v1/Cards").send().await.json();
    assert_eq!(listed["totalItems"], 1, "{listed}");
    clerk.sees(here).await;
    for card in [there, own] {
        clerk.get(&format!("/api/v1/Cards/{card}")).send().await.error(404, "NOT_FOUND");
        let history = format!("/api/v1/Cards/{card}/transactions");
        clerk.get(&history).send().await.error(404, "NOT_FOUND");
        let number = app.number_of(card).await;
        let look_up = format!("/api/v1/Cards/codes/{number}");
        clerk.get(&look_up).send().await.error(404, "INVALID_CODE");
    }
    clerk.get("/api/v1/Cards?isMine=true").send().await.error(403, "PIN_SESSION");
}

#[tokio::test]
async fn pin_session_shows_no_card_codes_and_masks_email_addresses() {
    let counter = Counter::new().await;
    let app = counter.app();
    let mona = app.manager_of(counter.street.shop, "mia").await;
    choose_pin(&app.sign_in(&mona).await, counter.street.shop, PIN).await;
    let card = app.sell(&mona, Purchase::of(counter.street.shop, 25)).await;
    app.run_jobs().await;
    let at_home = card_of(&app.sign_in(&mona).await, card).await;
    assert!(at_home["qrCode"].is_string() && at_home["email"] == "mia@shop.example", "{at_home}");
    let clerk = counter.sign_in(&mona).await;
    let at_till = card_of(&clerk, card).await;
    assert_eq!(at_till["qrCode"], json!(null));
    assert_eq!(at_till["cardNumber"].as_str().map(|text| text.matches('•').count()), Some(4));
    assert_ne!(at_till["email"], "mia@shop.example");
    let listed = clerk.get("/api/v1/Cards").send().await.json();
    assert_eq!(listed["items"][0]["cardNumber"], at_till["cardNumber"]);
    assert_eq!(listed["items"][0]["isMine"], false);
}

#[tokio::test]
async fn redeem_at_a_till_records_the_till() {
    let counter = Counter::new().await;
    let app = counter.app();
    let card = counter.street.card(25).await;
    let clerk = counter.sign_in(&counter.emil).await;
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(5)).send().await.status, 200);
    let at_home = app.sign_in(&counter.emil).await;
    at_home.sees(card).await;
    assert_eq!(redeem(&at_home, card, json!(7)).send().await.status, 200);
    app.run_jobs().await;
    let tills = |rows: Vec<serde_json::Value>| -> Vec<serde_json::Value> {
        rows.iter().map(|row| row["till"].clone()).collect()
    };
    let told = history(&clerk, card).await;
    assert_eq!(tills(told), [json!(null), json!("Front"), json!(null)]);
    let holder = history(&counter.street.owner().await, card).await;
    assert_eq!(tills(holder), [json!(null), json!(null), json!(null)]);
    let kept = "SELECT count(*) FROM transfer t JOIN till l ON l.id = t.till_id JOIN person p ON p.id = t.actor";
    assert_eq!(app.count(kept).await, 1);
}

#[tokio::test]
async fn an_approved_redemption_names_the_till_at_which_it_was_asked_for() {
    let counter = Counter::new().await;
    let app = counter.app();
    let manager = counter.manager().await;
    set_counter(&manager, counter.street.shop, json!({ "singleAmount": 10 })).await;
    let card = counter.street.card(50).await;
    let clerk = counter.sign_in(&counter.emil).await;
    clerk.sees(card).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    let listed = manager.get("/api/v1/Approvals").send().await.json();
    assert_eq!(listed["items"][0]["till"], "Front", "{listed}");
    let path = format!("/api/v1/Approvals/{}/approved", asked["id"].as_str().expect("an id"));
    let approved = manager.post(&path, &json!({})).send().await.json();
    assert_eq!((&approved["state"], &approved["till"]), (&json!("APPROVED"), &json!("Front")));
    assert_eq!(history(&manager, card).await[0]["till"], "Front");
    let recorded = "SELECT count(*) FROM audit_entry WHERE after LIKE '%\"till\":\"Front\"%'
                    AND action IN ('REDEMPTION_HELD', 'REDEMPTION_APPROVED')";
    assert_eq!(app.count(recorded).await, 2);
    let home = app.sign_in(&counter.emil).await;
    home.sees(card).await;
    let asked = approval_of(&home, redeem(&home, card, json!(15))).await;
    assert_eq!(asked["till"], json!(null));
    app.run_jobs().await;
}

#[tokio::test]
async fn a_managers_pin_exceeds_the_pace_no_more_than_a_clerks() {
    let counter = Counter::new().await;
    let app = counter.app();
    let mia = app.manager_of(counter.street.shop, "mia").await;
    let full = app.sign_in(&mia).await;
    set_counter(&full, counter.street.shop, json!({ "singleAmount": 10 })).await;
    choose_pin(&full, counter.street.shop, PIN).await;
    let card = counter.street.card(50).await;
    let at_till = counter.sign_in(&mia).await;
    at_till.sees(card).await;
    assert_eq!(redeem(&at_till, card, json!(10)).send().await.status, 200);
    let asked = approval_of(&at_till, redeem(&at_till, card, json!(20))).await;
    assert_eq!(asked["state"], "WAITING");
    app.run_jobs().await;
    let told = app.mails_to("mia@shop.example").await;
    let waits = |mail: &serde_json::Value| {
        mail["subject"].as_str().unwrap_or_default().contains("waits for you")
    };
    assert!(!told.iter().any(waits), "who asks decides nothing: {told:?}");
    let others = app.mails_to("mona@shop.example").await;
    assert!(others.iter().any(waits), "{others:?}");
    assert_eq!(redeem(&full, card, json!(20)).send().await.status, 200);
    app.run_jobs().await;
}

#[tokio::test]
async fn approval_requests_of_the_only_manager_go_to_administrators() {
    let counter = Counter::new().await;
    let app = counter.app();
    let mia = app.manager_of(counter.street.shop, "mia").await;
    app.administrator("adam").await;
    let full = app.sign_in(&mia).await;
    set_counter(&full, counter.street.shop, json!({ "singleAmount": 10 })).await;
    choose_pin(&full, counter.street.shop, PIN).await;
    let gone =
        "UPDATE person_role SET is_active = FALSE WHERE role = 'MANAGER' AND person_id <> $1";
    let id = mia.id;
    app.app.db.write(move |tx| tx.execute(gone, params![id])).await.expect("the others gone");
    let card = counter.street.card(50).await;
    let at_till = counter.sign_in(&mia).await;
    at_till.sees(card).await;
    approval_of(&at_till, redeem(&at_till, card, json!(20))).await;
    app.run_jobs().await;
    let told = app.mails_to("adam@shop.example").await;
    let waits = |mail: &serde_json::Value| {
        mail["subject"].as_str().unwrap_or_default().contains("waits for you")
    };
    assert!(told.iter().any(waits), "{told:?}");
}

#[tokio::test]
async fn sign_in_by_pin_needs_no_second_factor_and_gives_no_fresh_proof() {
    let counter = Counter::with("second_factor.required = \"staff\"").await;
    let clerk = counter.sign_in(&counter.emil).await;
    assert_eq!(clerk.get("/api/v1/Cards").send().await.status, 200);
    let profile = clerk.get("/api/v1/OAuth/profile").send().await.json();
    assert_eq!(profile["mustSetUpSecondFactor"], false);
    let proof = clerk.post("/api/v1/Accounts/me/proof", &json!({ "password": PASSWORD }));
    proof.send().await.error(403, "PIN_SESSION");
}

#[tokio::test]
async fn pin_session_can_not_open_the_live_channel() {
    let counter = Counter::new().await;
    let clerk = counter.sign_in(&counter.emil).await;
    let call = clerk.call("POST", &format!("{HUB}/negotiate?negotiateVersion=1"));
    assert_eq!(call.send().await.status, 401);
}

#[tokio::test]
async fn get_current_till_lists_clerks_by_first_name_and_initial() {
    let counter = Counter::new().await;
    let app = counter.app();
    app.employee_of(counter.street.shop, "nopin").await;
    let shown = current(app, &counter.secret).await.json();
    let clerks = json!([{ "id": counter.emil.id.to_string(), "name": "emil T.", "isLocked": false, "isManager": false }]);
    assert_eq!(shown["clerks"], clerks);
    let off = "UPDATE person_role SET is_active = FALSE WHERE person_id = $1";
    app.write(off, counter.emil.id).await;
    assert_eq!(current(app, &counter.secret).await.json()["clerks"], json!([]));
    counter.type_pin(&counter.emil, PIN).send().await.error(400, "NO_PIN");
}

/// A PIN alone opens no session, and neither does a till of another shop.
#[tokio::test]
async fn sign_in_by_pin_refuses_tills_of_other_shops() {
    let counter = Counter::new().await;
    let app: &TestApp = counter.app();
    let form = json!({ "personId": counter.emil.id.to_string(), "pin": PIN }).to_string();
    let without = app.post("/api/v1/Tills/sessions").json(form.clone());
    without.send().await.error(403, "TILL_UNKNOWN");
    let other = counter.street.other_shop;
    let manager = app.sign_in(&app.manager_of(other, "olga").await).await;
    let secret = super::enrol(app, &manager, other, "Elsewhere").await;
    let there = app.post("/api/v1/Tills/sessions").header("x-till-secret", &secret).json(form);
    there.send().await.error(400, "NO_PIN");
}
