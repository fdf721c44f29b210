//! Tests that a single trace id finds every log line of a checkout.

use std::fs;

use serde_json::{Value, json};

use super::log_secrets::{BOB, mailed_claim, opaque_value, sign_in, tell, text};
use crate::support::{Place, program::Program};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Buys a card for Ann and one for Bob, and waits until all emails are sent.
fn buy(program: &Program) {
    let [ann, _] = sign_in(program, "buyer@demo.test");
    let [clerk, _] = sign_in(program, "employee@vendor-a.test");
    let profile = tell(program, "GET", "/api/v1/OAuth/profile", &clerk, &Value::Null);
    let shop = text(&profile["tenantIds"][0]);
    let shown = tell(program, "GET", &format!("/api/v1/Public/vendor/{shop}"), "x", &Value::Null);
    let amounts = text(&shown["amount"]);
    let amount = amounts.split(',').next().and_then(|label| label.strip_prefix("Amount"));
    let amount: u32 = amount.expect("an amount").parse().expect("dollars");
    let items = json!({ "cartDetails": [
        { "vendorId": shop, "price": amount },
        { "vendorId": shop, "price": amount, "isGift": true, "to": "Bob", "from": "Ann",
          "recipientEmail": BOB, "confirmEmail": BOB }
    ] });
    let cart = tell(program, "POST", "/api/v1/Carts/items", &ann, &items);
    let form = json!({ "amount": cart["total"], "orderNumber": cart["id"], "cardHolderName": "Ann Lee",
        "opaqueDataValue": opaque_value(program), "opaqueDataDescriptor": "COMMON.ACCEPT.INAPP.PAYMENT",
        "appName": "funray" })
    .to_string();
    let (status, reply) = program.send(&format!(
        "POST /api/v1/Orders/checkout HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Authorization: Bearer {ann}\r\nTraceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    ));
    assert_eq!(status, 200, "{reply}");
    mailed_claim(program);
}

/// Returns the message of a log line with its request's route or job's kind. Returns `None` if the
/// line doesn't belong to the checkout.
fn said(line: &Value) -> Option<String> {
    let spans = line["spans"].as_array()?;
    let outermost = spans.first()?;
    let about = match outermost["name"].as_str()? {
        "request" => outermost["route"].as_str()?,
        "job" => outermost["kind"].as_str()?,
        _ => return None,
    };
    (outermost["trace"] == TRACE).then(|| format!("{about}: {}", text(&line["message"])))
}

#[test]
fn one_trace_finds_the_lines_of_a_checkout_its_jobs_and_its_mails() {
    let place = Place::new();
    let log = place.folder.path().join("log");
    let mut flags = place.flags();
    flags.push("--demo".to_owned());
    let program = Program::serve_logging(&flags, &log);
    buy(&program);
    // On SIGTERM, the program finishes the jobs that have begun.
    program.signal("TERM");
    assert!(program.wait().success());
    let text = fs::read_to_string(&log).expect("the log");
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let said: Vec<String> = lines.iter().filter_map(said).collect();
    for wanted in [
        "/api/v1/Orders/checkout: the gateway was asked",
        "/api/v1/Orders/checkout: a payment was decided",
        "/api/v1/Orders/checkout: paid cards were issued",
        "/api/v1/Orders/checkout: answered",
        "gift mail: a mail was sent",
        "gift mail: a job was done",
    ] {
        assert!(said.iter().any(|line| line == wanted), "{wanted} is missing: {said:?}");
    }
    let of_payments = ["the gateway was asked", "a payment was decided", "paid cards were issued"];
    // Skip scheduled tasks: they also call the gateway, but with trace ids of their own.
    for line in lines.iter().filter(|line| {
        line["spans"][0]["name"] != "task"
            && of_payments.iter().any(|said| line["message"] == *said)
    }) {
        assert_eq!(line["spans"][0]["trace"], TRACE, "{line}");
    }
}
