//! Tests of sessions: refreshing tokens, stolen tokens, and the end of a session.

use std::{sync::Arc, time::Duration};

use access::auth::sessions;
use platform::error::Error;

use super::notices::subjects;
use crate::support::{Call, Person, Reply, TestApp, Visitor, router};

async fn refresh(app: &TestApp, token: &str, from: &str) -> Reply {
    app.post(&format!("/api/v1/OAuth/silent-login/{token}")).from(from).send().await
}

fn successor(reply: &Reply) -> String {
    reply.json()["newRefreshToken"]
        .as_str()
        .unwrap_or_else(|| panic!("{}", reply.text()))
        .to_owned()
}

/// Returns the error message of a refused token refresh.
fn reason(reply: &Reply) -> String {
    reply.error(401, "UNAUTHORIZED")["errorMessage"].as_str().expect("a message").to_owned()
}

const HOME: &str = "198.51.100.7";

#[tokio::test]
async fn access_token_expires_after_ten_minutes_and_refresh_renews_it() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    app.hands.advance(Duration::from_secs(599));
    assert!(visitor.is_signed_in().await);
    app.hands.advance(Duration::from_secs(1));
    visitor.get("/api/v1/OAuth/profile").send().await.error(401, "UNAUTHORIZED");
    let reply = refresh(&app, &visitor.refresh, HOME).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let access = reply.json()["accessToken"].as_str().expect("a token").to_owned();
    let profile =
        app.get("/api/v1/OAuth/profile").header("authorization", &format!("Bearer {access}"));
    assert_eq!(profile.send().await.status, 200);
}

#[tokio::test]
async fn identify_and_refresh_refuse_malformed_and_wrong_tokens() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let profile = || app.get("/api/v1/OAuth/profile");
    profile().send().await.error(401, "UNAUTHORIZED");
    for header in [
        "Bearer".to_owned(),
        "Bearer x".to_owned(),
        format!("Basic {}", visitor.access),
        format!("Bearer {}x", visitor.access),
        format!("Bearer {}", visitor.refresh),
    ] {
        profile().header("authorization", &header).send().await.error(401, "UNAUTHORIZED");
    }
    for token in ["x", "ses_0.0.0", &visitor.access, "%00", "ses_00000000000000000000000000.0.aa"] {
        refresh(&app, token, HOME).await.error(401, "UNAUTHORIZED");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refresh_returns_the_same_token_to_concurrent_tabs() {
    let app = Arc::new(TestApp::new().await);
    let ann = app.consumer("ann").await;
    let token = app.sign_in(&ann).await.refresh;
    let tabs: Vec<_> = (0..20)
        .map(|_| {
            let (app, token) = (app.clone(), token.clone());
            tokio::spawn(async move { successor(&refresh(&app, &token, HOME).await) })
        })
        .collect();
    let mut successors = Vec::new();
    for tab in tabs {
        successors.push(tab.await.expect("an answer"));
    }
    successors.dedup();
    assert_eq!(successors.len(), 1, "one successor for all");
    let next = successor(&refresh(&app, &successors[0], HOME).await);
    assert_ne!(next, successors[0], "and nobody was signed out");
}

#[tokio::test]
async fn refresh_with_an_old_token_ends_the_session_and_mails_the_owner() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    for from in [HOME, "203.0.113.66"] {
        let visitor = app.sign_in(&ann).await;
        let next = successor(&refresh(&app, &visitor.refresh, HOME).await);
        let after = successor(&refresh(&app, &next, HOME).await);
        refresh(&app, &visitor.refresh, from).await.error(401, "UNAUTHORIZED");
        refresh(&app, &after, HOME).await.error(401, "UNAUTHORIZED");
        assert!(
            !visitor.is_signed_in().await,
            "the thief is out, and so is the owner, who signs in again"
        );
    }
    app.run_jobs().await;
    assert_eq!(subjects(&app, &ann).await, ["We ended one of your sessions"; 2]);
    let revoked = "SELECT count(*) FROM audit_entry WHERE action = 'SESSION_REVOKED'
                   AND actor = 'stranger' AND reason = 'a refresh token was used twice'";
    assert_eq!(app.count(revoked).await, 2);
}

#[tokio::test]
async fn refresh_takes_the_predecessor_until_its_successor_is_used() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let token = app.sign_in(&ann).await.refresh;
    let lost = successor(&refresh(&app, &token, HOME).await);
    for (wait, from) in [(3600, HOME), (1, "203.0.113.66"), (20 * 24 * 3600, "203.0.113.67")] {
        app.hands.advance(Duration::from_secs(wait));
        assert_ne!(successor(&refresh(&app, &token, from).await), lost, "a successor of its own");
    }
    let arrived = successor(&refresh(&app, &token, "203.0.113.68").await);
    let next = successor(&refresh(&app, &arrived, HOME).await);
    let twice = refresh(&app, &token, HOME).await;
    assert!(reason(&twice).contains("a copy of this sign-in was used elsewhere"));
    assert!(reason(&refresh(&app, &next, HOME).await).contains("This sign-in was ended"));
    app.run_jobs().await;
}

/// The owner and the thief of a refresh token can each get a new token from it. The session ends
/// when the second of these new tokens is used.
#[tokio::test]
async fn refresh_ends_the_session_when_a_second_successor_of_one_token_is_used() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let token = app.sign_in(&ann).await.refresh;
    let owners = successor(&refresh(&app, &token, HOME).await);
    let thiefs = successor(&refresh(&app, &token, "203.0.113.66").await);
    let next = successor(&refresh(&app, &thiefs, "203.0.113.66").await);
    app.hands.advance(Duration::from_secs(11));
    refresh(&app, &owners, HOME).await.error(401, "UNAUTHORIZED");
    refresh(&app, &next, "203.0.113.66").await.error(401, "UNAUTHORIZED");
    app.run_jobs().await;
}

#[tokio::test]
async fn refresh_refuses_the_predecessor_on_another_kind_of_device() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let token = app.sign_in(&ann).await.refresh;
    let next = successor(&refresh(&app, &token, HOME).await);
    let path = format!("/api/v1/OAuth/silent-login/{token}");
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
    let elsewhere = app.post(&path).from(HOME).header("user-agent", agent);
    elsewhere.send().await.error(401, "UNAUTHORIZED");
    refresh(&app, &next, HOME).await.error(401, "UNAUTHORIZED");
    app.run_jobs().await;
}

#[tokio::test]
async fn refresh_refuses_a_session_unused_for_a_month() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    app.hands.advance(Duration::from_secs(29 * 24 * 3600));
    let token = successor(&refresh(&app, &visitor.refresh, HOME).await);
    app.hands.advance(Duration::from_secs(30 * 24 * 3600));
    let refused = refresh(&app, &token, HOME).await;
    assert!(reason(&refused).contains("You signed in too long ago"), "{}", refused.text());
}

async fn two_browsers<'a>(app: &'a TestApp, person: &Person) -> [Visitor<'a>; 2] {
    [app.sign_in(person).await, app.sign_in(person).await]
}

#[tokio::test]
async fn end_sessions_and_logout_end_the_current_one_or_all_sessions() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let [here, there] = two_browsers(&app, &ann).await;
    assert_eq!(here.call("POST", "/api/v1/OAuth/logout").send().await.status, 204);
    assert!(!here.is_signed_in().await);
    assert!(there.is_signed_in().await);
    refresh(&app, &here.refresh, HOME).await.error(401, "UNAUTHORIZED");

    let [here, _] = two_browsers(&app, &ann).await;
    let listed = here.get("/api/v1/Accounts/me/sessions").send().await.json();
    let listed = listed.as_array().expect("a list").clone();
    assert_eq!(listed.len(), 3);
    assert_eq!(listed.iter().filter(|session| session["isCurrent"] == true).count(), 1);
    let other = listed.iter().find(|session| session["isCurrent"] == false).expect("another");
    let path = format!("/api/v1/Accounts/me/sessions/{}", other["id"].as_str().expect("an id"));
    assert_eq!(here.call("DELETE", &path).send().await.status, 204);
    here.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
    assert_eq!(here.call("DELETE", "/api/v1/Accounts/me/sessions").send().await.status, 204);
    assert!(!here.is_signed_in().await && !there.is_signed_in().await);
}

#[tokio::test]
async fn end_session_refuses_sessions_of_other_people() {
    let app = TestApp::new().await;
    let (ann, eve) = (app.consumer("ann").await, app.consumer("eve").await);
    let (anns, eves) = (app.sign_in(&ann).await, app.sign_in(&eve).await);
    let listed = anns.get("/api/v1/Accounts/me/sessions").send().await.json();
    let path = format!("/api/v1/Accounts/me/sessions/{}", listed[0]["id"].as_str().expect("an id"));
    eves.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
    assert!(anns.is_signed_in().await);
}

#[tokio::test]
async fn logout_takes_effect_on_every_node_at_once() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    // A second node has its own connections to the same database, and the same secret key.
    let node = app.another_node();
    let ask = || {
        Call::new(router(node.clone()), "GET", "/api/v1/OAuth/profile")
            .header("authorization", &format!("Bearer {}", visitor.access))
    };
    assert_eq!(ask().send().await.status, 200);
    visitor.call("POST", "/api/v1/OAuth/logout").send().await;
    ask().send().await.error(401, "UNAUTHORIZED");
}

#[tokio::test]
async fn forget_old_deletes_sessions_that_ended_a_month_ago() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let (now, id) = (app.app.clock.now(), ann.id);
    let days_ago = move |days: u64| now.minus(Duration::from_secs(days * 24 * 3600));
    let add = move |tx: &mut db::Tx<'_>| {
        let mut add = |name: &str, used: u64, ended: Option<u64>| {
            tx.execute(
                "INSERT INTO session (id, person_id, seed, generation, client, user_agent, created_at, rotated_at, ended_at)
                 VALUES ($1, $2, '', 0, '', '', 0, $3, $4)",
                db::params![name, id, days_ago(used), ended.map(days_ago)],
            )
        };
        add("keep: signed out lately", 40, Some(29))?;
        add("keep: over, but not for long", 59, None)?;
        add("keep: in use", 5, None)?;
        add("go: nobody came back", 61, None)?;
        // More rows than a single batch of the cleanup deletes.
        for number in 0..1100 {
            add(&format!("go: signed out {number}"), 32, Some(31))?;
        }
        Ok::<_, Error>(())
    };
    app.app.db.write(add).await.expect("sessions");
    sessions::forget_old(app.app.clone()).await.expect("the scheduled task");
    assert_eq!(app.count("SELECT count(*) FROM session WHERE id LIKE 'go%'").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM session WHERE id LIKE 'keep%'").await, 3);
    let seen = app.count("SELECT seen_at FROM person WHERE email = 'ann@shop.example'").await;
    assert_eq!(seen, now.as_micros(), "the session in use, when others were deleted");
    assert!(visitor.is_signed_in().await);
}
