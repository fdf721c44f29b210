//! Tests of PINs: chosen by their owner, stored as a hash, and locked after five wrong attempts.

use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;

use super::{Counter, PIN, choose_pin, choose_pin_call, current, told};
use crate::support::{Call, Reply};

async fn was_mailed(counter: &Counter, subject: &str) -> bool {
    let mails = counter.app().mails_to(&counter.emil.email).await;
    mails.iter().any(|mail| mail["subject"] == subject)
}

#[tokio::test]
async fn export_says_where_a_pin_was_chosen_and_when_and_no_hash() {
    let counter = Counter::new().await;
    let emil = counter.app().sign_in(&counter.emil).await;
    let reply = emil.get("/api/v1/Accounts/me/export").send().await;
    let chosen = "2026-03-10T15:00:00Z";
    let pins = json!([{ "vendorName": "Maple Leaf Books", "chosenAt": chosen }]);
    assert_eq!(reply.json()["pins"], pins);
    assert!(!reply.text().contains("argon2"), "{}", reply.text());
}

#[tokio::test]
async fn choose_pin_refuses_malformed_and_guessable_pins() {
    let counter = Counter::new().await;
    let clerk = counter.app().sign_in(&counter.emil).await;
    for (pin, message) in [
        ("", "PIN field is required."),
        ("123", "A PIN has 4 to 8 digits."),
        ("123456789", "A PIN has 4 to 8 digits."),
        ("12a4", "A PIN has 4 to 8 digits."),
        ("1111", "This PIN is too easy to guess. Please choose another one."),
        ("2026", "This PIN is too easy to guess. Please choose another one."),
    ] {
        let refused = choose_pin_call(&clerk, counter.street.shop, pin).send().await;
        assert_eq!(refused.wrong_fields()["pin"], message, "{pin}");
    }
}

#[tokio::test]
async fn choose_pin_refuses_shops_where_one_does_not_work() {
    let counter = Counter::new().await;
    let app = counter.app();
    let clerk = app.sign_in(&counter.emil).await;
    let elsewhere = choose_pin_call(&clerk, counter.street.other_shop, "1357");
    elsewhere.send().await.error(404, "NOT_FOUND");
    let listed = clerk.get("/api/v1/Accounts/me/pins").send().await.json();
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "{listed}");
    assert_eq!(listed[0]["vendorName"], "Maple Leaf Books");
    assert!(listed[0]["chosenAt"].is_string() && listed[0]["isLocked"] == false, "{listed}");
    let ann = app.sign_in(&counter.street.buyer).await;
    assert_eq!(ann.get("/api/v1/Accounts/me/pins").send().await.json(), json!([]));
}

#[tokio::test]
async fn choose_pin_stores_a_keyed_argon2_hash_and_mails_the_clerk() {
    let counter = Counter::new().await;
    let app = counter.app();
    let hash: (String,) =
        app.app.db.read(|tx| tx.one("SELECT hash FROM till_pin", &[])).await.expect("a PIN");
    assert!(hash.0.starts_with("$argon2id$") && !hash.0.contains(PIN), "{}", hash.0);
    assert!(was_mailed(&counter, "You have a new PIN").await);
    let rows = told(app, "PIN_SET").await;
    assert_eq!(rows, [(counter.emil.id.to_string(), Some(counter.street.shop.to_string()))]);
}

#[tokio::test]
async fn choose_pin_again_ends_the_till_session_of_the_old_pin() {
    let counter = Counter::new().await;
    let app = counter.app();
    let at_till = counter.sign_in(&counter.emil).await;
    let at_home = app.sign_in(&counter.emil).await;
    choose_pin(&at_home, counter.street.shop, "1357").await;
    assert!(!at_till.is_signed_in().await);
    assert!(at_home.is_signed_in().await);
    counter.type_pin(&counter.emil, PIN).send().await.error(400, "WRONG_PIN");
    assert_eq!(counter.type_pin(&counter.emil, "1357").send().await.status, 200);
    app.run_jobs().await;
}

#[tokio::test]
async fn sign_in_by_pin_locks_the_pin_after_five_misses() {
    let counter = Counter::new().await;
    let app = counter.app();
    for _ in 0..4 {
        counter.type_pin(&counter.emil, "1358").send().await.error(400, "WRONG_PIN");
    }
    assert_eq!(counter.type_pin(&counter.emil, PIN).send().await.status, 200, "forgets the four");
    for _ in 0..4 {
        counter.type_pin(&counter.emil, "1358").send().await.error(400, "WRONG_PIN");
    }
    counter.type_pin(&counter.emil, "1358").send().await.error(400, "PIN_LOCKED");
    counter.type_pin(&counter.emil, PIN).send().await.error(400, "PIN_LOCKED");
    assert_eq!(current(app, &counter.secret).await.json()["clerks"][0]["isLocked"], true);
    app.run_jobs().await;
    assert!(was_mailed(&counter, "Your PIN is locked").await);
    assert_eq!(told(app, "PIN_LOCKED").await.len(), 1);

    let clerk = app.sign_in(&counter.emil).await;
    assert_eq!(counter.type_pin(&counter.emil, PIN).send().await.status, 200, "by the password");
    for _ in 0..4 {
        counter.type_pin(&counter.emil, "1358").send().await.error(400, "WRONG_PIN");
    }
    counter.type_pin(&counter.emil, "1358").send().await.error(400, "PIN_LOCKED");
    choose_pin(&clerk, counter.street.shop, "1357").await;
    assert_eq!(counter.type_pin(&counter.emil, "1357").send().await.status, 200, "by another one");
    app.run_jobs().await;
}

#[tokio::test]
async fn sign_in_by_pin_checks_at_most_five_concurrent_guesses() {
    let counter = Counter::new().await;
    let guesses = (0..12).map(|guess| counter.type_pin(&counter.emil, &format!("31{guess:02}")));
    let replies = at_once(guesses).await;
    let wrong = replies.iter().filter(|reply| reply.text().contains("WRONG_PIN")).count();
    assert!(wrong <= 5, "{wrong}");
    assert_eq!(counter.app().count("SELECT misses FROM till_pin").await, 5);
    counter.type_pin(&counter.emil, PIN).send().await.error(400, "PIN_LOCKED");
    counter.app().run_jobs().await;
}

#[tokio::test]
async fn sign_in_by_pin_limits_misses_per_till() {
    let counter = Counter::new().await;
    let app = counter.app();
    let mut clerks = vec![];
    for name in ["ada", "bea", "cleo", "dora", "eve"] {
        let person = app.employee_of(counter.street.shop, name).await;
        choose_pin(&app.sign_in(&person).await, counter.street.shop, PIN).await;
        clerks.push(person);
    }
    for clerk in &clerks {
        for _ in 0..4 {
            counter.type_pin(clerk, "1358").send().await.error(400, "WRONG_PIN");
        }
    }
    counter.type_pin(&counter.emil, PIN).send().await.error(429, "TOO_MANY_TRIES");
    app.hands.advance(Duration::from_secs(60));
    assert_eq!(counter.type_pin(&counter.emil, PIN).send().await.status, 200);
    app.run_jobs().await;
}

/// The program computes only one slow hash at a time and refuses other sign-ins meanwhile. Refused
/// sign-ins must not count as wrong PINs.
#[tokio::test(flavor = "multi_thread")]
async fn sign_in_by_pin_counts_no_miss_when_too_busy_to_check() {
    let slow = "passwords = { memory_kib = 32768, iterations = 2, at_once = 1, waiting = 0 }";
    let counter = Counter::with(slow).await;
    let replies = at_once((0..4).map(|_| counter.type_pin(&counter.emil, "1358"))).await;
    let count = |status: u16| replies.iter().filter(|reply| reply.status == status).count();
    assert_eq!(count(400) + count(503), 4, "{:?}", replies[0].text());
    assert!(count(503) > 0, "all were checked");
    let counted = counter.app().count("SELECT misses FROM till_pin").await;
    assert_eq!(counted.unsigned_abs() as usize, count(400));
}

async fn at_once(calls: impl IntoIterator<Item = Call>) -> Vec<Reply> {
    let mut running = JoinSet::new();
    for call in calls {
        running.spawn(call.send());
    }
    running.join_all().await
}

#[tokio::test]
async fn remove_pin_by_manager_or_owner_ends_the_till_session() {
    let counter = Counter::new().await;
    let (app, manager) = (counter.app(), counter.manager().await);
    let at_till = counter.sign_in(&counter.emil).await;
    let listed = format!("/api/v1/Tills/pins?tenantId={}", counter.street.shop);
    let pins = manager.get(&listed).send().await.json();
    assert_eq!(pins[0]["name"], "emil Test");
    assert!(!pins.to_string().contains("argon2"), "{pins}");
    let path = format!("/api/v1/Tills/pins/{}", pins[0]["id"].as_str().expect("an id"));
    assert_eq!(manager.call("DELETE", &path).send().await.status, 204);
    assert!(!at_till.is_signed_in().await);
    counter.type_pin(&counter.emil, PIN).send().await.error(400, "NO_PIN");
    app.run_jobs().await;
    assert!(was_mailed(&counter, "Your PIN was removed").await);
    assert_eq!(told(app, "PIN_RESET").await.len(), 1);
    let own = app.sign_in(&counter.emil).await;
    choose_pin(&own, counter.street.shop, PIN).await;
    let path = format!("/api/v1/Accounts/me/pins/{}", counter.street.shop);
    assert_eq!(own.call("DELETE", &path).send().await.status, 204);
    own.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
    app.run_jobs().await;
}

#[tokio::test]
async fn close_account_deletes_its_pins() {
    let counter = Counter::new().await;
    let app = counter.app();
    let clerk = app.sign_in(&counter.emil).await;
    app.close_staff_account(&clerk).await;
    assert_eq!(app.count("SELECT count(*) FROM till_pin").await, 0);
    app.run_jobs().await;
}
