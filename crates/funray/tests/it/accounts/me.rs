//! One's own account.

use serde_json::json;

use crate::support::{PASSWORD, TestApp};

#[tokio::test]
async fn a_person_reads_and_changes_their_profile() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let change = json!({ "firstName": "Anne", "lastName": "Lée", "city": "Gatineau", "language": "fr", "email": "x@y.zz" });
    assert_eq!(visitor.put("/api/v1/Accounts/me", &change).send().await.status, 204);
    let me = visitor.get("/api/v1/Accounts/me").send().await.json();
    assert_eq!(
        (&me["firstName"], &me["city"], &me["language"]),
        (&json!("Anne"), &json!("Gatineau"), &json!("fr"))
    );
    assert_eq!(me["email"], "ann@shop.example", "an address is not changed like a name");
    let empty =
        visitor.put("/api/v1/Accounts/me", &json!({})).send().await.error(400, "VALIDATION");
    assert_eq!(empty["fields"]["lastName"], "Last Name field is required.");
    let export = visitor.get("/api/v1/Accounts/me/export").send().await.json();
    assert_eq!(export["account"]["firstName"], "Anne");
    assert_eq!(export["sessions"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_new_password_takes_the_old_one_and_ends_the_other_sessions() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let (here, there) = (app.sign_in(&ann).await, app.sign_in(&ann).await);
    let change = |current: &str, new: &str| json!({ "currentPassword": current, "password": new });
    let path = "/api/v1/Accounts/me/password";
    let wrong =
        here.put(path, &change("wrong", "a new password")).send().await.error(400, "VALIDATION");
    assert_eq!(wrong["fields"]["currentPassword"], "This is not your password.");
    let short = here.put(path, &change(PASSWORD, "short")).send().await.error(400, "VALIDATION");
    assert_eq!(
        short["fields"]["password"],
        "The New Password must be at least 6 and at max 100 characters long."
    );
    assert_eq!(here.put(path, &change(PASSWORD, "a new password")).send().await.status, 204);
    assert!(here.is_signed_in().await && !there.is_signed_in().await);
    assert_eq!(app.try_sign_in(&ann.email, "a new password", "198.51.100.7").await.status, 200);
    app.run_jobs().await;
    assert_eq!(app.mails_to(&ann.email).await.len(), 1);
}

#[tokio::test]
async fn an_open_browser_is_no_place_to_guess_the_password() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let guess = json!({ "currentPassword": "wrong", "password": "a new password" });
    for _ in 0..5 {
        visitor.put("/api/v1/Accounts/me/password", &guess).send().await.error(400, "VALIDATION");
    }
    visitor.put("/api/v1/Accounts/me/password", &guess).send().await.error(429, "TOO_MANY_TRIES");
}

#[tokio::test]
async fn a_closed_account_keeps_nothing_personal() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let close = async |password: &str| {
        visitor
            .call("DELETE", "/api/v1/Accounts/me")
            .json(json!({ "password": password }).to_string())
            .send()
            .await
    };
    close("wrong").await.error(400, "VALIDATION");
    assert_eq!(close(PASSWORD).await.status, 204);
    assert!(!visitor.is_signed_in().await);
    app.try_sign_in(&ann.email, PASSWORD, "198.51.100.7").await.error(400, "WRONG_CREDENTIALS");
    app.run_jobs().await;
    assert_eq!(app.mails_to(&ann.email).await.len(), 1, "a last mail says so");
    let personal = "SELECT count(*) FROM person WHERE email LIKE 'ann%' OR first_name <> '' OR password_hash IS NOT NULL";
    assert_eq!(app.count(personal).await, 0);
    // The address is free again.
    app.consumer("ann").await;
}

#[tokio::test]
async fn the_last_super_administrator_can_not_leave() {
    let app = TestApp::new().await;
    let sue = app.super_administrator("sue").await;
    let visitor = app.sign_in(&sue).await;
    let body = json!({ "password": PASSWORD }).to_string();
    let close = || visitor.call("DELETE", "/api/v1/Accounts/me").json(body.clone());
    close().send().await.error(400, "LAST_SUPER_ADMINISTRATOR");
    app.super_administrator("sam").await;
    assert_eq!(close().send().await.status, 204);
    app.run_jobs().await;
}
