//! What every reply has in common, whoever answers.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes, HttpBody},
    http::Request,
    routing::get,
};
use db::testing::{Cluster, ClusterOptions};
use funray::{
    app::App,
    http::{extract::Json, server},
};
use hyper::body::Frame;
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    sync::{Notify, oneshot},
    time::timeout,
};
use tower::ServiceExt;

use crate::support::{
    TestApp,
    live::HUB,
    wire::{answer, ask},
};

/// Handlers that misbehave, for the layers to deal with.
fn probes() -> Router<Arc<App>> {
    async fn panics() -> &'static str {
        panic!("a secret detail")
    }
    async fn hangs() -> &'static str {
        std::future::pending().await
    }
    async fn echo(Json(value): Json<serde_json::Value>) -> String {
        value.to_string()
    }
    Router::new()
        .route("/probe/panics", get(panics))
        .route("/probe/hangs", get(hangs))
        .route("/probe/echo", axum::routing::post(echo))
}

#[tokio::test]
async fn every_reply_carries_a_trace_id_and_every_error_the_same_body() {
    let app = TestApp::with_routes("", probes()).await;
    let fine = app.get("/healthz").send().await;
    assert_eq!(fine.status, 200);
    assert_eq!(fine.header("x-trace-id").len(), 32);
    app.get("/api/v1/nothing").send().await.error(404, "NOT_FOUND");
    app.post("/api/v1/Public/settings").send().await.error(405, "METHOD_NOT_ALLOWED");
    app.call("DELETE", "/").send().await.error(405, "METHOD_NOT_ALLOWED");
    let panicked = app.get("/probe/panics").send().await;
    panicked.error(500, "INTERNAL");
    assert!(!panicked.text().contains("secret"));
    let known = "4bf92f3577b34da6a3ce929d0e0e4736";
    let traced =
        app.get("/healthz").header("traceparent", &format!("00-{known}-00f067aa0ba902b7-01"));
    assert_eq!(traced.send().await.header("x-trace-id"), known);
}

#[tokio::test(start_paused = true)]
async fn a_request_that_hangs_is_answered_after_its_time() {
    let app = TestApp::with_routes("", probes()).await;
    let reply = app.get("/probe/hangs").send().await;
    reply.error(503, "TIMEOUT");
    assert_eq!(reply.header("retry-after"), "1");
}

/// What somebody sends who never goes on.
struct Silence;

impl HttpBody for Silence {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Pending
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_said_on_the_live_channel_has_to_come_in_time_too() {
    let app = TestApp::new().await;
    let said = Request::post(HUB).body(Body::new(Silence)).expect("a request");
    let answered = timeout(Duration::from_secs(60), app.router().oneshot(said)).await;
    let reply = answered.expect("it does not hang").expect("an answer");
    assert_eq!(reply.status(), 503);
}

#[tokio::test]
async fn who_hangs_up_is_counted_and_not_waited_for() {
    let app = TestApp::with_routes("", probes()).await;
    let hanging = tokio::time::timeout(Duration::from_millis(50), app.get("/probe/hangs").send());
    assert!(hanging.await.is_err(), "nobody waits any longer");
    assert_eq!(app.app.metrics.in_flight.get(), 0);
    let page = app.get("/metrics").send().await.text().to_owned();
    let gone = "http_requests_total{method=\"GET\",route=\"/probe/hangs\",status=\"499\"} 1";
    assert!(page.contains(gone), "{page}");
}

#[tokio::test]
async fn methods_that_somebody_makes_up_share_one_figure() {
    let app = TestApp::new().await;
    for method in ["BREW", "AAAA1", "AAAA2"] {
        app.call(method, "/healthz").send().await.error(405, "METHOD_NOT_ALLOWED");
    }
    let page = app.get("/metrics").send().await.text().to_owned();
    assert!(page.contains("method=\"OTHER\"") && !page.contains("AAAA"), "{page}");
}

#[tokio::test]
async fn bodies_that_can_not_be_read_are_refused_by_what_is_wrong_with_them() {
    let app = TestApp::with_routes("http.body_limit_kb = 1", probes()).await;
    app.post("/probe/echo").body("{}").send().await.error(415, "UNSUPPORTED_MEDIA_TYPE");
    app.post("/probe/echo").json("{").send().await.error(400, "BAD_REQUEST");
    let large = format!("\"{}\"", "x".repeat(1024));
    let refused = app.post("/probe/echo").json(large).send().await.error(413, "TOO_LARGE");
    assert!(refused["errorMessage"].as_str().expect("text").contains("1 kB"), "{refused}");
    let fine = app
        .post("/probe/echo")
        .json("{\"a\":1}")
        .header("content-type", "Application/JSON; charset=utf-8");
    assert_eq!(fine.send().await.text(), "{\"a\":1}");
}

#[tokio::test]
async fn every_reply_tells_the_browser_what_it_may_do() {
    let app = TestApp::with_routes("", probes()).await;
    for path in ["/", "/healthz", "/api/v1/nothing", "/probe/panics", "/sandbox/mail"] {
        let reply = app.get(path).send().await;
        let policy = reply.header("content-security-policy");
        assert!(policy.contains("script-src 'self';"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(!policy.contains("'unsafe-eval'"), "{path}: {policy}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("strict-transport-security"), "", "only over https");
    }
    let reply = app.get("/api/v1/Public/settings").send().await;
    assert_eq!(reply.header("cache-control"), "no-store");
    let secure = TestApp::with("brands.funray.public_url = \"https://shop.example\"").await;
    let reply = secure.get("/healthz").send().await;
    assert!(reply.header("strict-transport-security").starts_with("max-age="));
}

#[tokio::test]
async fn each_brand_says_for_itself_whether_it_is_only_reached_over_https() {
    for (secure, [funray, rayzr]) in [("funray", [true, false]), ("rayzr", [false, true])] {
        let app =
            TestApp::with(&format!("brands.{secure}.public_url = \"https://shop.example\"")).await;
        for (host, is_secure) in [("localhost", funray), ("rayzr.localhost", rayzr)] {
            let reply = app.get("/healthz").header("host", host).send().await;
            let said = !reply.header("strict-transport-security").is_empty();
            assert_eq!(said, is_secure, "{secure}: {host}");
        }
    }
}

#[tokio::test]
async fn other_sites_may_only_call_when_configured() {
    let ask = |app: &TestApp| {
        app.call("OPTIONS", "/api/v1/Public/settings")
            .header("origin", "https://other.example")
            .header("access-control-request-method", "GET")
    };
    let closed = TestApp::new().await;
    let reply = ask(&closed).send().await;
    assert_eq!(reply.header("access-control-allow-origin"), "");
    let reply = closed.get("/api/v1/Public/settings").header("origin", "https://other.example");
    assert_eq!(reply.send().await.header("access-control-allow-origin"), "");

    let open = TestApp::with("http.cors_origins = [\"https://other.example\"]").await;
    let reply = ask(&open).send().await;
    assert_eq!(reply.header("access-control-allow-origin"), "https://other.example");
    assert_eq!(reply.header("access-control-allow-credentials"), "");
    let stranger = ask(&open).header("origin", "https://stranger.example").send().await;
    assert_ne!(stranger.header("access-control-allow-origin"), "https://stranger.example");
}

#[tokio::test]
async fn long_replies_are_compressed_for_those_who_can_read_that() {
    let app = TestApp::new().await;
    let plain = app.get("/api/v1/openapi.json").send().await;
    assert_eq!(plain.header("content-encoding"), "");
    for encoding in ["gzip", "br"] {
        let packed =
            app.get("/api/v1/openapi.json").header("accept-encoding", encoding).send().await;
        assert_eq!(packed.header("content-encoding"), encoding);
        assert!(packed.body.len() * 2 < plain.body.len(), "{encoding}");
    }
}

#[tokio::test]
async fn query_keys_are_matched_whatever_their_case() {
    let app = TestApp::new().await;
    app.post_mail("ann@shop.example").await;
    app.post_mail("bob@shop.example").await;
    app.run_jobs().await;
    for query in ["to=ann@shop.example", "To=ann%40shop.example", "TO=ANN@shop.example"] {
        let mails = app.get(&format!("/sandbox/mail.json?{query}")).send().await.json();
        assert_eq!(mails.as_array().expect("a list").len(), 1, "{query}");
    }
    let twice = app.get("/sandbox/mail.json?to=a&To=b").send().await;
    let refused = twice.error(400, "VALIDATION");
    assert!(refused["fields"]["to"].is_string(), "{refused}");
}

#[tokio::test]
async fn the_host_picks_the_brand() {
    let app = TestApp::with("maps.key = \"k1\"").await;
    for (host, brand) in [
        ("localhost:8080", "funray"),
        ("rayzr.localhost:8080", "rayzr"),
        ("RAYZR.localhost", "rayzr"),
        ("anything.example", "funray"),
    ] {
        let settings = app.get("/api/v1/Public/settings").header("host", host).send().await.json();
        assert_eq!(settings["brand"], brand, "{host}");
        assert_eq!(settings["currency"], "CAD");
        assert_eq!(settings["mapsKey"], "k1");
        assert!(settings["heatMapId"].is_null(), "what isn't configured is null: {settings}");
    }
}

#[tokio::test]
async fn operators_see_whether_it_is_alive_ready_and_how_it_does() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/healthz").send().await.text(), "alive\n");
    let ready = app.get("/readyz").send().await;
    assert_eq!(ready.status, 200);
    assert_eq!(ready.json()["parts"]["migrations"], "ok");
    app.get("/api/v1/Public/settings").send().await;
    let page = app.get("/metrics").send().await;
    let line =
        "http_requests_total{method=\"GET\",route=\"/api/v1/Public/settings\",status=\"200\"} 1";
    assert!(page.text().contains(line), "{}", page.text());
    assert!(page.text().contains("database_waiting 0"), "{}", page.text());
    for total in ["commits", "refused", "timed_out", "failed", "retried", "connects"] {
        assert!(
            page.text().contains(&format!("database_{total}_total ")),
            "{total}: {}",
            page.text()
        );
    }

    app.app.start_draining();
    let draining = app.get("/readyz").send().await;
    assert_eq!(draining.status, 503);
    assert_eq!(draining.json()["parts"]["serving"], "shutting down");
    assert_eq!(app.get("/healthz").send().await.status, 200, "it is still alive");
}

#[tokio::test]
async fn a_database_that_was_never_migrated_is_not_ready() {
    let app = TestApp::new().await;
    app.app
        .db
        .write(|tx| tx.execute("DELETE FROM refinery_schema_history", &[]))
        .await
        .expect("forgotten");
    let reply = app.get("/readyz").send().await;
    assert_eq!(reply.status, 503);
    assert_ne!(reply.json()["parts"]["migrations"], "ok");
}

#[tokio::test]
async fn operators_addresses_can_be_moved_away() {
    let app = TestApp::with("ops_listen = \"127.0.0.1:1\"").await;
    for path in ["/healthz", "/readyz", "/metrics"] {
        app.get(path).send().await.error(404, "NOT_FOUND");
    }
    let ops = funray::http::ops_router(app.app.clone());
    let page = crate::support::Call::new(ops.clone(), "GET", "/metrics").send().await;
    assert!(page.text().contains("http_requests"));
    crate::support::Call::new(ops, "GET", "/api/v1/Public/settings")
        .send()
        .await
        .error(404, "NOT_FOUND");
}

#[tokio::test]
async fn what_only_the_demo_has_is_nowhere_else() {
    let app = TestApp::with("demo = false").await;
    for path in ["/sandbox/mail.json", "/sandbox/credentials.json", "/sandbox/nothing"] {
        app.get(path).send().await.error(404, "NOT_FOUND");
    }
}

/// What the web app has no answer to is answered in full: nothing is left over for the next reply on the connection.
#[tokio::test]
async fn replies_on_one_connection_stay_apart() {
    let app = TestApp::new().await;
    let listener = server::bind("127.0.0.1:0", "--listen").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let forever = std::future::pending();
    let serving = tokio::spawn(server::serve(listener, app.router(), app.app.clone(), forever));
    for asked in ["GET /assets/none.js", "POST /about", "GET /pages/en/index.html", "PUT /"] {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let both = format!(
            "{asked} HTTP/1.1\r\nHost: localhost\r\n\r\n\
             GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(both.as_bytes()).await.expect("sent");
        let replies = answer(stream).await;
        let (first, second) =
            replies.split_once("}HTTP/1.1 200 OK").expect("two replies, one after the other");
        let (head, body) = first.split_once("\r\n\r\n").expect("a head");
        let length = format!("content-length: {}", body.len() + 1);
        assert!(head.contains(&length), "{asked}: {head} {body}");
        assert!(second.ends_with("alive\n"), "{asked}: {second}");
    }
    serving.abort();
}

#[tokio::test]
async fn asked_to_stop_it_finishes_what_it_is_doing() {
    let (arrived, may_finish) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (arrives, finish) = (arrived.clone(), may_finish.clone());
    let slow = get(move || async move {
        arrives.notify_one();
        finish.notified().await;
        "finished"
    });
    let app = TestApp::with_routes("", Router::new().route("/probe/slow", slow)).await;
    let listener = server::bind("127.0.0.1:0", "--listen").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel::<()>();
    let asked = async move { stopped.await.expect("the test asks") };
    let serving = tokio::spawn(server::serve(listener, app.router(), app.app.clone(), asked));

    let slow = ask(address, "/probe/slow").await;
    arrived.notified().await;
    stop.send(()).expect("it listens");
    // It goes on accepting while something is in flight, and says that it is on its way out.
    while !answer(ask(address, "/readyz").await).await.starts_with("HTTP/1.1 503") {}
    may_finish.notify_one();
    assert!(answer(slow).await.ends_with("finished"));
    serving.await.expect("it ends by itself");
    assert!(TcpStream::connect(address).await.is_err(), "and takes no more calls");
}

#[tokio::test]
async fn a_database_that_goes_away_makes_it_unready_until_it_is_back() {
    // The embedded database is part of the program: what can go away is the right to write to its file.
    if !crate::support::place::on_postgres() {
        return;
    }
    let cluster = Cluster::new(&ClusterOptions::default()).expect("PostgreSQL");
    let database = cluster.fresh_database(None).expect("a database");
    let db = db::Db::postgres(database.url(), db::PostgresOptions::default()).expect("a database");
    db.migrate(funray::migrations::ALL).expect("migrations");
    let app = TestApp::on(db).await;
    assert_eq!(app.get("/readyz").send().await.status, 200);

    cluster.stop().expect("it stops");
    let unready = app.get("/readyz").send().await;
    assert_eq!(unready.status, 503);
    let parts = &unready.json()["parts"];
    assert_eq!(parts["database"], "database unreachable", "no hosts, no users: {parts}");
    assert_eq!(parts["migrations"], "unknown while the database can't be reached");
    app.get("/api/v1/Public/Regions").send().await.error(503, "UNAVAILABLE");
    assert_eq!(app.get("/healthz").send().await.status, 200);

    cluster.start().expect("it starts");
    let back = async {
        while app.get("/readyz").send().await.status != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), back).await.expect("it heals by itself");
    assert_eq!(app.get("/api/v1/Public/Regions").send().await.status, 200);
}
