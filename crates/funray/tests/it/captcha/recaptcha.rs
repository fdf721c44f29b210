//! Tests of reCAPTCHA: Google's verdicts, and the forms while Google doesn't reply.

use std::{sync::Arc, time::Duration};

use axum::{Router, extract::State, routing::post};
use platform::{
    app::App,
    error::{Result, codes::CAPTCHA_UNAVAILABLE},
    services::captcha::Purpose,
};
use serde_json::{Value, json};

use super::refusal;
use crate::support::{
    TestApp,
    recaptcha::{Answer, Recaptcha},
    wire::ClosedPort,
};

/// Returns a positive verdict from Google with these changes. A null removes a field.
fn verdict(changes: &Value) -> Answer {
    let mut verdict = json!({
        "success": true,
        "challenge_ts": "2026-03-10T15:00:00Z",
        "hostname": "localhost",
    });
    for (key, value) in changes.as_object().expect("an object") {
        verdict[key] = value.clone();
    }
    verdict.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
    Answer::Verdict(verdict)
}

#[tokio::test]
async fn check_asks_google_with_the_secret_and_accepts_its_verdict() {
    let google = Recaptcha::start().await;
    let app = google.app().await;
    google.answers(verdict(&json!({})));
    app.app
        .check_captcha(Purpose::Register, " a+b&secret=x ")
        .await
        .expect("Google vouches for it");
    assert_eq!(google.asked(), ["secret=the-secret&response=a%2Bb%26secret%3Dx"]);

    for (purpose, fine) in [
        (Purpose::Register, json!({ "hostname": "LOCALHOST" })),
        (Purpose::Register, json!({ "hostname": "rayzr.localhost" })),
        (Purpose::Register, json!({ "action": "register", "score": 0.5 })),
        (Purpose::ForgotPassword, json!({ "action": "forgot_password", "score": 1 })),
    ] {
        google.answers(verdict(&fine));
        assert!(app.app.check_captcha(purpose, "token").await.is_ok(), "{fine}");
    }
}

#[tokio::test]
async fn check_refuses_negative_and_mismatched_verdicts() {
    let google = Recaptcha::start().await;
    let app = google.app().await;
    for wrong in [
        json!({ "success": false, "error-codes": ["invalid-input-response"] }),
        json!({ "success": false, "error-codes": ["timeout-or-duplicate"] }),
        json!({ "success": false }),
        json!({ "hostname": "shop.example" }),
        json!({ "hostname": "localhost.example" }),
        json!({ "hostname": "" }),
        json!({ "hostname": null }),
        json!({ "action": "vendor", "score": 0.9 }),
        json!({ "action": "", "score": 0.9 }),
        json!({ "action": "register", "score": 0.49 }),
        json!({ "action": "register", "score": -1 }),
    ] {
        google.answers(verdict(&wrong));
        let told = refusal(app.app.check_captcha(Purpose::Register, "token").await);
        assert!(told.ends_with("once more."), "{wrong}: {told}");
    }
    let strict = google.app_with("captcha.recaptcha_min_score = 0.9", Router::new()).await;
    google.answers(verdict(&json!({ "action": "register", "score": 0.8 })));
    refusal(strict.app.check_captcha(Purpose::Register, "token").await);
}

#[tokio::test]
async fn check_accepts_the_public_hostnames_of_both_brands_only() {
    let google = Recaptcha::start().await;
    let settings = "brands.funray.public_url = \"https://funray.example/\"\n\
                    brands.rayzr.public_url = \"https://rayzr.example:8443\"";
    let app = google.app_with(settings, Router::new()).await;
    for (hostname, is_ours) in
        [("funray.example", true), ("rayzr.example", true), ("localhost", false)]
    {
        google.answers(verdict(&json!({ "hostname": hostname })));
        let passed = app.app.check_captcha(Purpose::Contact, "token").await.is_ok();
        assert_eq!(passed, is_ours, "{hostname}");
    }
}

#[tokio::test]
async fn check_refuses_empty_and_huge_tokens_without_asking_google() {
    let google = Recaptcha::start().await;
    let app = google.app().await;
    google.answers(verdict(&json!({})));
    refusal(app.app.check_captcha(Purpose::Register, "").await);
    refusal(app.app.check_captcha(Purpose::Register, &"x".repeat(16 * 1024 + 1)).await);
    assert!(google.asked().is_empty());
}

async fn is_an_outage(app: &TestApp, what: &str) {
    let checked = app.app.check_captcha(Purpose::Register, "token");
    // The program's own time limit is one second. This limit only ends the test if the program
    // never stops waiting.
    let checked = tokio::time::timeout(Duration::from_secs(600), checked).await;
    let error = checked.expect(what).expect_err(what);
    assert_eq!(error.code(), CAPTCHA_UNAVAILABLE, "{what}: {error:?}");
    assert!(!format!("{error:?}").contains("the-secret"), "{error:?}");
}

#[tokio::test]
async fn check_returns_captcha_unavailable_without_a_verdict() {
    let google = Recaptcha::start().await;
    let app = google.app_with("captcha.recaptcha_timeout_seconds = 1", Router::new()).await;
    let our_fault = json!({ "success": false, "error-codes": ["invalid-input-secret"] });
    let huge =
        format!("{{\"success\":true,\"hostname\":\"localhost\",\"x\":\"{}\"}}", "x".repeat(70_000));
    for (answer, what) in [
        (Answer::Status(500), "an error"),
        (Answer::Status(404), "not there"),
        (Answer::Redirect, "sent elsewhere"),
        (Answer::Text("<html>".to_owned()), "no JSON"),
        (Answer::Text("{}".to_owned()), "no verdict"),
        (Answer::Text("{\"success\":\"true\"}".to_owned()), "no verdict either"),
        (Answer::Text(huge), "too much"),
        (verdict(&our_fault), "a wrong secret"),
        (Answer::Silence, "no answer in time"),
    ] {
        google.answers(answer);
        is_an_outage(&app, what).await;
    }
    let closed = ClosedPort::new();
    is_an_outage(&Recaptcha::at(closed.address).await.app().await, "nobody there").await;
}

#[tokio::test]
async fn check_answers_503_with_retry_after_during_an_outage() {
    async fn form(State(app): State<Arc<App>>) -> Result<()> {
        app.check_captcha(Purpose::Contact, "token").await
    }
    let google = Recaptcha::start().await;
    let app = google.app_with("", Router::new().route("/probe/form", post(form))).await;
    google.answers(Answer::Status(500));
    let reply = app.post("/probe/form").send().await;
    let error = reply.error(503, "CAPTCHA_UNAVAILABLE");
    assert_eq!(reply.header("retry-after"), "1");
    let told = error["errorMessage"].as_str().expect("words");
    assert!(told.contains("try again in a moment"), "{told}");
    google.answers(verdict(&json!({})));
    assert_eq!(app.post("/probe/form").send().await.status, 200);
}

#[tokio::test]
async fn get_settings_returns_the_site_key_and_csp_allows_googles_script() {
    let google = Recaptcha::start().await;
    let app = google.app().await;
    let reply = app.get("/api/v1/Public/settings").send().await;
    let told = json!({ "provider": "recaptcha", "siteKey": "the-site-key", "challengeUrl": null });
    assert_eq!(reply.json()["captcha"], told);
    assert!(!reply.text().contains("the-secret"));
    let policy = reply.header("content-security-policy");
    for allowed in [
        "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
        "frame-src 'self' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;",
    ] {
        assert!(policy.contains(allowed), "{policy}");
    }
    app.get("/captcha/challenge?purpose=register").send().await.error(404, "NOT_FOUND");
    for path in ["/checkout", "/checkout/"] {
        let page = app.get(path).send().await;
        let policy = page.header("content-security-policy");
        assert!(policy.contains("script-src 'self'") && !policy.contains("google"), "{policy}");
    }
}
