//! Tests that secrets never appear in logs or in database rows.

use std::time::{Duration, Instant};

use db::{Engine, Tx};
use platform::error::Error;
use serde_json::{Value, json};

use crate::support::{
    Place,
    program::Program,
    till::{APPROVED, Till, pay_call, payment},
};

/// Sends a request over the network. Returns status and body of the reply.
pub(super) fn call(
    program: &Program,
    method: &str,
    path: &str,
    access: &str,
    body: &str,
) -> (u16, String) {
    program.send(&format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {access}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ))
}

#[test]
fn log_has_no_card_numbers_tokens_or_codes() {
    let place = Place::new();
    let log = place.folder.path().join("log");
    let mut flags = place.flags();
    flags.push("--demo".to_owned());
    let program = Program::serve_logging(&flags, &log);
    let login = json!({ "email": "buyer@demo.test", "password": "demo-password-1" }).to_string();
    let (_, reply) = call(&program, "POST", "/api/v1/OAuth/login", "x", &login);
    let reply: serde_json::Value = serde_json::from_str(&reply).expect("JSON");
    let access = reply["accessToken"].as_str().expect("a token").to_owned();
    let (number, token, code) =
        ("4000056655665556", "canary-token-1b2c3d", "CANARYC0DE0123456789ABCDEFGHJKMN");
    for field in [
        "amount",
        "orderNumber",
        "cardHolderName",
        "opaqueDataValue",
        "opaqueDataDescriptor",
        "appName",
        "cardNumber",
    ] {
        for value in [json!(number), json!(token)] {
            let mut form = json!({ "amount": 25, "orderNumber": "0000000000000000", "cardHolderName": "Ann Lee",
                "opaqueDataValue": token, "opaqueDataDescriptor": "COMMON.ACCEPT.INAPP.PAYMENT", "appName": "funray" });
            form[field] = value;
            let (status, _) =
                call(&program, "POST", "/api/v1/Orders/checkout", &access, &form.to_string());
            assert!((400..500).contains(&status), "{field}: {status}");
        }
    }
    call(&program, "GET", &format!("/api/v1/Cards/codes/{code}"), &access, "");
    call(&program, "GET", &format!("/api/v1/Gifts/{code}"), &access, "");
    program.signal("TERM");
    assert!(program.wait().success());
    let text = std::fs::read_to_string(&log).expect("the log");
    assert!(text.contains("/api/v1/Orders/checkout"), "the calls are in it");
    for canary in [number, token, code, &code.to_lowercase(), &access] {
        assert!(!text.contains(canary), "{canary} is in the log");
    }
}

pub(super) const BOB: &str = "bob@secret.example";

/// Sends a request with an access token, which must succeed. Returns the body of the reply.
pub(super) fn tell(
    program: &Program,
    method: &str,
    path: &str,
    access: &str,
    body: &Value,
) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let (status, reply) = call(program, method, path, access, &body);
    assert!(status < 300, "{path}: {status} {reply}");
    let text = reply.trim_start_matches('\u{feff}');
    if text.is_empty() { Value::Null } else { serde_json::from_str(text).expect("JSON") }
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

pub(super) fn sign_in(program: &Program, email: &str) -> [String; 2] {
    let form = json!({ "email": email, "password": "demo-password-1" });
    let reply = tell(program, "POST", "/api/v1/OAuth/login", "x", &form);
    [text(&reply["accessToken"]), text(&reply["refreshToken"])]
}

/// Returns a payment token from the demo's sandbox gateway, requested the way Accept.js does in a
/// browser.
pub(super) fn opaque_value(program: &Program) -> String {
    let account = tell(program, "GET", "/sandbox/credentials.json", "x", &Value::Null);
    // Written as text, because the gateway requires this order of elements and `json!` would not
    // keep it.
    let request = format!(
        r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":{},"clientKey":{}}},"data":{{"type":"TOKEN","id":"1","token":{{"cardNumber":"{APPROVED}","expirationDate":"122099","cardCode":"123"}}}}}}}}"#,
        account["loginId"], account["clientKey"]
    );
    let (_, reply) = call(program, "POST", "/sandbox/xml/v1/request.api", "x", &request);
    let reply: Value = serde_json::from_str(reply.trim_start_matches('\u{feff}')).expect("JSON");
    text(&reply["opaqueData"]["dataValue"])
}

/// Waits for the gift email to Bob and returns the token in its link.
pub(super) fn mailed_claim(program: &Program) -> String {
    let deadline = Instant::now() + Duration::from_secs(600);
    while Instant::now() < deadline {
        let mails =
            tell(program, "GET", &format!("/sandbox/mail.json?to={BOB}"), "x", &Value::Null);
        if let Some(mail) = mails.as_array().and_then(|mails| mails.first()) {
            return claim_in(mail);
        }
    }
    panic!("no mail to {BOB}");
}

fn claim_in(mail: &Value) -> String {
    let text = text(&mail["text"]);
    let (_, rest) = text.split_once("/gift/").expect("a link");
    rest.split_whitespace().next().expect("a token").to_owned()
}

/// Returns every row of every table as text, except the contents of emails, which contain secrets
/// for their recipients.
fn all_rows(tx: &mut Tx<'_>) -> Result<String, Error> {
    let (tables, columns) = match tx.engine() {
        Engine::Sqlite => (
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
            "SELECT name FROM pragma_table_info($1) ORDER BY cid",
        ),
        Engine::Postgres => (
            "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1",
            "SELECT CAST(column_name AS TEXT) FROM information_schema.columns
                 WHERE table_schema = current_schema() AND table_name = $1 ORDER BY 1",
        ),
    };
    let mut all = String::new();
    for (table,) in tx.rows::<(String,)>(tables, &[])? {
        for (column,) in tx.rows::<(String,)>(columns, db::params![table])? {
            if table == "demo_mail" && column.ends_with("_body") {
                continue;
            }
            let sql = format!("SELECT COALESCE(CAST(\"{column}\" AS TEXT), '') FROM \"{table}\"");
            for (value,) in tx.rows::<(String,)>(&sql, &[])? {
                all += &format!("{table}.{column}: {value}\n");
            }
        }
    }
    Ok(all)
}

/// Checks that a text contains none of these secrets, in any encoding.
#[track_caller]
fn holds_none(place: &str, text: &str, secrets: &[String]) {
    for secret in secrets {
        let wanted = secret.to_lowercase();
        let line = text.lines().find(|line| line.to_lowercase().contains(&wanted));
        assert!(line.is_none(), "{secret} is in the {place}: {line:?}");
    }
}

#[test]
fn secrets_of_real_orders_are_in_no_log_metric_or_row() {
    let place = Place::new();
    let log = place.folder.path().join("log");
    let mut flags = place.flags();
    flags.push("--demo".to_owned());
    let program = Program::serve_logging(&flags, &log);
    let [ann, ann_refresh] = sign_in(&program, "buyer@demo.test");
    let [clerk, clerk_refresh] = sign_in(&program, "employee@vendor-a.test");
    let [bob, bob_refresh] = sign_in(&program, "buyer2@demo.test");
    let profile = tell(&program, "GET", "/api/v1/OAuth/profile", &clerk, &Value::Null);
    let shop = text(&profile["tenantIds"][0]);
    let vendor = tell(&program, "GET", &format!("/api/v1/Public/vendor/{shop}"), "x", &Value::Null);
    let amounts = text(&vendor["amount"]);
    let amount = amounts.split(',').next().and_then(|label| label.strip_prefix("Amount"));
    let amount: u32 = amount.expect("an amount").parse().expect("dollars");
    let items = json!({ "cartDetails": [
        { "vendorId": shop, "price": amount },
        { "vendorId": shop, "price": amount, "isGift": true, "to": "Bob", "from": "Ann",
          "recipientEmail": BOB, "confirmEmail": BOB }
    ] });
    let cart = tell(&program, "POST", "/api/v1/Carts/items", &ann, &items);
    let opaque = opaque_value(&program);
    let form = json!({ "amount": cart["total"], "orderNumber": cart["id"], "cardHolderName": "Ann Lee",
        "opaqueDataValue": opaque, "opaqueDataDescriptor": "COMMON.ACCEPT.INAPP.PAYMENT", "appName": "funray" });
    let paid = tell(&program, "POST", "/api/v1/Orders/checkout", &ann, &form);
    let cards = paid["cards"].as_array().expect("cards");
    let own = cards.iter().find(|card| card["isGift"] == false).expect("one of Ann's own");
    let own = format!("/api/v1/Cards/{}", text(&own["id"]));
    let shown = tell(&program, "GET", &own, &ann, &Value::Null);
    let (code, number) = (text(&shown["qrCode"]), text(&shown["cardNumber"]));
    let by_code = format!("/api/v1/Cards/codes/{code}");
    tell(&program, "GET", &by_code, &clerk, &Value::Null);
    tell(&program, "PUT", &format!("{own}/redeemed"), &clerk, &json!({ "value": 1 }));
    let claim = mailed_claim(&program);
    let gift = format!("/api/v1/Gifts/{claim}");
    let shown = tell(&program, "GET", &gift, "x", &Value::Null);
    let (gift_code, gift_number) = (text(&shown["qrCode"]), text(&shown["cardNumber"]));
    tell(&program, "POST", &format!("{gift}/opened"), "x", &Value::Null);
    let new_code =
        text(&tell(&program, "POST", &format!("{gift}/claimed"), &bob, &Value::Null)["qrCode"]);
    let (_, figures) = program.get("/metrics");
    assert!(figures.contains("/api/v1/Gifts/{token}"), "{figures}");
    program.signal("TERM");
    assert!(program.wait().success());

    let log = std::fs::read_to_string(&log).expect("the log");
    assert!(log.contains("/api/v1/Gifts/{token}"), "the calls are in it");
    let mut secrets = vec![opaque, code, claim, gift_code, new_code, APPROVED.to_owned()];
    secrets.extend([number, gift_number]);
    secrets.extend([ann, ann_refresh, clerk, clerk_refresh, bob, bob_refresh]);
    holds_none("log", &log, &secrets);
    holds_none("figures", &figures, &secrets);
    let rows = place.open().read_blocking(all_rows).expect("rows");
    assert!(rows.contains(BOB), "what is no secret is found");
    holds_none("rows", &rows, &secrets);
}

#[tokio::test]
async fn jobs_in_the_queue_hold_no_secrets() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let items = json!({ "cartDetails": [
        { "vendorId": till.shop, "price": 25 },
        { "vendorId": till.shop, "price": 100, "isGift": true, "to": "Bob", "from": "Ann",
          "recipientEmail": BOB, "confirmEmail": BOB }
    ] });
    let cart = text(&ann.post("/api/v1/Carts/items", &items).send().await.json()["id"]);
    let opaque = till.token(APPROVED).await;
    let paid = pay_call(&ann, &payment(&cart, &opaque)).send().await.json();
    let mut secrets = vec![opaque, APPROVED.to_owned()];
    for card in paid["cards"].as_array().expect("cards") {
        let card = ann.get(&format!("/api/v1/Cards/{}", text(&card["id"]))).send().await.json();
        secrets.push(text(&card["qrCode"]));
        secrets.push(text(&card["cardNumber"]));
    }
    let db = &till.app.app.db;
    let rows = db.read(all_rows).await.expect("rows");
    assert!(rows.contains("job.kind: gift mail"), "{rows}");
    till.app.run_jobs().await;
    secrets.push(claim_in(&till.app.mails_to(BOB).await[0]));
    holds_none("rows before the mails", &rows, &secrets);
    holds_none("rows after them", &db.read(all_rows).await.expect("rows"), &secrets);
}
