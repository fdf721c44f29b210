//! Tests of signing in. Refused attempts must reveal nothing about the account.

use std::time::Duration;

use access::auth::Role;
use serde_json::json;

use crate::support::{
    PASSWORD, TestApp,
    interleaving::{Open, until_it_waits},
};

const HOME: &str = "198.51.100.7";

#[tokio::test]
async fn sign_in_opens_a_session_with_the_persons_profile() {
    let app = TestApp::new().await;
    let vendor = app.vendor("Maple Leaf Books").await;
    let ann = app.manager_of(vendor, "ann").await;
    let reply = app.try_sign_in(" Ann@Shop.example ", PASSWORD, "198.51.100.7").await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.json()["expiredAt"], "2026-03-10T15:10:00Z");
    let profile = app.sign_in(&ann).await.get("/api/v1/OAuth/profile").send().await.json();
    assert_eq!(profile["userId"], ann.id.to_string());
    assert_eq!(profile["roles"], "MANAGER");
    assert_eq!(profile["tenantType"], "VENDOR");
    assert_eq!(profile["tenantIds"], json!([vendor.to_string()]));
    assert_eq!(profile["avatarText"], "AT");
    assert_eq!(profile["displayName"], "ann Test");
}

#[tokio::test]
async fn profile_lists_all_workplaces_of_a_person() {
    let app = TestApp::new().await;
    let (books, food) = (app.vendor("Maple Leaf Books").await, app.charity("Food Bank").await);
    let ann = app.manager_of(books, "ann").await;
    let workplaces = async || {
        let visitor = app.sign_in(&ann).await;
        let profile = visitor.get("/api/v1/OAuth/profile").send().await.json();
        (profile["workplaces"].clone(), profile["tenantIds"].clone())
    };
    assert_eq!(workplaces().await.0, json!([]), "one place is no choice");
    app.grant(ann.id, Role::Employee, Some(books)).await;
    app.grant(ann.id, Role::Manager, Some(food)).await;
    let (mut listed, mut own) = workplaces().await;
    // Sort the two roles, because roles of the same rank may be listed in any order.
    let by_name = |place: &serde_json::Value| place["displayName"] == "Food Bank";
    listed.as_array_mut().expect("a list").sort_by_key(by_name);
    own.as_array_mut().expect("a list").sort_by_key(|id| *id == json!(food.to_string()));
    assert_eq!(
        listed,
        json!([
            {
                "tenantId": books.to_string(), "tenantType": "VENDOR",
                "displayName": "Maple Leaf Books", "roles": "MANAGER,EMPLOYEE",
            },
            {
                "tenantId": food.to_string(), "tenantType": "CHARITY",
                "displayName": "Food Bank", "roles": "MANAGER",
            },
        ])
    );
    assert_eq!(own, json!([books.to_string(), food.to_string()]), "each once");
}

#[tokio::test]
async fn sign_in_answers_the_same_for_unknown_address_and_wrong_password() {
    let app = TestApp::new().await;
    app.consumer("ann").await;
    let wrong = app.try_sign_in("ann@shop.example", "wrong", "198.51.100.1").await;
    let unknown = app.try_sign_in("nobody@shop.example", "wrong", "198.51.100.2").await;
    let mut answers =
        [wrong.error(400, "WRONG_CREDENTIALS"), unknown.error(400, "WRONG_CREDENTIALS")];
    for answer in &mut answers {
        answer["traceId"] = json!("");
    }
    assert_eq!(answers[0], answers[1]);
}

#[tokio::test]
async fn sign_in_reports_missing_and_malformed_fields() {
    let app = TestApp::new().await;
    for (body, fields) in [
        (
            json!({}),
            json!({"email": "Email field is required.", "password": "Password field is required."}),
        ),
        (
            json!({"email": "x", "password": "y"}),
            json!({"email": "Email is not in correct format."}),
        ),
    ] {
        let reply = app.post("/api/v1/OAuth/login").json(body.to_string()).send().await;
        assert_eq!(reply.wrong_fields(), fields);
    }
}

#[tokio::test]
async fn sign_in_reveals_account_status_only_after_the_right_password() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let set = async |column: &'static str| {
        let id = ann.id;
        app.app
            .db
            .write(move |tx| {
                tx.execute(&format!("UPDATE person SET {column} WHERE id = $1"), db::params![id])
            })
            .await
            .expect("changed");
    };
    set("is_active = FALSE").await;
    let sign_in =
        async |password: &str| app.try_sign_in(&ann.email, password, "198.51.100.7").await;
    sign_in("wrong").await.error(400, "WRONG_CREDENTIALS");
    sign_in(PASSWORD).await.error(400, "ACCOUNT_INACTIVE");
    set("is_active = TRUE").await;
    set("confirmed_at = NULL").await;
    sign_in("wrong").await.error(400, "WRONG_CREDENTIALS");
    sign_in(PASSWORD).await.error(400, "EMAIL_NOT_CONFIRMED");
}

#[tokio::test]
async fn sign_in_refuses_staff_of_an_inactive_charity() {
    let app = TestApp::new().await;
    let charity = app.charity("Food Bank").await;
    let ann = app.manager_of(charity, "ann").await;
    app.write("UPDATE tenant SET state = 'INACTIVE' WHERE id = $1", charity).await;
    app.try_sign_in(&ann.email, PASSWORD, "198.51.100.7").await.error(400, "ACCOUNT_INACTIVE");
}

/// An attacker tries 10,000 wrong passwords from 50 IP addresses within an hour. Few of them are
/// checked, and the owner can still sign in from a known browser.
#[tokio::test]
async fn sign_in_limits_distributed_guesses_without_locking_out_the_owner() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let browser = app.browser_of(&ann).await;
    let guesses: u64 = if std::env::var_os("SOAK").is_some() { 10_000 } else { 1_000 };
    let mut looked_at = 0;
    for guess in 0..guesses {
        app.hands.advance(Duration::from_micros(3_600_000_000 / guesses));
        let from = format!("203.0.113.{}", guess % 50 + 1);
        let reply = app.try_sign_in(&ann.email, &format!("guess {guess}"), &from).await;
        match reply.status.as_u16() {
            400 => looked_at += 1,
            _ => {
                reply.error(429, "TOO_MANY_TRIES");
                let wait: u64 = reply.header("retry-after").parse().expect("seconds");
                assert!((1..=3600).contains(&wait), "{wait}");
            }
        }
    }
    assert!(looked_at <= 30, "{looked_at} hashes were made");
    assert!(looked_at >= 5, "honest strangers get some tries: {looked_at}");
    let owner = app.try_sign_in_with(&browser, &ann.email, PASSWORD, "192.0.2.1").await;
    assert_eq!(owner.status, 200, "{}", owner.text());
}

/// An office whose staff share one IP address: many sign-ins at the same time reach no limit.
#[tokio::test]
async fn sign_in_with_the_right_password_uses_up_no_rate_limit() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    for host in 0..60 {
        assert_eq!(app.try_sign_in(&ann.email, PASSWORD, "198.51.100.7").await.status, 200);
        let elsewhere = format!("203.0.113.{host}");
        assert_eq!(app.try_sign_in(&ann.email, PASSWORD, &elsewhere).await.status, 200);
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn scheduled_tasks_delete_old_token_buckets() {
    let app = TestApp::new().await;
    for number in 0..5 {
        app.try_sign_in(&format!("nobody{number}@shop.example"), "wrong", "203.0.113.1").await;
    }
    assert!(app.count("SELECT count(*) FROM token_bucket").await > 10);
    app.hands.advance(Duration::from_secs(25 * 3600));
    app.try_sign_in("nobody@shop.example", "wrong", "203.0.113.2").await;
    funray::work::scheduled_tasks().run_due(&app.app).await.expect("the tasks");
    assert_eq!(app.count("SELECT count(*) FROM token_bucket").await, 3, "the new ones");
}

#[tokio::test]
async fn sign_in_with_the_right_password_resets_the_count_of_wrong_ones() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let browser = app.browser_of(&ann).await;
    let with_browser =
        async |password: &str| app.try_sign_in_with(&browser, &ann.email, password, HOME).await;
    for _ in 0..3 {
        for _ in 0..9 {
            with_browser("wrong").await.error(400, "WRONG_CREDENTIALS");
        }
        assert_eq!(with_browser(PASSWORD).await.status, 200);
        for _ in 0..3 {
            app.try_sign_in(&ann.email, "wrong", HOME).await.error(400, "WRONG_CREDENTIALS");
        }
        app.sign_in(&ann).await;
    }
}

/// Tries to sign in with twelve wrong passwords from each IP address. Returns the statuses of the
/// replies.
async fn guess(app: &TestApp, email: &str, froms: &[&str]) -> Vec<u16> {
    let mut statuses = Vec::new();
    for from in froms {
        for _ in 0..12 {
            statuses.push(app.try_sign_in(email, "wrong", from).await.status.as_u16());
        }
    }
    statuses
}

#[tokio::test]
async fn sign_in_allows_as_many_tries_for_an_account_as_for_none() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    app.sign_in(&ann).await;
    // Ann has signed in from the first IP address, but not from the other two.
    let froms = [HOME, "203.0.113.1", "203.0.113.2"];
    let known = guess(&app, &ann.email, &froms).await;
    assert_eq!(known, guess(&app, "nobody@shop.example", &froms).await);
    assert_eq!(known.iter().filter(|status| **status == 400).count(), 10);
}

#[tokio::test]
async fn sign_in_lets_a_known_browser_in_though_a_neighbour_has_used_up_the_tries() {
    let app = TestApp::new().await;
    let (ann, bob) = (app.consumer("ann").await, app.consumer("bob").await);
    let (own, colleagues) = (app.browser_of(&ann).await, app.browser_of(&bob).await);
    for _ in 0..12 {
        app.try_sign_in_with(&colleagues, &ann.email, "wrong", HOME).await;
    }
    let colleague = app.try_sign_in_with(&colleagues, &ann.email, PASSWORD, HOME).await;
    colleague.error(429, "TOO_MANY_TRIES");
    let owner = app.try_sign_in_with(&own, &ann.email, PASSWORD, HOME).await;
    assert_eq!(owner.status, 200, "{}", owner.text());
}

#[tokio::test]
async fn sign_in_remembers_twenty_browsers_and_gives_each_its_own_cookie() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let first = app.browser_of(&ann).await;
    assert_ne!(app.browser_of(&ann).await, first);
    let again = app.try_sign_in_with(&first, &ann.email, PASSWORD, HOME).await;
    assert_eq!(again.cookie(), first);
    assert!(again.header("set-cookie").ends_with("; HttpOnly; Secure; SameSite=Strict"));
    for _ in 0..22 {
        app.hands.advance(Duration::from_secs(1));
        app.sign_in(&ann).await;
    }
    assert_eq!(app.count("SELECT count(*) FROM known_client").await, 20);
    let wrong = app.try_sign_in(&ann.email, "wrong", HOME).await;
    assert_eq!(wrong.header("set-cookie"), "", "only who gets in is known");
}

/// A sign-in or the cleanup may delete a rate-limit bucket while another request counts an attempt
/// in it. The attempt must still count.
#[tokio::test(flavor = "multi_thread")]
async fn limits_acquire_counts_while_its_bucket_is_being_deleted() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let wrong = json!({ "email": ann.email, "password": "wrong" }).to_string();
    let try_wrong = || app.post("/api/v1/OAuth/login").from("198.51.100.7").json(wrong.clone());
    try_wrong().send().await.error(400, "WRONG_CREDENTIALS");
    let hold = |tx: &mut db::Tx<'_>| {
        let lock = tx.engine().for_update();
        tx.rows::<(String,)>(&format!("SELECT bucket FROM token_bucket{lock}"), &[])?;
        Ok(())
    };
    let forget = |tx: &mut db::Tx<'_>| {
        tx.execute("DELETE FROM token_bucket", &[])?;
        Ok(())
    };
    let forgetting = Open::between(&app, hold, forget).await;
    let trying = tokio::spawn(try_wrong().send());
    until_it_waits(&app, &trying).await;
    forgetting.commit().await;
    trying.await.expect("an answer").error(400, "WRONG_CREDENTIALS");
    assert_eq!(app.count("SELECT count(*) FROM token_bucket WHERE used_up > 0").await, 3);
}
