//! Tests of hostile requests that try to waste the program's time and memory.

use std::{net::SocketAddr, time::Duration};

use accounts::errors::WRONG_CREDENTIALS;
use platform::{
    error::{Error, Result},
    limits::{Bucket, Limit, Permit},
    web::server,
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::support::{PASSWORD, TestApp};

#[tokio::test]
async fn register_refuses_a_form_with_thousands_of_fields() {
    let app = TestApp::new().await;
    let fields: Vec<String> = (0..4_000).map(|field| format!("\"f{field}\":1")).collect();
    let body = format!(r#"{{"appName":true,"successReturnUrl":7,{}}}"#, fields.join(","));
    for path in ["/api/v1/Accounts", "/api/v1/Accounts/forgot-password"] {
        let refused = app.post(path).json(body.clone()).send().await.error(400, "BAD_REQUEST");
        assert!(refused["errorMessage"].as_str().is_some_and(|text| text.contains("64 fields")));
    }
}

#[tokio::test]
async fn a_head_beyond_its_limit_is_refused_whole() {
    let app = TestApp::new().await;
    let call = |length: usize| app.get("/healthz").header("x-long", &"a".repeat(length)).send();
    assert_eq!(call(32_000).await.status, 200);
    for length in [32 * 1024, 40_000] {
        call(length).await.error(431, "HEAD_TOO_LARGE");
    }
}

#[tokio::test]
async fn a_body_that_is_declared_too_large_is_refused_before_it_comes() {
    let app = TestApp::new().await;
    for path in ["/api/v1/ContactUs", "/api/v1/Payments/notifications", "/hubs/notifications"] {
        let call = app.post(path).json("{}").header("content-length", "262145");
        call.send().await.error(413, "TOO_LARGE");
    }
    let root = app.sign_in(&app.super_administrator("root").await).await;
    let upload =
        root.call("POST", "/api/v1/File/bucket/vendor").header("content-length", "9999999");
    let refused = upload.send().await.error(400, "VALIDATION");
    assert_eq!(refused["fields"]["file"], "The maximum file size must be 1MB");
}

#[tokio::test]
async fn forgot_password_names_a_field_of_the_wrong_type() {
    let app = TestApp::new().await;
    for field in ["appName", "successReturnUrl", "failedReturnUrl"] {
        for wrong in [json!(true), json!(7), json!(["a"]), json!({ "a": 1 })] {
            let body = json!({ "email": "ann@shop.example", field: wrong });
            let reply = app.post("/api/v1/Accounts/forgot-password").json(body.to_string());
            assert_eq!(reply.send().await.wrong_fields(), json!({ field: "Must be a text." }));
        }
    }
}

async fn hashes(app: &TestApp) -> String {
    let page = app.get("/metrics").send().await;
    let line = page.text().lines().find(|line| line.starts_with("password_hashes_total "));
    line.expect("a line").to_owned()
}

#[tokio::test]
async fn choose_password_makes_no_hash_for_an_unknown_code() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let before = hashes(&app).await;
    for email in [ann.email.as_str(), "nobody@shop.example"] {
        let body = json!({ "email": email, "password": "another fine one" }).to_string();
        let call = app.post("/api/v1/Accounts/passworded?code=rubbish").json(body);
        call.from("203.0.113.1").send().await.error(400, "DEAD_LINK");
    }
    assert_eq!(hashes(&app).await, before);
}

const ONE_TRY: Limit = Limit { capacity: 1, interval: Duration::from_secs(3600) };

#[tokio::test]
async fn permit_run_releases_a_try_that_ended_in_busy_only() {
    let app = TestApp::new().await;
    let try_once = async |outcome: Result<()>| {
        let (now, shared) = (app.app.clock.now(), app.app.clone());
        let bucket = [Bucket { name: "probe".to_owned(), limit: ONE_TRY }];
        let permit = shared.db.write(move |tx| Permit::acquire(tx, now, &bucket)).await?;
        permit.run(&shared, async { outcome }).await
    };
    for _ in 0..3 {
        for busy in [Error::Database(db::Error::Busy), Error::Timeout] {
            let refused = try_once(Err(busy)).await.expect_err("busy");
            assert!(refused.is_busy(), "{refused:?}");
        }
    }
    let wrong = try_once(Err(Error::Refused(WRONG_CREDENTIALS))).await;
    assert!(matches!(wrong, Err(Error::Refused(WRONG_CREDENTIALS))), "{wrong:?}");
    assert!(matches!(try_once(Ok(())).await, Err(Error::TooManyTries(_))));
}

/// An attacker shares an IP address with an office and has used up its attempts. Staff can still
/// sign in from a known browser.
#[tokio::test]
async fn sign_in_lets_a_known_browser_in_though_its_address_has_no_tries_left() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let browser = app.browser_of(&ann).await;
    let bob = app.consumer("bob").await;
    for guess in 0..60 {
        app.try_sign_in(&format!("somebody{guess}@shop.example"), "wrong", "198.51.100.7").await;
    }
    app.try_sign_in(&bob.email, PASSWORD, "198.51.100.7").await.error(429, "TOO_MANY_TRIES");
    let owner = app.try_sign_in_with(&browser, &ann.email, PASSWORD, "198.51.100.7").await;
    assert_eq!(owner.status, 200, "{}", owner.text());
}

#[tokio::test]
async fn sign_in_limits_a_whole_ipv6_network() {
    let app = TestApp::new().await;
    let mut looked_at = 0;
    for guess in 0..1_000 {
        let from = format!("2001:db8:7:{:x}00::1", guess % 256);
        let reply = app.try_sign_in(&format!("s{guess}@shop.example"), "wrong", &from).await;
        looked_at += usize::from(reply.status == 400);
    }
    assert_eq!(looked_at, 400, "eight times what one address has");
}

/// Serves the program on a real network port until the end of the test. Returns the address.
async fn listen(app: &TestApp) -> SocketAddr {
    let listener = server::bind("127.0.0.1:0", "--listen").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let forever = std::future::pending();
    tokio::spawn(server::serve(listener, app.router(), app.app.clone(), forever));
    address
}

async fn send(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    // Ignore errors: the server may close the connection while the client still sends. Its reply
    // shows the reason.
    let _ = stream.write_all(text.as_bytes()).await;
    stream
}

/// Reads from a connection until the program closes it, and returns the text.
async fn rest_of(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // Ignore errors: a closed connection may end with a reset.
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn serve_closes_connections_beyond_the_limit_per_address() {
    let app = TestApp::with("http.max_connections_per_address = 2").await;
    let address = listen(&app).await;
    const ALIVE: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = send(address, ALIVE).await;
        let mut answered = [0; 12];
        stream.read_exact(&mut answered).await.expect("an answer");
        assert_eq!(&answered, b"HTTP/1.1 200");
        held.push(stream);
    }
    assert_eq!(rest_of(send(address, ALIVE).await).await, "", "closed without a word");
    held.pop();
    // Repeat the call, because the program takes a moment to notice that a connection was closed.
    const LAST: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    while !rest_of(send(address, LAST).await).await.ends_with("alive\n") {}
}

#[tokio::test]
async fn serve_cuts_off_slow_senders_and_long_headers() {
    let app = TestApp::with("http.slow_client_seconds = 1").await;
    let address = listen(&app).await;
    let idle = rest_of(send(address, "GET /hea").await);
    let body = "POST /api/v1/ContactUs HTTP/1.1\r\nHost: localhost\r\n\
                Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{\"a";
    let slow = rest_of(send(address, body).await);
    let (idle, slow) = tokio::join!(idle, slow);
    assert!(!idle.contains("HTTP/1.1 200"), "{idle}");
    assert!(slow.starts_with("HTTP/1.1 400") && slow.contains("broke off"), "{slow}");
    let long = format!("GET / HTTP/1.1\r\nX-Long: {}\r\n\r\n", "a".repeat(64 << 10));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X-One: 1\r\n".repeat(70));
    for head in [long, many] {
        let reply = rest_of(send(address, &head).await).await;
        assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 431"), "{reply}");
    }
}
