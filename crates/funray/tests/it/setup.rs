//! Tests of the first start: the link that the program prints, the page that it opens, and the
//! first administrator.

use std::{fs, time::Duration};

use axum::Router;
use funray::{
    demo::Demo,
    router::{WebFiles, router_with},
};
use serde_json::{Value, json};

use crate::support::{
    Call, Place, Reply, TestApp,
    program::{PRODUCTION, Program, funray},
};

/// Settings of a production server for tests, which accept everything that a test program lacks.
pub const IN_PRODUCTION: &str = r#"
    environment = "production"
    secret_key = "4f1c9be27a03d5568e21c0f7b9436ad85e7092fb13c84d6ea95b2f700d8c61e3"
    production_allows = ["demo", "sandbox-gateway", "plain-http", "mail-folder", "mail-from", "placeholders", "public-metrics"]
"#;

const PAGE: &str = "<!doctype html><html><head><title>Shell</title></head></html>";

async fn new_server() -> (TestApp, Router) {
    let app = TestApp::with(IN_PRODUCTION).await;
    let pages = ["funray", "rayzr"].map(|brand| format!("{brand}/pages/en/_app.html"));
    let pages: Vec<(&str, &str)> = pages.iter().map(|path| (path.as_str(), PAGE)).collect();
    let files = WebFiles::of_pages(&pages).into();
    let router = router_with(app.app.clone(), files, &Demo::new(&app.app));
    (app, router)
}

async fn open_page(router: &Router, path: &str) -> Reply {
    Call::new(router.clone(), "GET", path).header("accept-language", "en").send().await
}

async fn new_token(app: &TestApp) -> String {
    let link = accounts::setup::new_link(&app.app).await.expect("a database").expect("a link");
    let (page, token) = link.split_once("#token=").expect("a token in the fragment");
    assert!(page.ends_with("/setup"), "{link}");
    token.to_owned()
}

async fn open(app: &TestApp, token: &str) -> Reply {
    app.post("/api/v1/Setup/sessions").json(json!({ "token": token }).to_string()).send().await
}

async fn new_key(app: &TestApp) -> String {
    let reply = open(app, &new_token(app).await).await.json();
    reply["key"].as_str().expect("a key").to_owned()
}

fn form(key: &str) -> Value {
    json!({
        "key": key, "firstName": "Ann", "lastName": "Lee", "email": "ann@shop.example",
        "password": "correct horse 1"
    })
}

async fn create(app: &TestApp, form: &Value) -> Reply {
    app.post("/api/v1/Setup/administrator").json(form.to_string()).send().await
}

#[tokio::test]
async fn pages_lead_to_the_setup_until_an_administrator_exists() {
    let (app, router) = new_server().await;
    for path in ["/", "/shop-vendors/list", "/admin/signin", "/setup/x"] {
        let reply = open_page(&router, path).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, "/setup"), "{path}");
        assert_eq!(reply.header("cache-control"), "no-store");
    }
    assert_eq!(open_page(&router, "/setup").await.status, 200);
    assert_eq!(app.get("/api/v1/Setup").send().await.json()["linkLastsHours"], 24);
    assert_eq!(create(&app, &form(&new_key(&app).await)).await.status, 204);
    assert_eq!(open_page(&router, "/").await.status, 200);
    assert_eq!(open_page(&router, "/setup").await.status, 404);
    app.get("/api/v1/Setup").send().await.error(404, "NOT_FOUND");
}

#[tokio::test]
async fn setup_exists_in_production_only() {
    let app = TestApp::new().await;
    app.get("/api/v1/Setup").send().await.error(404, "NOT_FOUND");
    assert_eq!(accounts::setup::new_link(&app.app).await.expect("a database"), None);
}

#[tokio::test]
async fn setup_creates_an_administrator_who_can_sign_in() {
    let (mut app, _) = new_server().await;
    assert_eq!(create(&app, &form(&new_key(&app).await)).await.status, 204);
    let login = json!({ "email": "ann@shop.example", "password": "correct horse 1" });
    let reply = app.post("/api/v1/OAuth/login").json(login.to_string()).send().await.json();
    let access = reply["accessToken"].as_str().expect("a session").to_owned();
    let profile = app
        .get("/api/v1/OAuth/profile")
        .header("authorization", &format!("Bearer {access}"))
        .send()
        .await
        .json();
    assert_eq!(profile["roles"], "SUPER_ADMINISTRATOR");
    assert_eq!(profile["displayName"], "Ann Lee");
    let granted = "SELECT count(*) FROM audit_entry WHERE action = 'ROLE_GRANTED' AND actor = 'program:setup'";
    assert_eq!(app.count(granted).await, 1);
    app.expect_leftover_jobs();
}

#[tokio::test]
async fn setup_keys_work_once_and_end_with_the_first_administrator() {
    let (app, _) = new_server().await;
    let (key, other, token) = (new_key(&app).await, new_key(&app).await, new_token(&app).await);
    assert_eq!(create(&app, &form(&key)).await.status, 204);
    for key in [&key, &other] {
        create(&app, &form(key)).await.error(404, "NOT_FOUND");
    }
    open(&app, &token).await.error(404, "NOT_FOUND");
    assert_eq!(app.count("SELECT count(*) FROM setup_key").await, 0);
    assert_eq!(accounts::setup::new_link(&app.app).await.expect("a database"), None);
    // Another server of the same database has never seen the setup.
    let node = app.another_node();
    assert!(!accounts::setup::is_awaited(&node).await.expect("a database"));
}

#[tokio::test]
async fn setup_refuses_keys_that_are_wrong_or_too_old() {
    let (app, _) = new_server().await;
    let token = new_token(&app).await;
    let key = new_key(&app).await;
    open(&app, "X").await.error(400, "DEAD_LINK");
    // A key opens no page, and a token creates nobody.
    open(&app, &key).await.error(400, "DEAD_LINK");
    create(&app, &form(&token)).await.error(400, "DEAD_LINK");
    app.hands.advance(Duration::from_secs(3600));
    create(&app, &form(&key)).await.error(400, "DEAD_LINK");
    app.hands.advance(Duration::from_secs(23 * 3600));
    open(&app, &token).await.error(400, "DEAD_LINK");
    assert_eq!(app.count("SELECT count(*) FROM person_role").await, 0);
    // A new link deletes those that have expired.
    new_token(&app).await;
    assert_eq!(app.count("SELECT count(*) FROM setup_key").await, 1);
}

#[tokio::test]
async fn setup_refuses_a_weak_password_and_keeps_the_key() {
    let (app, _) = new_server().await;
    let key = new_key(&app).await;
    let weak = json!({ "key": key, "firstName": "Ann", "lastName": "Lee", "email": "ann@shop.example", "password": "Summer2026" });
    assert!(create(&app, &weak).await.wrong_fields()["password"].is_string());
    let wrong = create(&app, &json!({})).await.wrong_fields();
    for field in ["key", "firstName", "lastName", "email", "password"] {
        assert!(wrong[field].is_string(), "{field}: {wrong}");
    }
    assert_eq!(create(&app, &form(&key)).await.status, 204);
}

#[tokio::test]
async fn setup_limits_the_attempts_of_an_address() {
    let (app, _) = new_server().await;
    for _ in 0..20 {
        open(&app, "X").await.error(400, "DEAD_LINK");
    }
    open(&app, "X").await.error(429, "TOO_MANY_TRIES");
}

/// Runs the program with the settings of a production server. Returns whether it succeeded, and its
/// output.
fn run(flags: &[String], command: &[&str]) -> (bool, String) {
    let output =
        funray().args(command).args(flags).envs(PRODUCTION).output().expect("the program runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).expect("text"))
}

#[test]
fn setup_link_is_printed_until_an_administrator_exists_and_in_no_log() {
    let place = Place::migrated();
    let folder = tempfile::tempdir().expect("a folder");
    let flags = [place.flags(), vec!["--listen".to_owned(), "127.0.0.1:0".to_owned()]].concat();
    let (fine, out) = run(&flags, &["setup-link"]);
    assert!(fine, "{out}");
    let (_, token) = out.split_once("#token=").expect("a link");
    let token = token.split_whitespace().next().expect("a token");
    assert!(out.contains("https://cards.shop.ca/setup#token="), "{out}");
    let log = folder.path().join("log");
    let program = Program::serve_in_production(&place.flags(), &log);
    let post = |path: &str, body: &Value| {
        let body = body.to_string();
        program.send(&format!(
            "POST /api/v1/Setup/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ))
    };
    let (status, opened) = post("sessions", &json!({ "token": token }));
    assert_eq!(status, 200, "{opened}");
    let opened: Value = serde_json::from_str(&opened).expect("JSON");
    let key = opened["key"].as_str().expect("a key");
    let (status, reply) = post("administrator", &form(key));
    assert_eq!(status, 204, "{reply}");
    drop(program);
    let text = fs::read_to_string(&log).expect("a log");
    assert!(text.contains("Setup"), "the log names the calls");
    assert!(!text.contains(token) && !text.contains(key) && !text.contains("correct horse"));
    let (fine, out) = run(&flags, &["setup-link"]);
    assert!(!fine && out.contains("create-admin"), "{out}");
}
