//! Tests of the limits on emails to one address. Strangers can neither use up the owner's share nor
//! flood the mailbox.

use std::time::Duration;

use kernel::contact::Email;
use platform::{
    error::Error,
    limits::mails::{self, Asker, MailKind},
};
use serde_json::{Value, json};

use crate::support::{Reply, TestApp, captcha};

const ANN: &str = "ann@shop.example";
const HOME: &str = "198.51.100.7";

/// Requests a sign-in code by email. `cookie` identifies the browser; a new browser sends an empty
/// one.
async fn ask(app: &TestApp, email: &str, from: &str, cookie: &str) -> Reply {
    let token = captcha::solve(app, "sign-in").await;
    let body = json!({ "email": email, "reCaptchaToken": token }).to_string();
    let call = app.post("/api/v1/OAuth/email-code").from(from).header("cookie", cookie);
    call.json(body).send().await
}

fn ticket(reply: &Reply) -> String {
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["ticket"].as_str().expect("a ticket").to_owned()
}

async fn finish(app: &TestApp, body: &Value) -> Reply {
    app.post("/api/v1/OAuth/login/email-code").from(HOME).json(body.to_string()).send().await
}

/// Returns the number of emails to an address, and the code in the newest.
async fn mails(app: &TestApp, email: &str) -> (usize, String) {
    app.run_jobs().await;
    let mails = app.mails_to(email).await;
    let subject = mails.first().map_or("", |mail| mail["subject"].as_str().expect("a subject"));
    (mails.len(), subject.chars().filter(char::is_ascii_digit).collect())
}

async fn ask_for_reset(app: &TestApp, email: &str, from: &str, cookie: &str) {
    let token = captcha::solve(app, "forgot-password").await;
    let body = json!({ "email": email, "reCaptchaToken": token }).to_string();
    let call = app.post("/api/v1/Accounts/forgot-password").from(from).header("cookie", cookie);
    assert_eq!(call.json(body).send().await.status, 204);
}

#[tokio::test]
async fn email_code_reaches_its_owner_though_strangers_have_asked_from_five_networks() {
    let app = TestApp::new().await;
    let code_only = ticket(&ask(&app, ANN, HOME, "").await);
    let (_, code) = mails(&app, ANN).await;
    let body = json!({ "email": ANN, "ticket": code_only, "code": code });
    let browser = finish(&app, &body).await.cookie();

    for network in 1..=5 {
        for _ in 0..6 {
            ticket(&ask(&app, ANN, &format!("203.0.113.{network}"), "").await);
        }
    }
    let (before, _) = mails(&app, ANN).await;
    app.hands.advance(Duration::from_secs(1));
    for (from, cookie) in [("203.0.113.1", browser.as_str()), ("192.0.2.9", "")] {
        let ticket = ticket(&ask(&app, ANN, from, cookie).await);
        app.hands.advance(Duration::from_secs(1));
        let (_, code) = mails(&app, ANN).await;
        let opened = finish(&app, &json!({ "email": ANN, "ticket": ticket, "code": code })).await;
        assert_eq!(opened.status, 200, "{from}: {}", opened.text());
    }
    assert_eq!(mails(&app, ANN).await.0, before + 2);
}

#[tokio::test]
async fn forgot_password_reaches_its_owner_though_strangers_have_asked_from_five_networks() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let browser = app.browser_of(&ann).await;
    for network in 1..=5 {
        for _ in 0..6 {
            ask_for_reset(&app, &ann.email, &format!("203.0.113.{network}"), "").await;
        }
    }
    let (before, _) = mails(&app, &ann.email).await;
    ask_for_reset(&app, &ann.email, "203.0.113.1", &browser).await;
    assert_eq!(mails(&app, &ann.email).await.0, before + 1, "the browser is known");
    ask_for_reset(&app, &ann.email, "192.0.2.9", "").await;
    assert_eq!(mails(&app, &ann.email).await.0, before + 2, "the network has not asked yet");
}

#[tokio::test]
async fn forgot_password_keeps_the_links_of_earlier_mails_until_one_is_used() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    ask_for_reset(&app, &ann.email, HOME, "").await;
    let own = app.mailed_code(&ann.email).await;
    app.hands.advance(Duration::from_secs(1));
    ask_for_reset(&app, &ann.email, "203.0.113.1", "").await;
    let strangers = app.mailed_code(&ann.email).await;
    assert_ne!(own, strangers);
    assert_eq!(app.choose_password(&own, &ann.email, "Reset").await.status, 204);
    app.choose_password(&strangers, &ann.email, "Reset").await.error(400, "DEAD_LINK");
    app.run_jobs().await;
}

#[tokio::test]
async fn email_code_of_an_earlier_mail_works_when_no_new_one_was_sent() {
    let app = TestApp::new().await;
    let mut tickets = Vec::new();
    for _ in 0..4 {
        tickets.push(ticket(&ask(&app, ANN, HOME, "").await));
        app.hands.advance(Duration::from_secs(1));
    }
    let (count, code) = mails(&app, ANN).await;
    let silent = ticket(&ask(&app, ANN, HOME, "").await);
    assert_eq!(mails(&app, ANN).await.0, count, "four are the most");
    let alone = json!({ "email": ANN, "ticket": silent, "code": code });
    assert!(finish(&app, &alone).await.wrong_fields()["code"].is_string());
    let together =
        json!({ "email": ANN, "ticket": silent, "earlierTickets": tickets, "code": code });
    assert_eq!(finish(&app, &together).await.status, 200);
}

#[tokio::test]
async fn email_code_counts_a_wrong_code_against_every_ticket() {
    let app = TestApp::new().await;
    let first = ticket(&ask(&app, ANN, HOME, "").await);
    app.hands.advance(Duration::from_secs(1));
    let second = ticket(&ask(&app, ANN, HOME, "").await);
    let (_, code) = mails(&app, ANN).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        let guess =
            json!({ "email": ANN, "ticket": first, "earlierTickets": [second], "code": wrong });
        finish(&app, &guess).await.wrong_fields();
    }
    for ticket in [first, second] {
        finish(&app, &json!({ "email": ANN, "ticket": ticket, "code": code })).await.wrong_fields();
    }
}

#[tokio::test]
async fn email_code_lets_a_known_browser_ask_though_its_network_has_no_tries_left() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let browser = app.browser_of(&ann).await;
    for number in 0..20 {
        ticket(&ask(&app, &format!("stranger{number}@shop.example"), HOME, "").await);
    }
    ask(&app, &ann.email, HOME, "").await.error(429, "TOO_MANY_TRIES");
    ticket(&ask(&app, &ann.email, HOME, &browser).await);
    assert_eq!(mails(&app, &ann.email).await.0, 1);
}

/// Requests `each` emails to an address from each of these networks, one network after the other.
/// Returns the number of emails allowed.
async fn sent(app: &TestApp, to: &str, networks: std::ops::Range<usize>, each: usize) -> usize {
    let (now, shared) = (app.app.clock.now(), app.app.clone());
    let to = Email::parse(to).expect("an address");
    let ask = move |tx: &mut db::Tx<'_>| {
        let mut sent = 0;
        for network in networks.clone().flat_map(|network| std::iter::repeat_n(network, each)) {
            let asker = Asker::Other { share: format!("network {network}"), wider_network: None };
            let kind = MailKind::Reset;
            sent += usize::from(mails::may_mail(tx, &shared.secrets, now, kind, &to, &asker)?);
        }
        Ok::<_, Error>(sent)
    };
    app.app.db.write(ask).await.expect("counted")
}

#[tokio::test]
async fn may_mail_bounds_the_mails_that_many_networks_cause() {
    let app = TestApp::new().await;
    assert_eq!(sent(&app, ANN, 0..300, 6).await, 24, "whoever asks, a mailbox gets no more");
    app.hands.advance(Duration::from_secs(3600));
    assert_eq!(sent(&app, ANN, 300..600, 6).await, 1);
}

#[tokio::test]
async fn may_mail_keeps_half_of_an_addresss_mails_for_networks_that_have_not_asked_yet() {
    let app = TestApp::new().await;
    assert_eq!(sent(&app, ANN, 0..1, 9).await, 4, "one network has four");
    assert_eq!(sent(&app, ANN, 1..3, 9).await, 8);
    assert_eq!(sent(&app, ANN, 3..6, 9).await, 3, "beyond half, one each");
    assert_eq!(sent(&app, ANN, 6..7, 1).await, 1);
}

#[tokio::test]
async fn may_mail_gives_all_networks_of_an_ipv6_48_two_shares() {
    let app = TestApp::new().await;
    let (now, shared) = (app.app.clock.now(), app.app.clone());
    let ask = move |tx: &mut db::Tx<'_>| {
        let mut refused = 0;
        for number in 0..40 {
            let wider_network = Some("a provider's customer".to_owned());
            let asker = Asker::Other { share: format!("network {number}"), wider_network };
            let to = Email::parse(ANN).expect("an address");
            let kind = MailKind::EmailCode;
            refused += usize::from(!mails::may_mail(tx, &shared.secrets, now, kind, &to, &asker)?);
        }
        Ok::<_, Error>(refused)
    };
    assert_eq!(app.app.db.write(ask).await.expect("counted"), 40 - 8);
}

#[tokio::test]
async fn sign_in_mails_a_better_password_though_strangers_have_asked_for_resets() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let emma = app.employee_of(shop, "emma").await;
    app.set_password(&emma, "xq7vzk").await;
    for network in 1..=30 {
        ask_for_reset(&app, &emma.email, &format!("203.0.113.{network}"), "").await;
    }
    app.hands.advance(Duration::from_secs(1));
    app.try_sign_in(&emma.email, "xq7vzk", HOME).await.error(400, "PASSWORD_TOO_WEAK");
    app.run_jobs().await;
    assert_eq!(app.mails_to(&emma.email).await[0]["subject"], "Choose a stronger password");
}
