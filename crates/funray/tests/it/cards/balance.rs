//! Tests of the balance for people without an account.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Street, card_of, redeem};
use crate::support::{Reply, TestApp, captcha};

/// Asks for a balance. The number is sent in a header, as the web app does it.
async fn ask(app: &TestApp, number: &str, end: &str) -> Reply {
    ask_from(app, "203.0.113.9", number, end).await
}

async fn ask_from(app: &TestApp, address: &str, number: &str, end: &str) -> Reply {
    let token = captcha::solve(app, "balance").await;
    let body = json!({ "codeEnd": end, "reCaptchaToken": token }).to_string();
    let call = app.post("/api/v1/Cards/numbers/-/balance").from(address);
    call.header("x-link-token", number).json(body).send().await
}

/// Returns number and code of a card of 25 dollars, which nobody else sees.
async fn card(street: &Street) -> (String, String) {
    let id = street.card(25).await;
    let seen = card_of(&street.owner().await, id).await;
    let text = |field: &str| seen[field].as_str().expect("text").to_owned();
    (text("cardNumber"), text("qrCode"))
}

#[tokio::test]
async fn balance_is_shown_for_the_number_and_the_end_of_the_code() {
    let street = Street::new().await;
    let id = street.card(25).await;
    let seen = card_of(&street.owner().await, id).await;
    let (number, code) = (seen["cardNumber"].as_str(), seen["qrCode"].as_str());
    let (number, code) = (number.expect("a number"), code.expect("a code"));
    let clerk = street.employee().await;
    super::look_up(&clerk, code).await;
    assert_eq!(redeem(&clerk, id, json!(10)).send().await.status, 200);

    let fours = number.as_bytes().chunks(4).map(|four| String::from_utf8_lossy(four).into_owned());
    let spaced = fours.collect::<Vec<_>>().join(" ");
    let end = format!(" {} ", code[28..].to_lowercase());
    let reply = ask(&street.app, &spaced, &end).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("cache-control"), "no-store");
    let shown = reply.json();
    assert_eq!((&shown["cardBalance"], &shown["isDeactive"]), (&json!(15), &json!(false)));
    assert_eq!(shown["vendorName"], "Maple Leaf Books");
    assert_eq!(shown["cardNumber"], format!("•••• {}", &number[12..]));
    assert!(!reply.text().contains(code) && !reply.text().contains(&street.buyer.email));

    let frozen = street.super_administrator().await;
    let freeze = frozen.put(&format!("/api/v1/Cards/{id}/deactived"), &json!({ "reason": "Lost" }));
    assert!(freeze.send().await.status.is_success());
    let shown = ask(&street.app, number, &code[28..]).await.json();
    assert_eq!((&shown["cardBalance"], &shown["isDeactive"]), (&json!(15), &json!(true)));
    street.app.run_jobs().await;
}

#[tokio::test]
async fn balance_gives_one_answer_to_all_misses_after_equal_statements() {
    let street = Street::new().await;
    let (number, code) = card(&street).await;
    let (_, other) = card(&street).await;
    let wrong = if code.ends_with("0000") { "1111" } else { "0000" };
    let mistyped = format!("{}{}", &number[..15], (number.as_bytes()[15] - b'0' + 1) % 10);
    let mut answers = Vec::new();
    for (number, end) in [
        (number.as_str(), wrong),
        (&number, &other[28..]),
        (&number, &code[..]),
        (&number, "?"),
        ("6035720011844821", &code[28..]),
        (&mistyped, &code[28..]),
        ("nonsense", &code[28..]),
        (&code, &code[28..]),
    ] {
        let token = captcha::solve(&street.app, "balance").await;
        let body = json!({ "codeEnd": end, "reCaptchaToken": token }).to_string();
        let call = street.app.post("/api/v1/Cards/numbers/-/balance");
        let call = call.header("x-link-token", number).json(body);
        let (reply, statements) = street.app.recorded(call).await;
        let mut body: Value = reply.error(404, "NO_SUCH_CARD");
        body["traceId"] = json!(null);
        let asked: Vec<String> = statements.into_iter().map(|asked| asked.sql).collect();
        answers.push((body, asked));
    }
    for answer in &answers {
        assert_eq!(answer, &answers[0]);
    }
}

#[tokio::test]
async fn balance_stops_guesses_of_one_number_from_many_addresses() {
    let street = Street::new().await;
    let (number, code) = card(&street).await;
    let wrong = if code.ends_with("0000") { "1111" } else { "0000" };
    let app = &street.app;
    let from = |index: usize| format!("203.0.113.{index}");
    for index in 0..5 {
        // A right answer in between gives no further guesses.
        assert_eq!(ask_from(app, &from(40), &number, &code[28..]).await.status, 200);
        ask_from(app, &from(index), &number, wrong).await.error(404, "NO_SUCH_CARD");
    }
    ask_from(app, &from(5), &number, wrong).await.error(429, "TOO_MANY_TRIES");
    ask_from(app, &from(6), &number, &code[28..]).await.error(429, "TOO_MANY_TRIES");
    let (other, end) = card(&street).await;
    assert_eq!(ask_from(app, &from(7), &other, &end[28..]).await.status, 200, "another card");
    app.hands.advance(Duration::from_secs(3601));
    assert_eq!(ask_from(app, &from(6), &number, &code[28..]).await.status, 200);
}

#[tokio::test]
async fn balance_stops_guesses_of_many_numbers_from_one_address() {
    let street = Street::new().await;
    let (number, code) = card(&street).await;
    let app = &street.app;
    for _ in 0..10 {
        let unknown = app.number_of(street.card(25).await).await;
        let wrong = if code.ends_with("0000") { "1111" } else { "0000" };
        ask(app, &unknown, wrong).await.error(404, "NO_SUCH_CARD");
    }
    ask(app, &number, &code[28..]).await.error(429, "TOO_MANY_TRIES");
    assert_eq!(ask_from(app, "198.51.100.7", &number, &code[28..]).await.status, 200);
}

#[tokio::test]
async fn balance_asks_for_a_captcha_and_the_end_of_the_code() {
    let street = Street::new().await;
    let (number, code) = card(&street).await;
    for (body, field) in [
        (json!({ "reCaptchaToken": "x" }), "codeEnd"),
        (json!({ "codeEnd": &code[28..] }), "reCaptchaToken"),
        (json!({ "codeEnd": &code[28..], "reCaptchaToken": "x" }), "reCaptchaToken"),
    ] {
        let call = street.app.post("/api/v1/Cards/numbers/-/balance");
        let call = call.header("x-link-token", &number).json(body.to_string());
        let refused = call.send().await.error(400, "VALIDATION");
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
    let elsewhere = captcha::solve(&street.app, "contact").await;
    let body = json!({ "codeEnd": &code[28..], "reCaptchaToken": elsewhere }).to_string();
    let call = street.app.post(&format!("/api/v1/Cards/numbers/{number}/balance")).json(body);
    call.send().await.error(400, "VALIDATION");
}
