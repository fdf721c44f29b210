//! Tests of signing in with an emailed code instead of a password. Replies must not reveal whether
//! an account exists.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    cards::Street,
    support::{PASSWORD, Reply, TestApp, Visitor, captcha, cards::Purchase},
};

const ANN: &str = "ann@shop.example";
const SOMEWHERE: &str = "198.51.100.7";

async fn ask(app: &TestApp, email: &str) -> Reply {
    let body = json!({ "email": email, "reCaptchaToken": captcha::solve(app, "sign-in").await });
    app.post("/api/v1/OAuth/email-code").from(SOMEWHERE).json(body.to_string()).send().await
}

async fn ticket(app: &TestApp, email: &str) -> String {
    let reply = ask(app, email).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["ticket"].as_str().expect("a ticket").to_owned()
}

/// Returns the digits of the sign-in code in the newest email to an address.
async fn mailed_code(app: &TestApp, email: &str) -> String {
    app.run_jobs().await;
    let mails = app.mails_to(email).await;
    let subject = mails.first().and_then(|mail| mail["subject"].as_str()).expect("a mail");
    let code: String = subject.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(code.len(), 6, "{subject}");
    code
}

async fn finish(app: &TestApp, email: &str, ticket: &str, code: &str) -> Reply {
    let body = json!({ "email": email, "ticket": ticket, "code": code });
    app.post("/api/v1/OAuth/login/email-code").from(SOMEWHERE).json(body.to_string()).send().await
}

fn wrong_code(reply: &Reply) -> Value {
    reply.wrong_fields()["code"].clone()
}

/// Returns a code that differs from the one passed.
fn wrong(code: &str) -> &'static str {
    if code == "000000" { "000001" } else { "000000" }
}

#[tokio::test]
async fn email_code_makes_an_account_that_an_address_is_enough_for() {
    let app = TestApp::new().await;
    let first = ticket(&app, ANN).await;
    let code = mailed_code(&app, ANN).await;
    assert_eq!(app.count("SELECT count(*) FROM person").await, 0, "nobody has read the mail yet");
    let spaced = format!("{} {}", &code[..3], &code[3..]);
    let opened = finish(&app, ANN, &first, &spaced).await;
    assert_eq!(opened.status, 200, "{}", opened.text());
    assert!(opened.json()["accessToken"].is_string());
    let made = "SELECT count(*) FROM person WHERE email = 'ann@shop.example'
                AND confirmed_at IS NOT NULL AND password_hash IS NULL";
    assert_eq!(app.count(made).await, 1);
    let again = wrong_code(&finish(&app, ANN, &first, &code).await);
    assert_eq!(again, "That code is wrong or has expired. Ask for a new one.", "it works once");

    app.hands.advance(Duration::from_secs(1));
    let second = ticket(&app, ANN).await;
    let code = mailed_code(&app, ANN).await;
    assert_eq!(finish(&app, ANN, &second, &code).await.status, 200);
    assert_eq!(app.count("SELECT count(*) FROM person").await, 1, "the same person came back");
}

#[tokio::test(flavor = "multi_thread")]
async fn email_codes_of_one_new_address_at_once_make_one_account() {
    let app = TestApp::new().await;
    for round in 0..4 {
        let email = format!("ann{round}@shop.example");
        let mut codes = Vec::new();
        for _ in 0..2 {
            let ticket = ticket(&app, &email).await;
            codes.push((ticket, mailed_code(&app, &email).await));
            app.hands.advance(Duration::from_secs(1));
        }
        let [(first, one), (second, other)] = &codes[..] else { unreachable!() };
        let (a, b) =
            tokio::join!(finish(&app, &email, first, one), finish(&app, &email, second, other));
        assert!(a.status == 200 && b.status == 200, "{} {}", a.text(), b.text());
    }
    assert_eq!(app.count("SELECT count(*) FROM person").await, 4);
    app.run_jobs().await;
}

#[tokio::test]
async fn email_code_is_good_for_its_ticket_its_address_five_tries_and_a_quarter_of_an_hour() {
    let app = TestApp::new().await;
    let first = ticket(&app, ANN).await;
    let code = mailed_code(&app, ANN).await;
    assert!(wrong_code(&finish(&app, ANN, "nonsense", &code).await).is_string());
    assert!(wrong_code(&finish(&app, "bob@shop.example", &first, &code).await).is_string());
    for _ in 0..4 {
        assert!(wrong_code(&finish(&app, ANN, &first, wrong(&code)).await).is_string());
    }
    assert!(wrong_code(&finish(&app, ANN, &first, &code).await).is_string(), "five are over");

    app.hands.advance(Duration::from_secs(1));
    let late = ticket(&app, ANN).await;
    let code = mailed_code(&app, ANN).await;
    app.hands.advance(Duration::from_secs(15 * 60));
    assert!(wrong_code(&finish(&app, ANN, &late, &code).await).is_string());
    assert_eq!(app.count("SELECT count(*) FROM person").await, 0);
}

#[tokio::test]
async fn email_code_gives_every_address_the_same_reply_and_sends_no_code_to_staff() {
    let app = TestApp::new().await;
    let boss = app.administrator("boss").await;
    let reply = ask(&app, &boss.email).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    app.run_jobs().await;
    let mails = app.mails_to(&boss.email).await;
    assert_eq!(mails[0]["subject"], "You already have an account");

    // Once an address has reached its limit of emails, no more are sent, but the reply looks the
    // same.
    for _ in 0..4 {
        assert_eq!(ask(&app, ANN).await.status, 200);
    }
    let silent = ask(&app, ANN).await;
    assert_eq!(silent.status, 200);
    app.run_jobs().await;
    assert_eq!(app.mails_to(ANN).await.len(), 4);
    assert!(silent.json()["ticket"].as_str().expect("a ticket").len() == 32);
}

#[tokio::test]
async fn email_code_needs_a_solved_captcha() {
    let app = TestApp::new().await;
    let body = json!({ "email": ANN }).to_string();
    let reply = app.post("/api/v1/OAuth/email-code").json(body).send().await;
    assert!(reply.wrong_fields()["reCaptchaToken"].is_string());
}

#[tokio::test]
async fn email_code_takes_a_strangers_password_off_an_unconfirmed_registration() {
    let app = TestApp::new().await;
    let body = json!({
        "firstName": "Not", "lastName": "Ann", "address": "1 Main Street", "city": "Ottawa",
        "province": "Ontario", "postalCode": "K1P 1J1", "email": ANN, "password": PASSWORD,
        "confirmPassword": PASSWORD, "reCaptchaToken": captcha::solve(&app, "register").await,
        "appName": "funray", "successReturnUrl": "http://localhost:8080/register-confirmation",
        "failedReturnUrl": "http://localhost:8080/register-confirmation-failed",
    });
    let registered = app.post("/api/v1/Accounts").json(body.to_string()).send().await;
    assert_eq!(registered.status, 204, "{}", registered.text());
    app.hands.advance(Duration::from_secs(1));
    let ticket = ticket(&app, ANN).await;
    let code = mailed_code(&app, ANN).await;
    assert_eq!(finish(&app, ANN, &ticket, &code).await.status, 200);
    app.try_sign_in(ANN, PASSWORD, SOMEWHERE).await.error(400, "WRONG_CREDENTIALS");
}

/// Signs in Ann with an emailed code. Her account has no password.
async fn without_password(app: &TestApp) -> Visitor<'_> {
    let ticket = ticket(app, ANN).await;
    let code = mailed_code(app, ANN).await;
    let opened = finish(app, ANN, &ticket, &code).await;
    assert_eq!(opened.status, 200, "{}", opened.text());
    Visitor::of(app, &opened.json())
}

async fn prove(visitor: &Visitor<'_>, ticket: &str, code: &str) -> Reply {
    let form = json!({ "ticket": ticket, "code": code });
    visitor.post("/api/v1/Accounts/me/proof", &form).send().await
}

const PROOF_CODE: &str = "/api/v1/Accounts/me/proof/email-code";

#[tokio::test]
async fn account_without_a_password_proves_itself_by_a_mailed_code_of_its_session() {
    let app = TestApp::new().await;
    let ann = without_password(&app).await;
    app.hands.advance(Duration::from_secs(3600));
    let ann = app.refreshed(&ann).await;
    let ways = ann.get("/api/v1/Accounts/me/proof").send().await.json();
    assert_eq!(ways["methods"], json!(["EMAIL_CODE"]));
    ann.get("/api/v1/Accounts/me/export").send().await.error(403, "PROOF_REQUIRED");
    let sent = ann.call("POST", PROOF_CODE).send().await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    let proof = sent.json()["ticket"].as_str().expect("a ticket").to_owned();
    let code = mailed_code(&app, ANN).await;
    assert!(wrong_code(&prove(&ann, &proof, wrong(&code)).await).is_string());
    assert!(wrong_code(&finish(&app, ANN, &proof, &code).await).is_string(), "it opens no session");
    assert_eq!(prove(&ann, &proof, &code).await.status, 204);
    assert!(wrong_code(&prove(&ann, &proof, &code).await).is_string(), "it works once");
    assert_eq!(ann.get("/api/v1/Accounts/me/export").send().await.status, 200);

    let signing_in = ticket(&app, ANN).await;
    let code = mailed_code(&app, ANN).await;
    assert!(wrong_code(&prove(&ann, &signing_in, &code).await).is_string(), "made to sign in");
}

#[tokio::test]
async fn proofs_by_mailed_codes_are_limited_so_that_no_session_fills_the_log() {
    let app = TestApp::new().await;
    let ann = without_password(&app).await;
    for made_up in 0..20 {
        assert!(wrong_code(&prove(&ann, &format!("{made_up:032x}"), "000000").await).is_string());
    }
    let failed = "SELECT count(*) FROM audit_entry WHERE action = 'STEP_UP_FAILED'";
    assert_eq!(app.count(failed).await, 20);
    prove(&ann, "made up", "000000").await.error(429, "TOO_MANY_TRIES");
    assert_eq!(app.count(failed).await, 20);
}

#[tokio::test]
async fn account_without_a_password_is_closed_after_a_fresh_proof() {
    let app = TestApp::new().await;
    let ann = without_password(&app).await;
    let me = ann.get("/api/v1/Accounts/me/closing").send().await.json();
    assert_eq!(me["hasPassword"], false);
    let close = |visitor: &Visitor<'_>| visitor.call("DELETE", "/api/v1/Accounts/me").json("{}");
    app.hands.advance(Duration::from_secs(3600));
    let ann = app.refreshed(&ann).await;
    close(&ann).send().await.error(403, "PROOF_REQUIRED");
    let again = without_password(&app).await;
    assert_eq!(close(&again).send().await.status, 204);
    assert!(!ann.is_signed_in().await);
    app.run_jobs().await;
}

#[tokio::test]
async fn account_without_a_password_sets_its_first_one_after_a_fresh_proof() {
    let app = TestApp::new().await;
    let ann = without_password(&app).await;
    let set = |visitor: &Visitor<'_>| {
        visitor.put("/api/v1/Accounts/me/password", &json!({ "password": "three words together" }))
    };
    app.hands.advance(Duration::from_secs(3600));
    let old = app.refreshed(&ann).await;
    set(&old).send().await.error(403, "PROOF_REQUIRED");
    let fresh = without_password(&app).await;
    assert_eq!(set(&fresh).send().await.status, 204);
    let ways = fresh.get("/api/v1/Accounts/me/proof").send().await.json();
    assert_eq!(ways["methods"], json!(["PASSWORD"]));
    fresh.call("POST", PROOF_CODE).send().await.error(404, "NOT_FOUND");
    let missing = set(&fresh).send().await.error(400, "VALIDATION");
    assert_eq!(missing["fields"]["currentPassword"], "Current Password field is required.");
    let reply = app.try_sign_in(ANN, "three words together", SOMEWHERE).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    app.run_jobs().await;
}

#[tokio::test]
async fn mail_proof_code_refuses_accounts_that_have_another_way_and_too_many_mails() {
    let app = TestApp::new().await;
    let bob = app.sign_in(&app.consumer("bob").await).await;
    bob.call("POST", PROOF_CODE).send().await.error(404, "NOT_FOUND");
    let ann = without_password(&app).await;
    for _ in 0..5 {
        assert_eq!(ann.call("POST", PROOF_CODE).send().await.status, 200);
    }
    ann.call("POST", PROOF_CODE).send().await.error(429, "TOO_MANY_TRIES");
    app.run_jobs().await;
}

#[tokio::test]
async fn code_for_a_gift_goes_to_its_recipient_and_keeps_the_gift() {
    const BOB: &str = "bob@shop.example";
    let street = Street::new().await;
    let app = &street.app;
    let gift = Purchase::of(street.shop, 50).given_to(BOB);
    let card = app.sell(&street.buyer, gift).await;
    let token = app.gift_token(BOB).await;
    let ask =
        || app.post("/api/v1/Gifts/-/email-code").from(SOMEWHERE).header("x-link-token", &token);
    app.hands.advance(Duration::from_secs(1));
    let sent = ask().send().await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    let sent = sent.json();
    assert!(!sent["email"].as_str().expect("an address").contains("bob@"), "{sent}");
    let code = mailed_code(app, BOB).await;
    let form = |code: &str| json!({ "gift": token, "ticket": sent["ticket"], "code": code });
    let open = async |code: &str| {
        let call = app.post("/api/v1/OAuth/login/email-code").from(SOMEWHERE);
        call.json(form(code).to_string()).send().await
    };
    assert!(wrong_code(&open(wrong(&code)).await).is_string());
    let opened = open(&code).await;
    assert_eq!(opened.status, 200, "{}", opened.text());
    let bob = Visitor::of(app, &opened.json());
    let claimed = bob.call("POST", &format!("/api/v1/Gifts/{token}/claimed")).send().await;
    assert_eq!(claimed.json()["cardId"], card.to_string());
    ask().send().await.error(400, "GIFT_CLAIMED");
    open(&code).await.error(400, "GIFT_CLAIMED");
    let unknown = app.post(&format!("/api/v1/Gifts/{}/email-code", "0".repeat(32)));
    unknown.send().await.error(404, "NOT_FOUND");
    app.run_jobs().await;
}
