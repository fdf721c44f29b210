//! Tests of idempotency keys in calls that create something. Sending a form again after a lost
//! reply must create nothing more.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::{TestApp, Visitor};

/// Sends a form with an idempotency key.
async fn send(who: &Visitor<'_>, (path, form): (&str, &Value), key: &str) -> Value {
    let reply = who.post(path, form).header("idempotency-key", key).send().await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.json()
}

/// Sends a form twice and then another form with the same key. Checks that only one row was
/// created.
async fn expect_one(app: &TestApp, who: &Visitor<'_>, call: (&str, &Value), table: &'static str) {
    let count = async || app.count(table).await;
    let before = count().await;
    let key = format!("key of {}", call.0);
    let first = send(who, call, &key).await;
    assert_eq!(send(who, call, &key).await["id"], first["id"], "{}", call.0);
    assert_eq!(count().await, before + 1, "{}", call.0);
    let mut other = call.1.clone();
    other["name"] = json!("Another name");
    let reused = who.post(call.0, &other).header("idempotency-key", &key).send().await;
    reused.error(422, "KEY_REUSED");
}

#[tokio::test]
async fn calls_that_make_something_make_one_under_one_key() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let (shop, cause) = (app.vendor("Bakery").await, app.charity("Food Bank").await);
    let max = app.sign_in(&app.manager_of(shop, "max").await).await;
    let ann = app.consumer("ann").await;
    let region = json!({ "name": "Ottawa", "province": "Ontario", "country": "Canada", "postalCode": "k1p1j1" });
    let campaign = json!({
        "charityId": cause.to_string(), "name": "Spring", "description": "Warm meals for everybody.",
        "startDate": "2026-03-10T23:59:59Z", "endDate": "2026-05-01",
        "campaignUrl": "https://cause.example/spring",
    });
    let invitation = json!({
        "email": "new@comer.example", "firstName": "New", "lastName": "Comer",
        "roleId": "EMPLOYEE", "tenantId": shop.to_string(),
        "successReturnUrl": "http://localhost:8080/admin/setup-password",
        "failedReturnUrl": "http://localhost:8080/admin/setup-password-failed", "appName": "funray",
    });
    let till = json!({ "tenantId": shop.to_string(), "name": "Front" });
    let view = json!({ "list": "users", "name": "Mine", "query": "a=1", "isDefault": false });
    let note = json!({ "text": "Called us." });
    let notes = format!("/api/v1/Helpdesk/cases/person/{}/notes", ann.id);
    let terms = json!({
        "startsOn": "2026-03-31", "cardDays": 60, "cardPercent": 10, "youngDays": 0,
        "youngPercent": 0, "reason": "Disputes come after weeks",
    });
    let rate = json!({
        "province": "ON", "tax": "HST", "rate": "14", "startsOn": "2026-04-01", "reason": "The budget of 2026",
    });
    let number = json!({
        "scheme": "QST", "number": "1234567890TQ0001", "startsOn": "2026-04-01", "reason": "Registered",
    });
    let pause = json!({ "tenantId": shop, "reason": "A dispute is open" });
    let limit = json!({ "amount": 100, "endsOn": "2026-06-30", "reason": "Known since 2019" });
    let limits = format!("/api/v1/Helpdesk/people/{}/buying-limits", ann.id);
    for (who, path, form, table) in [
        (&sue, "/api/v1/Regions", &region, "SELECT count(*) FROM region"),
        (&sue, "/api/v1/Charities/campaigns", &campaign, "SELECT count(*) FROM campaign"),
        (&max, "/api/v1/Accounts/invited", &invitation, "SELECT count(*) FROM invitation"),
        (&max, "/api/v1/Tills", &till, "SELECT count(*) FROM till"),
        (&sue, "/api/v1/Accounts/me/views", &view, "SELECT count(*) FROM saved_view"),
        (&sue, &notes, &note, "SELECT count(*) FROM case_note"),
        (&sue, "/api/v1/Payouts/hold-back", &terms, "SELECT count(*) FROM hold_back_terms"),
        (
            &sue,
            "/api/v1/Taxes/rates",
            &rate,
            "SELECT count(*) FROM tax_rate WHERE set_by IS NOT NULL",
        ),
        (&sue, "/api/v1/Taxes/registrations", &number, "SELECT count(*) FROM tax_registration"),
        (&sue, "/api/v1/Payouts/pauses", &pause, "SELECT count(*) FROM payout_pause"),
        (&sue, &limits, &limit, "SELECT count(*) FROM raised_limit"),
    ] {
        expect_one(&app, who, (path, form), table).await;
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn create_till_gives_a_repeated_call_a_link_that_works() {
    let app = TestApp::new().await;
    let shop = app.vendor("Bakery").await;
    let max = app.sign_in(&app.manager_of(shop, "max").await).await;
    let form = json!({ "tenantId": shop.to_string(), "name": "Front" });
    send(&max, ("/api/v1/Tills", &form), "k-1").await;
    let again = send(&max, ("/api/v1/Tills", &form), "k-1").await;
    let enrolled =
        app.post("/api/v1/Tills/enrolled").json(json!({ "token": again["token"] }).to_string());
    assert_eq!(enrolled.send().await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_come_at_once_under_one_key_make_one() {
    let app = Arc::new(TestApp::new().await);
    let sue = app.super_administrator("sue").await;
    let access = app.sign_in(&sue).await.access;
    let form = json!({ "name": "Schools" }).to_string();
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let (app, access, form) = (app.clone(), access.clone(), form.clone());
            tokio::spawn(async move {
                let call = app.post("/api/v1/Organizations").header("idempotency-key", "k-1");
                let call = call.header("authorization", &format!("Bearer {access}"));
                let reply = call.json(form).send().await;
                assert_eq!(reply.status, 200, "{}", reply.text());
                reply.json()["id"].clone()
            })
        })
        .collect();
    let mut made = Vec::new();
    for call in calls {
        made.push(call.await.expect("an answer"));
    }
    made.dedup();
    assert_eq!(made.len(), 1);
}
