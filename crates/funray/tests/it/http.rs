//! Tests of rules that apply to all HTTP replies.

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
use hyper::body::Frame;
use kernel::ids::CardId;
use platform::{
    app::App,
    web::{extract::Json, server},
};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    sync::{Notify, oneshot},
    time::timeout,
};
use tower::ServiceExt;

use crate::support::{
    Call, TestApp,
    live::HUB,
    wire::{answer, ask},
};

/// Routes for testing the middleware: one handler panics, one hangs, and one returns its JSON body.
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
        .route("/probe/hangs", get(hangs).put(hangs))
        .route("/probe/echo", axum::routing::post(echo))
}

#[tokio::test]
async fn replies_carry_a_trace_id_and_errors_one_body_format() {
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
}

#[tokio::test]
async fn traceparent_is_adopted_from_trusted_proxies_only() {
    let app = TestApp::with("http.trusted_proxies = [\"10.0.0.0/8\"]").await;
    let known = "4bf92f3577b34da6a3ce929d0e0e4736";
    let parent = format!("00-{known}-00f067aa0ba902b7-01");
    let traced = async |from: &str| {
        let call = app.get("/healthz").from(from).header("traceparent", &parent);
        call.send().await.header("x-trace-id").to_owned()
    };
    assert_eq!(traced("10.0.0.1").await, known);
    let own = traced("198.51.100.7").await;
    assert!(own.len() == 32 && own != known, "{own}");
}

#[tokio::test(start_paused = true)]
async fn time_limit_answers_a_hanging_request() {
    let app = TestApp::with_routes("", probes()).await;
    let reply = app.get("/probe/hangs").send().await;
    reply.error(503, "TIMEOUT");
    assert_eq!(reply.header("retry-after"), "1");
    let change = app.call("PUT", "/probe/hangs").send().await;
    change.error(503, "OUTCOME_UNKNOWN");
    assert_eq!(change.header("retry-after"), "", "what it has begun may be done all the same");
}

/// A request body whose client stops sending data.
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
async fn time_limit_covers_posts_to_the_live_channel() {
    let app = TestApp::new().await;
    let said = Request::post(HUB).body(Body::new(Silence)).expect("a request");
    let answered = timeout(Duration::from_secs(60), app.router().oneshot(said)).await;
    let reply = answered.expect("it does not hang").expect("an answer");
    assert_eq!(reply.status(), 503);
}

#[tokio::test]
async fn metrics_count_a_disconnected_client_as_499() {
    let app = TestApp::with_routes("", probes()).await;
    let hanging = tokio::time::timeout(Duration::from_millis(50), app.get("/probe/hangs").send());
    assert!(hanging.await.is_err(), "nobody waits any longer");
    assert_eq!(app.app.metrics.in_flight.get(), 0);
    let page = app.get("/metrics").send().await.text().to_owned();
    let gone = "http_requests_total{method=\"GET\",route=\"/probe/hangs\",status=\"499\"} 1";
    assert!(page.contains(gone), "{page}");
}

#[tokio::test]
async fn metrics_count_unknown_methods_as_other() {
    let app = TestApp::new().await;
    for method in ["BREW", "AAAA1", "AAAA2"] {
        app.call(method, "/healthz").send().await.error(405, "METHOD_NOT_ALLOWED");
    }
    let page = app.get("/metrics").send().await.text().to_owned();
    assert!(page.contains("method=\"OTHER\"") && !page.contains("AAAA"), "{page}");
}

#[tokio::test]
async fn json_bodies_are_refused_by_type_size_and_syntax() {
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
async fn security_headers_are_on_every_reply() {
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
async fn strict_transport_security_follows_the_brands_public_url() {
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
async fn cors_allows_configured_origins_only() {
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
    let call = open.get("/api/v1/Public/settings").header("origin", "https://other.example");
    let exposed = call.send().await.header("access-control-expose-headers").to_lowercase();
    for name in ["etag", "retry-after", "x-trace-id", "ledger-position"] {
        assert!(exposed.split(',').any(|listed| listed.trim() == name), "{name}: {exposed}");
    }
    let stranger = ask(&open).header("origin", "https://stranger.example").send().await;
    assert_ne!(stranger.header("access-control-allow-origin"), "https://stranger.example");
}

#[tokio::test]
async fn compression_follows_accept_encoding() {
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
async fn errors_are_in_the_callers_language() {
    let app = TestApp::new().await;
    let login =
        || app.post("/api/v1/OAuth/login").json(r#"{"email":"ann","password":""}"#.to_owned());
    let told = async |call: Call| {
        let error = call.send().await.error(400, "VALIDATION");
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        (
            text(&error["errorMessage"]),
            text(&error["fields"]["email"]),
            text(&error["fields"]["password"]),
        )
    };
    let english = (
        "Please correct the marked fields.",
        "Email is not in correct format.",
        "Password field is required.",
    );
    let french = (
        "Veuillez corriger les champs indiqués.",
        "Ce courriel n’est pas valide.",
        "Ce champ est obligatoire.",
    );
    for (call, expected) in [
        (login(), english),
        (login().header("accept-language", "fr-CA,fr;q=0.9"), french),
        (login().header("accept-language", "en").header("cookie", "lang=fr"), french),
        (login().header("accept-language", "fr").header("cookie", "lang=en"), english),
    ] {
        let (message, email, password) = told(call).await;
        assert_eq!((&*message, &*email, &*password), expected);
    }
    // Error messages about query parameters are translated as well.
    let query =
        app.get("/api/v1/Public/Vendors?pageSize=0").header("cookie", "lang=fr").send().await;
    assert_eq!(query.wrong_fields()["pageSize"], "Doit être de 1 à 1000.");
}

#[tokio::test]
async fn query_keys_ignore_case() {
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
async fn settings_follow_the_brand_of_the_host() {
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
async fn healthz_readyz_and_metrics_report_the_state() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/healthz").send().await.text(), "alive\n");
    let ready = app.get("/readyz").send().await;
    assert_eq!(ready.status, 200);
    assert_eq!(ready.json()["parts"]["migrations"], "ok");
    assert_eq!(ready.json()["parts"]["clock"], "ok");
    app.get("/api/v1/Public/settings").send().await;
    let page = app.get("/metrics").send().await;
    let line =
        "http_requests_total{method=\"GET\",route=\"/api/v1/Public/settings\",status=\"200\"} 1";
    assert!(page.text().contains(line), "{}", page.text());
    assert!(page.text().contains("database_waiting 0"), "{}", page.text());
    assert!(page.text().contains("clock_lead_seconds "), "{}", page.text());
    for total in
        ["commits", "refused", "timed_out", "failed", "retried", "connects", "replica_reads"]
    {
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
async fn readyz_is_503_without_migrations() {
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
async fn ops_listen_moves_healthz_readyz_and_metrics() {
    let app = TestApp::with("ops_listen = \"127.0.0.1:1\"").await;
    for path in ["/healthz", "/readyz", "/metrics"] {
        app.get(path).send().await.error(404, "NOT_FOUND");
    }
    let ops = funray::router::ops_router(app.app.clone());
    let page = crate::support::Call::new(ops.clone(), "GET", "/metrics").send().await;
    assert!(page.text().contains("http_requests"));
    crate::support::Call::new(ops, "GET", "/api/v1/Public/settings")
        .send()
        .await
        .error(404, "NOT_FOUND");
}

#[tokio::test]
async fn metrics_tell_waits_and_lags_and_ask_the_database_once_in_five_seconds() {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    app.post_mail("ann@shop.example").await;
    app.hands.advance(Duration::from_secs(90));
    let (page, asked) = app.recorded(app.get("/metrics")).await;
    assert!(!asked.is_empty());
    for figure in [
        "job_lag_seconds{kind=\"mail\"} 90\n",
        "mail_oldest_unsent_seconds 90\n",
        "database_wait_seconds_count{access=\"write\"} ",
        "database_wait_seconds_bucket{le=\"+Inf\",access=\"read\"} ",
    ] {
        assert!(page.text().contains(figure), "{figure}: {}", page.text());
    }
    let (_, asked) = app.recorded(app.get("/metrics")).await;
    assert!(asked.is_empty(), "{asked:?}");
    app.run_jobs().await;
    app.hands.advance(Duration::from_secs(5));
    let page = app.get("/metrics").send().await.text().to_owned();
    assert!(page.contains("mail_oldest_unsent_seconds 0\n"), "{page}");
    assert!(!page.contains("job_lag_seconds{"), "{page}");
}

#[tokio::test]
async fn metrics_show_a_stopped_ledger_dead_jobs_and_rows_without_seals() {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    let adam = app.administrator("adam").await;
    app.sign_in(&adam).await;
    app.post_mail("ann@shop.example").await;
    let ask = async |app: &TestApp| app.get("/metrics").send().await.text().to_owned();
    let page = ask(&app).await;
    for figure in [
        "ledger_stopped 0\n",
        "books_checks_failed 0\n",
        "jobs_dead{class=\"money\"} 0\n",
        "build_info{version=\"",
    ] {
        assert!(page.contains(figure), "{figure}: {page}");
    }
    let break_it = |tx: &mut db::Tx<'_>| {
        tx.execute("UPDATE job SET state = 'dead'", &[])?;
        tx.execute(
            "INSERT INTO ledger_stop (id, reason, created_at) VALUES ('1', 'test', 0)",
            &[],
        )?;
        tx.execute(
            "INSERT INTO check_run (name, is_full, done_until, waiting_since) VALUES ('x', FALSE, 1, 2), ('y', FALSE, 2, 2)",
            &[],
        )?;
        let (unsealed,): (i64,) = tx.one("SELECT count(*) FROM unsealed_audit", &[])?;
        assert!(unsealed > 0, "signing in is logged");
        Ok::<_, db::Error>(())
    };
    app.app.db.write(break_it).await.expect("broken");
    app.hands.advance(Duration::from_secs(90));
    let page = ask(&app).await;
    for figure in [
        "ledger_stopped 1\n",
        "books_checks_failed 1\n",
        "jobs_dead{class=\"urgent\"} 1\n",
        "seals_oldest_unsealed_seconds 90\n",
    ] {
        assert!(page.contains(figure), "{figure}: {page}");
    }
    app.app.db.write(|tx| tx.execute("DELETE FROM ledger_stop", &[])).await.expect("mended");
}

#[tokio::test]
async fn sandbox_routes_exist_in_the_demo_only() {
    let app = TestApp::with("demo = false").await;
    for path in ["/sandbox/mail.json", "/sandbox/credentials.json", "/sandbox/nothing"] {
        app.get(path).send().await.error(404, "NOT_FOUND");
    }
}

/// A reply to an unknown path must be sent completely. Otherwise the rest would appear in the next
/// reply on the same connection.
#[tokio::test]
async fn serve_keeps_replies_on_one_connection_apart() {
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

/// If a call is refused before its body is read, the next call on the same connection must still
/// work.
#[tokio::test]
async fn serve_drains_or_closes_after_a_refused_body() {
    let app = TestApp::new().await;
    let listener = server::bind("127.0.0.1:0", "--listen").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let forever = std::future::pending();
    let serving = tokio::spawn(server::serve(listener, app.router(), app.app.clone(), forever));
    let refused = |length: usize| {
        format!(
            "POST /api/v1/File/bucket/vendor HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer none\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        )
    };

    // Send the whole request before reading the reply, as browsers do.
    for length in [200_000, 8_000_000] {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let body = "x".repeat(length);
        for part in [refused(length).as_str(), &body] {
            stream.write_all(part.as_bytes()).await.expect("sent");
        }
        let next = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(next.as_bytes()).await.expect("sent");
        let replies = answer(stream).await;
        assert!(replies.starts_with("HTTP/1.1 401"), "{length}: {replies}");
        assert!(replies.ends_with("alive\n"), "{length}: the next call is answered: {replies}");
    }

    // The server must not wait for a body that is too large or never arrives.
    for length in [1, 9_000_000] {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        stream.write_all(refused(length).as_bytes()).await.expect("sent");
        let reply = answer(stream).await.to_ascii_lowercase();
        assert!(reply.contains("connection: close"), "{length}: {reply}");
    }
    serving.abort();
}

/// Calls whose body is optional in the specification must work without one on a real connection.
#[tokio::test]
async fn optional_json_accepts_a_call_without_a_body() {
    let app = TestApp::new().await;
    let root = app.sign_in(&app.super_administrator("root").await).await;
    let listener = server::bind("127.0.0.1:0", "--listen").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let forever = std::future::pending();
    let serving = tokio::spawn(server::serve(listener, app.router(), app.app.clone(), forever));
    for header in [
        "",
        "Content-Length: 0\r\n",
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n",
    ] {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let end = if header.contains("chunked") { "0\r\n\r\n" } else { "" };
        let request = format!(
            "PUT /api/v1/Cards/{}/deactived HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n{header}\
             Connection: close\r\n\r\n{end}",
            CardId::new(app.app.clock.now()),
            root.access
        );
        stream.write_all(request.as_bytes()).await.expect("sent");
        let reply = answer(stream).await;
        assert!(reply.starts_with("HTTP/1.1 404"), "{header}: {reply}");
    }
    serving.abort();
}

#[tokio::test]
async fn serve_finishes_requests_in_flight_on_stop() {
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
    // While a request is still running, the stopping server accepts connections and replies "not
    // ready".
    while !answer(ask(address, "/readyz").await).await.starts_with("HTTP/1.1 503") {}
    may_finish.notify_one();
    assert!(answer(slow).await.ends_with("finished"));
    serving.await.expect("it ends by itself");
    assert!(TcpStream::connect(address).await.is_err(), "and takes no more calls");
}

#[tokio::test]
async fn readyz_is_503_while_the_database_is_unreachable() {
    // Skip the embedded database, which is part of the program and therefore always reachable.
    if !crate::support::place::on_postgres() {
        return;
    }
    let cluster = Cluster::new(&ClusterOptions::default()).expect("PostgreSQL");
    let database = cluster.fresh_database(None).expect("a database");
    let db = db::Db::postgres(database.url(), db::PostgresOptions::default()).expect("a database");
    db.migrate(platform::migrations::ALL).expect("migrations");
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
    tokio::time::timeout(Duration::from_secs(600), back).await.expect("it heals by itself");
    assert_eq!(app.get("/api/v1/Public/Regions").send().await.status, 200);
}
