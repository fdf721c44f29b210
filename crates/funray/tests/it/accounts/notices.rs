//! Tests of the emails that notify people of the use of their account, and of limits on the age and
//! number of sessions.

use std::time::Duration;

use serde_json::json;

use crate::support::{PASSWORD, Person, Reply, TestApp};

const HOME: &str = "198.51.100.7";
const AWAY: &str = "203.0.113.9";
pub const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NEWER_FIREFOX: &str =
    "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0";
pub const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

pub async fn sign_in(app: &TestApp, person: &Person, agent: &str, from: &str) -> Reply {
    let body = json!({ "email": person.email, "password": PASSWORD });
    let call = app.post("/api/v1/OAuth/login").from(from).header("user-agent", agent);
    let reply = call.json(body.to_string()).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply
}

fn text(reply: &Reply, name: &str) -> String {
    reply.json()[name].as_str().unwrap_or_else(|| panic!("{}", reply.text())).to_owned()
}

async fn refresh(app: &TestApp, token: &str, agent: &str, from: &str) -> Reply {
    let call = app.post(&format!("/api/v1/OAuth/silent-login/{token}"));
    call.from(from).header("user-agent", agent).send().await
}

async fn is_open(app: &TestApp, access: &str) -> bool {
    let call = app.get("/api/v1/OAuth/profile");
    call.header("authorization", &format!("Bearer {access}")).send().await.status == 200
}

/// Returns the subjects of the emails to a person, newest first.
pub async fn subjects(app: &TestApp, person: &Person) -> Vec<String> {
    app.run_jobs().await;
    let mails = app.mails_to(&person.email).await;
    mails.iter().map(|mail| mail["subject"].as_str().expect("a subject").to_owned()).collect()
}

/// Returns the code with which the newest notice lets a person end all sessions.
pub async fn code(app: &TestApp, person: &Person) -> String {
    let mails = app.mails_to(&person.email).await;
    let text = mails[0]["text"].as_str().expect("text").to_owned();
    let (_, rest) = text.split_once("/sign-out-everywhere#code=").expect("a link");
    rest.split_whitespace().next().expect("a code").to_owned()
}

async fn end_by_code(app: &TestApp, code: &str) -> Reply {
    let body = json!({ "code": code }).to_string();
    app.post("/api/v1/Accounts/sessions-ended").json(body).send().await
}

#[tokio::test]
async fn sign_in_mails_once_about_a_new_device_and_never_about_a_known_one() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    sign_in(&app, &ann, FIREFOX, HOME).await;
    sign_in(&app, &ann, NEWER_FIREFOX, HOME).await;
    assert!(subjects(&app, &ann).await.is_empty(), "the first device and its update");
    for _ in 0..2 {
        sign_in(&app, &ann, IPHONE, AWAY).await;
        assert_eq!(subjects(&app, &ann).await, ["A new device signed in"]);
    }
    let mail = app.mails_to(&ann.email).await[0]["text"].as_str().expect("text").to_owned();
    for fact in ["Safari, iPhone", "2026-03-10 11:00", AWAY] {
        assert!(mail.contains(fact), "{fact}: {mail}");
    }
}

#[tokio::test]
async fn sign_in_mails_about_the_same_kind_of_browser_in_another_network_unless_its_cookie_is_known()
 {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let first = sign_in(&app, &ann, FIREFOX, HOME).await;
    let cookie = first.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    let travelling = app.post("/api/v1/OAuth/login").from(AWAY).header("user-agent", FIREFOX);
    let body = json!({ "email": ann.email, "password": PASSWORD }).to_string();
    let travelling = travelling.header("cookie", &cookie).json(body).send().await;
    assert_eq!(travelling.status, 200);
    sign_in(&app, &ann, FIREFOX, "198.51.100.99").await;
    assert!(
        subjects(&app, &ann).await.is_empty(),
        "its own browser elsewhere, and its own network"
    );
    for _ in 0..2 {
        sign_in(&app, &ann, FIREFOX, "192.0.2.44").await;
        assert_eq!(subjects(&app, &ann).await, ["A new device signed in"]);
    }
}

#[tokio::test]
async fn switching_mails_of_movements_off_takes_a_fresh_proof_and_is_mailed_once() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let stale = app.sign_in_long_ago(&ann).await;
    let fresh = app.sign_in(&ann).await;
    let switch = |mails: bool| ("/api/v1/Accounts/me/notices", json!({ "mailsMovements": mails }));
    let (path, off) = switch(false);
    stale.put(path, &off).send().await.error(403, "PROOF_REQUIRED");
    assert!(subjects(&app, &ann).await.is_empty());
    for _ in 0..2 {
        assert_eq!(fresh.put(path, &off).send().await.status, 204);
        assert_eq!(subjects(&app, &ann).await, ["Emails about your cards are switched off"]);
    }
    let (path, on) = switch(true);
    assert_eq!(stale.put(path, &on).send().await.status, 204, "more mails harm nobody");
    assert_eq!(subjects(&app, &ann).await.len(), 1);
}

#[tokio::test]
async fn refresh_mails_once_about_a_new_device() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let mut token = text(&sign_in(&app, &ann, FIREFOX, HOME).await, "refreshToken");
    for (agent, from, letters) in [
        (FIREFOX, AWAY, 0),
        (NEWER_FIREFOX, HOME, 0),
        (IPHONE, HOME, 1),
        (FIREFOX, HOME, 1),
        (IPHONE, AWAY, 1),
    ] {
        token = text(&refresh(&app, &token, agent, from).await, "newRefreshToken");
        assert_eq!(subjects(&app, &ann).await.len(), letters, "{agent} from {from}");
    }
    assert_eq!(subjects(&app, &ann).await, ["Your account is open on a new device"]);
}

#[tokio::test]
async fn end_sessions_by_code_accepts_a_mailed_code_once_for_a_week() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let home = text(&sign_in(&app, &ann, FIREFOX, HOME).await, "accessToken");
    let thief = text(&sign_in(&app, &ann, IPHONE, AWAY).await, "accessToken");
    app.run_jobs().await;
    let code = code(&app, &ann).await;
    assert!(is_open(&app, &home).await && is_open(&app, &thief).await);
    end_by_code(&app, "rubbish").await.error(400, "DEAD_LINK");
    assert_eq!(end_by_code(&app, &code).await.status, 204);
    assert!(!is_open(&app, &home).await && !is_open(&app, &thief).await);
    end_by_code(&app, &code).await.error(400, "DEAD_LINK");
    let revoked = "SELECT count(*) FROM audit_entry WHERE action = 'SESSION_REVOKED'";
    assert_eq!(app.count(revoked).await, 1);

    app.hands.advance(Duration::from_secs(1));
    sign_in(&app, &ann, "Opera", AWAY).await;
    app.run_jobs().await;
    let late = self::code(&app, &ann).await;
    app.hands.advance(Duration::from_secs(7 * 24 * 3600));
    end_by_code(&app, &late).await.error(400, "DEAD_LINK");
}

#[tokio::test]
async fn sessions_last_12_hours_for_staff_and_180_days_for_customers() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (ann, emma) = (app.consumer("ann").await, app.employee_of(shop, "emma").await);
    for (person, step, steps) in [(&emma, 3600, 12), (&ann, 20 * 24 * 3600, 9)] {
        let mut last = sign_in(&app, person, FIREFOX, HOME).await;
        let mut token = text(&last, "refreshToken");
        for _ in 1..steps {
            app.hands.advance(Duration::from_secs(step));
            last = refresh(&app, &token, FIREFOX, HOME).await;
            token = text(&last, "newRefreshToken");
        }
        app.hands.advance(Duration::from_secs(step - 1));
        last = refresh(&app, &token, FIREFOX, HOME).await;
        let (access, token) = (text(&last, "accessToken"), text(&last, "newRefreshToken"));
        assert!(is_open(&app, &access).await, "{}", person.email);
        app.hands.advance(Duration::from_secs(1));
        assert!(!is_open(&app, &access).await, "{}", person.email);
        refresh(&app, &token, FIREFOX, HOME).await.error(401, "UNAUTHORIZED");
        let again = text(&sign_in(&app, person, FIREFOX, HOME).await, "accessToken");
        let list = app.get("/api/v1/Accounts/me/sessions");
        let list = list.header("authorization", &format!("Bearer {again}")).send().await.json();
        assert_eq!(list.as_array().map(Vec::len), Some(1), "what is over is not listed: {list}");
    }
}

#[tokio::test]
async fn sign_in_ends_the_least_recently_used_session_beyond_the_limit() {
    let app = TestApp::with("sessions.most = 2").await;
    let (ann, bob) = (app.consumer("ann").await, app.consumer("bob").await);
    let bobs = text(&sign_in(&app, &bob, FIREFOX, HOME).await, "accessToken");
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(text(&sign_in(&app, &ann, FIREFOX, HOME).await, "accessToken"));
        app.hands.advance(Duration::from_secs(1));
    }
    assert!(!is_open(&app, &open[0]).await);
    for access in [&open[1], &open[2], &bobs] {
        assert!(is_open(&app, access).await);
    }
}

#[tokio::test]
async fn end_sessions_with_others_only_keeps_the_current_session() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let (here, there) = (app.sign_in(&ann).await, app.sign_in(&ann).await);
    let path = "/api/v1/Accounts/me/sessions?othersOnly=true";
    assert_eq!(here.call("DELETE", path).send().await.status, 204);
    assert!(here.is_signed_in().await && !there.is_signed_in().await);
}
