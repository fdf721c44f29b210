//! Tests of the card gateway: its settings for the browser, the sandbox in the demo, and the
//! sandbox as a separate process.

use std::{
    net::TcpListener,
    time::{Duration, Instant},
};

use authorizenet::{
    Amount, Charge, Client, Outcome, Reference, Secret, Settings, Token,
    sandbox::{CREDENTIALS, Fault},
    webhook,
};
use platform::services::gateway::Merchant;
use serde_json::{Value, json};

use crate::support::{
    Place, TestApp,
    program::{PRODUCTION, Program, run},
    till::{APPROVED, HELD, Till, payment},
};

fn card() -> String {
    card_of(APPROVED)
}

fn card_of(number: &str) -> String {
    format!(
        r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},"data":{{"type":"TOKEN","id":"1","token":{{"cardNumber":"{number}","expirationDate":"122099"}}}}}}}}"#,
        CREDENTIALS.login_id, CREDENTIALS.client_key
    )
}

/// Returns a one-time token for a card, requested as a browser does.
fn token(api: &str, number: &str) -> String {
    let mut reply = ureq::post(api).send(card_of(number)).expect("an answer");
    let text = reply.body_mut().read_to_string().expect("text");
    let reply: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).expect("JSON");
    reply["opaqueData"]["dataValue"].as_str().expect("a token").to_owned()
}

/// Starts the program as a demo, with the sandbox gateway.
fn demo(place: &Place) -> Program {
    let mut flags = place.flags();
    flags.push("--demo".to_owned());
    Program::serve(&flags)
}

fn sign_in(program: &Program, email: &str) -> String {
    let form = json!({ "email": email, "password": "demo-password-1" });
    let (_, session) = program.post("/api/v1/OAuth/login", "", &form).expect("an answer");
    session["accessToken"].as_str().unwrap_or_else(|| panic!("{session}")).to_owned()
}

/// Reads a path again and again until the reply meets a condition.
fn read_until(program: &Program, path: &str, access: &str, is_so: impl Fn(&Value) -> bool) {
    let ends = Instant::now() + Duration::from_secs(600);
    loop {
        let seen = program.read(path, access);
        if is_so(&seen) {
            return;
        }
        assert!(Instant::now() < ends, "{seen}");
    }
}

async fn settings(app: &TestApp) -> Value {
    app.get("/api/v1/Public/settings").send().await.json()
}

#[tokio::test]
async fn sandbox_runs_inside_the_demo() {
    let app = TestApp::new().await;
    let gateway = settings(&app).await["gateway"].take();
    assert_eq!(gateway["scriptUrl"], "/sandbox/v1/Accept.js");
    assert_eq!(gateway["apiUrl"], "/sandbox/xml/v1/request.api");
    assert_eq!(gateway["loginId"], CREDENTIALS.login_id);
    assert_eq!(gateway["clientKey"], CREDENTIALS.client_key);

    let script = app.get("/sandbox/v1/Accept.js").send().await;
    assert_eq!(script.status, 200);
    assert!(script.header("content-type").starts_with("text/javascript"));
    let credentials = app.get("/sandbox/credentials.json").send().await.json();
    assert_eq!(credentials["transactionKey"], CREDENTIALS.transaction_key);
    let token = app.post("/sandbox/xml/v1/request.api").json(card()).send().await;
    assert!(token.text().contains("COMMON.ACCEPT.INAPP.PAYMENT"), "{}", token.text());
    // The sandbox has the same origin as the page, so the content security policy names no other
    // origin for it.
    let policy = app.get("/").send().await;
    let policy = policy.header("content-security-policy");
    assert!(policy.contains("script-src 'self';"), "{policy}");
    assert!(policy.contains("connect-src 'self';"), "{policy}");
}

#[tokio::test]
async fn settings_have_no_gateway_when_none_is_configured() {
    let app = TestApp::with("demo = false").await;
    assert!(settings(&app).await["gateway"].is_null());
    let script = app.get("/sandbox/v1/Accept.js").send().await;
    assert!(!script.text().contains("Accept.dispatchData"), "{}", script.text());
    let answer = app.post("/sandbox/xml/v1/request.api").json(card()).send().await;
    assert!(answer.status.is_client_error(), "{}", answer.status);
}

#[tokio::test]
async fn content_security_policy_allows_only_the_configured_gateway() {
    let app = TestApp::with(
        "gateway = { url = \"https://apitest.authorize.net/xml/v1/request.api\", \
         login_id = \"us\", transaction_key = \"hunter2\", client_key = \"public\" }",
    )
    .await;
    let policy = app.get("/").send().await;
    let policy = policy.header("content-security-policy");
    assert!(policy.contains("script-src 'self' https://jstest.authorize.net;"), "{policy}");
    assert!(policy.contains("connect-src 'self' https://apitest.authorize.net;"), "{policy}");
    let reply = app.get("/api/v1/Public/settings").send().await;
    assert!(!reply.text().contains("hunter2"), "{}", reply.text());
    let gateway = reply.json()["gateway"].take();
    assert_eq!(gateway["scriptUrl"], "https://jstest.authorize.net/v1/Accept.js");
    assert_eq!((&gateway["loginId"], &gateway["clientKey"]), (&"us".into(), &"public".into()));
    // A demo with an external gateway has no sandbox.
    let inside = app.get("/sandbox/credentials.json").send().await;
    assert!(!inside.text().contains(CREDENTIALS.transaction_key), "{}", inside.text());
}

/// Charges a card at the gateway with this address, as the program does.
async fn charge(address: &str) -> Outcome {
    let url = format!("http://{address}/xml/v1/request.api");
    let token = token(&url, APPROVED);
    let key = Secret::new(CREDENTIALS.transaction_key);
    let client = Client::new(Settings::new(url, CREDENTIALS.login_id, key)).expect("a client");
    let charge = Charge {
        reference: Reference::parse("PAY0001").expect("a reference"),
        amount: Amount::from_cents(2500),
        currency: "CAD".to_owned(),
        token: Token::parse(Token::DESCRIPTOR, &token).expect("a token"),
        description: "eGift cards".to_owned(),
        customer_id: None,
        email: String::new(),
        first_name: "Ann".to_owned(),
        last_name: "Lee".to_owned(),
        customer_ip: None,
        duplicate_window: std::time::Duration::ZERO,
    };
    client.charge(&charge).await
}

#[tokio::test]
async fn sandbox_inside_the_program_approves_a_charge() {
    let place = Place::new();
    let mut flags = place.flags();
    flags.push("--demo".to_owned());
    let program = Program::serve(&flags);
    let outcome = charge(&format!("{}/sandbox", program.address)).await;
    assert!(matches!(outcome, Outcome::Approved(_)), "{outcome:?}");
}

/// The demo's sandbox starts without the charges of the seeded orders. Cancelling such an order
/// must work nevertheless.
#[test]
fn cancel_order_works_for_seeded_orders_of_the_demo() {
    let place = Place::new();
    let program = demo(&place);
    let access = sign_in(&program, "admin@demo.test");
    let read = |path: &str| program.read(path, &access);
    let found = read("/api/v1/Helpdesk/search?searchText=buyer%40demo.test");
    let orders = found["orders"].as_array().expect("orders").iter();
    let mut paths = orders
        .map(|order| format!("/api/v1/Helpdesk/orders/{}", order["id"].as_str().expect("an id")));
    let order =
        paths.find(|path| read(path)["canBeCancelled"] == true).expect("an untouched order");
    let reason = json!({ "reason": "Bought by mistake" });
    let cancelled = program.post(&format!("{order}/cancelled"), &access, &reason);
    assert_eq!(cancelled.expect("an answer").0, 200);
    read_until(&program, &order, &access, |order| order["attempts"][0]["state"] == "VOIDED");
}

/// The demo's sandbox forgets held payments when it restarts, so it never decides them. The program
/// must end them, because the buyer's cart is frozen until then.
#[test]
fn held_payment_ends_when_the_demo_sandbox_restarts() {
    let place = Place::new();
    let program = demo(&place);
    let access = sign_in(&program, "buyer2@demo.test");
    let shops = program.read("/api/v1/Public/Vendors?pageSize=1", &access);
    let shop = &shops["items"][0];
    let amount = shop["amount"].as_str().and_then(|all| all.split(',').next()).expect("an amount");
    let price: u32 = amount.trim_start_matches("Amount").parse().expect("dollars");
    let item = json!({ "cartDetails": [{ "vendorId": shop["id"], "price": price }] });
    let (_, cart) = program.post("/api/v1/Carts/items", &access, &item).expect("an answer");
    let token = token(&format!("http://{}/sandbox/xml/v1/request.api", program.address), HELD);
    let mut form = payment(cart["id"].as_str().expect("a cart"), &token);
    form["amount"] = cart["total"].clone();
    let (status, said) =
        program.post("/api/v1/Orders/checkout", &access, &form).expect("an answer");
    assert_eq!((status, &said["errorCode"]), (503, &json!("PAYMENT_PENDING")), "{said}");
    let order = format!("/api/v1/Orders/{}", cart["id"].as_str().expect("a cart"));
    assert_eq!(program.read(&order, &access)["status"], "Pending");
    program.signal("TERM");
    assert!(program.wait().success());

    let program = demo(&place);
    let access = sign_in(&program, "buyer2@demo.test");
    // With a webhook, the program looks up the payment at once.
    let note = json!({ "notificationId": "n1", "eventDate": "2026-03-10T15:00:00Z",
                       "eventType": "net.authorize.payment.fraud.approved", "webhookId": "w1",
                       "payload": { "entityName": "transaction", "merchantReferenceId": cart["id"] } });
    let note = note.to_string();
    let signature = webhook::sign(&Secret::new(CREDENTIALS.signature_key), note.as_bytes());
    let told = ureq::post(format!("http://{}/api/v1/Payments/notifications", program.address))
        .header("x-anet-signature", signature)
        .header("content-type", "application/json");
    assert_eq!(told.send(note).expect("an answer").status(), 200);
    read_until(&program, &order, &access, |order| order["status"] == "Open");
}

#[tokio::test]
async fn sandbox_gateway_runs_alone_and_serves_the_program() {
    let gateway = Program::sandbox_gateway(&[]);
    let outcome = charge(&gateway.address).await;
    assert!(matches!(outcome, Outcome::Approved(_)), "{outcome:?}");

    let place = Place::new();
    let mut flags = place.flags();
    flags.extend(["--gateway-url".to_owned(), format!("http://{}", gateway.address)]);
    let program = Program::serve(&flags);
    let (_, settings) = program.get("/api/v1/Public/settings");
    let script = format!("\"scriptUrl\":\"http://{}/v1/Accept.js\"", gateway.address);
    assert!(settings.contains(&script), "{settings}");
    gateway.signal("TERM");
    assert!(gateway.wait().success());
}

#[test]
fn check_merchant_keeps_the_program_from_starting_on_a_mismatch() {
    let gateway = Program::sandbox_gateway(&[]);
    let start = |client_key: &str| {
        let place = Place::new();
        let mut flags = place.flags();
        flags.extend(["--gateway-url".to_owned(), format!("http://{}", gateway.address)]);
        crate::support::program::funray()
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(&flags)
            .env("FUNRAY_GATEWAY__LOGIN_ID", CREDENTIALS.login_id)
            .env("FUNRAY_GATEWAY__TRANSACTION_KEY", CREDENTIALS.transaction_key)
            .env("FUNRAY_GATEWAY__CLIENT_KEY", client_key)
            .output()
            .expect("it runs")
    };
    let refused = start("somebody-else's");
    assert!(!refused.status.success());
    let told = String::from_utf8(refused.stderr).expect("text");
    assert!(told.contains("gateway.client_key"), "{told}");
}

#[tokio::test]
async fn check_merchant_reports_fits_misfits_or_unknown() {
    let till = Till::new().await;
    let gateway = till.app.app.gateway.as_ref().expect("a gateway");
    assert_eq!(gateway.check_merchant(false).await, Merchant::Fits);
    let tested = gateway.check_merchant(true).await;
    assert!(matches!(&tested, Merchant::Misfits(why) if why.contains("test mode")), "{tested:?}");
    till.sandbox.fail("getMerchantDetailsRequest", Fault::FailBeforeCommit);
    let unknown = gateway.check_merchant(true).await;
    assert!(matches!(unknown, Merchant::Unknown(_)), "{unknown:?}");
}

#[test]
fn sandbox_admin_listens_on_its_own_port() {
    let place = Place::new();
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let admin = free.local_addr().expect("an address");
    drop(free);
    let file = place.folder.path().join("sandbox.toml");
    std::fs::write(&file, format!("gateway.sandbox_admin_listen = \"{admin}\"\n")).expect("a file");
    let mut flags = place.flags();
    flags.extend(["--demo".to_owned(), "--config".to_owned(), file.display().to_string()]);
    let program = Program::serve(&flags);
    let mut ledger = ureq::get(format!("http://{admin}/ledger")).call().expect("an answer");
    assert_eq!(ledger.body_mut().read_to_string().expect("text"), "[]");
    let (_, page) = program.get("/sandbox/ledger");
    assert_ne!(page, "[]", "customers don't see it");
}

#[test]
fn production_refuses_a_sandbox_gateway() {
    let complain = |arguments: &[&str]| {
        let output = crate::support::program::funray()
            .args(arguments)
            .envs(PRODUCTION)
            .output()
            .expect("it runs");
        assert!(!output.status.success());
        String::from_utf8(output.stderr).expect("text")
    };
    let refused = complain(&["serve", "--gateway-url", "http://127.0.0.1:9"]);
    assert!(refused.contains("moves no real money"), "{refused}");
    let refused = complain(&["sandbox-gateway", "--listen", "127.0.0.1:0"]);
    assert!(refused.contains("never runs in production"), "{refused}");
}

#[test]
fn config_reads_gateway_variables_and_hides_their_keys() {
    let (_, printed, _) = run(&["config", "--gateway-url", "http://127.0.0.1:9"]);
    assert!(printed.contains("url = \"http://127.0.0.1:9\"  # flag"), "{printed}");
    let output = crate::support::program::funray()
        .arg("config")
        .env("FUNRAY_GATEWAY_URL", "http://127.0.0.1:9")
        .env("FUNRAY_GATEWAY__LOGIN_ID", "us")
        .env("FUNRAY_GATEWAY__CLIENT_KEY", "public")
        .env("FUNRAY_GATEWAY__TRANSACTION_KEY", "hunter2")
        .env("FUNRAY_GATEWAY__SIGNATURE_KEY", "hunter2")
        .output()
        .expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(printed.contains("url = \"http://127.0.0.1:9\"  # environment"), "{printed}");
    assert!(!printed.contains("hunter2"), "{printed}");
}
