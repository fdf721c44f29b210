//! Tests of the password rules, in each place where a person chooses a password.

use serde_json::json;

use crate::support::{PASSWORD, Person, Reply, TestApp, captcha};

const TOO_EASY: &str = "This password is too easy to guess. Please choose another one.";
const TOO_SHORT: &str = "The New Password must be at least 8 and at max 100 characters long.";
/// Password that is long enough for a consumer but not for staff, and not known to be leaked.
const OF_A_CONSUMER: &str = "xq7vzk";

/// Sets a password with the newest link emailed to an address.
async fn choose(app: &TestApp, email: &str, password: &str) -> Reply {
    let link = app.mailed_link(email).await;
    let code = link.rsplit('/').next().expect("a code");
    choose_with(app, code, email, password).await
}

async fn choose_with(app: &TestApp, code: &str, email: &str, password: &str) -> Reply {
    let body = json!({ "email": email, "password": password });
    let path = format!("/api/v1/Accounts/passworded?code={code}");
    app.post(&path).json(body.to_string()).send().await
}

async fn change(app: &TestApp, person: &Person, password: &str) -> Reply {
    let visitor = app.sign_in(person).await;
    let body = json!({ "currentPassword": PASSWORD, "password": password });
    visitor.put("/api/v1/Accounts/me/password", &body).send().await
}

pub async fn ask_for_reset(app: &TestApp, email: &str) {
    let mut body = json!({ "email": email });
    body["reCaptchaToken"] = captcha::solve(app, "forgot-password").await.into();
    let reply = app.post("/api/v1/Accounts/forgot-password").json(body.to_string()).send().await;
    assert_eq!(reply.status, 204, "{}", reply.text());
}

#[tokio::test]
async fn change_password_refuses_leaked_passwords_and_short_ones_of_staff() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (ann, emma) = (app.consumer("ann").await, app.employee_of(shop, "emma").await);
    let refused = change(&app, &ann, "iloveyou1").await.wrong_fields();
    assert_eq!(refused, json!({ "password": TOO_EASY }));
    for short in [OF_A_CONSUMER, "xq7"] {
        let refused = change(&app, &emma, short).await.wrong_fields();
        assert_eq!(refused, json!({ "password": TOO_SHORT }));
    }
    assert_eq!(change(&app, &ann, OF_A_CONSUMER).await.status, 204);
    assert_eq!(change(&app, &emma, "xq7vzk 4").await.status, 204);
    app.run_jobs().await;
}

#[tokio::test]
async fn choose_password_refuses_leaked_passwords_and_short_ones_of_staff() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (ann, emma) = (app.consumer("ann").await, app.employee_of(shop, "emma").await);
    for person in [&ann, &emma] {
        ask_for_reset(&app, &person.email).await;
        let refused = choose(&app, &person.email, "Welcome2026!").await.wrong_fields();
        assert_eq!(refused, json!({ "password": TOO_EASY }));
    }
    for short in [OF_A_CONSUMER, "xq7"] {
        let refused = choose(&app, &emma.email, short).await.wrong_fields();
        assert_eq!(refused, json!({ "password": TOO_SHORT }));
    }
    assert_eq!(choose(&app, &emma.email, "xq7vzk 4").await.status, 204);
    assert_eq!(choose(&app, &ann.email, OF_A_CONSUMER).await.status, 204);
    app.run_jobs().await;
}

#[tokio::test]
async fn choose_password_checks_the_code_before_the_password() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    // An invalid link is refused before the password is checked, even if the password is a leaked
    // one.
    choose_with(&app, "rubbish", &ann.email, "iloveyou1").await.error(400, "DEAD_LINK");
}

#[tokio::test]
async fn sign_in_sends_staff_with_a_weak_password_a_link_to_choose_another() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (ann, emma) = (app.consumer("ann").await, app.employee_of(shop, "emma").await);
    for person in [&ann, &emma] {
        app.set_password(person, OF_A_CONSUMER).await;
    }
    let sign_in =
        async |email: &str, password: &str| app.try_sign_in(email, password, "198.51.100.7").await;
    assert_eq!(sign_in(&ann.email, OF_A_CONSUMER).await.status, 200, "customers keep theirs");
    sign_in(&emma.email, "wrong").await.error(400, "WRONG_CREDENTIALS");
    app.run_jobs().await;
    assert!(app.mails_to(&emma.email).await.is_empty(), "nobody is mailed who proved nothing");

    sign_in(&emma.email, OF_A_CONSUMER).await.error(400, "PASSWORD_TOO_WEAK");
    assert_eq!(choose(&app, &emma.email, "xq7vzk 4").await.status, 204);
    assert_eq!(sign_in(&emma.email, "xq7vzk 4").await.status, 200);
    app.run_jobs().await;
}
