//! Tests of the list "ready to go live", of the test email and of the facts about the company.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    setup::IN_PRODUCTION,
    support::{
        Place, TestApp, Visitor,
        program::{PRODUCTION, funray},
    },
};

const PATH: &str = "/api/v1/System/company/funray";

async fn line(admin: &Visitor<'_>, step: &str) -> Value {
    let reply = admin.get("/api/v1/System/go-live").send().await.json();
    let lines = reply["lines"].as_array().expect("lines").iter();
    lines.into_iter().find(|line| line["step"] == step).expect(step).clone()
}

/// Settings of a production server that doesn't demand a second factor, so that tests can sign in.
fn without_second_factor() -> String {
    format!("{IN_PRODUCTION}\nsecond_factor.required = \"off\"")
}

#[tokio::test]
async fn go_live_is_empty_outside_of_production() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    assert_eq!(admin.get("/api/v1/System/go-live").send().await.json(), json!({ "lines": [] }));
}

#[tokio::test]
async fn go_live_follows_the_last_checks_with_the_present_settings() {
    let mut app = TestApp::with(&without_second_factor()).await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let before = line(&admin, "SAFEGUARDS").await;
    assert_eq!((&before["isDone"], &before["isUnchecked"]), (&json!(false), &json!(true)));
    let checked = admin.call("POST", "/api/v1/System/checks/safeguards").send().await.json();
    let after = line(&admin, "SAFEGUARDS").await;
    assert_eq!((&after["isDone"], &after["isUnchecked"]), (&json!(false), &json!(false)));
    assert_eq!(after["findings"], checked["findings"], "no backup was ever made");
    app.hands.advance(Duration::from_secs(31 * 24 * 3600));
    let admin = app.sign_in(&app.administrator("ada").await).await;
    assert_eq!(line(&admin, "SAFEGUARDS").await["isUnchecked"], true, "it was too long ago");
    admin.call("POST", "/api/v1/System/checks/safeguards").send().await.json();
    assert_eq!(line(&admin, "SAFEGUARDS").await["isUnchecked"], false);
    drop(admin);
    app.restart(&format!("{}\nmail_dkim_selectors = [\"new\"]", without_second_factor()));
    let admin = app.sign_in(&app.administrator("alan").await).await;
    assert_eq!(line(&admin, "SAFEGUARDS").await["isUnchecked"], true, "a setting has changed");
}

#[tokio::test]
async fn test_mail_goes_to_the_caller_a_few_times() {
    let app = TestApp::with(&without_second_factor()).await;
    let adam = app.administrator("adam").await;
    let admin = app.sign_in(&adam).await;
    for _ in 0..5 {
        assert_eq!(admin.call("POST", "/api/v1/System/test-mail").send().await.status, 204);
    }
    admin.call("POST", "/api/v1/System/test-mail").send().await.error(429, "TOO_MANY_TRIES");
    app.run_jobs().await;
    let sent = "SELECT count(*) FROM sent_mail WHERE letter = 'test' AND sent_at IS NOT NULL";
    assert_eq!(app.count(sent).await, 5);
}

#[tokio::test]
async fn company_facts_are_shown_at_once_with_their_layer() {
    let app = TestApp::with("brands.funray.city = \"Kingston, ON K7L 2W4\"").await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let company = json!({ "company": "Main Street Cards Ltd.", "privacyEmail": "privacy@shop.ca" });
    assert_eq!(sue.put(PATH, &company).send().await.status, 204);
    let fact = async |name: &str| {
        let reply = sue.get("/api/v1/System/company").send().await.json();
        let of_brand = reply["companies"].as_array().expect("companies").iter();
        let of_brand = of_brand.into_iter().find(|one| one["brand"] == "funray").expect("a brand");
        let facts = of_brand["facts"].as_array().expect("facts").iter();
        let fact = facts.into_iter().find(|fact| fact["name"] == name).expect("a fact");
        (fact["layer"].clone(), fact["isExample"].clone())
    };
    assert_eq!(fact("company").await, (json!("SCREEN"), json!(false)));
    assert_eq!(fact("city").await, (json!("FILE"), json!(false)));
    assert_eq!(fact("phone").await, (json!("DEFAULT"), json!(true)));
    app.post_mail("ann@shop.example").await;
    app.run_jobs().await;
    let mail = app.mails_to("ann@shop.example").await.remove(0);
    assert!(mail["text"].to_string().contains("Main Street Cards Ltd."), "{mail}");
    // Another node reads it after a few seconds.
    let node = app.another_node();
    node.refresh_companies().await;
    assert_eq!(node.company(kernel::brand::Brand::DEFAULT).company, "Main Street Cards Ltd.");
    let longer = json!({ "company": "Main Street Gift Cards Ltd." });
    assert_eq!(sue.put(PATH, &longer).send().await.status, 204);
    node.refresh_companies().await;
    assert_eq!(node.company(kernel::brand::Brand::DEFAULT).company, "Main Street Cards Ltd.");
    app.hands.advance(Duration::from_secs(10));
    node.refresh_companies().await;
    assert_eq!(node.company(kernel::brand::Brand::DEFAULT).company, "Main Street Gift Cards Ltd.");
}

#[tokio::test]
async fn company_facts_of_the_settings_and_examples_are_refused() {
    let app = TestApp::with("brands.funray.city = \"Kingston, ON K7L 2W4\"").await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    for (name, value) in [
        ("city", "Toronto"),
        ("phone", "613-555-0142"),
        ("phone", "x"),
        ("email", "hi@funray.example"),
        ("company", ""),
    ] {
        let wrong = sue.put(PATH, &json!({ name: value })).send().await.wrong_fields();
        assert!(wrong[name].is_string(), "{name} {value}: {wrong}");
    }
    assert_eq!(app.count("SELECT count(*) FROM company_fact").await, 0);
    // The form sends all facts. Those that are not changed are no problem.
    let same = json!({
        "city": "Kingston, ON K7L 2W4", "company": "FunRay Community Cards Inc.", "phone": "416-555-0142",
    });
    assert_eq!(sue.put(PATH, &same).send().await.status, 204);
    assert_eq!(app.count("SELECT count(*) FROM company_fact").await, 0);
    sue.put("/api/v1/System/company/nothing", &same).send().await.error(404, "NOT_FOUND");
}

/// Runs `setup-link` with these settings, which starts the program. Returns whether it succeeded,
/// and its output.
fn start(place: &Place, more: &[(&str, &str)]) -> (bool, String) {
    let without_company = PRODUCTION.iter().filter(|(name, _)| !name.ends_with("__COMPANY"));
    let output = funray()
        .args(["setup-link", "--listen", "127.0.0.1:0"])
        .args(place.flags())
        .envs(without_company.copied())
        .envs(more.iter().copied())
        .output()
        .expect("the program runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).expect("text"))
}

#[test]
fn production_takes_no_real_money_for_the_company_of_the_example() {
    let place = Place::migrated();
    let live = [
        ("FUNRAY_GATEWAY__URL", "https://api.authorize.net"),
        ("FUNRAY_GATEWAY__LOGIN_ID", "us"),
        ("FUNRAY_GATEWAY__TRANSACTION_KEY", "key"),
        ("FUNRAY_GATEWAY__CLIENT_KEY", "key"),
    ];
    let (fine, out) = start(&place, &[]);
    assert!(fine, "nothing can be paid: {out}");
    let (fine, out) = start(&place, &live);
    assert!(!fine && out.contains("examples in brands.rayzr.company"), "{out}");
    let entered = [("company", "Main Street Cards Ltd.".to_owned())];
    let enter = move |tx: &mut db::Tx<'_>| platform::companies::put_all(tx, "rayzr", &entered);
    place.open().write_blocking(enter).expect("stored");
    let (fine, out) = start(&place, &live);
    assert!(fine, "{out}");
}
