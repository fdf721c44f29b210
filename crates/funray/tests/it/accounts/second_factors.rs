//! Tests of second factors: authenticator apps, passkeys, recovery codes, and the reset when a
//! person has lost all of them.

use std::time::Duration;

use access::auth::Role;
use accounts::second_factor::totp::Secret;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use passkeys::testing::Authenticator;
use serde_json::{Value, json};

use super::invitations::{accept, invite};
use crate::support::{PASSWORD, Person, Reply, TestApp, Visitor};

const ME: &str = "/api/v1/Accounts/me";
const ORIGIN: &str = "http://localhost:8080";
const HOME: &str = "198.51.100.7";

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

fn encoded(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn decoded(value: &Value) -> Vec<u8> {
    BASE64_URL_SAFE_NO_PAD.decode(text(value)).expect("base64")
}

/// Returns the code that confirms an authenticator app whose setup has begun.
pub fn code_of(app: &TestApp, begun: &Value) -> String {
    let secret = Secret::parse(&text(&begun["secret"])).expect("a secret");
    secret.code_at(app.app.clock.now())
}

/// Sets up an authenticator app. Returns its secret and the recovery codes.
pub async fn with_app(app: &TestApp, visitor: &Visitor<'_>) -> (Secret, Vec<String>) {
    let path = format!("{ME}/authenticator-app");
    let begun = visitor.call("POST", &path).send().await.json();
    let secret = Secret::parse(&text(&begun["secret"])).expect("a secret");
    assert!(text(&begun["uri"]).contains(&text(&begun["secret"])), "{begun}");
    let code = secret.code_at(app.app.clock.now());
    let confirmed = visitor.put(&path, &json!({ "code": code })).send().await.json();
    let codes = confirmed["recoveryCodes"].as_array().expect("codes").iter().map(text).collect();
    (secret, codes)
}

/// Signs in with the right password and returns the ticket for the second step.
pub async fn ticket(app: &TestApp, person: &Person) -> String {
    let asked = app.try_sign_in(&person.email, PASSWORD, HOME).await;
    let asked = asked.error(400, "SECOND_FACTOR_REQUIRED");
    text(&asked["secondFactor"]["ticket"])
}

pub async fn finish(app: &TestApp, ticket: &str, code: &str, from: &str) -> Reply {
    finish_with(app, "", ticket, code, from).await
}

async fn finish_with(app: &TestApp, browser: &str, ticket: &str, code: &str, from: &str) -> Reply {
    let form = json!({ "ticket": ticket, "code": code }).to_string();
    let call = app.post("/api/v1/OAuth/login/second-factor").from(from).header("cookie", browser);
    call.json(form).send().await
}

async fn mails(app: &TestApp, person: &Person) -> usize {
    app.run_jobs().await;
    app.mails_to(&person.email).await.len()
}

#[tokio::test]
async fn login_with_second_factor_accepts_each_app_code_once() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let (secret, codes) = with_app(&app, &app.sign_in(&ann).await).await;
    assert_eq!(codes.len(), 10);
    assert_eq!(mails(&app, &ann).await, 1);

    let first = ticket(&app, &ann).await;
    let used = secret.code_at(app.app.clock.now());
    let replayed = finish(&app, &first, &used, HOME).await;
    assert!(replayed.wrong_fields()["code"].is_string(), "it has confirmed the app");
    app.hands.advance(Duration::from_secs(30));
    let code = secret.code_at(app.app.clock.now());
    assert_eq!(finish(&app, &first, &code, HOME).await.status, 200);
    finish(&app, &first, &code, HOME).await.error(400, "TICKET_EXPIRED");

    let late = ticket(&app, &ann).await;
    app.hands.advance(Duration::from_secs(600));
    let code = secret.code_at(app.app.clock.now());
    finish(&app, &late, &code, HOME).await.error(400, "TICKET_EXPIRED");
    finish(&app, "nonsense", &code, HOME).await.error(400, "TICKET_EXPIRED");
}

#[tokio::test]
async fn adding_a_second_factor_ends_other_sessions_and_notifies_the_person() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let ann = app.employee_of(shop, "ann").await;
    let key = Authenticator::new("localhost", ORIGIN);
    for factor in ["app", "passkey"] {
        let (here, there) = (app.sign_in(&ann).await, app.sign_in(&ann).await);
        if factor == "app" {
            with_app(&app, &here).await;
            let removed = here.call("DELETE", &format!("{ME}/authenticator-app")).send().await;
            assert_eq!(removed.status, 204);
        } else {
            assert_eq!(with_passkey(&here, &key).await.status, 200);
        }
        assert!(here.is_signed_in().await && !there.is_signed_in().await, "{factor}");
    }
    app.run_jobs().await;
    let mails = app.mails_to(&ann.email).await;
    let texts = mails.iter().filter_map(|mail| mail["text"].as_str());
    let told = texts.filter(|text| text.contains("Your other devices were signed out."));
    assert_eq!(told.count(), 2);
}

#[tokio::test]
async fn login_with_second_factor_accepts_a_recovery_code_once() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let (_, codes) = with_app(&app, &visitor).await;
    let typed = codes[0].to_lowercase().replace('-', " ");
    assert_eq!(finish(&app, &ticket(&app, &ann).await, &typed, HOME).await.status, 200);
    assert_eq!(mails(&app, &ann).await, 2);
    let again = finish(&app, &ticket(&app, &ann).await, &codes[0], HOME).await;
    assert!(again.wrong_fields()["code"].is_string());
    let factors = visitor.get(&format!("{ME}/second-factors")).send().await.json();
    assert_eq!(factors["recoveryCodesLeft"], 9);
    let renewed = visitor.call("POST", &format!("{ME}/recovery-codes")).send().await.json();
    assert_eq!(renewed["recoveryCodes"].as_array().map(Vec::len), Some(10));
    let void = finish(&app, &ticket(&app, &ann).await, &codes[1], HOME).await;
    assert!(void.wrong_fields()["code"].is_string(), "the old ones are void");
    assert_eq!(mails(&app, &ann).await, 3);
}

#[tokio::test]
async fn login_with_second_factor_limits_guesses_without_blocking_the_owner() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let browser = app.browser_of(&ann).await;
    let (secret, _) = with_app(&app, &app.sign_in(&ann).await).await;
    let ticket = ticket(&app, &ann).await;
    for _ in 0..5 {
        finish(&app, &ticket, "000000", HOME).await.error(400, "VALIDATION");
    }
    finish(&app, &ticket, "000000", HOME).await.error(429, "TOO_MANY_TRIES");
    app.hands.advance(Duration::from_secs(30));
    let code = secret.code_at(app.app.clock.now());
    assert_eq!(finish_with(&app, &browser, &ticket, &code, HOME).await.status, 200);
    assert_eq!(mails(&app, &ann).await, 1);
}

/// Creates a passkey and returns the form with which a browser registers it.
async fn made_by(visitor: &Visitor<'_>, key: &Authenticator) -> Value {
    let offered = visitor.call("POST", &format!("{ME}/passkeys/offered")).send().await.json();
    let made = key.register(&decoded(&offered["challenge"]));
    json!({
        "challengeId": offered["challengeId"], "name": "My phone",
        "clientData": encoded(&made.client_data), "attestation": encoded(&made.attestation),
    })
}

/// Like [`made_by`], with a key that the test does not need afterwards.
pub async fn new_passkey(visitor: &Visitor<'_>) -> Value {
    made_by(visitor, &Authenticator::new("localhost", ORIGIN)).await
}

async fn with_passkey(visitor: &Visitor<'_>, key: &Authenticator) -> Reply {
    let form = made_by(visitor, key).await;
    visitor.post(&format!("{ME}/passkeys"), &form).send().await
}

fn signed(key: &Authenticator, asked: &Value) -> Value {
    let made = key.sign(&decoded(&asked["challenge"]));
    json!({
        "challengeId": asked["challengeId"], "credentialId": encoded(&key.id),
        "clientData": encoded(&made.client_data),
        "authenticatorData": encoded(&made.authenticator_data),
        "signature": encoded(&made.signature),
    })
}

async fn ask(app: &TestApp) -> Value {
    app.post("/api/v1/OAuth/passkey").from(HOME).json("{}").send().await.json()
}

async fn sign_in_with(app: &TestApp, form: &Value) -> Reply {
    app.post("/api/v1/OAuth/login/passkey").from(HOME).json(form.to_string()).send().await
}

#[tokio::test]
async fn shoppers_passkey_replaces_the_password_and_is_no_second_factor() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let (here, there) = (app.sign_in(&ann).await, app.sign_in(&ann).await);
    let key = Authenticator::new("localhost", ORIGIN);
    let made = with_passkey(&here, &key).await.json();
    assert_eq!(made["recoveryCodes"], json!([]), "there is nothing that they could stand for");
    assert!(there.is_signed_in().await, "its other sessions stay");
    let (subject, text) = newest_mail(&app, &ann).await;
    assert_eq!(subject, "A passkey was added");
    assert!(text.contains("without your password") && !text.contains("signed out"), "{text}");

    let form = signed(&key, &ask(&app).await);
    assert_eq!(sign_in_with(&app, &form).await.status, 200);
    assert_eq!(app.try_sign_in(&ann.email, PASSWORD, HOME).await.status, 200);
    let ways = here.get(&format!("{ME}/proof")).send().await.json();
    assert_eq!(ways["methods"], json!(["PASSKEY", "PASSWORD"]));
    let proof = here.post(&format!("{ME}/proof"), &json!({ "password": PASSWORD })).send().await;
    assert_eq!(proof.status, 204);
}

#[tokio::test]
async fn passkey_of_a_shopper_is_a_second_factor_once_they_work_for_a_shop() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (ann, mary) = (app.consumer("ann").await, app.manager_of(shop, "mary").await);
    let visitor = app.sign_in(&ann).await;
    with_passkey(&visitor, &Authenticator::new("localhost", ORIGIN)).await;
    app.run_jobs().await;
    app.hands.advance(Duration::from_secs(1));
    let mary = app.sign_in(&mary).await;
    let invited = invite(&mary, &ann.email, Role::Employee, Some(shop)).await;
    assert_eq!(invited.status, 200, "{}", invited.text());
    assert!(accept(&app, &ann).await.status.is_success());
    let asked = app.try_sign_in(&ann.email, PASSWORD, HOME).await;
    asked.error(400, "SECOND_FACTOR_REQUIRED");
    app.run_jobs().await;
}

#[tokio::test]
async fn login_with_passkey_refuses_replays_copied_keys_and_wrong_origins() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let ann = app.employee_of(shop, "ann").await;
    let mut key = Authenticator::new("localhost", ORIGIN);
    key.sign_count = 5;
    let visitor = app.sign_in(&ann).await;
    let made = with_passkey(&visitor, &key).await.json();
    assert_eq!(made["recoveryCodes"].as_array().map(Vec::len), Some(10));
    with_passkey(&visitor, &key).await.error(400, "PASSKEY_REFUSED");

    key.sign_count = 6;
    let form = signed(&key, &ask(&app).await);
    assert_eq!(sign_in_with(&app, &form).await.status, 200);
    sign_in_with(&app, &form).await.error(400, "PASSKEY_REFUSED");
    let copied = signed(&key, &ask(&app).await);
    sign_in_with(&app, &copied).await.error(400, "PASSKEY_REFUSED");

    key.sign_count = 7;
    let late = signed(&key, &ask(&app).await);
    app.hands.advance(Duration::from_secs(300));
    sign_in_with(&app, &late).await.error(400, "PASSKEY_REFUSED");
    for lie in ["https://evil.test", "http://rayzr.localhost:8080"] {
        key.origin = lie.to_owned();
        let form = signed(&key, &ask(&app).await);
        sign_in_with(&app, &form).await.error(400, "PASSKEY_REFUSED");
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn login_with_passkey_refuses_a_used_challenge_that_another_call_has_named() {
    let app = TestApp::new().await;
    let (ann, eve) = (app.consumer("ann").await, app.consumer("eve").await);
    // The passkey has no signature counter, like passkeys that are synchronized between devices.
    let key = Authenticator::new("localhost", ORIGIN);
    with_passkey(&app.sign_in(&ann).await, &key).await;
    let form = signed(&key, &ask(&app).await);
    assert_eq!(sign_in_with(&app, &form).await.status, 200);
    let stranger = app.sign_in(&eve).await;
    let named = json!({ "passkey": form });
    stranger.post(&format!("{ME}/proof"), &named).send().await.error(400, "PASSKEY_REFUSED");
    sign_in_with(&app, &form).await.error(400, "PASSKEY_REFUSED");
    app.run_jobs().await;
}

#[tokio::test]
async fn login_by_a_passkey_is_offered_however_often_neighbours_ask() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let key = Authenticator::new("localhost", ORIGIN);
    with_passkey(&app.sign_in(&ann).await, &key).await;
    let rows = async || app.count("SELECT count(*) FROM passkey_challenge").await;
    for _ in 0..300 {
        assert!(ask(&app).await["challengeId"].is_string());
    }
    assert_eq!(rows().await, 0, "asking writes nothing");
    let form = signed(&key, &ask(&app).await);
    assert_eq!(sign_in_with(&app, &form).await.status, 200);
    assert_eq!(rows().await, 1, "a challenge is used once");
    // Without a signature counter, only the used challenge shows that this sign-in is a repetition.
    sign_in_with(&app, &form).await.error(400, "PASSKEY_REFUSED");
    app.run_jobs().await;
}

#[tokio::test]
async fn login_by_a_passkey_refuses_a_challenge_of_another_id() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let key = Authenticator::new("localhost", ORIGIN);
    with_passkey(&app.sign_in(&ann).await, &key).await;
    let mut form = signed(&key, &ask(&app).await);
    form["challengeId"] = ask(&app).await["challengeId"].clone();
    sign_in_with(&app, &form).await.error(400, "PASSKEY_REFUSED");
    app.run_jobs().await;
}

#[tokio::test]
async fn add_passkey_names_the_field_of_a_key_that_can_never_sign() {
    let app = TestApp::new().await;
    let visitor = app.sign_in(&app.consumer("ann").await).await;
    let key = Authenticator::new("localhost", ORIGIN);
    let offer = visitor.call("POST", &format!("{ME}/passkeys/offered")).send().await.json();
    let made = key.register_off_curve(&decoded(&offer["challenge"]));
    let form = json!({
        "challengeId": offer["challengeId"], "name": "Ann's phone",
        "clientData": encoded(&made.client_data), "attestation": encoded(&made.attestation),
    });
    let refused = visitor.post(&format!("{ME}/passkeys"), &form).send().await.wrong_fields();
    assert!(refused["attestation"].is_string(), "{refused}");
    assert_eq!(app.count("SELECT count(*) FROM passkey").await, 0);
}

#[tokio::test]
async fn fresh_proof_by_passkey_needs_an_own_key_and_a_proof_challenge() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (ann, eve) = (app.employee_of(shop, "ann").await, app.consumer("eve").await);
    let (key, foreign) =
        (Authenticator::new("localhost", ORIGIN), Authenticator::new("localhost", ORIGIN));
    let visitor = app.sign_in(&ann).await;
    with_passkey(&visitor, &key).await;
    with_passkey(&app.sign_in(&eve).await, &foreign).await;
    let export = format!("{ME}/export");
    let make_old = "UPDATE session SET proven_at = 0";
    app.app.db.write(move |tx| tx.execute(make_old, &[])).await.expect("old sessions");
    let proof = format!("{ME}/proof");
    let ask = async || visitor.call("POST", &format!("{proof}/passkey")).send().await.json();
    let prove = async |form: Value| visitor.post(&proof, &json!({ "passkey": form })).send().await;
    prove(signed(&foreign, &ask().await)).await.error(400, "PASSKEY_REFUSED");
    prove(signed(&key, &self::ask(&app).await)).await.error(400, "PASSKEY_REFUSED");
    let password = visitor.post(&proof, &json!({ "password": PASSWORD })).send().await;
    assert!(password.wrong_fields()["password"].is_string(), "it isn't enough any more");
    visitor.get(&export).send().await.error(403, "PROOF_REQUIRED");
    assert_eq!(prove(signed(&key, &ask().await)).await.status, 204);
    assert_eq!(visitor.get(&export).send().await.status, 200);
    app.run_jobs().await;
}

/// Returns the subject and the text of the newest email to a person.
async fn newest_mail(app: &TestApp, person: &Person) -> (String, String) {
    app.run_jobs().await;
    let mail = app.mails_to(&person.email).await.swap_remove(0);
    (text(&mail["subject"]), text(&mail["text"]))
}

#[tokio::test]
async fn second_factor_changes_are_each_mailed_to_the_account_owner() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let told = async |subject: &str, word: &str| {
        let (said, text) = newest_mail(&app, &ann).await;
        assert!(said == subject && text.contains(word), "{said}: {text}");
        app.hands.advance(Duration::from_secs(1));
    };
    let (_, codes) = with_app(&app, &visitor).await;
    told("An authenticator app was added", "signing in asks for one of its codes").await;
    with_passkey(&visitor, &Authenticator::new("localhost", ORIGIN)).await;
    told("A passkey was added", "“My phone”").await;
    assert_eq!(finish(&app, &ticket(&app, &ann).await, &codes[0], HOME).await.status, 200);
    told("A recovery code was used", "Still good: 9").await;
    let proof = visitor.post(&format!("{ME}/proof"), &json!({ "code": codes[1] })).send().await;
    assert_eq!(proof.status, 204);
    told("A recovery code was used", "Still good: 8").await;
    visitor.call("POST", &format!("{ME}/recovery-codes")).send().await;
    told("You have new recovery codes", "The old ones no longer work").await;
    let list = visitor.get(&format!("{ME}/second-factors")).send().await.json();
    let path = format!("{ME}/passkeys/{}", text(&list["passkeys"][0]["id"]));
    assert_eq!(visitor.call("DELETE", &path).send().await.status, 204);
    told("A passkey was removed", "“My phone”").await;
    let app_path = format!("{ME}/authenticator-app");
    assert_eq!(visitor.call("DELETE", &app_path).send().await.status, 204);
    told("Your authenticator app was removed", "Its codes no longer work").await;
}

#[tokio::test]
async fn rename_passkey_refuses_other_people_and_blank_names() {
    let app = TestApp::new().await;
    let (ann, eve) = (app.consumer("ann").await, app.consumer("eve").await);
    let visitor = app.sign_in(&ann).await;
    with_passkey(&visitor, &Authenticator::new("localhost", ORIGIN)).await;
    let list = async || visitor.get(&format!("{ME}/second-factors")).send().await.json();
    let path = format!("{ME}/passkeys/{}", text(&list().await["passkeys"][0]["id"]));
    let name = |name: &str| json!({ "name": name });
    let foreign = app.sign_in(&eve).await.put(&path, &name("Eve's")).send().await;
    foreign.error(404, "NOT_FOUND");
    let blank = visitor.put(&path, &name(" ")).send().await;
    assert_eq!(blank.wrong_fields()["name"], "Name field is required.");
    assert_eq!(visitor.put(&path, &name("Laptop")).send().await.status, 204);
    assert_eq!(list().await["passkeys"][0]["name"], "Laptop");
    app.run_jobs().await;
}

#[tokio::test]
async fn export_lists_second_factors_without_their_secrets() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let (secret, codes) = with_app(&app, &visitor).await;
    let key = Authenticator::new("localhost", ORIGIN);
    with_passkey(&visitor, &key).await;
    let reply = visitor.get(&format!("{ME}/export")).send().await;
    let factors = reply.json()["secondFactors"].clone();
    assert!(factors["authenticatorAppSince"].is_string(), "{factors}");
    assert_eq!(factors["passkeys"][0]["name"], "My phone");
    assert_eq!(factors["recoveryCodesLeft"], 10);
    let whole = reply.text();
    for hidden in [secret.to_text(), codes[0].clone(), encoded(&key.id)] {
        assert!(!whole.contains(&hidden), "{hidden}");
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn list_users_shows_has_second_factor_only_to_callers_who_may_reset_it() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (ada, root) = (app.administrator("ada").await, app.super_administrator("root").await);
    let (mary, emma) = (app.manager_of(shop, "mary").await, app.employee_of(shop, "emma").await);
    with_app(&app, &app.sign_in(&emma).await).await;
    let flags = async |by: &Person| {
        let list = app.sign_in(by).await.get("/api/v1/Accounts?orderBy=email").send().await.json();
        let rows = list["items"].as_array().expect("rows").clone();
        let flag = |person: &&Person| {
            let row = rows.iter().find(|row| row["email"] == json!(person.email));
            row.map(|row| row["hasSecondFactor"].clone())
        };
        [&emma, &mary, &ada, &root].iter().map(flag).collect::<Vec<_>>()
    };
    let (yes, no, hidden) = (Some(json!(true)), Some(json!(false)), Some(Value::Null));
    assert_eq!(flags(&ada).await, [yes.clone(), no.clone(), hidden.clone(), hidden.clone()]);
    assert_eq!(flags(&root).await, [yes, no.clone(), no, hidden.clone()]);
    assert_eq!(flags(&mary).await, [hidden.clone(), hidden, None, None]);
    app.run_jobs().await;
}

#[tokio::test]
async fn reset_second_factors_needs_a_reason_and_refuses_the_caller() {
    let app = TestApp::new().await;
    let (ada, root) = (app.administrator("ada").await, app.super_administrator("root").await);
    let (desk, top) = (app.sign_in(&ada).await, app.sign_in(&root).await);
    for visitor in [&desk, &top] {
        with_app(&app, visitor).await;
    }
    app.run_jobs().await;
    app.hands.advance(Duration::from_secs(1));
    let path = |person: &Person| format!("/api/v1/Accounts/{}/second-factors/reset", person.id);
    let why = json!({ "reason": "Lost phone" });
    desk.post(&path(&ada), &why).send().await.error(400, "OWN_ROLE");
    desk.post(&path(&root), &why).send().await.error(403, "PERMISSION");
    let silent = top.post(&path(&ada), &json!({})).send().await;
    assert!(silent.wrong_fields()["reason"].is_string());
    assert_eq!(top.post(&path(&ada), &why).send().await.status, 204);
    assert!(!desk.is_signed_in().await);
    app.sign_in(&ada).await;
    let (subject, text) = newest_mail(&app, &ada).await;
    assert_eq!(subject, "Your two-step sign-in was reset");
    assert!(text.contains("you were signed out everywhere"), "{text}");
    top.post(&path(&ada), &why).send().await.error(404, "NOT_FOUND");
    let told = "SELECT reason FROM audit_entry WHERE action = 'SECOND_FACTOR_RESET'";
    let told = app.app.db.read(move |tx| tx.rows::<(String,)>(told, &[])).await.expect("rows");
    assert_eq!(told, [("Lost phone".to_owned(),)]);
}

#[tokio::test]
async fn reset_second_factors_requires_a_new_setup_at_next_sign_in() {
    let app = TestApp::with("second_factor.required = \"managers\"").await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (root, mary) = (app.super_administrator("root").await, app.manager_of(shop, "mary").await);
    let desk = app.sign_in(&root).await;
    with_app(&app, &desk).await;
    with_app(&app, &app.sign_in(&mary).await).await;
    let path = format!("/api/v1/Accounts/{}/second-factors/reset", mary.id);
    let reset = desk.post(&path, &json!({ "reason": "Lost phone" })).send().await;
    assert_eq!(reset.status, 204);
    let again = app.sign_in(&mary).await;
    again.get("/api/v1/Accounts").send().await.error(403, "SECOND_FACTOR_SETUP");
    with_app(&app, &again).await;
    assert_eq!(again.get("/api/v1/Accounts").send().await.status, 200);
    app.run_jobs().await;
}

#[tokio::test]
async fn required_second_factor_blocks_all_calls_until_it_is_set_up() {
    let app = TestApp::with("second_factor.required = \"managers\"").await;
    let vendor = app.vendor("Maple Leaf Books").await;
    let mary = app.manager_of(vendor, "mary").await;
    let visitor = app.sign_in(&mary).await;
    let profile = visitor.get("/api/v1/OAuth/profile").send().await.json();
    assert_eq!(profile["mustSetUpSecondFactor"], true);
    for path in ["/api/v1/Accounts", "/api/v1/Accounts/me", "/api/v1/Cards"] {
        visitor.get(path).send().await.error(403, "SECOND_FACTOR_SETUP");
    }
    with_app(&app, &visitor).await;
    assert_eq!(visitor.get("/api/v1/Accounts").send().await.status, 200);
    let clerk = app.employee_of(vendor, "clerk").await;
    let clerk = app.sign_in(&clerk).await;
    assert_eq!(clerk.get("/api/v1/Accounts/me").send().await.status, 200);
    app.run_jobs().await;
}

#[tokio::test]
async fn close_account_needs_a_fresh_proof_and_deletes_second_factors() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let (secret, _) = with_app(&app, &visitor).await;
    with_passkey(&visitor, &Authenticator::new("localhost", ORIGIN)).await;
    let make_old = "UPDATE session SET proven_at = 0";
    app.app.db.write(move |tx| tx.execute(make_old, &[])).await.expect("old sessions");
    let close = async || {
        let form = json!({ "password": PASSWORD });
        visitor.call("DELETE", ME).json(form.to_string()).send().await
    };
    close().await.error(403, "PROOF_REQUIRED");
    app.hands.advance(Duration::from_secs(30));
    let code = secret.code_at(app.app.clock.now());
    let proof = visitor.post(&format!("{ME}/proof"), &json!({ "code": code })).send().await;
    assert_eq!(proof.status, 204);
    assert_eq!(close().await.status, 204);
    let left = "SELECT (SELECT count(*) FROM authenticator_app) + (SELECT count(*) FROM passkey)
                     + (SELECT count(*) FROM recovery_code)";
    assert_eq!(app.count(left).await, 0);
    app.run_jobs().await;
}
