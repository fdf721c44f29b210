//! What nobody may ever read in a log.

use serde_json::json;

use crate::support::{Place, program::Program};

/// One call over the wire: status and body.
fn call(program: &Program, method: &str, path: &str, access: &str, body: &str) -> (u16, String) {
    program.send(&format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {access}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ))
}

#[test]
fn card_numbers_tokens_and_codes_are_in_no_log() {
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
