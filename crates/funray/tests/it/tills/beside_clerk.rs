//! Tests of actions that a manager confirms with their PIN, at a till where a clerk is signed in.

use kernel::ids::CardId;
use serde_json::{Value, json};

use super::{Counter, PIN, choose_pin, current};
use crate::{
    cards::{approval_of, card_of, redeem, set_counter},
    support::{Call, Person, Visitor},
};

const MANAGERS_PIN: &str = "8520";

/// Starts a counter where redemptions above ten dollars wait for a manager. Returns the counter, a
/// manager with a PIN, and a card.
async fn strict() -> (Counter, Person, CardId) {
    let counter = Counter::new().await;
    let app = counter.app();
    let mia = app.manager_of(counter.street.shop, "mia").await;
    let manager = app.sign_in(&mia).await;
    set_counter(&manager, counter.street.shop, json!({ "singleAmount": 10 })).await;
    choose_pin(&manager, counter.street.shop, MANAGERS_PIN).await;
    let card = counter.street.card(50).await;
    (counter, mia, card)
}

fn approve(counter: &Counter, clerk: &Visitor<'_>, asked: &Value, by: (&Person, &str)) -> Call {
    let id = asked["id"].as_str().expect("an id");
    let form = json!({ "managerId": by.0.id, "managerPin": by.1, "forAnHour": true });
    let path = format!("/api/v1/Tills/approvals/{id}/approved");
    clerk.post(&path, &form).header("x-till-secret", &counter.secret)
}

/// Returns the call with which a manager unlocks or resets a clerk's PIN. `word` selects which.
fn on_pin(counter: &Counter, word: &str, clerk: &Person, by: (&Person, &str)) -> Call {
    let form =
        json!({ "personId": clerk.id, "pin": "9514", "managerId": by.0.id, "managerPin": by.1 });
    let call = counter.app().post(&format!("/api/v1/Tills/pins/{word}"));
    call.header("x-till-secret", &counter.secret).json(form.to_string())
}

#[tokio::test]
async fn approve_at_till_posts_for_the_clerk_by_the_managers_pin() {
    let (counter, mia, card) = strict().await;
    let clerk = counter.sign_in(&counter.emil).await;
    clerk.sees(card).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    let wrong = approve(&counter, &clerk, &asked, (&mia, "8521")).send().await;
    wrong.error(400, "WRONG_PIN");
    let own = approve(&counter, &clerk, &asked, (&counter.emil, PIN)).send().await;
    own.error(403, "PERMISSION");
    let approved = approve(&counter, &clerk, &asked, (&mia, MANAGERS_PIN)).send().await.json();
    assert_eq!(
        (&approved["state"], &approved["decidedBy"]),
        (&json!("APPROVED"), &json!("mia Test"))
    );
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 30);
    let log = "SELECT count(*) FROM audit_entry a JOIN person p ON p.id = a.actor
        WHERE a.action = 'REDEMPTION_APPROVED' AND p.first_name = 'mia'";
    assert_eq!(counter.app().count(log).await, 1);
    counter.app().run_jobs().await;
}

#[tokio::test]
async fn approve_at_till_refuses_the_manager_who_asks_and_other_devices() {
    let (counter, mia, card) = strict().await;
    let max = counter.app().manager_of(counter.street.shop, "max").await;
    choose_pin(&counter.app().sign_in(&max).await, counter.street.shop, PIN).await;
    let at_till = counter.sign_in(&max).await;
    at_till.sees(card).await;
    let asked = approval_of(&at_till, redeem(&at_till, card, json!(20))).await;
    let own = approve(&counter, &at_till, &asked, (&max, PIN)).send().await;
    own.error(409, "OWN_REQUEST");
    let home = counter.app().sign_in(&counter.emil).await;
    home.sees(card).await;
    let asked = approval_of(&home, redeem(&home, card, json!(15))).await;
    let elsewhere = approve(&counter, &home, &asked, (&mia, MANAGERS_PIN)).send().await;
    elsewhere.error(403, "TILL_UNKNOWN");
    counter.app().run_jobs().await;
}

#[tokio::test]
async fn unlock_pin_at_till_forgets_the_misses_of_a_clerk() {
    let (counter, mia, _) = strict().await;
    let app = counter.app();
    let listed = current(app, &counter.secret).await.json()["clerks"].clone();
    let is_manager = |name: &str| {
        let all = listed.as_array().expect("clerks").iter();
        all.filter(|clerk| clerk["name"] == name).map(|clerk| clerk["isManager"].clone()).next()
    };
    assert_eq!(is_manager("mia T."), Some(json!(true)));
    assert_eq!(is_manager("emil T."), Some(json!(false)));
    for _ in 0..5 {
        counter.type_pin(&counter.emil, "1358").send().await;
    }
    counter.type_pin(&counter.emil, PIN).send().await.error(400, "PIN_LOCKED");
    let wrong = on_pin(&counter, "unlocked", &counter.emil, (&mia, "1358")).send().await;
    wrong.error(400, "WRONG_PIN");
    let unlocked = on_pin(&counter, "unlocked", &counter.emil, (&mia, MANAGERS_PIN)).send().await;
    assert_eq!(unlocked.status, 204, "{}", unlocked.text());
    assert_eq!(counter.type_pin(&counter.emil, PIN).send().await.status, 200);
    app.run_jobs().await;
}

#[tokio::test]
async fn renew_pin_at_till_mails_the_clerk_and_spares_managers() {
    let (counter, mia, _) = strict().await;
    let app = counter.app();
    let max = app.manager_of(counter.street.shop, "max").await;
    for word in ["renewed", "unlocked"] {
        let managers = on_pin(&counter, word, &max, (&mia, MANAGERS_PIN)).send().await;
        managers.error(403, "MANAGERS_PIN");
        let strangers = on_pin(&counter, word, &counter.street.buyer, (&mia, MANAGERS_PIN));
        strangers.send().await.error(400, "NO_PIN");
    }
    let renewed = on_pin(&counter, "renewed", &counter.emil, (&mia, MANAGERS_PIN)).send().await;
    assert_eq!(renewed.status, 204, "{}", renewed.text());
    counter.type_pin(&counter.emil, PIN).send().await.error(400, "WRONG_PIN");
    assert_eq!(counter.type_pin(&counter.emil, "9514").send().await.status, 200);
    app.run_jobs().await;
    let mails = app.mails_to(&counter.emil.email).await;
    assert!(mails.iter().any(|mail| mail["subject"] == "You have a new PIN"));
}
