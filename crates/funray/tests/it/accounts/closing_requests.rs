//! Tests of closing the accounts of staff: the person requests the closing, and a colleague
//! decides.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    ledger::breaches,
    support::{PASSWORD, Person, Reply, TestApp, Visitor},
};

const ME: &str = "/api/v1/Accounts/me";
const CLOSING: &str = "/api/v1/Accounts/me/closing";
const OPEN: &str = "SELECT count(*) FROM closing_request";

async fn ask(visitor: &Visitor<'_>) -> Reply {
    let form = json!({ "password": PASSWORD }).to_string();
    visitor.call("DELETE", ME).json(form).send().await
}

async fn close(by: &Visitor<'_>, person: &Person) -> Reply {
    by.call("POST", &format!("/api/v1/Accounts/{}/closed", person.id)).send().await
}

/// Returns the reason why `reader` can't decide about a person's request to close their account, or
/// null. The reader sees the reason on the person's page.
async fn closing_refusal(reader: &Visitor<'_>, person: &Person) -> Value {
    let page = reader.get(&format!("/api/v1/Accounts/{}", person.id)).send().await.json();
    page["closingRefusal"].clone()
}

/// Returns the names on the list of people who requested to close their account.
async fn asking(reader: &Visitor<'_>) -> Vec<Value> {
    let list = reader.get("/api/v1/Accounts?asksToClose=true").send().await.json();
    list["items"].as_array().expect("a list").iter().map(|row| row["displayName"].clone()).collect()
}

async fn subjects(app: &TestApp, person: &Person) -> Vec<Value> {
    app.mails_to(&person.email).await.iter().map(|mail| mail["subject"].clone()).collect()
}

#[tokio::test]
async fn close_me_of_staff_is_closed_by_a_colleague_under_the_former_name() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let (nell, adam) = (app.employee_of(shop, "nell").await, app.administrator("adam").await);
    let (clerk, administrator) = (app.sign_in(&nell).await, app.sign_in(&adam).await);
    let before = clerk.get(CLOSING).send().await.json();
    assert_eq!((&before["needsColleague"], &before["askedAt"]), (&json!(true), &json!(null)));
    let wrong = clerk.call("DELETE", ME).json(json!({ "password": "wrong" }).to_string());
    wrong.send().await.error(400, "VALIDATION");
    close(&administrator, &nell).await.error(409, "NO_CLOSING_REQUEST");

    let asked = ask(&clerk).await;
    assert_eq!(asked.status, 202);
    assert!(clerk.is_signed_in().await, "the account is open until a colleague closes it");
    assert_eq!(clerk.get(CLOSING).send().await.json()["askedAt"], asked.json()["askedAt"]);
    app.run_jobs().await;
    assert_eq!(subjects(&app, &adam).await, ["nell Test asks to have their account closed"]);
    assert_eq!(asking(&administrator).await, ["nell Test"]);
    let page = administrator.get(&format!("/api/v1/Accounts/{}", nell.id)).send().await.json();
    assert_eq!(page["closingAskedAt"], asked.json()["askedAt"]);

    app.hands.advance(Duration::from_secs(1));
    assert_eq!(close(&administrator, &nell).await.status, 204);
    assert!(!clerk.is_signed_in().await);
    app.run_jobs().await;
    assert_eq!(subjects(&app, &nell).await, ["Your account is closed"]);
    assert_eq!(app.count(OPEN).await, 0);
    let log = administrator.get("/api/v1/Audit?action=ACCOUNT_CLOSED").send().await.json();
    let entry = &log["items"][0];
    assert_eq!(
        (&entry["actorName"], &entry["subjectName"], &entry["before"]["name"]),
        (&json!("adam Test"), &json!("nell Test"), &json!("nell Test"))
    );
    assert_eq!(entry["before"]["roles"], json!(["EMPLOYEE"]));
    assert_eq!(breaches(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn closing_request_is_withdrawn_by_its_person_or_declined_with_a_reason() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let (nell, adam) = (app.manager_of(shop, "nell").await, app.administrator("adam").await);
    let (manager, administrator) = (app.sign_in(&nell).await, app.sign_in(&adam).await);
    manager.call("DELETE", CLOSING).send().await.error(404, "NOT_FOUND");
    assert_eq!(ask(&manager).await.status, 202);
    assert_eq!(manager.call("DELETE", CLOSING).send().await.status, 204);
    close(&administrator, &nell).await.error(409, "NO_CLOSING_REQUEST");

    assert_eq!(ask(&manager).await.status, 202);
    let path = format!("/api/v1/Accounts/{}/closing-declined", nell.id);
    administrator.post(&path, &json!({})).send().await.error(400, "VALIDATION");
    let reason = json!({ "reason": "Hand over the till first" });
    assert_eq!(administrator.post(&path, &reason).send().await.status, 204);
    app.run_jobs().await;
    let mail = &app.mails_to(&nell.email).await[0];
    assert!(mail["text"].as_str().expect("text").contains("Hand over the till first"));
    assert_eq!(manager.get(CLOSING).send().await.json()["askedAt"], json!(null));
    assert!(manager.is_signed_in().await);
}

#[tokio::test]
async fn closing_request_asked_again_keeps_its_moment_and_mails_twice_a_day_at_most() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let (nell, adam) = (app.employee_of(shop, "nell").await, app.administrator("adam").await);
    let clerk = app.sign_in(&nell).await;
    let first = ask(&clerk).await.json();
    for _ in 0..3 {
        app.hands.advance(Duration::from_secs(60));
        assert_eq!(ask(&clerk).await.json(), first);
    }
    app.run_jobs().await;
    assert_eq!(subjects(&app, &adam).await.len(), 2);
    assert_eq!(
        app.count("SELECT count(*) FROM audit_entry WHERE action = 'CLOSING_ASKED'").await,
        1
    );
}

#[tokio::test]
async fn close_account_needs_a_second_person() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let (sue, sam) = (app.super_administrator("sue").await, app.super_administrator("sam").await);
    let (adam, eve) = (app.administrator("adam").await, app.administrator("eve").await);
    let mona = app.manager_of(shop, "mona").await;
    let nell = app.employee_of(shop, "nell").await;
    app.appoint(&sue, &adam).await;
    for person in [&adam, &nell] {
        assert_eq!(ask(&app.sign_in(person).await).await.status, 202);
    }
    close(&app.sign_in(&mona).await, &nell).await.error(403, "PERMISSION");
    close(&app.sign_in(&adam).await, &adam).await.error(409, "SAME_PERSON");
    close(&app.sign_in(&eve).await, &adam).await.error(403, "PERMISSION");
    for (decider, person, code) in
        [(&sue, &adam, "APPOINTED_BY_EACH_OTHER"), (&adam, &nell, "ROLE_TOO_NEW")]
    {
        let decider = app.sign_in(decider).await;
        let refusal = closing_refusal(&decider, person).await;
        close(&decider, person).await.foretold(&refusal, 409, code);
    }
    let sam_reads = closing_refusal(&app.sign_in(&sam).await, &adam).await;
    assert_eq!(sam_reads, json!(null));
    assert_eq!(app.count(OPEN).await, 2, "a refusal decides nothing");
    assert_eq!(close(&app.sign_in(&sam).await, &adam).await.status, 204);
    assert_eq!(close(&app.sign_in(&eve).await, &nell).await.status, 204);
    app.run_jobs().await;
    let told = subjects(&app, &eve).await;
    assert_eq!(told, ["nell Test asks to have their account closed"], "not of administrators");
}

#[tokio::test]
async fn close_me_of_former_staff_still_asks_a_colleague() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let (nell, adam) = (app.employee_of(shop, "nell").await, app.administrator("adam").await);
    app.grant(nell.id, access::auth::Role::Consumer, None).await;
    let administrator = app.sign_in(&adam).await;
    let page = administrator.get(&format!("/api/v1/Accounts/{}", nell.id)).send().await.json();
    let role = page["roles"].as_array().expect("roles").iter();
    let mut role = role.filter(|role| role["role"] == "EMPLOYEE").map(|role| &role["userRoleId"]);
    let role = role.next_back().and_then(Value::as_str).expect("a role");
    let switch = format!("/api/v1/Accounts/roles/{role}/status/deactivate");
    assert_eq!(administrator.call("PUT", &switch).send().await.status, 204);
    assert_eq!(ask(&app.sign_in(&nell).await).await.status, 202);
    app.run_jobs().await;
}
