//! Tests of reports of errors in browsers: what the program stores, who can read the reports, and
//! how many the program accepts.

use serde_json::{Value, json};

use crate::support::{Reply, TestApp, Visitor};

const PATH: &str = "/api/v1/client-errors";
const LIST: &str = "/api/v1/Helpdesk/client-errors";

fn report() -> Value {
    json!({
        "kind": "UNCAUGHT", "release": "1.0.0+abc", "route": "/wallet/:id", "message": "e is undefined",
        "stack": "TypeError: e is undefined\n    at Xe (https://funray.example/assets/Cart-Bx3f_a91.js:1:2)",
        "engine": "Chromium 141", "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
    })
}

fn with(field: &str, value: Value) -> Value {
    let mut body = report();
    body[field] = value;
    body
}

async fn send(app: &TestApp, body: &Value) -> Reply {
    app.post(PATH).json(body.to_string()).send().await
}

async fn listed(adam: &Visitor<'_>, query: &str) -> Vec<Value> {
    let page = adam.get(&format!("{LIST}{query}")).send().await.json();
    page["items"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn client_errors_record_returns_the_number_by_which_the_error_is_found() {
    let app = TestApp::new().await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let reply = send(&app, &report()).await;
    assert_eq!(reply.status, 202, "{}", reply.text());
    let number = reply.json()["number"].as_str().expect("a number").to_owned();
    assert_eq!(number.len(), 8);
    send(&app, &with("message", json!("another one"))).await;

    let typed = format!("{}-{}", number[..4].to_uppercase(), &number[4..]);
    let found = listed(&adam, &format!("?number={typed}")).await;
    assert_eq!(found.len(), 1, "{found:?}");
    let error = &found[0];
    assert_eq!(error["message"], "e is undefined");
    assert_eq!(error["stack"], "TypeError: e is undefined\n    at Xe (Cart-Bx3f_a91.js:1:2)");
    assert_eq!((&error["route"], &error["kind"]), (&json!("/wallet/:id"), &json!("UNCAUGHT")));
    assert_eq!((&error["engine"], &error["count"]), (&json!("Chromium 141"), &json!(1)));
    assert_eq!(error["traceId"], "4bf92f3577b34da6a3ce929d0e0e4736");
    for unknown in ["?number=zzzzzzzz", "?number=nonsense!"] {
        assert!(listed(&adam, unknown).await.is_empty(), "{unknown}");
    }
}

#[tokio::test]
async fn client_errors_record_stores_nothing_personal() {
    let app = TestApp::new().await;
    let body = json!({
        "kind": "REJECTION", "release": "1.0.0", "route": "/wallet/crd_06ed609y8122dy2ddn9yxv9nz8",
        "message": "no ann.roy@home.example at https://funray.example/gifts/open?claim=secret, call 613 555-0100",
        "stack": "at /signin?email=ann\ntoken 8TCETl7mIzcK8FUXxKrVtSfqGiqDBmG7", "engine": "Firefox 144",
    });
    let call = app.post(PATH).json(body.to_string()).header("cookie", "browser=abc; lang=fr");
    let reply = call.send().await;
    assert_eq!(reply.status, 202, "{}", reply.text());
    assert_eq!(reply.header("set-cookie"), "");
    let read = |tx: &mut db::Tx<'_>| {
        tx.one::<(String, String, String)>("SELECT message, stack, route FROM client_error", &[])
    };
    let (message, stack, route) = app.app.db.read(read).await.expect("a row");
    assert_eq!(message, "no <email> at <address> call <number>");
    assert_eq!(stack, "at /signin\ntoken <code>");
    assert_eq!(route, "/wallet/<code>");
}

#[tokio::test]
async fn client_errors_record_groups_reports_across_releases() {
    let app = TestApp::new().await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    send(&app, &report()).await;
    app.hands.advance(std::time::Duration::from_secs(60));
    let mut next = with("release", json!("1.1.0"));
    let moved =
        next["stack"].as_str().expect("a stack").replace("Bx3f_a91.js:1:2", "Cq5_zzz2.js:9:8");
    next["stack"] = json!(moved);
    send(&app, &next).await;
    send(&app, &with("kind", json!("IMPORT"))).await;

    let errors = listed(&adam, "?kind=UNCAUGHT").await;
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0]["count"], 2);
    assert_eq!(errors[0]["releases"], json!(["1.1.0", "1.0.0+abc"]));
    assert_ne!(errors[0]["firstSeenAt"], errors[0]["lastSeenAt"]);
    assert!(errors[0]["stack"].as_str().expect("a stack").contains("Cq5_zzz2"), "the newest");
    assert_eq!(listed(&adam, "").await.len(), 2);
    let page = adam.get(&format!("{LIST}?pageSize=1")).send().await.json();
    assert_eq!((&page["totalItems"], page["items"].as_array().map(Vec::len)), (&json!(2), Some(1)));
}

#[tokio::test]
async fn client_errors_record_names_invalid_fields() {
    let app = TestApp::new().await;
    for (field, value) in [
        ("message", json!("")),
        ("message", json!("a".repeat(501))),
        ("stack", json!("a".repeat(4001))),
        ("route", json!("/".repeat(121))),
        ("route", json!("/search?q=ann@home.example")),
        ("release", json!("1\n2")),
        ("engine", json!("a".repeat(61))),
        ("traceId", json!("<script>")),
        ("kind", json!(null)),
        ("kind", json!("OTHER")),
    ] {
        let wrong = send(&app, &with(field, value)).await.wrong_fields();
        assert!(wrong[field].is_string(), "{field}: {wrong}");
    }
    send(&app, &with("more", json!("a".repeat(300_000)))).await.error(413, "TOO_LARGE");
    assert_eq!(app.count("SELECT count(*) FROM client_error").await, 0);
}

#[tokio::test]
async fn client_errors_record_limits_an_address_and_counts_every_report() {
    let app = TestApp::new().await;
    let from =
        async |address: &str| app.post(PATH).json(report().to_string()).from(address).send().await;
    for _ in 0..20 {
        assert_eq!(from("203.0.113.1").await.status, 202);
    }
    from("203.0.113.1").await.error(429, "TOO_MANY_TRIES");
    assert_eq!(from("203.0.113.2").await.status, 202, "another address");
    assert_eq!(app.count("SELECT count(*) FROM client_error_report").await, 21);
    let page = app.get("/metrics").send().await.text().to_owned();
    assert!(page.contains("client_errors_total{kind=\"UNCAUGHT\"} 22"), "{page}");
}

#[tokio::test]
async fn client_errors_record_limits_all_addresses_together() {
    let app = TestApp::new().await;
    let full = |tx: &mut db::Tx<'_>| {
        tx.execute(
            "INSERT INTO token_bucket (bucket, used_up, updated_at)
             VALUES ('client errors of all', 9000000000000000000, 0)",
            &[],
        )
    };
    app.app.db.write(full).await.expect("a full bucket");
    send(&app, &report()).await.error(429, "TOO_MANY_TRIES");
    assert_eq!(app.count("SELECT count(*) FROM client_error").await, 0);
}
